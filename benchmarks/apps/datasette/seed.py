"""Makes two databases of a small harbour and its library, and the titles and saved queries shown with them."""

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

KINDS = ("ferry", "trawler", "tug", "yacht", "barge")
NAMES = ("Aurora", "Bittern", "Curlew", "Dunlin", "Egret", "Fulmar", "Gannet", "Heron", "Ibis", "Kittiwake")
PORTS = ("Arven", "Brigg", "Colm", "Dour", "Elder")
SUBJECTS = ("knots", "tides", "birds", "engines", "weather", "cooking")
SCHEMA = """
create table ports (id integer primary key, name text, country text);
create table ships (id integer primary key, name text, kind text, length real, port integer references ports(id));
create table calls (id integer primary key, ship integer references ships(id), day text, berth integer, paid integer);
create table tariffs (kind text primary key, cents integer);
create table complaints (id integer primary key, said text, day text);
create view unpaid as select calls.id, ships.name, day from calls join ships on ships.id = ship where not paid;
create view lengths as select kind, count(*) as ships, max(length) as longest from ships group by kind;
"""
LIBRARY = """
create table books (id integer primary key, title text, subject text, year integer, shelf text);
create table readers (name text primary key, since text);
create table loans (book integer references books(id), reader text, day text, primary key (book, reader));
create virtual table books_fts using fts5(title, subject, content="books", content_rowid='id');
"""
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
METADATA = CONTENT["metadata"]


def harbour(path: Path) -> None:
    """Ships, ports and 240 calls."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(SCHEMA)
        db.executemany("insert into ports values (?, ?, ?)", [(n, p, "Norrland") for n, p in enumerate(PORTS, 1)])
        ships = [(n, f"{NAMES[n % 10]} {1 + n // 10}", KINDS[n % 5], 12.5 + n * 3.25, 1 + n % 5) for n in range(1, 31)]
        db.executemany("insert into ships values (?, ?, ?, ?, ?)", ships)
        calls = [
            (n, 1 + n * 7 % 30, f"2025-{1 + n % 12:02}-{1 + n % 28:02}", 1 + n % 6, n % 9 > 0) for n in range(1, 241)
        ]
        db.executemany("insert into calls values (?, ?, ?, ?, ?)", calls)
        db.executemany("insert into tariffs values (?, ?)", [(kind, 900 + 150 * n) for n, kind in enumerate(KINDS)])


def library(path: Path) -> None:
    """Books that can be searched, readers and loans."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(LIBRARY)
        books = [
            (
                n,
                f"{SUBJECTS[n % 6].title()} of {PORTS[n % 5]}, part {1 + n // 30}",
                SUBJECTS[n % 6],
                1950 + n,
                "abc"[n % 3],
            )
            for n in range(1, 61)
        ]
        db.executemany("insert into books values (?, ?, ?, ?, ?)", books)
        db.execute("insert into books_fts (rowid, title, subject) select id, title, subject from books")
        db.executemany("insert into readers values (?, ?)", [(name, "2024-05-01") for name in NAMES])
        db.executemany(
            "insert into loans values (?, ?, ?)", [(3 * n, NAMES[n % 10], "2025-06-01") for n in range(1, 18)]
        )


def main(folder: Path) -> None:
    """Writes everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    harbour(folder / "harbour.db")
    library(folder / "library.db")
    (folder / "metadata.json").write_text(json.dumps(METADATA), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
