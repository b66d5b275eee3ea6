"""Pictures: how many pages they have. Their text is read by recognition, never here."""

from __future__ import annotations

import io
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from zuno.knowledge.parsing.reading import Reading, Refusal

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURE_PIXELS = 120_000_000
"""Declared pixels of one frame above which a picture is refused: decoding them takes 3 bytes each, twice."""

FRAMES_LIMIT = 2_000


def read(data: bytes) -> Reading:
    """Return a reading without text whose pages are all unread: frames of a TIFF, 1 for others.

    Of an animation the first frame counts, as people see it.

    Raises:
        Refusal: ``broken`` or ``over_budget``.
    """
    with opened(io.BytesIO(data)) as image:
        frames = int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1
        if frames > FRAMES_LIMIT:
            raise Refusal(
                "over_budget", f"图片有{frames}帧，超过{FRAMES_LIMIT}帧上限。请拆分后再放入。", format="image"
            )
        return Reading(format="image", unread_pages=tuple(range(1, frames + 1)))


@contextmanager
def opened(source: Path | io.BytesIO) -> Generator[Image]:
    """Open a picture for its header; its size is checked before anything is decoded.

    Raises:
        Refusal: ``broken`` or ``over_budget``, from within the context too.
    """
    from PIL import Image as Pictures
    from PIL import UnidentifiedImageError

    _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pictures.open(source) as image:
                check_size(image)
                yield image
    except Pictures.DecompressionBombError as error:
        raise Refusal("over_budget", "图片的像素数过大。请缩小或裁成几张后再放入。") from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, KeyError, IndexError) as error:
        raise Refusal("broken", "图片损坏，或内容与名称不符。请用看图软件打开后另存为 PNG 或 JPG。") from error


def check_size(image: Image) -> None:
    """Refuse a frame of too many pixels by what its header says.

    Raises:
        Refusal: ``over_budget``.
    """
    if image.width * image.height > PICTURE_PIXELS:
        raise Refusal(
            "over_budget",
            f"图片为{image.width}×{image.height}像素，超过{PICTURE_PIXELS // 10_000}万像素上限。"
            "请缩小或裁成几张后再放入。",
        )


def _register_heif() -> None:
    try:
        from pillow_heif import register_heif_opener
    except ImportError:  # HEIC is then refused as broken; every other picture still opens
        return
    register_heif_opener()
