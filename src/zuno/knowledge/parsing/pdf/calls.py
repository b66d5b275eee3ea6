"""PDFium's getters without the conversions that ctypes makes around each call.

A page has thousands of objects and characters, and the conversions cost more
than the calls. Holds no state.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any


class Handle(ctypes.c_void_p):
    """A thing of PDFium as its getters give it; false where there is none."""

    __slots__ = ()


def plain(function: Any, result: type[Any] = ctypes.c_int) -> Callable[..., Any]:
    """Return a function of PDFium that takes its arguments as they are and keeps the interpreter's lock.

    For getters alone: handles, integers, and ``ctypes.byref`` of what they fill. Nothing is checked.
    """
    return ctypes.cast(function, ctypes.PYFUNCTYPE(result))
