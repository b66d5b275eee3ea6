"""Builders of the smallest files that show one trap each; every builder returns bytes."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
from collections.abc import Iterable, Sequence

W_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
REL_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def zip_of(members: Iterable[tuple[str | bytes, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP; a name given as bytes is stored as it is, without the UTF-8 mark."""
    buffer = io.BytesIO()
    names: list[tuple[bytes, bytes]] = []
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for number, (name, data) in enumerate(members):
            shown = name
            if isinstance(name, bytes):
                shown = f"{number:08d}".rjust(len(name), "~")[-max(len(name), 8) :]
                assert len(shown) == len(name), "raw names need at least 8 bytes"
                names.append((shown.encode("ascii"), name))
            archive.writestr(zipfile.ZipInfo(str(shown), (2026, 1, 5, 10, 0, 0)), data, method)
    whole = buffer.getvalue()
    for placeholder, raw in names:
        whole = whole.replace(placeholder, raw)
    return whole


def docx(body: str, **parts: str) -> bytes:
    """A Word file around the inside of ``w:body``; parts by name without ``.xml`` (``numbering``, ``header1`` …)."""
    namespaces = (
        f'xmlns:w="{W_NS}" xmlns:r="{REL_NS}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
        'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
    )
    kinds = {name: name.rstrip("0123456789") for name in parts}
    relations = "".join(
        f'<Relationship Id="r{name}" Type="{REL_NS}/{kind}" Target="{name}.xml"/>' for name, kind in kinds.items()
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    members = [
        ("[Content_Types].xml", b"<Types/>"),
        (
            "_rels/.rels",
            f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{REL_NS}/officeDocument" '
            'Target="word/document.xml"/></Relationships>'.encode(),
        ),
        ("word/document.xml", f"<w:document {namespaces}><w:body>{body}</w:body></w:document>".encode()),
        ("word/_rels/document.xml.rels", f'<Relationships xmlns="{package}">{relations}</Relationships>'.encode()),
    ]
    roots = {"header": "hdr", "footer": "ftr"}
    for name, kind in kinds.items():
        root = roots.get(kind, kind)
        members.append((f"word/{name}.xml", f"<w:{root} {namespaces}>{parts[name]}</w:{root}>".encode()))
    return zip_of(members)


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}<w:r><w:t>{text}</w:t></w:r></w:p>"


def pdf(
    pages: Sequence[Sequence[str | tuple[float, float, str]]],
    *,
    images: Sequence[int] = (),
    grey: int = 255,
    drawings: Sequence[int] = (),
    image_matrix: str = "595 0 0 842 0 0",
    rotate: int = 0,
    text_matrix: str = "1 0 0 1 50 {y}",
    hidden_text: bool = False,
    inside_form: bool = False,
    labels: str = "",
    annotations: Sequence[str] = (),
    user_password: str | None = None,
    to_unicode: dict[str, str] | None = None,
    bytes_in: str | None = None,
    extra: Sequence[tuple[str, bytes]] = (),
) -> bytes:
    """A PDF with one list of lines per page.

    Args:
        pages: Lines of text of each page; one with x and y (from the lower left) stands there.
        images: Indexes of pages that hold a picture, placed by ``image_matrix``.
        grey: What the picture shows, from black (0) to white.
        drawings: Indexes of pages on which lines are drawn.
        rotate: The pages' ``/Rotate``.
        text_matrix: Where a line stands; ``{y}`` goes down from 780, ``{x}`` up from 50 by 20,
            ``{beside}`` by 12, the width of a hanzi.
        hidden_text: Draws the text invisibly, as scanners do.
        inside_form: Draws the text by way of a form object.
        labels: The catalog's ``/PageLabels`` dictionary.
        annotations: Annotation dictionaries of the first page.
        user_password: Encrypts the file (40-bit RC4).
        to_unicode: Uses a font with own codes instead of UniGB-UCS2-H; maps each character
            of ``pages`` to the text that the file claims it stands for.
        bytes_in: Uses a simple Latin font for the bytes of the text in this encoding.
        extra: Files attached to the document.
    """
    writer = _PdfWriter()
    font = _latin_font(writer) if bytes_in else _coded_font(writer, to_unicode) if to_unicode else _unicode_font(writer)
    codes = None if to_unicode is None else {char: at for at, char in enumerate(to_unicode, start=1)}
    picture = writer.add(
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8",
        bytes([grey]),
    )
    tree = writer.reserve()
    kids: list[int] = []
    for index, lines in enumerate(pages):
        content = f"q {image_matrix} cm /I0 Do Q\n".encode() if index in images else b""
        content += b"50 700 m 90 760 l S\n" if index in drawings else b""
        for at, placed in enumerate(lines):
            line = placed if isinstance(placed, str) else placed[2]
            shown = line.encode(bytes_in or "utf-16-be") if codes is None else _coded(line, codes)
            matrix = text_matrix.format(y=780 - 20 * at, x=50 + 20 * at, beside=50 + 12 * at)
            if not isinstance(placed, str):
                matrix = f"1 0 0 1 {placed[0]} {placed[1]}"
            content += f"BT {3 if hidden_text else 0} Tr /F0 12 Tf {matrix} Tm <{shown.hex()}> Tj ET\n".encode()
        form = b""
        if inside_form:
            head = b"<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F0 %d 0 R>>>>" % font
            form = b"/X0 %d 0 R" % writer.add(head, content)
            content = b"/X0 Do"
        stream = writer.add(b"<<", content)
        marks = b"".join(b"%d 0 R " % writer.add(text.encode()) for text in annotations) if index == 0 else b""
        kids.append(
            writer.add(
                b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 595 842]/Rotate %d/Contents %d 0 R/Annots[%s]"
                b"/Resources<</Font<</F0 %d 0 R>>/XObject<</I0 %d 0 R%s>>>>>>"
                % (tree, rotate, stream, marks, font, picture, form)
            )
        )
    writer.put(tree, b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids)))
    names = b""
    for name, data in extra:
        stream = writer.add(b"<</Type/EmbeddedFile", data)
        spec = writer.add(b"<</Type/Filespec/F(%s)/EF<</F %d 0 R>>>>" % (name.encode(), stream))
        names += b"(%s) %d 0 R " % (name.encode(), spec)
    attached = b"/Names<</EmbeddedFiles<</Names[%s]>>>>" % names if names else b""
    if labels:
        attached += b"/PageLabels" + labels.encode()
    return writer.finish(writer.add(b"<</Type/Catalog/Pages %d 0 R%s>>" % (tree, attached)), user_password)


def _coded(line: str, codes: dict[str, int]) -> bytes:
    return b"".join(codes[char].to_bytes(2, "big") for char in line)


def _latin_font(writer: _PdfWriter) -> int:
    return writer.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")


def _unicode_font(writer: _PdfWriter) -> int:
    descriptor = writer.add(
        b"<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0"
        b"/Ascent 880/Descent -120/CapHeight 700/StemV 80>>"
    )
    cid = writer.add(
        b"<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)"
        b"/Supplement 2>>/FontDescriptor %d 0 R/DW 1000>>" % descriptor
    )
    return writer.add(
        b"<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[%d 0 R]>>" % cid
    )


def _coded_font(writer: _PdfWriter, to_unicode: dict[str, str]) -> int:
    pairs = "\n".join(
        f"<{at:04x}> <{claimed.encode('utf-16-be').hex()}>" for at, claimed in enumerate(to_unicode.values(), start=1)
    )
    cmap = writer.add(
        b"<<",
        f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n1 begincodespacerange <0000> <ffff> "
        f"endcodespacerange\n{len(to_unicode)} beginbfchar\n{pairs}\nendbfchar\nendcmap end end".encode(),
    )
    cid = writer.add(
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
        b"/Supplement 0>>/DW 1000>>"
    )
    return writer.add(
        b"<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
        % (cid, cmap)
    )


class _PdfWriter:
    """Collects numbered objects and writes them with a cross-reference table."""

    def __init__(self) -> None:
        self._objects: dict[int, tuple[bytes, bytes | None]] = {}
        self._reserved = 0

    def reserve(self) -> int:
        self._reserved += 1
        return self._reserved

    def put(self, number: int, head: bytes, stream: bytes | None = None) -> None:
        self._objects[number] = (head, stream)

    def add(self, head: bytes, stream: bytes | None = None) -> int:
        """Add an object; with a stream, ``head`` is its dictionary without the closing ``>>``."""
        number = self.reserve()
        self.put(number, head, stream)
        return number

    def finish(self, root: int, user_password: str | None) -> bytes:
        trailer = b"/Root %d 0 R" % root
        key = b""
        if user_password is not None:
            entry, key = _encryption(user_password)
            trailer += b"/ID[<00><00>]/Encrypt " + entry
        out = b"%PDF-1.4\n"
        offsets: dict[int, int] = {}
        for number, (head, stream) in sorted(self._objects.items()):
            offsets[number] = len(out)
            if stream is not None:
                data = (
                    _rc4(hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], stream)
                    if key
                    else stream
                )
                head += b"/Length %d>>\nstream\n%s\nendstream" % (len(data), data)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, head)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (self._reserved + 1)
        out += b"".join(b"%010d 00000 n \n" % offsets[number] for number in sorted(offsets))
        return out + b"trailer<</Size %d%s>>\nstartxref\n%d\n%%%%EOF" % (self._reserved + 1, trailer, start)


def _encryption(password: str) -> tuple[bytes, bytes]:
    """Return the encryption dictionary (standard handler, revision 2) and the file key."""
    padded = (password.encode() + PADDING)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    key = hashlib.md5(padded + owner + (0xFFFFFFFC).to_bytes(4, "little") + b"\0").digest()[:5]
    user = _rc4(key, PADDING)
    entry = b"<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (owner.hex().encode(), user.hex().encode())
    return entry, key


def _rc4(key: bytes, data: bytes) -> bytes:
    box = list(range(256))
    j = 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)


def compound(streams: dict[str, bytes]) -> bytes:
    """An OLE compound file; a stream in a storage has a name with ``/``."""
    names = ["Root Entry"]
    for path in streams:
        steps = path.split("/")
        names += [p for n in range(1, len(steps) + 1) if (p := "/".join(steps[:n])) not in names]
    small = [path for path, data in streams.items() if len(data) < 4096]
    fat: list[int] = []
    sectors: list[bytes] = []

    def place(data: bytes) -> int:
        """Append data in a chain of sectors; return the first."""
        first = len(sectors)
        pieces = [data[at : at + 512].ljust(512, b"\0") for at in range(0, len(data), 512)] or [bytes(512)]
        fat.extend([first + at + 1 for at in range(len(pieces) - 1)] + [0xFFFFFFFE])
        sectors.extend(pieces)
        return first

    mini, mini_fat, starts = b"", list[int](), dict[str, int]()
    for path in small:
        starts[path] = len(mini) // 64
        count = max(1, -(-len(streams[path]) // 64))
        mini_fat += [starts[path] + at + 1 for at in range(count - 1)] + [0xFFFFFFFE]
        mini += streams[path].ljust(count * 64, b"\0")
    for path, data in streams.items():
        if path not in starts:
            starts[path] = place(data)
    starts["Root Entry"] = place(mini)
    mini_fat_at = place(b"".join(n.to_bytes(4, "little") for n in mini_fat).ljust(512, b"\xff"))
    directory = b""
    for at, path in enumerate(names):
        parent = path.rpartition("/")[0] if at else None
        later = [n for n in range(at + 1, len(names)) if names[n].rpartition("/")[0] == parent] if at else []
        below = [n for n in range(1, len(names)) if names[n].rpartition("/")[0] == ("" if at == 0 else path)]
        encoded = path.rpartition("/")[2].encode("utf-16-le") + b"\0\0"
        size = len(mini) if at == 0 else len(streams.get(path, b""))
        kind = 5 if at == 0 else 2 if path in streams else 1
        right, child = (later or [0xFFFFFFFF])[0], (below or [0xFFFFFFFF])[0] if kind != 2 else 0xFFFFFFFF
        directory += encoded.ljust(64, b"\0") + struct.pack("<HBBIII", len(encoded), kind, 1, 0xFFFFFFFF, right, child)
        directory += bytes(36) + struct.pack("<IQ", starts.get(path, 0), size)
    directory_at = place(directory.ljust(-(-len(directory) // 512) * 512, b"\0"))
    fat_sectors = -(-(len(fat) + 1) // 127)
    fat_at = len(sectors)
    fat += [0xFFFFFFFD] * fat_sectors
    table = b"".join(n.to_bytes(4, "little") for n in fat).ljust(512 * fat_sectors, b"\xff")
    header = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0, fat_sectors, directory_at, 0, 4096, mini_fat_at, 1, 0xFFFFFFFE, 0)
    header += b"".join(n.to_bytes(4, "little") for n in range(fat_at, fat_at + fat_sectors)).ljust(436, b"\xff")
    return header + b"".join(sectors) + table


def xls(cells: Sequence[tuple[int, int, object]], *, merged: Sequence[tuple[int, int, int, int]] = ()) -> bytes:
    """An old Excel workbook with one sheet 表1; numbers, texts, and formulas as ``b"=result"``.

    Args:
        cells: (row, column, value), counted from 0; a share (``"12%"``) gets a percent format.
        merged: (first row, last row, first column, last column).
    """

    def record(number: int, content: bytes) -> bytes:
        return struct.pack("<HH", number, len(content)) + content

    bof = [record(0x809, struct.pack("<HHHHII", 0x600, kind, 0, 0, 0, 0)) for kind in (0x05, 0x10)]
    styles = b"".join(record(0xE0, struct.pack("<HH", 0, code) + bytes(16)) for code in (0, 9, 14))
    title = "表1".encode("utf-16-le")
    head = bof[0] + styles
    start = len(head) + 4 + 8 + len(title) + 4
    sheet = bof[1]
    for row, column, value in cells:
        place = struct.pack("<HH", row, column)
        if isinstance(value, bytes):
            result = struct.pack("<d", float(value[1:])) if value[1:] else b"\x03\0\0\0\0\0\xff\xff"
            sheet += record(0x06, place + bytes(2) + result + bytes(6) + b"\x03\0\x1e\1\0")
        elif isinstance(value, str) and not value.endswith("%"):
            words = value.encode("utf-16-le")
            sheet += record(0x204, place + bytes(2) + struct.pack("<HB", len(words) // 2, 1) + words)
        else:
            share = isinstance(value, str)
            number = float(value[:-1]) / 100 if isinstance(value, str) else float(str(value))
            sheet += record(0x203, place + struct.pack("<Hd", int(share), number))
    ranges = b"".join(struct.pack("<HHHH", *area) for area in merged)
    sheet += record(0xE5, struct.pack("<H", len(merged)) + ranges) + record(0x0A, b"")
    book = head + record(0x85, struct.pack("<IHBB", start, 0, len(title) // 2, 1) + title) + record(0x0A, b"") + sheet
    return compound({"Workbook": book})


def ofd(
    pages: Sequence[str], *, template: str = "", extra: Sequence[tuple[str, str]] = (), document: str = ""
) -> bytes:
    """An OFD file of pages of 210 by 140 mm.

    Args:
        pages: The objects of each page.
        template: Objects that every page shows.
        extra: Further parts below ``Doc_0/`` by name.
        document: What ``Document.xml`` says besides its pages.
    """
    space = 'xmlns:ofd="http://www.ofdspec.org/2016"'
    area = "<ofd:PageArea><ofd:PhysicalBox>0 0 210 140</ofd:PhysicalBox></ofd:PageArea>"
    use = '<ofd:Template TemplateID="1"/>' if template else ""
    shared = '<ofd:TemplatePage ID="1" BaseLoc="Tpls/Tpl_0/Content.xml"/>' if template else ""
    listed = "".join(f'<ofd:Page ID="{10 + at}" BaseLoc="Pages/Page_{at}/Content.xml"/>' for at in range(len(pages)))
    parts = [
        (
            "OFD.xml",
            f"<ofd:OFD {space}><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>",
        ),
        (
            "Doc_0/Document.xml",
            f"<ofd:Document {space}><ofd:CommonData>{area}{shared}<ofd:DocumentRes>Res.xml</ofd:DocumentRes>"
            f"</ofd:CommonData><ofd:Pages>{listed}</ofd:Pages>{document}</ofd:Document>",
        ),
        *((f"Doc_0/{name}", text) for name, text in extra),
    ]
    layer = "<ofd:Content><ofd:Layer ID='2'>{}</ofd:Layer></ofd:Content>"
    if template:
        parts.append(("Doc_0/Tpls/Tpl_0/Content.xml", f"<ofd:Page {space}>{layer.format(template)}</ofd:Page>"))
    for at, objects in enumerate(pages):
        page = f"<ofd:Page {space}>{use}{layer.format(objects)}</ofd:Page>"
        parts.append((f"Doc_0/Pages/Page_{at}/Content.xml", page))
    return zip_of([(name, text.encode()) for name, text in parts])


def ofd_text(x: float, y: float, text: str, more: str = "", attributes: str = "") -> str:
    """A text object of 4 mm characters whose first one stands at (x, y)."""
    return (
        f'<ofd:TextObject ID="3" Boundary="{x} {y - 4} 100 5" Font="1" Size="4" {attributes}>{more}'
        f'<ofd:TextCode X="0" Y="4">{text}</ofd:TextCode></ofd:TextObject>'
    )
