"""What a payment that does not cover everything pays: within one debt, and between several.

Money is conserved to the fen. Does not know whether the parties agreed another
order; an agreed order is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Literal

from zuno.casework.arithmetic.reckoning import (
    NO_RULE,
    Reckoning,
    WrongInput,
    decimal_of,
    fen_of,
    needed,
    number,
    unique,
    yuan,
)

Head = Literal["fees", "interest", "principal"]
STATUTORY: tuple[Head, ...] = ("fees", "interest", "principal")

_WORD: dict[Head, str] = {"fees": "费用", "interest": "利息", "principal": "本金"}
_WITHIN = "民法典#561|其给付不足以清偿全部债务的"
_BETWEEN = ("民法典#560|由债务人在清偿时指定其履行的债务", "民法典#560|应当优先履行已经到期的债务")


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """One of several debts of the same kind to the same creditor."""

    name: str
    principal_fen: int
    due: date | None
    """Day it fell or falls due; between several debts it must be known."""
    fees_fen: int = 0
    interest_fen: int = 0
    secured_fen: int = 0
    """How much of it security covers; the less, the earlier it is paid."""
    burden_percent: Decimal = Decimal(0)
    """Its yearly rate, by which the burden on the debtor is compared."""

    @property
    def fen(self) -> int:
        """All that is owed under it."""
        return self.fees_fen + self.interest_fen + self.principal_fen


def allocate(
    payment_fen: int | None,
    *,
    principal_fen: int | None,
    interest_fen: int | None,
    fees_fen: int = 0,
    order: tuple[Head, ...] = STATUTORY,
) -> Reckoning:
    """Set one payment against the fees, the interest and the principal of one debt.

    Returns:
        The principal that is left, in fen; the parts hold what each head receives and any surplus.

    Raises:
        MissingInput: A sum is lacking; give 0 where there is none.
        WrongInput: A sum is negative, or the agreed order does not name each head once.

    Source: 民法典 art. 561.
    """
    if sorted(order) != sorted(STATUTORY):
        raise WrongInput(
            "抵充顺序须各列一次费用、利息、本金", where="抵充顺序", next_step="例如 fees,interest,principal"
        )
    paid = fen_of("付款", payment_fen)
    owed: dict[Head, int] = {
        "fees": fen_of("费用", fees_fen),
        "interest": fen_of("利息", interest_fen),
        "principal": fen_of("本金", principal_fen),
    }
    left, parts = paid, list[Reckoning]()
    for head in order:
        received = min(left, owed[head])
        left -= received
        parts.append(
            Reckoning(
                name=f"抵{_WORD[head]}",
                value=received,
                unit="fen",
                formula=f"欠{yuan(owed[head])}元，抵{yuan(received)}元，余{yuan(owed[head] - received)}元",
            )
        )
        owed[head] -= received
    parts += [
        Reckoning(name=f"余{_WORD[head]}", value=owed[head], unit="fen", formula="抵充后余额") for head in STATUTORY
    ]
    parts.append(Reckoning(name="超付", value=left, unit="fen", formula="付款减去各项抵充"))
    said = "→".join(_WORD[head] for head in order)
    return Reckoning(
        name="抵充后剩余本金",
        value=owed["principal"],
        unit="fen",
        formula=f"付款{yuan(paid)}元按{said}抵充："
        + "；".join(f"{part.name} {yuan(part.value)}元" for part in parts[:3] if isinstance(part.value, int)),
        inputs=(
            ("付款", f"{yuan(paid)}元"),
            ("费用", f"{yuan(fees_fen)}元"),
            ("利息", f"{yuan(fen_of('利息', interest_fen))}元"),
            ("本金", f"{yuan(fen_of('本金', principal_fen))}元"),
            ("顺序", said),
        ),
        parts=tuple(parts),
        norms=(_WITHIN,),
        warnings=("顺序按当事人另有约定，须有约定的证据",) if order != STATUTORY else (),
    )


def allocate_between(
    payment_fen: int | None, debts: tuple[Debt, ...], *, on: date | None, designated: tuple[str, ...] = ()
) -> Reckoning:
    """Set one payment against several debts: as the debtor designated, else in the order of the law.

    Args:
        payment_fen: What was paid.
        debts: The debts, each with its due day.
        on: Day of the payment; it tells which debts were due.
        designated: Names of the debts that the debtor designated when paying, in order.

    Returns:
        The surplus in fen (0 where the payment is used up), with a part for each debt that holds what it receives.

    Raises:
        MissingInput: Payment, its day or a due day is lacking.
        WrongInput: A sum is negative, a name occurs twice or is unknown.

    Source: 民法典 art. 560, 561.
    """
    left, day = fen_of("付款", payment_fen), needed("付款日", on, "须知道付款时哪些债务已到期")
    _check(debts, designated)
    received = {debt.name: 0 for debt in debts}
    steps: list[str] = []
    for rank, why in _ranks(debts, day, designated):
        if left == 0:
            break
        share = _share(left, rank)
        for debt, fen in zip(rank, share, strict=True):
            received[debt.name] += fen
        left -= sum(share)
        steps.append(f"{'、'.join(debt.name for debt in rank)}（{why}）抵{yuan(sum(share))}元")
    parts = tuple(_within(debt, received[debt.name]) for debt in debts)
    early = [debt for debt in debts if debt.due and debt.due > day and received[debt.name]]
    warnings = ["担保多少按担保金额比较，负担轻重按年利率比较；另有违约金等差别的须人工核"]
    if len(early) > 1:
        warnings.append(f"数项未到期债务之间的先后{NO_RULE}，本次按到期先后")
    return Reckoning(
        name="多笔债务抵充后超付",
        value=left,
        unit="fen",
        formula="；".join(steps) or "没有付款",
        inputs=(("付款", f"{yuan(sum(received.values()) + left)}元"), ("付款日", str(day))),
        parts=parts,
        norms=(*_BETWEEN, _WITHIN),
        warnings=tuple(warnings),
    )


def _check(debts: tuple[Debt, ...], designated: tuple[str, ...]) -> None:
    names = [debt.name for debt in debts]
    if not debts or len(set(names)) < len(names):
        raise WrongInput("各笔债务须有不同的名称，至少一笔", where="债务", next_step="逐笔命名")
    if unknown := [name for name in designated if name not in names]:
        raise WrongInput(f"指定的债务不在列：{'、'.join(unknown)}", where="指定", next_step="与债务名称一致")
    for debt in debts:
        needed(f"{debt.name}的到期日", debt.due, "抵充先看是否到期")
        for word, fen in (
            ("本金", debt.principal_fen),
            ("利息", debt.interest_fen),
            ("费用", debt.fees_fen),
            ("担保额", debt.secured_fen),
        ):
            fen_of(f"{debt.name}的{word}", fen)
        decimal_of(f"{debt.name}的利率", debt.burden_percent)


def _ranks(debts: tuple[Debt, ...], day: date, designated: tuple[str, ...]) -> list[tuple[list[Debt], str]]:
    """Group the debts into ranks that are paid one after the other; members of a rank share pro rata."""
    named = {debt.name: debt for debt in debts}
    ranks = [([named[name]], "债务人指定") for name in unique(designated)]
    rest = [debt for debt in debts if debt.name not in designated]
    due = [debt for debt in rest if debt.due and debt.due <= day]

    def standing(debt: Debt) -> tuple[int, Decimal, date]:
        return min(debt.secured_fen, debt.fen), -debt.burden_percent, debt.due or day

    for value in sorted({standing(debt) for debt in due}):
        members = [debt for debt in due if standing(debt) == value]
        ranks.append((members, _why(members[0], "已到期")))
    later = [debt for debt in rest if debt not in due]
    for value in sorted({debt.due or day for debt in later}):
        members = [debt for debt in later if debt.due == value]
        ranks.append((members, _why(members[0], "未到期")))
    return ranks


def _why(debt: Debt, word: str) -> str:
    if word == "未到期":
        return f"未到期，{debt.due}到期"
    secured = f"担保{yuan(debt.secured_fen)}元" if debt.secured_fen else "无担保"
    return f"已到期，{secured}，年利率{number(debt.burden_percent)}%，{debt.due}到期"


def _share(left: int, rank: list[Debt]) -> list[int]:
    """Share a sum among debts in proportion to them, to the fen: the largest remainders get the odd fen."""
    owed = sum(debt.fen for debt in rank)
    if left >= owed:
        return [debt.fen for debt in rank]
    floors = [left * debt.fen // owed for debt in rank]
    by_rest = sorted(range(len(rank)), key=lambda at: (-(left * rank[at].fen % owed), at))
    for at in by_rest[: left - sum(floors)]:
        floors[at] += 1
    return floors


def _within(debt: Debt, fen: int) -> Reckoning:
    told = allocate(fen, principal_fen=debt.principal_fen, interest_fen=debt.interest_fen, fees_fen=debt.fees_fen)
    return replace(told, name=debt.name, value=fen, formula=f"{debt.name}：{told.formula}")
