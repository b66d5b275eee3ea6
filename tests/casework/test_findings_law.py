"""Law that no longer applies to the facts, and the wrong court."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from little_cases import BUYER_CODE, answered, changed, extended, findings, only, without
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE

from zuno.casework.findings.law import bare_title
from zuno.casework.records import Finding
from zuno.knowledge.statutes.corpus import open_corpus
from zuno.knowledge.statutes.importing import import_laws

LOAN = only(WHOLE_LOAN, "起诉状.txt", "答辩状.txt", "借条.txt", "微信聊天.txt")
SALE = only(WHOLE_SALE, "起诉状.txt", "答辩状.txt", "购销合同.txt", "送货单一.txt")
CODE = "《中华人民共和国民法典》第六百七十五条"


def repealed(files: dict[str, str]) -> list[Finding]:
    return findings(files, "repealed_law")


def citing(words: str, base: dict[str, str] = LOAN) -> dict[str, str]:
    return changed(base, "起诉状.txt", (CODE, words + "、" + CODE))


def in_2019(base: dict[str, str]) -> dict[str, str]:
    moved = {file: text.replace("2024年3月10日", "2019年3月10日") for file, text in base.items()}
    return {
        file: text.replace("2024-03-", "2019-03-").replace("2025年3月9日", "2020年3月9日")
        for file, text in moved.items()
    }


@pytest.mark.parametrize(
    ("cited", "expected"),
    [
        ("《中华人民共和国合同法》第二百零六条", "民法典第675条"),
        ("《合同法》第206条、第207条", "民法典第675条、民法典第676条"),
        ("《民法通则》第一百三十五条", "民法典第188条"),
        ("《中华人民共和国担保法》第二十六条", "民法典第692条"),
        ("《合同法》第一百条", "民法典"),
        ("法释〔2015〕18号第二十六条", "民间借贷规定（2020年第二次修正）第25条"),
        ("法释〔2012〕8号第二十四条", "买卖解释（2020年修正）"),
        ("《最高人民法院关于适用〈中华人民共和国担保法〉若干问题的解释》第三十二条", "民法典担保制度解释"),
    ],
)
def test_a_law_repealed_before_the_facts_is_found_with_its_successor(cited: str, expected: str) -> None:
    (finding,) = repealed(citing(cited))
    assert (finding.documents, finding.expected) == (("起诉状.txt",), expected)


def test_each_pleading_is_one_finding_and_the_opponents_error_favours_us() -> None:
    files = extended(
        citing("《合同法》第二百零六条"), 答辩状=answered("一、依照《民法通则》第一百三十五条，已过时效。")
    )
    assert {finding.documents[0]: finding.favours for finding in repealed(files)} == {
        "起诉状.txt": "theirs",
        "答辩状.txt": "ours",
    }


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        in_2019(citing("《中华人民共和国合同法》第二百零六条")),
        citing("《中华人民共和国民事诉讼法》第一百二十二条"),
        citing("《最高人民法院关于适用〈中华人民共和国民法典〉合同编通则若干问题的解释》第六十五条"),
        citing("《中华人民共和国劳动合同法》第三十八条"),
        changed(LOAN, "借条.txt", ("韩霁月自愿", "按《合同法》办理。韩霁月自愿")),
        changed(LOAN, "微信聊天.txt", ("行，得打个借条", "按合同法也得打个借条")),
    ],
    ids=["loan", "sale", "facts of 2019", "procedure", "new interpretation", "labour", "in the iou", "in the chat"],
)
def test_law_in_force_old_facts_and_words_outside_pleadings_are_no_error(files: dict[str, str]) -> None:
    assert repealed(files) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("《中华人民共和国合同法》", "合同法"),
        ("最高人民法院关于审理民间借贷案件适用法律若干问题的规定", "民间借贷规定"),
    ],
)
def test_a_full_and_a_short_title_meet(one: str, other: str) -> None:
    assert bare_title(one) == bare_title(other)


def test_the_contract_law_and_the_labour_contract_law_do_not_meet() -> None:
    assert bare_title("中华人民共和国劳动合同法") != bare_title("合同法")


def test_the_corpus_at_hand_knows_more_repeals_than_the_table(tmp_path: Path) -> None:
    meta = {
        "type": "meta",
        "title": "样例管理办法",
        "published": "2001-01-01",
        "effective": "2001-02-01",
        "articles": 1,
    }
    article = {"type": "article", "no": 1, "label": "第一条", "text": "样例应当归还。"}
    fate = {"title": "样例管理办法", "kind": "repealed", "ended": "2022-01-01", "successor": "样例条例"}
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(row) for row in (meta, article)), "utf-8")
    (tmp_path / "repeal_registry.json").write_text(json.dumps([fate]), "utf-8")
    import_laws(tmp_path, tmp_path / "own")
    cited = citing("《样例管理办法》第一条、《合同法》第二百零六条")
    with open_corpus(tmp_path / "own", packaged_laws=False) as laws:
        (finding,) = findings(cited, "repealed_law", laws=laws)
        assert findings(citing("《样例条例》第一条"), "repealed_law", laws=laws) == []
        assert findings(in_2019(citing("《样例管理办法》第一条")), "repealed_law", laws=laws) == []
    assert finding.expected == "民法典第675条"
    assert "样例管理办法" in finding.detail
    assert [finding.expected for finding in repealed(citing("《样例管理办法》第一条"))] == []


def test_a_paragraph_repealed_alone_is_named_and_its_law_is_not(tmp_path: Path) -> None:
    for name, title, day, text in (
        ("a", "样例办法", "2010-01-01", "样例应当归还。"),
        ("b", "样例规则", "2020-01-01", "本规则自2020年2月1日起施行。《样例办法》第一条第一款同时废止。"),
    ):
        meta = {"type": "meta", "title": title, "published": day, "effective": day, "articles": 1}
        article = {"type": "article", "no": 1, "label": "第一条", "text": text}
        (tmp_path / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in (meta, article)), "utf-8")
    import_laws(tmp_path, tmp_path / "own")
    with open_corpus(tmp_path / "own", packaged_laws=False) as laws:
        (finding,) = findings(citing("《样例办法》第一条第一款"), "repealed_law", laws=laws)
    assert "《样例办法》第一条第一款" in finding.detail


# --- the court --------------------------------------------------------------------------------------------------


def court(files: dict[str, str], **fields: str) -> list[Finding]:
    return findings(files, "jurisdiction", **fields)


AGREED = "五、争议由出卖人所在地人民法院管辖。\n"


def agreeing(clause: str) -> dict[str, str]:
    return changed(SALE, "购销合同.txt", (AGREED, clause))


def filed_at(name: str, base: dict[str, str] = SALE) -> dict[str, str]:
    return changed(base, "起诉状.txt", ("青岸市港东区人民法院", name))


@pytest.mark.parametrize(
    ("files", "documents", "expected"),
    [
        (agreeing("五、争议提交青岸仲裁委员会仲裁。\n"), ("起诉状.txt", "购销合同.txt"), "仲裁"),
        (
            agreeing("五、争议由买受人所在地人民法院管辖。\n"),
            ("起诉状.txt", "购销合同.txt"),
            "柏临市城南区针线街21号",
        ),
        (
            agreeing("五、争议由乙方住所地人民法院管辖。\n"),
            ("起诉状.txt", "购销合同.txt"),
            "柏临市城南区针线街21号",
        ),
        (agreeing("五、争议由榆川市东浦区人民法院管辖。\n"), ("起诉状.txt", "购销合同.txt"), "榆川市东浦区"),
        (
            filed_at("榆川市东浦区人民法院", agreeing("")),
            ("起诉状.txt",),
            "柏临市城南区针线街21号、青岸市港东区织造路6号",
        ),
    ],
    ids=["arbitration", "buyer's place", "party B's place", "a court by name", "neither party's place"],
)
def test_a_court_that_neither_agreement_nor_law_gives_is_found(
    files: dict[str, str], documents: tuple[str, ...], expected: str
) -> None:
    (finding,) = court(files)
    assert (finding.documents, finding.expected) == (documents, expected)


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        agreeing("五、争议由甲方住所地人民法院管辖。\n"),
        agreeing("五、争议由青岸市港东区人民法院管辖。\n"),
        agreeing("五、争议由守约方向有管辖权的人民法院起诉。\n"),
        agreeing("五、双方不选择仲裁，争议由出卖人所在地人民法院管辖。\n"),
        agreeing("五、争议不申请仲裁，向青岸市港东区人民法院起诉。\n"),
        agreeing(""),
        filed_at("柏临市城南区人民法院", agreeing("")),
        filed_at(
            "榆川市东浦区人民法院",
            changed(
                agreeing("五、履行地点：榆川市东浦区。\n"),
                "购销合同.txt",
                ("交货地点：乙方仓库，", "交货地点：榆川市东浦区，乙方仓库，"),
            ),
        ),
        filed_at("青岸市中级人民法院"),
        changed(agreeing(""), "起诉状.txt", ("住所地青岸市港东区织造路6号", "住所地港东区织造路6号")),
    ],
    ids=[
        "loan",
        "sale",
        "party A's place",
        "by name",
        "no place named",
        "arbitration declined",
        "arbitration excluded",
        "seller's place by law",
        "buyer's place by law",
        "place of delivery",
        "the city's higher court",
        "an address without its city",
    ],
)
def test_a_court_that_agreement_or_law_gives_is_no_error(files: dict[str, str]) -> None:
    assert court(files) == []


def test_the_court_of_the_case_file_is_the_one_that_counts() -> None:
    assert court(SALE, court="榆川市东浦区人民法院") != []


def test_without_the_parties_places_nothing_is_said_about_the_court() -> None:
    bare = changed(
        filed_at("榆川市东浦区人民法院", agreeing("")),
        "起诉状.txt",
        ("住所地青岸市港东区织造路6号，", ""),
        ("住所地柏临市城南区针线街21号，", ""),
    )
    assert court(without(bare, "购销合同.txt")) == []
    assert BUYER_CODE in bare["起诉状.txt"]
