"""Words of the command line: both languages say the same things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from zuno.interfaces import messages
from zuno.interfaces.messages import language_of, not_read_words, say


@pytest.mark.parametrize(
    ("option", "environment", "language"),
    [
        ("zh", None, "zh"),
        ("en", "zh_CN.UTF-8", "en"),
        ("zh", "en_US.UTF-8", "zh"),
        (None, "en_US.UTF-8", "en"),
        (None, "EN", "en"),
        (None, "zh_TW.Big5", "zh"),
        (None, "C", "zh"),
        (None, "POSIX", "zh"),
        (None, "", "zh"),
        (None, None, "zh"),
        ("fr", "en_US.UTF-8", "en"),
    ],
)
def test_the_option_goes_before_the_environment_and_chinese_is_the_rest(
    option: str | None, environment: str | None, language: str
) -> None:
    assert language_of(option, environment) == language


def test_both_languages_fill_in_the_same_values() -> None:
    fields = {key: [set(re.findall(r"{(\w+)}", text)) for text in pair] for key, pair in messages._WORDS.items()}
    assert [key for key, (chinese, english) in fields.items() if chinese != english] == []


def test_english_words_are_english_and_chinese_words_chinese() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    assert [
        key for key, (chinese, english) in messages._WORDS.items() if not han.search(chinese) or han.search(english)
    ] == []


def test_values_with_braces_are_printed_as_they_are() -> None:
    assert say("not_read", "en", file="{a}.txt", detail="{0}") == "Not read: {a}.txt: {0}"


def test_every_reason_for_not_reading_has_english_words() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "reasons-and-flags.md").read_text("utf-8")
    reasons = re.findall(r"^\| `([a-z_]+)` \|", page[page.index("## Reasons") : page.index("## Flags")], re.MULTILINE)
    assert reasons
    assert {reason for reason in reasons if not_read_words(reason, "", "en") == reason} == set()


def test_why_a_file_was_not_read_is_told_in_the_language_asked_for() -> None:
    assert not_read_words("empty", "文件为 0 字节。", "zh") == "文件为 0 字节。"
    assert re.search(r"[\u4e00-\u9fff]", not_read_words("empty", "文件为 0 字节。", "en")) is None
