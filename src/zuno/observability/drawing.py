"""Fictional persons, firms, places and figures, drawn by a key.

The same key gives the same draws on every machine. Nothing here is real: the
area of every identity number and credit code is 999999 (with a valid check
digit), telephones begin with 100, the cities do not exist.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeVar

T = TypeVar("T")

_SURNAMES = "闵卓韩纪路祝温董贺孟周谢郜柯禹沈岑裴邵阮骆鄢尉阎蔺傅褚聂荀蓝柏戚单明应狄宓段焦葛倪"
_MEN = ("远航", "明礼", "怀安", "立川", "承岳", "铁生", "国柱", "少亭", "建勋", "志恒", "阿贵", "文斌", "向北", "大鹏")
_WOMEN = (
    "知秋",
    "霁月",
    "小满",
    "若川",
    "玉兰",
    "慧芝",
    "素琴",
    "晓棠",
    "美凤",
    "巧云",
    "静宜",
    "秀珍",
    "念慈",
    "如是",
)
_CITIES = (
    "鹭浦",
    "砚泽",
    "桑濮",
    "霁川",
    "岑渡",
    "汀澜",
    "槐屿",
    "苍瀛",
    "栎阴",
    "芷溪",
    "澹水",
    "雁堰",
    "蘅塘",
    "皓原",
)
_DISTRICTS = ("东岑", "西堰", "南棠", "北渡", "青岗", "河湾", "石鼓坪", "云栈", "柳塘", "望潮")
_STREETS = (
    "竹影路",
    "船厂街",
    "文庙巷",
    "织造路",
    "针线街",
    "轧钢路",
    "瓦窑街",
    "磨坊弄",
    "晒盐路",
    "古槐大道",
    "渡口路",
)
_FIRMS_A = "恒禾砚铁顺青云锦泰鸿嘉盛卓晴朗睿越凯"
_FIRMS_B = "岳川北原梁檐舟程谷图瑞冈栈屏垣津麓"
_CREDIT_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


@dataclass(frozen=True, slots=True)
class Place:
    """A district of an invented city."""

    city: str
    district: str

    @property
    def court(self) -> str:
        """The court of first instance there."""
        return f"{self.city}{self.district}人民法院"

    def __str__(self) -> str:
        return f"{self.city}{self.district}"


@dataclass(frozen=True, slots=True)
class Person:
    """A natural person."""

    surname: str
    given: str
    sex: str
    birth: date
    id: str
    phone: str
    wechat: str
    card: str
    """Number of a bank card."""
    address: str
    place: Place

    @property
    def name(self) -> str:
        """Surname and given name."""
        return self.surname + self.given

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Company:
    """A company with its legal representative."""

    name: str
    short: str
    """What people call it: ``恒岳``"""
    code: str
    boss: Person
    phone: str
    account: str
    address: str
    place: Place

    def __str__(self) -> str:
        return self.name


def id_number(birth: date, order: int) -> str:
    """Return an identity number of the area 999999. Source: GB 11643-1999."""
    body = f"999999{birth:%Y%m%d}{order:03d}"
    total = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, body, strict=True))
    return body + "10X98765432"[total % 11]


def credit_code(unit: str) -> str:
    """Return a credit code of the area 999999 for nine signs. Source: GB 32100-2015."""
    body = f"91999999{unit}"
    total = sum(pow(3, at, 31) * _CREDIT_SIGNS.index(sign) for at, sign in enumerate(body))
    return body + _CREDIT_SIGNS[-total % 31]


def misprinted(number: str) -> str:
    """Return a number with two neighbouring signs swapped, so that its check digit is wrong."""
    for at in range(len(number) - 2, 7, -1):
        if number[at] != number[at - 1]:
            return number[: at - 1] + number[at] + number[at - 1] + number[at + 1 :]
    raise ValueError(f"all signs of {number} are alike")


class Draws:
    """Draws of one fact of one case.

    Args:
        key: Names the case and the fact; the draws follow from it.
        used: Names drawn before in the case, which are not drawn again; added to.
    """

    def __init__(self, key: str, used: set[str]) -> None:
        self._key, self._used, self._count = key, used, 0

    def _number(self, below: int) -> int:
        self._count += 1
        digest = hashlib.sha256(f"{self._key}#{self._count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % below

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of the choices."""
        return choices[self._number(len(choices))]

    def between(self, low: int, high: int, step: int = 1) -> int:
        """Draw a number from low to high, both included."""
        return low + step * self._number((high - low) // step + 1)

    def day(self, first: str, last: str) -> date:
        """Draw a working day between two days in ISO form."""
        begin, end = date.fromisoformat(first), date.fromisoformat(last)
        drawn = begin + timedelta(days=self._number((end - begin).days + 1))
        return drawn - timedelta(days=max(0, drawn.weekday() - 4))

    def digits(self, count: int) -> str:
        """Draw a number of so many digits, as text."""
        return "".join(str(self._number(10)) for _ in range(count))

    def phone(self) -> str:
        """Draw a telephone number that nobody has."""
        return "100" + self.digits(8)

    def place(self, besides: Place | None = None) -> Place:
        """Draw a district of an invented city, other than that of ``besides``."""
        cities = [city for city in _CITIES if besides is None or city not in besides.city]
        return Place(self.pick(cities) + "市", self.pick(_DISTRICTS) + "区")

    def address(self, place: Place) -> str:
        """Draw an address in a place."""
        return f"{place}{self.pick(_STREETS)}{self.between(3, 288)}号"

    def person(
        self, place: Place | None = None, sex: str = "", born: tuple[str, str] = ("1966-01-01", "1996-12-31")
    ) -> Person:
        """Draw a person, living in a place; of a sex and born between two days where the case needs it."""
        female = sex == "女" if sex else self._number(2) == 1
        surname, given = self._unused(lambda: (self.pick(_SURNAMES), self.pick(_WOMEN if female else _MEN)))
        home = place or self.place()
        birth = self.day(*born)
        order = 2 * self.between(1, 499) + (0 if female else 1)
        return Person(
            surname=surname,
            given=given,
            sex="女" if female else "男",
            birth=birth,
            id=id_number(birth, order),
            phone=self.phone(),
            wechat=f"wxid_{''.join(self.pick('abcdefghkmnpqrstuvwxyz') for _ in range(5))}{self.digits(4)}",
            card="6299" + self.digits(12),
            address=f"{self.address(home)}{self.between(1, 28)}室",
            place=home,
        )

    def company(self, trade: str, place: Place | None = None) -> Company:
        """Draw a limited company of a trade (``食品``), registered in a place."""
        home = place or self.place()
        short, _ = self._unused(lambda: (self.pick(_FIRMS_A) + self.pick(_FIRMS_B), ""))
        unit = "MA" + "".join(self.pick("23456789ABCDEFGHJKLMNPQRTUWXY") for _ in range(7))
        return Company(
            name=f"{home.city}{short}{trade}有限公司",
            short=short,
            code=credit_code(unit),
            boss=self.person(home),
            phone=self.phone(),
            account="8699" + self.digits(12),
            address=self.address(home),
            place=home,
        )

    def _unused(self, draw: Callable[[], tuple[str, str]]) -> tuple[str, str]:
        while "".join(drawn := draw()) in self._used:
            pass
        self._used.add("".join(drawn))
        return drawn

    def functions(self) -> dict[str, Any]:
        """Return the draws by the names under which expressions call them."""
        return {
            "pick": self.pick,
            "between": self.between,
            "day": self.day,
            "digits": self.digits,
            "phone": self.phone,
            "place": self.place,
            "address": self.address,
            "person": self.person,
            "company": self.company,
        }
