"""Names of laws: titles, the short names that lawyers use, and marks of an edition.

Two names meet only where they are equal after the words that every title
shares are taken out. Nothing here measures likeness, so no unknown law can
pass for a known one.
"""

from __future__ import annotations

import re

from zuno.knowledge.numbers import fold

_SHELL = re.compile(r"[《》〈〉<>\s“”\"]|中华人民共和国")
_EDITION = re.compile(
    r"[（(\[〔【](?=[^（）()\[\]]*(?:(?:19|20)\d{2}|修[正订改]|试行|法释))[^（）()]*?[)）\]〕】]*[）)\]】]$|[（(](?:已废止|已失效|已修改)[)）]$"
)
_ORDINAL = re.compile(r"（[一二三四五六七八九十]{1,3}）")
_CORE = re.compile(
    r"最高人民法院(?:、?最高人民检察院)?|关于|人民法院(?=办理)|具体应用法律|适用法律|适用|审理|办理|案件|民事(?=纠纷)|纠纷|若干|问题|有关"
    r"|司法(?=解释)|的"
)
_BARE_ORDINAL = re.compile(r"(?<=解释|规定)([一二三四五六七八九])$")
_CODE = re.compile(r"^民法典(?=[^（）]{2,}(?:解释|规定))")

_ABBREVIATIONS = """
民诉法 民事诉讼法
刑诉法 刑事诉讼法
行诉法 行政诉讼法
道交法 道路交通安全法
消法 消费者权益保护法
消保法 消费者权益保护法
破产法 企业破产法
招投标法 招标投标法
调解仲裁法 劳动争议调解仲裁法
劳动仲裁法 劳动争议调解仲裁法
电商法 电子商务法
个保法 个人信息保护法
反家暴法 反家庭暴力法
交强险条例 机动车交通事故责任强制保险条例
年休假条例 职工带薪年休假条例
民诉解释 民事诉讼法解释
民诉法解释 民事诉讼法解释
刑诉解释 刑事诉讼法解释
证据规定 民事诉讼证据规定
新证据规定 民事诉讼证据规定
民事证据规定 民事诉讼证据规定
民诉证据规定 民事诉讼证据规定
时效规定 民事诉讼时效制度规定
诉讼时效规定 民事诉讼时效制度规定
诉讼时效解释 民事诉讼时效制度规定
民间借贷解释 民间借贷规定
买卖解释 买卖合同解释
担保解释 担保制度解释
合同编解释 合同编通则解释
建工解释 建设工程施工合同解释
建设工程解释 建设工程施工合同解释
施工合同解释 建设工程施工合同解释
房屋租赁解释 城镇房屋租赁合同解释
房屋租赁合同解释 城镇房屋租赁合同解释
租赁解释 城镇房屋租赁合同解释
租赁合同解释 城镇房屋租赁合同解释
城镇房屋租赁解释 城镇房屋租赁合同解释
道交解释 道路交通事故损害赔偿解释
道路交通事故解释 道路交通事故损害赔偿解释
交通事故解释 道路交通事故损害赔偿解释
人损解释 人身损害赔偿解释
精神损害赔偿解释 确定民事侵权精神损害赔偿责任解释
精神解释 确定民事侵权精神损害赔偿责任解释
精神损害解释 确定民事侵权精神损害赔偿责任解释
劳动解释 劳动争议解释
物业解释 物业服务解释
物业条例 物业管理条例
侵权解释 侵权责任编解释
公司解释 公司法解释
商品房买卖解释 商品房买卖合同解释
区分所有权解释 建筑物区分所有权解释
婚姻家庭解释 婚姻家庭编解释
婚姻解释 婚姻家庭编解释
民通意见 贯彻执行民法通则意见
彩礼规定 涉彩礼规定
彩礼解释 涉彩礼规定
医疗损害解释 医疗损害责任解释
融资租赁解释 融资租赁合同解释
简易程序规定 简易程序民事规定
"""
_SHORT = {short: words for short, words in map(str.split, _ABBREVIATIONS.strip().split("\n"))}
"""Short name → distinctive words of the title (see `core`); the words, not the laws, are equal."""


def key(name: str) -> str:
    """Reduce a name to what makes a title: no 《》, no 中华人民共和国, no mark of the edition."""
    plain = _SHELL.sub("", fold(name)).replace("(", "（").replace(")", "）")
    return _EDITION.sub("", plain) or plain


def edition_mark(name: str) -> str | None:
    """Return the mark of an edition at the end of a name: ``2021修正`` of 民事诉讼法（2021修正）."""
    match = _EDITION.search(_SHELL.sub("", fold(name)))
    return match.group()[1:-1] if match else None


def core(name: str) -> str:
    """Reduce a name to its distinctive words, so that full and short names are equal."""
    words = _BARE_ORDINAL.sub(r"（\1）", _CORE.sub("", key(name)))
    words = _CODE.sub("", words)
    ordinal = _ORDINAL.search(words)
    bare = _ORDINAL.sub("", words)
    return _SHORT.get(bare, bare) + (ordinal.group() if ordinal else "")


def ordinal(name: str) -> str:
    """Return ``（二）`` of a name, else nothing."""
    match = _ORDINAL.search(key(name))
    return match.group() if match else ""


def without_ordinal(name: str) -> str:
    """Return the name without ``（二）``."""
    return _ORDINAL.sub("", name)


_KIND = re.compile(r"(?:法|法典|条例|规定|解释|办法|规则|细则|通则|总则|批复|意见|纪要)$")


def meanings(name: str) -> tuple[str, ...]:
    """Return the distinctive words that a short name can stand for, the likeliest first.

    解释 and 规定 are used for each other (公司法解释（二） is titled 规定（二）), and left out where the
    rest says enough (时间效力, 合同编通则).
    """
    words = core(name)
    bare = without_ordinal(words)
    if not _KIND.search(bare) or bare.endswith(("编通则", "编总则")):
        return words, f"{bare}解释{ordinal(words)}", f"{bare}规定{ordinal(words)}"
    return words, re.sub(r"解释|规定", lambda found: "规定" if found.group() == "解释" else "解释", words)
