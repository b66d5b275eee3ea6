"""Who speaks in a document, and for which side."""

from __future__ import annotations

import pytest
from little_cases import LOAN, SALE, changed, extended, matter_of, without
from paper import source

from zuno.casework.records import Party
from zuno.casework.voices import BUYER_NAMED, Cast, contract_roles, document_voice, letter_sender, signatures

CAST = Cast(
    parties=(
        Party(role="plaintiff", name="青岸市禾川纺织有限公司", kind="company", representative="纪明礼"),
        Party(role="defendant", name="柏临市砚北服饰有限公司", kind="company", representative="路怀安"),
    ),
    our_side="plaintiff",
)
PEOPLE = Cast(
    parties=(
        Party(role="plaintiff", name="闵知秋", kind="person"),
        Party(role="defendant", name="卓远航", kind="person"),
    ),
    our_side="plaintiff",
)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("青岸市禾川纺织有限公司", "plaintiff"),
        ("柏临市砚北服饰有限公司", "defendant"),
        ("砚北服饰", "defendant"),
        ("路怀安", "defendant"),
        ("纪明礼", "plaintiff"),
        ("祝小满", None),
        ("港东布行", None),
        ("", None),
        (None, None),
    ],
)
def test_a_name_is_tied_to_a_side_only_where_it_is_its_own(name: str | None, side: str | None) -> None:
    assert CAST.side_of(name) == side


@pytest.mark.parametrize(
    ("name", "side"),
    [("卓远航", "defendant"), ("远航", "defendant"), ("知秋", "plaintiff"), ("卓远", None), ("航", None)],
)
def test_a_persons_given_name_is_theirs_and_a_piece_of_it_is_not(name: str, side: str | None) -> None:
    assert PEOPLE.side_of(name) == side


def test_a_short_name_that_both_sides_bear_ties_to_neither() -> None:
    twins = Cast(
        parties=(
            Party(role="plaintiff", name="青岸禾川纺织有限公司", kind="company"),
            Party(role="defendant", name="柏临禾川纺织有限公司", kind="company"),
        ),
        our_side="plaintiff",
    )
    assert not twins.mentions("禾川纺织的货到了", "plaintiff")
    assert not twins.mentions("禾川纺织的货到了", "defendant")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("送货单\n收货人（签字）：祝小满\n", ["祝小满"]),
        ("借条\n今借到……\n卓远航（捺印）\n2024年3月10日", ["卓远航"]),
        ("对账单\n柏临市砚北服饰有限公司（盖章）\n", ["柏临市砚北服饰有限公司"]),
        ("借条\n今借到二十万元。\n卓远航\n2024年3月10日\n", ["卓远航"]),
        ("乙方：（印章：柏临市砚北服饰有限公司）\n", ["柏临市砚北服饰有限公司"]),
    ],
)
def test_the_names_where_signatures_stand_are_found(text: str, names: list[str]) -> None:
    assert all(any(name in signed for signed in signatures(text)) for name in names)


def test_the_body_of_a_paper_is_no_signature() -> None:
    text = (
        "借条\n"
        + "今借到闵知秋人民币贰拾万元整，用于店铺周转，借期一年，按月付息。\n" * 12
        + "借款人：卓远航\n2024年3月10日\n"
    )
    assert "闵知秋" not in "".join(signatures(text))


def test_the_roles_of_a_contract_are_mapped_to_the_sides() -> None:
    paper = source("sale_contract", SALE["购销合同.txt"])
    assert contract_roles(paper, CAST) == {
        "出卖人": "plaintiff",
        "甲方": "plaintiff",
        "买受人": "defendant",
        "乙方": "defendant",
    }


@pytest.mark.parametrize(
    ("text", "sender"),
    [
        ("律师函\n卓远航先生：\n本所受闵知秋女士委托，致函如下：请于七日内归还借款。\n", "plaintiff"),
        ("催款函\n卓远航：\n请于七日内归还借款。\n闵知秋\n2025年3月20日\n", "plaintiff"),
        ("复函\n闵知秋女士：\n来函收悉，请宽限。\n卓远航\n2025年4月2日\n", "defendant"),
        ("通知\n全体业主：\n明日停水。\n", "unknown"),
    ],
)
def test_the_sender_of_a_letter_is_its_client_or_signer(text: str, sender: str) -> None:
    assert letter_sender(source("letter", text), PEOPLE) == sender


@pytest.mark.parametrize(
    ("file", "who", "form"),
    [
        ("起诉状.txt", "plaintiff", "pleading"),
        ("答辩状.txt", "defendant", "pleading"),
        ("购销合同.txt", "both", "instrument"),
        ("送货单一.txt", "defendant", "instrument"),
        ("对账单.txt", "defendant", "instrument"),
        ("发票.txt", "plaintiff", "own_book"),
        ("收款流水.csv", "neutral", "record"),
        ("企业信息.txt", "neutral", "record"),
        ("委托书.txt", "plaintiff", "own_book"),
    ],
)
def test_each_paper_of_a_sale_speaks_with_its_own_voice(file: str, who: str, form: str) -> None:
    voice = matter_of(SALE).voices[file]
    assert (voice.who, voice.form) == (who, form)


def test_a_private_note_has_no_voice() -> None:
    assert "内部备忘.txt" not in matter_of(SALE).voices


def test_an_answer_speaks_for_the_defendant_who_wrote_it() -> None:
    assert matter_of(LOAN).voices["答辩状.txt"].name == "卓远航"


@pytest.mark.parametrize(
    ("swaps", "who", "certain"),
    [
        ((), "defendant", True),
        ((("卓远航  20", "远方的船  20"), ("备注名：卓远航", "备注名：远方的船")), "defendant", False),
        ((("卓远航  20", "店里老卓  20"), ("备注名：卓远航", "备注名：店里老卓（卓远航）")), "defendant", True),
    ],
)
def test_the_other_voice_of_a_chat_is_tied_surely_only_by_name_or_header(
    swaps: tuple[tuple[str, str], ...], who: str, certain: bool
) -> None:
    matter = matter_of(changed(LOAN, "微信聊天.txt", *swaps))
    voices = matter.senders["微信聊天.txt"]
    (other,) = [voice for sender, voice in voices.items() if sender != "我"]
    assert (voices["我"].who, other.who, other.certain) == ("plaintiff", who, certain)


def test_a_third_voice_in_a_chat_is_nobodys() -> None:
    group = LOAN["微信聊天.txt"] + "\n老邹  2025-03-13 08:00:00\n我证明，那20万是借的\n"
    matter = matter_of(extended(LOAN, 微信聊天=group))
    assert "老邹" not in matter.senders["微信聊天.txt"]


def test_the_keeper_whom_the_contract_names_acts_for_the_buyer() -> None:
    matter = matter_of(without(SALE, "微信.txt", "对账单.txt"))
    assert matter.cast.affiliates["祝小满"][0] == "defendant"


def test_a_stranger_on_a_slip_acts_for_nobody() -> None:
    files = changed(without(SALE, "微信.txt", "对账单.txt"), "购销合同.txt", ("；乙方指定收货人为祝小满", ""))
    assert "祝小满" not in matter_of(files).cast.affiliates


def test_the_firm_on_the_letterhead_of_a_slip_does_not_sign_for_the_goods() -> None:
    slip = "青岸市禾川纺织有限公司 送货单\n棉布 3000米\n制单：青岸市禾川纺织有限公司\n收货人（签字）：祝小满\n"
    assert matter_of(extended(SALE, 送货单二=slip)).voices["送货单二.txt"].who == "defendant"


def test_the_receiving_unit_printed_on_a_slip_is_no_signature() -> None:
    files = changed(without(SALE, "微信.txt", "对账单.txt"), "购销合同.txt", ("；乙方指定收货人为祝小满", ""))
    assert matter_of(files).voices["送货单一.txt"].who == "unknown"


def test_a_buyer_known_by_another_name_with_the_same_code_is_an_alias() -> None:
    matter = matter_of(changed(SALE, "起诉状.txt", ("被告：柏临市砚北服饰", "被告：柏临市砚北制衣")))
    assert matter.cast.aliases.get("柏临市砚北服饰有限公司") == "defendant"


def test_another_buyer_with_nothing_in_common_is_no_alias() -> None:
    matter = matter_of(changed(SALE, "发票.txt", ("购买方：柏临市砚北服饰有限公司", "购买方：榆川市远山制衣有限公司")))
    assert matter.cast.aliases == {}


def test_a_company_whose_name_holds_a_shop_word_is_taken_whole() -> None:
    (found,) = BUYER_NAMED.finditer("企业名称：景川市云澜酒店管理有限公司\n")
    assert found["name"] == "景川市云澜酒店管理有限公司"


@pytest.mark.parametrize(
    ("seller", "who", "form"),
    [("开发区老姚电动车修理部", "neutral", "record"), ("青岸市禾川纺织有限公司", "plaintiff", "own_book")],
)
def test_an_invoice_of_a_stranger_is_a_record_and_no_book_of_a_party(seller: str, who: str, form: str) -> None:
    voice = document_voice(source("invoice", f"电子发票\n销售方：{seller}\n价税合计 2,600元\n"), CAST, "plaintiff")
    assert (voice.who, voice.form) == (who, form)
