"""DOCX: what Word needs so that nobody has to format again, and the same bytes every time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx as python_docx
import pytest
import sample_review
from docx.oxml.ns import qn
from lxml import etree

from zuno.casework.deliverables import docx, write
from zuno.casework.deliverables.model import INTERNAL, PUBLIC, Deliverable, Heading, Listing, Table, body, box

WIDE = {"要件审查表", "漏洞与补强清单", "证据补强动作", "质证意见", "质证意见（内部版）", "证据目录"}


@pytest.fixture(scope="module")
def written() -> dict[str, bytes]:
    made = write.compose(sample_review.sale(), sample_review.hearing(), sample_review.SALE_TEXTS)
    return {item.name: docx.write(item) for item in made}


def opened(data: bytes) -> Any:
    return python_docx.Document(io.BytesIO(data))


def small(*blocks: Any, **given: Any) -> Deliverable:
    fields: dict[str, Any] = {"name": "试", "title": "试", "case": "某案", "stamp": INTERNAL, "closing": "说明。"}
    return Deliverable(blocks=blocks, **{**fields, **given})


def part(data: bytes, name: str) -> Any:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return etree.fromstring(archive.read(name))


def test_every_page_carries_the_stamp_and_the_page_numbers(written: dict[str, bytes]) -> None:
    for name, data in written.items():
        section = opened(data).sections[0]
        stamp = "可提交（草稿）" if name in ("质证意见", "证据目录") or name.startswith("草稿") else "内部"
        assert f"【{stamp}】" in section.header.paragraphs[0].text, name
        fields = [item.text.strip() for item in section.footer._element.iter(qn("w:instrText"))]
        assert fields == ["PAGE", "NUMPAGES"]
        assert section.footer.paragraphs[0].text == "第 1 页　共 1 页"


def test_the_banner_of_the_mock_record_stands_on_every_page(written: dict[str, bytes]) -> None:
    header = opened(written["模拟庭审记录"]).sections[0].header
    assert header.paragraphs[1].text == "模拟推演，非法院笔录，不得提交；不代表任何法官意见"


def test_the_disclaimer_ends_every_file(written: dict[str, bytes]) -> None:
    for data in written.values():
        assert "语料截至2026-08-28；未读/部分读取1份。须经承办律师核对。" in opened(data).paragraphs[-1].text


def test_paper_is_a4_and_wide_tables_lie_on_their_side(written: dict[str, bytes]) -> None:
    for name, data in written.items():
        section = opened(data).sections[0]
        size = (round(section.page_width.cm, 1), round(section.page_height.cm, 1))
        assert size == ((29.7, 21.0) if name in WIDE else (21.0, 29.7)), name


def test_header_rows_repeat_and_rows_do_not_split(written: dict[str, bytes]) -> None:
    tables = [table for data in written.values() for table in opened(data).tables]
    assert len(tables) > 30
    for table in tables:
        first = table.rows[0]._tr.trPr
        assert first.find(qn("w:tblHeader")) is not None
        assert all(row._tr.trPr.find(qn("w:cantSplit")) is not None for row in table.rows)
        assert sum(row._tr.trPr.find(qn("w:tblHeader")) is not None for row in table.rows) == 1


def test_table_columns_fill_the_width_between_the_margins(written: dict[str, bytes]) -> None:
    for data in written.values():
        document = opened(data)
        section = document.sections[0]
        usable = section.page_width.twips - section.left_margin.twips - section.right_margin.twips
        for table in document.tables:
            widths = [int(column.get(qn("w:w"))) for column in table._tbl.tblGrid.iter(qn("w:gridCol"))]
            assert 0.98 * usable <= sum(widths) <= usable + 20


def test_fonts_are_named_for_chinese_as_well(written: dict[str, bytes]) -> None:
    styles = part(written["庭审提纲"], "word/styles.xml")
    named = {
        style.get(qn("w:styleId")): style.find(f"{qn('w:rPr')}/{qn('w:rFonts')}").get(qn("w:eastAsia"))
        for style in styles.iter(qn("w:style"))
        if style.get(qn("w:styleId")) in {"Normal", "Title", "Heading1", "Heading2", "BodyText", "BodyText2", "Header"}
    }
    assert named == {
        "Normal": "仿宋",
        "BodyText": "仿宋",
        "BodyText2": "仿宋",
        "Title": "宋体",
        "Heading1": "宋体",
        "Heading2": "宋体",
        "Header": "宋体",
    }


def test_headings_and_lists_are_numbered_by_word_not_by_typed_digits() -> None:
    data = docx.write(
        small(Heading(text="甲"), Listing(items=(("一",), ("二",))), Heading(text="乙"), Listing(items=(("三",),)))
    )
    paragraphs = [item for item in opened(data).paragraphs if item._p.pPr is not None and item._p.pPr.numPr is not None]
    assert [item.text for item in paragraphs] == ["甲", "一", "二", "乙", "三"]
    numbers = [item._p.pPr.numPr.numId.val for item in paragraphs]
    assert numbers[0] == numbers[3]
    assert numbers[1] == numbers[2] != numbers[4]
    numbering = part(data, "word/numbering.xml")
    kinds = {item.get(qn("w:val")) for item in numbering.iter(qn("w:numFmt"))}
    assert kinds == {"chineseCountingThousand", "bullet", "decimal"}
    assert set(numbers) <= {int(item.get(qn("w:numId"))) for item in numbering.iter(qn("w:num"))}


def test_a_draft_for_the_court_is_set_in_larger_type_and_unnumbered(written: dict[str, bytes]) -> None:
    document = opened(written["草稿-证人出庭作证申请"])
    assert document.styles["Body Text"].font.size.pt == 14
    assert not [
        item for item in document.paragraphs if item.style.name == "Heading 1" and item._p.pPr.numPr is not None
    ]


def test_words_that_xml_forbids_or_reads_as_markup_break_nothing() -> None:
    nasty = "a\x00b\x0bc\x1fd<w:p>&amp;]]>\ufffe\ud800\u202e末"
    rows = ((box(nasty), box("两\n行\t格")),)
    data = docx.write(small(body(nasty), Table(columns=(("列<&", 1), ("二", 2)), rows=rows), case=nasty, title=nasty))
    document = opened(data)
    assert "<w:p>&amp;]]>" in document.paragraphs[1].text
    assert document.tables[0].cell(0, 0).text == "列<&"
    assert document.tables[0].cell(1, 1).text == "两\n行 格"
    assert document.core_properties.title.startswith("a\ufffdb")


def test_properties_come_from_the_case_and_not_from_the_clock(written: dict[str, bytes]) -> None:
    core = opened(written["一页纸"]).core_properties
    assert core.created.isoformat()[:10] == core.modified.isoformat()[:10] == "2026-03-20"
    assert core.author == core.last_modified_by == "Zuno"
    undated = opened(docx.write(small(body("无"))))
    assert undated.core_properties.created.year == 2020


def test_the_archive_has_fixed_times_order_and_no_picture(written: dict[str, bytes]) -> None:
    for data in written.values():
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            assert {item.date_time for item in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert names[0] == "[Content_Types].xml"
        assert names[2:] == sorted(names[2:])
        assert not [name for name in names if "thumbnail" in name]


def test_another_process_writes_the_same_bytes(tmp_path: Path) -> None:
    program = (
        "import sys, hashlib; sys.path[:0] = [sys.argv[1]];"
        "import sample_review as s; from zuno.casework.deliverables import write, docx, markdown;"
        "d = write.compose(s.sale(), s.hearing(), s.SALE_TEXTS);"
        "print(hashlib.sha256(b''.join(docx.write(x) + markdown.write(x).encode() for x in d)).hexdigest())"
    )
    here = Path(__file__).parent
    source = str(Path(write.__file__).parents[3])
    told: set[str] = set()
    for seed, zone in (("1", "UTC"), ("2", "Asia/Shanghai")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": source}
        run = subprocess.run(
            [sys.executable, "-c", program, str(here)], capture_output=True, text=True, env=environment, check=True
        )
        told.add(run.stdout)
    assert len(told) == 1


def test_a_draft_says_that_its_note_is_to_be_cut_before_filing() -> None:
    public = small(body("正文"), stamp=PUBLIC, numbered=False)
    assert opened(docx.write(public)).paragraphs[-1].text.startswith("（制作说明，提交前删除）")
    assert opened(docx.write(replace(public, stamp=INTERNAL))).paragraphs[-1].text == "说明。"
