"""Fixed words of the deliverables: labels, symbols, dates, money and the standing disclaimer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import cast

from zuno.casework.deliverables.model import Tone
from zuno.casework.records import AmountLine, Cell, CellChange, Finding, Mark, Review, ReviewedDocument, Side, Stance

UNFILLED = "待填"
HYPOTHETICAL = "【假设攻击】"
MOCK_BANNER = "模拟推演，非法院笔录，不得提交；不代表任何法官意见"
LIMITATION_TITLE = "时效风险（按现有材料）"

MARK_WORD: dict[Mark, str] = {
    "supported": "有据",
    "doubtful": "存疑",
    "missing": "缺失",
    "rebutted": "有反证",
    "contested_law": "法律争议",
    "not_applicable": "不适用",
}
MARK_SYMBOL: dict[Mark, str] = {
    "supported": "✓",
    "doubtful": "△",
    "missing": "✗",
    "rebutted": "⊗",
    "contested_law": "⚖",
    "not_applicable": "—",
}
STANCE_WORD: dict[Stance, str] = {"admitted": "自认", "undisputed": "不争", "disputed": "争议", "not_stated": "未表态"}
FAVOURS_WORD = {"ours": "利我", "theirs": "利彼"}
URGENCY_WORD = {"red": "红", "yellow": "黄", "green": "绿"}
URGENCY_SYMBOL = {"red": "●", "yellow": "▲", "green": "○"}
URGENCY_TONE: dict[str, Tone] = {"red": "bad", "yellow": "open", "green": "good"}
URGENCY_RANK = {"red": 0, "yellow": 1, "green": 2}
SIDE_WORD: dict[Side, str] = {"plaintiff": "原告", "defendant": "被告"}
PROCEDURE_WORD = {
    "ordinary": "普通程序",
    "simplified": "简易程序",
    "small_claim": "小额诉讼程序",
    "labour": "劳动争议一审",
}
ORIGIN_WORD = {"original": "原件", "copy": "复印件", "electronic": "电子数据", "unknown": "待核"}
BASIS_WORD = {"as_pleaded": "主张", "as_supported": "材料支持", "under_claimed": "漏主张", "input": "计算依据"}
STATE_WORD = {"ready": "已读", "partial": "部分读取", "refused": "未能读取"}
ENDED_WORD = {"answered": "已答", "evaded": "回避", "cannot_answer": "答不出", "open": "未答"}
GAP_WORD = {"material": "材料缺口", "argument": "论证缺口", "execution": "推演差错", "technical": "技术故障"}
ROLE_WORD = {"judge": "审", "plaintiff": "原", "defendant": "被", "prosecutor": "公", "defender": "辩"}
ROLE_TITLE = {"judge": "法官", "plaintiff": "原告", "defendant": "被告", "prosecutor": "公诉人", "defender": "辩护人"}

FINDING_WORD = {
    "date_conflict": "日期矛盾",
    "amount_mismatch": "金额不合",
    "identity_mismatch": "名称或证件不符",
    "wrong_or_missing_party": "当事人列错或遗漏",
    "limitation_lapsed": "时效",
    "guarantee_period": "保证期间",
    "no_original": "无原件",
    "chat_authenticity": "聊天记录真实性",
    "notarial_or_esign_form": "公证或电子签名形式",
    "repealed_law": "援引已废止规定",
    "jurisdiction": "管辖",
    "duplicate_or_excess_claim": "重复或超额主张",
    "authority_of_agent": "代理权限",
    "procedure_precondition": "前置程序",
    "evidence_form": "证据形式",
    "notice_missing": "通知缺失",
}
RULE_WORD = {
    "admitted": "自认",
    "direct_evidence": "直接证据",
    "agreeing_evidence": "相互印证",
    "opponents_own_words": "对方自己的言辞",
    "single_source": "单一来源",
    "contradicted": "同期言辞相反",
    "counter_evidence": "有相反证据",
    "conflict": "证据矛盾",
    "finding": "材料差错",
    "unread_material": "材料未读全",
    "unclear_reading": "文字辨认不清",
    "nothing_found": "已读材料未见",
    "pleaded_only": "仅有主张",
    "only_pointers": "仅间接材料",
    "invoice_alone": "仅有发票",
    "own_ledger": "单方账册",
    "copy_without_original": "复印件无原件",
    "chat_unauthenticated": "聊天未对应本人",
    "unsigned": "未见签章",
    "certificate_form": "证明形式有缺",
    "hedged": "表述含糊",
    "receiver_unknown": "签收人关系不明",
    "batch_without_receipt": "有批次无签收",
    "balance_acknowledged": "余额已确认",
    "balance_differs": "余额不符",
    "price_less_payments": "价款减已付",
    "named_as_buyer": "具名买受人",
    "buyer_named_otherwise": "买受人另有其名",
    "delivered_less_than_claimed": "交付少于主张",
    "principal_matches_delivery": "本金与交付相符",
    "rate_within_cap": "利率未超上限",
    "rate_above_cap": "利率超上限",
    "statutory_rate": "法定标准",
    "rate_not_agreed": "利率未约定",
    "signature_denied": "签章真伪有争",
    "lender_is_another": "出借人另有其名",
    "formed_after_cap": "成立于新规之后",
    "formed_before_cap": "成立于新规之前",
    "not_yet_due": "未届期",
    "overdue_unpaid": "届期未付",
    "start_after_due": "起算晚于到期",
    "start_before_due": "起算早于到期",
    "demand_delivered": "催告已到达",
    "demand_answered": "催告得回应",
    "notice_delivered": "通知已到达",
    "no_proof_of_arrival": "无到达证据",
    "not_this_kind_of_party": "主体不适用",
    "law_decides": "取决于法律适用",
    "contested_law": "取决于法律适用",
    "human_override": "人工改定",
}
"""The rules in words; a rule not listed prints under its own name."""

KIND_DEVICE = {
    "chat": "存有原始聊天的手机及账号",
    "email": "可登录原邮箱的电脑",
    "audio": "录音原始载体",
    "video": "录像原始载体",
}


def mark_label(cell: Cell) -> str:
    """Print a cell's mark with its symbol, and the scales where law is in dispute besides."""
    scales = "⚖" if cell.contested_law and cell.mark != "contested_law" else ""
    return f"{MARK_SYMBOL[cell.mark]}{scales} {MARK_WORD[cell.mark]}"


def rule_label(rule: str) -> str:
    """Name the rule that set a mark, in words."""
    if rule.startswith("rests_on_"):
        return f"所依{rule.removeprefix('rests_on_')}未定"
    return RULE_WORD.get(rule, rule)


def axis_word(change: CellChange, value: str) -> str:
    """Print a value of the axis that a hearing changed."""
    marks = {name: f"{MARK_SYMBOL[name]}{word}" for name, word in MARK_WORD.items()}
    words: Mapping[str, str] = cast("Mapping[str, str]", marks if change.axis == "mark" else STANCE_WORD)
    return words.get(value, value)


def tone(cell: Cell) -> Tone:
    """Colour a cell by whom it helps, so that a side never sees the other's success in green."""
    if cell.mark == "not_applicable":
        return "none"
    if cell.mark == "contested_law":
        return "law"
    if cell.mark == "doubtful":
        return "open"
    return "good" if cell.favours == "ours" else "bad"


def finding_tone(finding: Finding) -> Tone:
    """Colour an error by whom it helps; one that hurts us little is grey, never green."""
    if finding.favours == "ours":
        return "good"
    return {"red": "bad", "yellow": "open", "green": "none"}[finding.urgency]  # pyright: ignore[reportReturnType]


TONE_RANK: dict[Tone, int] = {"bad": 0, "open": 1, "law": 2, "good": 3, "none": 4}


def worst_tone(cells: list[Cell]) -> Tone | None:
    """Colour a group of cells by the one that is worst for us."""
    return min((tone(cell) for cell in cells), key=TONE_RANK.__getitem__, default=None)


def money(fen: int | None) -> str:
    """Print fen as yuan: 15300000 → ``153,000.00元``."""
    return UNFILLED if fen is None else f"{fen_text(fen, ',')}元"


def fen_text(fen: int, separator: str = "") -> str:
    """Print fen with two decimals and no unit: 15300000 → ``153000.00``."""
    yuan, cents = divmod(abs(fen), 100)
    whole = f"{yuan:,}".replace(",", separator)
    return f"{'-' if fen < 0 else ''}{whole}.{cents:02d}"


def expected(text: str) -> str:
    """Print what the papers support; a bare figure is money."""
    return f"{text}元" if re.fullmatch(r"-?[\d,]+\.\d{2}", text) else text


def amount(figure: AmountLine) -> str:
    """Print an amount line's figure, money or not."""
    return figure.value_text if figure.value_text is not None else money(figure.value_fen)


def day(value: date | None) -> str:
    """Print a date, or 待填."""
    return value.isoformat() if value else UNFILLED


def long_day(value: date | None) -> str:
    """Print a date as a court writes it, or 待填."""
    return f"{value.year}年{value.month}月{value.day}日" if value else UNFILLED


def countdown(hearing: date | None) -> str:
    """Print the hearing day with the dates that count back from it; the clock is never asked."""
    if hearing is None:
        return f"{UNFILLED}（收到传票后填入，倒计时随之生成）"
    marks = "，".join(f"D-{days}＝{hearing - timedelta(days=days):%m-%d}" for days in (15, 5, 1))
    return f"{hearing.isoformat()}（{marks}）"


def reading(documents: tuple[ReviewedDocument, ...]) -> dict[str, int]:
    """Count the documents by how far they were read."""
    counts: dict[str, int] = {"ready": 0, "partial": 0, "refused": 0}
    for document in documents:
        counts[document.state] += 1
    return counts


def disclaimer(review: Review) -> str:
    """Return the words that every file carries, with the corpus date and the unread count filled in."""
    counts = reading(review.documents)
    return (
        "材料审查辅助，非法律意见，不预测裁判。“有据”不等于法院采信或达到高度可能性（民诉解释108）；"
        f"“缺失”仅指已读材料未见。语料截至{review.corpus_as_of.isoformat()}；"
        f"未读/部分读取{counts['refused'] + counts['partial']}份。须经承办律师核对。"
    )


def shorten(text: str, limit: int) -> str:
    """Collapse white space and cut with an ellipsis."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


def sentences(text: str, most: int) -> str:
    """Keep at most that many Chinese sentences."""
    kept, count = [], 0
    for char in text.strip():
        kept.append(char)
        if char in "。！？":
            count += 1
            if count == most:
                break
    return "".join(kept)


def stop(text: str) -> str:
    """End a sentence with exactly one full stop; empty stays empty."""
    trimmed = text.strip().rstrip("。；;，, ")
    return f"{trimmed}。" if trimmed and trimmed[-1] not in "！？”" else trimmed


def bare_fact(fact: str) -> str:
    """Cut the bracketed remarks from a pack's fact, for sentences that leave the office."""
    kept, depth = "", 0
    for char in fact:
        if char in "（(":
            depth += 1
        elif char in "）)":
            depth = max(0, depth - 1)
        elif not depth:
            kept += char
    return kept.strip() or fact
