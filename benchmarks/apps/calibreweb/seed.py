"""A small library in the present folder: 14 books, a shelf of each kind, three people. Nothing of it is drawn."""

# ruff: noqa: E501 - a table of books reads best with a book a line
import json
import os
import sqlite3
import sys
import zipfile
from pathlib import Path

# title, author, series and place in it, tags, publisher, language, rating, formats, published, about
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
BOOKS = CONTENT["books"]
SHELVES = [
    ("To read", 0, 1, [1, 4, 8]),
    ("Kitchen", 1, 1, [5, 6]),
    ("Nothing yet", 0, 1, []),
]  # name, public, whose, books
READ = [2, 4, 10]


def settings() -> None:
    """The app makes its own settings, with its user admin; then they are given the library and two more people."""
    sys.argv = ["cps", "-p", "app.db", "-g", "gdrive.db"]
    import calibreweb.__main__  # noqa: F401 - it makes the package `cps` known
    from cps import create_app

    create_app()
    from cps import constants, ub
    from werkzeug.security import generate_password_hash

    guest = ub.session.query(ub.User).filter(ub.User.role.op("&")(constants.ROLE_ANONYMOUS) > 0).first()
    assert guest is not None
    for name in ("reader", "visitor"):
        person = ub.User(
            name=name, email=f"{name}@library.example", role=constants.ROLE_DOWNLOAD | constants.ROLE_VIEWER
        )
        person.password = generate_password_hash("Reader!123")
        person.sidebar_view = constants.ADMIN_USER_SIDEBAR
        ub.session.add(person)
    for number, (name, public, whose, books) in enumerate(SHELVES, 1):
        shelf = ub.Shelf(id=number, name=name, is_public=public, user_id=whose, uuid=f"{number:032d}")
        ub.session.add(shelf)
        for place, book in enumerate(books, 1):
            ub.session.add(ub.BookShelf(ub_shelf=shelf, book_id=book, order=place))
    for book in READ:
        ub.session.add(ub.ReadBook(user_id=1, book_id=book, read_status=ub.ReadBook.STATUS_FINISHED))
    ub.session.commit()
    ub.session.close()
    base = sqlite3.connect("app.db")
    base.execute(
        "update settings set config_calibre_dir = 'library', config_anonbrowse = 1, config_uploading = 1,"
        " config_books_per_page = 8, config_random_books = 0, config_ratelimiter = 0,"
        " config_calibre_uuid = '00000000-0000-4000-8000-000000000000'"
    )
    base.commit()
    base.close()


def library() -> None:
    """The books, in the tables that the app itself describes."""
    from cps import db
    from sqlalchemy import Float, create_engine

    Path("library").mkdir()
    engine = create_engine(
        "sqlite:///library/metadata.db", execution_options={"schema_translate_map": {"calibre": None}}
    )
    db.Books.__table__.c.series_index.type = Float()  # as in libraries of its model; its own description says text
    db.Base.metadata.create_all(engine)
    engine.dispose()
    base = sqlite3.connect("library/metadata.db")
    base.execute("insert into library_id (id, uuid) values (1, '00000000-0000-4000-8000-000000000000')")
    for number, book in enumerate(BOOKS, 1):
        add(base, number, *book)
    base.commit()
    base.close()


def add(base, number, title, author, series, tags, publisher, language, rating, formats, year, about) -> None:
    """One book with everything that is linked to it, and a file for each format."""
    first, last = author.split()
    path = f"{author}/{title} ({number})"
    stamp = f"2024-03-{number:02d} 12:00:00.000000"
    base.execute(
        "insert into books (id, title, sort, author_sort, timestamp, pubdate, series_index, last_modified, path,"
        " has_cover, uuid) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
        (number, title, title, f"{last}, {first}", stamp, f"{year}-01-01 12:00:00.000000",
         float(series[1] if series else 1), stamp, path, f"00000000-0000-4000-8000-{number:012d}"),
    )  # fmt: skip
    link(base, number, "authors", "author", "name", author, {"sort": f"{last}, {first}", "link": ""})
    if series:
        link(base, number, "series", "series", "name", series[0], {"sort": series[0]})
    for tag in tags:
        link(base, number, "tags", "tag", "name", tag, {})
    if publisher:
        link(base, number, "publishers", "publisher", "name", publisher, {"sort": publisher})
    link(base, number, "languages", "lang_code", "lang_code", language, {})
    if rating:
        link(base, number, "ratings", "rating", "rating", rating, {})
    if about:
        base.execute("insert into comments (book, text) values (?, ?)", (number, f"<p>{about}</p>"))
    folder = Path("library") / path
    folder.mkdir(parents=True)
    for kind in formats.split():
        file = folder / f"{title}.{kind.lower()}"
        if kind == "EPUB":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("mimetype", "application/epub+zip")
        else:
            file.write_text(f"{title}\n\n{about}\n")
        base.execute(
            "insert into data (book, format, uncompressed_size, name) values (?, ?, ?, ?)", (number, kind, 4096, title)
        )


def link(base, number, table, column, key, value, more) -> None:
    """Links a book to a row of a table, which is made where it is not there."""
    found = base.execute(f"select id from {table} where {key} = ?", (value,)).fetchone()
    if found is None:
        names, values = [key, *more], [value, *more.values()]
        marks = ", ".join("?" * len(names))
        row = base.execute(f"insert into {table} ({', '.join(names)}) values ({marks})", values).lastrowid
    else:
        row = found[0]
    base.execute(f"insert into books_{table}_link (book, {column}) values (?, ?)", (number, row))


if __name__ == "__main__":
    settings()
    library()
    os._exit(0)  # the app's own threads would go on
