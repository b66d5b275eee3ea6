"""The chronology: dated events by the papers, in order, each with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from little_cases import LOAN, SALE, SALE_SECRET, Files, assembled, changed, extended, photographed, without
from little_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, matter_with

from zuno.casework.chronology import chronology
from zuno.casework.packs.loading import Pack
from zuno.casework.records import ChronologyEntry


def events(files: dict[str, str], **fields: object) -> list[tuple[str, str, str]]:
    return [(str(entry.date), entry.kind, entry.file) for entry in chronology(*assembled(files, **fields))]


def on(files: dict[str, str], day: str) -> list[ChronologyEntry]:
    return [entry for entry in chronology(*assembled(files)) if str(entry.date) == day]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (LOAN, ("2024-03-08", "contract", "微信聊天.txt")),
        (LOAN, ("2024-03-10", "contract", "借条.txt")),
        (LOAN, ("2024-03-10", "transfer", "银行流水.csv")),
        (LOAN, ("2024-03-10", "transfer", "微信聊天.txt")),
        (LOAN, ("2025-03-09", "due", "借条.txt")),
        (LOAN, ("2025-03-12", "demand", "微信聊天.txt")),
        (LOAN, ("2025-03-12", "acknowledgement", "微信聊天.txt")),
        (LOAN, ("2025-06-02", "demand", "催告函.txt")),
        (LOAN, ("2025-06-04", "demand", "快递签收.txt")),
        (LOAN, ("2026-03-16", "filing", "起诉状.txt")),
        (SALE, ("2023-04-18", "contract", "购销合同.txt")),
        (SALE, ("2023-05-10", "delivery", "送货单一.txt")),
        (SALE, ("2023-06-08", "delivery", "送货单二.txt")),
        (SALE, ("2023-07-08", "due", "购销合同.txt")),
        (SALE, ("2023-07-20", "transfer", "收款流水.csv")),
        (SALE, ("2023-12-31", "acknowledgement", "对账单.txt")),
    ],
)
def test_an_event_stands_under_its_day_with_its_paper(files: dict[str, str], expected: tuple[str, str, str]) -> None:
    assert expected in events(files)


@pytest.mark.parametrize("files", [LOAN, SALE])
def test_the_events_stand_in_the_order_of_time(files: dict[str, str]) -> None:
    days = [day for day, _kind, _file in events(files)]
    assert days == sorted(days)


@pytest.mark.parametrize("files", [LOAN, SALE])
def test_no_event_is_listed_twice(files: dict[str, str]) -> None:
    listed = [(entry.date, entry.event, entry.file) for entry in chronology(*assembled(files))]
    assert len(listed) == len(set(listed))


def test_the_quantity_of_a_delivery_and_the_sum_of_a_transfer_are_said() -> None:
    assert any("5000米" in entry.event for entry in on(SALE, "2023-05-10"))
    assert any("200,000" in entry.event for entry in on(LOAN, "2024-03-10"))


def test_what_only_the_complaint_tells_is_marked_so() -> None:
    (entry,) = on(changed(SALE, "起诉状.txt", ("原告依据", "2024年5月6日原告上门催款。原告依据")), "2024-05-06")
    assert entry.file == "起诉状.txt"
    assert "起诉状" in entry.event


def test_a_day_that_a_paper_has_is_not_told_again_from_the_complaint() -> None:
    assert [entry.file for entry in on(SALE, "2023-04-18")] == ["购销合同.txt"]


@pytest.mark.parametrize(
    "message",
    [
        "货收到了吗？",
        "没收到货",
        "如果收到了货我会说的",
        "要是收到了货我会说的",
    ],
)
def test_a_question_a_denial_and_a_supposition_are_no_events(message: str) -> None:
    chat = SALE["微信.txt"] + f"\n[2023-09-09 09:00:00] 祝小满: {message}\n"
    assert on(extended(SALE, 微信=chat), "2023-09-09") == []


def test_one_line_stands_for_each_speaker_and_day_of_a_chat() -> None:
    chat = (
        SALE["微信.txt"] + "\n[2024-03-03 09:00:00] 董一帆: 请付货款\n[2024-03-03 09:05:00] 董一帆: 货款什么时候付？\n"
    )
    assert len(on(extended(SALE, 微信=chat), "2024-03-03")) == 1


def test_a_chat_of_a_thousand_demands_does_not_drown_the_rest() -> None:
    lines = "".join(
        f"\n[2024-{month:02d}-{day:02d} 09:00:00] 董一帆: 请付货款\n" for month in range(1, 13) for day in range(1, 29)
    )
    entries = chronology(*assembled(extended(SALE, 微信=SALE["微信.txt"] + lines)))
    assert len(entries) < 100
    assert any(entry.kind == "filing" for entry in entries)


def test_private_and_unread_files_have_no_events() -> None:
    note = SALE["内部备忘.txt"] + "2023年10月10日我们私下让过价。\n"
    entries = chronology(*assembled(photographed(extended(SALE, 内部备忘=note), "对账单.txt")))
    assert {entry.file for entry in entries} & {"内部备忘.txt", "对账单.jpg"} == set()
    assert not any(SALE_SECRET in entry.event for entry in entries)
    assert not any(str(entry.date) == "2023-10-10" for entry in entries)


def test_a_message_without_a_year_has_no_day() -> None:
    chat = LOAN["微信聊天.txt"].replace("  2024-", "  ").replace("  2025-", "  ")
    assert all(file != "微信聊天.txt" for _day, _kind, file in events(extended(LOAN, 微信聊天=chat)))


def test_a_due_day_that_only_the_complaint_states_is_said_to_be_pleaded() -> None:
    entries = chronology(*assembled(without(LOAN, "借条.txt", "微信聊天.txt", "催告函.txt", "快递签收.txt")))
    assert [("起诉状" in entry.event, entry.file) for entry in entries if entry.kind == "due"] == [(True, "起诉状.txt")]


# --- every cause ------------------------------------------------------------------------------------------------


def told_events(pack: Pack, files: Files) -> list[tuple[str, str, str]]:
    return [(str(e.date), e.event, e.file) for e in chronology(matter_with(pack, files), pack)]


@pytest.mark.parametrize(
    ("pack", "files", "day", "words", "file"),
    [
        (LEASE_PACK, LEASE, "2024-03-01", "签订房屋租赁合同", "房屋租赁合同.txt"),
        (LEASE_PACK, LEASE, "2024-03-11", "交付房屋", "交接单.txt"),
        (LEASE_PACK, LEASE, "2025-06-05", "6,500", "付款记录.csv"),
        (LEASE_PACK, LEASE, "2025-12-08", "起诉", "起诉状.txt"),
        (LABOUR_PACK, LABOUR, "2020-10-12", "入职", "劳动合同.txt"),
        (LABOUR_PACK, LABOUR, "2023-10-12", "签订劳动合同", "劳动合同.txt"),
        (LABOUR_PACK, LABOUR, "2025-09-30", "解除", "解除通知书.txt"),
    ],
)
def test_every_cause_has_its_events_with_their_papers(
    pack: Pack, files: Files, day: str, words: str, file: str
) -> None:
    assert any(on == day and words in event and of == file for on, event, of in told_events(pack, files))


AWARD = """云渡市劳动人事争议仲裁委员会
仲裁裁决书
申请人：石小满
裁决如下：驳回申请人的仲裁请求。
2025年12月1日
送达回证：签收日期 2025年12月9日
"""


def test_an_award_has_its_day_and_the_day_on_which_it_was_received() -> None:
    events_of = [
        (on, event) for on, event, of in told_events(LABOUR_PACK, extended(LABOUR, 仲裁裁决书=AWARD)) if "裁决书" in of
    ]
    assert [on for on, _event in events_of] == ["2025-12-01", "2025-12-09"]
    assert "收到" in events_of[1][1]


def test_a_payment_says_who_paid_where_the_row_does_not() -> None:
    rows = "日期,收款方,金额,附言,状态\n2025-05-05,邱若岚,6500.00,房租,成功\n"
    files = {**without(LEASE, "付款记录.csv"), "申柏舟提交_付款记录.csv": rows}
    assert ("2025-05-05", "申柏舟付款6,500元（房租）", "申柏舟提交_付款记录.csv") in told_events(LEASE_PACK, files)


LEAK = """聊天记录导出 设备：申柏舟手机 对方：邱若岚
申柏舟  2024-11-12 08:40:03
后厨顶上又漏水了，麻烦看看
申柏舟  2024-11-13 09:00:00
铺子没漏水吧？
"""


def test_what_a_message_does_by_an_act_of_the_pack_is_an_event_in_its_own_words() -> None:
    pack = replace(LEASE_PACK, acts={"leak": {"any": ["漏水|渗水"]}})
    events_of = [(on, event) for on, event, of in told_events(pack, extended(LEASE, 微信聊天=LEAK)) if "微信" in of]
    assert events_of == [("2024-11-12", "申柏舟：后厨顶上又漏水了，麻烦看看")]


def test_the_end_of_a_term_to_come_is_no_event() -> None:
    assert not any(on > "2025-12-08" for on, _event, _file in told_events(LEASE_PACK, LEASE))
