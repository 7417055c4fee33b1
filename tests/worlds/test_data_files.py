"""Data files: what is read as what, and where an error is said to be."""

import sys
from pathlib import Path

import pytest

from sextant_worlds.content import cast
from sextant_worlds.content.lists import Places, lists
from sextant_worlds.data_files import DataError, read, read_yaml
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.app_file import app_file
from sextant_worlds.genres.asks import ask
from sextant_worlds.spec.apps import AppPage
from sextant_worlds.spec.phone import Locale


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    made = tmp_path / "some_worlds_data"
    made.mkdir()
    return made


def test_words_that_yaml_takes_for_values_are_texts(folder: Path) -> None:
    (folder / "plain.yaml").write_text(
        "on: yes\nat: 10:30\nday: 2026-03-01\nmany: 12\nopen: true\nnone: null\nquoted: '12'\n"
    )
    found = read_yaml(folder.name, "plain.yaml")
    assert found == {
        "on": "yes",
        "at": "10:30",
        "day": "2026-03-01",
        "many": 12,
        "open": True,
        "none": None,
        "quoted": "12",
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id: one\ntitle: [open\n", "line 3"),
        ("id: one\ntitle: two\nid: three\n", "line 3: 'id' occurs twice"),
        ("id: one\ntitle: two\nblocks:\n- kind: text\n  text: three\n  styel: small\n", "line 6"),
        ("id: one\nblocks: []\n", "line 1, title: Field required"),
    ],
)
def test_an_error_names_file_and_line(folder: Path, text: str, told: str) -> None:
    (folder / "page.yaml").write_text(text)
    with pytest.raises(DataError, match=r"^page\.yaml, line") as caught:
        read(AppPage, folder.name, "page.yaml")
    assert told in str(caught.value)


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_slot_that_is_not_given_is_named(locale: Locale) -> None:
    who = cast(1, locale)
    with pytest.raises(DataError, match=r"data/calendar/app\.yaml: this app has no slot 'today-full'"):
        app_file("calendar", {"app": "Calendar"}, AppBuilder(who, "calendar"))
    with pytest.raises(DataError, match=r"data/calendar/asks\.yaml, loops, accept-sort: there is no 'sort'"):
        ask(AppBuilder(who, "calendar"), GENRES["calendar"](who).app, "loops")


def test_the_two_languages_of_a_list_are_alike_in_kind() -> None:
    kinds = lists(Places).venue_kinds
    assert kinds["en"].keys() == kinds["zh"].keys()


@pytest.mark.parametrize("genre", GENRES)
def test_everything_in_a_file_is_asked(genre: str) -> None:
    built = GENRES[genre](cast(2, "en"))
    made = {entry.id for entries in (built.sinks, built.chores, built.loops, built.sources) for entry in entries}
    sections = read_yaml("sextant_worlds.genres", f"data/{genre}/asks.yaml")
    entries = [entry for name, section in sections.items() if name != "spots" for entry in section]
    for entry in entries:
        if entry["kind"] == "family":
            assert any(ident.startswith(f"{genre}-{entry['id']}-") for ident in made), entry["id"]
        elif entry["kind"] != "draw" and "<" not in entry["id"]:
            assert f"{genre}-{entry['id']}" in made, entry["id"]
