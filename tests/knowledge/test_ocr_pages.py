"""One page put together from what was found on it; the finding itself is played by a stand-in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import cv2
import numpy as np
import pytest
from PIL import Image

from zuno.knowledge.ocr.engine import Found, Piece, Pixels, Recogniser, with_lost_blanks
from zuno.knowledge.ocr.pages import read_boxes, read_page
from zuno.knowledge.ocr.raster import Raster
from zuno.knowledge.ocr.readings import PageReading


class Eyes:
    """Finds on any picture what it was told; reads a crop as its width and height."""

    def __init__(self, *found: tuple[str, float, float]) -> None:
        self._found = found

    def read(self, _picture: Pixels) -> Found:
        return Found(pieces=[_piece(*one) for one in self._found], turned=0, vertical=False)

    def read_crop(self, crop: Pixels) -> tuple[str, list[float], list[float]]:
        height, width = crop.shape[:2]
        return ("wide" if width > height else "tall"), [1.0] * 4, [0.2, 0.4, 0.6, 0.8]


def _piece(text: str, left: float, top: float) -> Piece:
    """A line 20 high, 10 a sign."""
    right, bottom = left + 10 * len(text), top + 20
    spots = np.array([[left + 10 * at, top, left + 10 * at + 10, bottom] for at in range(len(text))])
    return Piece(
        text=text,
        quad=np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64),
        spots=spots,
        scores=[0.99] * len(text),
    )


def _read(picture: np.ndarray, *found: tuple[str, float, float]) -> PageReading:
    image = Image.fromarray(picture)
    return read_page(cast("Recogniser", Eyes(*found)), Raster(image=image, width=image.width, height=image.height))


def _paper() -> np.ndarray:
    return np.full((600, 800, 3), 250, np.uint8)


def test_a_sum_below_an_empty_cell_stands_under_its_own_heading_in_the_text() -> None:
    heading = [("日期", 0.0, 0.0), ("收入", 200.0, 0.0), ("支出", 400.0, 0.0), ("余额", 600.0, 0.0)]
    row = [("2024-03-01", 0.0, 40.0), ("30,000.00", 400.0, 40.0), ("52,310.66", 600.0, 40.0)]
    reading = _read(_paper(), *heading, *row)
    assert reading.text == "日期\t收入\t支出\t余额\n2024-03-01\t\t30,000.00\t52,310.66"
    assert all(line.end - line.start == len(line.boxes) == len(line.scores) for line in reading.lines)


def test_a_sum_between_two_columns_is_doubted_where_it_stands() -> None:
    heading = [("日期", 0.0, 0.0), ("收入", 200.0, 0.0), ("支出", 400.0, 0.0), ("余额", 600.0, 0.0)]
    reading = _read(_paper(), *heading, ("2024-03-01", 0.0, 40.0), ("30.00", 285.0, 40.0), ("52,310.66", 600.0, 40.0))
    assert [(reading.text[doubt.start : doubt.end], doubt.flag) for doubt in reading.doubts] == [
        ("30.00", "order_uncertain")
    ]


def test_two_numbers_side_by_side_never_become_one() -> None:
    assert _read(_paper(), ("100.00", 0.0, 0.0), ("27.00", 62.0, 0.0)).text == "100.00 27.00"


@pytest.mark.parametrize("shown", ["photo", "code", "short line"])
def test_a_picture_that_shows_something_and_no_words_is_told(shown: str) -> None:
    picture = _paper()
    if shown == "photo":
        picture[:] = np.random.default_rng(1).integers(0, 255, (60, 80, 1)).repeat(10, 0).repeat(10, 1)
    elif shown == "code":
        picture[200:360, 200:360] = 255 * np.random.default_rng(2).integers(0, 2, (16, 16, 1)).repeat(10, 0).repeat(
            10, 1
        )
    else:
        cv2.putText(picture, "Paid", (300, 300), cv2.FONT_HERSHEY_SIMPLEX, 1, (30, 30, 30), 4)
    assert _read(picture).flags == ("ocr_no_text",)


def test_dust_and_the_dark_edge_of_a_scanner_are_a_blank_page() -> None:
    paper = _paper()
    paper[:, :12] = 60
    for at in range(20):
        paper[30 * at : 30 * at + 2, 40 * at : 40 * at + 2] = 90
    assert _read(paper).flags == ()


@pytest.mark.parametrize(("turned", "seen"), [(0, "tall"), (90, "wide"), (180, "tall"), (270, "wide")])
def test_a_place_on_a_page_that_lies_on_its_side_is_turned_before_it_is_read(turned: int, seen: str) -> None:
    image = Image.fromarray(_paper())
    raster = Raster(image=image, width=image.width, height=image.height)
    assert read_boxes(cast("Recogniser", Eyes()), raster, [[100, 100, 120, 300]], turned) == [seen]


@pytest.mark.parametrize(
    ("read", "text"),
    [
        ("2024-05-0618:22", "2024-05-06 18:22"),
        ("2024/05/0618:22:31", "2024/05/06 18:22:31"),
        ("邱景云（茶馆）2024-05-03 20:11:08", "邱景云（茶馆） 2024-05-03 20:11:08"),
        ("我2024年5月3日20:11", "我 2024年5月3日 20:11"),
        ("2024-05-0320:11:08我", "2024-05-03 20:11:08 我"),
        ("2024-05-03 20:11:08我", "2024-05-03 20:11:08 我"),
        ("导出时间：2026-02-26 21:10:05", "导出时间：2026-02-26 21:10:05"),
        ("于2024年5月3日前", "于2024年5月3日前"),
        ("1x68.0068.00", "1x68.00 68.00"),
        ("1,000.002,500.00", "1,000.00 2,500.00"),
        ("30.000.00", "30.000.00"),
        ("2024-05-06", "2024-05-06"),
        ("13900000000", "13900000000"),
    ],
)
def test_a_lost_blank_comes_back_where_a_stamp_or_two_numbers_ran_together(read: str, text: str) -> None:
    scores, centres = [0.5] * len(read), [at / len(read) for at in range(len(read))]
    found: tuple[str, Sequence[Any], Sequence[Any]] = with_lost_blanks(read, scores, centres)
    assert found[0] == text
    assert len(found[0]) == len(found[1]) == len(found[2])
