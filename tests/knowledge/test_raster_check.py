from __future__ import annotations

from collections.abc import Sequence

import pytest
from tiny_files import pdf as pdf_file

from zuno.knowledge import intake
from zuno.knowledge.raster_check import Comparison, compare, disagrees
from zuno.knowledge.records import Box


class Eyes:
    """Reads every crop of a page as what it was told stands there."""

    def __init__(self, *seen: str) -> None:
        self.seen = list(seen)
        self.asked: list[tuple[int, Sequence[Box]]] = []

    def __call__(self, page: int, boxes: Sequence[Box]) -> Sequence[str]:
        self.asked.append((page, boxes))
        return [self.seen.pop(0) for _ in boxes]


def check(data: bytes, words: Sequence[str], eyes: Eyes) -> tuple[Comparison, list[str]]:
    document = intake.read_bytes("a.pdf", data)[0]
    spans = [(document.text.index(word), document.text.index(word) + len(word)) for word in words]
    result = compare(document, data, spans, eyes)
    return result, [document.text[doubt.start : doubt.end] for doubt in result.doubts]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("300,000.00元", "300000.00元"),
        ("300,000.00", "：300,000.00元整"),
        ("2024-03-05", "2024 03 05"),
        ("２０２４年", "2024年"),
        ("91310115MA1K0", "91310115MAlKO"),
        ("张三（身份证）", "张三(身份证"),
        ("二〇二四年一月一日", "二○二四年一月-日"),
        ("己方", "已方"),
    ],
)
def test_ways_of_writing_and_look_alikes_agree(written: str, shown: str) -> None:
    assert disagrees(written, shown) is False


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("300,000.00", "800,000.00"),
        ("300,000.00", "30,000.00"),
        ("30,000.00", "300,000.00"),
        ("2024-03-05", "2024-08-05"),
        ("张三丰", "李三丰"),
        ("壹拾万元", "柒拾万元"),
        ("不同意", "同意"),
    ],
)
def test_another_digit_or_hanzi_disagrees(written: str, shown: str) -> None:
    assert disagrees(written, shown) is True


@pytest.mark.parametrize(("written", "shown"), [("300,000.00", ""), ("300,000.00", "30"), ("，。", "，。")])
def test_what_was_hardly_read_says_nothing(written: str, shown: str) -> None:
    assert disagrees(written, shown) is None


def test_digits_of_the_neighbour_do_not_count() -> None:
    assert disagrees("2024-03-05", "2024-03-05 5", after=" 5,000") is False
    assert disagrees("2024-03-05", "2024-03-05 5", after=" 起") is True


def test_a_span_that_the_page_shows_otherwise_is_doubted() -> None:
    data = pdf_file([["No. 300000", "Date 2024-03-05"], ["5000"]])
    eyes = Eyes("800000", "2024-03-05", "5000")
    result, doubted = check(data, ["300000", "2024-03-05", "5000"], eyes)
    assert (doubted, result.unchecked) == (["300000"], ())
    assert result.doubts[0].flag == "map_disagrees_with_raster"
    assert [(page, len(boxes)) for page, boxes in eyes.asked] == [(1, 2), (2, 1)]


def test_a_crop_that_nobody_could_read_is_told_as_unchecked() -> None:
    result, doubted = check(pdf_file([["No. 300000"]]), ["300000"], Eyes(""))
    assert (doubted, result.unchecked) == ([], ((4, 10),))


def test_hanzi_that_this_machine_cannot_draw_are_not_compared() -> None:
    data = pdf_file([["甲乙丙丁"]], to_unicode={char: char for char in "甲乙丙丁"})
    result, doubted = check(data, ["乙丙"], Eyes())
    assert (doubted, result.unchecked) == ([], ((1, 3),))
    assert "font_missing_for_render" in intake.read_bytes("a.pdf", data)[0].flags


def test_an_invisible_layer_is_compared_with_the_scan_below() -> None:
    data = pdf_file([["甲方张三"]], images=[0], hidden_text=True)
    _, doubted = check(data, ["张三"], Eyes("李四"))
    assert doubted == ["张三"]
