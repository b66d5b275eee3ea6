"""What sort of document a file is: complaint, note of debt, bank statement, chat and so on.

Owns the list of kinds (``kinds.yaml``) and the scoring by title line, layout,
vocabulary and file name. A kind is a reading aid and proves nothing; it can be
computed again at any time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

import yaml

from zuno.knowledge.chats import find_messages
from zuno.knowledge.numbers import fold
from zuno.knowledge.parties import find_parties
from zuno.knowledge.records import Document, Message, PartyFact, Transfer
from zuno.knowledge.transfers import find_ledger_rows, find_transfers

_READ_CHARS = 20_000
"""Text from the start that is scored; a kind shows early."""

_TITLE_LINES = 8
_TITLE_SCORES = (20, 17, 12, 9, 7, 5, 4, 4)
"""What a title adds by the line it stands on."""

_LINE_SCORE, _LINES_AT_MOST = 3, 3
_WORDS_AT_MOST = 5
_FILE_SCORE = 4
_LEAST_SCORE = 4
"""Below this the kind is ``other``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of document and the signs by which it is known."""

    id: str
    zh: str
    titles: tuple[re.Pattern[str], ...]
    lines: tuple[re.Pattern[str], ...]
    words: tuple[str, ...]
    features: dict[str, int]
    files: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """Return the kinds by id, narrower ones first; ``archive`` and ``other`` have no signs."""
    raw = cast("dict[str, dict[str, Any]]", yaml.safe_load(_data_file().read_text(encoding="utf-8")))
    listed = {name: _kind(name, entry) for name, entry in raw.items()}
    return listed | {name: _kind(name, {"zh": zh}) for name, zh in (("archive", "压缩包"), ("other", "其他"))}


def _data_file() -> Path:
    return Path(__file__).with_name("kinds.yaml")


def _kind(name: str, entry: dict[str, Any]) -> Kind:
    def patterns(key: str, flags: int = 0) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(pattern, flags) for pattern in entry.get(key, ()))

    return Kind(
        id=name,
        zh=str(entry["zh"]),
        titles=patterns("titles"),
        lines=patterns("lines", re.MULTILINE),
        words=tuple(str(word) for word in entry.get("words", ())),
        features=dict(entry.get("features", {})),
        files=patterns("files", re.IGNORECASE),
    )


def classify(document: Document) -> str:
    """Return the id of the kind that the document most likely is.

    A title line weighs most, then layout, lines and words; the file name
    weighs least, and alone decides only where there is no text. Never raises.

    Args:
        document: Read or unread.

    Returns:
        An id of ``kinds()``; ``other`` where nothing speaks for any.
    """
    if document.format == "zip":
        return "archive"
    scores = score_kinds(document)
    best = max(scores, key=lambda name: scores[name], default="other")
    if scores.get(best, 0) >= _LEAST_SCORE:
        return best
    return "photo" if document.format == "image" and not document.text.strip() else "other"


def score_kinds(document: Document) -> dict[str, int]:
    """Return the score of every kind that has one, in the order of ``kinds()``."""
    look = _Look(document)
    scored = {kind.id: _score(kind, look) for kind in kinds().values()}
    return {name: score for name, score in scored.items() if score}


def _score(kind: Kind, look: _Look) -> int:
    score = _score_file(kind, look.file)
    if not look.text:
        return score
    titles = [
        _TITLE_SCORES[at]
        for at, title in enumerate(look.titles)
        if title and any(pattern.fullmatch(title) for pattern in kind.titles)
    ]
    score += max(titles, default=0)
    score += _LINE_SCORE * min(_LINES_AT_MOST, sum(1 for pattern in kind.lines if pattern.search(look.text)))
    score += min(_WORDS_AT_MOST, sum(1 for word in kind.words if word in look.text))
    return score + sum(weight for name, weight in kind.features.items() if _FEATURES[name](look))


def _score_file(kind: Kind, file: str) -> int:
    hits = sum(1 for pattern in kind.files for _ in pattern.finditer(file))
    return _FILE_SCORE + min(hits, 3) - 1 if hits else 0


class _Look:
    """One document as it is looked at; what costs time is read once and only when asked for."""

    def __init__(self, document: Document) -> None:
        self.document = _clip(document)
        self.text = fold(document.text[:_READ_CHARS]).strip()
        name = document.file.rsplit("!", 1)[-1].rsplit("/", 1)[-1]
        self.file = re.sub(r"^[\d\s._\-、]+", "", name.rsplit(".", 1)[0])

    @cached_property
    def titles(self) -> list[str]:
        """First lines that could be a title, without blanks and punctuation; others are empty."""
        lines = [line for line in self.text.split("\n", 40) if line.strip()][:_TITLE_LINES]
        return [_as_title(line) for line in lines]

    @cached_property
    def parties(self) -> list[PartyFact]:
        """Parties near the start."""
        return find_parties(self.text[:4_000])

    @cached_property
    def transfers(self) -> list[Transfer]:
        """Movements of money."""
        return find_transfers(self.document)

    @cached_property
    def messages(self) -> list[Message]:
        """Messages of a chat or mails of a thread."""
        return find_messages(self.document)

    @cached_property
    def is_mail(self) -> bool:
        """Whether it opens as a mail does."""
        return self.document.format == "eml" or bool(re.match(r"(?:发件人|From) ?:", self.text))


def _clip(document: Document) -> Document:
    """Return the document as far as it is looked at."""
    if len(document.text) <= _READ_CHARS:
        return document
    blocks = tuple(block for block in document.blocks if block.end <= _READ_CHARS)
    return replace(document, text=document.text[:_READ_CHARS], blocks=blocks, pages=())


def _as_title(line: str) -> str:
    fields = line.split()
    if all(len(field) == 1 for field in fields):
        field = "".join(fields)
    else:
        field = re.split(r"\t| {2,}|[|｜]", line.strip().lstrip("# "))[0]
    if re.search(r":\s*\S|[。；]", field) or len(field) > 40:
        return ""
    return re.sub(r"[\W_]", "", field)


def _says(*patterns: str) -> Callable[[_Look], bool]:
    compiled = [re.compile(pattern) for pattern in patterns]
    return lambda look: all(pattern.search(look.text) for pattern in compiled)


def _has_roles(look: _Look, *roles: str) -> bool:
    return {party.role for party in look.parties} >= set(roles)


def _is_respondent_only(look: _Look) -> bool:
    return _has_roles(look, "defendant") and not _has_roles(look, "plaintiff")


def _has_contract_form(look: _Look) -> bool:
    named = [party for party in look.parties if party.role == "other"]
    return len(named) >= 2 and bool(re.search(r"本合同|本协议|本合约|一式.{1,4}份", look.text))


def _has_transfer_table(look: _Look) -> bool:
    return len(look.transfers) >= 2 and not look.is_mail


def _has_slip(look: _Look) -> bool:
    return bool(look.transfers) and bool(re.search(r"付款|收款|转账|汇款", look.text)) and len(look.text) <= 4_000


def _has_messages(look: _Look) -> bool:
    return not look.is_mail and bool(look.messages)


def _is_short_text_file(look: _Look) -> bool:
    return look.document.format in ("txt", "md") and len(look.text) <= 200 and not look.messages


_FEATURES: dict[str, Callable[[_Look], bool]] = {
    "plaintiff_and_defendant": lambda look: _has_roles(look, "plaintiff", "defendant"),
    "respondent_only": _is_respondent_only,
    "contract_form": _has_contract_form,
    "short": lambda look: len(look.text) <= 600,
    "short_text_file": _is_short_text_file,
    "evidence_columns": _says(r"证明(?:目的|对象|内容|事项)", r"序号|编号", r"名称"),
    "transfer_table": _has_transfer_table,
    "bank_words": _says(r"银行|农商|信用社|账号|户名|借方|对方户名"),
    "wallet_words": _says(r"微信|支付宝|零钱|余额宝|收款方|交易对方"),
    "slip": _has_slip,
    "ledger_table": lambda look: bool(find_ledger_rows(look.document)),
    "invoice_words": _says(r"发票(?:号码|代码)", r"价税合计"),
    "certificate": _says(r"兹证明|特此证明"),
    "courier": _says(r"运单|快递|邮件号|快件", r"签收|揽收|妥投|投递"),
    "mail": lambda look: look.is_mail,
    "messages": _has_messages,
    "id_layout": _says(r"公民身份号码", r"性\s?别", r"民\s?族|住\s?址", r"姓\s*名"),
    "registry_layout": _says(r"信用代码", r"法定代表人|经营者|负责人", r"成立日期|注册日期|登记(?:状态|机关)|经营范围"),
}
