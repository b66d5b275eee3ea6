"""Small packs for the rules that work for every cause, and little cases told by a lawyer, a worker, a clerk, a trader.

The packs are no law: they hold just the fields that the rules read. Every
person, place and number is made up.
"""

from __future__ import annotations

from typing import Any

from little_cases import Files, documents

from zuno.casework.case_file import parse
from zuno.casework.matter import Matter, assemble
from zuno.casework.packs.loading import Pack, read_pack
from zuno.casework.sources import examine

NORM = ["民法典#579|可以请求其支付"]


def element(name: str, fact: str, **fields: Any) -> dict[str, Any]:
    """An element with what the schema asks for."""
    needed = {
        "issue": fact,
        "burden": "原告",
        "norms": NORM,
        "evidence": ["材料"],
        "proof": [{"document": ["contract"]}],
    }
    return {"id": name, "fact": fact} | needed | fields


def claim(name: str, title: str, words: str, *elements: dict[str, Any], claimant: str) -> dict[str, Any]:
    """A kind of claim."""
    return {
        "id": name,
        "title": title,
        "match": {"any": [words]},
        "claimant": claimant,
        "norms": NORM,
        "elements": list(elements),
    }


def pack_of(name: str, sides: dict[str, list[str]], claims: list[dict[str, Any]], **fields: Any) -> Pack:
    """A pack of these claims."""
    head = {"schema": "cause-pack/1", "id": name, "name": name, "corpus_as_of": "2026-05-16", "sides": sides}
    return read_pack(head | {"claims": claims} | fields, name)


LEASE_PACK = pack_of(
    "zulin",
    {"landlord": ["出租人", "出租方", "房东"], "tenant": ["承租人", "承租方"]},
    [
        claim(
            "C1",
            "支付租金",
            "租金|房租",
            element("C1E1", "租赁合同成立", instruments=["lease_contract"], proof=[{"document": ["lease_contract"]}]),
            element("C1E2", "房屋已交付", instruments=["handover_note"], proof=[{"document": ["handover_note"]}]),
            element("C1E3", "欠付租金的期间与金额", proof=[{"figure": "claimed", "in": ["lease_contract"]}]),
            claimant="landlord",
        ),
        claim("C2", "占有使用费", "占有?使用费|占用费", element("C2E1", "占用"), claimant="landlord"),
    ],
    told=[
        {
            "id": "signed",
            "fact": "date",
            "name": "签订租赁合同",
            "pleaded": "签(?:订|署|了|下)[^，。；]{0,20}(?:合同|协议)",
            "papers": {"in": ["lease_contract"]},
            "elements": ["C1E1"],
        },
        {
            "id": "handover",
            "fact": "date",
            "name": "交付房屋",
            "pleaded": "交(?:付|房|铺)|交接|交[^，。；]{0,6}钥匙",
            "papers": {"in": ["handover_note"], "words": "交接|交付|验收|交钥匙"},
            "elements": ["C1E2"],
        },
        {
            "id": "rent",
            "fact": "money",
            "name": "月租金",
            "pleaded": "月租金?|每(?:个)?月租?金?",
            "papers": {"in": ["lease_contract"], "words": "月租金?|每(?:个)?月租?金?"},
            "elements": ["C1E3"],
        },
        {
            "id": "deposit",
            "fact": "money",
            "name": "押金",
            "pleaded": "押金|保证金",
            "papers": {"in": ["lease_contract", "receipt"], "words": "押金|保证金"},
            "elements": [],
        },
    ],
    payments={"claims": ["C1"], "elements": ["C1E3"]},
)

LEASE: Files = {
    "起诉状.txt": """民事起诉状
原告：邱若岚，女，1979年5月2日出生，住蓝汀市河东区柳堤路9号。
被告：申柏舟，男，1988年7月21日出生，住蓝汀市河东区灯市街3号。
案由：房屋租赁合同纠纷
诉讼请求：
1. 判令被告支付2025年7月1日至2025年10月31日的租金26,000元（6,500元/月×4个月）；
2. 判令被告支付占有使用费，自2025年11月1日起按每日200元计至腾退之日，暂计至2025年11月30日为6,000元；
以上合计32,000元。
事实与理由：
2024年3月1日，双方签订《房屋租赁合同》，原告将蓝汀市河西区青禾路12号商铺租给被告，租期2024年3月11日至2027年3月10日，月租金6,500元，押金13,000元。2024年3月11日原告把铺面交付被告，双方办了交接。
被告交租交到2025年6月底，此后分文未付。
此致
蓝汀市河西区人民法院
具状人：邱若岚
2025年12月8日
""",
    "房屋租赁合同.txt": """房屋租赁合同
出租方（甲方）：邱若岚
承租方（乙方）：申柏舟
一、甲方将蓝汀市河西区青禾路12号商铺出租给乙方。
二、租期三年，自2024年3月11日起至2027年3月10日止。
三、月租金6,500元，每月5日前付清；押金13,000元。
四、甲方于2024年3月11日前交付商铺。
甲方（签字）：邱若岚
乙方（签字）：申柏舟
2024年3月1日
""",
    "交接单.txt": """商铺交接单
地址：蓝汀市河西区青禾路12号
钥匙3把已交，水表底数105，电表底数2210。
验收无异议。
移交人：邱若岚    接收人：申柏舟
2024年3月11日
""",
    "付款记录.csv": """日期,付款方,收款方,金额,附言,状态
2024-03-01,申柏舟,邱若岚,13000.00,押金,成功
2025-05-05,申柏舟,邱若岚,6500.00,5月房租,成功
2025-06-05,申柏舟,邱若岚,6500.00,6月房租,成功
""",
}

LABOUR_PACK = pack_of(
    "laodong",
    {"worker": ["劳动者"], "employer": ["用人单位"]},
    [
        claim(
            "C1",
            "违法解除赔偿金",
            "赔偿金",
            element("C1E1", "劳动关系与入职时间", instruments=["labour_contract"]),
            element("C1E2", "用人单位解除", instruments=["letter"]),
            element("C1E4", "工作年限与月工资标准"),
            claimant="worker",
        ),
        claim("C3", "经济补偿", "经济补偿", element("C3E2", "年限与工资标准"), claimant="worker"),
        claim("C4", "工资", "工资|加班费", element("C4E1", "工资标准与欠付金额"), claimant="worker"),
    ],
    told=[
        {
            "id": "hired",
            "fact": "date",
            "name": "入职",
            "pleaded": "入职|进(?:公司|厂)|到[^，。]{0,12}(?:上班|工作)",
            "papers": {"in": ["labour_contract", "certificate"], "words": "入职|用工|到岗"},
            "elements": ["C1E1"],
        },
        {
            "id": "dismissed",
            "fact": "date",
            "name": "解除劳动合同",
            "pleaded": "解除|辞退|开除|不要我",
            "papers": {"in": ["letter"], "words": "解除|辞退"},
            "elements": ["C1E2"],
        },
        {
            "id": "wage",
            "fact": "money",
            "name": "月工资",
            "pleaded": "月(?:工资|薪)",
            "papers": {"in": ["labour_contract"], "words": "月(?:工资|薪)"},
            "elements": ["C4E1"],
        },
        {
            "id": "mean",
            "fact": "money",
            "name": "月平均工资",
            "pleaded": "月均|月?平均工资",
            "papers": {"in": ["payslip", "bank_statement"], "words": "应发"},
            "elements": ["C1E4", "C3E2"],
        },
    ],
    payments={"claims": ["C4"], "elements": ["C4E1"]},
)

_WAGES = (8100, 7900, 8000, 8200, 7800, 8000, 8050, 7950, 8000, 8000, 8300, 7700)

LABOUR: Files = {
    "起诉状.txt": """起诉状
原告：石小满，男，1990年8月9日出生，住云渡市北门区槐树里2号。
被告：云渡市长桥机电有限公司，住所地云渡市北门区工业路7号。法定代表人：卢定邦。
我要求：
1、公司给我违法解除赔偿金80,000元（8,000元×5个月×2）；
2、公司给我2025年9月份工资7,500元；
一共87,500元。
事情经过：
我2020年10月12日到公司上班，干装配，月工资7,500元另加绩效，离职前十二个月平均工资8,000元。2025年9月30日公司发通知把我辞退了，说我不服从安排。9月份的工资到现在没发。
此致
云渡市北门区人民法院
起诉人：石小满
2025年12月20日
""",
    "劳动合同.txt": """劳动合同
甲方（用人单位）：云渡市长桥机电有限公司
乙方（劳动者）：石小满
一、合同期限自2023年10月12日至2026年10月11日。乙方2020年10月12日入职，工龄连续计算。
二、岗位装配工，月工资7,500元，绩效另计，次月10日发放。
甲方（盖章）：云渡市长桥机电有限公司
乙方（签字）：石小满
2023年10月12日
""",
    "解除通知书.txt": """解除劳动合同通知书
石小满：
因你不服从工作安排，公司决定自2025年9月30日起与你解除劳动合同。
云渡市长桥机电有限公司（盖章）
2025年9月30日
""",
    "工资表.csv": "月份,基本工资,绩效,应发合计,实发\n"
    + "".join(
        f"2024-{at + 9:02d},7500,{wage - 7500},{wage},{wage - 600}\n"
        if at < 4
        else f"2025-{at - 3:02d},7500,{wage - 7500},{wage},{wage - 600}\n"
        for at, wage in enumerate(_WAGES)
    )
    + f"合计,90000,6000,{sum(_WAGES)},{sum(_WAGES) - 7200}\n",
}


def matter_with(pack: Pack, files: Files, **fields: Any) -> Matter:
    """Assemble a case under a pack that does not ship."""
    return assemble(examine(documents(files)), parse({"our_side": "plaintiff"} | fields), pack)
