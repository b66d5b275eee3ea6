"""The picture of a page: a rendered PDF page, or a frame of a picture file as a person sees it.

Sizes are taken from the header before anything is decoded. Pillow is loaded on
first use only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2

from zuno.knowledge.parsing.images import check_size, opened
from zuno.knowledge.parsing.reading import Refusal

if TYPE_CHECKING:
    from PIL.Image import Image

PDF_DPI = 200
"""Small print stays legible for the recogniser; more costs time and reads no better."""

PDF_PIXELS = 24_000_000
"""A larger page (A1, a poster) is rendered at fewer dots per inch."""

PHOTO_PIXELS = 24_000_000
"""A larger photo is shrunk to this: its signs are far larger than needed."""

LIGHT = 225
"""Mean grey of what is not transparent from which it would be lost on white paper."""

LONG_ASPECT = 2.5
"""A picture this many times taller than wide is a long screenshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raster:
    """A page's picture in RGB and the size of the page in its own unit."""

    image: Image
    width: float
    height: float
    """In points for PDF, else pixels; ``width / image.width`` is the size of a pixel."""


def raster_of(path: Path, format: str, page: int) -> Raster:
    """Return the picture of page ``page`` (from 1) of a ``pdf`` or ``image``.

    Raises:
        Refusal: ``broken`` or ``over_budget``.
    """
    return _pdf_page(path, page) if format == "pdf" else _frame(path, page)


def _pdf_page(path: Path, number: int) -> Raster:
    try:
        pdf = pypdfium2.PdfDocument(path)
        try:
            pdf.init_forms()
            page = pdf[number - 1]
            width, height = page.get_size()
            scale = min(PDF_DPI / 72, (PDF_PIXELS / max(width * height, 1)) ** 0.5)
            drawn = page.render(scale=scale)  # pyright: ignore[reportArgumentType] - declared too narrowly there
            image = drawn.to_pil().convert("RGB")
        finally:
            pdf.close()
    except (pypdfium2.PdfiumError, OSError, IndexError, ValueError) as error:
        raise Refusal("broken", f"第{number}页无法渲染成图像（文件损坏）。请重新导出这份 PDF。") from error
    return Raster(image=image, width=width, height=height)


def _frame(path: Path, number: int) -> Raster:
    from PIL import ImageOps

    with opened(path) as image:
        if number > 1:
            image.seek(number - 1)
            check_size(image)
        width = image.width
        _shrink(image)
        scale = width / image.width
        flat = _on_white(ImageOps.exif_transpose(image))
    return Raster(image=flat, width=round(flat.width * scale), height=round(flat.height * scale))


def _shrink(image: Image) -> None:
    """Make a huge photo smaller in place; a long screenshot is read in bands and keeps its size."""
    shorter, longer = sorted(image.size)
    scale = (PHOTO_PIXELS / (image.width * image.height)) ** 0.5
    if scale < 1 and longer < LONG_ASPECT * shorter:
        image.thumbnail((int(image.width * scale), int(image.height * scale)))


def _on_white(image: Image) -> Image:
    """Return the picture in RGB: sixteen bits scaled down, transparency shown on paper on which it can be seen."""
    from PIL import Image as Pictures
    from PIL import ImageStat

    if image.mode.startswith(("I", "F")):
        import numpy as np

        deep = np.asarray(image, dtype=np.float64)
        deepest = float(deep.max(initial=0.0))
        white = next((top for top in (1.0, 255.0, 65535.0) if deepest <= top), deepest)
        return Pictures.fromarray((deep.clip(0) * (255.0 / white)).astype(np.uint8)).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        layered = image.convert("RGBA")
        opaque = ImageStat.Stat(layered.convert("L"), layered.getchannel("A"))
        light = opaque.count[0] > 0 and opaque.mean[0] > LIGHT
        paper = Pictures.new("RGB", layered.size, "black" if light else "white")
        paper.paste(layered, mask=layered.getchannel("A"))
        return paper
    return image.convert("RGB")
