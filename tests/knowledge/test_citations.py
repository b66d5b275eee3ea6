"""Citations of laws: titles, short names, lists and what is no law."""

from __future__ import annotations

import pytest

from zuno.knowledge.citations import find_citations

Place = tuple[str, int | None, int | None, int | None]


def places(text: str) -> list[Place]:
    return [(fact.law, fact.article, fact.paragraph, fact.item) for fact in find_citations(text)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("《中华人民共和国民法典》第六百七十五条", ("民法典", 675, None, None)),
        ("《民法典》第675条", ("民法典", 675, None, None)),
        ("民法典675条", ("民法典", 675, None, None)),
        ("合同法第52条第5项", ("合同法", 52, None, 5)),
        ("合同法第五十二条第（五）项", ("合同法", 52, None, 5)),
        ("中华人民共和国劳动法第四十四条", ("劳动法", 44, None, None)),
        ("《民法典》第六百七十五条第一款第（二）项", ("民法典", 675, 1, 2)),
        ("《道路交通安全法》第76条第1款第1项", ("道路交通安全法", 76, 1, 1)),
        ("依据《刑法》第二百七十四条之一", ("刑法", 274, None, None)),
        ("《民法典》（以下简称“民法典”）第十条", ("民法典", 10, None, None)),
        ("《民法典》合同编第五百七十七条", ("民法典", 577, None, None)),
        ("《民法典》第六百\n七十五条", ("民法典", 675, None, None)),
        ("《 民法典 》第 五 百 条", ("民法典", 500, None, None)),
        ("民法通则第一百三十五条", ("民法通则", 135, None, None)),
        ("《民法总则》第188条", ("民法总则", 188, None, None)),
        ("依照保险法第十六条", ("保险法", 16, None, None)),
        ("双方均应遵守商标法第五条", ("商标法", 5, None, None)),
        ("民间借贷司法解释第25条", ("民间借贷司法解释", 25, None, None)),
        ("劳动争议解释（一）第四十四条", ("劳动争议解释（一）", 44, None, None)),
        ("民法典合同编通则解释第65条第1款", ("民法典合同编通则解释", 65, 1, None)),
        (
            "《最高人民法院关于审理劳动争议案件适用法律问题的解释（一）》第四十四条",
            ("最高人民法院关于审理劳动争议案件适用法律问题的解释（一）", 44, None, None),
        ),
        (
            "《最高人民法院关于适用〈中华人民共和国民法典〉有关担保制度的解释》第三十四条第二款",
            ("最高人民法院关于适用〈民法典〉有关担保制度的解释", 34, 2, None),
        ),
        (
            "《最高人民法院关于适用《中华人民共和国民法典》合同编通则若干问题的解释》第66条",
            ("最高人民法院关于适用《民法典》合同编通则若干问题的解释", 66, None, None),
        ),
        (
            "最高人民法院关于审理民间借贷案件适用法律若干问题的规定第二十九条",
            ("最高人民法院关于审理民间借贷案件适用法律若干问题的规定", 29, None, None),
        ),
        ("适用《民法典》之规定", ("民法典", None, None, None)),
        ("《住房租赁条例》（2025）第八条", ("住房租赁条例", 8, None, None)),
        ("岚汀市物业管理办法第十二条", ("岚汀市物业管理办法", 12, None, None)),
    ],
)
def test_one_citation(text: str, place: Place) -> None:
    (fact,) = find_citations(text)
    assert (fact.law, fact.article, fact.paragraph, fact.item) == place
    assert text[fact.start : fact.end] == fact.text


@pytest.mark.parametrize(
    ("text", "articles"),
    [
        ("《民法典》第六百七十五条、第六百七十六条，第六百八十八条", [675, 676, 688]),
        ("民法典第577条至第580条", [577, 578, 579, 580]),
        ("民法典第一条至第五百条", [1, 500]),
        ("《民法典》第25、26条及第三十条", [25, 26, 30]),
        ("依劳动合同法第38、46、47条", [38, 46, 47]),
        ("《民法典》第五百零九条以及第五百七十九条之规定", [509, 579]),
    ],
)
def test_a_list_goes_on_with_the_law(text: str, articles: list[int]) -> None:
    assert [article for _, article, _, _ in places(text)] == articles
    assert len({law for law, _, _, _ in places(text)}) == 1


def test_lists_of_paragraphs_and_items_are_taken_apart() -> None:
    assert places("《民法典》第一百八十八条第一款、第二款") == [("民法典", 188, 1, None), ("民法典", 188, 2, None)]
    assert places("劳动合同法第三十九条第（二）、（三）项") == [
        ("劳动合同法", 39, None, 2),
        ("劳动合同法", 39, None, 3),
    ]
    assert places("保险法第十六条第二、三款") == [("保险法", 16, 2, None), ("保险法", 16, 3, None)]


def test_what_stands_between_the_ends_of_a_range_has_the_span_of_the_range() -> None:
    first, between, last = find_citations("《民法典》第五百条至第五百零二条")
    assert (first.text, between.text, last.text) == ("《民法典》第五百条", "第五百条至第五百零二条", "第五百零二条")


def test_an_inserted_article_has_its_suffix() -> None:
    plain, inserted = find_citations("刑法第一百三十三条、第一百三十三条之一")
    assert [(fact.article, fact.suffix) for fact in (plain, inserted)] == [(133, 0), (133, 1)]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("《民事诉讼法》（2021修正）第122条、第123条", "2021修正"),
        ("民间借贷规定（法释〔2015〕18号）第二十六条，该规定第二十七条", "法释〔2015〕18号"),
        ("《民法典》（以下简称民法典）第十条", None),
    ],
)
def test_the_mark_of_an_edition_goes_with_the_whole_list(text: str, mark: str | None) -> None:
    assert {fact.edition for fact in find_citations(text)} == {mark}


def test_a_second_law_ends_the_list_of_the_first() -> None:
    text = "依照《中华人民共和国合同法》第二百零六条、第二百零七条以及《民法典》第六百八十八条、时效规定第二条"
    assert [(law, article) for law, article, _, _ in places(text)] == [
        ("合同法", 206),
        ("合同法", 207),
        ("民法典", 688),
        ("时效规定", 2),
    ]


def test_the_same_law_is_taken_up_again() -> None:
    assert places("《劳动合同法》第四十条；公司未依该法第四十三条通知工会")[-1] == ("劳动合同法", 43, None, None)


def test_spans_of_a_list_start_at_their_own_number() -> None:
    text = "依据《民法典》第五百条、第五百零一条第一款起诉"
    assert [fact.text for fact in find_citations(text)] == ["《民法典》第五百条", "第五百零一条第一款"]


@pytest.mark.parametrize(
    "text",
    [
        "第十条之一",
        "该法第七条",
        "本规定第三条",
        "违反法律规定第三条",
        "《员工手册》第二十一条",
        "《商铺租赁合同》第七条",
        "《关于部分诉讼请求的意见》",
        "依合同第七条",
        "公司章程第三条",
        "借条一张",
        "关于第三条款的约定",
        "这条路第二条岔口",
        "烟50条",
    ],
)
def test_contracts_and_handbooks_are_no_laws(text: str) -> None:
    assert find_citations(text) == []
