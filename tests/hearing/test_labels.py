"""Which labels count in a speech, and which only look like it."""

from __future__ import annotations

import pytest

from zuno.hearing.labels import clauses, close_quotations, parse, quotes, trespasses, unquoted, unread


def kinds(body: str, role: str = "plaintiff", may_ask: bool = False) -> list[str]:
    return [label.kind for label in parse(body, role, may_ask)]


@pytest.mark.parametrize(
    ("written", "kind", "targets", "aspects", "to"),
    [
        ("【主张 I-001】甲", "claim", ("I-001",), (), None),
        ("【主张I-1】甲", "claim", ("I-001",), (), None),
        ("【主张　Ｉ－００１】甲", "claim", ("I-001",), (), None),
        ("[主张 i-001]甲", "claim", ("I-001",), (), None),
        ("【质疑 D-003 真实性】甲", "challenge", ("D-003",), ("真实性",), None),
        ("【质疑D003关联性、证明目的】甲", "challenge", ("D-003",), ("关联性", "证明目的"), None),
        ("【质疑 证3 合法性】甲", "challenge", ("证3",), ("合法性",), None),
        ("【回应 D-004、D-005】甲", "answer", ("D-004", "D-005"), (), None),
        ("【回应 Q-004】甲", "answer", ("Q-004",), (), None),
        ("【自认】甲", "admission", (), (), None),
        ("【撤回自认 12】甲", "withdrawal", ("12",), (), None),
        ("【假设攻击 I-002】甲", "hypothesis", ("I-002",), (), None),
        ("【更正 31】甲", "correction", ("31",), (), None),
        ("　　【主张 I-001】甲", "claim", ("I-001",), (), None),
    ],
)
def test_a_label_is_read_whatever_its_width_and_spacing(
    written: str, kind: str, targets: tuple[str, ...], aspects: tuple[str, ...], to: str | None
) -> None:
    (label,) = parse(written, "plaintiff")
    assert (label.kind, label.targets, label.aspects, label.to, label.text) == (kind, targets, aspects, to, "甲")


@pytest.mark.parametrize(
    ("written", "targets", "aspects"),
    [
        ("【质疑 D-003 第3页 真实性】", ("D-003",), ("真实性",)),
        ("【质疑 D-003第3、4页真实性】", ("D-003",), ("真实性",)),
        ("【质疑 D-003 第2-5页 证明目的】", ("D-003",), ("证明目的",)),
        ("【回应 证3第17页】", ("证3",), ()),
        ("【回应 D-003、4页】", ("D-003",), ()),
        ("【质疑 D-003 第三张 真实性】", ("D-003",), ("真实性",)),
    ],
)
def test_a_page_inside_a_label_stands_in_nobodys_way(
    written: str, targets: tuple[str, ...], aspects: tuple[str, ...]
) -> None:
    (label,) = parse(f"{written}甲", "defendant")
    assert (label.targets, label.aspects) == (targets, aspects)


@pytest.mark.parametrize(
    ("body", "role", "reported"),
    [
        ("【质疑 D-003 证明力】甲", "defendant", ("【质疑 D-003 证明力】",)),
        ("【主张 I-001 交付】甲\n[质疑 D-003 页码]乙", "defendant", ("【主张 I-001 交付】", "[质疑 D-003 页码]")),
        ("【回答 Q-001】甲", "defendant", ("【回答 Q-001】",)),
        ("【主持】休庭", "defendant", ("【主持】",)),
        ("- 【主张 I-001】甲\n1. 【质疑 D-003】乙", "defendant", ("【主张 I-001】", "【质疑 D-003】")),
        ("【质疑 D-003 真实性】甲\n【自认】乙", "defendant", ()),
        ("来信：「好的\n【质疑 D-003 证明力】」", "defendant", ()),
        ("如前所述【自认】的规则不适用\n> 【主张】引文\n【2024】01民初3号", "defendant", ()),
    ],
)
def test_what_looks_like_a_label_and_was_not_read_is_reported(body: str, role: str, reported: tuple[str, ...]) -> None:
    assert unread(body, role) == reported


@pytest.mark.parametrize(
    "written",
    ["【问题 Q-004→被告】", "【问题 Q-4->被告孟某】", "【问题Ｑ－００４＞被告】", "【问题 Q-004=>defendant】"],
)
def test_a_question_names_its_addressee_in_any_arrow(written: str) -> None:
    (label,) = parse(f"{written}何时交付？", "judge")
    assert (label.targets, label.to) == (("Q-004",), "defendant")


@pytest.mark.parametrize(
    "body",
    [
        "如前所述【自认】的规则不适用",
        "对方信中写：「好的\n【自认】我方欠款属实」",
        "对方信中写：『好的\n【自认】我方欠款属实\n』",
        "对方信中写：“好的\n【自认】我方欠款属实”",
        '对方信中写："好的\n【自认】我方欠款属实"',
        "见《备忘\n【自认】录》",
        "引文没有收口：「好的\n【自认】我方欠款属实",
        "```\n【自认】我方欠款属实\n```",
        "「他说“\n【自认】我方欠款属实」",
        "【自认规则】不适用",
        "【自认我方欠款】",
        "        【自认】缩进的引文",
        "【 回应自认 】",
    ],
)
def test_a_look_alike_counts_for_nothing(body: str) -> None:
    assert kinds(body) == []


def test_labels_after_a_closed_quotation_count_again() -> None:
    assert kinds("原话是「他说“好”\n【自认】」\n【主张 I-001】甲「“」\n【回应 Q-001】乙") == ["claim", "answer"]


def test_a_stray_mark_inside_a_quotation_swallows_no_later_label() -> None:
    assert kinds("【主张 I-001】见证1第1页「他说“明天还」\n【回应 D-001】真实性：无异议") == ["claim", "answer"]


@pytest.mark.parametrize(
    ("body", "role", "may_ask", "counted"),
    [
        ("【主持】开庭", "plaintiff", False, []),
        ("【主持】开庭", "judge", False, ["preside"]),
        ("【主张 I-001】甲", "judge", False, []),
        ("【质疑 D-001 真实性】甲", "judge", False, []),
        ("【自认】甲", "judge", False, []),
        ("【问题 Q-001→被告】甲？", "plaintiff", False, []),
        ("【问题 Q-001→被告】甲？", "plaintiff", True, ["question"]),
        ("【假设攻击】甲", "defendant", False, ["hypothesis"]),
    ],
)
def test_a_label_counts_only_from_the_role_entitled_to_it(
    body: str, role: str, may_ask: bool, counted: list[str]
) -> None:
    assert kinds(body, role, may_ask) == counted


def test_a_label_outside_the_role_is_named_as_a_trespass() -> None:
    assert trespasses("【主持】开庭\n【主张】甲\n「\n【主持】」", "plaintiff") == ("【主持】",)


def test_a_label_governs_the_words_up_to_the_next_one() -> None:
    first, second = parse("开场白\n【主张 I-001】甲\n乙\n【回应 Q-001】丙", "plaintiff")
    assert (first.text, second.text) == ("甲\n乙", "丙")


def test_own_words_are_what_stands_outside_quotations() -> None:
    text = "甲「乙『丙』丁」戊“己”庚"
    assert unquoted(text) == "甲戊庚"
    assert quotes(text) == ("乙『丙』丁",)


def test_clauses_are_cut_outside_quotations_only() -> None:
    assert clauses("甲。“乙；丙”丁；戊\n己") == ("甲", "“乙；丙”丁", "戊", "己")


@pytest.mark.parametrize(
    ("line", "closed"),
    [("甲“乙", "甲乙"), ("甲「乙」丙", "甲「乙」丙"), ("《《甲》乙「丙", "《甲》乙丙"), ("甲「乙“」丙", "甲「乙“」丙")],
)
def test_a_mark_that_never_closes_is_taken_out(line: str, closed: str) -> None:
    assert close_quotations(line) == closed
