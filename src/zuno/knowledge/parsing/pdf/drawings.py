"""What is drawn on a PDF page: its pictures and text objects, and what its pictures hold beside the text.

Makes text without extent extractable on the way. Holds no state.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium_c

from zuno.knowledge.parsing.pdf.calls import Handle, plain
from zuno.knowledge.parsing.pdf.frame import Sides

FLAT_POINTS = 0.02
"""Width or height below which text is widened; PDFium leaves out what is narrower than 0.01."""

OUTLINE_EM = 0.7
"""Width of the outline in font sizes: text gets about the height that glyphs would give it."""

LARGE_PICTURE_SHARE = 0.3
"""Share of the page from which a picture may hold content of its own."""

RASTER_LIMIT_PIXELS = 50_000_000
"""Pixels of a page, and of its pictures, up to which it is rendered to look for ink."""

DARK = 128
"""Grey below which a pixel is ink; what shines through as a watermark is lighter."""

INK_SHARE = 0.004
"""Share of the large pictures' pixels that must be ink outside the text: some words, not a speck."""

_NO_MOVE = pdfium_c.FS_MATRIX(1, 0, 0, 1, 0, 0)
_TEXT, _IMAGE, _FORM = pdfium_c.FPDF_PAGEOBJ_TEXT, pdfium_c.FPDF_PAGEOBJ_IMAGE, pdfium_c.FPDF_PAGEOBJ_FORM
_DARK_TO_ONE = bytes(1 if grey < DARK else 0 for grey in range(256))


_get_page_object = plain(pdfium_c.FPDFPage_GetObject, Handle)
_get_form_object = plain(pdfium_c.FPDFFormObj_GetObject, Handle)
_get_kind = plain(pdfium_c.FPDFPageObj_GetType)
_get_bounds = plain(pdfium_c.FPDFPageObj_GetBounds)
_get_mode = plain(pdfium_c.FPDFTextObj_GetTextRenderMode)
_get_font = plain(pdfium_c.FPDFTextObj_GetFont, Handle)
_is_embedded = plain(pdfium_c.FPDFFont_GetIsEmbedded)

_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class Drawn:
    """What stands on a page, in the page's own coordinates."""

    count: int
    """Objects of any kind."""
    pictures: list[Sides] = field(default_factory=list[Sides])
    """Large pictures only."""
    texts: list[Sides] = field(default_factory=list[Sides])
    """Filled only where there are large pictures."""
    pixels: int = 0
    """Of the large pictures together, before they are fitted to the page."""
    hidden: bool = False
    """Whether the first text is drawn invisibly, as under a scanner's OCR."""
    undrawn: bool = False
    """Whether there is text in a font that is not in the file and that gives no drawing here."""

    @property
    def beside_text(self) -> bool:
        """Whether the text stands outside the pictures, so that they have content of their own."""
        inside = sum(any(_holds(picture, text) for picture in self.pictures) for text in self.texts)
        return bool(self.pictures) and bool(self.texts) and inside * 5 < len(self.texts)


def look_at(page: pypdfium2.PdfPage) -> Drawn:
    """List what is drawn on a page, and widen text without extent.

    PDFium leaves out text whose bounds have no width, and tells lines apart by their height.
    Bounds come from the drawings of the glyphs, which a font has not that is neither in the
    file nor on this machine, nor the font of an invisible OCR layer. Without this the fonts
    installed would decide what is read.

    Args:
        page: Changed in memory only.
    """
    drawn = Drawn(count=pdfium_c.FPDFPage_CountObjects(page))
    texts: list[tuple[Handle, _Matrix]] = []
    pictures: list[tuple[Sides, Handle]] = []
    sides = left, bottom, right, top = tuple(ctypes.c_float() for _ in range(4))
    places = tuple(ctypes.byref(side) for side in sides)
    waiting = [(_get_page_object, page.raw, drawn.count, _IDENTITY)]
    while waiting:
        get_object, holder, count, matrix = waiting.pop()
        for at in range(count):
            item = get_object(holder, at)
            kind = _get_kind(item)
            if kind == _TEXT:
                texts.append((item, matrix))
                _get_bounds(item, *places)
                if right.value - left.value < FLAT_POINTS or top.value - bottom.value < FLAT_POINTS:
                    drawn.undrawn |= _outline(item)
            elif kind == _IMAGE:
                _get_bounds(item, *places)
                pictures.append((_moved(sides, matrix), item))
            elif kind == _FORM:
                form = _pointer(item)
                waiting.append((_get_form_object, item, pdfium_c.FPDFFormObj_CountObjects(form), _within(form, matrix)))
    if pictures:
        width, height = page.get_size()
        large = [found for found in pictures if _area(found[0]) > LARGE_PICTURE_SHARE * width * height]
        drawn.pictures = [box for box, _ in large]
        drawn.pixels = sum(_pixels(_pointer(item)) for _, item in large)
    if drawn.pictures:
        drawn.hidden = bool(texts) and _is_hidden(texts[0][0])
        for item, matrix in texts:
            _get_bounds(item, *places)
            drawn.texts.append(_moved(sides, matrix))
    return drawn


def _pointer(handle: Handle) -> object:
    return ctypes.cast(handle, pdfium_c.FPDF_PAGEOBJECT)


def _outline(text: Handle) -> bool:
    """Give a text object an outline; tell whether it is text that ought to be seen but cannot be drawn."""
    hidden = _is_hidden(text)
    if not hidden and _is_embedded(_get_font(text)):
        return False  # A space, which has no drawing in any font.
    item = _pointer(text)
    size, matrix = ctypes.c_float(), pdfium_c.FS_MATRIX()
    pdfium_c.FPDFTextObj_GetFontSize(item, size)
    pdfium_c.FPDFPageObj_GetMatrix(item, matrix)
    mode = pdfium_c.FPDFTextObj_GetTextRenderMode(item)
    pdfium_c.FPDFTextObj_SetTextRenderMode(item, pdfium_c.FPDF_TEXTRENDERMODE_STROKE)
    pdfium_c.FPDFPageObj_SetStrokeWidth(item, OUTLINE_EM * size.value * math.hypot(matrix.c, matrix.d))
    # Bounds, which include the outline, are computed anew when an object is moved; by nothing here.
    pdfium_c.FPDFPageObj_TransformF(item, _NO_MOVE)
    pdfium_c.FPDFTextObj_SetTextRenderMode(item, mode)
    return not hidden


def _pixels(picture: object) -> int:
    width, height = ctypes.c_uint(), ctypes.c_uint()
    pdfium_c.FPDFImageObj_GetImagePixelSize(picture, width, height)
    return width.value * height.value


def _is_hidden(text: Handle) -> bool:
    return _get_mode(text) == pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE


def _within(form: object, outer: _Matrix) -> _Matrix:
    """Return the matrix that leads from the inside of a form object to the page."""
    own = pdfium_c.FS_MATRIX()
    pdfium_c.FPDFPageObj_GetMatrix(form, own)
    a, b, c, d, e, f = outer
    return (
        own.a * a + own.b * c,
        own.a * b + own.b * d,
        own.c * a + own.d * c,
        own.c * b + own.d * d,
        own.e * a + own.f * c + e,
        own.e * b + own.f * d + f,
    )


def _moved(sides: Sequence[ctypes.c_float], matrix: _Matrix) -> Sides:
    left, bottom, right, top = (side.value for side in sides)
    if matrix is _IDENTITY:
        return left, bottom, right, top
    a, b, c, d, e, f = matrix
    corners = [(left, bottom), (left, top), (right, bottom), (right, top)]
    xs = [x * a + y * c + e for x, y in corners]
    ys = [x * b + y * d + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _area(box: Sides) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _holds(box: Sides, inner: Sides) -> bool:
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def has_ink_beside_text(page: pypdfium2.PdfPage, drawn: Drawn) -> bool:
    """Tell whether large pictures hold something dark where no text of the page lies.

    A letterhead or watermark behind the text is light; a scan under the line that a court's
    or a scanner's program stamped on it is not. Renders the page, so costs what that costs; what
    is too large for that is taken to hold some.
    """
    left, bottom, right, top = page.get_bbox()
    if max(drawn.pixels, (right - left) * (top - bottom)) > RASTER_LIMIT_PIXELS:
        return True
    rotation = page.get_rotation()
    page.set_rotation(0)
    bitmap = page.render(grayscale=True)
    page.set_rotation(rotation)
    try:
        width, height, stride = bitmap.width, bitmap.height, bitmap.stride
        ink = bytearray(bytes(bitmap.buffer).translate(_DARK_TO_ONE))
    finally:
        bitmap.close()
    x_scale, y_scale = width / (right - left), height / (top - bottom)

    def pixels(box: Sides) -> tuple[int, int, range]:
        first = max(0, math.floor((box[0] - left) * x_scale))
        last = min(width, math.ceil((box[2] - left) * x_scale))
        upper = max(0, math.floor((top - box[3]) * y_scale))
        return first, max(first, last), range(upper, min(height, math.ceil((top - box[1]) * y_scale)))

    for box in drawn.texts:
        first, last, rows = pixels(box)
        for row in rows:
            ink[row * stride + first : row * stride + last] = bytes(last - first)
    dark = seen = 0
    for box in drawn.pictures:
        first, last, rows = pixels(box)
        seen += (last - first) * len(rows)
        dark += sum(ink.count(1, row * stride + first, row * stride + last) for row in rows)
    return dark > INK_SHARE * seen
