"""Apps and worlds are equal, byte for byte, to those that were published: see `golden/digests.json`.

Write the file anew (only where a change of the worlds is meant): python -m tests.worlds.test_pinned
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import cast

import pytest
from pydantic_core import to_jsonable_python

from sextant_worlds.author.splits import Split, entry, world_of
from sextant_worlds.content import cast as casting
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.desk import desk
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.world import dumps

_FILE = Path(__file__).parent / "golden" / "digests.json"
_WORLDS: dict[Split, range] = {
    "lite": range(0, 60, 6),
    "standard": range(0, 300, 30),
    "long": range(0, 60, 60),
    "perturbed": range(0, 120, 20),
    "train": range(16, 80, 8),
}
_CASTS: tuple[tuple[Locale, int], ...] = tuple((locale, seed) for locale in ("en", "zh") for seed in range(5))


def _app(genre: str, locale: Locale, seed: int) -> str:
    """The app, what can be asked of it, and where its source of chance stands afterwards."""
    cast = casting(f"pin {seed}", locale)
    built = GENRES[genre](cast)
    parts = [to_jsonable_python(built), to_jsonable_python(desk(cast)), cast.rng.getrandbits(64)]
    return _digest(json.dumps(parts, ensure_ascii=False, sort_keys=True))


def _world(split: Split, index: int) -> str:
    return _digest(dumps(world_of(entry(split, index))))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _apps_of(genre: str) -> Iterator[tuple[str, str]]:
    for locale, seed in _CASTS:
        yield f"app {genre} {locale} {seed}", _app(genre, locale, seed)


def _worlds_of(split: Split) -> Iterator[tuple[str, str]]:
    for index in _WORLDS[split]:
        yield f"world {split}/{index}", _world(split, index)


def _pinned(head: str) -> dict[str, str]:
    found = cast("dict[str, str]", json.loads(_FILE.read_text(encoding="utf-8")))
    return {key: value for key, value in found.items() if key.startswith(head)}


@pytest.mark.parametrize("genre", GENRES)
def test_apps_are_what_they_were(genre: str) -> None:
    assert dict(_apps_of(genre)) == _pinned(f"app {genre} ")


@pytest.mark.parametrize("split", _WORLDS)
def test_worlds_are_what_they_were(split: Split) -> None:
    assert dict(_worlds_of(split)) == _pinned(f"world {split}/")


if __name__ == "__main__":
    pins = dict(pair for genre in GENRES for pair in _apps_of(genre))
    pins |= dict(pair for split in _WORLDS for pair in _worlds_of(split))
    _FILE.write_text(json.dumps(pins, indent=1) + "\n", encoding="utf-8")
