"""The whole review: complete, private, verbatim, the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from little_cases import (
    LOAN,
    LOAN_SECRET,
    SALE,
    SALE_SECRET,
    UNREAD,
    answered,
    cell,
    changed,
    documents,
    extended,
    found,
    id_number,
    photographed,
    reviewed,
    reviewed_anew,
    without,
)

from zuno.casework import review_json
from zuno.casework.case_file import parse
from zuno.casework.records import Quote, Review
from zuno.casework.review import review
from zuno.knowledge.statutes.corpus import open_corpus
from zuno.knowledge.statutes.importing import import_laws

BASES = {"loan": LOAN, "sale": SALE}
BOTH = pytest.mark.parametrize("files", BASES.values(), ids=BASES)
DENIED_LOAN = extended(LOAN, 答辩状=answered("一、答辩人没有收到过这笔钱，借条不是答辩人写的。", "二、已过诉讼时效。"))
DENIED_SALE = extended(SALE, 答辩状=answered("一、第二批货没有收到。", "二、面料有色差。", by="柏临市砚北服饰有限公司"))


def quotes(value: object) -> Iterator[Quote]:
    """Every quote anywhere in a review."""
    if isinstance(value, Quote):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from quotes(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:  # type: ignore[attr-defined]
            yield from quotes(getattr(value, name))


def words(value: object) -> str:
    """Everything that a review says, as one text."""
    return json.dumps(value, ensure_ascii=False, default=str)


def check(result: Review, files: dict[str, str]) -> None:
    """What holds of every review, whatever the material."""
    texts = {item.file: item.text for item in documents(files)}
    private = {item.file for item in result.documents if item.disclosure == "private"}
    for quote in quotes(result):
        assert texts[quote.file][quote.start : quote.end] == quote.quote
        assert quote.quote.strip() == quote.quote != ""
        assert quote.file not in private
    ids = [item.id for item in result.cells]
    assert len(set(ids)) == len(ids)
    for item in result.cells:
        assert len(item.evidence) <= 8
        assert item.rule
        assert item.why
        assert item.mark != "supported" or item.evidence
    for finding in result.findings:
        assert 1 <= len(finding.documents) <= 4
        assert set(finding.documents) == {quote.file for quote in finding.evidence}
        assert set(finding.cells) <= set(ids)
    assert len(result.actions) == len(result.findings) + sum(
        item.mark not in ("supported", "not_applicable") for item in result.cells
    )
    review_json.validate(json.loads(json.dumps(review_json.to_json(result))))


@pytest.mark.parametrize("side", ["plaintiff", "defendant"])
@pytest.mark.parametrize(
    "files", [LOAN, SALE, DENIED_LOAN, DENIED_SALE], ids=["loan", "sale", "denied loan", "denied sale"]
)
def test_a_review_holds_together(files: dict[str, str], side: str) -> None:
    check(reviewed(files, our_side=side), files)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([LOAN, SALE, DENIED_LOAN, DENIED_SALE]), st.data())
def test_a_review_holds_together_whatever_is_gone_or_unread(files: dict[str, str], data: st.DataObject) -> None:
    fates = data.draw(
        st.fixed_dictionaries({file: st.sampled_from(["kept", "kept", "gone", "photo"]) for file in files})
    )
    fates["起诉状.txt"] = "kept"
    left = without(files, *(file for file, fate in fates.items() if fate == "gone"))
    left = photographed(left, *(file for file, fate in fates.items() if fate == "photo"))
    check(reviewed(left, served=data.draw(st.sampled_from([[], ["微信*"], ["银行流水.csv"]]))), left)


# --- the same every time ----------------------------------------------------------------------------------------


@BOTH
def test_the_same_material_gives_the_same_review(files: dict[str, str]) -> None:
    assert reviewed_anew(files) == reviewed_anew(files)


def outcome(result: Review) -> tuple[Any, ...]:
    """What must not depend on the order in which the files are read."""
    cells = {(item.id, item.mark, item.opponent, item.favours) for item in result.cells}
    found = sorted((finding.code, finding.expected or "") for finding in result.findings)
    raised = {item.defence for item in result.defences if item.raised}
    sums = sorted((line.name, line.value_fen or 0) for line in result.amounts)
    return (
        cells,
        found,
        raised,
        sums,
        result.limitation_pleaded,
        {(line.start, line.ends) for line in result.limitation},
    )


ORDERS = {
    "backwards": lambda names: names[::-1],
    "halves": lambda names: names[1::2] + names[::2],
}
ANY_ORDER = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)


def ordered(files: dict[str, str], order: Callable[[list[str]], list[str]]) -> dict[str, str]:
    return {name: files[name] for name in order(list(files))}


@ANY_ORDER
@pytest.mark.parametrize("files", [LOAN, SALE, DENIED_LOAN, DENIED_SALE], ids=["loan", "sale", "no loan", "no sale"])
def test_the_order_of_the_files_changes_nothing_that_counts(
    files: dict[str, str], order: Callable[[list[str]], list[str]]
) -> None:
    assert outcome(reviewed(ordered(files, order))) == outcome(reviewed(files))


def test_the_order_of_the_files_does_not_hide_an_admission() -> None:
    rules = [
        {item.id: item.rule for item in reviewed(files).cells} for files in (SALE, ordered(SALE, ORDERS["backwards"]))
    ]
    assert rules[0] == rules[1]


PROGRAM = """
import json
from little_cases import LOAN, SALE, answered, extended, reviewed
from zuno.casework import review_json
denied = extended(LOAN, 答辩状=answered("一、答辩人没有收到过这笔钱。"))
cases = [reviewed(files) for files in (LOAN, SALE, denied)]
print(json.dumps([review_json.to_json(case) for case in cases], ensure_ascii=True))
"""


def test_the_seed_of_hashing_changes_nothing() -> None:
    here = Path(__file__).parent
    printed = []
    for seed in ("1", "4242"):
        env = os.environ | {
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(here), str(here.parents[1] / "src")]),
        }
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, check=True)
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert len(json.loads(printed[0])) == 3


# --- private files ----------------------------------------------------------------------------------------------

RICH_NOTE = f"""内部备忘（仅限律师与公司）
律师：
2024年5月6日我们电话催过款，对方承认尚欠五十万元，还说已过诉讼时效也认。
其实2023年9月9日砚北又付了77,000元现金，没有入账；卓远航2024年8月8日还过77,000元。
解除合同的通知我们从没寄过，韩霁月的身份证是{id_number("19900921", "046")}。
借条是后补的，合同也没有原件，只有照片。质量确有色差。
年利率其实是36%，先扣了利息三万元。收货人祝小满是我们自己的表弟。
依照《中华人民共和国合同法》第一百零七条。
"""
"""A note that would change nearly every cell if anybody read it as evidence."""


def told(result: Review) -> Review:
    """The review without the list of documents and without what is said about a private file itself."""
    notices = tuple(notice for notice in result.notices if "内部文件" not in notice)
    return replace(result, documents=(), notices=notices, actions=(), cause_why="")


@pytest.mark.parametrize("side", ["plaintiff", "defendant"])
@BOTH
def test_a_private_note_changes_nothing_in_the_review(files: dict[str, str], side: str) -> None:
    with_note = reviewed(extended(files, 内部备忘=RICH_NOTE), our_side=side)
    assert told(with_note) == told(reviewed(without(files, "内部备忘.txt"), our_side=side))


@pytest.mark.parametrize(
    ("file", "files"),
    [
        ("微信.txt", SALE),
        ("对账单.txt", SALE),
        ("购销合同.txt", SALE),
        ("银行流水.csv", LOAN),
        ("借条.txt", LOAN),
        ("催告函.txt", LOAN),
    ],
)
def test_a_file_that_the_case_file_keeps_private_is_as_if_it_were_not_there(file: str, files: dict[str, str]) -> None:
    assert told(reviewed(files, private=[file])) == told(reviewed(without(files, file)))


@pytest.mark.parametrize("pattern", ["底稿.zip", "*备忘*", "底稿.zip!备忘.txt"])
def test_a_member_of_a_private_archive_is_private(pattern: str) -> None:
    files = SALE | {"底稿.zip!备忘.txt": SALE["对账单.txt"].replace("140,000", "99,000")}
    result = reviewed(files, private=[pattern])
    assert result.document("底稿.zip!备忘.txt").disclosure == "private"
    assert "99,000" not in words(asdict(result))


@pytest.mark.parametrize(("files", "secret"), [(LOAN, LOAN_SECRET), (SALE, SALE_SECRET)], ids=BASES)
@pytest.mark.parametrize("side", ["plaintiff", "defendant"])
def test_no_run_of_words_of_a_private_note_is_said_anywhere(files: dict[str, str], secret: str, side: str) -> None:
    note, others = files["内部备忘.txt"], "".join(text for file, text in files.items() if file != "内部备忘.txt")
    runs = {note[at : at + 5] for at in range(len(note) - 4) if "\n" not in note[at : at + 5]}
    runs = {run for run in runs if run not in others and "内部备忘" not in run}
    assert any(run in secret for run in runs)
    said = words(asdict(reviewed(files, our_side=side)))
    assert [run for run in runs if run in said] == []


def test_an_unread_private_photo_bears_on_no_cell_and_warns_nobody() -> None:
    result = reviewed(SALE | {"现场.jpg": UNREAD}, private=["现场.jpg"])
    assert not any("现场.jpg" in item.unread for item in result.cells)
    assert not any("现场" in warning for warning in result.warnings)


def test_a_private_file_stands_in_the_list_of_documents_alone() -> None:
    result = reviewed(SALE, private=["微信.txt"])
    assert result.document("微信.txt").disclosure == "private"
    assert "微信.txt" not in words(asdict(replace(result, documents=())))


# --- findings within the review ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "code", "cells"),
    [
        (changed(LOAN, "起诉状.txt", ("2024年3月10日，原告", "2024年3月12日，原告")), "date_conflict", ("CL-1/C1E2",)),
        (changed(LOAN, "银行流水.csv", ("200000.00,,", "184000.00,,")), "amount_mismatch", ("CL-1/C1E4",)),
        (changed(SALE, "对账单.txt", ("140,000", "120,000")), "amount_mismatch", ("CL-1/C1E3",)),
        (
            changed(SALE, "起诉状.txt", ("被告：柏临市砚北服饰", "被告：柏临市砚北制衣")),
            "wrong_or_missing_party",
            ("CL-1/C1E4",),
        ),
        (changed(LOAN, "催告函.txt", ("2025年6月2日", "2025年10月20日")), "guarantee_period", ("CL-4/C5E1",)),
        (
            changed(LOAN, "证据目录.txt", ("原件（1页）", "复印件（1页）")),
            "no_original",
            ("CL-1/C1E1", "CL-1/C1E3", "CL-2/C2E1"),
        ),
    ],
)
def test_a_finding_is_tied_to_the_cells_that_it_bears_on(
    files: dict[str, str], code: str, cells: tuple[str, ...]
) -> None:
    assert set(cells) <= set(found(reviewed(files), code)[0].cells)


def test_what_hurts_us_stands_before_what_hurts_the_other_side() -> None:
    wrong = changed(LOAN, "起诉状.txt", ("暂合计236,000元", "暂合计246,000元"))
    result = reviewed(extended(wrong, 答辩状=answered("一、依照《民法通则》第一百三十五条，已过时效。")))
    assert [(finding.id, finding.favours) for finding in result.findings] == [("F-001", "theirs"), ("F-002", "ours")]


def test_the_defendants_screen_counts_an_error_of_the_complaint_as_ours() -> None:
    wrong = changed(LOAN, "起诉状.txt", ("暂合计236,000元", "暂合计246,000元"))
    assert [finding.favours for finding in reviewed(wrong, our_side="defendant").findings] == ["ours"]


# --- what the review says of the case ---------------------------------------------------------------------------


def test_the_fields_of_the_case_file_are_the_reviews() -> None:
    result = reviewed(
        SALE,
        title="面料案",
        case_no="（2025）青0901民初77号",
        hearing_date="2025-06-10",
        evidence_deadline="2025-05-20",
        procedure="simplified",
        agents=[{"name": "温如是", "authority": "特别授权"}],
        people={"证据": "董一帆"},
    )
    assert (result.title, result.case_no, result.procedure) == ("面料案", "（2025）青0901民初77号", "simplified")
    assert (result.hearing_date, result.evidence_deadline) == (date(2025, 6, 10), date(2025, 5, 20))
    assert (result.agents, result.people) == ((("温如是", "特别授权"),), (("证据", "董一帆"),))


def test_without_a_title_the_parties_and_the_cause_name_the_case() -> None:
    assert reviewed(SALE).title == "青岸市禾川纺织有限公司诉柏临市砚北服饰有限公司买卖合同纠纷"
    assert reviewed(LOAN).title == "闵知秋诉卓远航等民间借贷纠纷"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (SALE | {"IMG_1.jpg": UNREAD}, "1份材料未读"),
        (without(SALE, "答辩状.txt"), "未见答辩状"),
    ],
)
def test_what_a_person_must_know_first_is_a_warning(files: dict[str, str], said: str) -> None:
    assert any(said in warning for warning in reviewed(files).warnings)


@BOTH
def test_a_complete_case_warns_of_nothing(files: dict[str, str]) -> None:
    assert reviewed(files).warnings == ()


def test_the_corpus_date_is_the_oldest_of_packs_and_the_laws_at_hand(tmp_path: Path) -> None:
    assert reviewed(SALE).corpus_as_of <= date(2026, 12, 31)
    assert reviewed(SALE).judge_questions
    meta = {"type": "meta", "title": "样例办法", "published": "2010-01-01", "articles": 1}
    article = {"type": "article", "no": 1, "label": "第一条", "text": "样例应当归还。"}
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(row) for row in (meta, article)), "utf-8")
    for day in (date(2020, 1, 1), date(2030, 1, 1)):
        import_laws(tmp_path, tmp_path / "own", as_of=day)
        with open_corpus(tmp_path / "own", packaged_laws=False) as laws:
            told = review(documents(SALE), parse({"our_side": "plaintiff"}), laws=laws).corpus_as_of
        assert told == min(day, reviewed(SALE).corpus_as_of)


@pytest.mark.parametrize(
    "files",
    [
        without(SALE, "送货单二.txt", "对账单.txt", "微信.txt", "答辩状.txt"),
        changed(without(SALE, "购销合同.txt"), "起诉状.txt", ("按日万分之二自", "按一年期LPR的1.5倍自")),
    ],
    ids=["delivery as pleaded", "rate of the law"],
)
def test_the_complaint_is_never_among_the_evidence_of_a_cell(files: dict[str, str]) -> None:
    assert [item.id for item in reviewed(files).cells if any(q.file == "起诉状.txt" for q in item.evidence)] == []


def test_a_refused_container_or_empty_file_is_no_party_to_anything() -> None:
    result = reviewed(SALE | {"空.txt": ""})
    assert result.document("空.txt").file == "空.txt"
    assert cell(result, "C1E1").mark == "supported"
