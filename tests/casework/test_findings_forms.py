"""The form of papers in every cause: originals, certificates, electronic signatures, signers without power."""

from __future__ import annotations

import pytest
from invented_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, TRAFFIC, TRAFFIC_PACK, found_in
from little_cases import extended

LIST = "证据目录\n提交人：原告\n序号\t名称\t形式\t证明目的\n1\t商铺租赁合同\t{}\t租赁关系\n2\t商铺交接单\t{}\t交房\n3\t不动产权证\t{}\t权属\n"
HANDOVER = "商铺交接单\n钥匙三把已交，铺位已验收。\n交：桑晚舟  接：宿长青\n2024年6月1日\n"


def lease_with(*forms: str) -> dict[str, str]:
    return extended(LEASE, 商铺交接单=HANDOVER, 证据目录=LIST.format(*forms))


def copies(files: dict[str, str]) -> list[tuple[str, ...]]:
    return [finding.documents for finding in found_in(files, LEASE_PACK, "no_original")]


@pytest.mark.parametrize("form", ["复印件（原件遗失）", "手机照片", "复印件"])
def test_a_slip_of_any_cause_of_which_only_a_copy_exists_is_found(form: str) -> None:
    assert copies(lease_with("原件", form, "复印件")) == [("证据目录.txt", "商铺交接单.txt")]


@pytest.mark.parametrize(
    "forms",
    [
        ("原件", "原件", "复印件"),
        ("原件", "复印件，原件庭上出示", "复印件"),
        ("复印件", "复印件", "复印件"),
        ("打印件", "电子数据打印件", "复印件"),
    ],
    ids=["a certificate of title", "original at hand", "copies handed in", "printed"],
)
def test_copies_of_official_papers_or_of_all_that_is_handed_in_are_no_error(forms: tuple[str, str, str]) -> None:
    assert copies(lease_with(*forms)) == []


INCOME = "收入证明\n兹证明汤一苇系我公司员工，月均收入5,200元，事故后停发工资两个月。\n{}\n2025年9月1日\n"


def certificates(signed: str) -> list[tuple[str, ...]]:
    files = extended(TRAFFIC, 收入证明=INCOME.format(signed))
    return [finding.documents for finding in found_in(files, TRAFFIC_PACK, "evidence_form")]


def test_a_unit_certificate_of_any_cause_needs_its_head_and_its_maker() -> None:
    assert certificates("青泽县春和食品有限公司（公章）") == [("收入证明.txt",)]


@pytest.mark.parametrize(
    "signed",
    [
        "青泽县春和食品有限公司（公章）\n负责人：祝三友（签字）  经办人：何晓",
        "青泽县公安局石桥派出所（章）",
        "安平财产保险股份有限公司青泽支公司（章）",
    ],
    ids=["signed", "an authority", "a party"],
)
def test_a_signed_certificate_or_one_of_an_authority_or_a_party_is_no_error(signed: str) -> None:
    assert certificates(signed) == []


def esigned(clause: str, **more: str) -> list[tuple[str, ...]]:
    files = {**LABOUR, "劳动合同.txt": LABOUR["劳动合同.txt"].replace("二、月工资", f"{clause}\n二、月工资")}
    return [finding.documents for finding in found_in(extended(files, **more), LABOUR_PACK, "notarial_or_esign_form")]


def test_an_electronic_signature_of_any_contract_needs_its_certificate() -> None:
    assert esigned("（乙方签名图，线上签署）") == [("劳动合同.txt",)]


@pytest.mark.parametrize(
    ("clause", "more"),
    [
        ("三、本合同可以采用电子签名方式签署。", {}),
        ("三、电子合同与纸质合同具有同等法律效力。", {}),
        ("（线上签署，证书序列号 9A0031，时间戳已加盖）", {}),
        ("（线上签署）", {"验签报告": "签署验证报告\n数字证书颁发机构：某认证中心，验签结果通过。\n"}),
    ],
    ids=["allowed", "equal force", "certificate", "a report beside it"],
)
def test_a_clause_on_electronic_form_or_a_proven_signature_is_no_error(clause: str, more: dict[str, str]) -> None:
    assert esigned(clause, **more) == []


NOTE = "结算单\n确认尚欠货架款8,000元。\n确认人：柏一舟\n{}\n"
GONE = "告知函\n桑晚舟：\n我店员工柏一舟已于2025年3月1日离职，此后无权代表我店签字。\n宿长青\n2025年3月2日\n"


def powers(signed_on: str, told: str = GONE) -> list[tuple[str, ...]]:
    files = extended(LEASE, 结算单=NOTE.format(signed_on), 告知函=told)
    return [finding.documents for finding in found_in(files, LEASE_PACK, "authority_of_agent")]


def test_who_signs_after_the_power_was_ended_is_found() -> None:
    assert powers("2025年8月1日") == [("结算单.txt", "告知函.txt")]


@pytest.mark.parametrize(
    ("signed_on", "told"),
    [
        ("2025年1月5日", GONE),
        ("2025年8月1日", GONE.replace("柏一舟", "贺知微")),
        ("2025年8月1日", GONE.replace("已于2025年3月1日离职，此后无权代表我店签字", "负责与你店对接")),
    ],
    ids=["before", "somebody else", "still in office"],
)
def test_who_signs_in_time_or_is_not_meant_is_no_error(signed_on: str, told: str) -> None:
    assert powers(signed_on, told) == []
