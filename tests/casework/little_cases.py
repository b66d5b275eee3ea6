"""Two small invented cases, a loan and a sale, as file → text, and ways to change one file of them.

As they stand they hold no error: every element is supported and no rule finds
anything. Every person, firm, place and number is made up (area 999999; check
digits are computed). ``SALE`` is sued by the seller, ``LOAN`` by the lender.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paper import document, unread

from zuno.casework import defences
from zuno.casework.case_file import parse
from zuno.casework.detection import detect
from zuno.casework.findings.rules import find
from zuno.casework.matter import Matter, assemble
from zuno.casework.overrides import Override
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Cell, Finding, Review
from zuno.casework.review import review
from zuno.casework.sources import examine
from zuno.knowledge.parsing import dispatch
from zuno.knowledge.parsing.archives import Allowance
from zuno.knowledge.records import Document
from zuno.knowledge.statutes.corpus import Corpus

Files = Mapping[str, str]
"""File name → text; ``UNREAD`` stands for a photo that was not read."""

UNREAD = "\0unread"

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CREDIT_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY"


def id_number(birth: str, order: str, *, good: bool = True) -> str:
    """An identity number of the invented area 999999: the third digit of ``order`` is odd for men.

    Source: GB 11643-1999.
    """
    body = f"999999{birth}{order}"
    signs = "10X98765432"
    at = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, body, strict=True)) % 11
    return body + signs[at if good else (at + 1) % 11]


def credit_code(unit: str, *, kind: str = "91", good: bool = True) -> str:
    """A credit code of the invented area 999999 for the nine signs of ``unit``.

    Source: GB 32100-2015.
    """
    body = f"{kind}999999{unit}"
    total = sum(pow(3, at, 31) * _CREDIT_SIGNS.index(sign) for at, sign in enumerate(body))
    return body + _CREDIT_SIGNS[(-total + (0 if good else 1)) % 31]


LENDER_ID = id_number("19870614", "022")
BORROWER_ID = id_number("19850203", "013")
GUARANTOR_ID = id_number("19900921", "024")
SELLER_CODE = credit_code("MA3KT2YH8")
BUYER_CODE = credit_code("MA5PX6QD1")

LOAN_SECRET = "其实他过年时还给过我两万元现金"
SALE_SECRET = "第二批里有三百米是旧库存改的标签"

LOAN: Files = {
    "起诉状.txt": f"""民事起诉状
原告：闵知秋，女，1987年6月14日出生，汉族，住榆川市东浦区竹影路8号，公民身份号码{LENDER_ID}，联系电话10011112222。
被告一：卓远航，男，1985年2月3日出生，汉族，住榆川市东浦区船厂街19号，公民身份号码{BORROWER_ID}，联系电话10033334444。
被告二：韩霁月，女，1990年9月21日出生，汉族，住榆川市西岭区文庙巷5号，公民身份号码{GUARANTOR_ID}，联系电话10055556666。
案由：民间借贷纠纷
诉讼请求
一、判令被告卓远航归还原告借款本金200,000元；
二、判令被告卓远航支付借款期内欠付利息12,000元（自2024年9月10日至2025年3月9日，按年利率12%计）；
三、判令被告卓远航支付逾期利息，以200,000元为基数按年利率12%自2025年3月10日起计至实际清偿之日，暂计至2026年3月9日为24,000元；
四、判令被告韩霁月对上述第一至三项债务承担连带清偿责任；
五、本案诉讼费用由二被告负担。
以上金额暂合计236,000元。
事实与理由
2024年3月10日，原告通过榆川银行转账把200,000元打入卓远航账户。卓远航同日出具借条一张，写明借期一年、年利率12%、每月10日付息，2025年3月9日还清本金。韩霁月作为连带责任保证人在借条上签字捺印。
头半年卓远航按月付了息，此后再未付过，到期亦未还本。原告多次在微信上催要。
原告于2025年6月2日向韩霁月邮寄催告函，要求其承担保证责任，快递由本人签收。
综上，依照《中华人民共和国民法典》第六百七十五条、第六百七十六条、第六百八十八条之规定，特提起诉讼。
此致
榆川市东浦区人民法院
具状人：闵知秋
2026年3月16日
""",
    "答辩状.txt": """答辩状
答辩人：卓远航。
就闵知秋诉答辩人民间借贷一案，答辩如下：
一、借款这件事答辩人承认，借条是答辩人本人写的，钱也收到了。
二、生意不好，答辩人眼下没有一次付清的能力，希望分期。
此致
榆川市东浦区人民法院
答辩人：卓远航
2026年4月8日
""",
    "借条.txt": f"""借条
今借到闵知秋人民币贰拾万元整（200,000元），以银行转账方式交付，年利率12%，每月10日付息。
借期一年，于2025年3月9日前还清本金。逾期未还的，仍按年利率12%计息到还清为止。
韩霁月自愿为上述借款提供连带责任保证。
借款人：卓远航（捺印） {BORROWER_ID}
连带责任保证人：韩霁月（捺印） {GUARANTOR_ID}
2024年3月10日
""",
    "银行流水.csv": """户名：闵知秋,账号：6299 0000 4321 0099,,,,
交易日期,摘要,对方户名,支出,收入,余额
2024-03-10,网银转账 借款,卓远航,200000.00,,81000.00
2024-04-10,转入 4月利息,卓远航,,2000.00,83000.00
2024-05-10,转入 5月利息,卓远航,,2000.00,85000.00
2024-06-10,转入 6月利息,卓远航,,2000.00,87000.00
2024-07-10,转入 7月利息,卓远航,,2000.00,89000.00
2024-08-10,转入 8月利息,卓远航,,2000.00,91000.00
2024-09-10,转入 9月利息,卓远航,,2000.00,93000.00
""",
    "微信聊天.txt": """聊天记录导出
导出设备：闵知秋本人手机（设备留存备查）  导出时间：2026-03-02 20:15:22
对方微信号：zhuo_yh85  备注名：卓远航  绑定手机：100****4444
--------------------------------
卓远航  2024-03-08 21:03:11
知秋姐，店里周转差口子，借我20万，一年就还

我  2024-03-08 21:10:45
行，得打个借条，找个人担保

卓远航  2024-03-10 14:31:50
收到了，20万，谢谢姐

我  2025-03-12 10:02:19
前天就到期了，那20万本金你怎么安排？

卓远航  2025-03-12 22:40:58
姐再缓缓，年中给你凑
""",
    "催告函.txt": """催告函
韩霁月女士：
2024年3月10日，卓远航向闵知秋借款并出具借条，您作为连带责任保证人签名捺印。
该借款已于2025年3月9日到期，卓远航未归还本金。
现要求您自收到本函之日起七日内，就借款本息承担连带保证责任。
运单号 EX9990012345
闵知秋
2025年6月2日
""",
    "快递签收.txt": """国内快递签收回单
运单号：EX9990012345
收件人：韩霁月
内件：催告函
签收人：韩霁月本人
签收时间：2025年6月4日 已签收
""",
    "LPR公布页.txt": """贷款市场报价利率（LPR）公布页（网页打印）
2024年2月20日贷款市场报价利率（LPR）为：1年期LPR为3.45%，5年期以上LPR为3.95%。
""",
    "证据目录.txt": """证据目录
提交人：原告闵知秋    提交日期：2026年3月16日
序号	名称	形式	来源	证明目的
1	借条	原件（1页）	卓远航出具	借款约定、利率、还款日、保证
2	榆川银行流水	银行打印盖章件	榆川银行	款项交付、付息情况
3	微信聊天	电子数据打印件，原始手机可当庭核对	原告手机	借款经过、催款
4	催告函及快递回单	原件	原告	向保证人主张权利
5	LPR公布页	网页打印	公开网站	利率未超上限
提交人：闵知秋
""",
    "内部备忘.txt": f"""给顾律师的内部说明（不提交法院）
顾律师：
{LOAN_SECRET}，没有写收条，对方未必记得。
能接受的底线是十五万元，这个数别让卓远航那边知道。
闵知秋  2026年3月1日
""",
}

SALE: Files = {
    "起诉状.txt": f"""民事起诉状
原告：青岸市禾川纺织有限公司，住所地青岸市港东区织造路6号，统一社会信用代码{SELLER_CODE}。法定代表人：纪明礼，总经理。
被告：柏临市砚北服饰有限公司，住所地柏临市城南区针线街21号，统一社会信用代码{BUYER_CODE}。法定代表人：路怀安。
案由：买卖合同纠纷
诉讼请求：
一、判令被告支付面料货款140,000元；
二、判令被告支付逾期付款违约金，以140,000元为基数按日万分之二自2023年7月21日起计至付清之日，暂计至2025年3月15日共604天为16,912元；
三、诉讼费由被告承担。
（以上暂计156,912元）
事实和理由：
2023年4月18日，双方签订《面料购销合同》，约定被告向原告购买棉布8,000米、单价25元，合计200,000元；全部货物交齐后30日内结清；逾期按日万分之二付违约金；发生争议由出卖人所在地法院管辖。
原告分两批供货：2023年5月10日5,000米、6月8日3,000米，均由祝小满签收。
被告只在2023年7月20日付了60,000元，尚欠140,000元，2023年12月31日对账确认。
原告依据《中华人民共和国民法典》第五百七十九条、第五百八十五条、第六百二十六条起诉。
此致
青岸市港东区人民法院
具状人：青岸市禾川纺织有限公司
2025年3月16日
""",
    "答辩状.txt": """答辩状
答辩人：柏临市砚北服饰有限公司，法定代表人路怀安。
一、两批货都收到了，数量没有异议。
二、尚欠140,000元货款，答辩人没有异议，只是眼下资金紧张，请求分期。
三、违约金约定偏高，请求调低。
此致
青岸市港东区人民法院
答辩人：柏临市砚北服饰有限公司
2025年4月10日
""",
    "购销合同.txt": """面料购销合同
出卖人（甲方）：青岸市禾川纺织有限公司
买受人（乙方）：柏临市砚北服饰有限公司
一、标的：棉布8,000米，单价25元/米，合计人民币200,000元。
二、交货地点：乙方仓库，柏临市城南区针线街21号；乙方指定收货人为祝小满。
三、付款：全部货物交齐后30日内付清货款。
四、违约责任：乙方逾期付款的，按欠付金额每日万分之二向甲方支付违约金。
五、争议由出卖人所在地人民法院管辖。
甲方（盖章）：青岸市禾川纺织有限公司
乙方（盖章）：柏临市砚北服饰有限公司
签订日期：2023年4月18日
""",
    "送货单一.txt": """送货单
收货单位：柏临市砚北服饰有限公司
送货日期：2023年5月10日
品名 数量 单价 金额
棉布 5000米 25 125000
收货人（签字）：祝小满
""",
    "送货单二.txt": """送货单
收货单位：柏临市砚北服饰有限公司
送货日期：2023年6月8日
品名 数量 单价 金额
棉布 3000米 25 75000
收货人（签字）：祝小满
""",
    "发票.txt": """增值税专用发票
发票号码：99901101 开票日期：2023年6月12日
购买方：柏临市砚北服饰有限公司
销售方：青岸市禾川纺织有限公司
货物名称 数量 单价 价税合计
棉布 8000米 25 200,000.00
价税合计（大写）：贰拾万元整
""",
    "收款流水.csv": """交易日期,对方户名,借方,贷方,摘要
2023-05-02,青岸棉纺厂,90000.00,,付棉纱款
2023-07-20,柏临市砚北服饰有限公司,,60000.00,面料款
""",
    "对账单.txt": """对账单
致：柏临市砚北服饰有限公司
截至2023年12月31日，我司供货8,000米，货款200,000元，已付60,000元，尚欠140,000元。
以上核对无误。
柏临市砚北服饰有限公司（盖章）
经办：祝小满
2023年12月31日
""",
    "微信.txt": """微信导出  设备：禾川公司业务手机（在公司，可出示）  导出：2025-03-02 09:12
本方：董一帆（禾川业务） wxid_dyf77   对方：祝小满（砚北服饰仓库） wxid_zxm31  手机100****0045

[2023-05-10 10:22:31] 祝小满: 车到了，5000米，单子签了
[2023-06-08 16:20:44] 祝小满: 点完，3000米，没差
[2024-02-20 09:00:45] 董一帆: 货款拖好久了，麻烦催催财务
[2024-02-20 12:31:19] 祝小满: 我只管收货，钱的事找路总
""",
    "委托书.txt": """授权委托书
委托人：青岸市禾川纺织有限公司
受委托人：温如是，青岸明堤律师事务所律师
现委托温如是在我公司与柏临市砚北服饰有限公司买卖合同纠纷一案中作为一审诉讼代理人，代理权限为：特别授权：代为承认、放弃、变更诉讼请求，进行和解，代收法律文书。
委托人：青岸市禾川纺织有限公司（盖章）
2025年3月10日
""",
    "企业信息.txt": f"""企业信用信息公示报告（打印件）
企业名称：柏临市砚北服饰有限公司
统一社会信用代码：{BUYER_CODE}
类型：有限责任公司 法定代表人：路怀安
成立日期：2018年5月13日 登记状态：存续
住所：柏临市城南区针线街21号
打印日期：2025年3月9日
""",
    "内部备忘.txt": f"""内部备忘（仅限律师与公司）
温律师：
先交个底：{SALE_SECRET}，砚北那边一直不知道。
纪总说肯一次付十万就签。
纪明礼  2025年3月8日
""",
}


def changed(files: Files, file: str, *swaps: tuple[str, str]) -> dict[str, str]:
    """The case with words of one file replaced; words that do not stand there are a mistake of the test."""
    text = files[file]
    for old, new in swaps:
        assert old in text, f"{old} does not stand in {file}"
        text = text.replace(old, new)
    return {**files, file: text}


def extended(files: Files, **texts: str) -> dict[str, str]:
    """The case with more files, or files written anew; the keyword is the name without ``.txt``."""
    return {**files, **{f"{name}.txt": text for name, text in texts.items()}}


def without(files: Files, *gone: str) -> dict[str, str]:
    """The case without some of its files."""
    assert set(gone) <= set(files)
    return {file: text for file, text in files.items() if file not in gone}


def only(files: Files, *kept: str) -> dict[str, str]:
    """The case with some of its files alone, for rules that look at few."""
    return without(files, *(file for file in files if file not in kept))


def photographed(files: Files, *photos: str) -> dict[str, str]:
    """The case with some of its files kept as photos that nobody has read."""
    assert set(photos) <= set(files)
    return {
        _photo(file) if file in photos else file: UNREAD if file in photos else text for file, text in files.items()
    }


def _photo(file: str) -> str:
    return file.rsplit(".", 1)[0] + ".jpg"


def answered(*lines: str, by: str = "卓远航", court: str = "榆川市东浦区人民法院") -> str:
    """An answer that says these things and nothing else."""
    body = "\n".join(lines)
    return f"答辩状\n答辩人：{by}。\n{body}\n请求依法裁判。\n此致\n{court}\n答辩人：{by}\n2026年4月8日\n"


def documents(files: Files) -> list[Document]:
    """Build the documents as intake would: tables by the real parser, texts line by line."""
    return [_document(file, text) for file, text in files.items()]


def _document(file: str, text: str) -> Document:
    if text == UNREAD:
        return unread(file)
    if file.endswith(".csv"):
        return dispatch.read(file, text.encode(), Allowance())[0]
    return document(file, text, format=file.rsplit(".", 1)[-1])


_reviews: dict[str, Review] = {}


def reviewed(files: Files, *, edits: tuple[Override, ...] = (), named: str | None = None, **fields: Any) -> Review:
    """Review a case, once for the same input.

    Args:
        files: The case.
        edits: Marks that persons set.
        named: The cause that the command line names.
        fields: Those of ``case.yaml``; for the plaintiff by default.
    """
    key = repr((list(files.items()), edits, named, fields))
    if key not in _reviews:
        _reviews[key] = reviewed_anew(files, edits=edits, named=named, **fields)
    return _reviews[key]


def reviewed_anew(files: Files, *, edits: tuple[Override, ...] = (), named: str | None = None, **fields: Any) -> Review:
    """Review a case without looking at earlier reviews."""
    return review(documents(files), parse({"our_side": "plaintiff"} | fields), cause=named, edits=edits)


_matters: dict[str, tuple[Matter, Pack]] = {}


def assembled(files: Files, **fields: Any) -> tuple[Matter, Pack]:
    """Assemble a case with the pack of its cause, once for the same input."""
    key = repr((list(files.items()), fields))
    if key not in _matters:
        sources = examine(documents(files))
        pack = detect(sources, None).pack
        _matters[key] = assemble(sources, parse({"our_side": "plaintiff"} | fields), pack), pack
    return _matters[key]


def matter_of(files: Files, **fields: Any) -> Matter:
    """Assemble a case for what looks at the matter itself, once for the same input."""
    return assembled(files, **fields)[0]


def findings(files: Files, code: str, *, laws: Corpus | None = None, **fields: Any) -> list[Finding]:
    """Ask every rule of a case, without the rest of the review; the findings of one code, tied to no cells."""
    matter, pack = assembled(files, **fields)
    return [item for item in find(matter, pack, [], defences.raised(matter, pack, []), laws) if item.code == code]


def pleaded_defences(files: Files, **fields: Any) -> set[str]:
    """The defences that the answers raise, without the rest of the review."""
    matter, pack = assembled(files, **fields)
    return {item.defence for item in defences.raised(matter, pack, []) if item.raised}


def found(result: Review, code: str) -> list[Finding]:
    """The findings of one code."""
    return [finding for finding in result.findings if finding.code == code]


def cell(result: Review, element: str) -> Cell:
    """The first cell of an element."""
    return next(item for item in result.cells if item.element == element)


def raised(result: Review) -> set[str]:
    """The defences that the answers raise."""
    return {defence.defence for defence in result.defences if defence.raised}
