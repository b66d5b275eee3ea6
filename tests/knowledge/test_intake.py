from __future__ import annotations

import gc
import hashlib
import io
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import openpyxl
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tiny_files import docx, paragraph, pdf, zip_of

from zuno.knowledge import intake
from zuno.knowledge.parsing import dispatch
from zuno.knowledge.records import Document

SHARED = Path(__file__).parents[3] / "shared"
MADE = SHARED / "ingest" / "made"
CASES = SHARED / "cases"


def fill(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def read(folder: Path) -> dict[str, Document]:
    return {document.file: document for document in intake.read_case(folder)}


def one(name: str, data: bytes) -> Document:
    (document,) = intake.read_bytes(name, data)
    return document


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["甲", 1])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def check_spans(document: Document) -> None:
    """Blocks and pages lie in order inside the text, and every block holds words."""
    last = 0
    for block in document.blocks:
        assert last <= block.start < block.end <= len(document.text)
        assert document.text[block.start : block.end].strip()
        assert document.block_at(block.start) == block or len(document.blocks) > 1000
        last = block.end
    last = 0
    for page in document.pages:
        assert last <= page.start <= page.end <= len(document.text)
        last = page.end
    document.text.encode("utf-8")
    document.file.encode("utf-8")
    assert (document.state == "ready") == (document.reason is None)
    assert (document.state == "ready") == (document.detail == "")


def test_every_file_is_read_sorted_by_path_and_members_follow_their_archive(tmp_path: Path) -> None:
    fill(
        tmp_path / "materials",
        {
            "b.zip": zip_of([("2.txt", "乙".encode()), ("1.txt", "甲".encode())]),
            "a/起诉状.docx": docx(paragraph("民事起诉状")),
            "c.txt": "丙".encode(),
        },
    )
    fill(tmp_path, {"case.yaml": b"cause: maimai", "notes.txt": b"not material"})
    documents = intake.read_case(tmp_path)
    assert [document.file for document in documents] == [
        "a/起诉状.docx",
        "b.zip",
        "b.zip!2.txt",
        "b.zip!1.txt",
        "c.txt",
    ]
    assert documents == intake.read_case(tmp_path)
    assert documents[0].sha256 == hashlib.sha256((tmp_path / "materials/a/起诉状.docx").read_bytes()).hexdigest()
    assert documents[0].size_bytes == (tmp_path / "materials/a/起诉状.docx").stat().st_size


def test_without_a_material_folder_the_case_folder_is_read_without_its_settings(tmp_path: Path) -> None:
    fill(
        tmp_path, {"case.yaml": b"x", "overrides.yaml": b"x", "case.yml": b"x", "子/case.yaml": b"a: 1", "甲.txt": b"x"}
    )
    assert list(read(tmp_path)) == ["子/case.yaml", "甲.txt"]


def test_standard_junk_is_left_out_and_other_hidden_files_are_named(tmp_path: Path) -> None:
    junk = [".DS_Store", "Thumbs.db", "~$合同.docx", "__MACOSX/._a", "desktop.ini", ".~lock.a.docx#"]
    fill(tmp_path, {**dict.fromkeys(junk, b"x"), ".私密.txt": b"x", ".隐藏/a.txt": b"x", "a.txt": b"x"})
    documents = read(tmp_path)
    assert list(documents) == [".私密.txt", ".隐藏", "a.txt"]
    assert documents[".私密.txt"].reason == "not_material"


def test_progress_counts_every_file(tmp_path: Path) -> None:
    fill(tmp_path, {"a.txt": b"x", "b.txt": b"y"})
    calls: list[tuple[int, int, str]] = []
    intake.read_case(tmp_path, on_progress=lambda done, count, name: calls.append((done, count, name)))
    assert calls == [(1, 2, "a.txt"), (2, 2, "b.txt")]


def test_names_are_composed_and_names_in_gbk_bytes_are_restored(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "café.txt")
    fill(tmp_path, {decomposed: b"x"})
    try:
        (tmp_path / os.fsdecode("借条.txt".encode("gbk"))).write_bytes(b"x")
    except OSError:
        pytest.skip("this disk takes no undecodable names")
    assert list(read(tmp_path)) == ["café.txt", "借条.txt"]


def test_a_missing_folder_a_file_and_an_empty_folder_say_what_to_do(tmp_path: Path) -> None:
    fill(tmp_path, {"a.txt": b"x", "空/.DS_Store": b"x"})
    for path, kind, code in (
        (tmp_path / "无", intake.CaseNotFound, "case_not_found"),
        (tmp_path / "a.txt", intake.CaseNotAFolder, "case_not_a_folder"),
        (tmp_path / "空", intake.CaseEmpty, "case_empty"),
    ):
        with pytest.raises(kind) as caught:
            intake.read_case(path)
        assert caught.value.code == code
        assert str(path) in str(caught.value.where)
        assert caught.value.next_step


@contextmanager
def without_rights() -> Iterator[None]:
    """Act as an ordinary user where the tests run as root."""
    if os.name != "posix":
        pytest.skip("no such rights here")
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_what_may_not_be_read_is_refused_and_never_an_exception() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, {"a.txt": b"x", "锁.txt": b"x", "锁夹/b.txt": b"x"})
        folder.chmod(0o755)
        (folder / "锁.txt").chmod(0)
        (folder / "锁夹").chmod(0)
        try:
            with without_rights():
                documents = read(folder)
        finally:
            (folder / "锁夹").chmod(0o755)
    assert documents["a.txt"].state == "ready"
    for refused in ("锁.txt", "锁夹"):
        assert (documents[refused].state, documents[refused].reason) == ("refused", "unreadable")


def test_a_folder_that_may_not_be_listed_is_denied() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "案"
        fill(folder, {"a.txt": b"x"})
        Path(name).chmod(0o755)
        folder.chmod(0)
        try:
            with without_rights(), pytest.raises(intake.CaseUnreadable):
                intake.read_case(folder)
        finally:
            folder.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as on POSIX")
def test_links_out_of_the_folder_and_things_that_are_no_files_are_refused_unopened(tmp_path: Path) -> None:
    outside = fill(tmp_path / "外", {"秘密.txt": "不该读到".encode()})
    case = fill(tmp_path / "案", {"a.txt": "甲".encode(), "子/b.txt": "乙".encode()})
    (case / "出.txt").symlink_to(outside / "秘密.txt")
    (case / "出夹").symlink_to(outside)
    (case / "断.txt").symlink_to(case / "无.txt")
    (case / "环").symlink_to(case)
    (case / "内.txt").symlink_to(case / "子" / "b.txt")
    os.mkfifo(case / "管道.txt")
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(case / "s"))
        documents = read(case)
    finally:
        listener.close()
    reasons = {name: document.reason for name, document in documents.items()}
    assert reasons == {
        "a.txt": None,
        "子/b.txt": None,
        "内.txt": None,
        "出.txt": "symlink_outside",
        "出夹": "symlink_outside",
        "断.txt": "unreadable",
        "环": "symlink_inside",
        "管道.txt": "not_a_file",
        "s": "not_a_file",
    }
    assert not any("不该读到" in document.text for document in documents.values())


def test_a_very_deep_folder_is_read(tmp_path: Path) -> None:
    path = tmp_path
    for _ in range(300):
        path = path / "夹"
    path.mkdir(parents=True)
    (path / "a.txt").write_bytes(b"x")
    (document,) = intake.read_case(tmp_path)
    assert document.state == "ready"


def test_a_file_over_the_limit_is_refused_with_figures_and_its_digest(tmp_path: Path) -> None:
    with (tmp_path / "大.mp4").open("wb") as file:
        file.truncate(intake.FILE_LIMIT_BYTES + 1)
    (document,) = intake.read_case(tmp_path)
    assert (document.state, document.reason) == ("refused", "over_budget")
    assert "200.0 MB" in document.detail
    assert len(document.sha256) == 64


def test_the_text_of_a_whole_case_has_a_limit() -> None:
    allowance = dispatch.Allowance(text_chars=10)
    first = dispatch.read("a.txt", "一二三四五六".encode(), allowance)[0]
    second = dispatch.read("b.txt", "一二三四五六".encode(), allowance)[0]
    assert first.state == "ready"
    assert (second.state, second.reason, second.text) == ("refused", "over_budget", "")


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


@pytest.fixture(autouse=True, scope="module")
def no_programs() -> Iterator[None]:
    """Nothing here may depend on what else is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", "")
        yield


@pytest.mark.parametrize(
    ("name", "data", "format", "reason"),
    [
        ("空.docx", b"", "unknown", "empty"),
        ("照片.jpg", b"\xff\xd8\xff\xe0" + bytes(20), "image", "broken"),
        ("照片.pdf", b"\xff\xd8\xff\xe0" + bytes(20), "image", "broken"),
        ("照片.heic", b"\0\0\0\x18ftypheic" + bytes(20), "image", "broken"),
        ("图.bmp", b"BM" + bytes(60), "image", "broken"),
        ("扫描.pdf", pdf([[]], images=[0]), "pdf", "needs_ocr"),
        ("旧.xls", OLE + "Workbook".encode("utf-16-le"), "xls", "broken"),
        ("密.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted_office", "encrypted"),
        ("密.pdf", pdf([["甲"]], user_password="x"), "pdf", "encrypted"),
        ("图.emf", bytes(40) + b" EMF" + bytes(60), "drawing", "unsupported_format"),
        ("音.amr", b"#!AMR\n" + bytes(20), "audio", "unsupported_audio"),
        ("音.mp3", b"ID3\x03" + bytes(20), "audio", "unsupported_audio"),
        ("音.m4a", b"\0\0\0\x20ftypM4A " + bytes(20), "audio", "unsupported_audio"),
        ("影.mp4", b"\0\0\0\x20ftypisom" + bytes(20), "video", "unsupported_video"),
        ("票.ofd", zip_of([("OFD.xml", b"<x/>")]), "ofd", "broken"),
        ("片.pptx", zip_of([("ppt/presentation.xml", b"<x/>")]), "pptx", "unsupported_format"),
        ("怪.dat", bytes(range(256)) * 4, "unknown", "not_text"),
        ("怪.txt", bytes(range(256)) * 4, "txt", "not_text"),
        ("坏.docx", b"not a word file", "unknown", "broken"),
        ("坏.docx", docx(paragraph("甲"))[:200], "zip", "broken"),
        ("坏.xlsx", zip_of([("xl/workbook.xml", b"<workbook/>")]), "xlsx", "broken"),
        ("坏.pdf", b"<html><body>Please log in</body></html>", "unknown", "broken"),
        ("坏.pdf", b"%PDF-1.7\n" + bytes(100), "pdf", "broken"),
        ("坏.zip", b"PK\x03\x04" + bytes(60), "zip", "broken"),
    ],
)
def test_what_cannot_be_read_is_refused_aloud(name: str, data: bytes, format: str, reason: str) -> None:
    document = one(name, data)
    assert (document.state, document.format, document.reason) == ("refused", format, reason)
    assert document.text == ""
    assert re.search("[；。]", document.detail)
    check_spans(document)


@pytest.mark.parametrize(
    ("name", "data", "format", "mismatch"),
    [
        ("a.txt", "甲".encode(), "txt", False),
        ("a.md", "# 甲".encode(), "md", False),
        ("无后缀", "甲".encode(), "txt", False),
        ("a.csv", "甲,乙".encode(), "csv", False),
        ("流水.xls", "户名\t金额\n甲\t1".encode("gbk"), "csv", True),
        ("流水.xls", "<table><tr><td>户名</td><td>金额</td></tr></table>".encode("gbk"), "html", True),
        ("合同.doc", docx(paragraph("甲")), "docx", True),
        ("合同.zip", docx(paragraph("甲")), "docx", True),
        ("表.docx", workbook(), "xlsx", True),
        ("MZ公司.txt", "MZ公司".encode(), "txt", False),
        ("谈PDF.txt", "格式 %PDF-1.7".encode(), "txt", False),
        ("信.txt", b"From: a\nTo: b\nSubject: c\n\nx", "txt", False),
        ("信", b"From: a\nTo: b\nSubject: c\n\nx", "eml", False),
    ],
)
def test_bytes_decide_and_a_false_extension_is_flagged(name: str, data: bytes, format: str, mismatch: bool) -> None:
    document = one(name, data)
    assert (document.format, document.state) == (format, "ready")
    assert ("extension_mismatch" in document.flags) == mismatch
    check_spans(document)


@given(st.binary(max_size=300), st.sampled_from([b"%PDF-1.4\n", b"PK\x03\x04", b"<html>", b"From: a\nTo: b\n", b""]))
def test_no_bytes_make_the_intake_fail(data: bytes, head: bytes) -> None:
    for document in intake.read_bytes("随机.bin", head + data):
        check_spans(document)


@pytest.mark.parametrize("build", [lambda: docx(paragraph("甲" * 50)), workbook, lambda: pdf([["甲乙丙丁" * 9]] * 3)])
def test_files_with_damaged_bytes_never_raise(build: object) -> None:
    assert callable(build)
    data = build()
    assert isinstance(data, bytes)
    for at in range(0, len(data), max(1, len(data) // 60)):
        damaged = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        for document in intake.read_bytes("损坏.docx", damaged):
            check_spans(document)


def test_pdf_handles_are_closed() -> None:
    data = pdf([["甲乙"]] * 3)
    handles = Path("/proc/self/fd")
    if not handles.is_dir():
        pytest.skip("open handles cannot be counted here")
    before = len(list(handles.iterdir()))
    for _ in range(50):
        one("a.pdf", data)
    gc.collect()
    assert len(list(handles.iterdir())) <= before + 1


def test_importing_the_intake_loads_no_heavy_library() -> None:
    code = (
        "import sys, zuno.knowledge.intake; "
        "print([name for name in ('lxml', 'openpyxl', 'pypdfium2', 'docx', 'email') if name in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert shown.stdout.strip() == "[]"


def test_forty_small_files_are_read_in_a_moment(tmp_path: Path) -> None:
    kinds = {
        "docx": docx(paragraph("甲" * 300)),
        "pdf": pdf([["甲" * 30] * 20]),
        "txt": b"x\n" * 200,
        "xlsx": workbook(),
    }
    for kind, data in kinds.items():
        fill(tmp_path, {f"{number}.{kind}": data for number in range(10)})
    intake.read_case(tmp_path)
    started = time.process_time()
    assert len(intake.read_case(tmp_path)) == 40
    assert time.process_time() - started < 3


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


MADE_OUTCOMES: dict[str, tuple[str, str | None, str]] = {
    "gb.eml": ("ready", None, "喆总：镕基大厦的货款"),
    "hard.docx": ("ready", None, "付款金额为贰拾万元整。"),
    "lol.docx": ("refused", "broken", ""),
    "xxe.docx": ("refused", "broken", ""),
    "nonbmp.docx": ("ready", None, "甲𬭚乙𫖯丙１２３"),
    "nonbmp.pdf": ("ready", None, "甲𬭚乙𫖯丙１２３"),
    "num.xlsx": ("partial", "formula_uncached", "6222021001122334455"),
    "gbk.zip": ("partial", "unsafe_path", ""),
    "syn_userpw.pdf": ("refused", "encrypted", ""),
    "syn_wrong_tounicode.pdf": ("partial", "garbled_font", ""),
    "syn_identity_notounicode.pdf": ("partial", "garbled_font", ""),
}


@pytest.mark.skipif(not MADE.is_dir(), reason="made fixtures absent")
def test_every_made_fixture_gives_its_text_or_its_refusal() -> None:
    for path in sorted(path for path in MADE.rglob("*") if path.is_file()):
        document = intake.read_bytes(path.name, path.read_bytes())[0]
        check_spans(document)
        if path.suffix in (".jpg", ".heic"):
            assert document.reason == "needs_ocr", path.name
        elif path.name in MADE_OUTCOMES:
            state, reason, words = MADE_OUTCOMES[path.name]
            assert (document.state, document.reason) == (state, reason), path.name
            assert words in document.text, path.name
        else:
            assert document.state == "ready", path.name


@pytest.mark.skipif(not MADE.is_dir(), reason="made fixtures absent")
def test_one_contract_in_many_wrappings_is_the_same_contract() -> None:
    truth = bare((MADE / "syn.truth.txt").read_text(encoding="utf-8"))
    for name in (
        "syn.docx",
        "syn.pdf",
        "syn_ownerpw.pdf",
        "syn_rot90.pdf",
        "syn_unigb_ucs2_h.pdf",
        "syn_unigb_ucs2_noembed.pdf",
    ):
        assert bare(one(name, (MADE / name).read_bytes()).text) == truth, name


@pytest.mark.skipif(not MADE.is_dir(), reason="made fixtures absent")
def test_hard_word_file_loses_nothing_and_shows_nothing_deleted() -> None:
    document = one("hard.docx", (MADE / "hard.docx").read_bytes())
    for words in (
        "1. 自动编号条款甲",
        "2. 自动编号条款乙",
        "合并表头\t\t金额",
        "嵌套表",
        "链接文字",
        "内容控件段落",
        "文本框内文字",
        "2024年3月5日",
        "页眉",
        "批注内容",
    ):
        assert words in document.text
    assert document.text.count("文本框内文字") == 1
    assert "壹拾万元" not in document.text
    marks = {doubt.flag: doubt for doubt in document.doubts}
    assert "壹拾万元" in marks["revision_deleted"].detail
    put = marks["revision_inserted"]
    assert document.text[put.start : put.end] == "贰拾万元"
    assert {"revision_present", "hidden_text", "comments_present"} <= set(document.flags)


@pytest.mark.skipif(not MADE.is_dir(), reason="made fixtures absent")
def test_the_long_account_of_the_workbook_is_doubted_where_it_stands_as_a_number() -> None:
    document = one("num.xlsx", (MADE / "num.xlsx").read_bytes())
    doubted = [document.text[doubt.start : doubt.end] for doubt in document.doubts]
    assert all(text.isdecimal() and len(text) > 15 for text in doubted)
    assert "6222021001122334455" in document.text
    assert "6222021001122334455" not in doubted


@pytest.mark.skipif(not MADE.is_dir(), reason="made fixtures absent")
def test_names_in_the_gbk_archive_are_restored_and_escapes_refused() -> None:
    documents = {document.file: document for document in intake.read_bytes("gbk.zip", (MADE / "gbk.zip").read_bytes())}
    assert {"gbk.zip!证据目录/借条.jpg", "gbk.zip!合同（最终版）.docx", "gbk.zip!陰謀蘭.txt"} <= set(documents)
    assert sum(document.reason == "unsafe_path" for document in documents.values()) == 3


def quotes(node: object) -> Iterator[tuple[str, str]]:
    """Yield (file, quote) of everything in a gold answer that needs no OCR."""
    if isinstance(node, dict):
        if "quote" in node and "file" in node and not node.get("ocr"):
            yield node["file"], node["quote"]
        for value in node.values():
            yield from quotes(value)
    elif isinstance(node, list):
        for value in node:
            yield from quotes(value)


@pytest.mark.skipif(not CASES.is_dir(), reason="example cases absent")
@pytest.mark.parametrize(
    "case", sorted(CASES.glob("*/*/materials")) if CASES.is_dir() else [], ids=lambda path: "-".join(path.parts[-3:-1])
)
def test_every_case_file_is_ready_or_needs_ocr_and_every_quote_is_found(case: Path) -> None:
    documents = read(case.parent)
    for document in documents.values():
        assert (document.state == "ready" and document.flags == ()) or document.reason == "needs_ocr", document.file
        check_spans(document)
    gold = yaml.safe_load((case.parent / "gold.yaml").read_text(encoding="utf-8"))
    for file, quote in quotes(gold):
        assert bare(str(quote)) in bare(documents[file].text), (file, quote)
    assert {item["file"] for item in gold["files"]} <= set(documents)
