"""Reads rows from the pages of a SQLite file, even if an index, the root or the header is damaged.

The format is described in https://www.sqlite.org/fileformat2.html, sections 1.6, 2.1, 4.1. The rows of a table are in
leaf pages, which can be read alone; pages in a write-ahead log replace those in the file.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from sextant.dataclass import dataclass

Value = int | float | str | bytes | None

_PAGE = 4096
_TABLE_LEAF = 0x0D
_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)
_MAX_ROW = 64 * 1024 * 1024
_READ_AGAIN = 16
"""Rows may take so many times the size of the file: in a damaged one, each may refer to all overflow pages."""
_CELL = 64
"""The least that a row counts for, whatever its size."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of some table; its columns identify the table."""

    rowid: int
    values: tuple[Value, ...]


class _Unreadable(Exception):  # noqa: N818 - stays in this module
    """The bytes are not a row."""


class _File:
    """The pages by number, and the bytes of rows that may still be read of them."""

    def __init__(self, pages: dict[int, bytes]) -> None:
        self.pages = pages
        self.left = _READ_AGAIN * _PAGE * len(pages)


def rows(path: Path) -> Iterator[Row]:
    """Every readable row, page after page; unreadable ones are skipped. It takes time in proportion to the file."""
    file = _File(_pages(path))
    for number, page in file.pages.items():
        start = 100 if number == 1 else 0
        if len(page) < _PAGE or page[start] != _TABLE_LEAF:
            continue
        for place in range(int.from_bytes(page[start + 3 : start + 5], "big")):
            pointer = start + 8 + 2 * place
            if pointer + 2 > _PAGE:
                break
            if file.left < 0:
                return
            try:
                yield _row(file, page, int.from_bytes(page[pointer : pointer + 2], "big"))
            except (_Unreadable, IndexError, ValueError, struct.error):
                continue


def _pages(path: Path) -> dict[int, bytes]:
    data = path.read_bytes()
    pages = {at // _PAGE + 1: data[at : at + _PAGE] for at in range(0, len(data), _PAGE)}
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        pages.update(_logged(log.read_bytes()))
    return pages


def _logged(log: bytes) -> dict[int, bytes]:
    """Pages of complete transactions in the write-ahead log."""
    salts = log[16:24]
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for at in range(32, len(log) - _PAGE - 23, _PAGE + 24):
        number, size = struct.unpack(">II", log[at : at + 8])
        if log[at + 8 : at + 16] != salts:
            break
        waiting[number] = log[at + 24 : at + 24 + _PAGE]
        if size:
            committed.update(waiting)
            waiting = {}
    return committed


def _row(file: _File, page: bytes, at: int) -> Row:
    file.left -= _CELL
    size, at = _varint(page, at)
    rowid, at = _varint(page, at)
    if not 0 < size <= _MAX_ROW:
        raise _Unreadable
    local = _local_size(size)
    payload = page[at : at + local]
    file.left -= local
    if local < size:
        payload += _overflow(file, int.from_bytes(page[at + local : at + local + 4], "big"), size - local)
    if len(payload) != size:
        raise _Unreadable
    return Row(rowid, _values(payload))


def _local_size(size: int) -> int:
    """The number of bytes of a row on its own page."""
    most = _PAGE - 35
    if size <= most:
        return size
    least = (_PAGE - 12) * 32 // 255 - 23
    kept = least + (size - least) % (_PAGE - 4)
    return kept if kept <= most else least


def _overflow(file: _File, number: int, size: int) -> bytes:
    found = bytearray()
    seen: set[int] = set()
    while len(found) < size:
        page = file.pages.get(number)
        if page is None or number in seen or file.left < 0:
            raise _Unreadable
        file.left -= _PAGE
        seen.add(number)
        found += page[4 : 4 + size - len(found)]
        number = int.from_bytes(page[:4], "big")
    return bytes(found)


def _values(payload: bytes) -> tuple[Value, ...]:
    end, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        size = _size(kind)
        raw = payload[at : at + size]
        if len(raw) != size:
            raise _Unreadable
        values.append(_value(kind, raw))
        at += size
    return tuple(values)


def _size(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    if kind <= 6:
        return _INTEGER_BYTES[kind]
    return 8 if kind == 7 else 0


def _value(kind: int, raw: bytes) -> Value:
    match kind:
        case 0:
            return None
        case 7:
            return float(struct.unpack(">d", raw)[0])
        case 8 | 9:
            return kind - 8
        case 10 | 11:
            raise _Unreadable
        case _ if kind < 7:
            return int.from_bytes(raw, "big", signed=True)
        case _ if kind % 2:
            return raw.decode()
        case _:
            return raw


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at]
        at += 1
        if place == 8:
            return (value << 8) | byte, at
        value = (value << 7) | (byte & 0x7F)
        if not byte & 0x80:
            break
    return value, at
