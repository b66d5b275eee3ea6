"""Told facts that contradict each other: the complaint's day or sum against the papers that tell the same thing.

A rule here must stay silent wherever two values may be of two things: several
instalments, an amended term, a paper of another event. So a value counts as
wrong only where the papers know the fact, none of them has the value, and one
value of theirs is left to be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import combinations

from zuno.casework import told
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.findings.drafts import Draft, plain
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, Told
from zuno.casework.records import Claim, Quote
from zuno.casework.told import Telling

_CODES = {"date": "date_conflict", "money": "amount_mismatch"}
_FARTHEST_DAYS = 400
"""Beyond it, two days are taken to be of two events."""
_WIDEST_RATIO = 3
_ROUNDING_FEN = 100
_SEVERAL = re.compile(
    r"第[一二三四五六七八九十\d]+[次批期笔年季个]|另|又|再次?|分别|先后|此外|补充|续|调整|变更|上[调涨]|下调|增加|改为|起调|涨|降|原[来先定]|现[改为]|之后|次月|首"
)
"""Words with which a complaint tells one sort of thing several times or with a change."""


def contradictions(matter: Matter, pack: Pack, *facts: str) -> list[Draft]:
    """Ask the told facts of the pack, all or those of a kind (``date``, ``money``); at most one finding for each."""
    found: list[Draft] = []
    for entry in pack.told:
        if facts and entry.fact not in facts:
            continue
        pleaded, papers = told.pleaded(matter, entry), told.in_papers(matter, entry)
        draft = (
            _against_papers(matter, pack, entry, pleaded, papers)
            or _told_twice(matter, entry, pleaded, papers)
            or _among_papers(matter, entry, papers)
        )
        if draft is not None and not any(_same_error(draft, other) for other in found):
            found.append(draft)
    return found


def _same_error(one: Draft, other: Draft) -> bool:
    """One slip is one error, although two entries of a pack may see it: the same place of the complaint."""
    first, second = one.quotes[0], other.quotes[0]
    return one.code == other.code and one.expected == other.expected and first == second


def _against_papers(
    matter: Matter, pack: Pack, entry: Told, pleaded: list[Telling], papers: list[Telling]
) -> Draft | None:
    """A value of the complaint that no paper has, where the papers have one other that is meant."""
    known = _values(papers)
    wrong: list[tuple[Telling, list[Telling]]] = []
    for telling in pleaded:
        if any(_same(telling.value, value) for value in known) or _NET.search(_sentence(telling)):
            continue
        if any(other.value == telling.value for other, _right in wrong):
            continue
        right = _meant(telling, pleaded, _clear(_comparable(telling, papers)))
        if right and _is_net(matter, telling.value, right[0].value):
            continue
        if right and not told.stands_in(matter, entry, telling.value, besides=right[0].source):
            wrong.append((telling, right))
    if len(wrong) != 1:
        return None
    telling, right = wrong[0]
    return _draft(matter, pack, entry, telling, right)


_NET = re.compile(r"扣除|扣减|垫付|报销|自付|自费|抵扣|比例|按\d+%")
"""Words with which a complaint says that a sum is what is left of another."""
_MOST_ADDED = 6


def _is_net(matter: Matter, pleaded: date | int, right: date | int) -> bool:
    """Whether what two sums differ by is a sum of its own in the complaint: one is the other less that."""
    if isinstance(pleaded, date) or isinstance(right, date) or matter.complaint is None:
        return False
    return any(fact.fen == abs(pleaded - right) for fact in matter.complaint.source.money)


def _values(papers: list[Telling]) -> set[date | int]:
    """The values that the papers tell, and the sums of the figures of several papers (two bills)."""
    values = {telling.value for telling in papers}
    sums = [value for value in values if isinstance(value, int)][:_MOST_ADDED]
    several = (some for size in range(2, len(sums) + 1) for some in combinations(sums, size))
    return values | {sum(some) for some in several}


def _comparable(telling: Telling, papers: list[Telling]) -> list[Telling]:
    """The papers' tellings that may be of the same thing: an average is held against averages, where there are some."""
    means = [other for other in papers if other.formula]
    if means and "均" in telling.words + _sentence(telling):
        return means
    return [other for other in papers if not other.formula]


def _same(one: date | int, other: date | int) -> bool:
    """Whether two values are one, sums of money but for what rounding does."""
    if isinstance(one, int) and isinstance(other, int):
        return abs(one - other) <= _ROUNDING_FEN
    return one == other


def _clear(papers: list[Telling]) -> list[Telling]:
    """The tellings of papers that give the fact one value each; a paper with several tells of several things."""
    of_file: dict[str, set[date | int]] = {}
    for telling in papers:
        of_file.setdefault(telling.source.file, set()).add(telling.value)
    return [telling for telling in papers if len(of_file[telling.source.file]) == 1]


def _meant(telling: Telling, pleaded: list[Telling], clear: list[Telling]) -> list[Telling]:
    """The papers' tellings of the one value that this value of the complaint stands for; empty where it is not plain.

    With one value on each side they are of one thing if they are near each
    other. With several, only a slip of the pen ties two of them together, and
    where the complaint has the right value too, the same words told elsewhere.
    """
    told_values = {other.value for other in pleaded}
    values = {other.value for other in clear}
    if len(told_values) == 1 and len(values) == 1 and not telling.asked:
        chosen = [value for value in values if _near(telling.value, value)]
    else:
        chosen = [value for value in values if _slip(telling.value, value)]
        if len(told_values) > 1 and _SEVERAL.search(_sentence(telling)):
            return []
    if len(chosen) != 1:
        return []
    again = [other for other in pleaded if other.value == chosen[0]]
    if again and not any(_of_one_thing(telling, other) for other in again):
        return []
    return [other for other in clear if other.value == chosen[0]]


def _of_one_thing(one: Telling, other: Telling) -> bool:
    """Whether two places of the complaint tell the same thing: in the same words, not in one breath."""
    alike = one.words == other.words or one.words in other.words or other.words in one.words
    return alike and _sentence(one) != _sentence(other)


def _sentence(telling: Telling) -> str:
    start, end = telling.source.sentence_at(telling.start)
    return telling.source.text[start:end]


def _near(one: date | int, other: date | int) -> bool:
    if isinstance(one, date) and isinstance(other, date):
        return abs((one - other).days) <= _FARTHEST_DAYS
    if isinstance(one, int) and isinstance(other, int):
        low, high = sorted((one, other))
        return low > 0 and (high <= _WIDEST_RATIO * low or high == 10 * low)
    return False


def _slip(one: date | int, other: date | int) -> bool:
    """Whether two values differ as a slip of the pen makes them differ.

    One part of a day, or one digit, two digits turned round, or a nought too many of a sum.
    """
    if isinstance(one, date) and isinstance(other, date):
        parts = zip(one.timetuple()[:3], other.timetuple()[:3], strict=True)
        return sum(a != b for a, b in parts) == 1 and abs((one - other).days) <= _FARTHEST_DAYS
    if not isinstance(one, int) or not isinstance(other, int):
        return False
    first, second = str(one), str(other)
    if len(first) != len(second):
        low, high = sorted((one, other))
        return high == 10 * low
    places = [at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    turned = len(places) == 2 and sorted(first) == sorted(second) and places[1] - places[0] == 1
    return len(places) == 1 or turned


def _draft(matter: Matter, pack: Pack, entry: Told, telling: Telling, right: list[Telling]) -> Draft:
    titles = "、".join(dict.fromkeys(f"《{other.source.title}》" for other in right[:3]))
    formula = f"（{right[0].formula}）" if right[0].formula else ""
    detail = f"起诉状称{entry.name}为{_said(telling.value)}，{titles}为{_said(right[0].value)}{formula}"
    expected = _plain(right[0].value)
    asked = _claims_that_use(matter, pack, entry, telling.value)
    if asked:
        corrected = [_corrected(claim, telling.value, right[0].value) for claim in asked]
        if len(asked) == 1 and corrected[0] is not None:
            expected = plain(corrected[0])
            detail += f"，{asked[0].title}按此应为{yuan(corrected[0])}元，请求{yuan(asked[0].amount_fen or 0)}元"
    return Draft(
        code=_CODES[entry.fact],
        detail=detail,
        quotes=(_place(telling), *(_place(other) for other in right)),
        expected=expected,
        elements=entry.elements,
        unsettles=tuple(f"{claim.id}/{element}" for claim in asked for element in _sum_elements(pack, entry, claim)),
    )


def _said(value: date | int) -> str:
    return str(value) if isinstance(value, date) else f"{yuan(value)}元"


def _plain(value: date | int) -> str:
    return str(value) if isinstance(value, date) else plain(value)


def _place(telling: Telling) -> Quote:
    source = telling.source
    if source.document.format in ("xlsx", "csv"):
        return source.quote_cell(telling.start, telling.end)
    start, end = source.sentence_at(telling.start)
    if telling.start - start > 40:  # the words beside the value, not the beginning of a long sentence
        start = max(start, telling.start - 30)
    return source.quote(start, max(end, telling.end))


# --- the sum that rests on a figure -----------------------------------------------------------------------------

_MOST_TIMES = 60


def _claims_that_use(matter: Matter, pack: Pack, entry: Told, value: date | int) -> list[Claim]:
    """The heads whose sum is reckoned from a figure: it stands in the head, or the sum is a multiple of it."""
    if isinstance(value, date):
        return []
    return [
        claim
        for claim in matter.claims
        if _sum_elements(pack, entry, claim) and (_stands_in_head(matter, claim, value) or _times(claim, value))
    ]


def _stands_in_head(matter: Matter, claim: Claim, value: int) -> bool:
    if claim.quote is None:
        return False
    source, start = matter.source(claim.quote.file), claim.quote.start
    return any(fact.fen == value for fact in source.money if start <= fact.start < start + len(claim.text))


def _times(claim: Claim, value: int) -> int | None:
    """How many times a figure goes into the sum of a head; None where it does not."""
    times, rest = divmod(claim.amount_fen or 0, value) if value else (0, 1)
    return times if rest == 0 and 1 <= times <= _MOST_TIMES else None


def _corrected(claim: Claim, value: date | int, right: date | int) -> int | None:
    if isinstance(value, date) or isinstance(right, date):
        return None
    times = _times(claim, value)
    return times * right if times else None


def _sum_elements(pack: Pack, entry: Told, claim: Claim) -> tuple[str, ...]:
    """The elements of a head that a wrong figure leaves open: those of the told fact that state how much is owed."""
    own = {element.id for element in pack.claim(claim.pack_claim).elements}
    named = tuple(element for element in entry.elements if element in own)
    sums = tuple(element for element in named if element in pack.of_the_sum())
    return sums or tuple(element for element in named if pack.states_how_much(element))


# --- the complaint against itself, the papers against each other ------------------------------------------------


def _told_twice(matter: Matter, entry: Told, pleaded: list[Telling], papers: list[Telling]) -> Draft | None:
    """The complaint tells one thing twice, once with a slip; the papers, where they know it, say which is right."""
    values = dict.fromkeys(telling.value for telling in pleaded)
    if len(values) != 2:
        return None
    one, other = (next(telling for telling in pleaded if telling.value == value) for value in values)
    known = {telling.value for telling in papers}
    if not _slip(one.value, other.value) or {one.value, other.value} <= known or not _of_one_thing(one, other):
        return None
    if any(_SEVERAL.search(_sentence(telling)) for telling in (one, other)):
        return None
    right = next((telling for telling in (one, other) if telling.value in known), None)
    wrong = other if right is one else one
    beside = [telling for telling in papers if right is not None and telling.value == right.value]
    if any(told.stands_in(matter, entry, wrong.value, besides=telling.source) for telling in beside[:1]):
        return None
    return Draft(
        code=_CODES[entry.fact],
        detail=f"起诉状就{entry.name}前后不一：{_said(one.value)}与{_said(other.value)}",
        quotes=(_place(wrong), _place(other if wrong is one else one), *(_place(telling) for telling in beside)),
        expected=_plain(right.value) if right else None,
        elements=entry.elements,
    )


def _among_papers(matter: Matter, entry: Told, papers: list[Telling]) -> Draft | None:
    """Two papers that bind or are neutral give one day of one event in two ways that differ by a slip of the pen."""
    if entry.fact != "date" or entry.words is None:
        return None
    strong = [telling for telling in _clear(papers) if told.weight(matter, telling.source) >= 5]
    for one, other in _pairs(strong):
        if one.source.kind != other.source.kind and one.value != other.value and _slip(one.value, other.value):
            return Draft(
                code="date_conflict",
                detail=f"{entry.name}：《{one.source.title}》为{one.value}，《{other.source.title}》为{other.value}",
                quotes=(_place(other), _place(one)),
                expected=str(one.value),
                elements=entry.elements,
            )
    return None


def _pairs(tellings: list[Telling]) -> Iterator[tuple[Telling, Telling]]:
    for at, one in enumerate(tellings):
        for other in tellings[at + 1 :]:
            yield one, other
