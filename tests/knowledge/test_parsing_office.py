"""Files that need LibreOffice: with a small program in its place, and with the real one where it is installed."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from tiny_files import compound, docx, paragraph, xls, zip_of

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import office

WORD = compound({"WordDocument": bytes(600)})
RTF = rb"{\rtf1\ansi\ansicpg936 \'bd\'e8\'bf\'ee 200000\par}"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Put a shell script in the place of LibreOffice, or nothing at all; other programs stay within reach."""

    def put(script: str | None) -> None:
        programs = tmp_path / "bin"
        programs.mkdir()
        for name in ("cp", "mkdir", "sleep", "sh", "touch"):
            (programs / name).symlink_to(str(shutil.which(name)))
        if script is not None:
            (programs / "soffice").write_text(f"#!/bin/sh\n{script}\n")
            (programs / "soffice").chmod(0o755)
        monkeypatch.setenv("PATH", str(programs))

    return put


@pytest.mark.parametrize(("name", "data"), [("a.doc", WORD), ("a.wps", WORD), ("a.rtf", RTF)])
def test_without_the_program_the_file_is_refused_with_what_to_do(name: str, data: bytes, install) -> None:
    install(None)
    document = read_bytes(name, data)[0]
    assert (document.state, document.reason) == ("refused", "needs_libreoffice")


def test_what_the_program_makes_is_read_and_flagged(tmp_path: Path, install) -> None:
    (tmp_path / "made.docx").write_bytes(docx(paragraph("借款二十万元")))
    install(f"mkdir out; cp {tmp_path}/made.docx out/in.docx")
    document = read_bytes("借条.doc", WORD)[0]
    assert (document.format, document.state, document.text) == ("doc", "ready", "借款二十万元")
    assert "converted" in document.flags


@pytest.mark.parametrize(
    "script", ["exit 1", "mkdir out; touch out/in.docx", "mkdir out; cp in.doc out/in.docx; kill $$"]
)
def test_a_program_that_fails_gives_no_text(script: str, install) -> None:
    install(script)
    document = read_bytes("借条.doc", WORD)[0]
    assert (document.state, document.text) == ("refused", "")


def test_a_program_that_hangs_is_killed_with_its_children(
    tmp_path: Path, install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "TIME_LIMIT_S", 0.5)
    install(f"(sleep 2; touch {tmp_path}/alive) & sleep 60")
    document = read_bytes("借条.doc", WORD)[0]
    assert (document.reason, document.state) == ("over_budget", "refused")
    time.sleep(2)
    assert not (tmp_path / "alive").exists()


def test_a_word_file_with_a_password_is_refused_as_such(install) -> None:
    install("exit 1")
    locked = compound({"WordDocument": bytes(11) + b"\x01" + bytes(600)})
    assert read_bytes("a.doc", locked)[0].reason == "encrypted"


needs_program = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


@needs_program
def test_the_real_program_reads_rtf() -> None:
    document = read_bytes("借条.rtf", RTF)[0]
    assert (document.state, document.text) == ("ready", "借款 200000")


@needs_program
def test_the_real_program_gives_up_on_what_is_no_document() -> None:
    assert read_bytes("a.doc", WORD)[0].state == "refused"


def test_an_old_sheet_of_wps_needs_no_program(install) -> None:
    install(None)
    assert read_bytes("表.et", xls([(0, 0, "合计"), (0, 1, 5)]))[0].text == "合计\t5"


def test_slides_in_open_document_are_refused(install) -> None:
    install(None)
    slides = zip_of([("mimetype", b"application/vnd.oasis.opendocument.presentation"), ("content.xml", b"<x/>")])
    assert read_bytes("a.odp", slides)[0].reason == "unsupported_format"
