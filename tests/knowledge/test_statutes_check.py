"""Checks of citations against a small invented law that has two editions and a repealed predecessor."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
import sample_law

from zuno.knowledge.statutes.checking import LawNotFound, check, look_up, references
from zuno.knowledge.statutes.corpus import Corpus, open_corpus
from zuno.knowledge.statutes.importing import import_laws
from zuno.knowledge.statutes.records import CheckedCitation
from zuno.knowledge.statutes.searching import search


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder = tmp_path_factory.mktemp("laws")
    import_laws(sample_law.write_sample_laws(folder / "in"), folder / "own")
    with open_corpus(folder / "own", packaged_laws=False) as opened:
        yield opened


def only(corpus: Corpus, text: str, on: date = date(2024, 1, 1)) -> CheckedCitation:
    (found,) = check(corpus, text, on).citations
    assert text[found.start : found.end] == found.as_written
    return found


@pytest.mark.parametrize(
    ("text", "on", "status", "version"),
    [
        ("《中华人民共和国样例法》第三条", date(2024, 1, 1), "in_force_on_date", "2018-10-01公布"),
        ("《样例法》第3条", date(2019, 1, 1), "in_force_on_date", "2018-10-01公布"),
        ("样例法第三条", date(2018, 12, 31), "in_force_on_date", "2010-03-01公布"),
        ("《样例法》第三条", date(2010, 6, 30), "exists", "2010-03-01公布"),
        ("《样品法》第三条", date(2024, 1, 1), "in_force_on_date", "2018-10-01公布"),
        ("《样例法》第六条", date(2015, 1, 1), "wrong_number", "2010-03-01公布"),
        ("《样例法》第７条", date(2024, 1, 1), "wrong_number", "2018-10-01公布"),
        ("《样例法》第三条之一", date(2024, 1, 1), "wrong_number", "2018-10-01公布"),
        ("《样例法》第五条第二款第（二）项", date(2024, 1, 1), "in_force_on_date", "2018-10-01公布"),
        ("《样例法》第五条第三款", date(2024, 1, 1), "wrong_number", "2018-10-01公布"),
        ("《样例法》第五条第二款第三项", date(2024, 1, 1), "wrong_number", "2018-10-01公布"),
        ("《样例法》（2010年）第三条", date(2024, 1, 1), "repealed", "2010-03-01公布"),
        ("《样例法（2018修订）》第三条", date(2024, 1, 1), "in_force_on_date", "2018-10-01公布"),
        ("《样例法》（2018修订）第三条", date(2018, 11, 1), "exists", "2018-10-01公布"),
        ("《样例法》（已于2020年废止）第三条", date(2024, 1, 1), "in_force_on_date", "2018-10-01公布"),
        ("《样例法》（1999年）第三条", date(2024, 1, 1), "not_in_corpus", None),
        ("《样例旧法》第二条", date(2018, 12, 31), "in_force_on_date", "1990-01-01公布"),
        ("《样例旧法》第二条", date(2019, 1, 1), "repealed", "1990-01-01公布"),
        ("《样例旧法》第九条", date(2019, 1, 1), "wrong_number", "1990-01-01公布"),
        ("《样例税法》第二条", date(2024, 1, 1), "not_in_corpus", None),
        ("《样例法实施条例》第二条", date(2024, 1, 1), "not_in_corpus", None),
        ("样例规定第一条", date(2024, 1, 1), "in_force_on_date", "2012-04-01公布"),
        ("《样例解释》第一条", date(2024, 1, 1), "in_force_on_date", "2012-04-01公布"),
        ("《样例规定》（法释〔2012〕3号）第一条", date(2024, 1, 1), "in_force_on_date", "2012-04-01公布"),
        ("《样例规定》（法释〔2013〕3号）第一条", date(2024, 1, 1), "not_in_corpus", None),
    ],
)
def test_a_citation_has_the_status_of_its_day(
    corpus: Corpus, text: str, on: date, status: str, version: str | None
) -> None:
    found = only(corpus, text, on)
    assert (found.status, found.version) == (status, version)
    assert found.why


def test_an_edition_ends_on_the_day_the_next_takes_effect(corpus: Corpus) -> None:
    found = only(corpus, "《样例法》第三条", date(2018, 12, 31))
    assert (found.effective, found.ended, found.text) == (date(2010, 7, 1), date(2019, 1, 1), sample_law.CARE)


def test_a_law_repealed_by_the_closing_clause_of_another_names_its_successor(corpus: Corpus) -> None:
    found = only(corpus, "《样例旧法》第二条")
    assert (found.ended, found.successor, found.in_force) == (date(2019, 1, 1), "中华人民共和国样例法", False)
    assert found.text == sample_law.LEASE


def test_a_number_that_exists_in_another_edition_only_is_told_with_the_edition(corpus: Corpus) -> None:
    found = only(corpus, "《样例法》第六条", date(2015, 1, 1))
    assert "2018-10-01" in found.why


def test_a_rule_that_was_renumbered_is_told_with_its_present_number(corpus: Corpus) -> None:
    assert "第四条" in only(corpus, "《样例法》第三条").why
    assert "第四条" not in only(corpus, "《样例法》第三条", date(2015, 1, 1)).why


def test_every_article_of_lists_and_ranges_is_checked(corpus: Corpus) -> None:
    text = "依照《样例法》第五条至第七条、第二条，该法第九条"
    statuses = [(one.article, one.status) for one in check(corpus, text, date(2024, 1, 1)).citations]
    assert sorted(statuses) == [
        (2, "in_force_on_date"),
        (5, "in_force_on_date"),
        (6, "in_force_on_date"),
        (7, "wrong_number"),
        (9, "wrong_number"),
    ]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (f"《样例法》第三条规定：“{sample_law.LEASE}”", "in_force_on_date"),
        ("《样例法》第三条规定：“租用样品的人 应当按照约定的期限归还样品”", "in_force_on_date"),
        ("《样例法》第三条规定：“租用样品的人……应当支付占用费”", "in_force_on_date"),
        ("“租用样品的人应当按照约定的期限归还样品”（《样例法》第三条）", "in_force_on_date"),
        (f"《样例法》第四条规定：“{sample_law.LEASE}”", "anchor_mismatch"),
        ("《样例法》第三条规定：“应当支付占用费……租用样品的人”", "anchor_mismatch"),
        ("《样例法》第三条规定，“租用样品的人应当三倍赔偿”", "anchor_mismatch"),
        ("《样例法》第三条规定的“三倍赔偿责任”", "in_force_on_date"),
        ("《样例法》第三条。原告说：“租用样品的人应当三倍赔偿”", "in_force_on_date"),
        ("样例法#3|支付占用费", "in_force_on_date"),
        ("样例法#4|支付占用费", "anchor_mismatch"),
    ],
)
def test_words_quoted_beside_a_citation_must_stand_in_the_article(corpus: Corpus, text: str, status: str) -> None:
    assert only(corpus, text).status == status


def test_the_article_that_has_the_quoted_words_is_named(corpus: Corpus) -> None:
    assert only(corpus, f"《样例法》第四条规定：“{sample_law.LEASE}”").quoted_in == ("本法第三条",)
    in_former = only(corpus, "《样例规定》第二条规定：“出借人请求支付占用费的，人民法院依照”")
    assert in_former.quoted_in == ("本法第一条",)
    elsewhere = only(corpus, f"《样例旧法》第一条规定：“{sample_law.CARE}”", date(2000, 1, 1))
    assert elsewhere.quoted_in == ("本法第三条",)


def test_words_quoted_after_a_list_may_stand_in_any_of_it(corpus: Corpus) -> None:
    text = f"《样例法》第三条、第四条规定：“{sample_law.LEASE}”"
    assert [one.status for one in check(corpus, text, date(2024, 1, 1)).citations] == ["in_force_on_date"] * 2


def test_a_wrong_quotation_does_not_hide_that_the_law_was_repealed(corpus: Corpus) -> None:
    found = only(corpus, "《样例旧法》第一条规定：“租用样品的人应当三倍赔偿”")
    assert (found.status, found.quoted) == ("repealed", "租用样品的人应当三倍赔偿")


def test_a_reference_inside_quoted_statute_text_is_not_the_cases_own(corpus: Corpus) -> None:
    text = f"《样例规定》第一条规定：“{sample_law.RULING[0]}”原告依据《样例法》第二条起诉"
    ruling, inside, own = check(corpus, text, date(2024, 1, 1)).citations
    assert (ruling.within, own.within) == (None, None)
    assert inside.within is not None
    assert (inside.version, inside.text) == ("2010-03-01公布", sample_law.LEASE)
    assert own.version == "2018-10-01公布"


def test_references_of_a_statute_keep_the_numbers_of_their_time(corpus: Corpus) -> None:
    (ruling,) = corpus.find("样例规定").laws
    (found,) = references(corpus, ruling.editions[0], corpus.articles(ruling.editions[0])[1, 0])
    assert (found.law, found.article, found.version, found.now) == ("中华人民共和国样例法", 2, "2010-03-01公布", 3)


def test_a_law_is_looked_up_as_it_stood_that_day(corpus: Corpus) -> None:
    found = look_up(corpus, "样例法", 3, date(2012, 1, 1))
    assert (found.citation.text, found.path, len(found.editions)) == (sample_law.CARE, ("第一章 总则",), 2)
    with pytest.raises(LawNotFound):
        look_up(corpus, "样例法", 30, date(2012, 1, 1))
    with pytest.raises(LawNotFound):
        look_up(corpus, "样例税法", 3, date(2012, 1, 1))


def test_a_number_that_the_source_leaves_out_between_others_is_unchecked(tmp_path: Path) -> None:
    lines = sample_law.rows("样例法", "2018-10-01", "2019-01-01", "有效", ["一。", "二。", "三。"])
    del lines[2], lines[0]["articles"]
    sample_law.write_jsonl(tmp_path / "in" / "a.jsonl", lines)
    import_laws(tmp_path / "in", tmp_path / "own")
    with open_corpus(tmp_path / "own", packaged_laws=False) as corpus:
        assert only(corpus, "《样例法》第二条").status == "not_in_corpus"
        assert only(corpus, "《样例法》第四条").status == "wrong_number"


def test_a_text_without_articles_is_shown_whole_and_its_numbers_stay_unchecked(tmp_path: Path) -> None:
    reply = "最高人民法院关于样品归还问题的批复"
    lines = [{"type": "meta", "title": reply, "published": "2012-01-01", "effective": "2012-02-01", "articles": 0}]
    sample_law.write_jsonl(tmp_path / "in" / "a.jsonl", [*lines, {"type": "body", "text": "样品应当归还。此复。"}])
    import_laws(tmp_path / "in", tmp_path / "own")
    with open_corpus(tmp_path / "own", packaged_laws=False) as corpus:
        found = only(corpus, f"《{reply}》第一条")
        assert (found.status, found.in_force, found.text) == ("exists", True, "样品应当归还。此复。")
        assert look_up(corpus, reply, 1, date(2024, 1, 1)).citation.text == "样品应当归还。此复。"


def test_search_finds_the_articles_that_share_the_words(corpus: Corpus) -> None:
    best = search(corpus, "保管不善造成毁损", limit=3)
    assert {hit.text for hit in best} == {sample_law.CARE}
    assert search(corpus, "卫星", limit=3) == []


def test_without_any_corpus_everything_is_unchecked_and_nothing_wrong() -> None:
    with open_corpus(None, packaged_laws=False) as empty:
        checked = check(empty, "《民法典》第577条、合同法第107条", date(2024, 1, 1))
        assert search(empty, "违约") == []
    assert [one.status for one in checked.citations] == ["not_in_corpus"] * 2
    assert checked.corpus_as_of is None


# --- laws told apart ------------------------------------------------------------------------------------------------


def write_and_open(folder: Path, *laws: tuple[str, str, str | None, str]) -> Corpus:
    for at, (title, published, effective, status) in enumerate(laws):
        texts = ["为了样品，制定本解释。", "样品应当归还。"]
        sample_law.write_jsonl(
            folder / "in" / f"{at}.jsonl", sample_law.rows(title, published, effective, status, texts)
        )
    import_laws(folder / "in", folder / "own")
    return open_corpus(folder / "own", packaged_laws=False)


def test_a_short_name_of_several_laws_is_ambiguous_unless_the_day_decides(tmp_path: Path) -> None:
    title = "最高人民法院关于审理样品租用案件适用法律若干问题的解释"
    with write_and_open(
        tmp_path,
        (f"{title}（一）", "2015-01-01", "2015-02-01", "有效"),
        (f"{title}（二）", "2020-01-01", "2020-02-01", "有效"),
    ) as corpus:
        assert only(corpus, "《样品租用解释》第二条", date(2018, 1, 1)).law == f"{title}（一）"
        ambiguous = only(corpus, "《样品租用解释》第二条", date(2024, 1, 1))
        assert ambiguous.status == "not_in_corpus"
        assert f"{title}（一）" in ambiguous.why
        assert only(corpus, "《样品租用解释（二）》第二条", date(2024, 1, 1)).law == f"{title}（二）"


def test_an_edition_without_a_day_of_effect_is_undecided_until_long_after_publication(tmp_path: Path) -> None:
    with write_and_open(tmp_path, ("样品办法", "2020-01-01", None, "有效")) as corpus:
        assert only(corpus, "《样品办法》第二条", date(2020, 3, 1)).status == "exists"
        assert only(corpus, "《样品办法》第二条", date(2020, 3, 1)).in_force is None
        assert only(corpus, "《样品办法》第二条", date(2023, 1, 1)).status == "in_force_on_date"
        assert only(corpus, "《样品办法》第二条", date(2019, 1, 1)).in_force is False
        missing = only(corpus, "《样品办法》第九条", date(2019, 1, 1))
        assert missing.status == "not_in_corpus"


def test_a_law_marked_repealed_without_a_day_is_told_as_repealed_and_undecided(tmp_path: Path) -> None:
    with write_and_open(tmp_path, ("样品办法", "2000-01-01", "2000-02-01", "已废止")) as corpus:
        found = only(corpus, "《样品办法》第二条", date(2010, 1, 1))
    assert (found.status, found.in_force, found.ended) == ("repealed", None, None)


def test_a_replaced_edition_whose_successor_is_unknown_is_undecided(tmp_path: Path) -> None:
    with write_and_open(tmp_path, ("样品办法", "2000-01-01", "2000-02-01", "已修改")) as corpus:
        found = only(corpus, "《样品办法》第二条", date(2010, 1, 1))
    assert (found.status, found.in_force) == ("exists", None)


def test_a_paragraph_repealed_alone_is_told_and_the_rest_stays_in_force(tmp_path: Path) -> None:
    first = "最高人民法院关于审理样品租用案件适用法律若干问题的解释（一）"
    second = "最高人民法院关于审理样品租用案件适用法律若干问题的解释（二）"
    sample_law.write_jsonl(
        tmp_path / "in" / "a.jsonl",
        sample_law.rows(first, "2015-01-01", "2015-02-01", "有效", ["样品应当归还。\n逾期的应当付费。", "不得转租。"]),
    )
    closing = f"本解释自2020年2月1日起施行。《{first}》（法释〔2015〕1号）第一条第一款同时废止。"
    sample_law.write_jsonl(
        tmp_path / "in" / "b.jsonl", sample_law.rows(second, "2020-01-01", "2020-02-01", "有效", [closing])
    )
    import_laws(tmp_path / "in", tmp_path / "own")
    with open_corpus(tmp_path / "own", packaged_laws=False) as corpus:
        gone = only(corpus, f"《{first}》第一条第一款", date(2024, 1, 1))
        before = only(corpus, f"《{first}》第一条第一款", date(2019, 1, 1))
        rest = only(corpus, f"《{first}》第一条第二款", date(2024, 1, 1))
    assert (gone.status, gone.ended) == ("repealed", date(2020, 2, 1))
    assert (before.status, rest.status) == ("in_force_on_date", "in_force_on_date")


def test_a_register_of_repeals_ends_laws_and_editions_and_names_texts_not_held(tmp_path: Path) -> None:
    register = """[
      {"title": "样品办法", "kind": "repealed", "ended": "2021-01-01", "successor": "样品法"},
      {"title": "样品规则", "kind": "versioned", "versions": [
        {"effective": "2010-01-01", "ended": "2015-12-31"}, {"effective": "2016-01-01", "ended": null}]},
      {"title": "样品规定（二）", "kind": "new_not_in_corpus", "effective": "2026-06-30", "doc_no": "法释〔2026〕99号"}
    ]"""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "repeal_registry.json").write_text(register, "utf-8")
    with write_and_open(
        tmp_path,
        ("样品办法", "2000-01-01", "2000-02-01", "已废止"),
        ("样品规则", "2009-11-01", "2010-01-01", "已修改"),
    ) as corpus:
        assert only(corpus, "《样品办法》第二条", date(2020, 12, 31)).status == "in_force_on_date"
        ended = only(corpus, "《样品办法》第二条", date(2021, 1, 1))
        assert (ended.status, ended.ended, ended.successor) == ("repealed", date(2021, 1, 1), "样品法")
        assert only(corpus, "《样品规则》第二条", date(2015, 12, 31)).status == "in_force_on_date"
        newer = only(corpus, "《样品规则》第二条", date(2016, 1, 1))
        assert (newer.status, newer.effective, newer.text) == ("not_in_corpus", date(2016, 1, 1), None)
        assert only(corpus, "《样品规定（二）》第一条", date(2026, 7, 1)).status == "not_in_corpus"
