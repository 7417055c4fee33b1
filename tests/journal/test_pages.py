"""Rows of the raw pages of a database: all of an intact one, and in linear time of any other."""

import struct
from pathlib import Path

import pytest

from sextant.journal.pages import rows
from sextant_bench.fuzz_corpus import database_text, write_database

PAGE = 4096


def test_every_row_of_file_and_log_is_read(tmp_path: Path) -> None:
    """The two long rows have overflow pages. The only other row is that of the table itself."""
    write_database(database_text(tmp_path / "made"), tmp_path / "written")
    found = [row for row in rows(tmp_path / "written") if row.values[2] == "note"]
    assert [row.rowid for row in found] == list(range(1, 61))
    assert [row.values[3] for row in found] == [bytes(range(number)) for number in range(60)]
    assert {row.rowid: len(str(row.values[4])) > 2 * PAGE for row in found if row.rowid in (1, 2, 31)} == {
        1: True,
        2: False,
        31: True,
    }


@pytest.mark.timeout(60)
def test_rows_that_share_their_pages_take_no_longer_than_their_file(tmp_path: Path) -> None:
    """Each of a hundred thousand rows would be as long as the file."""
    leaves, chain = 50, 100
    local = (PAGE - 12) * 32 // 255 - 23
    size = local + (chain - 1) * (PAGE - 4)
    header = b"\4" + varint(2 * (size - 4) + 12)
    cell = varint(size) + b"\1" + header.ljust(local, b"x") + struct.pack(">I", leaves + 1)
    start = PAGE - len(cell)
    pointers = struct.pack(">H", start) * ((start - 8) // 2)
    leaf = (struct.pack(">BHHHB", 0x0D, 0, len(pointers) // 2, start, 0) + pointers).ljust(start, b"\0") + cell
    overflow = [struct.pack(">I", number + 1) + b"x" * (PAGE - 4) for number in range(leaves + 1, leaves + chain + 1)]
    path = tmp_path / "shared"
    path.write_bytes(b"\0" * PAGE + leaf * (leaves - 1) + b"".join(overflow))
    found = [len(str(row.values[0])) for row in rows(path)]
    assert found
    assert sum(found) < 20 * path.stat().st_size


def varint(value: int) -> bytes:
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.insert(0, value & 0x7F | 0x80)
    return bytes(groups)
