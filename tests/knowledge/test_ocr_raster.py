"""Pictures of pages as a person sees them."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from zuno.knowledge.ocr import raster
from zuno.knowledge.ocr.raster import raster_of
from zuno.knowledge.parsing import images
from zuno.knowledge.parsing.reading import Refusal

RED, WHITE = (255, 0, 0), (255, 255, 255)


def corner_marked(mode: str = "RGB") -> Image.Image:
    """A 40 × 20 picture, white with a black left half."""
    picture = Image.new("RGB", (40, 20), "white")
    picture.paste((0, 0, 0), (0, 0, 20, 20))
    return picture.convert(mode)


def sides(path: Path) -> tuple[int, int]:
    """Brightness at the left and right end of a picture file."""
    image = raster_of(path, "image", 1).image.convert("L")
    left, right = image.getpixel((2, 10)), image.getpixel((37, 10))
    assert isinstance(left, int)
    assert isinstance(right, int)
    return left, right


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.bmp", "a.gif", "a.webp", "a.tiff", "a.heic"])
def test_every_kind_of_picture_opens(tmp_path: Path, name: str) -> None:
    if name.endswith("heic"):
        pytest.importorskip("pillow_heif").register_heif_opener()
    corner_marked().save(tmp_path / name)
    left, right = sides(tmp_path / name)
    assert left < 40
    assert right > 215


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "I;16", "LA"])
def test_every_colour_mode_shows_the_same(tmp_path: Path, mode: str) -> None:
    if mode == "I;16":
        picture = corner_marked("L").convert("I").point(lambda value: value * 257).convert("I;16")
    else:
        picture = corner_marked(mode)
    picture.save(tmp_path / "a.tiff")
    left, right = sides(tmp_path / "a.tiff")
    assert left < 40
    assert right > 215


def test_transparent_parts_are_paper(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
    picture.paste((*RED, 255), (0, 0, 20, 20))
    picture.save(tmp_path / "a.png")
    image = raster_of(tmp_path / "a.png", "image", 1).image
    assert image.getpixel((2, 2)) == RED
    assert image.getpixel((38, 2)) == WHITE


def test_white_writing_without_a_ground_is_not_lost_on_white_paper(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
    picture.paste((255, 255, 255, 255), (0, 0, 20, 20))
    picture.save(tmp_path / "a.png")
    image = raster_of(tmp_path / "a.png", "image", 1).image
    assert image.getpixel((2, 2)) == WHITE
    assert image.getpixel((38, 2)) == (0, 0, 0)


def test_the_rotation_mark_of_a_camera_is_obeyed(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    corner_marked().save(tmp_path / "a.jpg", exif=exif)
    page = raster_of(tmp_path / "a.jpg", "image", 1)
    assert (page.width, page.height) == (20, 40)
    top = page.image.convert("L").getpixel((10, 2))
    assert isinstance(top, int)
    assert top < 40


def test_each_frame_of_a_tiff_is_a_page_and_an_animation_is_one(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (10, 10), colour) for colour in ("white", "red", "white")]
    for name in ("a.tiff", "a.gif"):
        frames[0].save(tmp_path / name, save_all=True, append_images=frames[1:])
    assert images.read((tmp_path / "a.tiff").read_bytes()).unread_pages == (1, 2, 3)
    assert images.read((tmp_path / "a.gif").read_bytes()).unread_pages == (1,)
    assert raster_of(tmp_path / "a.tiff", "image", 2).image.getpixel((5, 5)) == RED


def huge_png(width: int, height: int) -> bytes:
    """A PNG whose header promises more pixels than anyone should decode."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [12_000, 30_000])
def test_too_many_pixels_are_refused_by_the_header(tmp_path: Path, side: int) -> None:
    (tmp_path / "a.png").write_bytes(huge_png(side, side))
    with pytest.raises(Refusal) as refused:
        raster_of(tmp_path / "a.png", "image", 1)
    assert refused.value.reason == "over_budget"


def test_a_huge_photo_is_shrunk_but_keeps_its_size_in_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "PHOTO_PIXELS", 200)
    corner_marked().save(tmp_path / "a.jpg")
    page = raster_of(tmp_path / "a.jpg", "image", 1)
    assert page.image.size == (20, 10)
    assert (page.width, page.height) == (40, 20)


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xff\xe0no picture", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4"])
def test_what_is_no_picture_is_broken(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(data)
    for format in ("image", "pdf"):
        with pytest.raises(Refusal) as refused:
            raster_of(tmp_path / "a", format, 1)
        assert refused.value.reason == "broken"


def test_half_a_photo_is_broken(tmp_path: Path) -> None:
    Image.effect_noise((200, 200), 90).save(tmp_path / "a.jpg")
    whole = (tmp_path / "a.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Refusal) as refused:
        raster_of(tmp_path / "a.jpg", "image", 1)
    assert refused.value.reason == "broken"


def test_a_page_that_the_pdf_does_not_have_is_broken(tmp_path: Path) -> None:
    corner_marked().save(tmp_path / "a.pdf")
    page = raster_of(tmp_path / "a.pdf", "pdf", 1)
    assert page.image.width == pytest.approx(page.width * 200 / 72, abs=2)
    with pytest.raises(Refusal) as refused:
        raster_of(tmp_path / "a.pdf", "pdf", 2)
    assert refused.value.reason == "broken"
