"""A mark that rests on unclear words alone does not stand; an error found in them is told with caution."""

from __future__ import annotations

from dataclasses import replace

from paper import document

from zuno.casework.case_file import CaseFile
from zuno.casework.records import Cell, Review
from zuno.casework.review import review
from zuno.knowledge.records import Document, Doubt

COMPLAINT = """民事起诉状
原告：周砚秋，女，1986年5月4日生，公民身份号码999999198605041229。
被告：孟立川，男，1986年11月23日生，公民身份号码999999198611231575。
诉讼请求：
1.判令被告偿还借款本金300000元；
事实与理由：2024年3月15日，被告向原告借款300000元，原告当日转账交付。被告至今未还。
此致
澄州市河东区人民法院
具状人：周砚秋
2025年4月20日"""
NOTE = """借条
今借到周砚秋人民币叁拾万元整（¥300,000.00），2025年3月14日前还清。
借款人：孟立川
2024年3月15日"""


def reviewed(note: Document, *more: Document) -> Review:
    return review(
        [document("起诉状.txt", COMPLAINT), note, *more], CaseFile(our_side="plaintiff"), cause="minjian_jiedai"
    )


def due_day(result: Review) -> Cell:
    return next(cell for cell in result.cells if cell.element == "C1E3")


def all_doubted(flag: str) -> Document:
    note = document("借条.txt", NOTE)
    return replace(note, doubts=(Doubt(start=0, end=len(NOTE), flag=flag),))


def test_a_clear_note_carries_the_day_due_and_an_unclear_one_leaves_it_doubtful() -> None:
    clear = due_day(reviewed(document("借条.txt", NOTE)))
    assert (clear.mark, bool(clear.evidence)) == ("supported", True)
    doubted = due_day(reviewed(all_doubted("ocr_low_char")))
    assert (doubted.mark, doubted.rule) == ("doubtful", "unclear_reading")


def test_an_unclear_fact_that_a_clear_paper_states_too_is_clear() -> None:
    words = "民间借贷法律关系说明：借款应于2025年3月14日归还。"
    assert due_day(reviewed(all_doubted("ocr_low_char"), document("说明.txt", words))).mark == "supported"


def test_an_unclear_cell_forces_the_action_to_look_at_the_original() -> None:
    result = reviewed(all_doubted("map_disagrees_with_raster"))
    cell = due_day(result)
    assert [action.cell for action in result.actions if action.cell == cell.id] == [cell.id]


def test_a_seal_over_words_that_were_read_does_not_take_them_away() -> None:
    assert due_day(reviewed(all_doubted("stamp_overlap"))).mark == "supported"
