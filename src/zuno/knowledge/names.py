"""Names of parties: when two writings are one name, and the short names of companies.

A name is taken as written; nothing here looks one up. Identity numbers say
gender and birth, so the reading of both stands here. Holds no state.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from zuno.knowledge.numbers import fold

COMPANY_ENDING = (
    r"(?:公司|集团|厂|店|中心|合作社|事务所|银行|信用社|医院|学校|大学|幼儿园|委员会|村委会|居委会|仲裁委|协会|学会"
    r"|基金会|政府|工会"
    r"|[^\d]局|研究院|研究所|设计院|测绘院|分院|营业部|服务部|经营部|工程部|门市部|分理处|支行|分行|合伙企业|工作室"
    r"|商行|商社|超市"
    r"|饭店|酒店|宾馆|面馆|餐馆|餐厅|茶馆|小馆|书店|药房|诊所|农场|基地|市场|经销处|加工厂|管理处|站)"
)


def gender_of_id(number: str) -> Literal["男", "女"] | None:
    """Return the gender inside an identity number of 18 digits, whatever its check digit; None without one.

    Source: GB 11643-1999 (the seventeenth digit is odd for men).
    """
    if not re.fullmatch(r"\d{17}[\dX]", number, re.ASCII):
        return None
    return "男" if int(number[16]) % 2 else "女"


def birth_of_id(number: str) -> date | None:
    """Return the date of birth inside an identity number of 18 digits, whatever its check digit; None without one.

    Source: GB 11643-1999 (digits seven to fourteen).
    """
    if not re.fullmatch(r"\d{17}[\dX]", number, re.ASCII):
        return None
    try:
        return date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return None


_TITLES = re.compile(r"(?<=..)(?:先生|女士|同志)$")
_REMARK = re.compile(r"[（(\[【][^（）()\[\]【】]{1,20}[)）\]】]\s*$")


def name_key(name: str) -> str:
    """Return a name without blanks, brackets, dots and honorifics, for comparison."""
    bare = re.sub(r"[\s（）()\[\]【】〔〕<>〈〉·•.．、,，:：]", "", fold(name)).upper()
    return _TITLES.sub("", bare)


def same_name(one: str, other: str) -> bool:
    """Tell whether two writings are the same full name.

    Blanks, the form of brackets and honorifics do not count, and a remark in
    brackets at the end of one of them is set aside (孟立川（渡口小馆）). A bank's
    mask (孟*川) fits every name that it can hide. A short form is not the same
    name: ask ``refers_to``.
    """
    left, right = name_key(one), name_key(other)
    if not left or not right:
        return False
    if left == right:
        return True
    if bool(_REMARK.search(one)) != bool(_REMARK.search(other)):
        left, right = name_key(_REMARK.sub("", one)), name_key(_REMARK.sub("", other))
    return left == right or _fits_mask(left, right) or _fits_mask(right, left)


def _fits_mask(mask: str, name: str) -> bool:
    if "*" not in mask or not mask.strip("*") or "*" in name:
        return False
    pattern = re.sub(r"\\\*(?:\\\*)*", ".{1,4}", re.escape(mask))
    return re.fullmatch(pattern, name) is not None


_LEGAL_FORM = re.compile(
    r"(?:股份有限公司|有限责任公司|集团有限公司|控股有限公司|有限公司|集团公司|集团|公司|(?:特殊)?普通合伙企业"
    r"|有限合伙企业|合伙企业"
    r"|个人独资企业|律师事务所|会计师事务所|事务所|专业合作社|合作社|(?:第[一二三四五六七八九十]+)?分公司|工作室"
    r"|经营部|门市部|服务部"
    r"|营业部|商行|加工厂|厂|店|中心)$"
)
_REGION = re.compile(r"(?:[\u4e00-\u9fff]{2,7}?(?:自治区|自治州|特别行政区|省|市|区|县|旗|镇|乡|街道|开发区|新区))")
_TRADE_WORDS = """
钢材贸易 建筑材料 建材贸易 商业贸易 国际贸易 实业投资 文化传播 文化传媒 文化创意 广告传媒 信息技术 网络科技
信息科技 电子商务 电子科技 科技发展 科技 软件技术 软件开发 软件 网络技术 网络 智能科技 生物科技 新能源科技
新材料科技 建设工程 建筑工程 建筑安装 建筑劳务 劳务派遣 劳务服务 劳务分包 劳务 装饰工程 装饰设计 装饰装修
装修工程 装饰 装潢 园林绿化 市政工程 防水工程 安装工程 工程建设 工程技术 工程咨询 工程管理 工程机械 工程 建设
建工 建筑 建材 钢结构 钢铁贸易 钢铁 钢材 钢贸 五金机电 五金制品 五金 机械设备 机械制造 机械租赁 机械 机电设备
机电 电气设备 电气 电器 电子 电力 设备租赁 设备 仪器 物业管理 物业服务 物业 房地产开发 房地产经纪 房地产 置业
地产 置地 商业管理 商业运营管理 酒店管理 餐饮管理 餐饮服务 餐饮 食品加工 食品贸易 食品 农业科技 农业发展 农业
农产品 果蔬 水产 粮油 茶业 酒业 饮品 乳业 医疗器械 医疗科技 医疗 医药 药业 健康管理 健康科技 生物 化工 化学
塑料制品 塑料 橡胶 包装制品 包装材料 包装 印刷 纸业 纺织品 纺织 服饰 服装 制衣 鞋业 家具制造 家具 家居用品 家居
家纺 木业 陶瓷 石材 玻璃 门窗 水泥制品 水泥 混凝土 商品混凝土 汽车销售服务 汽车销售 汽车服务 汽车租赁 汽车维修
汽车 车业 物流运输 物流服务 物流 货运服务 货运代理 货运 运输服务 运输 速运 速递 速达 快递 供应链管理 供应链
仓储服务 仓储 进出口贸易 进出口 贸易发展 贸易 商贸 经贸 工贸 物资贸易 物资 实业发展 实业 投资管理 投资发展 投资
资产管理 资本管理 基金管理 融资租赁 融资担保 小额贷款 商业保理 典当 担保 保险经纪 保险代理 财产保险 人寿保险
保险 信托 证券 期货 企业管理咨询 企业管理 管理咨询 商务咨询 商务服务 咨询 教育科技 教育咨询 教育培训 教育 培训
人力资源服务 人力资源 旅游开发 旅行社 旅游 影视传媒 影视 广告 传媒 传播 文化 体育 环保科技 环保工程 环保
环境科技 环境 新能源 能源科技 能源 矿业 煤炭 石油 燃气 通信技术 通信 通讯 照明 光电 安防 消防工程 消防 保安服务
保安 家政服务 家政 美容美发 美容 摄影 婚庆 珠宝 百货 面馆 餐馆 餐厅 饭店 酒店 宾馆 小馆 茶馆 超市 便利 药房 书店
轧钢 铸造 模具 银行 信用社 医院 学校 幼儿园 金属制品 金属材料 金属 制造 制品 加工 销售 服务 发展 开发 设计 租赁
经营 管理 技术 产业
"""
_TRADES = tuple(sorted(set(_TRADE_WORDS.split()), key=len, reverse=True))
_COMMON_WORDS = """
中国 中华 农商 农村 商业 工商 建设 人民 第一 第二 国家 中央 城市 商务 公司 本人 我司
"""
_TOO_COMMON = frozenset(_COMMON_WORDS.split())


_LONG_ENDING = r"[\u4e00-\u9fff]{4}[部行坊庄社场园馆楼铺堂屋圃]"
"""A sign that ends the name of a shop or works, where the name is longer than that of a person."""


def is_company_name(name: str) -> bool:
    """Tell whether a name ends as companies, shops, offices and other bodies do."""
    return bool(re.search(rf"(?:{COMPANY_ENDING}|{_LONG_ENDING})(?:[（(].*)?$", name.strip()))


def _split_company(name: str) -> tuple[str, str, str] | None:
    """Split a company name into brand with an unmarked place before it, trade, legal form."""
    bare = re.sub(r"[（(][^（）()]{1,12}[)）]", "", fold(name))
    bare = re.sub(r"\s", "", bare)
    form = _LEGAL_FORM.search(bare)
    stem = bare[: form.start()] if form else bare
    if not form and not is_company_name(bare):
        return None
    while (region := _REGION.match(stem)) and len(stem) - region.end() >= 2:
        stem = stem[region.end() :]
    brand = stem
    while trade := next((word for word in _TRADES if brand.endswith(word) and len(brand) > len(word) + 1), None):
        brand = brand[: -len(trade)]
    return brand, stem[len(brand) :], form.group() if form else ""


def short_names(name: str) -> frozenset[str]:
    """Return the short names by which a company is called: 栾江恒岳建材有限公司 gives 恒岳建材, 恒岳, ….

    The place before the brand is cut where it is marked (澄州市) and, when four
    or more signs stand before the trade, also where it is not (栾江恒岳). The
    brand alone may be shared by companies of one group: it points, it does not
    prove. Persons have no short names.
    """
    parts = _split_company(name)
    if parts is None:
        return frozenset()
    brand, trade, form = parts
    brands = {brand} if len(brand) < 4 else {brand, brand[2:]}
    names: set[str] = set()
    for core in brands:
        if len(core) < 2 or core in _TOO_COMMON:
            continue
        names |= {core, f"{core}公司", f"{core}{trade}"}
        names |= {f"{core}{trade[:cut]}" for cut in range(2, len(trade), 2)}
        if form:
            names |= {f"{core}{trade}公司", f"{core}{trade}{form}"}
    return frozenset(names - {name_key(name)})


def refers_to(mention: str, name: str) -> bool:
    """Tell whether a mention may mean the party ``name``: its full or a short name.

    恒岳, 恒岳建材 and 恒岳公司 refer to 栾江恒岳建材有限公司; 恒岳建设 does not.
    Abbreviated trades count when their signs stand in order (铁原钢贸 for
    铁原钢材贸易).
    """
    if same_name(mention, name):
        return True
    key = name_key(mention)
    shorts = short_names(name)
    if key in shorts:
        return True
    parts = _split_company(name)
    if parts is None:
        return False
    brand, trade, _ = parts
    core = re.sub(r"(?:有限责任公司|有限公司|公司|集团)$", "", key)
    for start in {brand, brand[2:] if len(brand) >= 4 else brand}:
        if len(start) >= 2 and start not in _TOO_COMMON and core.startswith(start):
            return _stands_in_order(core[len(start) :], trade)
    return False


def _stands_in_order(part: str, whole: str) -> bool:
    signs = iter(whole)
    return all(sign in signs for sign in part)
