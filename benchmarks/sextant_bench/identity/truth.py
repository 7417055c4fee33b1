"""The labels of `sextant bench identity`: which screens there are, how each is reached, and which pairs are one node.

A folder holds two files an app. `APP.screens.jsonl` has a line a session (who is using the app: sign-in, language) and
a line a screen; `APP.pairs.jsonl` has a line a pair. `held_out.txt` names the apps that identity was never tuned on.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from sextant.errors import UsageError
from sextant.types.actions import Direction

__all__ = ["AppTruth", "Deed", "LabelledScene", "Pair", "Session", "held_out", "load_truth", "names_of"]

LineT = TypeVar("LineT")


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done on the way to a screen, as it is written: `{"tap": "Save"}`, `{"type": "soup", "into": "Name"}`.

    Attributes:
        tap: Label of a control, else of a text that holds it; the `nth` of several, from 0.
        type: Text for the field with the label `into`; an empty one clears it.
        scroll: Where the page is scrolled to, so many `times`.
        press: A key of the phone.
        open: An address below the app's.
        wait: A text that has to be on the screen.
    """

    tap: str | None = None
    nth: int = 0
    type: str | None = None
    into: str = ""
    scroll: Direction | None = None
    times: int = 1
    press: Literal["enter", "back"] | None = None
    open: str | None = None
    wait: str | None = None

    def __post_init__(self) -> None:
        kinds = (self.tap, self.type, self.scroll, self.press, self.open, self.wait)
        if kinds.count(None) != len(kinds) - 1 or (self.type is not None and not self.into):
            raise ValueError("it is nothing that can be done")


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody using a fresh copy of the app in a fresh browser."""

    session: str
    at: str = ""
    do: tuple[Deed, ...] = ()
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class LabelledScene:
    """One screen as it is captured.

    Attributes:
        id: Its own name.
        session: In which it is reached; the scenes of a session are captured in the order of the file.
        node: The node of the app's screen map that it belongs to, as labelled by hand.
        shows: Text that must be on it, or the capture is an error.
        item: Which thing it is about, where the node stands for many; else empty.
        at: Address below the app's. None: go on from where the scene before left off.
        do: What is done there.
    """

    id: str
    session: str
    node: str
    shows: str
    item: str = ""
    at: str | None = None
    do: tuple[Deed, ...] = ()


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


_LINE, _SESSION = TypeAdapter(dict[str, Any]), TypeAdapter(Session)
_SCENE, _PAIR = TypeAdapter(LabelledScene), TypeAdapter(Pair)


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
    lines = _lines(screens)
    sessions = [_read(_SESSION, where, line) for where, line in lines if "id" not in line]
    scenes = [_read(_SCENE, where, line) for where, line in lines if "id" in line]
    _check_scenes(screens, sessions, scenes)
    known = {scene.id: scene for scene in scenes}
    read: list[Pair] = []
    for where, line in _lines(pairs):
        pair = _read(_PAIR, where, line)
        _check_pair(where, pair, known, read)
        read.append(pair)
    digest = hashlib.sha256(screens.read_bytes() + b"\0" + pairs.read_bytes()).hexdigest()[:16]
    return AppTruth(app, tuple(sessions), tuple(scenes), tuple(read), digest)


def _check_scenes(path: Path, sessions: Sequence[Session], scenes: Sequence[LabelledScene]) -> None:
    names = [scene.id for scene in scenes]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise _malformed(str(path), f"screens named twice: {', '.join(twice)}")
    if lost := sorted({scene.session for scene in scenes} - {one.session for one in sessions}):
        raise _malformed(str(path), f"sessions that are not described: {', '.join(lost)}")


def _check_pair(where: str, pair: Pair, known: Mapping[str, LabelledScene], before: Sequence[Pair]) -> None:
    if not {pair.a, pair.b} <= known.keys() or pair.a == pair.b:
        raise _malformed(where, f"no pair of known screens: {pair.a!r}, {pair.b!r}")
    if any({pair.a, pair.b} == {other.a, other.b} for other in before):
        raise _malformed(where, f"the pair {pair.a!r}, {pair.b!r} stands there twice")
    if pair.same != (known[pair.a].node == known[pair.b].node):
        raise _malformed(where, f"{pair.a!r} and {pair.b!r}: 'same' contradicts the nodes of the two screens")


def _lines(path: Path) -> list[tuple[str, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The labels {str(path)!r} cannot be read: {error}", "Give a folder that has them.") from error
    found: list[tuple[str, dict[str, Any]]] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{path.name}:{number}"
            try:
                found.append((where, _LINE.validate_json(line)))
            except ValidationError as error:
                raise _malformed(where, str(error)) from error
    return found


def _read(kind: TypeAdapter[LineT], where: str, line: Mapping[str, Any]) -> LineT:
    try:
        return kind.validate_python(line)
    except ValidationError as error:
        raise _malformed(where, str(error)) from error


def _malformed(where: str, problem: str) -> UsageError:
    return UsageError(f"The labels in {where} cannot be used: {problem}.", "Correct this line.")
