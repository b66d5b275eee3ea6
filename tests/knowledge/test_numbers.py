"""Numerals, and numbers that name a person, a company, a phone, an account or a case."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.knowledge.numbers import find_numbers, fold, is_credit_code, is_id_card, read_int, read_numeral

ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
CREDIT_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY"


def with_check_digit(first_17: str) -> str:
    total = sum(weight * int(digit) for weight, digit in zip(ID_WEIGHTS, first_17, strict=True))
    return first_17 + "10X98765432"[total % 11]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", "0"),
        ("12.5万", "125000"),
        ("１２．５万", "125000"),
        ("1,234,567.8", "1234567.8"),
        ("27万6", "276000"),
        ("27万6千", "276000"),
        ("27万6000", "276000"),
        ("3千5百", "3500"),
        ("1亿2千万", "120000000"),
        ("壹亿贰仟万", "120000000"),
        ("一万亿", "1000000000000"),
        ("两千五", "2500"),
        ("一百五", "150"),
        ("一万零五", "10005"),
        ("一千零五十", "1050"),
        ("十五", "15"),
        ("二十", "20"),
        ("叁拾万零仟零佰零拾", "300000"),
        ("二〇二四", "2024"),
        ("二○二四", "2024"),
        ("贰零贰肆", "2024"),
        ("一点五", "1.5"),
        ("三点五万", "35000"),
        ("六百七十五", "675"),
        ("一千二百三十四万五千六百七十八", "12345678"),
        ("玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖", "99999999999"),
    ],
)
def test_numerals_are_read(text: str, value: str) -> None:
    assert read_numeral(text) == Decimal(value)


@pytest.mark.parametrize("text", ["", "万一", "亿", "两三千", "三五万", "几万", "5个6", "三块", "十全十美"])
def test_rough_numbers_and_other_words_are_no_numerals(text: str) -> None:
    assert read_numeral(text) is None


def test_an_integer_is_asked_for_and_a_fraction_refused() -> None:
    assert read_int("第") is None
    assert read_int("1.5") is None
    assert read_int("12") == read_int("十二") == read_int("一十二") == 12


@given(st.text())
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(fold(text)) == len(text)


def test_folding_leaves_the_clause_comma() -> None:
    assert fold("１２：３０，（甲）　￥") == "12:30，(甲) ¥"


@given(st.from_regex(r"[1-9][0-9]{16}", fullmatch=True))
def test_every_identity_number_with_its_check_digit_holds_and_no_other_digit_does(first_17: str) -> None:
    good = with_check_digit(first_17)
    assert is_id_card(good)
    assert sum(is_id_card(first_17 + sign) for sign in "0123456789X") == 1


@given(st.text(alphabet=CREDIT_SIGNS, min_size=17, max_size=17))
def test_exactly_one_check_character_fits_a_credit_code(first_17: str) -> None:
    assert sum(is_credit_code(first_17 + sign) for sign in CREDIT_SIGNS) == 1


@pytest.mark.parametrize("number", ["", "12345", "99999919830709313", "A" * 18, "99999919830709313８"])
def test_other_shapes_are_no_identity_number(number: str) -> None:
    assert not is_id_card(number)
    assert not is_credit_code(number)


GOOD_ID = with_check_digit("99999919900228001")
BAD_ID = GOOD_ID[:-1] + ("1" if GOOD_ID[-1] != "1" else "2")


@pytest.mark.parametrize(
    ("text", "kind", "value", "valid"),
    [
        (f"公民身份号码{GOOD_ID}，电话", "id_card", GOOD_ID, True),
        (f"身份证号：{BAD_ID}。", "id_card", BAD_ID, False),
        (f"借款人：唐小舟  {GOOD_ID}", "id_card", GOOD_ID, True),
        (f"身份证号码 {GOOD_ID[:6]} {GOOD_ID[6:14]} {GOOD_ID[14:]}", "id_card", GOOD_ID, True),
        (f"公民身份号码：{GOOD_ID[:-1]}（应为18位）", "id_card", GOOD_ID[:-1], False),
        (f"身份证：{GOOD_ID}7，", "id_card", f"{GOOD_ID}7", False),
        (f"唐小舟 {GOOD_ID[:-1]}", "id_card", GOOD_ID[:-1], False),
        ("身份证号999999********0018", "id_card", "999999********0018", None),
        ("统一社会信用代码91999999MA7TY4R12C。", "credit_code", "91999999MA7TY4R12C", True),
        ("统一社会信用代码：９１９９９９９９ＭＡ７ＴＹ４Ｒ１２Ｃ", "credit_code", "91999999MA7TY4R12C", True),
        ("纳税人识别号:91999999ma7ty4r12c", "credit_code", "91999999MA7TY4R12C", True),
        ("统一社会信用代码91999999MA7TY4R12D", "credit_code", "91999999MA7TY4R12D", False),
        ("统一社会信用代码91999999MA7TY4R1", "credit_code", "91999999MA7TY4R1", False),
        ("购方 92999999MA5KQ7W338 店", "credit_code", "92999999MA5KQ7W338", True),
        ("联系电话10013570021。", "phone", "10013570021", None),
        ("手机：100 0013 0000", "phone", "10000130000", None),
        ("10000130000（微信同号）", "phone", "10000130000", None),
        ("绑定手机100****0045", "phone", "100****0045", None),
        ("账号：6299 0000 1234 0718", "account", "6299000012340718", None),
        ("孟某 6299****5512 转入", "account", "6299****5512", None),
        ("开户行农商银行，账号6222021001122335123", "account", "6222021001122335123", None),
        ("银行账户：801234567890123", "account", "801234567890123", None),
        ("（2025）衡知函字第097号", "case_no", "(2025)衡知函字第097号", None),
        ("(2024)云0102民初123号民事判决", "case_no", "(2024)云0102民初123号", None),
        ("（2024）最高法民申1号之一", "case_no", "(2024)最高法民申1号之一", None),
        ("不服舒劳人仲案〔2026〕第0317号裁决", "case_no", "舒劳人仲案(2026)第0317号", None),
        ("〔２０２３〕云01民终88号", "case_no", "(2023)云01民终88号", None),
    ],
)
def test_numbers_are_named(text: str, kind: str, value: str, valid: bool | None) -> None:
    (fact,) = [fact for fact in find_numbers(text) if fact.kind == kind]
    assert (fact.value, fact.valid) == (value, valid)
    assert text[fact.start : fact.end] == fact.text


@pytest.mark.parametrize(
    "text",
    [
        "发票号码：999022011234",
        "回单编号：99900215031427",
        "运单号 EX9990021764",
        "金额123456789012.50",
        "10055120076元",
        "2024-03-15",
        "2021 2022 2023 2024",
        "60 4900 294000",
        "300,000.00",
        "abcdefghijklmnopqrst",
        "wxid_abcdefg12345",
        "验证码 9990-7731-26",
        "转账单号 1000050001202403151234567890",
        "22345678901",
        "（2024）年度",
    ],
)
def test_other_numbers_name_nobody(text: str) -> None:
    assert find_numbers(text) == []
