"""Words that are said in confidence to one's own lawyer.

Owns the signs of a note to the lawyer and of a lawyer's own note. What it finds
must never be handed in, so it errs on the side of silence. Holds no state.
"""

from __future__ import annotations

import re
from typing import Literal

Address = Literal["", "perhaps", "plainly"]
"""Whether a text speaks to the writer's own lawyer, or is that lawyer's note: not, perhaps, plainly."""

_HUSH = (
    r"(?:别|不要|请勿|切勿|勿|莫|不能|不可|不得|先不|千万不|不想)"
    r"(?:再|先|主动|轻易|直接|往外|对外|跟[^\n，。]{1,4}|把[^\n，。]{1,12}|往[^\n，。]{1,6}|在[^\n，。]{1,8})?"
)
_COUNT = r"[\d一二两三四五六七八九十百千万]"
_PRICE = (
    r"(?<!\d)(?:\d{3,9}|\d{1,4}(?:\.\d{1,4})?[万千百]"
    r"|[一二两三四五六七八九十百千]{1,5}[万千百]|[万千百][一二三四五六七八九])"
)
_THEY = r"(?:对方|对面|他们|他|她|原告方?|被告方?|法院|法官|厂家|人家)(?:也|还|都|至今|并|那边)*"
_CANDOUR = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"{_HUSH}(?:提(?![供交起出醒示前货取高升到])|提到|说(?![明服法])|讲(?![究理])|写(?![明清错])|告诉|透露?|外传|外发|声张"
        r"|张扬|惊动|开口|松口|查到|出现|露|留痕|(?:认|交)(?=$|[。，；：:、])|让[^\n。]{0,12}(?:知道|晓得|发现|看[到见]|抓[到住]|录[音到])"
        r"|给[^\n。]{0,6}(?:知道|看到|看见|抓[到住]"
        r"|听到|查到)"
        r"|放进|交(?:给)?(?:法院|对方|原告|被告)|列进|入卷|展开)|[，,\t 、；;。]不提(?:$|[。，,\t ])",
        r"(?:我|你|您|咱|他|客户|公司|老板|和解|谈判|调解|心理?里?)(?:们|的|方)?底[线价]|^\W{0,6}底[线价]|底[线价][:：是就]"
        r"|[和谈解]\S{0,2}底[线价]|心里(?:的)?(?:价|底|话|能接受)|交(?:个|了)?底",
        rf"{_PRICE}[元块]?(?:以内|左右|以上)?[^\n，。]{{0,8}}(?:就|也)(?:能|可以?|行|和|撤|签|收手|算了|认了|拉倒|结案|愿意|够)"
        r"|能(?:收|拿|要|追)(?:回|到)[^\n，。]{0,10}就"
        rf"|(?:最多|顶多|最少|最低|最高|至少)(?:只)?(?:让|拿|给|承担|出|要|收|赔)[^\n，。]{{0,8}}{_COUNT}|就收手|就(?:放|撤)了"
        rf"|(?:最低|最少|最多|顶多|最高)(?:可?接受)?[^\n，。]{{0,6}}{_COUNT}{{1,6}}[万千]|(?:可以|能|愿意)让{_COUNT}|回来就行",
        rf"(?:{_THEY}|(?:那边|那头|社里|店里)(?:也|还|都)?)(?:不知道|不晓得|不知情|没看出来|没查出来|没发现|没喝出来|看不出|没证据|抓不到|查不到)",
        r"保密|绝密|烂在肚子里|[只就](?:给|跟|对)(?:你|您)[^\n，。]{0,6}(?:看|说|讲)|(?:你|您)一个人(?:看|知道)|当(?:你|您)?不知道"
        r"|心里有数|(?:你|您)(?:知道|清楚)就[行好]|对外(?:一律|统一|就|都)?说|绕开|避开|瞒着|对外口径|口径不变",
        r"(?:我方|我们|自己)[^\n，。]{0,4}(?:弱点|软肋|理亏|不足|站不住)|弱化|淡化|(?:尽量|不)主动|少说为妙|不展开|把握不大",
        r"倒签|后补的|(?:事后|后来)[^\n，。]{0,4}(?:改|补|签|写)|补的单|代签的|往前写|没报税|代持|避税|拿来压价|顶替|过户给我|是假的",
        r"不外[发传]|仅(?:限)?(?:本所|律师|代理人|内部)|内部(?:沟通|说明|备忘|存卷|参考|讨论)|[(（]内部[)）]|仅供(?:律师|代理人|内部|本所)"
        r"|[勿不](?:要)?提交|不进(?:案)?卷|勿外传|只(?:给|限)(?:律师|代理人|本所|[\u4e00-\u9fff]{1,3}(?:女士|先生))",
    )
)
_OFFICES = "代理|承办|执业|主办|经办|见证|委托|值班|辩护|公职|法律|授权|受托|指派|实习"
_SALUTATION = re.compile(
    rf"^\W{{0,4}}(?:尊敬的|致|给)?(?!{_OFFICES})(?:[\u4e00-\u9fff]{{1,3}}大?律师|[\u4e00-\u9fff]律)"
    r"(?:(?:您|你)?好)?[ ]?[:：，,!！]"
    r"|^\W{0,4}律师(?:您好|你好|好|[，,!！])",
    re.MULTILINE,
)
_FOR_LAWYER_ONLY = re.compile(
    r"(?:仅|只)(?:供|给|限)[^\n，。]{0,8}(?:律师|代理人|本所)|(?:仅|只)本所|说给律师|[跟给]律师(?:说|讲|交代)|给律师的|律师记一下"
)
_PERHAPS = re.compile(
    r"(?:跟|给|向|和|与|找)[^\n，。]{0,4}(?:律师|代理人)(?:说|讲|交代|反映|汇报|沟通|电话)|[\u4e00-\u9fff]律师(?:我|您|你|帮)"
    r"|请律师(?:您|把握|斟酌|酌情|帮|看)|律师(?:您|你)(?:看|写|帮|别|先|就|记|自己)"
    r"|律师 ?(?:→|->|>)|(?:→|->|>) ?\S{0,3}律师"
    r"|^\W{0,4}[\u4e00-\u9fff]{1,2}(?:主任|老师|法师|所长|顾问)(?:您好|你好)?[:：，,]|发给(?:法务|代理人)|来所(?:面谈|反映|称|说)"
    r"|内部(?:沟通|讨论|说明)|^(?:律师|问) ?[:：][^\n]*\n(?:委托人|当事人|客户) ?[:：]"
    r"|(?:帮我|替我|你)打官司|给您一个人",
    re.MULTILINE,
)
_MAIL_TO_LAWYER = re.compile(
    r"^(?:发件人|收件人|抄送|From|To|Cc) ?:[^\n]{0,40}[\u4e00-\u9fff]{0,3}律师", re.MULTILINE | re.IGNORECASE
)
_FILE_PLAINLY = re.compile(
    r"(?:给|跟|对|和|与|写给|只给|致).{0,4}律师(?!函)|律师(?:看|参考|的话|说)|给律|仅本所|勿提交"
)
_FILE_PERHAPS = re.compile(r"内部|备忘|勿外|私下|底线|交底|心里话|只给")
_OFFICE = tuple(
    re.compile(pattern)
    for pattern in (
        r"客户[^\n，。]{0,6}(?:说|称|答复|口述|表示|意见|能)",
        r"当事人(?:原话|说|称|口述|的意思|能接受)",
        r"本所|承办律师|实习律师|案件讨论",
        r"(?:代理|诉讼|庭审|答辩|谈判)(?:思路|策略|方案|预案|提纲|要点)|开庭提纲|庭上|质证要点",
        r"我方(?:弱点|软肋|不利|劣势)|对方可能(?:抗辩|主张|提出)|诉讼风险|胜诉(?:率|可能)",
        r"会见(?:笔录|记录|当事人)|与(?:客户|当事人)(?:的)?(?:通话|沟通|面谈)|案情补充|沟通(?:纪要|记录)",
        r"保全时|先别惊动|财产线索",
        r"弱点|软肋|利弊|隐患|风险点|应对(?:方案|策略|口径)",
        r"和解空间|下一步|待办|助理|主办律师|交接",
    )
)
_OPPONENT = re.compile(r"贵所|贵司|贵方|你方当事人|律师函|本所受|本所接受|受[^\n，。]{2,20}委托，")
_OFFICIAL = re.compile(r"(?:判决|裁定|裁决|决定)如下|本院认为|本委认为")
_SUIT = re.compile(
    r"律师|代理人|开庭|庭上|法官|起诉|诉讼|状子|诉状|举证|和解|调解|出庭|当事人|委托人|保全|官司|立案|案件|案子|败诉|胜诉|证据"
)
_CASE_TALK = re.compile(r"立案|起诉|证据|开庭|材料|委托书|答辩|法官")
_HEAD_CHARS = 600


def count_candour(text: str) -> int:
    """Return how many sorts of words a text has that are said in confidence only."""
    return sum(1 for pattern in _CANDOUR if pattern.search(text))


def is_about_suit(text: str) -> bool:
    """Tell whether a text talks of the suit itself: the lawyer, the hearing, the evidence, a settlement."""
    return bool(_SUIT.search(text))


def count_office(text: str) -> int:
    """Return how many sorts of words a text has that a lawyer's office uses among its own."""
    return sum(1 for pattern in _OFFICE if pattern.search(text))


def is_to_opponent(text: str) -> bool:
    """Tell whether a text speaks to the other side: 贵方, 贵所, a lawyer's letter."""
    return bool(_OPPONENT.search(text[:2_000]))


def address_of(text: str, file: str, *, is_mail: bool, senders: tuple[str, ...]) -> Address:
    """Tell whether a text speaks to the writer's own lawyer, or is a note of the lawyer's office.

    A letter or mail to the other side's lawyer does not: it says 贵所 or 贵方.

    Args:
        text: Folded text.
        file: Name of the file, without its ending.
        is_mail: Whether the text opens as a mail does.
        senders: Who speaks, in a chat; empty for other papers.
    """
    if is_to_opponent(text) or _OFFICIAL.search(text):
        return ""
    if senders:
        return _address_of_talk(text, file, senders)
    if is_mail and _MAIL_TO_LAWYER.search(text):
        return "plainly"
    head = text[:_HEAD_CHARS]
    if _SALUTATION.search(head) or _FOR_LAWYER_ONLY.search(head) or _FILE_PLAINLY.search(file):
        return "plainly"
    office = count_office(text)
    inside = office >= 2 or (office == 1 and count_candour(text) >= 1)
    return "perhaps" if inside or _PERHAPS.search(text) or _FILE_PERHAPS.search(file) else ""


def _address_of_talk(text: str, file: str, senders: tuple[str, ...]) -> Address:
    lawyers = [name for name in senders if re.search(r"律师|律$", name)]
    if any(re.search(r"对方|原告|被告", name) for name in (*lawyers, file)):
        return ""
    asked = any(re.search(r"律师[问答]", name) for name in lawyers)
    if asked or _FILE_PLAINLY.search(file) or (lawyers and len(senders) == 2 and _CASE_TALK.search(text)):
        return "plainly"
    return "perhaps" if lawyers or re.search(r"内部(?:沟通|讨论|说明)|勿提交|不要放进卷", text[:100]) else ""
