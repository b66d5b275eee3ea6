"""Accounts on platforms: whose they are, what the platform refused, how its terms were shown, what was paid in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zuno.casework import forms
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Strength
from zuno.casework.records import Side
from zuno.casework.sources import Source

_ACCOUNT = re.compile(r"账号|帐号|账户|用户(?:名|ID|编号)?|UID|ID|昵称|实名|绑定|会员|店铺|主体|认证", re.IGNORECASE)
_PAGES = ("account_page", "notarial", "letter", "chat", "email", "platform_terms", "order", "contract", "other")
_SHOWN = re.compile(
    r"加粗|加黑|黑体|下划线|红(?:色|字)|单独(?:弹窗|确认|勾选)|逐(?:条|项)(?:说明|确认)|强制阅读|语音(?:播报|说明)"
)


def account_tied(matter: Matter) -> Outcome:
    """A page, a notary's record or the platform itself ties the account to the plaintiff's name or telephone."""
    user = matter.claims[0].claimant
    items: list[Item] = []
    unnamed: list[Item] = []
    for source in matter.of_kind(*_PAGES):
        voice = matter.voices[source.file]
        if voice.form == "private":
            continue
        for start, end in _lines(source):
            line = source.text[start:end]
            if not _ACCOUNT.search(line):
                continue
            quote = source.quote(start, end)
            if _names_user(matter, user, line):
                strength: Strength = "conclusive" if voice.form == "record" else "direct"
                copied = source.kind != "account_page" and forms.missing_original(matter, source)
                flaw = "copy_without_original" if copied else ""
                items.append(Item(quote=quote, strength=strength, how="record", flaw=flaw))
            elif source.kind == "account_page":
                unnamed.append(Item(quote=quote, strength="corroborating", how="record"))
    if items:
        why = f"《{matter.source(items[0].quote.file).title}》把账号对应到本人"
        return Outcome(verdict="carried", rule="account_tied", why=why, items=tuple(items[:4]))
    if unnamed:
        return Outcome(
            verdict="doubtful",
            rule="account_without_name",
            why="账号页面只有昵称或编号，未对应到本人",
            items=tuple(unnamed[:2]),
        )
    return SILENT


def _lines(source: Source) -> Iterator[tuple[int, int]]:
    at = 0
    for line in source.text.split("\n"):
        if line.strip():
            yield at, at + len(line)
        at += len(line) + 1


def _names_user(matter: Matter, user: Side, line: str) -> bool:
    """Whether a line names the user: in full, masked, or by the telephone that the complaint gives."""
    for name in matter.cast.own_names(user):
        if name in line or re.search(rf"{re.escape(name[0])}[*＊×某]{{1,3}}(?:{re.escape(name[-1])})?", line):
            return True
        if len(name) >= 3 and re.search(rf"[*＊×]{{1,2}}{re.escape(name[-1])}(?![\u4e00-\u9fff])", line):
            return True
    phones = matter.complaint.source.numbers if matter.complaint else []
    told = [n.value for n in phones if n.value and re.fullmatch(r"1\d{10}", n.value)]
    return any(phone in line or re.search(rf"{phone[:3]}[*＊]{{4}}{phone[-4:]}", line) for phone in told)


def service_refused(matter: Matter) -> Outcome:
    """The platform blocked the account or did not serve, by its own words or page; a proven ground leaves doubt."""
    user = matter.claims[0].claimant
    refused = [
        s
        for s in matter.acts("ban", "not_served", negated=None)
        if s.voice.form not in ("pleading", "private")
        and s.source.kind in _PAGES
        and s.source.kind not in ("platform_terms", "contract", "other")
        and (s.voice.who != user or s.source.kind == "account_page")
        and s.mood != "hypothetical"
    ]
    owned = [
        s
        for s in matter.acts("violation", negated=None)
        if (s.voice.who == user and s.voice.form == "message") or s.source.kind in ("notarial", "official_reply")
    ]
    quotes = [s.source.quote(*s.sentence) for s in refused[:4]]
    if refused and owned:
        against = [s.source.quote(*s.sentence) for s in owned[:2]]
        return Outcome(
            verdict="doubtful",
            rule="ban_has_ground",
            why="平台已限制账号，但材料显示可能确有违规行为",
            items=items_of([*quotes, *against], "record", "direct"),
        )
    if not refused:
        return SILENT
    return Outcome(
        verdict="carried",
        rule="service_refused",
        why="平台的通知或页面载明限制、停止服务，未见其违规证据",
        items=items_of(quotes, "record", "direct"),
    )


def terms_prompted(matter: Matter) -> Outcome:
    """Papers that the provider handed in show a conspicuous prompt beyond ticking and pop-ups (合同编通则10)."""
    provider = matter.cast.other(matter.claims[0].claimant)
    for source in matter.open_sources:
        if not source.read or matter.sides[source.file] != provider or matter.voices[source.file].form == "pleading":
            continue
        if shown := _SHOWN.search(source.text):
            return Outcome(
                verdict="doubtful",
                rule="terms_prompted",
                why=f"《{source.title}》显示提供方对该条款作过显著提示",
                items=items_of([source.quote(*source.sentence_at(shown.start()))], "record", "direct"),
            )
    return SILENT


def paid_in(matter: Matter) -> Outcome:
    """What the records show as paid to the other side adds up to the sum claimed back."""
    claim = next((claim for claim in matter.claims if claim.pack_claim == "W1" and claim.amount_fen), None)
    if claim is None or claim.amount_fen is None:
        return SILENT
    moves = matter.moves(claim.claimant, matter.cast.other(claim.claimant))
    total = sum(move.fen for _source, move in moves)
    if not moves:
        return SILENT
    items = tuple(
        Item(quote=source.quote_cell(move.amount_start, move.amount_end), strength="conclusive", how="record")
        for source, move in moves[:6]
    )
    if total >= claim.amount_fen:
        return Outcome(verdict="carried", rule="paid_in", why=f"记录显示共支付{yuan(total)}元", items=items)
    return Outcome(
        verdict="doubtful",
        rule="figure_differs",
        why=f"记录显示共支付{yuan(total)}元，请求{yuan(claim.amount_fen)}元，差额待证",
        items=items,
    )
