"""Parties as papers introduce them, and the comparison of their names."""

from __future__ import annotations

from datetime import date

import pytest

from zuno.knowledge.parties import (
    birth_of_id,
    find_parties,
    gender_of_id,
    name_key,
    refers_to,
    same_name,
    short_names,
)
from zuno.knowledge.records import PartyFact

ID = "999999199104185281"


def only(text: str) -> PartyFact:
    (party,) = find_parties(text)
    assert text[party.start : party.end] == party.text
    return party


PLEADING = f"""民事起诉状
原告：罗晚舟，女，1991年4月18日出生，汉族，住岚汀市东岑区灯草街41号2单元203室，公民身份号码{ID}，联系电话10042680051。
委托诉讼代理人：顾以安，云岚衡知律师事务所律师（特别授权）。
被告一：栾江恒岳建材有限公司，住所地栾江市北渡区建材市场C区11号，统一社会信用代码91999999MA2HYJ6CXE。法定代表人：郜明远，执行董事。
被告二：岚汀市河西区棠记面馆（个体工商户），经营场所岚汀市河西区柳荫路88号，统一社会信用代码92999999MA5KQ7W338。经营者：唐屿，男，1990年10月2日出生。
第三人：岚汀市望塔村村民委员会。负责人：王守仁。
诉讼请求
一、判令被告支付货款。
具状人：罗晚舟
"""


def test_a_pleading_introduces_each_side() -> None:
    parties = find_parties(PLEADING)
    assert [(party.role, party.name, party.kind) for party in parties] == [
        ("plaintiff", "罗晚舟", "person"),
        ("agent", "顾以安", "person"),
        ("defendant", "栾江恒岳建材有限公司", "company"),
        ("defendant", "岚汀市河西区棠记面馆", "sole_trader"),
        ("third_party", "岚汀市望塔村村民委员会", "company"),
    ]
    assert all(PLEADING[party.start : party.end] == party.text for party in parties)


def test_attributes_of_a_person() -> None:
    party = find_parties(PLEADING)[0]
    assert (party.id_number, party.gender, party.birth) == (ID, "女", date(1991, 4, 18))
    assert (party.address, party.phone) == ("岚汀市东岑区灯草街41号2单元203室", "10042680051")
    assert party.legal_representative is None


def test_attributes_of_a_company_and_a_sole_trader() -> None:
    company, trader = find_parties(PLEADING)[2:4]
    assert (company.credit_code, company.legal_representative) == ("91999999MA2HYJ6CXE", "郜明远")
    assert company.address == "栾江市北渡区建材市场C区11号"
    assert (trader.credit_code, trader.legal_representative) == ("92999999MA5KQ7W338", "唐屿")
    assert (trader.gender, trader.birth) == ("男", date(1990, 10, 2))


@pytest.mark.parametrize(
    ("text", "role", "name"),
    [
        ("原告：周砚秋，男", "plaintiff", "周砚秋"),
        ("原告周砚秋，男，1983年7月9日出生", "plaintiff", "周砚秋"),
        ("原 告：周 砚 秋，男", "plaintiff", "周砚秋"),
        ("原告\t周砚秋", "plaintiff", "周砚秋"),
        ("原告（自然人）\n姓名：周砚秋\n性别：男☑ 女□", "plaintiff", "周砚秋"),
        ("申请人：林若筠（曾用名林筠），女", "plaintiff", "林若筠"),
        ("被申请人：舒陵云檐文化传播有限公司。", "defendant", "舒陵云檐文化传播有限公司"),
        ("答辩人：孟立川。", "defendant", "孟立川"),
        ("答辩人（原审原告）：孟立川。", "plaintiff", "孟立川"),
        ("反诉原告（本诉被告）：孟立川", "defendant", "孟立川"),
        ("上诉人（原审被告）：云岚（上海）贸易有限公司", "defendant", "云岚（上海）贸易有限公司"),
        ("第二被告：孟立川", "defendant", "孟立川"),
        ("第三人：唐屿", "third_party", "唐屿"),
        ("受委托人：闻笑川，澄州明堤律师事务所律师", "agent", "闻笑川"),
        ("出借人：周砚秋", "other", "周砚秋"),
        ("甲方（出卖人）：澄州市铁原钢材贸易有限公司", "other", "澄州市铁原钢材贸易有限公司"),
        ("买受人（乙方）：栾江恒岳建材有限公司", "other", "栾江恒岳建材有限公司"),
        ("甲  方：张 三   ", "other", "张三"),
        ("1、出租方（甲方）：姚静姝", "other", "姚静姝"),
        ("连带责任保证人：贺小蓓   999999198802052844", "other", "贺小蓓"),
        ("需方:栾江恒岳建材有限公司", "other", "栾江恒岳建材有限公司"),
        ("乙方：姓名：唐屿 身份证号：999", "other", "唐屿"),
        ("被告人寿保险岚汀市支公司，住所地岚汀市", "defendant", "人寿保险岚汀市支公司"),
        ("用人单位（甲方）：舒陵云檐文化传播有限公司", "other", "舒陵云檐文化传播有限公司"),
        ("债权人：迪丽·阿依古丽，女", "other", "迪丽·阿依古丽"),
        ("承包人（签字）：\n王守仁", "other", "王守仁"),
    ],
)
def test_labels_give_role_and_name(text: str, role: str, name: str) -> None:
    party = only(text)
    assert (party.role, party.name) == (role, name)


@pytest.mark.parametrize(
    "text",
    [
        "甲方应于2024年3月5日付款",
        "出借人：______",
        "借款人（签字）：",
        "甲方（盖章）：\n\n乙方（盖章）：",
        "申请人2019年7月8日入职，2026年1月被解除",
        "原告与被告系邻居，被告向原告借款",
        "乙方：以下简称乙方",
        "姓名：林若筠   性别：女   门诊号：9990421",
        "被告至今没有付款，违约责任由被告承担",
        "原告系经业主大会选聘的物业服务企业。2022年6月签订合同。",
    ],
)
def test_other_sentences_introduce_nobody(text: str) -> None:
    assert find_parties(text) == []


def test_attributes_may_stand_on_lines_below_in_any_order() -> None:
    text = f"甲方：王守仁\n电话：10013570021\n住址：栖川市南浦区槐影路12号\n身份证号：{ID}\n乙方：唐屿\n一、借款"
    first, second = find_parties(text)
    assert (first.phone, first.address, first.id_number) == ("10013570021", "栖川市南浦区槐影路12号", ID)
    assert (second.name, second.phone) == ("唐屿", None)


def test_two_parties_may_share_a_line() -> None:
    text = "甲方：姚静姝 乙方：岚汀市河西区棠记面馆（经营者唐屿）"
    assert [(party.name, party.legal_representative) for party in find_parties(text)] == [
        ("姚静姝", None),
        ("岚汀市河西区棠记面馆", "唐屿"),
    ]


def test_names_in_a_row_are_parties_each() -> None:
    assert [party.name for party in find_parties("被告：张三丰、李四海。")] == ["张三丰", "李四海"]


def test_a_signature_repeats_nobody_but_a_different_number_is_kept() -> None:
    text = f"借款人：孟立川\n保证人：贺小蓓\n\n借款人：孟立川\n\n借款人：孟立川 {ID}"
    assert [(party.name, party.id_number) for party in find_parties(text)] == [
        ("孟立川", None),
        ("贺小蓓", None),
        ("孟立川", ID),
    ]


def test_identity_cards_and_registry_papers_name_whom_they_are_of() -> None:
    card = f"姓名  孟立川\n性别 男    民族 汉\n出生  1986年11月23日\n住址  栖川市渡口街77号\n公民身份号码  {ID}"
    registry = "统一社会信用代码  92999999MA5KQ7W338\n名称  棠记面馆\n类型  个体工商户\n经营者  唐屿"
    assert (only(card).name, only(card).id_number, only(card).birth) == ("孟立川", ID, date(1986, 11, 23))
    assert (only(registry).name, only(registry).kind, only(registry).credit_code) == (
        "棠记面馆",
        "sole_trader",
        "92999999MA5KQ7W338",
    )


def test_a_number_in_brackets_names_the_person_before_it() -> None:
    party = only(f"今向周砚秋（身份证号：{ID}）借到人民币三万元")
    assert (party.name, party.id_number, party.role) == ("周砚秋", ID, "other")


def test_identity_numbers_state_gender_and_birth() -> None:
    assert (gender_of_id("999999198307093139"), birth_of_id("999999198307093139")) == ("男", date(1983, 7, 9))
    assert (gender_of_id("999999198802052844"), birth_of_id("999999198802052844")) == ("女", date(1988, 2, 5))
    assert gender_of_id("99999919830709312") is None
    assert birth_of_id("999999198313093139") is None
    assert birth_of_id("12345") is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("周砚秋", "周 砚 秋", True),
        ("周砚秋先生", "周砚秋", True),
        ("孟立川（渡口小馆）", "孟立川", True),
        ("云岚（上海）贸易有限公司", "云岚(上海)贸易有限公司", True),
        ("栾江恒岳建材有限公司", "栾江恒岳建材有限公司 ", True),
        ("孟*川", "孟立川", True),
        ("*立川", "孟立川", True),
        ("阿依·古丽", "阿依•古丽", True),
        ("栾江恒岳建材有限公司", "栾江恒岳建设有限公司", False),
        ("恒岳建材", "栾江恒岳建材有限公司", False),
        ("云岚（上海）贸易有限公司", "云岚（北京）贸易有限公司", False),
        ("张某（甲）", "张某（乙）", False),
        ("孟*川", "孟立山", False),
        ("**", "孟立川", False),
        ("", "", False),
    ],
)
def test_full_names_are_compared(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_a_key_ignores_blanks_and_brackets() -> None:
    assert name_key("云岚（ 上海 ）贸易有限公司") == name_key("云岚(上海)贸易有限公司") == "云岚上海贸易有限公司"


@pytest.mark.parametrize(
    ("name", "among"),
    [
        ("栾江恒岳建材有限公司", {"恒岳建材", "恒岳", "恒岳公司", "恒岳建材公司", "栾江恒岳"}),
        ("澄州市铁原钢材贸易有限公司", {"铁原", "铁原公司", "铁原钢材", "铁原钢材贸易"}),
        ("舒陵云檐文化传播有限公司", {"云檐", "云檐公司", "云檐文化"}),
        ("岚汀市河西区棠记面馆", {"棠记", "棠记面馆"}),
        ("云岚衡知律师事务所", {"衡知", "衡知律师事务所"}),
        ("云岚（上海）贸易有限公司", {"云岚", "云岚贸易"}),
    ],
)
def test_companies_have_short_names(name: str, among: set[str]) -> None:
    assert among <= short_names(name)
    assert name not in short_names(name)


def test_persons_and_common_words_are_no_short_names() -> None:
    assert short_names("孟立川") == frozenset()
    assert "农商" not in short_names("栖川农商银行")


@pytest.mark.parametrize(
    ("mention", "name", "refers"),
    [
        ("恒岳", "栾江恒岳建材有限公司", True),
        ("恒岳建材", "栾江恒岳建材有限公司", True),
        ("恒岳建材公司", "栾江恒岳建材有限公司", True),
        ("栾江恒岳建材有限公司", "栾江恒岳建材有限公司", True),
        ("铁原钢贸", "澄州市铁原钢材贸易有限公司", True),
        ("恒岳建设", "栾江恒岳建材有限公司", False),
        ("恒岳建设有限公司", "栾江恒岳建材有限公司", False),
        ("恒岳建材", "栾江恒岳建设有限公司", False),
        ("建材", "栾江恒岳建材有限公司", False),
        ("立川", "孟立川", False),
    ],
)
def test_mentions_refer_to_parties(mention: str, name: str, refers: bool) -> None:
    assert refers_to(mention, name) is refers
