"""Memory of a process whose threads make pictures."""

import ctypes
from contextlib import suppress

__all__ = ["return_large_blocks"]

_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 1 << 20


def return_large_blocks() -> None:
    """Lets the C library give each block of over a MiB back when it is freed; for the whole process.

    Otherwise glibc keeps the blocks of pictures, for each thread apart. Another C library is left as it is.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
