"""The figures as people must say them: as pleaded, as the papers support, and what was under-claimed."""

from __future__ import annotations

from collections.abc import Sequence

from zuno.casework import figures, told
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.loan import cap_for, principal_basis
from zuno.casework.figures import Figure
from zuno.casework.findings.drafts import Draft
from zuno.casework.findings.payments import payments
from zuno.casework.findings.reckonings import formulas
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.periods import days_between
from zuno.casework.records import AmountLine, Cell, Claim, Quote


def _cells(cells: list[Cell], *elements: str) -> tuple[str, ...]:
    return tuple(cell.id for cell in cells if cell.element in elements)


def _pleaded(matter: Matter, cells: list[Cell]) -> list[AmountLine]:
    lines = [
        AmountLine(
            name=f"{claim.title}（请求）",
            value_fen=claim.amount_fen,
            formula=_pleaded_formula(matter, claim, at),
            basis="as_pleaded",
            source_cells=tuple(cell.id for cell in cells if cell.claim == claim.id),
            evidence=(claim.quote,) if claim.quote else (),
        )
        for at, claim in enumerate(matter.claims, 1)
    ]
    if matter.complaint and matter.complaint.total:
        total, start, end = matter.complaint.total
        lines.append(
            AmountLine(
                name="请求合计",
                value_fen=total,
                formula="起诉状所列合计",
                basis="as_pleaded",
                evidence=(matter.complaint.source.quote(start, end),),
            )
        )
    return lines


def _pleaded_formula(matter: Matter, claim: Claim, at: int) -> str:
    """The claim's own reckoning, base × rate × days, where it states one; else the item it is pleaded in."""
    if claim.quote is None:
        return f"诉讼请求第{at}项"
    source, quote = matter.source(claim.quote.file), claim.quote
    end = quote.start + len(claim.text) + 20
    money = [fact for fact in source.money if quote.start <= fact.start < end]
    rates = figures.rates_stated(source, quote.start, end)
    days = [fact.value for fact in source.dates if quote.start <= fact.start < end and fact.value]
    if written := formulas(source.text[quote.start : end]):
        return written[0].words.strip("（()）")
    if len(money) < 2 or len(rates) != 1 or len(days) < 2 or money[0].fen == claim.amount_fen:
        return f"诉讼请求第{at}项"
    multiple = figures.factor_on(source, rates[0], quote.start, end)
    times = "" if multiple == 1 else f"×{multiple}"
    first, last = min(days), max(days)
    return f"{yuan(money[0].fen)}×{rates[0].text}{times}×{days_between(first, last)}天（{first}至{last}）"


def _input(name: str, figure: Figure | None, formula: str, cells: tuple[str, ...]) -> list[AmountLine]:
    if figure is None:
        return []
    return [
        AmountLine(
            name=name,
            value_fen=figure.fen,
            formula=formula,
            basis="input",
            source_cells=cells,
            evidence=figure.quotes[:4],
        )
    ]


def _loan(matter: Matter, cells: list[Cell]) -> list[AmountLine]:
    delivered, wanted = principal_basis(matter)
    moves = figures.deliveries(matter)
    lines = _input(
        "实际交付", delivered, "＋".join(yuan(item.fen) for _s, item in moves) or "收条", _cells(cells, "C1E2", "C1E4")
    )
    interest = [pair for pair in figures.repayments(matter) if figures.is_interest(pair[1])]
    other = [pair for pair in figures.repayments(matter) if not figures.is_interest(pair[1])]
    lines += _input(
        "已付利息", figures.sum_figure(interest), "＋".join(yuan(i.fen) for _s, i in interest), _cells(cells, "C2E1")
    )
    lines += _input(
        "已付款项（性质待定）",
        figures.sum_figure(other),
        "＋".join(yuan(i.fen) for _s, i in other),
        _cells(cells, "C1E4"),
    )
    cap = cap_for(matter)
    if cap:
        lines.append(
            AmountLine(
                name="利率上限",
                value_fen=None,
                value_text=f"{cap[0].normalize():f}%",
                formula=f"合同成立时（{cap[2]}）一年期LPR {cap[1]}%×4",
                basis="input",
                source_cells=_cells(cells, "C2E2"),
            )
        )
    if delivered and wanted and delivered.fen < wanted.fen:
        lines.append(
            AmountLine(
                name="本金（材料支持）",
                value_fen=delivered.fen,
                formula=f"{yuan(wanted.fen)}−{yuan(wanted.fen - delivered.fen)}（无交付凭证或预扣）",
                basis="as_supported",
                source_cells=_cells(cells, "C1E4"),
                evidence=delivered.quotes[:4],
            )
        )
        lines += _rescaled_interest(matter, cells, delivered.fen, wanted.fen)
    elif delivered and wanted and delivered.fen > wanted.fen:
        lines.append(
            _under_claimed(
                "本金",
                delivered.fen - wanted.fen,
                f"交付{yuan(delivered.fen)}−请求{yuan(wanted.fen)}",
                delivered.quotes,
                cells,
            )
        )
    return lines


def _rescaled_interest(matter: Matter, cells: list[Cell], supported: int, claimed: int) -> list[AmountLine]:
    """Interest heads on the supported principal: simple interest is proportional to its base."""
    return [
        AmountLine(
            name=f"{claim.title}（按材料支持的本金）",
            value_fen=(claim.amount_fen * supported + claimed // 2) // claimed,
            formula=f"{yuan(claim.amount_fen)}×{yuan(supported)}÷{yuan(claimed)}（单利按本金同比）",
            basis="as_supported",
            source_cells=_cells(cells, "C1E4", "C2E1", "C3E2"),
        )
        for claim in matter.claims
        if claim.pack_claim in ("C2", "C3") and claim.amount_fen
    ]


def _under_claimed(name: str, fen: int, formula: str, quotes: tuple[Quote, ...], cells: list[Cell]) -> AmountLine:
    return AmountLine(
        name=f"{name}少主张",
        value_fen=fen,
        formula=formula,
        basis="under_claimed",
        source_cells=_cells(cells, "C1E4", "C1E3"),
        evidence=quotes[:4],
    )


def _sale(matter: Matter, cells: list[Cell]) -> list[AmountLine]:
    about = _cells(cells, "C1E3")
    total = figures.contract_total(matter)
    paid, invoices = figures.paid(matter), figures.invoices_total(matter)
    lines = _input("合同总价", total, "合同载明", about) + _input("发票合计", invoices, "各张发票价税合计相加", about)
    lines += _input("已付货款", paid, "＋".join(yuan(i.fen) for _s, i in figures.repayments(matter)), about)
    wanted = figures.claimed(matter, "C1")
    balances = figures.statement_balances(matter)
    if wanted is None:
        return lines
    supported = figures.balance_after_payments(matter, balances[-1]) if balances else None
    deducted = balances[-1].fen - supported.fen if supported else 0
    paid_later = f"−其后已付{yuan(deducted)}" if deducted else ""
    if supported and supported.fen < wanted:
        lines.append(
            AmountLine(
                name="货款（有对方确认支持）",
                value_fen=supported.fen,
                formula="对方对账或书面确认的余额" + paid_later,
                basis="as_supported",
                source_cells=about,
                evidence=supported.quotes,
            )
        )
        lines.append(
            AmountLine(
                name="货款差额（待证）",
                value_fen=wanted - supported.fen,
                formula=f"{yuan(wanted)}−{yuan(supported.fen)}",
                basis="as_supported",
                source_cells=about,
            )
        )
    elif supported and supported.fen > wanted:
        lines.append(
            _under_claimed(
                "货款",
                supported.fen - wanted,
                f"确认余额{yuan(supported.fen + deducted)}{paid_later}−请求{yuan(wanted)}",
                supported.quotes,
                cells,
            )
        )
    elif supported is None and total and (net := total.fen - (paid.fen if paid else 0)) != wanted:
        lines.append(
            AmountLine(
                name="货款（合同总价减已付）",
                value_fen=net,
                formula=f"{yuan(total.fen)}−{yuan(paid.fen if paid else 0)}",
                basis="as_supported",
                source_cells=about,
                evidence=total.quotes,
            )
        )
    return lines


def _told_sums(matter: Matter, pack: Pack, cells: list[Cell]) -> list[AmountLine]:
    """The sums of the pack's told facts, as the strongest paper has each; as pleaded where no paper has it."""
    lines: list[AmountLine] = []
    for entry in pack.told:
        if entry.fact != "money":
            continue
        papers, pleaded = told.in_papers(matter, entry), told.pleaded(matter, entry)
        chosen = papers[0] if papers else next(iter(pleaded), None)
        if chosen is None or not isinstance(chosen.value, int):
            continue
        same = [telling for telling in (*papers, *pleaded) if telling.value == chosen.value]
        lines.append(
            AmountLine(
                name=entry.name,
                value_fen=chosen.value,
                formula=chosen.formula or (f"《{chosen.source.title}》载明" if papers else "起诉状主张"),
                basis="input" if papers else "as_pleaded",
                source_cells=_cells(cells, *entry.elements),
                evidence=tuple(telling.source.quote_cell(telling.start, telling.end) for telling in same[:4]),
            )
        )
    return lines


def _paid(matter: Matter, pack: Pack, cells: list[Cell]) -> list[AmountLine]:
    """What the records show as paid by the other side, before and after it fell due, where a claim must deduct it."""
    rule = pack.payments
    heads = [claim for claim in matter.claims if rule and claim.pack_claim in rule.claims]
    found = payments(matter, heads[0].claimant) if rule and heads else []
    if rule is None or not found:
        return []
    return [
        AmountLine(
            name="对方已付（记录合计）",
            value_fen=sum(item.fen for item in found),
            formula="＋".join(yuan(item.fen) for item in found),
            basis="input",
            source_cells=_cells(cells, *rule.elements),
            evidence=tuple(item.quotes[0] for item in found[:4]),
        )
    ]


def _corrected(matter: Matter, cells: list[Cell], drafts: Sequence[Draft]) -> list[AmountLine]:
    """The heads whose sum a faulty figure changes, as they should be."""
    ids = {cell.id for cell in cells}
    lines: list[AmountLine] = []
    for draft in drafts:
        claim = next((c for c in matter.claims if draft.unsettles and draft.unsettles[0].startswith(f"{c.id}/")), None)
        if claim is None or draft.expected is None or draft.code != "amount_mismatch":
            continue
        lines.append(
            AmountLine(
                name=f"{claim.title}（更正后）",
                value_fen=int(draft.expected.replace(".", "")),
                formula=draft.detail,
                basis="as_supported",
                source_cells=tuple(cell for cell in draft.unsettles if cell in ids),
                evidence=draft.quotes[:4],
            )
        )
    return lines


def amount_lines(matter: Matter, pack: Pack, cells: list[Cell], drafts: Sequence[Draft] = ()) -> list[AmountLine]:
    """List every figure with its formula and the places of its inputs; ``drafts`` are the errors found."""
    lines = _pleaded(matter, cells)
    by_cause = {"minjian_jiedai": _loan, "maimai": _sale}
    if pack.id in by_cause:
        lines += by_cause[pack.id](matter, cells)
    else:
        lines += _told_sums(matter, pack, cells) + _paid(matter, pack, cells)
    return lines + _corrected(matter, cells, drafts)
