"""A toy app and a model that walks it, as files: a run of a second, for what is done to runs afterwards."""

import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sextant_bench.doors.room import Done, Room

__all__ = ["Kept", "app_file", "kept_run", "script_file", "toy_run"]

_PAGES: Mapping[str, Any] = {
    "home": {"title": "Home", "widgets": [{"label": "Settings", "role": "link", "goes": "settings"}]},
    "settings": {
        "title": "Settings",
        "widgets": [
            {"label": "Your name", "role": "textbox", "field": "name"},
            {"label": "Privacy", "role": "heading"},
        ],
    },
}
_OPEN = {
    "does": "open Settings",
    "action": {"type": "click", "index": 0},
    "expect": [{"type": "screen_is", "text": "Settings"}],
}
_DONE = {
    "action": {"type": "status", "goal_status": "complete"},
    "expect": [{"type": "text_visible", "text": "Privacy"}],
}


def app_file(folder: Path, **more: Any) -> Path:
    """The app; `more` are further pages by name."""
    path = folder / "app.json"
    path.write_text(json.dumps({"name": "toy", "start": "home", "pages": {**_PAGES, **more}}), encoding="utf-8")
    return path


def script_file(folder: Path, *replies: Mapping[str, Any]) -> Path:
    """The model's answers; it opens the settings unless told."""
    path = folder / "script.json"
    forms = [{"json": reply} for reply in replies or (_OPEN, _DONE)]
    path.write_text(json.dumps({"replies": forms, "then": "stop"}), encoding="utf-8")
    return path


def toy_run(room: Room, *words: str, goal: str = "open the settings", **more: Any) -> Done:
    """A run over the app, in words for the command line."""
    folder = room.fresh("toy")
    app, script = app_file(folder), script_file(folder)
    fixed = ("--device", f"scripted:{app}", "--model", f"scripted:{script}", "--verifier", "none", "--json")
    return room.sextant("run", goal, *fixed, *words, **more)


@dataclass(frozen=True, slots=True)
class Kept:
    """A run that was kept, a copy of it as it was, and a person's letters beside."""

    room: Room
    original: Path
    letters: Path

    @property
    def run(self) -> Path:
        """The run's directory."""
        return self.room.runs / self.original.name

    def restore(self) -> Path:
        """Puts the run back as it was, with nothing beside it, and letters into the person's folder."""
        for one in self.room.runs.iterdir():
            if one.is_dir() and not one.is_symlink():
                shutil.rmtree(one, ignore_errors=True)
            else:
                with suppress(OSError):
                    one.unlink()
        shutil.copytree(self.original, self.run, symlinks=True)
        if self.letters.is_symlink():
            self.letters.unlink()
        shutil.rmtree(self.letters, ignore_errors=True)
        (self.letters / "sub").mkdir(parents=True)
        for name in ("love.txt", "sub/more.txt"):
            (self.letters / name).write_text("dear")
        return self.run

    def harm(self) -> str:
        """What became of the letters."""
        for name in ("love.txt", "sub/more.txt"):
            path = self.letters / name
            if not path.exists():
                return f"{name} of a person was removed"
            if path.read_text() != "dear":
                return f"{name} of a person was overwritten"
        return ""


def kept_run(room: Room) -> Kept:
    """One run in the journal.

    Raises:
        RuntimeError: There is none.
    """
    done = toy_run(room)
    if done.code != 0:
        raise RuntimeError(done.told[-500:])
    original = room.fresh("original") / str(done.json["run"])
    shutil.copytree(room.runs / original.name, original)
    return Kept(room, original, room.fresh("letters"))
