"""Signs of structure and vocabulary by which kinds of document are told apart.

Owns the features that ``kinds.yaml`` names and weighs: to whom a paper speaks,
what its columns and entries hold, which sides it names, what it does. A sign is
a mechanism over the whole paper, never the wording of one. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from zuno.knowledge.looks import Look

_DEFENDS = re.compile(
    r"答辩|答复人|被告人?(?:的)?意见|我是被告|^被告 ?[:(]|^\S{0,6}被告[:：]?\S{2,4}$"
    r"|(?:起诉|诉|告)(?:我|本人|我司|我方|我公司|我店|答辩人)",
    re.MULTILINE,
)
_DENIES = re.compile(
    r"驳回|不同意|不认可|不属实|不是事实|答复(?:如下|两点|意见)|答辩|以下意见|(?:我|本人|我司)(?:承?认|已|愿意)|无异议|还过|已经?还|抵|不对"
    r"|不该|不应|分期|调低|减少|没来|没收|过高"
)
_BANK = re.compile(
    r"余额|结余|账号|卡号|尾号|流水号|柜台|柜员|银行|[工农中建交招]行|农商|农信|信用社|支行|借方|贷方|(?<!客)户名|存折|币种"
)
_WALLET = re.compile(
    r"收/?支(?=[,，\t |])|微信|支付宝|零钱|余额宝|花呗|收款方|交易对方|商户单号|财付通|收钱码|收款码|扫码"
)
_BALANCES = re.compile(
    r"^[^\w\n]{0,6}\d{2,4}[-/.]?\d{2}[-/.]?\d{0,2}[ \t][^\n]{1,40}[-+]?\d[\d,]{0,14}\.\d{2}"
    r"[ \t]{1,9}(?:余额?|结余)?[ \t]{0,9}\d[\d,]{0,14}\.\d{2}",
    re.MULTILINE,
)
_PAID = re.compile(r"已付|付过|已收|已还|还过|回款|收款|付款|支付|定金")
_OWED = re.compile(r"尚欠|还差|还欠|结欠|共欠|欠款|下欠|净欠|余额|未付|余欠|应收|信息证明无误")
_SETTLED = re.compile(r"确认|认账|核对|对账|对帐|结算|两清|算清|算账|相符|证明无误|签章|核实")
_OWES = re.compile(
    r"(?:今|兹|现|向|从|由)[^\n。]{0,24}(?:借到?|欠)|借(?:到|得|走)|今欠|兹欠|欠到|欠[^\n，。]{2,16}(?:款|钱|元)"
)
_SUM = re.compile(r"\d{3,}|元|[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾][十百千万拾佰仟]")
_DEBTOR_SIGNS = re.compile(
    r"(?:借款人|欠款人|欠款单位|立据人|承诺人|借款方|经手|欠条人)|(?:签字|签名|手印|按印|指印|捺印|画押)|\S{2,4}\s*\d{2,4}[年.]"
)
_RECEIVES = re.compile(
    r"收到(?![本这此该贵]?封?(?:函|信|通知|催|后|之日|起诉|货))[^\n。]{0,40}(?:现金|款|元|定金|押金|交来|还|付)|收款(?:事由|方式|收据)|付讫|领款人"
)
_VOUCHES = re.compile(
    r"(?:还不[上了清起]|不还|不能还|没还|未还|到期)[^\n。]{0,14}(?:由|找)?我[^\n。]{0,6}(?:还|负责|承担|担|赔)"
    r"|(?:不|没)(?:给|付|还)[^\n。]{0,6}我(?:来|替他|替她)?(?:给|付|还|担)"
    r"|愿意?[^\n。]{0,20}(?:担保|保证|作保)|承担[^\n。]{0,6}(?:连带|保证)"
)
_SURETY = re.compile(r"担保人|保证人|承诺人|受益人|保函|担保函")
_CARRIES = re.compile(r"承运|运输|运送|托运|派车|货车|驾驶员|司机|车队|货运|物流部|拉到|拉了")
_ARRIVES = re.compile(r"运至|运到|运抵|送至|送到|送达|发往|卸货|卸下|卸完|妥投|到付|到站|交付")
_CERTIFIES = re.compile(r"证明|货票|托运单|承运单|货物运单|兹有|兹证|情况说明")
_WEIGHS = re.compile(r"毛重|总重")
_TARE = re.compile(r"皮重|净重")
_SIGNS_FOR = re.compile(
    r"签收|收货|收讫|提货人|领货|收料人|点收|验收|签名|签字|\(签\)|用料人|领料|确认人|(?:^|\s)收 ?:", re.MULTILINE
)
_STORES = re.compile(r"入库|进场|进仓|库管|保管员?|仓管|收料|仓库主管|实收")
_ORDERS = re.compile(
    r"订货|采购|要货|备齐|交期|到货要求|要求到货|约定发货|下单|订单|交货(?:日期|期)|报价|(?:请|望)(?:于|在)[^\n]{0,14}(?:送|发|备)"
)
_ENTRY_FORM = re.compile(
    r"原件|复印件|复制件|打印|盖章|扫描件|电子数据|截图|原始载体|(?:可|当庭)(?:核对|登录|出示|比对)|留底"
)
_ENTRY_MARK = re.compile(
    r"(?:[|\t ]|\(|第|证据)*(?:\d{1,2}|[一二三四五六七八九十]{1,3}|[①-⑳])(?:[)）.、:：\s|\t]|组|号)|[^\t\n]{2,30}\t"
)
_ENTRY_PROVES = re.compile(r"(?:拟?证明|证实)(?!书|材料)[:：]?\s*\S{3}")
_EVIDENCE_TITLE = re.compile(r"证据|举证|材料清单")
_REGISTER_WORDS = re.compile(
    r"存续|在业|开业|注销|吊销|法定代表人|经营者|理事长|负责人|登记(?:机关|状态|日期)|成立|注册(?:资本|日期|地)|经营范围|股东"
    r"|组成形式|主体类型|个体工商户|有限责任公司"
)
_CREDIT_CODE = re.compile(r"9[1-3][\dA-Z]{16}")
_TESTIFIES = re.compile(r"我叫|本人|我是|我于|我在|当时我|那天我")
_SAW = re.compile(r"看见|看到|在场|亲眼|送到|开车|卸|听见|目睹|量过|经过")
_VOWS = re.compile(r"属实|作证|出庭|到庭|是真的|真实|负责|证人|证明")
_FIRST_PERSON_LOAN = re.compile(
    r"(?:出借|借款|贷款|借入|放款)[人方](?: ?\([^()\n]{1,10}\))? ?[:：\s]|\((?:出借|借款|贷款|借入)[人方]\)"
)
_SALE_SIDES = re.compile(
    r"(?:买|卖|供|需|供应|采购|购货|销货|出卖|买受|订货|供货)[人方家](?: ?\([^()\n]{1,10}\))? ?[:：\s]"
    r"|\((?:买|卖|供|需|供应|采购|出卖|买受|购货|供货)[人方]\)"
)
_SECURITY_SIDES = re.compile(r"(?:抵押权?|出质|质权|保证|担保)[人方](?: ?\([^()\n]{1,10}\))? ?[:：]")
_APPOINTS = re.compile(
    r"(?:委托|推荐|指派)[^\n。，]{0,40}(?:代理|担任|律师)|代理权限|委托权限|特别授权|一般代理|系我(?:单位|公司|社)法定代表人"
)
_ASKS_COURT = re.compile(r"申请|请求(?!权)|撤回|撤诉|变更|减少|增加|移送|冻结|准许|恳请|质证|代理意见")
_PRESSES = re.compile(
    r"请(?:你|您|贵|在|于|尽快|收到)|要求(?:你|您|贵)|限(?:你|您|贵|期)|请[^\n，。]{0,10}[内前]|否则|特此|函告|通知(?:你|您|贵)|来函|贵[司方所部店行社]"
)
_SALUTES = re.compile(
    r"^(?:致 ?[:：]? ?)?[\u4e00-\u9fff()、]{2,30}[:：](?:$|(?=[你您贵]))|^致 ?[:：] ?[\u4e00-\u9fff()]{2,30}$",
    re.MULTILINE,
)
_CHARGES = re.compile(
    r"^[^\w\n]{0,6}(?:\d{4}[-/.年])?\d{1,2}[-/.月]\d{1,2}日?[ \t][^\n]{2,40}\d{2,}(?:\.\d+)?元?$", re.MULTILINE
)
_ID_COLUMNS = re.compile(r"姓名[^\n]{0,40}(?:身份(?:证)?号|公民身份)")


def _is_respondent_only(look: Look) -> bool:
    return look.has_roles("defendant") and not look.has_roles("plaintiff")


def _has_contract_form(look: Look) -> bool:
    named = [party for party in look.parties if party.role == "other"]
    return len(named) >= 2 and bool(re.search(r"本合同|本协议|本合约|一式.{1,4}份", look.text))


def _answers_suit(look: Look) -> bool:
    head = "\n".join(look.lines[:8])
    speaks = bool(_DEFENDS.search(head) or _DEFENDS.search("\n".join(look.lines[-3:])))
    return speaks and look.says(_DENIES) and (look.to_court or bool(re.search(r"被告|答辩", head + look.file)))


def _is_list_of_evidence(look: Look) -> bool:
    entries = [
        line
        for line in look.lines[:80]
        if len(line) <= 120 and _ENTRY_MARK.match(line) and (_ENTRY_FORM.search(line) or _ENTRY_PROVES.search(line))
    ]
    return len(entries) >= 2 and len(entries) * 3 >= len(look.lines[:80]) and not look.is_talk


def _is_goods_delivered(look: Look) -> bool:
    return look.is_slip_of_goods and look.says(_SIGNS_FOR) and not look.is_courier_log and not look.says(_STORES)


def _is_parcel_log(look: Look) -> bool:
    """A letter that shows below how it was delivered is a letter first."""
    opens_as_letter = any(form.endswith(("函", "通知", "通知书")) for form in next(iter(look.titles), ()))
    return look.is_courier_log and not opens_as_letter


def _is_own_record(look: Look) -> bool:
    listed = look.has_money_table or len(_CHARGES.findall(look.text)) >= 3
    return listed and not look.is_talk and not look.says(_BANK) and not look.says(_WALLET)


def _is_register(look: Look) -> bool:
    words = len(set(_REGISTER_WORDS.findall(look.text)))
    pleads = look.to_court or look.is_contract or re.search(r"诉讼请求|委托人|答辩|甲方|供方|出卖人", look.text)
    return bool(_CREDIT_CODE.search(look.text)) and words >= 2 and len(look.text) <= 4_000 and not pleads


def _reckons(look: Look) -> bool:
    return look.says(_PAID, _OWED, _SETTLED) and len(look.text) <= 1_500 and not look.to_court and not look.is_talk


def _testifies(look: Look) -> bool:
    return look.says(_TESTIFIES, _SAW, _VOWS) and not look.to_court and not look.has_roles("plaintiff")


def _presses(look: Look) -> bool:
    head = "\n".join(look.lines[:6])
    salutes = bool(_SALUTES.search(head)) and not look.to_court and not look.address
    return salutes and look.says(_PRESSES) and not look.is_talk and not look.is_mail


def _says(*patterns: str) -> Callable[[Look], bool]:
    compiled = [re.compile(pattern) for pattern in patterns]
    return lambda look: look.says(*compiled)


def _is_slip(look: Look) -> bool:
    return bool(look.transfers) and bool(re.search(r"付款|收款|转账|汇款|存款", look.text)) and len(look.text) <= 4_000


FEATURES: dict[str, Callable[[Look], bool]] = {
    "plaintiff_and_defendant": lambda look: look.has_roles("plaintiff", "defendant"),
    "respondent_only": _is_respondent_only,
    "contract_form": _has_contract_form,
    "short": lambda look: len(look.text) <= 600,
    "sues": lambda look: look.to_court and bool(re.search(r"诉讼请求|请求事项|诉请|判令|请求法院", look.text)),
    "answers_suit": _answers_suit,
    "mailed_answer": lambda look: look.is_mail and look.to_court and _answers_suit(look),
    "to_court": lambda look: look.to_court,
    "asks_court": lambda look: look.to_court and look.says(_ASKS_COURT),
    "to_arbitrators": _says(r"被申请人", r"仲裁(?:委员会|委|院)", r"(?<!被)申请人[：: ]"),
    "from_court": lambda look: look.from_court,
    "appoints": lambda look: look.says(_APPOINTS) and len(look.text) <= 1_500,
    "evidence_columns": _says(
        r"(?:证明|拟证|说明|干什么用|目的|原件|形式|份数|页数|来源)",
        r"序|编号|号|第几",
        r"证据(?:名称)?[\t |]|(?:材料|名称|东西|什么)[\t |]",
    ),
    "evidence_entries": _is_list_of_evidence,
    "evidence_title": lambda look: (
        any(_EVIDENCE_TITLE.search(form) and len(form) <= 16 for forms in look.titles[:3] for form in forms)
        and (_is_list_of_evidence(look) or len(look.lines) <= 60)
    ),
    "bank_table": lambda look: look.says(_BANK) and (look.has_money_table or len(_BALANCES.findall(look.text)) >= 2),
    "bank_words": lambda look: look.says(_BANK),
    "wallet_table": lambda look: look.has_money_table and look.says(_WALLET),
    "wallet_words": lambda look: look.says(_WALLET) and not look.is_talk,
    "own_record": _is_own_record,
    "ledger_table": lambda look: look.has_ledger,
    "slip": _is_slip,
    "single_slip": lambda look: _is_slip(look) and len(look.transfers) == 1,
    "invoice_words": _says(r"发票(?:号码|代码)", r"价税合计"),
    "certificate": _says(r"兹证明|特此证明"),
    "carriage": lambda look: (
        look.says(_CARRIES, _ARRIVES, _CERTIFIES) and not look.to_court and len(look.text) <= 1_500
    ),
    "consigned": lambda look: (
        look.says(re.compile(r"托运人|发货人"), re.compile(r"承运|运单|司机"), re.compile(r"运单|货票"))
        and look.has_goods
        and not look.is_courier_log
    ),
    "lpr_columns": _says(r"1年期|一年期", r"5年期|五年期"),
    "weighing": lambda look: look.says(_WEIGHS, _TARE) and len(look.text) <= 1_500,
    "courier": _says(r"运单|快递|邮件号|快件", r"签收|揽收|妥投|投递"),
    "courier_log": _is_parcel_log,
    "goods_delivered": _is_goods_delivered,
    "goods_stored": lambda look: look.is_slip_of_goods and look.says(_STORES),
    "goods_ordered": lambda look: look.is_slip_of_goods and look.says(_ORDERS) and not look.says(_STORES),
    "owes": lambda look: (
        look.says(_OWES, _SUM, _DEBTOR_SIGNS) and len(look.text) <= 600 and not look.to_court and not _presses(look)
    ),
    "receives": lambda look: look.says(_RECEIVES, _SUM) and len(look.text) <= 400 and not look.to_court,
    "reckons": _reckons,
    "vouches": lambda look: look.says(_VOUCHES, _SURETY) and len(look.text) <= 1_500 and not look.to_court,
    "loan_sides": lambda look: look.is_contract and look.says(_FIRST_PERSON_LOAN) and not look.says(_SALE_SIDES),
    "sale_sides": lambda look: look.is_contract and look.says(_SALE_SIDES),
    "security_sides": lambda look: (
        look.is_contract
        and look.says(_SECURITY_SIDES)
        and not look.says(_FIRST_PERSON_LOAN)
        and not look.says(_SALE_SIDES)
    ),
    "mail": lambda look: look.is_mail,
    "messages": lambda look: look.is_talk,
    "silent": lambda look: not look.messages,
    "id_layout": _says(r"公民身份号码", r"性\s?别", r"民\s?族|住\s?址|户籍", r"姓\s*名"),
    "id_columns": lambda look: look.says(_ID_COLUMNS) and not look.says(re.compile(r"原告|被告|甲方")),
    "registry_layout": _says(r"信用代码", r"法定代表人|经营者|负责人", r"成立日期|注册日期|登记(?:状态|机关)|经营范围"),
    "register": _is_register,
    "testifies": _testifies,
    "presses": _presses,
    "note_on_papers": lambda look: look.is_note_on_papers,
    "for_lawyer": lambda look: bool(look.address) and not look.is_note_on_papers,
    "candid": lambda look: look.candour >= 1 and not look.is_talk,
    "very_candid": lambda look: look.candour >= 2 and not look.is_talk,
    "privileged": lambda look: look.is_privileged,
}
"""Signs of structure, by the names that ``kinds.yaml`` uses."""
