"""Every shipped cause and style renders, is changed by its defects, is invented, and repeats no other voice."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from itertools import combinations

import pytest

from zuno.casework.packs import loading
from zuno.errors import NotFound
from zuno.knowledge import facts
from zuno.knowledge.parsing import dispatch
from zuno.knowledge.parsing.archives import Allowance
from zuno.observability.content import CLEAN, STANDING, Case, Content, load, made, shipped
from zuno.observability.drawing import Draws, misprinted
from zuno.observability.papers import BadPaper, Paper, papers_of
from zuno.observability.wording import daxie, filters, hanzi

CAUSES, _ = shipped()
PARTS = [(cause, style) for cause in CAUSES for style in load(cause).styles]
SEEDS = (3, 11)


def variants(content: Content, style: str, seed: int) -> dict[str, Case]:
    chosen = {CLEAN: None, **content.defects}
    return {name: made(content, style, 0, seed, defect) for name, defect in chosen.items()}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("cause", "style"), PARTS)
def test_every_defect_changes_the_material_and_only_some_of_it(cause: str, style: str, seed: int) -> None:
    cases = variants(load(cause), style, seed)
    clean = {paper.file: paper.text for paper in cases.pop(CLEAN).papers}
    for name, case in cases.items():
        papers = {paper.file: paper.text for paper in case.papers}
        assert papers != clean, name
        assert clean.items() & papers.items(), name


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_has_eight_kinds_of_defects_and_all_elements_of_its_claims(cause: str) -> None:
    content = load(cause)
    assert len({defect.kind for defect in content.defects.values()}) >= 8
    assert {"omit", "weaken"} <= {defect.kind for defect in content.defects.values()}
    assert all(set(marks) & STANDING for marks in content.cells.values())
    try:
        pack = loading.pack(cause)
    except NotFound:
        return  # the pack is still to come
    claims = {claim.id: [element.id for element in claim.elements] for claim in pack.claims}
    pleaded = {element.split("E")[0] for element in content.cells}
    assert sorted(content.cells) == sorted(element for claim in pleaded for element in claims[claim])


@pytest.mark.parametrize(("cause", "style"), PARTS)
def test_every_number_of_a_case_is_invented(cause: str, style: str) -> None:
    for paper in made(load(cause), style, 0, SEEDS[0], None).papers:
        for number in facts.find_numbers(paper.text):
            if number.kind in ("id_card", "credit_code"):
                assert "999999" in number.text, paper.file
        assert not re.search(r"(?<![\dA-Za-z])1[3-9]\d{9}(?!\d)", paper.text), paper.file


def sentences(template: str) -> set[str]:
    """What a person would notice to be the same words, without the drawn facts."""
    bare = re.sub(r"\{[{%#].*?[}%#]\}", "\n", template, flags=re.S)
    parts = re.split(r"[。；！？，：、\n|]", bare)
    return {part for part in (re.sub(r"[^\u4e00-\u9fff]", "", part) for part in parts) if len(part) >= 12}


def test_no_style_shares_a_sentence_with_another() -> None:
    told = {(cause, style): sentences(load(cause).styles[style]) for cause, style in PARTS}
    shared = [
        (one, other, sorted(told[one] & told[other]))
        for one, other in combinations(told, 2)
        if one[1] != other[1] and told[one] & told[other]
    ]
    assert shared == []


# --- the parts that writers use ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "capital", "words"),
    [
        (153_000, "壹拾伍万叁仟元整", "十五万三千"),
        (50_880, "伍万零捌佰捌拾元整", "五万零八百八十"),
        (10_005, "壹万零伍元整", "一万零五"),
        (1_200_000, "壹佰贰拾万元整", "一百二十万"),
        (10, "壹拾元整", "十"),
        (Decimal("800.05"), "捌佰元零伍分", "八百"),
        (Decimal("3020.50"), "叁仟零贰拾元伍角整", "三千零二十"),
    ],
)
def test_sums_are_written_out(amount: int | Decimal, capital: str, words: str) -> None:
    assert daxie(amount) == capital
    assert hanzi(amount) == words


def test_days_and_sums_have_the_forms_that_the_guide_lists() -> None:
    form = filters()
    day = date(2024, 3, 15)
    assert [form[name](day) for name in ("cn", "dots", "hao", "hanzi_day", "yy", "md_dot")] == [
        "2024年3月15日",
        "2024.3.15",
        "三月十五号",
        "二〇二四年三月十五日",
        "24年3月15号",
        "3.15",
    ]
    assert [form[name](Decimal("153000.5")) for name in ("comma", "plain", "fixed", "comma_fixed")] == [
        "153,000.50",
        "153000.50",
        "153000.50",
        "153,000.50",
    ]
    assert (form["wan"](153_000), form["full"]("2024.5"), form["mask"]("10012345678")) == (
        "15.3万",
        "２０２４．５",
        "100****5678",
    )


def test_drawn_numbers_have_valid_check_digits_and_a_misprint_has_not() -> None:
    person, company = Draws("k", set()).person(), Draws("k", set()).company("食品")
    checked = {number.text: number.valid for text in (person.id, company.code) for number in facts.find_numbers(text)}
    assert checked == {person.id: True, company.code: True}
    (wrong,) = facts.find_numbers(f"统一社会信用代码{misprinted(company.code)}")
    assert wrong.valid is False


def test_two_draws_of_a_case_are_never_the_same_person() -> None:
    used: set[str] = set()
    names = [Draws(f"case/{at}", used).person().name for at in range(200)]
    assert len(set(names)) == 200


PAPERS = """
=== letter | 信.docx
# 标题
| 品名 | 数量 |
| 饼干 | 12 |
> 落款
=== book | 账.xlsx
## 收支
日期 | 金额 | 备注
2024-03-05 | 1200.50 |
=== flow | 流水.csv | gb18030
日期 | 收入
2024/3/5 | 1200
=== mail | 信件.eml
From: 甲 <a@one.example>
To: b@two.example
Subject: 催款
Date: 2024-03-05 10:15:00

请付款。
=== note | 便条.txt | gb18030
欠款三千
"""


def test_every_format_is_read_back_as_it_was_written() -> None:
    read = {paper.key: dispatch.read(paper.file, paper.data(), Allowance())[0].text for paper in papers_of(PAPERS)}
    assert ("标题" in read["letter"], "饼干" in read["letter"], "落款" in read["letter"]) == (True, True, True)
    assert "1200.5" in read["book"]
    assert "2024-03-05" in read["book"].replace("/", "-")
    assert ("收入" in read["flow"], "请付款" in read["mail"], "催款" in read["mail"]) == (True, True, True)
    assert read["note"].strip() == "欠款三千"


@pytest.mark.parametrize(
    "text", ["早了\n=== a | 甲.txt\n", "=== a | 甲.txt\n=== b | 甲.txt\n", "=== a\n", "=== a | ../甲.txt\n"]
)
def test_a_malformed_style_file_is_refused(text: str) -> None:
    with pytest.raises(BadPaper):
        papers_of(text)


def test_a_paper_says_its_key_file_and_encoding() -> None:
    assert papers_of("=== a_1 | 甲.txt | gb18030\n\n好\n\n\n\n的\n")[0] == Paper(
        "a_1", "甲.txt", "gb18030", "好\n\n的\n"
    )
