"""What the advocate says in one breath: the three-minute statement and the last words.

Only what stands in our favour is said, each point with its page; what is open
is neither claimed nor confessed.
"""

from __future__ import annotations

import re
from itertools import groupby

from zuno.casework.deliverables.model import Block, Inline, body, join, lead, line, note, plain
from zuno.casework.deliverables.statutes import law
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import UNFILLED, URGENCY_RANK, bare_fact, long_day, money, stop
from zuno.casework.records import Cell, ChronologyEntry, Claim, Defence, Quote

LENGTH = 720
"""Characters that can be said in three minutes."""
MOST_FACTS = 6
MOST_POINTS, MOST_SHOWN = 6, 3
TELLING = ("contract", "transfer", "delivery", "acknowledgement", "demand", "due")
HESITANT = ("不明", "未见", "无法", "疑", "缺", "可能", "待")
"""Words of an event that would volunteer a doubt."""
TURNED = frozenset(
    {
        "buyer_named_otherwise",
        "balance_differs",
        "delivered_less_than_claimed",
        "contradicted",
        "rate_above_cap",
        "rate_not_agreed",
        "lender_is_another",
        "not_yet_due",
        "start_before_due",
    }
)
"""Rules under which a cell's own evidence speaks for another figure or party than the one pleaded."""
ORDINALS = ("第一", "第二", "第三", "第四", "第五", "第六", "第七", "第八")


def opening_speech(view: CaseView) -> list[Block]:
    """Write the three-minute statement, to be read aloud."""
    parts: list[Inline] = [line("审判长、审判员：", _we_ask(view))]
    if story := _story(view):
        parts.append(story)
    left = LENGTH - sum(len(plain(part)) for part in parts)
    for place, point in enumerate(_said(view)):
        sentence = line(f"{ORDINALS[place] if place < len(ORDINALS) else '此外'}，", point)
        left -= len(plain(sentence))
        if left < 0:
            break
        parts.append(sentence)
    parts.append((_close(view),))
    return [*(body(part) for part in parts), note("约三分钟；有据之处讲结论，未定之处只指页码、不下结论。")]


def _we_ask(view: CaseView) -> str:
    if view.us == "defendant":
        raised = "、".join(item.title for item in view.review.defences if item.raised)
        against = f"，抗辩为：{raised}" if raised else ""
        return f"被告{view.names('defendant')}不同意原告的诉讼请求{against}。"
    asked = "；".join(_asked(claim) for claim in view.review.claims)
    return f"原告{view.names('plaintiff')}的请求是：{asked or UNFILLED}。"


def _asked(claim: Claim) -> str:
    """Say a claim in one breath: whole if short, else its first clause with its amount."""
    text = " ".join(claim.text.split()).rstrip("。；;")
    if len(text) <= 48:
        return text
    clause = re.split(r"[，（(]", text, maxsplit=1)[0]
    told = "元" in clause or claim.amount_fen is None
    return clause if told else f"{clause}{money(claim.amount_fen)}"


def _story(view: CaseView) -> Inline:
    """Tell the facts in order of date, from papers that can be shown and without a word of doubt."""
    dated = sorted(view.review.chronology, key=lambda item: item.date)
    runs = [list(run) for _, run in groupby((item for item in dated if _tellable(view, item)), key=_doing)]
    lines = [_told(view, run) for run in runs[:MOST_FACTS]]
    return line("事实经过：", join(lines), "。") if lines else ()


def _doing(entry: ChronologyEntry) -> str:
    return bare_fact(entry.event)


def _told(view: CaseView, run: list[ChronologyEntry]) -> Inline:
    """Tell an event, or the same one again and again in one go."""
    days = list(dict.fromkeys(entry.date for entry in run))
    place = line("（", view.places(tuple(entry.quote for entry in run), 2, words=False), "）")
    if len(days) == 1:
        return line(f"{long_day(days[0])}{run[0].event}", place)
    return line(f"{long_day(days[0])}至{long_day(days[-1])}共{len(days)}次{_doing(run[0])}", place)


def _tellable(view: CaseView, entry: ChronologyEntry) -> bool:
    document = view.document(entry.file)
    if document is None or document.disclosure == "pleading" or not view.sayable((entry.quote,)):
        return False
    mine = view.us == "plaintiff" or view.ours(document)
    return mine and entry.kind in TELLING and not any(word in entry.event for word in HESITANT)


def _said(view: CaseView) -> list[Inline]:
    """List the points in the order they are made: what stands, what we plead, their errors, what is shown."""
    standing = [_point(view, cell) for cell in _points(view)[:MOST_POINTS]]
    pleaded = [_plea(view, item) for item in view.review.defences if item.raised and view.us == "defendant"]
    errors = [item for item in view.review.findings if item.favours == "ours" and _shown_places(view, item.evidence)]
    errors.sort(key=lambda item: (not item.cells, URGENCY_RANK[item.urgency]))
    wrong = [line(stop(item.detail), "见", _shown_places(view, item.evidence), "。") for item in errors[:MOST_SHOWN]]
    shown = [line(f"关于“{bare_fact(cell.fact)}”，请看", _shown(view, cell), "。") for cell in _shown_only(view)]
    return [item for item in (*pleaded, *standing, *wrong, *shown[:MOST_SHOWN]) if item]


def _points(view: CaseView) -> list[Cell]:
    """List the cells worth a sentence: proved by us with a page, or left unproved by the other side."""
    open_in_law = ("not_applicable", "contested_law")
    cells = [cell for cell in view.review.cells if cell.favours == "ours" and cell.mark not in open_in_law]
    proved = [cell.id for cell in cells if cell.mark == "supported" and _shown(view, cell)]
    theirs = [cell.id for cell in cells if cell.burden_side == view.them and cell.rule != "unread_material"]
    return [cell for cell in cells if cell.id in (*proved, *theirs)]


def _shown_only(view: CaseView) -> list[Cell]:
    """List our open cells that have a page and no fault: shown to the court, concluded by nobody."""
    return [
        cell
        for cell in view.review.cells
        if cell.burden_side == view.us
        and cell.mark == "doubtful"
        and cell.rule not in TURNED
        and view.proof(cell)
        and not any(item.favours == "theirs" for item in view.findings_of(cell.id))
    ]


def _shown(view: CaseView, cell: Cell) -> Inline:
    return _shown_places(view, tuple(view.proof(cell)) or cell.stance_quotes)


def _shown_places(view: CaseView, quotes: tuple[Quote, ...]) -> Inline:
    return join([view.quoted(quote) for quote in view.sayable(quotes)[:2]])


def _point(view: CaseView, cell: Cell) -> Inline:
    shown = _shown(view, cell)
    why = stop(cell.why.split("；庭审第", 1)[0])
    if cell.burden_side == view.us:
        admitted = f"{view.their_word}对此自认。" if cell.opponent == "admitted" else ""
        return line(f"{why or stop(cell.fact)}见", shown, f"。{admitted}")
    told = line(f"关于“{bare_fact(cell.fact)}”：{why}", line("见", shown, "。") if shown else "")
    return line(told, f"该事实应由{view.their_word}举证（{law('民诉解释', 90)}）。")


def _plea(view: CaseView, defence: Defence) -> Inline:
    places = _shown_places(view, defence.evidence)
    return line(f"我方抗辩“{defence.title}”：{stop(defence.text)}", line("见", places, "。") if places else "")


def _close(view: CaseView) -> str:
    if view.us == "defendant":
        return "综上，请求驳回原告相应的诉讼请求。"
    return "综上，请求支持原告的诉讼请求。金额的计算见备选金额表，请法庭准许当庭说明算式。"


def last_words(view: CaseView) -> Block:
    """Write the last words: the position, its two best points, and whether mediation is open."""
    points = _points(view)[:2]
    mediation = f"是否同意在法庭主持下调解：{UNFILLED}。"
    if view.us == "plaintiff":
        held = "".join(stop(cell.why or cell.fact) for cell in points)
        return lead(f"坚持诉讼请求。{held}请法庭依法支持。{mediation}")
    facts = "、".join(f"“{bare_fact(cell.fact)}”" for cell in points)
    held = f"原告就{facts}未能完成举证。" if facts else ""
    return lead(f"坚持答辩意见。{held}请求驳回相应的诉讼请求。{mediation}")
