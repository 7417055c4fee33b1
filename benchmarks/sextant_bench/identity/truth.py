"""The labels of `sextant bench identity`: which screens there are, how each is reached, and which pairs are one node.

A folder holds two files an app. `APP.screens.jsonl` has a line a session (who is using the app: sign-in, language) and
a line a screen; `APP.pairs.jsonl` has a line a pair. `held_out.txt` names the apps that identity was never tuned on.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from sextant.errors import UsageError
from sextant.types.actions import Direction

__all__ = ["AppTruth", "Deed", "LabelledScene", "Pair", "Session", "held_out", "load_truth", "names_of", "read_deed"]


@dataclass(frozen=True, slots=True)
class TapOn:
    """A tap on the control with this label, else on the text that holds it; the `nth` of several, from 0."""

    label: str
    nth: int = 0


@dataclass(frozen=True, slots=True)
class WriteInto:
    """Writes into the field with this label; an empty text clears it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ScrollTo:
    """Scrolls the page, so many times."""

    direction: Direction
    times: int = 1


@dataclass(frozen=True, slots=True)
class Press:
    """A key of the phone."""

    key: Literal["enter", "back"]


@dataclass(frozen=True, slots=True)
class Open:
    """An address below the app's."""

    address: str


@dataclass(frozen=True, slots=True)
class Await:
    """Waits until this text is on the screen."""

    text: str


Deed = TapOn | WriteInto | ScrollTo | Press | Open | Await
"""One thing done on the way to a screen."""


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody using a fresh copy of the app in a fresh browser."""

    name: str
    at: str = ""
    deeds: tuple[Deed, ...] = ()
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class LabelledScene:
    """One screen as it is captured.

    Attributes:
        id: Its own name.
        session: In which it is reached; the scenes of a session are captured in the order of the file.
        node: The node of the app's screen map that it belongs to, as labelled by hand.
        item: Which thing it is about, where the node stands for many; else empty.
        at: Address below the app's. None: go on from where the scene before left off.
        deeds: What is done there.
        shows: Text that must be on it, or the capture is an error.
    """

    id: str
    session: str
    node: str
    item: str
    at: str | None
    deeds: tuple[Deed, ...]
    shows: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two scenes, whether they are one node, and why a person says so."""

    a: str
    b: str
    same: bool
    why: str


@dataclass(frozen=True, slots=True)
class AppTruth:
    """Everything labelled of one app."""

    app: str
    sessions: tuple[Session, ...]
    scenes: tuple[LabelledScene, ...]
    pairs: tuple[Pair, ...]
    hash: str
    """SHA-256 of both files, 16 hex digits."""

    def scene(self, name: str) -> LabelledScene:
        """The scene of that name; every pair's are known to be there."""
        return next(scene for scene in self.scenes if scene.id == name)


def names_of(folder: Path) -> tuple[str, ...]:
    """The apps that have labels in a folder."""
    return tuple(sorted(path.name.removesuffix(".pairs.jsonl") for path in folder.glob("*.pairs.jsonl")))


def held_out(folder: Path) -> frozenset[str]:
    """The apps whose pairs were kept apart from the beginning."""
    path = folder / "held_out.txt"
    return frozenset(path.read_text(encoding="utf-8").split()) if path.is_file() else frozenset()


def load_truth(folder: Path, app: str) -> AppTruth:
    """Reads and checks the labels of an app.

    Raises:
        UsageError: A file is missing, malformed, or contradicts itself; the message names the line.
    """
    screens, pairs = folder / f"{app}.screens.jsonl", folder / f"{app}.pairs.jsonl"
    sessions: list[Session] = []
    scenes: list[LabelledScene] = []
    for where, line in _lines(screens):
        try:
            if "session" in line and "id" not in line:
                sessions.append(_session(line))
            else:
                scenes.append(_scene(line))
        except (KeyError, TypeError, ValueError) as error:
            raise _malformed(where, str(error)) from error
    known = {scene.id: scene for scene in scenes}
    _check_scenes(screens, sessions, scenes)
    read: list[Pair] = []
    for where, line in _lines(pairs):
        try:
            pair = Pair(line["a"], line["b"], bool(line["same"]), str(line["why"]))
        except (KeyError, TypeError) as error:
            raise _malformed(where, f"{error} is missing") from error
        _check_pair(where, pair, known, read)
        read.append(pair)
    digest = hashlib.sha256(screens.read_bytes() + b"\0" + pairs.read_bytes()).hexdigest()[:16]
    return AppTruth(app, tuple(sessions), tuple(scenes), tuple(read), digest)


def _check_scenes(path: Path, sessions: Sequence[Session], scenes: Sequence[LabelledScene]) -> None:
    names = [scene.id for scene in scenes]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise _malformed(str(path), f"screens named twice: {', '.join(twice)}")
    lost = sorted({scene.session for scene in scenes} - {session.name for session in sessions})
    if lost:
        raise _malformed(str(path), f"sessions that are not described: {', '.join(lost)}")


def _check_pair(where: str, pair: Pair, known: Mapping[str, LabelledScene], before: Sequence[Pair]) -> None:
    unknown = [name for name in (pair.a, pair.b) if name not in known]
    if unknown or pair.a == pair.b:
        raise _malformed(where, f"no pair of known screens: {pair.a!r}, {pair.b!r}")
    if any({pair.a, pair.b} == {other.a, other.b} for other in before):
        raise _malformed(where, f"the pair {pair.a!r}, {pair.b!r} stands there twice")
    if pair.same != (known[pair.a].node == known[pair.b].node):
        raise _malformed(where, f"{pair.a!r} and {pair.b!r}: 'same' contradicts the nodes of the two screens")


def _lines(path: Path) -> list[tuple[str, dict[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The labels {str(path)!r} cannot be read: {error}", "Give a folder that has them.") from error
    found: list[tuple[str, dict[str, Any]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = f"{path.name}:{number}"
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise _malformed(where, str(error)) from error
        if not isinstance(value, dict):
            raise _malformed(where, "it is no JSON object")
        found.append((where, cast("dict[str, Any]", value)))
    return found


def _session(line: Mapping[str, Any]) -> Session:
    return Session(line["session"], line.get("at", ""), _deeds(line), line.get("locale", "en-US"))


def _scene(line: Mapping[str, Any]) -> LabelledScene:
    return LabelledScene(
        id=line["id"],
        session=line["session"],
        node=line["node"],
        item=line.get("item", ""),
        at=line.get("at"),
        deeds=_deeds(line),
        shows=line["shows"],
    )


def _deeds(line: Mapping[str, Any]) -> tuple[Deed, ...]:
    return tuple(read_deed(deed) for deed in line.get("do", ()))


def read_deed(written: Mapping[str, Any]) -> Deed:
    """A deed as it is written: `{"tap": "Save"}`, `{"type": "soup", "into": "Name"}`, `{"scroll": "down"}`.

    Raises:
        ValueError: It is none of those.
    """
    match written:
        case {"tap": str(label)}:
            return TapOn(label, int(written.get("nth", 0)))
        case {"type": str(text), "into": str(label)}:
            return WriteInto(label, text)
        case {"scroll": "up" | "down" | "left" | "right" as direction}:
            return ScrollTo(direction, int(written.get("times", 1)))
        case {"press": "enter" | "back" as key}:
            return Press(key)
        case {"open": str(address)}:
            return Open(address)
        case {"wait": str(text)}:
            return Await(text)
        case _:
            raise ValueError(f"{written!r} is nothing that can be done")


def _malformed(where: str, problem: str) -> UsageError:
    return UsageError(f"The labels in {where} cannot be used: {problem}.", "Correct this line.")
