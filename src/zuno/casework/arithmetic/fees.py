"""What a court takes for hearing a case and for preserving property (data: ``tables/court_fees.yaml``).

Where the regulation gives a range that a province fills, the figure stays 待填
until the local standard is given. Does not know who bears the fee in the end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Literal

from zuno.casework import shipped
from zuno.casework.arithmetic.reckoning import (
    MissingInput,
    Reckoning,
    TableRow,
    WrongInput,
    fen_of,
    half_up,
    number,
    yuan,
)

Kind = Literal["property", "divorce", "personality", "other", "intellectual_property", "labour", "jurisdiction"]
KINDS: tuple[Kind, ...] = (
    "property",
    "divorce",
    "personality",
    "other",
    "intellectual_property",
    "labour",
    "jurisdiction",
)
Halving = Literal["simplified", "settled", "counterclaim"]
HALVINGS: tuple[Halving, ...] = ("simplified", "settled", "counterclaim")

_HALVED: dict[Halving, tuple[str, str]] = {
    "simplified": ("适用简易程序", "诉讼费用交纳办法#16|适用简易程序审理的案件减半交纳案件受理费"),
    "settled": ("调解结案或者撤诉", "诉讼费用交纳办法#15|以调解方式结案或者当事人申请撤诉的"),
    "counterclaim": ("反诉等合并审理", "诉讼费用交纳办法#18|分别减半交纳案件受理费"),
}
_NORMS = {
    "property": "诉讼费用交纳办法#13|超过2000万元的部分，按照0.5%交纳",
    "divorce": "诉讼费用交纳办法#13|离婚案件每件交纳50元至300元",
    "personality": "诉讼费用交纳办法#13|侵害姓名权、名称权、肖像权、名誉权、荣誉权以及其他人格权的案件",
    "other": "诉讼费用交纳办法#13|其他非财产案件每件交纳50元至100元",
    "intellectual_property": "诉讼费用交纳办法#13|没有争议金额或者价额的，每件交纳500元至1000元",
    "labour": "诉讼费用交纳办法#13|劳动争议案件每件交纳10元",
    "jurisdiction": "诉讼费用交纳办法#13|当事人提出案件管辖权异议，异议不成立的",
    "preservation": "诉讼费用交纳办法#14|申请保全措施的，根据实际保全的财产数额",
}
_NAMES: dict[Kind, str] = {
    "property": "财产案件",
    "divorce": "离婚案件",
    "personality": "人格权案件",
    "other": "其他非财产案件",
    "intellectual_property": "知识产权案件",
    "labour": "劳动争议案件",
    "jurisdiction": "管辖权异议不成立",
}


@cache
def _table() -> dict[str, Any]:
    return shipped.read("tables", "court_fees.yaml")


def _row(name: str, value: str) -> TableRow:
    table = _table()
    return TableRow(
        table=f"court_fees.{name}", since=table["since"], value=value, source=table["source"], verified=True
    )


def acceptance_fee(
    kind: Kind,
    sum_fen: int | None = None,
    *,
    local_fen: int | None = None,
    halved: tuple[Halving, ...] = (),
) -> Reckoning:
    """Reckon the fee for hearing a case at first instance, or of an appeal on the part appealed.

    Args:
        kind: Kind of case.
        sum_fen: The sum claimed; for a divorce the property to divide, for a personality right the damages.
        local_fen: The province's standard within the range, where the regulation gives a range.
        halved: Grounds of halving that are met; the fee is halved once.

    Returns:
        The fee in fen; 待填 where the local standard is not given.

    Raises:
        MissingInput: A case over property has no sum.
        WrongInput: The kind is unknown, a sum is negative, or the local standard lies outside the range.

    Source: 诉讼费用交纳办法 art. 13, 15, 16, 17, 18.
    """
    if kind not in KINDS or any(ground not in HALVINGS for ground in halved):
        raise WrongInput("案件种类或减半事由无法识别", where="种类", next_step=f"种类取：{'、'.join(KINDS)}")
    property_like = kind == "property" or (kind == "intellectual_property" and sum_fen is not None)
    if kind == "property" and sum_fen is None:
        raise MissingInput("缺少诉讼请求金额：财产案件按金额分段", where="金额", next_step="补上请求金额或价额")
    whole, formula, norms = (
        _by_sum("property", fen_of("金额", sum_fen)) if property_like else _by_range(kind, sum_fen, local_fen)
    )
    warnings, row = list[str](), _row("property" if property_like else kind, formula)
    if halved:
        words = "、".join(_HALVED[ground][0] for ground in halved)
        norms = (*norms, *(_HALVED[ground][1] for ground in halved))
        formula = f"（{formula}）÷2（{words}）"
        whole = None if whole is None else half_up(Fraction(whole, 2))
        if len(halved) > 1:
            warnings.append("数个减半事由并存，本次只减半一次；各地做法待核")
    return Reckoning(
        name=f"案件受理费（{_NAMES[kind]}）",
        value=whole,
        unit="fen",
        formula=formula + (f"＝{yuan(whole)}元" if whole is not None else ""),
        inputs=tuple(
            (name, f"{yuan(fen)}元") for name, fen in (("金额", sum_fen), ("当地标准", local_fen)) if fen is not None
        ),
        norms=norms,
        rows=(row,),
        warnings=tuple(warnings),
        to_fill="" if whole is not None else "省级规定的每件标准",
    )


def preservation_fee(sum_fen: int | None) -> Reckoning:
    """Reckon the fee for an application to preserve property, at most 5,000 yuan.

    Args:
        sum_fen: What is actually preserved, in fen; 0 where no property is concerned.

    Raises:
        MissingInput: The sum is lacking.
        WrongInput: It is negative.

    Source: 诉讼费用交纳办法 art. 14 (2).
    """
    asked = fen_of("保全金额", sum_fen)
    exact, formula, norms = _by_sum("preservation", asked)
    most = int(_table()["preservation"]["most"])
    fee = min(exact, most)
    capped = f"，超过上限按{yuan(most)}元" if exact > most else ""
    return Reckoning(
        name="保全申请费",
        value=fee,
        unit="fen",
        formula=f"{formula}＝{yuan(exact)}元{capped}",
        inputs=(("实际保全的财产数额", f"{yuan(asked)}元"),),
        norms=norms,
        rows=(_row("preservation", formula),),
        warnings=("按实际保全的财产数额，不按申请数额",),
    )


def _by_sum(name: str, sum_fen: int) -> tuple[int, str, tuple[str, ...]]:
    table = _table()[name]
    first = table["first"]
    extra, steps = _brackets(table["brackets"], sum_fen, int(first["upto"]))
    return int(first["fen"]) + extra, "＋".join([f"{yuan(int(first['fen']))}元", *steps]), (_NORMS[name],)


def _by_range(kind: Kind, sum_fen: int | None, local_fen: int | None) -> tuple[int | None, str, tuple[str, ...]]:
    table = _table()[kind]
    low, high = (int(fen) for fen in table["range"])
    asked = fen_of("金额", sum_fen or 0)
    extra, steps = _brackets(table.get("brackets", []), asked, 0)
    if local_fen is not None and not low <= fen_of("当地标准", local_fen) <= high:
        raise WrongInput(
            f"当地标准应在{yuan(low)}元至{yuan(high)}元之间", where="当地标准", next_step="查省级规定的每件标准"
        )
    each = low if low == high else local_fen
    base = f"每件{yuan(each)}元" if each is not None else f"每件{yuan(low)}元至{yuan(high)}元（当地标准待填）"
    return (None if each is None else each + extra), "＋".join([base, *steps]), (_NORMS[kind],)


def _brackets(brackets: list[list[Any]], sum_fen: int, begin: int) -> tuple[int, list[str]]:
    """Add up what each bracket takes of the part of the sum that lies in it."""
    exact, steps = Fraction(0), list[str]()
    for upto, per_mille in brackets:
        end = sum_fen if upto is None else min(sum_fen, int(upto))
        if end > begin and per_mille:
            exact += Fraction((end - begin) * int(per_mille), 1000)
            steps.append(f"（{yuan(end)}－{yuan(begin)}）×{number(Fraction(int(per_mille), 10))}%")
        begin = max(begin, end)
    return half_up(exact), steps
