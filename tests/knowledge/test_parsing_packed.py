"""TAR and packed streams; RAR and 7z by way of whichever program is installed."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import shutil
import tarfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import packed
from zuno.knowledge.parsing.archives import Allowance
from zuno.knowledge.records import Document


def tar(*members: tuple[str, bytes], change: Callable[[tarfile.TarInfo], None] | None = None) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", encoding="gb18030") as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if change is not None:
                change(info)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def number(value: int) -> bytes:
    """A number as RAR writes it: seven bits a byte."""
    out = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def rar(*members: tuple[str, bytes], mode: int = 0o100644) -> bytes:
    """A RAR 5 archive whose members are stored as they are."""

    def block(fields: bytes) -> bytes:
        sized = number(len(fields)) + fields
        return zlib.crc32(sized).to_bytes(4, "little") + sized

    out = b"Rar!\x1a\x07\x01\x00" + block(bytes((1, 0, 0)))
    for name, data in members:
        written = name.encode()
        fields = bytes((2, 2)) + number(len(data)) + number(4) + number(len(data)) + number(mode)
        fields += zlib.crc32(data).to_bytes(4, "little") + number(0) + number(1) + number(len(written)) + written
        out += block(fields) + data
    return out + block(bytes((5, 0, 0)))


def outcomes(documents: list[Document]) -> list[tuple[str, str, str]]:
    return [(found.file, found.state, found.reason or found.text) for found in documents]


def test_files_of_a_tar_are_read_by_their_chinese_names() -> None:
    assert outcomes(read_bytes("证据.tar", tar(("证据/借条.txt", b"20")))) == [
        ("证据.tar", "ready", ""),
        ("证据.tar!证据/借条.txt", "ready", "20"),
    ]


@pytest.mark.parametrize(
    ("name", "pack"), [("借条.txt.gz", gzip.compress), ("借条.txt.bz2", bz2.compress), ("借条.txt.xz", lzma.compress)]
)
def test_a_file_packed_by_itself_is_read(name: str, pack: Callable[[bytes], bytes]) -> None:
    assert outcomes(read_bytes(name, pack("借款二十万".encode("gbk"))))[1:] == [
        (f"{name}!借条.txt", "ready", "借款二十万")
    ]


def test_a_packed_tar_is_opened() -> None:
    documents = read_bytes("a.tgz", gzip.compress(tar(("b.txt", b"20"))))
    assert [found.file for found in documents] == ["a.tgz", "a.tgz!a.tar", "a.tgz!a.tar!b.txt"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar_are_refused(kind: bytes) -> None:
    def change(info: tarfile.TarInfo) -> None:
        info.type, info.linkname, info.size = kind, "/etc/passwd", 0

    assert [found.reason for found in read_bytes("a.tar", tar(("b.txt", b""), change=change))] == ["unsafe_path"] * 2


@pytest.mark.parametrize("name", ["../出.txt", "/etc/出.txt", "C:/出.txt"])
def test_members_that_lead_out_of_a_tar_are_refused(name: str) -> None:
    documents = read_bytes("a.tar", tar((name, b"x"), ("b.txt", b"20")))
    assert [found.reason for found in documents] == ["unsafe_path", "unsafe_path", None]


def test_a_small_stream_that_unpacks_to_much_is_refused() -> None:
    for name, pack in (("a.gz", gzip.compress), ("a.xz", lzma.compress), ("a.bz2", bz2.compress)):
        (document,) = read_bytes(name, pack(bytes(30_000_000)))
        assert (document.state, document.reason) == ("refused", "over_budget")


@pytest.mark.parametrize("cut", [4, 30])
def test_what_is_cut_off_is_refused_and_not_read_short(cut: int) -> None:
    assert read_bytes("a.txt.gz", gzip.compress(os.urandom(4000))[:-cut])[0].reason == "broken"
    short = tar(("a.txt", b"20" * 600))[: 512 + 600]
    assert {found.state for found in read_bytes("a.tar", short)} == {"refused"}


def test_members_beyond_the_budget_are_said_to_be_left_out() -> None:
    members = list(packed.read_tar(tar(*((f"{n}.txt", b"1") for n in range(5))), Allowance(members=3)).members)
    assert len(members) == 4
    assert members[-1].refusal is not None


def test_without_a_program_rar_and_7z_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, data in (("包.rar", rar(("a.txt", b"20"))), ("包.7z", b"7z\xbc\xaf\x27\x1c" + bytes(26))):
        (document,) = read_bytes(name, data)
        assert (document.state, document.reason) == ("refused", "unsupported_archive")


@pytest.fixture(params=["bsdtar", "unar"])
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Leave only one of the programs within reach."""
    names = ("lsar", "unar") if request.param == "unar" else ("bsdtar",)
    for name in names:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        (tmp_path / name).symlink_to(path)
    monkeypatch.setenv("PATH", str(tmp_path))
    return request.param


def test_a_rar_is_read_by_its_chinese_names(program: str) -> None:
    documents = read_bytes("证据.rar", rar(("证据/陰謀.txt", b"20"), ("b.txt", "借款".encode("gbk"))))
    assert [(found.file, found.text) for found in documents] == [
        ("证据.rar", ""), ("证据.rar!证据/陰謀.txt", "20"), ("证据.rar!b.txt", "借款"),
    ]  # fmt: skip


def test_members_that_lead_out_of_a_rar_are_refused(program: str) -> None:
    documents = read_bytes("a.rar", rar(("../出.txt", b"x"), ("b.txt", b"20")))
    assert [found.text for found in documents if found.state == "ready"] == ["20"]
    assert not any(found.text == "x" for found in documents)


def test_a_rar_that_is_cut_off_gives_no_short_text(program: str) -> None:
    documents = read_bytes("a.rar", rar(("a.txt", b"20" * 5000))[:-3000])
    assert all(found.state == "refused" for found in documents)
