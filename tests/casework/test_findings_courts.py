"""The wrong court: arbitration, exclusive jurisdiction, agreements, and the places that the law names."""

from __future__ import annotations

import pytest
from invented_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, TRAFFIC, TRAFFIC_PACK, found_in
from little_cases import BUYER_CODE, changed, extended, findings, only, without
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE

from zuno.casework.findings.courts import court_of, lies_in
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Finding

SALE = only(WHOLE_SALE, "起诉状.txt", "答辩状.txt", "购销合同.txt", "送货单一.txt")


def court(files: dict[str, str], **fields: str) -> list[Finding]:
    return findings(files, "jurisdiction", **fields)


AGREED = "五、争议由出卖人所在地人民法院管辖。\n"


def agreeing(clause: str) -> dict[str, str]:
    return changed(SALE, "购销合同.txt", (AGREED, clause))


def filed_at(name: str, base: dict[str, str] = SALE) -> dict[str, str]:
    return changed(base, "起诉状.txt", ("青岸市港东区人民法院", name))


@pytest.mark.parametrize(
    ("files", "documents", "expected"),
    [
        (agreeing("五、争议提交青岸仲裁委员会仲裁。\n"), ("起诉状.txt", "购销合同.txt"), "仲裁"),
        (
            agreeing("五、争议由买受人所在地人民法院管辖。\n"),
            ("起诉状.txt", "购销合同.txt"),
            "柏临市城南区人民法院",
        ),
        (
            agreeing("五、争议由乙方住所地人民法院管辖。\n"),
            ("起诉状.txt", "购销合同.txt"),
            "柏临市城南区人民法院",
        ),
        (agreeing("五、争议由榆川市东浦区人民法院管辖。\n"), ("起诉状.txt", "购销合同.txt"), "榆川市东浦区人民法院"),
        (
            filed_at("榆川市东浦区人民法院", agreeing("")),
            ("起诉状.txt",),
            "柏临市城南区人民法院、青岸市港东区人民法院",
        ),
    ],
    ids=["arbitration", "buyer's place", "party B's place", "a court by name", "neither party's place"],
)
def test_a_court_that_neither_agreement_nor_law_gives_is_found(
    files: dict[str, str], documents: tuple[str, ...], expected: str
) -> None:
    (finding,) = court(files)
    assert (finding.documents, finding.expected) == (documents, expected)


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        agreeing("五、争议由甲方住所地人民法院管辖。\n"),
        agreeing("五、争议由青岸市港东区人民法院管辖。\n"),
        agreeing("五、争议由守约方向有管辖权的人民法院起诉。\n"),
        agreeing("五、双方不选择仲裁，争议由出卖人所在地人民法院管辖。\n"),
        agreeing("五、争议不申请仲裁，向青岸市港东区人民法院起诉。\n"),
        agreeing(""),
        filed_at("柏临市城南区人民法院", agreeing("")),
        filed_at(
            "榆川市东浦区人民法院",
            changed(
                agreeing("五、履行地点：榆川市东浦区。\n"),
                "购销合同.txt",
                ("交货地点：乙方仓库，", "交货地点：榆川市东浦区，乙方仓库，"),
            ),
        ),
        filed_at("青岸市中级人民法院"),
        changed(agreeing(""), "起诉状.txt", ("住所地青岸市港东区织造路6号", "住所地港东区织造路6号")),
    ],
    ids=[
        "loan",
        "sale",
        "party A's place",
        "by name",
        "no place named",
        "arbitration declined",
        "arbitration excluded",
        "seller's place by law",
        "buyer's place by law",
        "place of delivery",
        "the city's higher court",
        "an address without its city",
    ],
)
def test_a_court_that_agreement_or_law_gives_is_no_error(files: dict[str, str]) -> None:
    assert court(files) == []


def test_the_court_of_the_case_file_is_the_one_that_counts() -> None:
    assert court(SALE, court="榆川市东浦区人民法院") != []


def test_without_the_parties_places_nothing_is_said_about_the_court() -> None:
    bare = changed(
        filed_at("榆川市东浦区人民法院", agreeing("")),
        "起诉状.txt",
        ("住所地青岸市港东区织造路6号，", ""),
        ("住所地柏临市城南区针线街21号，", ""),
    )
    assert court(without(bare, "购销合同.txt")) == []
    assert BUYER_CODE in bare["起诉状.txt"]


# --- every cause ------------------------------------------------------------------------------------------------


def sued_at(files: dict[str, str], pack: Pack, name: str) -> list[Finding]:
    old = next(line for line in files["起诉状.txt"].splitlines() if line.endswith("人民法院"))
    return found_in(changed(files, "起诉状.txt", (old, name)), pack, "jurisdiction")


@pytest.mark.parametrize(
    ("court", "place", "expected"),
    [
        ("岚浦市东岑区人民法院", "岚浦市河西区", False),
        ("岚浦市河西区人民法院", "岚浦市河西区柳荫路", True),
        ("河西区人民法院", "岚浦市河西区", True),
        ("岚浦市中级人民法院", "岚浦市河西区", True),
        ("岚浦市中级人民法院", "青州市河西区", False),
        ("苏州市姑溪区人民法院", "苏州市姑溪区枫桥路", True),
        ("苏州市姑溪区人民法院", "苏州市昌平区枫桥路", False),
        ("青泽县人民法院", "云东省青泽县石桥镇", True),
        ("青泽县人民法院", "云山县", False),
        ("岚浦市河西区人民法院", "青州市", False),
        ("岚浦市河西区人民法院", "岚浦市", None),
        ("岚浦市河西区人民法院", "柳荫小区3幢", None),
        ("岚浦高新技术产业开发区人民法院", "柳荫路3号", None),
    ],
)
def test_a_court_is_told_from_a_place_by_the_narrowest_unit_of_both(
    court: str, place: str, expected: bool | None
) -> None:
    assert lies_in(court, place) is expected


def test_the_court_of_a_place_is_named_by_its_district() -> None:
    assert court_of("岚浦市河西区柳荫路88号") == "岚浦市河西区人民法院"
    assert court_of("青泽县石桥镇") == "青泽县人民法院"
    assert court_of("柳荫路88号") == "柳荫路88号"


CERTIFICATE = "不动产权证书\n权利人 桑晚舟\n坐落 岚浦市河西区柳荫路88号1层\n用途 商业\n"


@pytest.mark.parametrize(
    "files",
    [
        LEASE,
        extended(LEASE, 不动产权证=CERTIFICATE),
        changed(LEASE, "商铺租赁合同.txt", ("三、逾期", "三、争议由出租方所在地人民法院管辖。四、逾期")),
        changed(
            without(LEASE, "商铺租赁合同.txt"),
            "起诉状.txt",
            ("原告把柳荫路88号商铺", "原告将岚浦市河西区柳荫路88号商铺"),
        ),
        changed(LEASE, "商铺租赁合同.txt", ("甲方将岚浦市河西区", "租赁房屋地址：岚浦市河西区")),
    ],
    ids=["contract", "certificate", "an agreement does not help", "the complaint's own words", "a label"],
)
def test_a_suit_over_premises_belongs_to_the_court_where_they_lie(files: dict[str, str]) -> None:
    (finding,) = sued_at(files, LEASE_PACK, "岚浦市东岑区人民法院")
    assert finding.documents[0] == "起诉状.txt"
    assert finding.expected == "岚浦市河西区人民法院"


def test_the_papers_that_tell_where_the_premises_lie_are_quoted() -> None:
    (finding,) = sued_at(extended(LEASE, 不动产权证=CERTIFICATE), LEASE_PACK, "岚浦市东岑区人民法院")
    assert finding.documents == ("起诉状.txt", "不动产权证.txt", "商铺租赁合同.txt")
    assert finding.norms == LEASE_PACK.jurisdiction_norms


@pytest.mark.parametrize(
    ("files", "court"),
    [
        (LEASE, "岚浦市河西区人民法院"),
        (LEASE, "岚浦市中级人民法院"),
        (changed(LEASE, "商铺租赁合同.txt", ("岚浦市河西区柳荫路", "柳荫路")), "岚浦市东岑区人民法院"),
        (changed(LEASE, "商铺租赁合同.txt", ("岚浦市河西区柳荫路", "岚浦市柳荫路")), "岚浦市东岑区人民法院"),
        (
            extended(LEASE, 不动产权证=CERTIFICATE.replace("河西区", "东岑区")),
            "岚浦市东岑区人民法院",
        ),
    ],
    ids=["right court", "higher court", "no district told", "only the city told", "one of two premises"],
)
def test_where_the_premises_lie_here_or_nobody_knows_there_is_no_error(files: dict[str, str], court: str) -> None:
    assert sued_at(files, LEASE_PACK, court) == []


def clause(words: str, base: dict[str, str] = LEASE) -> dict[str, str]:
    return changed(base, "商铺租赁合同.txt", ("三、逾期", f"{words}\n三、逾期"))


@pytest.mark.parametrize(
    "words",
    [
        "争议提交岚浦仲裁委员会仲裁。",
        "发生争议协商不成的，任何一方均可向岚浦仲裁委员会申请仲裁，仲裁裁决是终局的。",
        "争议解决按下列第2种方式：（1）向法院起诉；\n（2）提交岚浦国际仲裁中心仲裁。",
    ],
)
def test_an_arbitration_clause_in_any_contract_of_the_parties_is_found(words: str) -> None:
    (finding,) = found_in(clause(words), LEASE_PACK, "jurisdiction")
    assert (finding.documents, finding.expected) == (("起诉状.txt", "商铺租赁合同.txt"), "仲裁")


@pytest.mark.parametrize(
    "words",
    [
        "争议可向岚浦仲裁委员会申请仲裁，也可向人民法院起诉。",
        "□争议提交岚浦仲裁委员会仲裁。\n☑争议由租赁物所在地法院处理。",
        "争议解决按下列第1种方式：（1）向法院起诉；\n（2）提交岚浦仲裁委员会仲裁。",
        "争议可提交仲裁。",
        "争议提交____仲裁委员会仲裁。",
        "双方放弃向岚浦仲裁委员会仲裁的权利，不提交仲裁。",
    ],
    ids=["or court", "box not ticked", "other option", "no institution", "blank", "given up"],
)
def test_a_clause_that_does_not_bind_to_arbitration_is_no_error(words: str) -> None:
    assert found_in(clause(words), LEASE_PACK, "jurisdiction") == []


def test_a_contract_with_somebody_else_binds_nobody_here() -> None:
    other = "装修合同\n甲方：龚小果\n乙方：岚浦木匠装饰有限公司\n争议提交岚浦仲裁委员会仲裁。\n2024年6月1日\n"
    assert found_in(extended(LEASE, 装修合同=other), LEASE_PACK, "jurisdiction") == []


def test_a_worker_sues_where_the_employer_sits_or_the_work_was_done() -> None:
    (finding,) = sued_at(LABOUR, LABOUR_PACK, "舒州市城北区人民法院")
    assert finding.expected == "舒州市城西区人民法院"
    assert found_in(LABOUR, LABOUR_PACK, "jurisdiction") == []


@pytest.mark.parametrize(
    "words",
    ["争议由舒州市城北区人民法院管辖。", "发生劳动争议的，向舒州市劳动人事争议仲裁委员会申请仲裁。"],
)
def test_a_labour_contract_neither_chooses_the_court_nor_arbitration(words: str) -> None:
    files = changed(LABOUR, "劳动合同.txt", ("二、月工资", f"三、{words}\n二、月工资"))
    assert found_in(files, LABOUR_PACK, "jurisdiction") == []


def test_a_worker_who_worked_elsewhere_may_sue_there() -> None:
    files = changed(LABOUR, "劳动合同.txt", ("工作地点：舒州市城西区", "工作地点：舒州市城北区"))
    assert sued_at(files, LABOUR_PACK, "舒州市城北区人民法院") == []
    unknown = changed(LABOUR, "劳动合同.txt", ("；工作地点：舒州市城西区观澜大道200号", ""))
    assert sued_at(unknown, LABOUR_PACK, "舒州市城北区人民法院") == []


def test_a_road_accident_is_heard_where_it_happened_or_a_defendant_lives() -> None:
    (finding,) = sued_at(TRAFFIC, TRAFFIC_PACK, "云山县人民法院")
    assert finding.expected == "青泽县人民法院"
    assert found_in(TRAFFIC, TRAFFIC_PACK, "jurisdiction") == []
    elsewhere = {file: text.replace("青泽县人民路与柳堤路路口", "云山县国道路口") for file, text in TRAFFIC.items()}
    assert sued_at(elsewhere, TRAFFIC_PACK, "云山县人民法院") == []
    unknown = {file: text.replace("青泽县人民路与柳堤路路口", "国道路口") for file, text in TRAFFIC.items()}
    assert sued_at(unknown, TRAFFIC_PACK, "云山县人民法院") == []
