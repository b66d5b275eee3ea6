"""The checks that a pack may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zuno.casework.checks.banking import (
    card_sums_reckoned,
    esign_reliable,
    loan_called,
    loan_sums_reckoned,
    security_registered,
)
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
from zuno.casework.checks.guarantee import (
    company_resolution,
    exercised_in_time,
    guarantee_manner,
    guarantee_scope,
    guarantor_paid,
    principal_debt_due,
)
from zuno.casework.checks.injury import (
    defendants_in_papers,
    grade_appraised,
    losses_papered,
    medical_costs_billed,
    operator_registered,
    policy_covers_day,
    treated_at_once,
    wages_transferred,
)
from zuno.casework.checks.labour import (
    contract_signed_late,
    dismissal_grounds,
    employer_on_record,
    overtime_on_record,
    single_severance,
    told_to_leave,
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
from zuno.casework.checks.shares import (
    buyer_registered,
    preemption_in_time,
    shares_balance,
    transferred_under_new_law,
)
from zuno.casework.checks.work import reward_balance
from zuno.casework.checks.works import (
    contract_with_employer,
    employer_owes,
    interest_from_filing,
    priority_in_time,
    priority_scope,
    retention_due,
    settlement_deemed_accepted,
    works_balance,
)
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
        told_to_leave,
        twice_severance,
        wage_differs,
        wages_acknowledged,
        grade_appraised,
        losses_papered,
        defendants_in_papers,
        policy_covers_day,
        medical_costs_billed,
        treated_at_once,
        operator_registered,
        wages_transferred,
        principal_debt_due,
        guarantee_manner,
        exercised_in_time,
        company_resolution,
        guarantee_scope,
        guarantor_paid,
        works_balance,
        settlement_deemed_accepted,
        interest_from_filing,
        contract_with_employer,
        priority_in_time,
        priority_scope,
        employer_owes,
        retention_due,
        esign_reliable,
        loan_called,
        loan_sums_reckoned,
        card_sums_reckoned,
        security_registered,
        shares_balance,
        buyer_registered,
        preemption_in_time,
        transferred_under_new_law,
    )
}
"""The checks a pack may name."""
