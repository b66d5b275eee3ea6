"""Progress: a bar on a terminal, one line a stage elsewhere, never a word of what is in the files."""

from __future__ import annotations

import io

from zuno.interfaces.progress import ProgressLine


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_elsewhere_than_on_a_terminal_each_stage_is_one_line_with_its_count() -> None:
    stream = io.StringIO()
    line = ProgressLine("en", stream)
    for done in range(1, 4):
        line.show("intake", done, 3, f"file {done}")
    line.show("review", 0, 1, "")
    line.show("review", 1, 1, "")
    line.end()
    assert stream.getvalue() == "Reading material 3/3\nElement review 1/1\n"


def test_on_a_terminal_the_bar_fills_in_place_and_each_stage_leaves_its_line() -> None:
    stream = Terminal()
    line = ProgressLine("zh", stream)
    line.show("intake", 1, 2, "借条.pdf")
    line.show("intake", 2, 2, "流水.xlsx")
    line.show("hearing", 1, 10, "核对身份")
    line.end()
    shown = stream.getvalue()
    assert shown.count("\n") == 2
    assert "读取材料 ████████████░░░░░░░░░░░░ 1/2 借条.pdf" in shown
    assert "读取材料 ████████████████████████ 2/2" in shown
    assert "模拟庭审 ██░░░░░░░░░░░░░░░░░░░░░░ 1/10" in shown
    assert shown.endswith("\n")


def test_a_stage_with_nothing_to_do_divides_by_nothing() -> None:
    stream = Terminal()
    ProgressLine("en", stream).show("intake", 0, 0, "")
    assert "0/0" in stream.getvalue()


def test_a_long_file_name_does_not_break_the_line() -> None:
    stream = Terminal()
    ProgressLine("en", stream).show("intake", 1, 2, "很长的文件名" * 40)
    assert len(stream.getvalue()) < 120


def test_the_end_without_a_start_prints_nothing() -> None:
    stream = Terminal()
    ProgressLine("en", stream).end()
    assert stream.getvalue() == ""
