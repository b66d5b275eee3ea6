"""report.html: one safe file in which every quote opens its words and nothing private stands."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
import sample_review
from sample_review import LOAN_TEXTS, SALE_TEXTS

from zuno.casework.records import Quote, Review
from zuno.casework.report import build, passages, timeline
from zuno.casework.report.passages import Sources, quotes_of

ATTACK = "</script><img src=x onerror=alert(1)><svg/onload=alert(2)>"


class Page(HTMLParser):
    """Reads a page as a browser's parser would: elements, ids, links, marked words, parts."""

    VOID = frozenset({"meta", "br", "input", "link", "hr", "img", "line", "circle", "rect"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.marked: dict[str, str] = {}
        self.sections: list[dict[str, str | None]] = []
        self._said: list[tuple[str, str]] = []
        self._open: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if identity := given.get("id"):
            self.ids.append(identity)
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        if tag == "section":
            self.sections.append(given)
        if tag not in self.VOID:
            self._open.append((tag, given))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            continue

    def handle_data(self, data: str) -> None:
        if any(tag in ("script", "style") for tag, _ in self._open):
            return
        part = next((given.get("data-part") or "" for tag, given in self._open if tag == "section"), "")
        self._said.append((part, data))
        for tag, given in self._open:
            if tag == "mark":
                for anchor in (given.get("data-q") or "").split():
                    self.marked[anchor] = self.marked.get(anchor, "") + data

    @property
    def words(self) -> str:
        return "".join(data for _, data in self._said)

    def part(self, name: str) -> str:
        return "".join(data for part, data in self._said if part == name)


def sale(**changes: Any) -> str:
    return build.build(replace(sample_review.sale(), **changes), sample_review.hearing(), SALE_TEXTS)


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(sale())


def test_the_page_asks_nothing_of_the_network(page: Page) -> None:
    text = sale()
    assert not re.search(r"https?://", text)
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|import\(", text)
    assert not [item for item in page.attributes if item[1] in ("src", "srcset", "action", "background")]
    assert all(link.startswith("#") for link in page.links)
    assert "link" not in page.tags
    assert "img" not in page.tags


def test_the_policy_allows_the_page_its_own_style_and_script_alone() -> None:
    text = sale()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    rules = dict(item.strip().split(" ", 1) for item in policy[1].replace("&#39;", "'").split(";"))
    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        block = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert block is not None
        digest = base64.b64encode(hashlib.sha256(block[1].encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy[1]


def test_no_element_brings_style_or_script_of_its_own(page: Page) -> None:
    assert not [item for item in page.attributes if item[1] == "style" or item[1].startswith("on")]
    assert page.tags.count("script") == page.tags.count("style") == 1


def test_every_link_leads_somewhere_and_every_id_is_used_once(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} - set(page.ids) == set()


def test_every_quote_opens_exactly_its_words(page: Page) -> None:
    review = sample_review.sale()
    sources = Sources(review, SALE_TEXTS)
    shown = [item for item in set(quotes_of(review)) if review.document(item.file).disclosure != "private"]
    assert len(shown) > 20
    for quote in shown:
        target = sources.href(quote)
        assert target is not None
        assert target in page.links
        assert page.marked[target[1:]] == quote.quote


def test_quotes_that_overlap_or_share_a_start_keep_their_own_words() -> None:
    review = sample_review.sale()
    text = SALE_TEXTS["采购合同.pdf"]
    spans = [(10, 40), (10, 20), (15, 30), (39, 45), (0, len(text)), (15, 30)]
    quotes = tuple(Quote(file="采购合同.pdf", page=1, start=a, end=b, quote=text[a:b]) for a, b in spans)
    read = Page(build.build(replace(review, cells=(replace(review.cells[0], evidence=quotes),)), None, SALE_TEXTS))
    for a, b in spans:
        assert read.marked[f"q-2-{a}-{b}"] == text[a:b]
        assert f"q-2-{a}-{b}" in read.ids


def test_a_quote_whose_words_do_not_stand_there_is_cited_without_a_link() -> None:
    review = sample_review.sale()
    wrong = Quote(file="采购合同.pdf", page=2, start=0, end=5, quote="别的字句啊")
    read = Page(build.build(replace(review, cells=(replace(review.cells[0], evidence=(wrong,)),)), None, SALE_TEXTS))
    assert "证1第2页“别的字句啊”" in read.words
    assert "q-2-0-5" not in read.ids


def test_words_of_documents_titles_and_people_are_inert() -> None:
    review = sample_review.sale()
    bad = f"坏{ATTACK}.docx"
    text = f"甲{ATTACK}乙"
    quote = Quote(file=bad, page=1, start=0, end=len(text), quote=text)
    review = replace(
        review,
        title=ATTACK,
        documents=(
            *review.documents,
            sample_review.document(bad, f"题{ATTACK}", "other", exhibit="证9", first_page=20),
        ),
        cells=(replace(review.cells[0], evidence=(quote,), fact=ATTACK, why=ATTACK, set_by=ATTACK, reason=ATTACK),),
        actions=tuple(replace(item, action=ATTACK, attack=ATTACK) for item in review.actions[:2]),
        chronology=(replace(review.chronology[0], event=ATTACK, file=bad, quote=quote),),
        limitation=(replace(review.limitation[0], basis=ATTACK),),
    )
    told = sample_review.hearing()
    told = replace(told, turns=(replace(told.turns[0], body=ATTACK, issue=ATTACK), *told.turns[1:]))
    read = Page(build.build(review, told, {**SALE_TEXTS, bad: text}))
    assert "img" not in read.tags
    assert read.tags.count("script") == 1
    assert read.tags.count("svg") == 1
    assert not [item for item in read.attributes if item[1].startswith("on")]
    assert read.marked[f"q-{len(review.documents) - 1}-0-{len(text)}"] == text


def test_no_word_of_a_private_file_stands_anywhere() -> None:
    review = sample_review.sale()
    leaking = replace(review, cells=(replace(review.cells[0], why=sample_review.CANARY), *review.cells[1:]))
    for text in (
        build.build(leaking, sample_review.hearing(), SALE_TEXTS),
        build.build(sample_review.loan(), None, LOAN_TEXTS),
    ):
        assert "返修机重新喷漆" not in text
        assert sample_review.LOAN_CANARY not in text
    assert "原告内部备忘" in Page(sale()).words
    assert "内部备忘.docx" not in sale()


def test_every_section_says_whether_it_may_be_shown(page: Page) -> None:
    assert {item["data-part"] for item in page.sections} == {"internal", "public"}
    assert [item["id"] for item in page.sections if item["data-part"] == "public"] == ["hearing", "papers-public"]


def test_no_weakness_stands_in_a_public_section(page: Page) -> None:
    public = page.part("public").replace("“有据”不等于法院采信", "").replace("“缺失”仅指已读材料未见", "")
    for word in ("存疑", "缺失", "有反证", "利彼", "时效", "双刃", "假设攻击", "原告内部备忘", "A-001", "F-001"):
        assert word not in public, word
    assert "【自认】前两批共28台已收到" in public


def test_a_mark_is_told_by_symbol_and_word_besides_colour(page: Page) -> None:
    for word in ("✓", "△", "✗", "⚖", "有据", "存疑", "缺失", "法律争议", "利我", "利彼", "对方：争议"):
        assert word in page.words


def test_the_other_side_never_sees_our_success_in_its_green() -> None:
    text = build.build(sample_review.turned(sample_review.sale()), None, SALE_TEXTS)
    tile = re.search(r'<a class="tile tone-(\w+)" href="#cell-CL-1-C1E1">', text)
    assert tile is not None
    assert tile[1] == "bad"


def test_the_page_can_be_read_and_steered_without_a_mouse(page: Page) -> None:
    text = sale()
    assert '<html lang="zh-CN">' in text
    assert '<a class="skip" href="#main">' in text
    assert page.tags.count("h1") == 1
    assert page.tags.count("main") == page.tags.count("nav") == 1
    assert ("meta", "content", "width=device-width, initial-scale=1") in page.attributes
    assert text.count('<div class="wide" tabindex="0" role="region"') == text.count('class="wide"')
    assert ":focus-visible" in text
    assert "@media print" in text
    assert "prefers-color-scheme: dark" in text


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_keep_the_contrast_that_wcag_asks_for_in_light_and_dark() -> None:
    css = re.search(r"<style>(.*?)</style>", sale(), re.DOTALL)
    assert css is not None
    schemes = [
        dict(re.findall(r"--(\w[\w-]*): (#[0-9a-f]{6})", block))
        for block in re.findall(r"\{([^{}]*--bg:[^{}]*)\}", css[1])
    ]
    full = [scheme for scheme in schemes if "good-fg" in scheme]
    assert len(full) == 3
    assert full[1] == full[2]
    for scheme in full[:2]:
        for back in ("bg", "panel"):
            for fore in ("fg", "muted", "link", "stamp", "public"):
                assert contrast(scheme[fore], scheme[back]) >= 4.5, (fore, back)
            assert contrast(scheme["edge"], scheme[back]) >= 3, back
            assert contrast(scheme["focus"], scheme[back]) >= 3, back
        for tone in ("good", "bad", "open", "law", "none", "mark"):
            assert contrast(scheme[f"{tone}-fg"], scheme[tone]) >= 4.5, tone
        assert contrast(scheme["mark-fg"], scheme["flash"]) >= 4.5
        assert contrast(scheme["fg"], scheme["none"]) >= 4.5


def test_the_same_review_gives_the_same_page() -> None:
    assert sale() == sale()


@pytest.mark.parametrize("review", [sample_review.bare(), sample_review.loan()])
def test_a_case_without_hearing_or_material_still_gives_a_page(review: Review) -> None:
    read = Page(build.build(review, None, LOAN_TEXTS))
    assert "尚未进行模拟庭审" in read.words
    assert {link[1:] for link in read.links} <= set(read.ids)


def test_pages_are_anchored_where_they_begin_or_at_their_first_quote() -> None:
    review = sample_review.sale()
    text = build.build(review, None, SALE_TEXTS, page_starts={"送货单.jpg": [0, 48]})
    assert 'id="doc-3-p1"' in text
    assert 'id="doc-3-p2">〔第2页〕' in text
    assert 'id="doc-3-p2">〔以下见第2页〕' in sale()


def big(documents: int, length: int) -> tuple[Review, dict[str, str]]:
    review, texts = sample_review.sale(), dict(SALE_TEXTS)
    extra, quotes, events = [], [], []
    for number in range(documents):
        file = f"卷{number}.txt"
        texts[file] = f"第{number}卷开头。" + "甲乙丙丁戊己庚辛壬癸" * (length // 10) + f"第{number}卷结尾。"
        start = texts[file].index(f"第{number}卷结尾")
        quote = Quote(file=file, page=1, start=start, end=start + 4, quote=texts[file][start : start + 4])
        extra.append(
            sample_review.document(file, f"卷宗{number}", "other", exhibit=f"证{number + 8}", first_page=number + 12)
        )
        quotes.append(quote)
        events.append(
            replace(review.chronology[0], date=date(2020, 1, 1) + timedelta(days=number), file=file, quote=quote)
        )
    cell = replace(review.cells[0], evidence=tuple(quotes))
    documents_all = (*review.documents, *extra)
    return replace(review, documents=documents_all, cells=(cell,), chronology=tuple(events)), texts


def test_a_long_document_is_cut_to_the_surroundings_of_its_quotes_and_says_so() -> None:
    review, texts = big(1, 300_000)
    text = build.build(review, None, texts)
    read = Page(text)
    assert len(text) < 300_000
    assert "仅收录引文前后各400字" in read.words
    assert "第0卷开头" not in read.part("internal")
    place = texts["卷0.txt"].index("第0卷结尾")
    assert read.marked[f"q-{len(review.documents) - 1}-{place}-{place + 4}"] == "第0卷结"
    assert "〔略" in read.words


def test_a_case_of_a_thousand_documents_stays_within_the_budget() -> None:
    review, texts = big(1_000, 10_000)
    sources = Sources(review, texts)
    cut = passages.passages(review, texts, sources, {})
    kept = sum(len(piece.text) for item in cut for piece in item.pieces)
    assert kept <= passages.WHOLE_CASE
    assert all(item.quotes for item in cut[-1000:])
    text = build.build(review, None, texts, [])
    assert len(text) < 6_000_000
    assert Page(text).marked[sources.href(review.chronology[999].quote)[1:]] == "第999"  # type: ignore[index]


def test_the_drawing_keeps_points_apart_and_names_what_it_leaves_out() -> None:
    review, _ = big(300, 100)
    drawn = timeline.draw(review)
    assert drawn is not None
    assert len(drawn.points) == timeline.MOST_POINTS
    assert drawn.left_out == 300 - timeline.MOST_POINTS
    for one in drawn.points:
        for other in drawn.points:
            if one.number < other.number and one.y == other.y:
                assert other.x - one.x >= 2 * timeline.RADIUS
    assert timeline.draw(sample_review.bare()) is None


def test_limitation_is_drawn_from_start_to_end() -> None:
    drawn = timeline.draw(sample_review.sale())
    assert drawn is not None
    assert [bar.title[:7] for bar in drawn.bars] == ["付款期届满次日", "聊天中同意付款"]
    assert all(0 < bar.x < bar.x + bar.width <= 971 for bar in drawn.bars)
    assert [words for _, words in drawn.flags] == ["起诉", "开庭"]


def test_words_from_a_scan_are_shown_as_they_stand_on_it() -> None:
    review = sample_review.sale()
    quote = next(quote for cell in review.cells for quote in cell.evidence)
    picture = b"\xff\xd8\xff\xe0 a picture"
    text = build.build(review, None, SALE_TEXTS, pictures={(quote.file, quote.start, quote.end): picture})
    assert text.count(f'src="data:image/jpeg;base64,{base64.b64encode(picture).decode()}"') == 1
    assert "data:image" not in build.build(review, None, SALE_TEXTS)
