from __future__ import annotations

import pytest
from paper import source

from zuno.casework.statements import find_statements
from zuno.casework.voices import Voice

PLAIN = Voice(who="defendant", form="pleading")

AFFIRMED = [
    ("借款这件事答辩人承认", "borrow"),
    ("今借到周某人民币叁拾万元整", "borrow"),
    ("向出借人借得人民币伍万元", "borrow"),
    ("周哥，手头紧，借我30个，一年就还", "borrow"),
    ("去年底找老陈拿了八万块周转", "borrow"),
    ("钱我收到了，谢谢", "receive_money"),
    ("刚到账了，20万", "receive_money"),
    ("现金五万元已收讫", "receive_money"),
    ("原告当天就把款打到我卡里", "deliver_money"),
    ("通过建行汇给被告陆万元", "deliver_money"),
    ("答辩人已经转给原告18,000元", "repay"),
    ("先后还了三次，一共两万", "repay"),
    ("本金已全部还清", "repay"),
    ("尚欠货款239,000元", "acknowledge_debt"),
    ("437,000元货款我司认可", "acknowledge_debt"),
    ("确实还差您六万没给", "acknowledge_debt"),
    ("金额没问题，月底安排", "acknowledge_debt"),
    ("再缓缓，年中给你凑", "plead_time"),
    ("等下个月回款了就给你打过去", "plead_time"),
    ("这阵子资金紧张，宽限几天", "plead_time"),
    ("希望分期", "plead_time"),
    ("两个月没见息了啊", "demand"),
    ("请在收到本函后十日内付清", "demand"),
    ("那30万本金你怎么安排", "demand"),
    ("货款拖好久了，麻烦结一下", "demand"),
    ("三批货都收到了", "receive_goods"),
    ("车到了，60吨，单子签了", "receive_goods"),
    ("点完，50吨，没差", "receive_goods"),
    ("40吨卸完了", "receive_goods"),
    ("货已入库", "receive_goods"),
    ("数量没有异议", "receive_goods"),
    ("收货人签字（数量、外观已点验）", "receive_goods"),
    ("第三批40吨于4月12日送到", "deliver_goods"),
    ("12的那车出发了", "deliver_goods"),
    ("部分钢材表面有浮锈", "quality"),
    ("这批面料有色差，退货吧", "quality"),
    ("贺某自愿为上述借款提供连带责任保证", "guarantee"),
    ("他还不上我来还", "guarantee"),
    ("年利率12%", "interest_term"),
    ("月息一分五", "interest_term"),
    ("利息照一分算", "interest_term"),
    ("逾期未还的，仍按年利率12%计息到还清为止", "overdue_term"),
    ("乙方逾期付款的，按欠付金额每日万分之一点五向甲方支付违约金", "overdue_term"),
    ("自2024年3月15日起至2025年3月14日止还清", "due_term"),
    ("借期一年", "due_term"),
    ("全部货物交齐之日起30日内，乙方将货款全额付至甲方账户", "payment_term"),
    ("货到付款", "payment_term"),
    ("先扣的2万4就当头里的利息哈", "prepaid_interest"),
    ("当场扣了两个月利息", "prepaid_interest"),
    ("欠款拖了这么久，已经过了诉讼时效", "limitation_plea"),
    ("早过了三年", "limitation_plea"),
    ("保证期间只有六个月", "guarantee_period_plea"),
    ("违约金约定偏高，请求调低", "penalty_plea"),
    ("违约金和利息不能一起要", "duplicate_plea"),
    ("这笔钱应当从本金里面减掉", "set_off"),
    ("货款用质保金抵扣", "set_off"),
    ("同意放弃2026年3月16日之后继续计算的违约金", "waive"),
    ("借条是答辩人本人写的", "author_instrument"),
]

DENIED = [
    ("答辩人没有收到过这笔钱", "receive_money"),
    ("这笔款从未到账", "receive_money"),
    ("第三批货没有人签收", "receive_goods"),
    ("货根本没收到", "receive_goods"),
    ("我没向原告借过钱", "borrow"),
    ("双方不存在借款关系", "borrow"),
    ("答辩人没有买过原告的钢材", "buy"),
    ("到期亦未还本", "repay"),
    ("并未还清", "repay"),
]

NOT_SAID = [
    ("借期一年", "borrow"),
    ("原告收到起诉状副本", "receive_money"),
    ("被告收到催款函", "receive_goods"),
    ("质量保证书一份", "quality"),
    ("质量保证书一份", "guarantee"),
    ("按期还款", "acknowledge_debt"),
    ("债权转让给第三人", "deliver_money"),
    ("以房产抵押", "set_off"),
]


def acts(words: str) -> dict[str, bool]:
    return {item.act: item.negated for item in find_statements(source("answer", words), PLAIN)}


@pytest.mark.parametrize(("words", "act"), AFFIRMED)
def test_words_of_many_writers_are_understood_as_the_act(words: str, act: str) -> None:
    assert acts(words).get(act) is False


@pytest.mark.parametrize(("words", "act"), DENIED)
def test_a_denial_is_never_read_as_an_admission(words: str, act: str) -> None:
    assert acts(words).get(act) is True


@pytest.mark.parametrize(("words", "act"), NOT_SAID)
def test_look_alike_words_are_not_the_act(words: str, act: str) -> None:
    assert act not in acts(words)


def test_no_objection_is_agreement_and_not_negation() -> None:
    found = [
        s
        for s in find_statements(source("answer", "三批货都收到了，数量没有异议。"), PLAIN)
        if s.act == "receive_goods"
    ]
    assert found
    assert all(not s.negated for s in found)
    assert any(s.agreed for s in found)


def test_a_short_next_clause_that_denies_turns_the_statement() -> None:
    found = [
        s for s in find_statements(source("answer", "原告说已经转账，不属实。"), PLAIN) if s.act == "deliver_money"
    ]
    assert [s.negated for s in found] == [True]


def test_a_promise_and_a_question_are_not_performance() -> None:
    moods = {
        words: next(s.mood for s in find_statements(source("chat_like", words), PLAIN) if s.act == act)
        for words, act in (
            ("下周就把钱打给你", "deliver_money"),
            ("货收到了吗？", "receive_goods"),
            ("货收到了", "receive_goods"),
        )
    }
    assert list(moods.values()) == ["promise", "question", "said"]


def test_a_clause_is_quoted_verbatim_at_its_offsets() -> None:
    paper = source("answer", "一、欠款属实。二、货没收到。")
    for statement in find_statements(paper, PLAIN):
        assert paper.text[statement.start : statement.end] == statement.words
