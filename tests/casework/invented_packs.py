"""Three small packs, a lease, a job and a road accident, each with a little case that holds no error.

They are no law: they hold just the fields that the findings read, so that the
mechanisms are tested apart from the packs that ship. Everything is made up.
"""

from __future__ import annotations

import yaml
from little_cases import Files, documents

from zuno.casework import defences
from zuno.casework.case_file import parse
from zuno.casework.findings.rules import find
from zuno.casework.matter import Matter, assemble
from zuno.casework.packs.loading import Pack, read_pack
from zuno.casework.records import Finding
from zuno.casework.sources import examine
from zuno.knowledge.statutes.corpus import Corpus


def element(name: str, *instruments: str) -> str:
    """An element with what the schema asks for."""
    kinds = ", ".join(instruments or ("contract",))
    return (
        f"{{id: {name}, fact: 事实{name}, issue: 争点, burden: 原告, norms: ['民法典#579|可以请求其支付'], "
        f"evidence: [材料], instruments: [{kinds}], proof: [{{document: [{kinds}]}}]}}"
    )


def pack_of(text: str) -> Pack:
    """A pack from its YAML, the head left out."""
    data = yaml.safe_load(text)
    return read_pack({"schema": "cause-pack/1", "corpus_as_of": "2026-05-16"} | data, data["id"])


LEASE_PACK = pack_of(f"""
id: zulin
name: 租赁纠纷
sides: {{landlord: [出租人, 出租方, 房东], tenant: [承租人, 承租方]}}
jurisdiction: {{norms: ["民诉法#34|不动产所在地人民法院管辖"], places: [property], exclusive: true}}
acts:
  end_lease: {{any: ['解除[^，。；]{{0,12}}(?:合同|租约)', '(?:合同|租约)[^，。；]{{0,16}}解除', '房子?不租了']}}
claims:
  - {{id: C1, title: 租金, claimant: landlord, match: {{any: ['租金|房租']}}, elements: [{element("C1E1", "lease_contract")}, {element("C1E2", "handover_note")}]}}
  - {{id: C2, title: 解除与腾房, claimant: landlord, match: {{any: ['解除[^。]*', '腾(?:房|退|空)']}}, elements: [{element("C2E2", "letter")}]}}
  - {{id: C3, title: 违约金, claimant: landlord, match: {{any: ['违约金']}}, elements: [{element("C3E1", "lease_contract")}]}}
must_arrive:
  - {{act: end_lease, name: 解除通知, claims: [C2], elements: [C2E2], norms: ["民法典#565|通知到达对方时解除"]}}
""")

LEASE: Files = {
    "起诉状.txt": """民事起诉状
原告：桑晚舟，女，1976年3月1日出生，住岚浦市东岑区望塔巷6号。
被告：宿长青，男，1990年10月2日出生，住岚浦市东岑区灯草街41号。
案由：房屋租赁合同纠纷
诉讼请求：
1. 判令被告支付2025年9月1日至2026年2月28日的租金36,000元；
2. 确认双方的租赁合同于2026年3月12日解除，被告腾空并交还商铺；
3. 诉讼费由被告负担。
事实与理由
2024年5月20日，原、被告签订《商铺租赁合同》，约定原告把柳荫路88号商铺租给被告开店，月租6,000元。
被告自2025年9月1日起未交租。原告于2026年3月10日向被告发出解除合同通知书，合同已于2026年3月12日解除。
此致
岚浦市河西区人民法院
具状人：桑晚舟
2026年4月2日
""",
    "商铺租赁合同.txt": """商铺租赁合同
出租方（甲方）：桑晚舟
承租方（乙方）：宿长青
一、甲方将岚浦市河西区柳荫路88号1层商铺出租给乙方使用。
二、月租金6,000元，按季预付。
三、逾期三十日未付租金的，甲方可以解除合同。
甲方（签字）：桑晚舟
乙方（签字）：宿长青
2024年5月20日
""",
    "解除合同通知书.txt": """解除合同通知书
宿长青：
因你自2025年9月1日起未付租金，现通知你解除商铺租赁合同，请于七日内腾空。
运单号 EX9991200345
桑晚舟
2026年3月10日
""",
    "快递签收.txt": """快递签收回单
运单号：EX9991200345
收件人：宿长青
内件：解除合同通知书
签收时间：2026年3月12日 已签收
""",
}

LABOUR_PACK = pack_of(f"""
id: laodong_lizi
name: 劳动争议
sides: {{worker: [劳动者, 员工], employer: [用人单位, 公司]}}
jurisdiction: {{norms: ["劳动解释一#3|用人单位所在地或者劳动合同履行地的基层人民法院管辖"], places: [employer, work]}}
limitation: {{years: 1, from: [end], norms: ["调解仲裁法#27|劳动争议申请仲裁的时效期间为一年"]}}
acts:
  forced_out: {{any: ['被迫[^，。；]{{0,12}}(?:解除|辞职)', '(?:拖欠|未付|不发)[^。；]{{0,30}}(?:解除|辞职)'], scope: sentence}}
claims:
  - {{id: C1, title: 赔偿金, claimant: worker, match: {{any: ['违法解除[^，。；]{{0,12}}赔偿金', '赔偿金']}}, elements: [{element("C1E1", "labour_contract")}]}}
  - {{id: C3, title: 经济补偿, claimant: worker, match: {{any: ['经济补偿金?']}}, elements: [{element("C3E1", "letter")}]}}
  - {{id: C4, title: 工资, claimant: worker, match: {{any: ['工资', '加班费']}}, elements: [{element("C4E1", "payslip")}]}}
told:
  - {{id: end, fact: date, name: 解除日, pleaded: '解除|辞退', papers: {{in: [letter, employment_notice], words: '解除|辞退'}}, elements: [C1E1]}}
exclusive:
  - {{claims: [C1, C3], drop: C3, why: 支付赔偿金的不再支付经济补偿, norms: ["劳动合同法实施条例#25|不再支付经济补偿"]}}
must_arrive:
  - {{act: forced_out, name: 被迫解除通知, claims: [C3], elements: [C3E1], norms: ["劳动合同法#38|未及时足额支付劳动报酬"]}}
precondition:
  papers: [arbitration_application, arbitration_award]
  topics: {{违法解除赔偿金: '赔偿金|违法解除', 经济补偿: '经济补偿', 工资: '(?<!年假)(?<!休假)工资', 加班费: '加班', 年休假工资: '年休假|年假'}}
  days: 15
  unless: {{in: [iou], words: 工资}}
  norms: ["调解仲裁法#5|可以向劳动争议仲裁委员会申请仲裁"]
""")

LABOUR: Files = {
    "起诉状.txt": """民事起诉状
原告：岳小满，男，1991年4月18日出生，住舒州市城北区木樨里23号。
被告：舒州云檐食品有限公司，住所地舒州市城西区观澜大道200号，法定代表人：邬承泽。
案由：劳动争议
诉讼请求
1. 被告支付违法解除劳动合同赔偿金60,000元；
2. 被告支付2026年1月工资5,200元；
3. 被告支付休息日加班费3,000元；
4. 被告支付未休年休假工资2,400元。
事实与理由
原告2021年3月8日入职被告，在城西区的厂里上班，月工资6,000元。公司于2026年1月16日解除劳动合同，没有说明理由。
原告于2026年2月24日申请仲裁，2026年5月6日收到裁决书，不服裁决。
此致
舒州市城西区人民法院
起诉人：岳小满
2026年5月18日
""",
    "仲裁申请书.txt": """劳动人事争议仲裁申请书
申请人：岳小满。
被申请人：舒州云檐食品有限公司。
仲裁请求
1. 支付违法解除劳动合同赔偿金60,000元；
2. 支付2026年1月工资5,200元；
3. 支付休息日加班费3,000元；
4. 支付未休年休假工资2,400元。
事实与理由
申请人2021年3月8日入职，2026年1月16日被解除。
此致
舒州市劳动人事争议仲裁委员会
申请人：岳小满
2026年2月24日
""",
    "仲裁裁决书.txt": """舒州市劳动人事争议仲裁委员会
仲裁裁决书
申请人岳小满请求：一、支付违法解除劳动合同赔偿金60,000元；二、支付2026年1月工资5,200元；三、支付休息日加班费3,000元；四、支付未休年休假工资2,400元。
本委认为，用人单位解除劳动合同有据。
裁决如下：驳回申请人的仲裁请求。不服本裁决的，可自收到裁决书之日起十五日内向人民法院起诉。
二〇二六年四月二十八日
""",
    "劳动合同.txt": """劳动合同书
甲方（用人单位）：舒州云檐食品有限公司
乙方（劳动者）：岳小满
一、工作岗位：灌装工；工作地点：舒州市城西区观澜大道200号。
二、月工资6,000元。
甲方（盖章）：舒州云檐食品有限公司
乙方（签字）：岳小满
2021年3月8日
""",
}

TRAFFIC_PACK = pack_of(f"""
id: jiaotong_lizi
name: 机动车交通事故责任纠纷
sides: {{victim: [受害人, 伤者], driver: [侵权人, 肇事方]}}
jurisdiction: {{norms: ["民诉法#30|事故发生地"], places: [accident, defendant]}}
limitation: {{years: 3, from: [grade_on, harmed_on], norms: ["民法典#188|诉讼时效期间为三年"]}}
claims:
  - {{id: C1, title: 赔偿, claimant: victim, match: {{any: ['赔偿', '医疗费', '损失']}}, elements: [{element("C1E1", "accident_report")}, {element("C1E2", "certificate")}]}}
told:
  - {{id: harmed_on, fact: date, name: 事故, pleaded: '事故|撞', papers: {{in: [accident_report], words: '发生|碰撞|驾驶'}}, elements: [C1E1]}}
  - {{id: grade_on, fact: date, name: 鉴定, pleaded: '鉴定', papers: {{in: [appraisal]}}, elements: [C1E2]}}
parties:
  - {{needs: 承保交强险的保险公司, named_in: [insurance_policy, accident_report], words: '交强险|强制保险', name: '[\\u4e00-\\u9fff]{{4,30}}保险[\\u4e00-\\u9fff]{{0,20}}公司', why: 应列为共同被告, norms: ["道交解释#22|应当将承保交强险的保险公司列为共同被告"]}}
""")

TRAFFIC: Files = {
    "起诉状.txt": """民事起诉状
原告：汤一苇，女，1985年6月2日出生，住青泽县城关镇柳堤路3号。
被告一：路大川，男，1979年1月5日出生，住青泽县石桥镇路家村。
被告二：安平财产保险股份有限公司青泽支公司，住所地青泽县城关镇人民路9号，负责人：欧阳明。
案由：机动车交通事故责任纠纷
诉讼请求：
1. 判令被告一、被告二赔偿原告医疗费等损失共计48,600元；
2. 诉讼费由被告承担。
事实与理由：
2025年6月3日，路大川驾车行驶至青泽县人民路与柳堤路路口，把骑电动车的原告撞倒，交警认定路大川全责。车辆在被告二投保交强险。
此致
青泽县人民法院
具状人：汤一苇
2026年3月20日
""",
    "事故认定书.txt": """道路交通事故认定书
事故时间：2025年6月3日8时20分 事故地点：青泽县人民路与柳堤路路口
当事人：路大川，驾驶小型轿车，交强险承保公司：安平财产保险股份有限公司青泽支公司。
当事人：汤一苇，骑电动自行车。
路大川驾车转弯未让直行，与汤一苇发生碰撞，承担全部责任。
青泽县公安局交通警察大队
2025年6月12日
""",
    "保险单.txt": """机动车交通事故责任强制保险单
被保险人：路大川
保险人：安平财产保险股份有限公司青泽支公司
保险期间：2025年1月1日至2025年12月31日
""",
}


_assembled: dict[str, Matter] = {}


def matter_in(files: Files, pack: Pack, **fields: str) -> Matter:
    """Assemble a case under a pack, once for the same input."""
    key = repr((list(files.items()), pack.id, fields))
    if key not in _assembled:
        _assembled[key] = assemble(examine(documents(files)), parse({"our_side": "plaintiff"} | fields), pack)
    return _assembled[key]


def found_in(files: Files, pack: Pack, code: str, laws: Corpus | None = None, **fields: str) -> list[Finding]:
    """Ask every rule of a case under a pack; the findings of one code."""
    matter = matter_in(files, pack, **fields)
    return [item for item in find(matter, pack, [], defences.raised(matter, pack, []), laws) if item.code == code]
