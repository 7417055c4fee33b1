"""Solutions of tasks as steps on an app's database: SQL, or a copy of a row."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

Solution = Callable[[str, Path], None]


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the newest row of a table that fits `like`, with fields of its own; what begins with `(` is SQL."""

    table: str
    like: str
    fields: Mapping[str, object]


def copied(table: str, like: str, **fields: object) -> Copy:
    return Copy(table, like, fields)


def steps_on(database: str, *steps: str | Copy) -> Solution:
    """Carries out the steps on the file of that name; each has to change something."""

    def solve(_address: str, data: Path) -> None:
        with sqlite3.connect(data / database) as found:
            for step in steps:
                done = found.execute(step) if isinstance(step, str) else _copy(found, step)
                assert done.rowcount >= 1, step

    return solve


def _copy(found: sqlite3.Connection, copy: Copy) -> sqlite3.Cursor:
    names = [row[1] for row in found.execute(f"PRAGMA table_info({copy.table})") if row[1] != "id"]
    assert copy.fields.keys() <= {*names}, copy
    sql = {name: str(value) for name, value in copy.fields.items() if str(value).startswith("(")}
    chosen = ", ".join(sql.get(name, f":{name}" if name in copy.fields else f'"{name}"') for name in names)
    columns = ", ".join(f'"{name}"' for name in names)
    return found.execute(
        f"INSERT INTO {copy.table} ({columns}) SELECT {chosen} FROM {copy.table} "
        f"WHERE {copy.like} ORDER BY id DESC LIMIT 1",
        {name: value for name, value in copy.fields.items() if name not in sql},
    )
