"""Law that no longer applies to the facts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE
from little_cases import answered, changed, extended, findings, only

from zuno.casework.findings.law import bare_title
from zuno.casework.records import Finding
from zuno.knowledge.statutes.corpus import open_corpus
from zuno.knowledge.statutes.importing import import_laws

LOAN = only(WHOLE_LOAN, "起诉状.txt", "答辩状.txt", "借条.txt", "微信聊天.txt")
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
