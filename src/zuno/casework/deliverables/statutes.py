"""The articles that the deliverables themselves cite, each with words that stand in it.

The cause packs bring their own norms; this table holds only what the fixed
wording of the deliverables relies on. A test compares every anchor with the
statute text.
"""

from __future__ import annotations

from zuno.casework.deliverables.model import numeral

CITED = (
    "民诉法#62|必须有委托人的特别授权",
    "民诉法#67|因客观原因不能自行收集的证据",
    "民诉法#68|当事人逾期提供证据的",
    "民诉法#69|写明证据名称、页数、份数、原件或者复印件",
    "民诉法#73|书证应当提交原件",
    "民诉法#76|经人民法院通知，证人应当出庭作证",
    "民诉法#79|可以就查明事实的专门性问题向人民法院申请鉴定",
    "民诉法#122|有明确的被告",
    "民诉法#130|应当在提交答辩状期间提出",
    "民诉法#143|原告增加诉讼请求",
    "民诉解释#90|由负有举证证明责任的当事人承担不利的后果",
    "民诉解释#94|可以在举证期限届满前书面申请人民法院调查收集",
    "民诉解释#99|证据来源、形式等方面的瑕疵进行补正",
    "民诉解释#100|应当在举证期限届满前向人民法院提出书面申请",
    "民诉解释#101|逾期提供证据的，人民法院应当责令其说明理由",
    "民诉解释#104|围绕证据的真实性、合法性以及与待证事实的关联性进行质证",
    "民诉解释#106|以严重侵害他人合法权益",
    "民诉解释#108|确信待证事实的存在具有高度可能性",
    "民诉解释#111|提交书证原件确有困难",
    "民诉解释#112|可以在举证期限届满前书面申请人民法院责令对方当事人提交",
    "民诉解释#115|应当由单位负责人及制作证明材料的人员签名或者盖章",
    "民诉解释#117|应当在举证期限届满前提出",
    "民诉解释#121|当事人申请鉴定，可以在举证期限届满前提出",
    "民诉解释#232|法庭辩论结束前，原告增加诉讼请求",
    "证据规定#3|于己不利的事实明确表示承认",
    "证据规定#4|视为对该事实的承认",
    "证据规定#5|诉讼代理人的自认视为当事人的自认",
    "证据规定#9|在法庭辩论终结前撤销自认的",
    "证据规定#11|应当提供原件或者原物",
    "证据规定#19|逐一分类编号",
    "证据规定#20|要证明的事实以及明确的线索",
    "证据规定#31|应当在人民法院指定期间内提出，并预交鉴定费用",
    "证据规定#45|对方当事人控制该书证的根据以及应当提交该书证的理由",
    "证据规定#47|控制书证的当事人应当提交书证",
    "证据规定#54|应当在举证期限届满前向人民法院提出书面申请",
    "证据规定#55|增加、变更诉讼请求或者提出反诉",
    "证据规定#61|应当出示证据的原件或者原物",
    "证据规定#68|无正当理由未出庭的证人以书面等方式提供的证言",
    "证据规定#69|作证的主要内容，作证内容与待证事实的关联性",
    "证据规定#78|不适当引导",
    "证据规定#87|复制件、复制品与原件、原物是否相符",
    "证据规定#89|当事人在诉讼过程中认可的证据",
    "证据规定#90|无法与原件、原物核对的复制件、复制品",
    "证据规定#93|对于电子数据的真实性",
    "时效规定#2|人民法院不应对诉讼时效问题进行释明",
    "时效规定#3|在一审期间未提出诉讼时效抗辩",
)
"""``法名#条号|锚文本``, in force as of the corpus."""

TITLES = {
    "民诉法": "《中华人民共和国民事诉讼法》",
    "民诉解释": "《最高人民法院关于适用〈中华人民共和国民事诉讼法〉的解释》",
    "证据规定": "《最高人民法院关于民事诉讼证据的若干规定》",
    "时效规定": "《最高人民法院关于审理民事案件适用诉讼时效制度若干问题的规定》",
}
"""The names a court is written to with."""

_KNOWN = {norm.split("|", 1)[0] for norm in CITED}


def law(name: str, *articles: int) -> str:
    """Cite for people inside: ``证据规定61、90``; only articles of the table pass."""
    _require(name, articles)
    return f"{name}{'、'.join(str(article) for article in articles)}"


def law_in_full(name: str, *articles: int) -> str:
    """Cite for the court: ``《最高人民法院关于民事诉讼证据的若干规定》第六十九条``."""
    _require(name, articles)
    return f"{TITLES[name]}{'、'.join(f'第{numeral(article)}条' for article in articles)}"


def show(norm: str) -> str:
    """Print a pack's norm as people write it: ``民法典#675|…`` → ``民法典675``."""
    name, _, rest = norm.partition("#")
    return f"{name}{rest.partition('|')[0]}" if rest else norm.partition("|")[0]


def show_all(norms: tuple[str, ...]) -> str:
    """Print several norms, each article once."""
    return "、".join(dict.fromkeys(show(norm) for norm in norms))


def _require(name: str, articles: tuple[int, ...]) -> None:
    for article in articles:
        if f"{name}#{article}" not in _KNOWN:
            msg = f"{name}{article} is not in the table of cited articles"
            raise KeyError(msg)
