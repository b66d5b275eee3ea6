"""Layers: recognised text fills, completes or replaces a page's own text, and every place stays right."""

from __future__ import annotations

from dataclasses import replace

from zuno.knowledge.layers import with_readings, with_unread_told
from zuno.knowledge.ocr.readings import PageReading, Seal
from zuno.knowledge.records import Block, Box, Document, Doubt, Line, Page


def seen(
    *rows: str, right: float = 400, doubts: tuple[tuple[str, str], ...] = (), seals: tuple[Seal, ...] = ()
) -> PageReading:
    """A page as it would be recognised: rows 20 high and 30 apart, 20 a character, ending at most at ``right``."""
    text = "\n".join(rows)
    lines: list[Line] = []
    at = 0
    for row, words in enumerate(rows):
        top = 30.0 * row
        boxes = tuple(
            Box(left=min(20.0 * place, right - 20), top=top, right=min(20.0 * place + 20, right), bottom=top + 20)
            for place in range(len(words))
        )
        box = Box(left=0, top=top, right=boxes[-1].right, bottom=top + 20)
        lines.append(Line(start=at, end=at + len(words), box=box, boxes=boxes, scores=(0.99,) * len(words)))
        at += len(words) + 1
    return PageReading(
        text=text,
        lines=tuple(lines),
        width=500,
        height=700,
        turned=0,
        quality=0.99,
        doubts=tuple(
            Doubt(start=text.index(words), end=text.index(words) + len(words), flag=flag) for words, flag in doubts
        ),
        seals=seals,
        flags=(),
    )


def scan(*texts: str, unread: tuple[int, ...], flags: tuple[str, ...] = ()) -> Document:
    """A PDF with one native text per page; an empty one is a scan."""
    pages: list[Page] = []
    blocks: list[Block] = []
    at = 0
    for number, words in enumerate(texts, start=1):
        pages.append(Page(number=number, start=at, end=at + len(words), label=f"P{number}", width=595, height=842))
        if words:
            blocks.append(Block(start=at, end=at + len(words), kind="paragraph", locator=f"第{number}页¶1"))
        at += len(words) + 1
    return Document(
        file="扫描.pdf",
        sha256="0" * 64,
        size_bytes=1,
        format="pdf",
        state="ready",
        text="\n".join(texts),
        pages=tuple(pages),
        blocks=tuple(blocks),
        unread_pages=unread,
        flags=flags,
    )


def words_of(document: Document) -> list[str]:
    return [document.text[page.start : page.end] for page in document.pages]


def test_a_scanned_page_gets_the_text_that_was_recognised_and_the_page_beside_it_keeps_its_own() -> None:
    read = with_readings(scan("第一页有文字层的合同正文", "", unread=(2,)), {2: seen("借条", "今借到人民币三万元")})
    assert words_of(read) == ["第一页有文字层的合同正文", "借条\n今借到人民币三万元"]
    assert [page.layer for page in read.pages] == ["native", "ocr"]
    assert [read.text[block.start : block.end] for block in read.blocks] == [
        "第一页有文字层的合同正文",
        "借条",
        "今借到人民币三万元",
    ]
    assert read.unread_pages == ()
    assert "ocr" in read.flags
    assert (read.pages[1].width, read.pages[1].label) == (595, "P2")


def test_every_recognised_line_keeps_a_box_for_each_of_its_characters() -> None:
    read = with_readings(scan("正文一页", "", unread=(2,)), {2: seen("借条", "今借到人民币三万元")})
    lines = read.pages[1].lines
    assert [read.text[line.start : line.end] for line in lines] == ["借条", "今借到人民币三万元"]
    assert all(len(line.boxes) == line.end - line.start for line in lines)


def test_a_line_that_reaches_the_margin_in_mid_sentence_runs_on_into_the_next() -> None:
    first = "甲方应当于二零二四年三月十五日之前向乙方一次"
    read = with_readings(scan("", unread=(1,)), {1: seen(first, "付清全部货款。", "乙方收款后开票。", right=440)})
    assert words_of(read) == [f"{first}付清全部货款。\n乙方收款后开票。"]
    assert [read.text[line.start : line.end] for line in read.pages[0].lines] == [
        first,
        "付清全部货款。",
        "乙方收款后开票。",
    ]


def test_rows_of_a_table_and_short_lines_of_a_form_never_run_on() -> None:
    rows = ("供货吨数\t一百一十吨", "供货金额\t五十三万九千元", "经办人 柯宁")
    assert words_of(with_readings(scan("", unread=(1,)), {1: seen(*rows)})) == ["\n".join(rows)]


def test_a_line_of_figures_never_runs_on() -> None:
    figures = seen("大米10kg 1x68.00 68.00 15", "合计73.00", right=400)
    assert with_readings(scan("", unread=(1,)), {1: figures}).text == "大米10kg 1x68.00 68.00 15\n合计73.00"


def test_a_layer_that_the_picture_belies_is_kept_aside_and_not_shown_as_text() -> None:
    garbled = "倠欿吉名吉名缗司存笭司申斺击倠亻下"
    read = with_readings(scan(garbled, unread=(1,)), {1: seen("借款合同", "合同编号借字第零一二三号")})
    assert words_of(read) == ["借款合同\n合同编号借字第零一二三号"]
    assert [(layer.page, layer.kind, layer.text) for layer in read.layers] == [(1, "native", garbled)]
    assert "map_disagrees_with_raster" in read.flags


def test_a_sound_layer_stays_and_only_what_it_lacks_is_added() -> None:
    native = "送货单号零零三一，收货人栾江恒岳建材"
    read = with_readings(scan(native, unread=(1,)), {1: seen(native, "实收六十吨谢春山")})
    assert words_of(read) == [f"{native}\n实收六十吨谢春山"]
    assert read.layers == ()
    assert [read.text[line.start : line.end] for line in read.pages[0].lines] == ["实收六十吨谢春山"]


def test_a_line_of_a_picture_that_differs_from_the_text_in_one_sum_is_kept() -> None:
    native = "兹收到周启明归还借款人民币30,000.00元，双方再无其他争议。"
    other, same = native.replace("30,000.00", "80,000.00"), native.replace("30,000.00", "30，000.00")
    document = scan(native, unread=(1,))
    assert with_readings(document, {1: seen(other, right=800)}).text == f"{native}\n{other}"
    assert with_readings(document, {1: seen(same, right=800)}).text == native


def test_a_layer_is_not_belied_by_a_picture_that_lacks_its_font() -> None:
    native = "本合同一式两份双方各执一份"
    read = with_readings(scan(native, unread=(1,), flags=("font_missing_for_render",)), {1: seen("□□□□")})
    assert native in read.text


def test_doubts_move_with_their_words() -> None:
    reading = seen("借条", "今借到人民币三万元", doubts=(("三万", "ocr_low_char"),))
    native = replace(scan("正文一页", "", unread=(2,)), doubts=(Doubt(start=0, end=2, flag="revision_present"),))
    read = with_readings(native, {2: reading})
    assert [(read.text[doubt.start : doubt.end], doubt.flag) for doubt in read.doubts] == [
        ("正文", "revision_present"),
        ("三万", "ocr_low_char"),
    ]


def test_a_seal_that_hides_a_line_leaves_a_doubt_where_the_line_would_stand() -> None:
    seal = Seal(box=Box(left=0, top=22, right=80, bottom=58), start=0, end=0, hides=True)
    read = with_readings(scan("", unread=(1,)), {1: seen("甲方：恒岳建材", "二零二四年三月", seals=(seal,))})
    assert [(doubt.start, doubt.end, doubt.flag) for doubt in read.doubts] == [(7, 7, "stamp_overlap")]


def test_a_picture_without_words_is_read_and_leaves_a_doubt_at_its_page() -> None:
    wordless = replace(seen("甲"), text="", lines=(), flags=("ocr_no_text",))
    document = with_unread_told(with_readings(scan("正文", "", unread=(2,)), {2: wordless}))
    assert (document.state, document.text.strip(), document.unread_pages) == ("ready", "正文", ())
    assert [(doubt.flag, document.page_at(doubt.start)) for doubt in document.doubts] == [("ocr_no_text", 2)]


def test_pages_that_could_not_be_recognised_stay_unread_and_are_named() -> None:
    part = with_unread_told(with_readings(scan("", "", unread=(1, 2)), {1: seen("借条")}))
    assert (part.state, part.reason, part.unread_pages) == ("partial", "needs_ocr", (2,))
    nothing = with_unread_told(scan("", unread=(1,)))
    assert (nothing.state, nothing.reason) == ("refused", "needs_ocr")


def test_pages_of_garbled_text_are_told_as_such_while_they_are_not_recognised() -> None:
    garbled = with_unread_told(scan("倠欿吉名缗司", unread=(1,), flags=("garbled_font",)))
    assert (garbled.state, garbled.reason) == ("partial", "garbled_font")


def test_a_document_without_unread_pages_is_left_as_it_is() -> None:
    whole = scan("正文", unread=())
    assert with_unread_told(with_readings(whole, {})) is whole
