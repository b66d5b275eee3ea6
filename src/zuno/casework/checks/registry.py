"""The checks that a pack may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zuno.casework.checks.demands import (
    demand_answered,
    demand_arrived,
    demand_delivered,
    demanded,
    notice_delivered,
    term_passed,
)
from zuno.casework.checks.divorce import (
    assets_shown,
    bought_before_marriage,
    bought_in_marriage,
    income_of_the_other,
    lived_apart,
)
from zuno.casework.checks.labour import (
    contract_signed_late,
    dismissal_grounds,
    employer_on_record,
    overtime_on_record,
    single_severance,
    twice_severance,
    wage_differs,
    wages_acknowledged,
)
from zuno.casework.checks.loan import (
    formed_after_2020_08_20,
    lender_named,
    overdue_unpaid,
    principal_delivered,
    rate_within_cap,
    statutory_overdue_rate,
)
from zuno.casework.checks.outcome import Outcome
from zuno.casework.checks.periodic import fee_owed, rent_owed
from zuno.casework.checks.platform import account_tied, paid_in, service_refused, terms_prompted
from zuno.casework.checks.premises import kept_fit, lawful_premises
from zuno.casework.checks.property_service import (
    binds_owners,
    owner_named,
    penalty_agreed,
    service_ended,
    service_shown,
)
from zuno.casework.checks.sale import (
    late_payment_start,
    loss_papers,
    price_balance,
    quality_notified,
    respondent_is_buyer,
    statutory_late_payment,
)
from zuno.casework.checks.work import reward_balance
from zuno.casework.matter import Matter

CHECKS: Mapping[str, Callable[[Matter], Outcome]] = {
    check.__name__: check
    for check in (
        demand_answered,
        demand_delivered,
        notice_delivered,
        quality_notified,
        loss_papers,
        term_passed,
        demanded,
        demand_arrived,
        lender_named,
        principal_delivered,
        rate_within_cap,
        formed_after_2020_08_20,
        overdue_unpaid,
        statutory_overdue_rate,
        price_balance,
        respondent_is_buyer,
        statutory_late_payment,
        late_payment_start,
        rent_owed,
        fee_owed,
        lawful_premises,
        kept_fit,
        binds_owners,
        owner_named,
        service_shown,
        penalty_agreed,
        service_ended,
        account_tied,
        service_refused,
        terms_prompted,
        paid_in,
        reward_balance,
        assets_shown,
        bought_before_marriage,
        bought_in_marriage,
        income_of_the_other,
        lived_apart,
        contract_signed_late,
        dismissal_grounds,
        employer_on_record,
        overtime_on_record,
        single_severance,
        twice_severance,
        wage_differs,
        wages_acknowledged,
    )
}
"""The checks a pack may name."""
