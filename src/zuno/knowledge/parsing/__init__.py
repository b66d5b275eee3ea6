"""Parsers: bytes of one file in, text with spans or a refusal out.

Everything here is a rebuildable derivation of the bytes. A parser knows one
format and nothing of folders, cases or OCR; ``dispatch`` decides which parser
reads which bytes and opens containers.
"""
