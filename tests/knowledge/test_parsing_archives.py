from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib

import pytest
from tiny_files import zip_of

from zuno.knowledge import intake
from zuno.knowledge.parsing import archives
from zuno.knowledge.parsing.reading import Refusal
from zuno.knowledge.records import Document


def read(data: bytes, name: str = "包.zip") -> dict[str, Document]:
    documents = intake.read_bytes(name, data)
    assert documents[0].file == name
    by_name = {document.file: document for document in documents}
    assert len(by_name) == len(documents)
    return by_name


def test_an_archive_is_a_document_without_text_followed_by_its_members() -> None:
    documents = read(zip_of([("说明.txt", "甲".encode()), ("子/清单.csv", b"a,b"), ("空/", b"")]))
    assert list(documents) == ["包.zip", "包.zip!说明.txt", "包.zip!子/清单.csv"]
    container = documents["包.zip"]
    assert (container.format, container.state, container.text, container.detail) == ("zip", "ready", "", "")
    assert documents["包.zip!子/清单.csv"].format == "csv"


@pytest.mark.parametrize("name", ["证据目录/借条.txt", "陰謀與條款.txt", "转账凭证.txt"])
@pytest.mark.parametrize("codec", ["gbk", "utf-8"])
def test_names_stored_without_a_mark_are_restored(name: str, codec: str) -> None:
    assert f"包.zip!{name}" in read(zip_of([(name.encode(codec), "甲".encode())]))


def test_names_in_the_unicode_extra_field_win_over_the_local_ones() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        info = zipfile.ZipInfo("garbled.txt")
        path = "喆总来函.txt".encode()
        info.extra = struct.pack("<HHBL", 0x7075, 5 + len(path), 1, zlib.crc32(b"garbled.txt")) + path
        archive.writestr(info, "甲".encode())
    assert "包.zip!喆总来函.txt" in read(buffer.getvalue())


def test_windows_separators_in_names_become_folders() -> None:
    assert "包.zip!证据\\借条.txt".replace("\\", "/") in read(zip_of([("证据\\借条.txt".encode("gbk"), b"a")]))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../逃逸.txt", "[..]/[..]/逃逸.txt"),
        ("a/../../b.txt", "a/[..]/[..]/b.txt"),
        ("/etc/passwd", "[/]etc/passwd"),
        ("C:\\Users\\a.txt", "[C:]/Users/a.txt"),
        ("..\\..\\a.txt", "[..]/[..]/a.txt"),
    ],
)
def test_paths_out_of_the_archive_are_refused_by_a_recognisable_name(name: str, shown: str) -> None:
    documents = read(zip_of([(name, b"evil"), ("好.txt", "甲".encode())]))
    refused = documents[f"包.zip!{shown}"]
    assert (refused.state, refused.reason, refused.text) == ("refused", "unsafe_path", "")
    assert documents["包.zip!好.txt"].state == "ready"
    assert (documents["包.zip"].state, documents["包.zip"].reason) == ("partial", "unsafe_path")


def test_a_name_with_a_nul_an_overlong_name_and_a_link_are_refused() -> None:
    buffer = io.BytesIO(zip_of([("nul_here.txt", b"x"), ("a/" * 600 + "x", b"x"), ("好.txt", b"x")]))
    with zipfile.ZipFile(buffer, "a") as archive:
        link = zipfile.ZipInfo("link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    documents = read(buffer.getvalue().replace(b"nul_here", b"nul\x00here"))
    refused = [name for name, document in documents.items() if document.reason == "unsafe_path"]
    assert len(refused) == 4
    assert {"包.zip", "包.zip!nul�here.txt", "包.zip!link"} < set(refused)


def test_junk_of_other_systems_is_left_out_in_silence() -> None:
    members = ["__MACOSX/._a.txt", ".DS_Store", "甲/Thumbs.db", "~$合同.docx", "a.txt"]
    assert list(read(zip_of([(name, b"x") for name in members]))) == ["包.zip", "包.zip!a.txt"]


def test_two_members_of_one_name_are_both_kept() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zip_of([("a.txt", b"1"), ("a.txt", b"2")])
    documents = read(data)
    assert [documents[name].text for name in ("包.zip!a.txt", "包.zip!a.txt#2")] == ["1", "2"]


def bomb(size_bytes: int) -> bytes:
    return bytes(size_bytes)


def test_a_member_that_swells_beyond_the_ratio_is_refused_and_the_rest_is_read() -> None:
    documents = read(zip_of([("炸弹.bin", bomb(30_000_000)), ("好.txt", "甲".encode())]))
    refused = documents["包.zip!炸弹.bin"]
    assert (refused.state, refused.reason) == ("refused", "over_budget")
    assert "200:1" in refused.detail
    assert documents["包.zip!好.txt"].text == "甲"
    assert documents["包.zip"].state == "partial"


def test_sizes_in_headers_are_not_believed() -> None:
    honest = zip_of([("a.txt", b"1234567890" * 100_000)])
    lying = honest.replace(struct.pack("<L", 1_000_000), struct.pack("<L", 5))
    assert lying != honest
    assert len(read(lying)["包.zip!a.txt"].text) == 1_000_000


def test_budgets_shrink_with_what_really_came_out() -> None:
    data = zip_of([(f"{number}.txt", b"x" * 600) for number in range(5)], zipfile.ZIP_STORED)
    allowance = archives.Allowance(unpacked_bytes=1500)
    outcomes = [member.refusal and member.refusal.reason for member in archives.read(data, allowance).members]
    assert outcomes == [None, None, "over_budget", "over_budget", "over_budget"]
    assert allowance.unpacked_bytes == 300


def test_members_beyond_the_count_are_named_in_one_line() -> None:
    data = zip_of([(f"{number}.txt", b"x") for number in range(10)])
    members = list(archives.read(data, archives.Allowance(members=3)).members)
    assert len(members) == 4
    assert members[-1].name == "其余7个成员"
    assert members[-1].refusal is not None
    assert members[-1].refusal.reason == "over_budget"


def test_members_that_share_their_bytes_are_refused_together() -> None:
    data = bytearray(zip_of([("a.txt", b"x" * 100), ("b.txt", b"y" * 100)], zipfile.ZIP_STORED))
    second = data.rfind(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<L", 10)
    documents = read(bytes(data))
    assert len(documents) == 1
    assert (documents["包.zip"].state, documents["包.zip"].reason) == ("refused", "zip_bomb")


def test_a_directory_too_large_is_not_parsed() -> None:
    data = bytearray(zip_of([("a.txt", b"x")]))
    end = data.rfind(b"PK\x05\x06")
    data[end + 12 : end + 16] = struct.pack("<L", 100_000_000)
    with pytest.raises(Refusal) as caught:
        archives.open_zip(bytes(data))
    assert caught.value.reason == "over_budget"


def test_archives_in_archives_are_opened_to_a_depth_and_then_named() -> None:
    data = zip_of([("最里.txt", "甲".encode())])
    for number in range(4):
        data = zip_of([(f"{number}.zip", data)])
    documents = read(data)
    deepest = documents["包.zip!3.zip!2.zip!1.zip"]
    assert (deepest.state, deepest.reason) == ("refused", "over_budget")
    assert "3 层" in deepest.detail
    three = zip_of([("2.zip", zip_of([("1.zip", zip_of([("里.txt", "甲".encode())]))]))])
    assert read(three)["包.zip!2.zip!1.zip!里.txt"].text == "甲"


def test_a_mail_in_an_archive_brings_its_attachment() -> None:
    mail = (
        b'From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="B"\n\n'
        b"--B\nContent-Type: text/plain\n\nx\n"
        b"--B\nContent-Type: text/csv; name=t.csv\n\n1,2\n--B--\n"
    )
    documents = read(zip_of([("信.eml", mail)]))
    assert documents["包.zip!信.eml!t.csv"].format == "csv"


def encrypted(data: bytes) -> bytes:
    """Set the encryption bit of every member."""
    out = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = out.find(mark)
        while at >= 0:
            out[at + offset] |= 1
            at = out.find(mark, at + 4)
    return bytes(out)


def test_members_with_a_password_are_refused_as_encrypted() -> None:
    documents = read(encrypted(zip_of([("a.txt", b"x"), ("b.txt", b"y")])))
    assert {document.reason for document in documents.values()} == {"encrypted"}
    assert {document.state for document in documents.values()} == {"refused"}


def test_a_damaged_member_is_refused_and_the_rest_is_read() -> None:
    data = zip_of([("a.txt", b"12345678"), ("b.txt", b"87654321")], zipfile.ZIP_STORED)
    documents = read(data.replace(b"12345678", b"12345679", 1))
    assert documents["包.zip!a.txt"].reason == "broken"
    assert documents["包.zip!b.txt"].text == "87654321"
    assert documents["包.zip"].state == "partial"


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04" + bytes(60), zip_of([("a.txt", b"x" * 500)])[:-30], zip_of([("a.txt", b"x")])[:40]]
)
def test_a_broken_archive_is_refused(data: bytes) -> None:
    (document,) = read(data).values()
    assert (document.state, document.reason, document.format) == ("refused", "broken", "zip")


def test_an_empty_archive_and_an_unknown_method_are_refused() -> None:
    assert read(zip_of([]))["包.zip"].reason == "empty"
    documents = read(zip_of([("a.txt", b"x")], zipfile.ZIP_LZMA))
    assert documents["包.zip!a.txt"].reason == "unsupported_archive"
