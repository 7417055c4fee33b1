"""Makes four Git repositories of a small harbour, one of them without a commit; the same everywhere."""

import struct
import sys
import zlib
from pathlib import Path

from dulwich import porcelain
from dulwich.repo import Repo

PEOPLE = (b"Ada Wick <ada@harbour.example>", b"Bo Lund <bo@harbour.example>", b"Cy Marsh <cy@harbour.example>")
START = 1_735_725_600  # 2025-01-01 10:00 UTC

TABLE = '''"""Heights of the tide."""

HEIGHTS = (0.4, 1.1, 2.3, 3.0, 2.2, 1.0)


def highest():
    """The highest of the day."""
    return max(HEIGHTS)
'''
LAMP = """#include <stdio.h>

int main(void)
{
    puts("lit");
    return 0;
}
"""


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture() -> bytes:
    """A grey square as PNG."""
    rows = (b"\0" + b"\x80" * 32) * 32
    header = struct.pack(">IIBBBBB", 32, 32, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class History:
    """Commits to one repository, an hour apart."""

    def __init__(self, folder: Path, about: str) -> None:
        folder.mkdir()
        self.folder, self.count = folder, 0
        self.repo = Repo.init(str(folder), default_branch=b"master")
        (folder / ".git" / "description").write_text(about, encoding="utf-8")

    def commit(self, message: str, **files: str | bytes) -> None:
        """Writes files, `__` in a name stands for a slash and `_dot_` for a dot, and commits them."""
        for name, content in files.items():
            path = self.folder / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            porcelain.add(str(self.folder), [str(path)])
        person, moment = PEOPLE[self.count % 3], START + 3600 * self.count
        self.repo.do_commit(
            message.encode(),
            committer=person,
            author=person,
            commit_timestamp=moment,
            author_timestamp=moment,
            commit_timezone=0,
            author_timezone=0,
        )
        self.count += 1


def tides(folder: Path) -> None:
    """Many commits, a tag, a second branch, folders in folders, a picture."""
    made = History(folder, "When the water comes and goes")
    made.commit("Begin", README_dot_md="# Tides\n\nWhen the water comes and goes.\n", tables__north_dot_py=TABLE)
    made.commit("Add the south", tables__south_dot_py=TABLE.replace("0.4", "0.6"))
    made.commit("Draw a square", docs__pictures__square_dot_png=picture(), docs__notes_dot_txt="Low at noon.\n")
    for number in range(1, 31):
        made.commit(
            f"Measure day {number}", log_dot_txt="".join(f"day {day}: {day % 7}.{day % 3}\n" for day in range(number))
        )
    made.repo.refs[b"refs/tags/v1"] = made.repo.head()
    made.repo.refs[b"refs/heads/storm"] = made.repo.head()
    made.commit("Correct the south\n\nIt was too high.", tables__south_dot_py=TABLE.replace("0.4", "0.5"))


def lamps(folder: Path) -> None:
    """Few commits, no README."""
    made = History(folder, "Lights of the pier")
    made.commit("Light the lamp", src__lamp_dot_c=LAMP, Makefile="all:\n\tcc src/lamp.c\n")
    made.commit("Say more", src__lamp_dot_c=LAMP.replace("lit", "the lamp is lit"))


def charts(folder: Path) -> None:
    """A README and a list."""
    made = History(folder, "Depths and rocks")
    made.commit(
        "Begin", README_dot_rst="Charts\n======\n\nDepths and rocks.\n", rocks_dot_csv="name,depth\nOld Tom,2\n"
    )
    made.commit("Add a rock", rocks_dot_csv="name,depth\nOld Tom,2\nThe Hat,4\n")


if __name__ == "__main__":
    data = Path(sys.argv[1])
    tides(data / "tides")
    lamps(data / "lamps")
    charts(data / "charts")
    History(data / "empty", "Nothing yet")
