"""Declarations that must arrive, as the packs of different causes name them."""

from __future__ import annotations

import pytest
from invented_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, found_in
from little_cases import changed, extended, photographed, without

from zuno.casework.packs.loading import common, frames, packs
from zuno.casework.statements import lexicon

LOST = without(LEASE, "快递签收.txt")
FELL = "原告于2026年3月10日向被告发出解除合同通知书，合同已于2026年3月12日解除。"
CHAT = (
    "微信聊天记录\n微信号 wx_su99 备注 宿长青\n[2026-03-10 09:12:00] 桑晚舟: {}\n[2026-03-10 10:00:00] 宿长青: 知道了\n"
)
OTHER_POST = "快递签收回单\n运单号：EX9997770001\n内件：催租函\n签收时间：2026年3月12日 已签收\n"


def missing(files: dict[str, str]) -> list[tuple[str, ...]]:
    return [finding.documents for finding in found_in(files, LEASE_PACK, "notice_missing")]


def pleading(words: str, files: dict[str, str] = LOST) -> dict[str, str]:
    return changed(files, "起诉状.txt", (FELL, words))


@pytest.mark.parametrize(
    ("files", "documents"),
    [
        (LOST, ("起诉状.txt", "解除合同通知书.txt")),
        (without(LOST, "解除合同通知书.txt"), ("起诉状.txt",)),
        (extended(LOST, 快递=OTHER_POST), ("起诉状.txt", "解除合同通知书.txt")),
        (
            extended(LOST, 答辩状="答辩状\n答辩人：宿长青。\n解除通知答辩人从来没有收到过。\n答辩人：宿长青\n"),
            ("起诉状.txt", "解除合同通知书.txt", "答辩状.txt"),
        ),
        (
            extended(LOST, 证据目录="证据目录\n提交人：原告\n1、商铺租赁合同 原件\n2、解除合同通知书 打印件\n"),
            ("起诉状.txt", "解除合同通知书.txt", "证据目录.txt"),
        ),
        (pleading("因被告欠租，租约已于3月12日解除。"), ("起诉状.txt", "解除合同通知书.txt")),
        (pleading("被告欠租半年，我跟他说合同到此为止，解除租约。"), ("起诉状.txt", "解除合同通知书.txt")),
        (pleading("被告一直欠租。"), ("起诉状.txt", "解除合同通知书.txt")),
    ],
    ids=["no receipt", "no letter", "receipt of a demand", "denied", "listed", "as a fact", "plain", "relief alone"],
)
def test_a_termination_without_proof_of_arrival_is_found(files: dict[str, str], documents: tuple[str, ...]) -> None:
    assert missing(files) == [documents]


@pytest.mark.parametrize(
    "files",
    [
        LEASE,
        extended(LOST, 微信=CHAT.format("房租你欠了半年，合同解除，七天内搬走")),
        extended(LOST, 答辩状="答辩状\n答辩人：宿长青。\n解除合同的通知我收到了，但我不同意搬。\n答辩人：宿长青\n"),
        changed(LOST, "解除合同通知书.txt", ("桑晚舟\n", "桑晚舟\n签收人：宿长青\n")),
        photographed(LEASE, "快递签收.txt"),
        changed(
            pleading("被告欠租半年，原告现请求解除合同。"),
            "起诉状.txt",
            ("确认双方的租赁合同于2026年3月12日解除，", "判令解除双方的租赁合同，"),
        ),
        changed(
            pleading("双方协商一致解除合同。"),
            "起诉状.txt",
            ("确认双方的租赁合同于2026年3月12日解除，被告", "判令被告"),
        ),
        changed(
            pleading("被告于2026年3月1日擅自通知原告解除合同，随后失联。"),
            "起诉状.txt",
            ("确认双方的租赁合同于2026年3月12日解除，被告", "判令被告"),
        ),
        changed(
            pleading("合同约定逾期三十日，原告有权解除合同。"),
            "起诉状.txt",
            ("确认双方的租赁合同于2026年3月12日解除，被告", "判令被告"),
        ),
        changed(
            pleading("现诉至法院。"),
            "起诉状.txt",
            ("于2026年3月12日解除", "自起诉状副本送达之日解除"),
        ),
    ],
    ids=[
        "posted",
        "told by message",
        "owned",
        "signed for",
        "receipt unread",
        "the suit dissolves",
        "by agreement",
        "the other side's act",
        "a right in the contract",
        "by service of the complaint",
    ],
)
def test_a_declaration_that_arrived_or_was_not_ours_is_no_error(files: dict[str, str]) -> None:
    assert missing(files) == []


FORCED = changed(
    LABOUR,
    "起诉状.txt",
    ("1. 被告支付违法解除劳动合同赔偿金60,000元；", "1. 被告支付经济补偿30,000元；"),
    ("公司于2026年1月16日解除劳动合同，没有说明理由。", "因公司拖欠工资，原告于2026年1月16日被迫解除劳动合同。"),
)
RESIGNATION = (
    "被迫解除劳动合同通知书\n舒州云檐食品有限公司：\n因你公司拖欠工资，本人被迫解除劳动合同。\n岳小满\n2026年1月16日\n"
)


def test_a_worker_who_says_that_he_was_forced_out_must_have_told_the_employer() -> None:
    (finding,) = found_in(FORCED, LABOUR_PACK, "notice_missing")
    assert finding.norms == LABOUR_PACK.must_arrive[0].norms


@pytest.mark.parametrize(
    "files",
    [
        LABOUR,
        extended(
            FORCED,
            被迫解除通知=RESIGNATION,
            快递="快递签收回单\n收件人：舒州云檐食品有限公司\n内件：被迫解除劳动合同通知书\n签收时间：2026年1月18日 已签收\n",
        ),
        extended(FORCED, 钉钉="钉钉聊天记录\n[2026-01-16 09:00:00] 岳小满: 公司拖欠工资两个月，我被迫解除劳动合同\n"),
        changed(FORCED, "起诉状.txt", ("原告于2026年1月16日被迫解除劳动合同", "原告多次催要")),
    ],
    ids=["the employer dismissed", "posted", "by message", "nothing declared"],
)
def test_a_dismissal_or_a_resignation_that_arrived_is_no_error(files: dict[str, str]) -> None:
    assert found_in(files, LABOUR_PACK, "notice_missing") == []


def test_every_declaration_of_a_pack_is_an_act_that_is_looked_for() -> None:
    for pack in (*packs(), *frames()):
        known = set(lexicon().acts) | set(pack.acts)
        assert {entry.act for entry in (*pack.must_arrive, *common().must_arrive)} <= known
