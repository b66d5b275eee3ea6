"""The real recogniser on pages whose true text is known; each page is read once for the whole file.

About 130 CPU-seconds in all. Error rates are of characters, after NFKC and without
white space, in reading order.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont

from zuno import config
from zuno.knowledge.ocr.readings import PageReading, Scan
from zuno.knowledge.ocr.recognition import Recognition
from zuno.knowledge.records import Box

SHARED = Path(__file__).parents[3] / "shared"
MADE = SHARED / "ingest" / "made"
CASES = SHARED / "cases"
needs_made = pytest.mark.skipif(not MADE.is_dir(), reason="needs ../shared/ingest/made")

Read = Callable[[Path], PageReading]


def plain(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def error_rate(truth: str, read: str) -> float:
    """Edits that turn what was read into the truth, per character of the truth."""
    wanted, got = plain(truth), plain(read)
    before = list(range(len(got) + 1))
    for row, sign in enumerate(wanted, 1):
        now = [row]
        for column, other in enumerate(got, 1):
            now.append(min(before[column] + 1, now[-1] + 1, before[column - 1] + (sign != other)))
        before = now
    return before[-1] / max(1, len(wanted))


@pytest.fixture(scope="module")
def recognition() -> Iterator[Recognition]:
    with Recognition(config.home()) as running:
        yield running


def scan_of(path: Path) -> Scan:
    pages = 1
    if path.suffix == ".pdf":
        document = pypdfium2.PdfDocument(path)
        pages = len(document)
        document.close()
    return Scan(
        path=path,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        format="pdf" if path.suffix == ".pdf" else "image",
        pages=tuple(range(1, pages + 1)),
    )


@pytest.fixture
def read(recognition: Recognition) -> Read:
    def first_page(path: Path) -> PageReading:
        [*_, (_scan, _page, reading)] = recognition.pages([scan_of(path)])
        assert isinstance(reading, PageReading)
        return reading

    return first_page


def truth_of(name: str) -> str:
    return json.loads((MADE / "img" / "truth.json").read_text("utf-8"))[name]


# --- every reading -----------------------------------------------------------------------------------------------


def assert_placed(reading: PageReading) -> None:
    """One box and one score per code point, inside the page; spans inside the text."""
    assert "\n".join(reading.text[line.start : line.end] for line in reading.lines) == reading.text
    for line in reading.lines:
        assert len(line.boxes) == len(line.scores) == line.end - line.start
        for box in line.boxes:
            assert 0 <= box.left <= box.right <= reading.width + 0.01
            assert 0 <= box.top <= box.bottom <= reading.height + 0.01
    assert all(0 <= doubt.start < doubt.end <= len(reading.text) for doubt in reading.doubts)


# --- fixtures with a known text ----------------------------------------------------------------------------------


@needs_made
@pytest.mark.parametrize(
    ("name", "limit", "turned"),
    [
        ("syn_200", 0.01, 0),
        ("syn_100", 0.01, 0),
        ("syn_noise", 0.01, 0),
        ("syn_skew3", 0.01, 0),
        ("syn_rot90", 0.02, 90),
        ("syn_rot180", 0.02, 180),
        ("vertical", 0.0, 0),
        ("chat_long", 0.01, 0),
    ],
)
def test_a_known_page_is_read_in_order(read: Read, name: str, limit: float, turned: int) -> None:
    reading = read(MADE / "img" / f"{name}.jpg")
    assert error_rate(truth_of(name), reading.text) <= limit
    assert reading.turned == turned
    assert ("rotated_fixed" in reading.flags) == (turned != 0)
    assert_placed(reading)


@needs_made
def test_a_rendered_pdf_page_is_read_with_places_in_points(read: Read) -> None:
    reading = read(MADE / "syn.pdf")
    assert error_rate((MADE / "syn.truth.txt").read_text("utf-8"), reading.text) <= 0.01
    assert (round(reading.width), round(reading.height)) == (612, 792)
    assert_placed(reading)


@needs_made
def test_places_on_a_turned_page_are_places_of_the_page_as_it_came(read: Read) -> None:
    upright, turned = read(MADE / "img" / "syn_200.jpg"), read(MADE / "img" / "syn_rot180.jpg")
    first, same = upright.lines[0].box, turned.lines[0].box
    assert abs(upright.width - first.right - same.left) < 12
    assert abs(upright.height - first.bottom - same.top) < 12


@needs_made
def test_the_line_that_a_seal_covers_is_read_and_doubted(read: Read) -> None:
    reading = read(MADE / "img" / "syn_stamp.jpg")
    body = reading.text[: reading.text.index("（印章")]
    assert error_rate(truth_of("syn_stamp"), body) <= 0.01
    covered = {reading.text[doubt.start : doubt.end] for doubt in reading.doubts if doubt.flag == "stamp_overlap"}
    assert {plain("甲方（盖章）："), plain("乙方（签字）：")} <= {plain(text) for text in covered}
    assert len(reading.seals) == 1
    assert {"stamp_overlap", "seal_text"} <= set(reading.flags)


@needs_made
def test_a_rare_sign_read_as_another_is_doubted_and_clean_text_is_not(read: Read) -> None:
    reading = read(MADE / "img" / "syn_200.jpg")
    doubted = [reading.text[doubt.start : doubt.end] for doubt in reading.doubts]
    rare = reading.text[reading.text.index("玥") + 2 : reading.text.index("等人")]
    wrong = [sign for sign, true in zip(rare, "㛃、龑", strict=True) if sign != true]
    assert set(wrong) <= set("".join(doubted))
    assert len(doubted) <= 5
    assert read(MADE / "img" / "chat_long.jpg").doubts == ()


@needs_made
def test_amounts_are_read_again_from_their_place_alone(read: Read, recognition: Recognition) -> None:
    scan = scan_of(MADE / "syn.pdf")
    reading = read(scan.path)
    at = reading.text.index("123,456.78")
    line = next(line for line in reading.lines if line.start <= at < line.end)
    boxes = line.boxes[at - line.start : at - line.start + 10]
    amount = Box(left=boxes[0].left, top=line.box.top, right=boxes[-1].right, bottom=line.box.bottom)
    crops = recognition.crops(scan, 1, [amount, line.box])
    assert not isinstance(crops, Exception)
    assert "123,456.78" in crops[0]
    assert plain(crops[1]).startswith("第一条")


# --- image-only files of the example cases -----------------------------------------------------------------------


def case_pages() -> list[tuple[str, str, str]]:
    """Case, variant and file name of every file with a true text; of files that say the same, one."""
    found: dict[tuple[str, str], tuple[str, str, str]] = {}
    for truth in sorted(CASES.glob("*/*/rendered/*.txt")):
        variant = truth.parents[1]
        name = truth.name.removesuffix(".txt")
        found.setdefault((name, truth.read_text("utf-8")), (variant.parent.name, variant.name, name))
    return sorted(found.values())


@pytest.mark.skipif(not CASES.is_dir(), reason="needs ../shared/cases")
@pytest.mark.parametrize(("case", "variant", "name"), case_pages())
def test_a_file_of_the_example_cases_is_read_whole(
    recognition: Recognition, tmp_path: Path, case: str, variant: str, name: str
) -> None:
    folder = CASES / case / variant
    container, _, member = name.partition("!")
    path = folder / "materials" / container
    if member:
        with zipfile.ZipFile(path, metadata_encoding="gbk") as archive:
            inside = next(inside for inside in archive.namelist() if inside.replace("/", "_") == member)
            path = tmp_path / f"member{Path(member).suffix}"
            path.write_bytes(archive.read(inside))
    readings = [reading for _scan, _page, reading in recognition.pages([scan_of(path)])]
    text = "\n".join(reading.text for reading in readings if isinstance(reading, PageReading))
    truth = (folder / "rendered" / f"{name}.txt").read_text("utf-8")
    assert error_rate(truth, text) <= 0.03
    assert sum(len(reading.seals) for reading in readings if isinstance(reading, PageReading)) == truth.count("（印章")
    for reading in readings:
        assert isinstance(reading, PageReading)
        assert_placed(reading)


# --- pictures made here ------------------------------------------------------------------------------------------


def test_a_long_screenshot_loses_and_doubles_no_line(tmp_path: Path, read: Read) -> None:
    picture = Image.new("RGB", (720, 5_000), "white")
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(30)
    # A pitch that is no divisor of the bands' height: lines lie at every place of the overlaps.
    wanted = [f"row {number} paid {1000 + 37 * number}" for number in range(74)]
    for number, text in enumerate(wanted):
        pen.text((40, 30 + 67 * number), text, fill="black", font=font)
    picture.save(tmp_path / "long.png")
    reading = read(tmp_path / "long.png")
    numbers = [re.search(r"(\d+)\D+(\d+)", line) for line in reading.text.splitlines()]
    assert [(int(found[1]), int(found[2])) for found in numbers if found] == [
        (number, 1000 + 37 * number) for number in range(74)
    ]


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_page_scanned_on_its_side_or_head_is_read_and_said_to_be(tmp_path: Path, read: Read, turned: int) -> None:
    page = np.full((500, 900, 3), 250, np.uint8)
    for number in range(6):
        line = f"Paid {1000 + 37 * number} on day {number + 3}"
        cv2.putText(page, line, (60, 80 + 70 * number), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 3)
    cv2.imwrite(str(tmp_path / "turned.png"), np.rot90(page, turned // 90))
    reading = read(tmp_path / "turned.png")
    numbers = [re.findall(r"\d+", line) for line in reading.text.splitlines()]
    assert numbers == [[str(1000 + 37 * number), str(number + 3)] for number in range(6)]
    assert (reading.turned, reading.flags) == (turned, ("rotated_fixed",))


def test_a_blank_page_has_no_text_and_no_flags(tmp_path: Path, read: Read) -> None:
    Image.new("RGB", (800, 1100), "white").save(tmp_path / "blank.png")
    reading = read(tmp_path / "blank.png")
    assert (reading.text, reading.lines, reading.quality, reading.flags) == ("", (), None, ())


def test_a_seal_without_legible_writing_is_still_told(tmp_path: Path, read: Read) -> None:
    page = np.full((1100, 800, 3), 250, np.uint8)
    cv2.putText(page, "Total 1234.56 paid in full", (80, 400), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 3)
    seal = np.full_like(page, 255)
    cv2.circle(seal, (400, 390), 110, (70, 70, 210), 8)
    cv2.imwrite(str(tmp_path / "sealed.png"), np.minimum(page, seal))
    reading = read(tmp_path / "sealed.png")
    assert "1234.56" in reading.text
    assert "stamp_overlap" in reading.flags
    assert len(reading.seals) == 1
