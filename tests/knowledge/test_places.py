from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tiny_files import pdf as pdf_file

from zuno.knowledge import intake
from zuno.knowledge.places import Place, boxes, find_boxes
from zuno.knowledge.records import Box, Document, Line

MADE = Path(__file__).parents[3] / "shared" / "ingest" / "made"
LINES = ["借款合同", "甲方：张三 借款300000元"]


def read(data: bytes) -> Document:
    return intake.read_bytes("合同.pdf", data)[0]


def places(data: bytes, words: str) -> list[tuple[int, int, int, int, int]]:
    """Page, left, top, right, bottom in whole points; the font's own height leaves some play below the line."""
    document = read(data)
    start = document.text.index(words)
    return [rounded(place) for place in boxes(document, data, start, start + len(words))]


def rounded(place: Place) -> tuple[int, int, int, int, int]:
    page, box = place
    return page, round(box.left), round(box.top), round(box.right), round(box.bottom)


def test_a_word_has_its_place_on_its_page() -> None:
    data = pdf_file([LINES, LINES[1:]])
    document = read(data)
    assert [(page.width, page.height) for page in document.pages] == [(595, 842)] * 2
    [(page, left, top, right, bottom)] = places(data, "张三")
    assert (page, left, right) == (1, 86, 110)
    assert top <= 842 - 760 - 8 < 842 - 760 <= bottom <= top + 16
    last = document.text.rindex("张三")
    assert rounded(boxes(document, data, last, last + 2)[0])[0] == 2


def test_a_wrapped_paragraph_has_a_place_on_each_line() -> None:
    full = "一二三四五六七八九十" * 4
    data = pdf_file([[full, "接上行。"]])
    assert [(page, left, right) for page, left, _, right, _ in places(data, "九十接上")] == [(1, 506, 530), (1, 50, 74)]


def test_rare_names_shift_no_place() -> None:
    line = "甲𬭚乙𫖯丙123"
    data = pdf_file([[line]], to_unicode={char: char for char in line})
    assert [(left, right) for _, left, _, right, _ in places(data, "丙")] == [(98, 110)]
    assert [(left, right) for _, left, _, right, _ in places(data, "𫖯")] == [(86, 98)]


@pytest.mark.parametrize(
    ("rotate", "size", "turned", "sides"),
    [(0, (595, 842), 0, (86, 110)), (90, (842, 595), 270, (86, 110)), (180, (595, 842), 180, (485, 509))],
)
def test_places_are_those_of_the_page_as_it_is_seen(
    rotate: int, size: tuple[int, int], turned: int, sides: tuple[int, int]
) -> None:
    data = pdf_file([LINES], rotate=rotate)
    page = read(data).pages[0]
    assert ((page.width, page.height), page.turned) == (size, turned)
    [(_, left, top, right, bottom)] = places(data, "张三")
    assert ((top, bottom) if rotate == 90 else (left, right)) == sides


def test_a_page_turned_for_the_reader_has_upright_places() -> None:
    data = pdf_file([LINES], rotate=270, text_matrix="0 1 -1 0 {x} 50")
    assert read(data).pages[0].turned == 180
    upright = pdf_file([LINES], rotate=90, text_matrix="0 1 -1 0 {x} 50")
    assert read(upright).pages[0].turned == 0
    assert [(left, right) for _, left, _, right, _ in places(upright, "张三")] == [(86, 110)]


def test_text_of_another_file_has_no_place() -> None:
    document = read(pdf_file([LINES]))
    assert boxes(document, pdf_file([["别的合同", "乙方：李四"]]), 0, 4) == ()
    assert boxes(document, b"no pdf", 0, 4) == ()


def test_recognised_lines_tell_their_own_places() -> None:
    data = pdf_file([LINES])
    document = read(data)
    signs = tuple(Box(left=10.0 * at, top=5, right=10.0 * at + 9, bottom=15) for at in range(4))
    line = Line(start=0, end=4, box=Box(left=0, top=5, right=39, bottom=15), boxes=signs, scores=(1.0,) * 4)
    scanned = replace(document, pages=(replace(document.pages[0], layer="ocr", lines=(line,)),))
    assert find_boxes(scanned, data, [(1, 3), (6, 8)]) == [((1, Box(left=10, top=5, right=29, bottom=15)),), ()]


def test_text_without_pages_has_no_places() -> None:
    assert boxes(intake.read_bytes("a.txt", "甲方".encode())[0], b"", 0, 2) == ()


@pytest.mark.skipif(not MADE.exists(), reason="needs ../shared/ingest/made")
def test_the_made_line_of_rare_hanzi_keeps_the_places_after_them() -> None:
    data = (MADE / "nonbmp.pdf").read_bytes()
    document = read(data)
    assert document.text == "甲𬭚乙𫖯丙１２３"
    found = [boxes(document, data, at, at + 1)[0][1] for at in range(8)]
    assert [round((box.left - found[0].left) / 11) for box in found] == list(range(8))
