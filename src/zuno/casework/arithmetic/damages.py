"""Liquidated damages against the loss, and what an overdue price costs where none were agreed.

Says whether the agreed sum lies above 130 % of the loss; never reduces it, for
that is for the court on the request of a party. Does not know the loss.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

from zuno.casework import lpr
from zuno.casework.arithmetic.interest import Payment, Rate, Terms, agreed_interest, at_market_rate
from zuno.casework.arithmetic.reckoning import NO_RULE, Reckoning, decimal_of, fen_of, half_up, needed, number, yuan

_ADJUST = "民法典#585|过分高于造成的损失"
_THIRTY = "合同编通则#65|超过造成损失的百分之三十"
_PROOF = "合同编通则#64|应当承担举证责任"
_PRICE = "买卖解释#18|加计30—50%计算逾期付款损失"
_UPLIFTS = (Decimal(30), Decimal(50))


def liquidated_damages(agreed_fen: int | None, loss_fen: int | None = None) -> Reckoning:
    """Compare agreed damages with the loss.

    Args:
        agreed_fen: What the clause gives in this case, in fen; see `agreed_by_rate` for a clause with a rate.
        loss_fen: The loss by art. 584, in fen; None where nobody has proved it.

    Returns:
        How far the agreed sum lies above 130 % of the loss, in fen, 0 where it does not; 待填 without the loss.

    Raises:
        MissingInput: The agreed sum is lacking.
        WrongInput: A sum is negative.

    Source: 民法典 art. 585; 合同编通则解释 art. 64, 65.
    """
    agreed = fen_of("约定违约金", agreed_fen)
    inputs = [("约定违约金", f"{yuan(agreed)}元")]
    norms = (_ADJUST, _THIRTY, _PROOF)
    warnings = [
        "超过损失30%是一般可以认定过高的参考，不自动调到130%；恶意违约一般不减",
        "过高由违约方举证，主张合理的一方也应提供证据；是否调减由法院依当事人请求裁量",
    ]
    if loss_fen is None:
        return Reckoning(
            name="约定违约金超出损失130%的部分",
            value=None,
            unit="fen",
            formula=f"{yuan(agreed)}元－损失×130%",
            inputs=tuple(inputs),
            norms=norms,
            warnings=tuple(warnings),
            to_fill="实际损失（民法典584口径）",
        )
    loss = fen_of("实际损失", loss_fen)
    line = half_up(Fraction(13 * loss, 10))
    over = max(0, agreed - line) if 10 * agreed > 13 * loss else 0
    if agreed < loss:
        warnings.append(f"约定低于损失{yuan(loss - agreed)}元，可请求增加（民法典585条2款）")
    told = "超过，一般可以认定过高" if 10 * agreed > 13 * loss else "未超过"
    return Reckoning(
        name="约定违约金超出损失130%的部分",
        value=over,
        unit="fen",
        formula=f"损失{yuan(loss)}元×130%＝{yuan(line)}元；约定{yuan(agreed)}元{told}",
        inputs=(*inputs, ("实际损失", f"{yuan(loss)}元")),
        parts=(Reckoning(name="损失的130%", value=line, unit="fen", formula=f"{yuan(loss)}元×130%"),),
        norms=norms,
        warnings=tuple(warnings),
    )


def agreed_by_rate(
    base_fen: int | None,
    start: date | None,
    end: date | None,
    rate: Rate | None,
    *,
    payments: tuple[Payment, ...] = (),
    terms: Terms | None = None,
) -> Reckoning:
    """Damages of a clause such as 0.05 % of the price a day, over a span.

    Raises:
        MissingInput: An input is lacking.
        WrongInput: An input cannot be right.
    """
    return agreed_interest(base_fen, start, end, rate, payments=payments, private_loan=False, terms=terms)


def overdue_price(
    price_fen: int | None,
    breach: date | None,
    end: date | None,
    *,
    uplift_percent: Decimal | None = None,
    payments: tuple[Payment, ...] = (),
    terms: Terms | None = None,
) -> Reckoning:
    """Loss by a price paid late where no damages were agreed: the LPR of the day of breach plus 30 to 50 percent.

    Args:
        price_fen: The price overdue.
        breach: First day of the default; its LPR holds throughout. Before 2019-08-20 the benchmark rate does.
        end: Last day.
        uplift_percent: What is added to the rate, 30 to 50; None gives both ends of the range, the figure 待填.
        payments: Payments within the span.
        terms: Conventions.

    Raises:
        MissingInput: An input is lacking.
        WrongInput: The uplift lies outside the range, or another input cannot be right.

    Source: 买卖合同解释 art. 18 para. 4.
    """
    begun = needed("违约日", breach, "LPR按违约行为发生时取")
    if uplift_percent is None:
        ends = tuple(_overdue(price_fen, begun, end, uplift, payments, terms) for uplift in _UPLIFTS)
        return Reckoning(
            name="逾期付款损失",
            value=None,
            unit="fen",
            formula="；".join(part.name + "：" + part.formula for part in ends),
            inputs=ends[0].inputs,
            parts=ends,
            norms=(_PRICE,),
            rows=ends[0].rows,
            warnings=ends[0].warnings,
            to_fill="加计幅度（30%—50%，由当事人主张、法院裁量）",
        )
    decimal_of("加计幅度（%）", uplift_percent, least=30, most=50)
    return _overdue(price_fen, begun, end, uplift_percent, payments, terms)


def _overdue(
    price_fen: int | None,
    breach: date,
    end: date | None,
    uplift: Decimal,
    payments: tuple[Payment, ...],
    terms: Terms | None,
) -> Reckoning:
    warnings = ["按违约行为发生时的利率，其后LPR变动不影响本次计算"]
    if breach < lpr.FIRST:
        warnings.append(f"2019-08-19以前参照逾期罚息利率标准；罚息上浮幅度出自监管文件，未核，{NO_RULE}")
    return at_market_rate(
        f"逾期付款损失（加计{number(uplift)}%）",
        price_fen,
        breach,
        end,
        basis="fixed",
        times=1 + uplift / 100,
        payments=payments,
        terms=terms,
        norms=[_PRICE],
        warnings=warnings,
    )
