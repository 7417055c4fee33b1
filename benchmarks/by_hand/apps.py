"""The apps of the evaluation by hand: served on fresh data, with their records."""

import importlib.util
import json
import sqlite3
import time
import tomllib
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import cast

from benchmarks.by_hand.truth import ROOT, State
from sextant_bench.apps import App, ServedApp, load, serving

FOLDER = ROOT / "apps"


def app(name: str) -> App:
    """The app of a task.

    Raises:
        UsageError: Its folder is malformed.
    """
    return load(FOLDER / name)


@contextmanager
def fresh(name: str) -> Generator[ServedApp]:
    """The app on a copy of its seed, as long as the block lasts.

    Raises:
        UsageError: It is not installed.
        DeviceUnreachable: It did not come up.
    """
    with serving(app(name)) as served:
        yield served


def records(served: ServedApp) -> State:
    """What the app holds now. Two equal readings: some apps write a moment after they answered."""
    read = _reader(served.app.folder)
    last = read(served.address, served.data)
    for _ in range(10):
        time.sleep(0.3)  # between two readings of a store that its app writes
        state = read(served.address, served.data)
        if state == last:
            break
        last = state
    return last


def _reader(folder: Path) -> Callable[[str, Path], State]:
    """What reads an app's records: its own `state.py`, or the queries of its `state.toml`."""
    queries = folder / "state.toml"
    if not queries.is_file():
        return cast("Callable[[str, Path], State]", _module(folder / "state.py").state)
    told = tomllib.loads(queries.read_text(encoding="utf-8"))
    return lambda _address, data: _records(data / told["database"], told["tables"], told.get("language", ""))


def _records(database: Path, tables: Mapping[str, str], language: str) -> State:
    """The rows of each query by their first column; the other columns are a record's fields.

    Of a text that is kept in several languages, as JSON, the one in `language` counts.
    """

    def one(value: object) -> object:
        if language and isinstance(value, str) and value.startswith("{"):
            return json.loads(value).get(language, value)
        return value

    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as found:
        found.row_factory = sqlite3.Row
        return {
            name: {str(row[0]): {key: one(row[key]) for key in row.keys()[1:]} for row in found.execute(query)}
            for name, query in tables.items()
        }


def solutions(name: str) -> dict[str, Callable[[str, Path], None]]:
    """What an app's `solutions.py` does for each of its tasks, by the address and the data of the app; none without one."""
    file = FOLDER / name / "solutions.py"
    return cast("dict[str, Callable[[str, Path], None]]", _module(file).SOLUTIONS) if file.exists() else {}


def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{file.stem}_of_{file.parent.name}", file)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
