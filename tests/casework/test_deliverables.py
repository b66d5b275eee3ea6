"""The set of deliverables: stamps, wording, what must never show, and the other side's view."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import sample_review
from sample_review import LOAN_TEXTS, SALE_TEXTS

from zuno.casework.deliverables import drafts, markdown, one_page, opinions, record, speech, statutes, wording, write
from zuno.casework.deliverables.guard import screen
from zuno.casework.deliverables.model import (
    INTERNAL,
    PUBLIC,
    Box,
    Deliverable,
    Heading,
    Table,
    lines_of,
    numeral,
    plain,
    printable,
)
from zuno.casework.deliverables.view import CaseView
from zuno.casework.records import Debrief, Quote, Review, Turn

STATUTES = Path(__file__).parents[3] / "shared" / "law" / "statutes"
INTERNAL_FILES = {
    "一页纸",
    "要件审查表",
    "漏洞与补强清单",
    "证据补强动作",
    "庭审提纲",
    "质证意见（内部版）",
    "模拟庭审记录",
    "客户材料清单",
}
WEAKNESS = [
    "存疑",
    "缺失",
    "有反证",
    "漏洞",
    "风险",
    "薄弱",
    "不利",
    "双刃",
    "退路",
    "自认",
    "慎说",
    "假设攻击",
    "不补后果",
    "利彼",
    "利我",
    "时效",
    "有据",
    "F-00",
    "A-00",
    "CL-1",
    "C1E",
    "红",
    "黄",
]
CASES = {
    "sale": (sample_review.sale, sample_review.hearing, SALE_TEXTS),
    "turned": (lambda: sample_review.turned(sample_review.sale()), sample_review.hearing, SALE_TEXTS),
    "loan": (sample_review.loan, lambda: None, LOAN_TEXTS),
    "bare": (sample_review.bare, lambda: None, {}),
}


@pytest.fixture(scope="module")
def sets() -> dict[str, dict[str, Deliverable]]:
    made: dict[str, dict[str, Deliverable]] = {}
    for name, (review, debrief, texts) in CASES.items():
        made[name] = {item.name: item for item in write.compose(review(), debrief(), texts)}
    return made


def words(document: Deliverable) -> str:
    return "\n".join(plain(item) for item in lines_of(document))


def every(sets: dict[str, dict[str, Deliverable]]) -> list[Deliverable]:
    return [item for documents in sets.values() for item in documents.values()]


def view(name: str) -> CaseView:
    review, debrief, texts = CASES[name]
    return CaseView(*screen(review(), debrief(), texts))


def tables(document: Deliverable, after: str = "") -> list[Table]:
    found: list[Table] = []
    under = not after
    for block in document.blocks:
        if isinstance(block, Heading) and after:
            under = under if block.level == 2 and after not in block.text else after in block.text
        if under and isinstance(block, Table):
            found.append(block)
    return found


# the set


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_whole_set_is_there_whatever_the_case(sets: dict[str, dict[str, Deliverable]], name: str) -> None:
    assert {*INTERNAL_FILES, "质证意见", "证据目录"} <= set(sets[name])


def test_every_file_carries_the_right_stamp(sets: dict[str, dict[str, Deliverable]]) -> None:
    for document in every(sets):
        assert document.stamp == (INTERNAL if document.name in INTERNAL_FILES else PUBLIC)


def test_every_file_carries_the_disclaimer_with_corpus_date_and_unread_count(
    sets: dict[str, dict[str, Deliverable]],
) -> None:
    for document in sets["sale"].values():
        assert "语料截至2026-08-28；未读/部分读取1份。" in document.closing
        assert "材料审查辅助，非法律意见，不预测裁判。" in markdown.write(document)


def test_only_the_mock_record_carries_the_banner(sets: dict[str, dict[str, Deliverable]]) -> None:
    for document in every(sets):
        assert (document.banner == wording.MOCK_BANNER) == (document.name == "模拟庭审记录")


def test_columns_are_those_that_litigators_asked_for(sets: dict[str, dict[str, Deliverable]]) -> None:
    def heads(name: str, after: str) -> list[str]:
        return [title for title, _ in tables(sets["sale"][name], after)[0].columns]

    assert heads("漏洞与补强清单", "须补强")[1:] == [
        "级",
        "坐标",
        "对方一句话",
        "理由＋出处",
        "庭前动作",
        "不补后果",
        "当庭退路",
    ]
    assert heads("证据补强动作", "")[:4] == ["号", "要件", "材料", "持有人"]
    assert heads("质证意见", "逐证") == ["对方证据／页", "真实性", "合法性", "关联性", "证明目的", "理由＋法条", "要求"]
    assert heads("质证意见（内部版）", "逐证")[-1] == "自认风险"
    assert len(heads("要件审查表", "请求与要件")) == 11
    assert heads("庭审提纲", "发问") == ["问", "目的", "依托页", "预期", "答否则"]


def test_the_outline_has_its_parts_in_order(sets: dict[str, dict[str, Deliverable]]) -> None:
    titles = [item.text for item in sets["sale"]["庭审提纲"].blocks if isinstance(item, Heading) and item.level == 1]
    assert titles == [
        "一页图",
        "请求及备选金额",
        "三分钟陈述",
        "逐争点",
        "逐证质证",
        "发问",
        "法官必问",
        "慎说",
        "申请与保留",
        "最后陈述",
        "携带清单",
    ]


# nothing that must not show


def test_no_weakness_stands_in_a_file_for_the_court(sets: dict[str, dict[str, Deliverable]]) -> None:
    for document in every(sets):
        if document.stamp == PUBLIC:
            found = [word for word in WEAKNESS if word in words(document)]
            assert not found, (document.name, found)


def test_attacks_fallbacks_and_consequences_stay_inside(sets: dict[str, dict[str, Deliverable]]) -> None:
    for action in sample_review.sale().actions:
        for document in sets["sale"].values():
            if document.stamp == PUBLIC:
                for text in (action.attack, action.fallback, action.consequence):
                    assert not text or text not in words(document)


@pytest.mark.parametrize("leaking", ["why", "detail", "action", "title", "event"])
def test_a_private_word_is_withheld_wherever_the_review_repeats_it(leaking: str) -> None:
    review = sample_review.sale()
    canary = f"注意：{sample_review.CANARY}。"
    places = {
        "why": lambda: replace(review, cells=(replace(review.cells[1], why=canary), *review.cells[2:])),
        "detail": lambda: replace(review, findings=(replace(review.findings[0], detail=canary), *review.findings[1:])),
        "action": lambda: replace(
            review, actions=tuple(replace(item, material=canary, fallback=canary) for item in review.actions)
        ),
        "title": lambda: replace(review, issues=(replace(review.issues[0], title=canary),)),
        "event": lambda: replace(review, chronology=(replace(review.chronology[0], event=canary),)),
    }
    changed = places[leaking]()
    told = replace(sample_review.hearing(), turns=(replace(sample_review.hearing().turns[0], body=canary),))
    for document in write.compose(changed, told, SALE_TEXTS):
        assert "返修机重新喷漆" not in words(document), document.name


def test_a_private_quote_is_a_pointer_without_words() -> None:
    review = sample_review.sale()
    start = SALE_TEXTS["内部备忘.docx"].index("第三批里")
    secret = Quote(
        file="内部备忘.docx", page=1, start=start, end=start + 12, quote=SALE_TEXTS["内部备忘.docx"][start : start + 12]
    )
    cell = replace(review.cells[1], evidence=(secret, *review.cells[1].evidence), counter=(secret,))
    changed = replace(review, cells=(review.cells[0], cell, *review.cells[2:]))
    made = {item.name: item for item in write.compose(changed, None, SALE_TEXTS)}
    assert "见内部文件《原告内部备忘》" in words(made["要件审查表"])
    for document in made.values():
        assert secret.quote not in words(document)


def test_a_private_file_is_not_even_named_in_a_file_for_the_court(sets: dict[str, dict[str, Deliverable]]) -> None:
    for name, title in (("sale", "原告内部备忘"), ("loan", "被告自述")):
        assert title in words(sets[name]["庭审提纲"])
        for document in sets[name].values():
            if document.stamp == PUBLIC:
                assert title not in words(document)


def test_a_date_that_public_papers_hold_too_is_not_withheld() -> None:
    review = sample_review.sale()
    texts = {**SALE_TEXTS, "内部备忘.docx": SALE_TEXTS["内部备忘.docx"] + "第三批18台只有发票和仅盖章的承运证明"}
    screened, _ = screen(review, None, texts)
    assert screened.cells[1].why == "（涉内部文件，略）"
    shared = {**texts, "答辩状.docx": texts["答辩状.docx"] + "第三批18台只有发票和仅盖章的承运证明"}
    assert screen(review, None, shared)[0].cells[1].why == review.cells[1].why


def test_people_cite_exhibits_and_pages_never_file_names(sets: dict[str, dict[str, Deliverable]]) -> None:
    for document in every(sets):
        assert not re.search(r"\.(docx|pdf|jpg|png|txt|csv)", words(document)), document.name
    assert "证2第5页“水泵QW-80 12台”" in words(sets["sale"]["要件审查表"])


def test_no_file_speaks_of_the_chance_to_win(sets: dict[str, dict[str, Deliverable]]) -> None:
    for document in every(sets):
        assert not re.search(r"胜诉率|胜算|把握\d|胜诉(?:可能|概率)", words(document))


def test_a_double_edged_exhibit_is_not_used_in_the_opinion_for_the_court(
    sets: dict[str, dict[str, Deliverable]],
) -> None:
    assert "证4第7页" not in words(sets["sale"]["质证意见"])
    assert "证4第7页" in words(sets["sale"]["质证意见（内部版）"])


def test_limitation_nobody_pleaded_stays_inside(sets: dict[str, dict[str, Deliverable]]) -> None:
    outline = words(sets["sale"]["庭审提纲"])
    assert "时效风险（按现有材料）" in outline
    assert "我方不主动提及" in outline
    assert "2026-07-01" in outline
    assert "2027-02-20" in outline
    assert "是否提出须在一审决定" in words(sets["loan"]["一页纸"])


def test_an_application_does_not_rest_on_a_limitation_that_nobody_pleaded() -> None:
    review = sample_review.sale()
    finding = replace(review.findings[0], id="F-009", code="limitation_lapsed")
    action = replace(review.actions[3], id="A-009", cell=None, finding="F-009", material="催款函及签收")
    silent = replace(review, findings=(finding,), actions=(action,), amounts=())
    assert not drafts.drafts(CaseView(silent, None))
    pleaded = replace(silent, limitation_pleaded=True)
    assert "草稿-调查取证申请（含调查令）" in [item.name for item in drafts.drafts(CaseView(pleaded, None))]


# ranking, grounds and gaps


def test_weaknesses_come_red_first_and_one_action_a_row(sets: dict[str, dict[str, Deliverable]]) -> None:
    rows = tables(sets["sale"]["漏洞与补强清单"], "须补强")[0].rows
    levels = [plain(row[1].content)[-1] for row in rows]
    assert levels == sorted(levels, key="红黄绿".index)
    assert [plain(row[0].content) for row in rows] == [str(place) for place in range(1, len(rows) + 1)]
    assert all(len(re.findall(r"A-\d+", plain(row[5].content))) == 1 for row in rows)


def test_many_green_rows_give_way_and_the_list_says_so() -> None:
    review = sample_review.sale()
    many = tuple(replace(review.actions[6], id=f"A-{n:03d}") for n in range(1, 60))
    made = {item.name: item for item in write.compose(replace(review, actions=many), None, SALE_TEXTS)}
    assert len(tables(made["漏洞与补强清单"], "须补强")[0].rows) < 35
    assert "另有35项绿色事项" in words(made["漏洞与补强清单"])
    assert len(tables(made["证据补强动作"])[0].rows) == 59


def test_an_attack_the_papers_do_not_ground_is_labelled() -> None:
    looked = view("sale")
    review = looked.review
    assert looked.attack(review.actions[1]) == "“第三批谁收的？”"
    ungrounded = replace(review.actions[1], cell="CL-1/C1E1")
    assert looked.attack(ungrounded) == "【假设攻击】“第三批谁收的？”"


def test_what_the_review_found_without_an_action_still_gets_a_row() -> None:
    review = replace(sample_review.sale(), actions=())
    made = {item.name: item for item in write.compose(review, None, SALE_TEXTS)}
    text = words(made["漏洞与补强清单"])
    assert "F-001" in text
    assert "C1E4" in text
    assert "待填" in text


def test_slips_of_a_role_are_not_weaknesses_of_the_case(sets: dict[str, dict[str, Deliverable]]) -> None:
    text = words(sets["sale"]["漏洞与补强清单"])
    assert "第三批签收人不能说明" in text
    assert "重复发言一次" not in text
    assert "推演差错2次已退回重作" in text


def test_what_the_papers_do_not_say_prints_as_unfilled(sets: dict[str, dict[str, Deliverable]]) -> None:
    assert "案号：待填" in words(sets["sale"]["质证意见"])
    assert "待填（收到传票后填入" in words(sets["loan"]["一页纸"])
    assert "日期：待填" in words(sets["sale"]["草稿-证人出庭作证申请"])


def test_an_answer_in_court_has_at_most_three_sentences() -> None:
    assert wording.sentences("一。二！三？四。", 3) == "一。二！三？"
    assert wording.sentences("没有句号", 3) == "没有句号"


def test_the_statement_can_be_said_in_three_minutes(sets: dict[str, dict[str, Deliverable]]) -> None:
    review = sample_review.sale()
    long = tuple(replace(review.cells[0], id=f"CL-1/C1E{n}", why="合同写明了标的数量和单价" * 6) for n in range(30))
    for case in (view("sale"), CaseView(replace(review, cells=long), None)):
        spoken = "".join(plain(item) for block in speech.opening_speech(case)[:-1] for item in [block.content])  # type: ignore[union-attr]
        assert len(spoken) < 850


def test_the_statement_volunteers_no_doubt_and_no_double_edged_page() -> None:
    spoken = "".join(plain(block.content) for block in speech.opening_speech(view("sale")))  # type: ignore[union-attr]
    assert "签收不明" not in spoken
    assert "188,000" not in spoken
    assert "第二批12台签收（证2第5页）" in spoken


# the other side


def test_no_success_of_the_other_side_is_green(sets: dict[str, dict[str, Deliverable]]) -> None:
    def tones(name: str) -> dict[str, str | None]:
        rows = tables(sets[name]["要件审查表"], "请求与要件")[0].rows
        return {plain(row[0].content)[:4] + plain(row[1].content): row[8].tone for row in rows}

    ours, theirs = tones("sale"), tones("turned")
    assert ours["CL-1C1E1"] == "good"
    assert theirs["CL-1C1E1"] == "bad"
    assert ours["CL-1C1E4"] == "bad"
    assert theirs["CL-1C1E4"] == "good"
    assert ours["CL-1C1E2"] == theirs["CL-1C1E2"] == "open"
    assert tones("loan")["CL-1C1E1"] == "bad"


def test_the_defendant_answers_and_does_not_sue(sets: dict[str, dict[str, Deliverable]]) -> None:
    outline = words(sets["loan"]["庭审提纲"])
    assert "被告岑小满不同意原告的诉讼请求，抗辩为：已清偿" in outline
    assert "请求驳回" in outline
    assert "原告对“" not in outline
    assert "我方意见" in outline or "50,000元现金没有收到" in outline


def test_the_defendant_uses_the_gaps_of_the_plaintiff_and_does_not_mend_them(
    sets: dict[str, dict[str, Deliverable]],
) -> None:
    document = sets["turned"]["漏洞与补强清单"]
    mended = "".join(plain(cell.content) for table in tables(document, "须补强") for row in table.rows for cell in row)
    used = "".join(
        plain(cell.content) for table in tables(document, "对方的漏洞") for row in table.rows for cell in row
    )
    assert "F-001" not in mended
    assert "F-001" in used
    assert "F-006" in mended
    assert "我方补" not in words(sets["turned"]["要件审查表"])


def test_the_defendant_files_no_paper_of_a_plaintiff(sets: dict[str, dict[str, Deliverable]]) -> None:
    assert not [name for name in sets["turned"] if name.startswith("草稿-当事人") or name.startswith("草稿-变更")]


def test_the_opinion_denies_no_more_than_our_own_pleading_does(sets: dict[str, dict[str, Deliverable]]) -> None:
    text = words(sets["loan"]["质证意见"])
    assert "50,000元现金没有收到" in text
    assert "三性均不认可" not in text
    assert "真实性认可" not in text


def test_an_exhibit_on_which_both_agree_is_not_argued() -> None:
    review = sample_review.loan()
    agreed = replace(review.cells[0], opponent="undisputed")
    formed = opinions.opinions(CaseView(replace(review, cells=(agreed,), findings=()), None))
    assert formed[0].purpose.startswith("无异议")


def test_without_exhibits_of_the_other_side_the_opinion_says_so_and_guards_ours() -> None:
    review = sample_review.sale()
    ours = tuple(item for item in review.documents if item.side == "plaintiff")
    made = {item.name: item for item in write.compose(replace(review, documents=ours, findings=()), None, SALE_TEXTS)}
    assert "未向原告提交证据" in words(made["质证意见"])
    assert "我方证据防守卡" in words(made["质证意见（内部版）"])
    assert "防守卡" not in words(made["质证意见"])


# drafts


def test_a_draft_is_written_only_where_something_calls_for_it(sets: dict[str, dict[str, Deliverable]]) -> None:
    named = {name: {item for item in sets[name] if item.startswith("草稿-")} for name in CASES}
    assert named["sale"] == {
        "草稿-当事人信息更正或变更申请",
        "草稿-证人出庭作证申请",
        "草稿-调查取证申请（含调查令）",
        "草稿-补充授权委托（特别授权）",
        "草稿-变更诉讼请求申请",
        "草稿-延期举证申请",
    }
    assert named["loan"] == named["bare"] == set()


@pytest.mark.parametrize(
    ("route", "name"),
    [
        ("申请书证提出命令（证据规定45）", "草稿-书证提出命令申请"),
        ("申请鉴定印章", "草稿-鉴定申请"),
        ("申请延长举证期限", "草稿-延期举证申请"),
    ],
)
def test_an_action_calls_for_the_draft_its_route_names(route: str, name: str) -> None:
    review = sample_review.sale()
    action = replace(review.actions[7], finding=None, cell="CL-1/C1E2", route=route, material="入库账")
    made = {item.name: item for item in write.compose(replace(review, actions=(action,)), None, SALE_TEXTS)}
    assert "入库账" in words(made[name])
    assert name in words(made["庭审提纲"])


def test_an_application_points_at_our_own_pages_alone_and_says_nothing_twice() -> None:
    review = sample_review.sale()
    twice = (review.actions[3], replace(review.actions[3], id="A-044"))
    made = {item.name: item for item in write.compose(replace(review, actions=twice), None, SALE_TEXTS)}
    rows = tables(made["草稿-调查取证申请（含调查令）"])[0].rows
    assert len(rows) == 1
    assert "证2第4页" in plain(rows[0][4].content)
    assert "证5第8页" not in words(made["草稿-调查取证申请（含调查令）"])


def test_a_guarantor_is_not_taken_for_a_witness() -> None:
    review = sample_review.sale()
    action = replace(
        review.actions[3], finding=None, material="保证人催告函", route="自取", action="查找向保证人主张权利的证据"
    )
    assert "草稿-证人出庭作证申请" not in [
        item.name for item in drafts.drafts(CaseView(replace(review, actions=(action,)), None))
    ]


def test_a_wrong_number_is_corrected_without_changing_the_party() -> None:
    review = sample_review.sale()
    finding = replace(review.findings[0], code="identity_mismatch", expected="999999199001010010")
    made = {item.name: item for item in write.compose(replace(review, findings=(finding,)), None, SALE_TEXTS)}
    text = words(made["草稿-当事人信息更正或变更申请"])
    assert "更正为：999999199001010010" in text
    assert "变更被告" not in text


def test_a_unit_is_not_taken_for_a_witness(sets: dict[str, dict[str, Deliverable]]) -> None:
    review = sample_review.sale()
    unit = replace(review.actions[1], holder="澜洲顺驰货运部")
    made = {item.name: item for item in write.compose(replace(review, actions=(unit,)), None, SALE_TEXTS)}
    assert "澜洲顺驰货运部经办人（姓名待填）" in words(made["草稿-证人出庭作证申请"])
    assert "祝山河" in words(sets["sale"]["草稿-证人出庭作证申请"])


# hearing


def test_before_any_hearing_the_record_says_so_and_lists_the_issues(sets: dict[str, dict[str, Deliverable]]) -> None:
    text = words(sets["loan"]["模拟庭审记录"])
    assert "尚未进行模拟庭审" in text
    assert "I-001" in text


def test_the_record_has_seven_parts_and_its_indexes_carry_cells_and_actions(
    sets: dict[str, dict[str, Deliverable]],
) -> None:
    document = sets["sale"]["模拟庭审记录"]
    titles = [item.text for item in document.blocks if isinstance(item, Heading) and item.level == 1]
    assert titles == [*record.PARTS, "索引"]
    questions = tables(document, "提问")[0].rows
    assert [plain(cell.content) for cell in questions[0]][-2:] == ["C1E2", "A-002\nA-003\nA-004"]
    assert "第23号" in words(document)


def test_an_agenda_item_names_the_part_of_its_speech() -> None:
    agenda = pytest.importorskip("zuno.hearing.agenda")
    turns = tuple(
        Turn(
            seq=n,
            role=step.role,
            stage=agenda.STAGES[step.part],
            issue=step.item,
            body="。",
            citations=(),
            responds_to=(),
        )
        for n, step in enumerate(agenda.STEPS)
    )
    assert [number + 1 for number in record.part_numbers(turns)] == [step.part for step in agenda.STEPS]


def test_a_change_by_the_hearing_stands_beside_the_mark(sets: dict[str, dict[str, Deliverable]]) -> None:
    assert "庭审：争议→不争（第23号）" in words(sets["sale"]["要件审查表"])


def test_an_override_of_a_person_stands_with_name_and_reason(sets: dict[str, dict[str, Deliverable]]) -> None:
    assert "卞知白改定：以庭前会议意见为准，规则原标存疑" in words(sets["sale"]["要件审查表"])


# statutes and small words


def test_every_article_the_deliverables_cite_holds_its_anchor() -> None:
    slugs_file = STATUTES.parent / "causes" / "verification.json"
    if not slugs_file.exists():
        pytest.skip("statute texts are not at hand")
    slugs = json.loads(slugs_file.read_text("utf-8"))["law_slugs"]
    articles: dict[str, dict[int, str]] = {}
    for norm in statutes.CITED:
        name, article, anchor = re.fullmatch(r"(.+)#(\d+)\|(.+)", norm).groups()  # type: ignore[union-attr]
        if name not in articles:
            rows = [json.loads(row) for row in (STATUTES / f"{slugs[name]}.jsonl").read_text("utf-8").splitlines()]
            articles[name] = {row["no"]: row["text"] for row in rows if row["type"] == "article"}
        assert anchor in articles[name][int(article)], norm


def test_every_article_written_in_a_deliverable_is_in_the_table(sets: dict[str, dict[str, Deliverable]]) -> None:
    known = {norm.split("|")[0] for norm in statutes.CITED}
    with pytest.raises(KeyError):
        statutes.law("证据规定", 1)
    for document in sets["bare"].values():
        for name, article in re.findall(r"(民诉法|民诉解释|证据规定|时效规定)(\d+)", words(document)):
            assert f"{name}#{article}" in known


@pytest.mark.parametrize(
    ("number", "written"),
    [(3, "三"), (10, "十"), (19, "十九"), (20, "二十"), (104, "一百零四"), (117, "一百一十七"), (1005, "一千零五")],
)
def test_articles_are_written_to_the_court_in_chinese_numerals(number: int, written: str) -> None:
    assert numeral(number) == written


def test_money_is_written_from_fen_without_rounding() -> None:
    assert wording.money(15300000) == "153,000.00元"
    assert wording.fen_text(15300000) == "153000.00"
    assert wording.money(None) == "待填"
    assert wording.money(-1) == "-0.01元"


def test_unprintable_characters_are_replaced_one_for_one() -> None:
    dirty = "甲\x00乙\x0b丙\ud800丁\u202e戊\n己"
    assert printable(dirty) == "甲\ufffd乙\ufffd丙\ufffd丁\ufffd戊\n己"
    assert len(printable(dirty)) == len(dirty)


def test_the_one_page_counts_down_without_asking_the_clock() -> None:
    facts = one_page.facts(view("sale"))
    assert "D-5＝05-15" in "".join(plain(cell.content) for row in facts.rows for cell in row)


# on disk


@pytest.mark.parametrize("name", sorted(CASES))
def test_each_file_is_written_twice_over_with_the_same_bytes(tmp_path: Path, name: str) -> None:
    review, debrief, texts = CASES[name]
    first = write.deliverables(review(), debrief(), texts, tmp_path / "a")
    second = write.deliverables(review(), debrief(), texts, tmp_path / "b")
    assert [path.name for path in first] == [path.name for path in second]
    assert {path.suffix for path in first} == {".docx", ".md"}
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_a_review_of_a_thousand_files_is_composed_in_seconds(tmp_path: Path) -> None:
    review = sample_review.sale()
    extra = tuple(
        sample_review.document(f"卷/{n}.pdf", f"材料{n}", "other", exhibit=f"证{n}", first_page=n)
        for n in range(8, 1008)
    )
    made = write.compose(replace(review, documents=(*review.documents, *extra)), None, SALE_TEXTS)
    assert len(tables({item.name: item for item in made}["证据目录"])[0].rows) == 1007


def test_types_of_the_samples_hold() -> None:
    assert isinstance(sample_review.sale(), Review)
    assert isinstance(sample_review.hearing(), Debrief)
    assert isinstance(one_page.facts(view("bare")).rows[0][0], Box)
