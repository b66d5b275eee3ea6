"""Told facts: a day or sum of the complaint against the papers that tell the same, for every cause."""

from __future__ import annotations

import re
from datetime import date

import pytest
from little_cases import Files, changed, extended, without
from little_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, claim, element, matter_with, pack_of
from paper import source

from zuno.casework import marks
from zuno.casework.findings import told as rule
from zuno.casework.findings.drafts import Draft, unsettled
from zuno.casework.records import Cell
from zuno.casework.told import averages, days_told, sums_told

HANDED = re.compile("交(?:付|房|铺)|交接|钥匙")
RENT = re.compile("月租金?|每(?:个)?月租?金?|房租")


def days(text: str, words: re.Pattern[str] = HANDED, *, terms: bool = False) -> list[date | int]:
    paper = source("complaint", text)
    return [telling.value for telling in days_told(paper, words, 0, len(text), terms=terms)]


def sums(text: str, words: re.Pattern[str] = RENT) -> list[float]:
    return [int(telling.value) / 100 for telling in sums_told(source("complaint", text), words, 0, len(text))]  # type: ignore[arg-type]


# --- days -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "2024年6月15日原告按约交房。",
        "2024年6月15日，原告把房屋交付给被告使用。",
        "原告于2024年6月15日向被告交付房屋。",
        "２０２４年６月１５日，双方办理了交接。",
        "二〇二四年六月十五日房东把钥匙给了我。",
        "交房日期：2024-06-15",
        "交接时间\t2024.6.15",
        "房子是2024年6月15日交接的，当时没说漏水。",
        "2024年6月1日签约，2024年6月15日交房。",
        "签约日为2024年6月1日，交房日为2024年6月15日。",
        "2024年6月15日上午，原告带被告验房，把钥匙交给了被告。",
        "自2024年6月15日起交付使用。",
    ],
)
def test_a_day_belongs_to_the_act_beside_it(text: str) -> None:
    assert days(text) == [date(2024, 6, 15)]


@pytest.mark.parametrize(
    "text",
    [
        "合同约定2024年6月15日交房。",
        "双方约定：2024年6月15日交付房屋。",
        "甲方应于2024年6月15日前将商铺交付乙方。",
        "被告承诺2024年6月15日交房。",
        "2024年6月15日被告未交付房屋。",
        "到2024年6月15日原告还没有交房。",
        "2024年6月15日左右交的房。",
        "租期2024年6月15日至2027年6月14日，房屋已交付。",
        "截至2024年6月15日，房屋已交付。",
        "2024年6月15日签订合同，约定原告交付房屋。",
        "2024年6月15日签约，2024年7月交房时少了一把钥匙。",
        "2024年6月15日要求被告交还房屋，并交钥匙。",
    ],
)
def test_terms_periods_denials_and_rough_days_are_no_day_of_the_event(text: str) -> None:
    assert days(text) == []


def test_the_day_of_a_term_counts_where_the_fact_is_a_term() -> None:
    assert days("约定2024年6月15日前付清余款。", re.compile("约定|付清"), terms=True) == [date(2024, 6, 15)]


# --- sums -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "月租金9,000元",
        "月租９０００元",
        "每月租金为人民币玖仟元整",
        "月租金（含物业费）9,000元",
        "月租金标准为9000元/月",
        "说好房租一个月9000块",
        "房租9千，按季付",
        "9,000元的月租金",
        "月租金\t9,000元",
    ],
)
def test_a_sum_belongs_to_the_words_beside_it(text: str) -> None:
    assert sums(text) == [9000]


@pytest.mark.parametrize(
    "text",
    [
        "月租金约9,000元",
        "月租金9,000元左右",
        "月租金9,000元至9,500元",
        "房租按季支付27,000元",
        "每月物业费300元",
        "房租共计27,000元",
        "房租、押金共45,000元",
        "房租每天300元",
        "房租尚欠43,200元",
        "房租以9,000元为基数",
        "月租金不是9,000元",
        "月租金另议。押金18,000元",
    ],
)
def test_rough_sums_totals_bases_and_sums_of_other_things_do_not_belong(text: str) -> None:
    assert sums(text) == []


TABLE = "月份\t基本\t应发合计\n2025-01\t5000\t6000\n2025-02\t5000\t6300\n2025-03\t5000\t6600\n合计\t15000\t18900\n"


def test_the_average_of_a_column_is_its_total_over_its_rows() -> None:
    (mean,) = averages(source("payslip", TABLE), re.compile("应发"))
    assert (mean.value, mean.formula, mean.source.text[mean.start : mean.end]) == (630000, "18900÷3", "18900")


def test_a_column_of_two_rows_has_no_average() -> None:
    assert averages(source("payslip", TABLE.replace("2025-03\t5000\t6600\n", "")), re.compile("应发")) == []


# --- the complaint against the papers ---------------------------------------------------------------------------


def lease(files: Files) -> list[Draft]:
    return rule.contradictions(matter_with(LEASE_PACK, files), LEASE_PACK)


def labour(files: Files) -> list[Draft]:
    return rule.contradictions(matter_with(LABOUR_PACK, files), LABOUR_PACK)


def pleads(*swaps: tuple[str, str]) -> dict[str, str]:
    return changed(LEASE, "起诉状.txt", *swaps)


def worker(*swaps: tuple[str, str]) -> dict[str, str]:
    return changed(LABOUR, "起诉状.txt", *swaps)


HANDOVER = "2024年3月11日原告把铺面交付被告"


@pytest.mark.parametrize(
    ("files", "code", "documents", "expected"),
    [
        (
            pleads((HANDOVER, HANDOVER.replace("11日", "1日"))),
            "date_conflict",
            {"起诉状.txt", "交接单.txt"},
            "2024-03-11",
        ),
        (
            pleads((HANDOVER, "２０２４年４月１１日原告把钥匙交给了被告")),
            "date_conflict",
            {"起诉状.txt", "交接单.txt"},
            "2024-03-11",
        ),
        (
            changed(LEASE, "交接单.txt", ("2024年3月11日", "2024年3月21日")),
            "date_conflict",
            {"起诉状.txt", "交接单.txt"},
            "2024-03-21",
        ),
        (
            pleads(("2024年3月1日，双方签订", "2024年2月1日，双方签订")),
            "date_conflict",
            {"起诉状.txt", "房屋租赁合同.txt"},
            "2024-03-01",
        ),
        (pleads(("押金13,000元", "押金1.5万元")), "amount_mismatch", {"起诉状.txt", "房屋租赁合同.txt"}, "13000.00"),
        (
            changed(without(LEASE, "付款记录.csv"), "房屋租赁合同.txt", ("押金13,000元", "押金人民币壹万贰仟元整")),
            "amount_mismatch",
            {"起诉状.txt", "房屋租赁合同.txt"},
            "12000.00",
        ),
    ],
    ids=["handover", "full width", "handover note", "signing", "deposit", "capitals in the contract"],
)
def test_a_value_that_the_papers_contradict_is_found(
    files: dict[str, str], code: str, documents: set[str], expected: str
) -> None:
    (draft,) = lease(files)
    assert (draft.code, draft.expected, draft.unsettles) == (code, expected, ())
    assert {quote.file for quote in draft.quotes} == documents
    assert draft.quotes[0].file == "起诉状.txt"


def test_the_elements_are_those_of_the_pack() -> None:
    (draft,) = lease(pleads((HANDOVER, HANDOVER.replace("11日", "1日"))))
    assert draft.elements == ("C1E2",)


def test_a_figure_of_the_claimed_sum_leaves_its_cell_open_and_gives_the_corrected_sum() -> None:
    (draft,) = lease(changed(LEASE, "房屋租赁合同.txt", ("月租金6,500元", "月租金6,000元")))
    assert (draft.expected, draft.unsettles) == ("24000.00", ("CL-1/C1E3",))
    assert "6,000" in draft.detail


def test_the_average_of_the_payslips_is_the_measure_of_a_pleaded_average() -> None:
    files = worker(
        ("平均工资8,000元", "平均工资8,600元"), ("80,000元（8,000元×", "86,000元（8,600元×"), ("87,500", "93,500")
    )
    (draft,) = labour(files)
    assert (draft.code, draft.expected, draft.unsettles) == ("amount_mismatch", "80000.00", ("CL-1/C1E4",))
    assert {quote.file for quote in draft.quotes} == {"起诉状.txt", "工资表.csv"}


def test_a_wrong_day_of_hiring_is_a_finding_and_opens_no_cell() -> None:
    (draft,) = labour(worker(("2020年10月12日到公司上班", "2020年10月21日到公司上班")))
    assert (draft.code, draft.expected, draft.unsettles) == ("date_conflict", "2020-10-12", ())


def test_the_strongest_paper_says_what_is_right() -> None:
    note = "工作证明\n兹证明石小满于2020年10月10日入职。\n2025年9月1日\n"
    files = extended(worker(("2020年10月12日到公司上班", "2020年11月12日到公司上班")), 工作证明=note)
    (draft,) = labour(files)
    assert draft.expected == "2020-10-12"


@pytest.mark.parametrize(
    ("text", "words", "value"),
    [
        ("借款期限自2024年3月10日至2025年3月9日", "期限[^。；\n]{0,24}至|到期日", date(2025, 3, 9)),
        ("贷款到期日：2025-03-09", "期限[^。；\n]{0,24}至|到期日", date(2025, 3, 9)),
    ],
)
def test_the_end_of_a_term_is_its_day(text: str, words: str, value: date) -> None:
    assert days(text, re.compile(words), terms=True) == [value]


def test_a_price_per_square_metre_is_a_sum_of_that_unit() -> None:
    assert sums("物业费按建筑面积2.5元/平方米计收", re.compile("每?平方米")) == [2.5]


@pytest.mark.parametrize(
    ("text", "words"),
    [("2025年9月工资7,500元没发", "月工资"), ("尚欠本金450,000元", "本金|借款"), ("已归还借款50,000元", "本金|借款")],
)
def test_the_pay_of_a_month_and_the_rest_of_a_debt_are_other_things(text: str, words: str) -> None:
    assert sums(text, re.compile(words)) == []


INJURY_PACK = pack_of(
    "sunhai",
    {"victim": ["受害人"], "injurer": ["侵权人"]},
    [claim("C1", "赔偿损失", "赔偿|医疗费", element("C1E4", "各项损失金额"), claimant="victim")],
    told=[
        {
            "id": "hurt",
            "fact": "date",
            "name": "事故发生",
            "pleaded": "相撞|撞|事故",
            "papers": {"in": ["accident_report"], "words": "事故|相撞"},
            "elements": [],
        },
        {
            "id": "medical",
            "fact": "money",
            "name": "医疗费",
            "pleaded": "医(?:疗|药)费",
            "papers": {"in": ["receipt", "contract"], "words": "合计|总计"},
            "elements": ["C1E4"],
        },
    ],
)

INJURY: Files = {
    "起诉状.txt": """民事起诉状
原告：裴望舒，女，1969年2月3日出生，住青泽市湖东区桂花里1号。
被告：庾承远，男，1995年6月6日出生，住青泽市湖东区枫林里7号。
诉讼请求：
一、判令被告赔偿原告医疗费28,560元、误工费18,000元（150元/天×120天）、护理费6,000元，合计52,560元；
二、诉讼费由被告负担。
事实与理由：
2025年4月12日18时许，被告骑电动车沿湖滨路逆行，与步行的原告相撞，致原告骨折。
此致
青泽市湖东区人民法院
具状人：裴望舒
2025年11月2日
""",
    "收据一.txt": "收据\n今收到裴望舒住院费\n合计20,560元\n收款单位：青泽市湖东区第二医院\n2025年5月2日\n",
    "收据二.txt": "收据\n今收到裴望舒门诊费\n合计8,000元\n收款单位：青泽市湖东区第二医院\n2025年6月9日\n",
}


def injury(files: Files) -> list[Draft]:
    return rule.contradictions(matter_with(INJURY_PACK, files), INJURY_PACK)


ONE_BILL = extended(without(INJURY, "收据二.txt"), 收据一=INJURY["收据一.txt"].replace("20,560", "28,560"))


def test_a_slip_in_a_sum_that_a_head_asks_for_is_found_and_opens_its_cell() -> None:
    (draft,) = injury(changed(ONE_BILL, "起诉状.txt", ("医疗费28,560元", "医疗费28,650元"), ("52,560", "52,650")))
    assert (draft.expected, draft.unsettles) == ("28560.00", ("CL-1/C1E4",))


@pytest.mark.parametrize(
    "files",
    [
        INJURY,
        ONE_BILL,
        changed(
            ONE_BILL, "起诉状.txt", ("医疗费28,560元", "医疗费18,560元"), ("致原告骨折", "致原告骨折，被告垫付1万元")
        ),
        changed(ONE_BILL, "起诉状.txt", ("医疗费28,560元", "医疗费（扣除被告垫付的1万元）18,560元")),
        changed(ONE_BILL, "起诉状.txt", ("医疗费28,560元", "医疗费30,000元")),
    ],
    ids=["two bills", "one bill", "advance told elsewhere", "net of an advance", "more than the bills"],
)
def test_a_sum_of_bills_or_net_of_an_advance_is_no_mismatch(files: Files) -> None:
    assert injury(files) == []


# --- told twice, papers among themselves ------------------------------------------------------------------------

AGAIN = ("此后分文未付。", "此后分文未付。综上，2024年3月17日原告交付铺面，被告应付租金。")


def test_one_thing_told_twice_in_two_ways_is_found() -> None:
    (draft,) = lease(pleads(AGAIN))
    assert (draft.code, draft.expected) == ("date_conflict", "2024-03-11")


def test_without_a_paper_nobody_guesses_which_of_two_days_is_right() -> None:
    (draft,) = lease(without(pleads(AGAIN), "交接单.txt"))
    assert (draft.expected, {quote.file for quote in draft.quotes}) == (None, {"起诉状.txt"})


AMENDED = """补充协议
甲方：邱若岚
乙方：申柏舟
自2025年3月11日起月租金6,800元。
甲方：邱若岚
乙方：申柏舟
2025年3月1日
"""
EARLIER_LEASE = """房屋租赁合同
出租方：邱若岚
承租方：申柏舟
月租金5,800元，押金10,000元。
出租方：邱若岚
承租方：申柏舟
2021年3月1日
"""
SHED = "仓库交接单\n仓库钥匙一把已交，验收无误。\n移交人：邱若岚    接收人：申柏舟\n2024年5月20日\n"
NEIGHBOUR = "商铺交接单\n地址：青禾路14号\n验收无异议。\n移交人：邱若岚    接收人：魏无咎\n2024年8月2日\n"
EARLIER_JOB = """劳动合同
甲方（用人单位）：云渡市长桥机电有限公司
乙方（劳动者）：石小满
月工资5,000元。
甲方：云渡市长桥机电有限公司
乙方：石小满
2020年10月12日
"""
AWARD = "2025年10月8日我申请仲裁，仲裁委2025年11月30日裁决。9月份的工资到现在没发"
TWO_STEPS = "2025年9月28日主管口头说要辞退我，2025年9月30日公司发通知解除合同"

# --- no cry of wolf ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "files",
    [
        LEASE,
        pleads((HANDOVER, "2024年3月上旬原告把铺面交付被告")),
        pleads((HANDOVER, "合同约定2024年3月15日交付铺面，原告按约交付")),
        pleads((HANDOVER, "原告按约交付铺面")),
        without(pleads((HANDOVER, HANDOVER.replace("11日", "21日"))), "交接单.txt"),
        pleads(("此后分文未付", "2025年8月5日被告提出退租，2025年9月1日双方协商过交房事宜，此后分文未付")),
        pleads(("月租金6,500元", "月租金约6,000元")),
        pleads(("月租金6,500元", "每季租金19,500元")),
        extended(
            pleads(("月租金6,500元", "月租金6,500元，第二年起月租金6,800元")),
            补充协议=AMENDED,
        ),
        extended(
            pleads(("月租金6,500元，", "后来月租金改为6,800元，")),
            补充协议=AMENDED,
        ),
        extended(
            pleads(("双方办了交接。", "双方办了交接。2024年5月20日又交付了隔壁仓库。")),
            仓库交接单=SHED,
        ),
        extended(LEASE, 旧合同=EARLIER_LEASE),
        extended(LEASE, 邻铺交接单=NEIGHBOUR),
        changed(LEASE, "交接单.txt", ("验收无异议。", "验收无异议。2024年3月9日初验，3月11日复验交接。")),
        pleads(("此后分文未付", "2025年11月20日原告委托律师并签订委托代理合同，此后分文未付")),
        pleads(("押金13,000元", "已交押金及首月租金共19,500元")),
    ],
    ids=[
        "clean",
        "rough day",
        "term",
        "no day",
        "no paper",
        "talk of leaving",
        "rough sum",
        "quarter",
        "step pleaded and agreed",
        "amended",
        "two handovers",
        "earlier contract",
        "neighbour",
        "two days in a note",
        "lawyer engaged",
        "deposit within a total",
    ],
)
def test_values_of_different_things_do_not_collide(files: dict[str, str]) -> None:
    assert lease(files) == []


@pytest.mark.parametrize(
    "files",
    [
        LABOUR,
        worker(("平均工资8,000元", "平均工资8,000.5元")),
        worker(("月工资7,500元另加绩效", "入职时月工资5,000元，2023年起月工资7,500元另加绩效")),
        worker(("9月份的工资到现在没发", AWARD)),
        worker(("2025年9月30日公司发通知把我辞退了", TWO_STEPS)),
        without(worker(("平均工资8,000元", "平均工资8,600元")), "工资表.csv"),
        extended(LABOUR, 旧劳动合同=EARLIER_JOB),
    ],
    ids=["clean", "rounded", "raise", "award", "said before written", "no payslips", "earlier contract"],
)
def test_a_worker_who_tells_his_story_roughly_is_not_corrected(files: dict[str, str]) -> None:
    assert labour(files) == []


# --- the cells --------------------------------------------------------------------------------------------------


def cells_after(files: Files) -> dict[str, Cell]:
    matter = matter_with(LEASE_PACK, files)
    return {cell.id: cell for cell in unsettled(marks.cells(matter, LEASE_PACK), lease(files))}


def test_a_supported_sum_is_doubtful_when_its_figure_differs_and_says_why() -> None:
    files = changed(LEASE, "房屋租赁合同.txt", ("月租金6,500元", "月租金6,000元，滞纳金另计；总租金26,000元"))
    before = {cell.id: cell for cell in marks.cells(matter_with(LEASE_PACK, files), LEASE_PACK)}["CL-1/C1E3"]
    after = cells_after(files)["CL-1/C1E3"]
    assert (before.mark, after.mark, after.rule) == ("supported", "doubtful", "figure_differs")
    assert {quote.file for quote in after.evidence} == {"起诉状.txt", "房屋租赁合同.txt"}
    assert after.favours != before.favours


def test_a_slip_in_a_day_leaves_the_cells_as_they_are() -> None:
    files = pleads((HANDOVER, HANDOVER.replace("11日", "1日")))
    before = {cell.id: cell.mark for cell in marks.cells(matter_with(LEASE_PACK, files), LEASE_PACK)}
    assert {cell_id: cell.mark for cell_id, cell in cells_after(files).items()} == before
