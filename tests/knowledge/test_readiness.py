"""Readiness: the same material may do for a search and not for a sum."""

from __future__ import annotations

from zuno.knowledge.readiness import decide
from zuno.knowledge.records import Document, Doubt, Page

TEXT = "今借到人民币30000元整，立据为凭。借款人：孟立川"


def paper(*doubted: tuple[str, str], state: str = "ready", unread: tuple[int, ...] = ()) -> Document:
    return Document(
        file="借条.jpg",
        sha256="0" * 64,
        size_bytes=1,
        format="image",
        state=state,  # type: ignore[arg-type]
        reason=None if state == "ready" else "needs_ocr",
        text=TEXT,
        pages=(Page(number=1, start=0, end=len(TEXT)),),
        unread_pages=unread,
        doubts=tuple(
            Doubt(start=TEXT.index(words), end=TEXT.index(words) + len(words), flag=flag) for words, flag in doubted
        ),
    )


def test_an_amount_with_an_unclear_figure_stops_the_calculation_and_not_the_search() -> None:
    document = paper(("3", "ocr_low_char"))
    assert decide("full_text_search", [document]).ready
    decision = decide("amount_calculation", [document])
    assert not decision.ready
    (point,) = decision.open
    assert (point.flag, point.page) == ("ocr_low_char", 1)
    assert "30000" in TEXT[point.start : point.end]


def test_an_unclear_name_does_not_stop_the_calculation() -> None:
    assert decide("amount_calculation", [paper(("孟立川", "ocr_low_char"))]).ready


def test_an_unread_page_stops_the_calculation() -> None:
    decision = decide("amount_calculation", [paper(state="partial", unread=(2,))])
    assert [(point.page, point.flag) for point in decision.open] == [(2, "needs_ocr")]


def test_words_under_a_seal_wait_for_a_person_before_seals_are_compared() -> None:
    document = paper(("孟立川", "stamp_overlap"))
    assert decide("amount_calculation", [document]).ready
    assert [point.flag for point in decide("seal_comparison", [document]).open] == ["stamp_overlap"]


def test_nothing_read_is_nothing_to_search() -> None:
    assert not decide("full_text_search", []).ready
