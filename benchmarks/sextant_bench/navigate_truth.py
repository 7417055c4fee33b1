"""The truth about an app's screens: where to go in words, how the screen is told, the shortest way to it."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from sextant.elements.refs import collapse
from sextant.errors import UsageError
from sextant.types.screens import Screen
from sextant_bench.apps import App

__all__ = ["Target", "TrueScreen", "address_below", "reached", "same_place", "screens_of", "targets_of", "truth_hash"]


@dataclass(frozen=True, slots=True)
class Target:
    """A screen of an app, as somebody wrote it down who looked at the app.

    Attributes:
        words: Where to go, as a person would say it.
        at: Regular expression for the whole address below the app's root, query and fragment included.
        shows: Texts that stand in elements inside the window, each as a part of an element's text or name.
        path: The steps of the shortest way from the start page: touches and needed scrolls.
    """

    app: str
    id: str
    words: str
    at: str
    shows: tuple[str, ...]
    path: tuple[str, ...]

    @property
    def steps(self) -> int:
        """The fewest steps from the start page."""
        return len(self.path)


@dataclass(frozen=True, slots=True)
class TrueScreen:
    """A screen of an app that a person met when they went through all of it; all items of a list are one.

    Attributes:
        at: As of a `Target`.
        shows: As of a `Target`.
    """

    id: str
    at: str
    shows: tuple[str, ...]


_TARGET, _SCREEN, _LINE = TypeAdapter(Target), TypeAdapter(TrueScreen), TypeAdapter(dict[str, object])


def targets_of(app: App) -> tuple[Target, ...]:
    """The targets of an app, in the order of its file.

    Raises:
        UsageError: The file is missing or malformed; names the line.
    """
    try:
        lines = app.targets.read_text(encoding="utf-8").splitlines()
    except OSError as e:
        raise UsageError(f"The targets of {app.name!r} cannot be read: {e}", "See benchmarks/README.md.") from e
    found = tuple(_target(app.name, line, number) for number, line in enumerate(lines, 1) if line.strip())
    if not found or len({one.id for one in found}) < len(found):
        raise UsageError(f"{app.name!r} has no targets, or two of one id.", "Mend its targets.jsonl.")
    return found


def _target(app: str, line: str, number: int) -> Target:
    try:
        target = _TARGET.validate_python({**_LINE.validate_json(line), "app": app})
        re.compile(target.at)
    except (ValidationError, re.error) as e:
        raise UsageError(
            f"Line {number} of the targets of {app!r} is malformed: {e!r}", "See benchmarks/README.md."
        ) from e
    if not target.words.strip() or not target.path:
        raise UsageError(f"Line {number} of the targets of {app!r} has no words or no path.", "Mend it.")
    return target


def screens_of(app: App) -> tuple[TrueScreen, ...]:
    """Every screen that a person met in an app; empty where nobody wrote them down.

    Raises:
        UsageError: The file is malformed; names the line.
    """
    if not app.screens.is_file():
        return ()
    lines = app.screens.read_text(encoding="utf-8").splitlines()
    found = tuple(_screen(app.name, line, number) for number, line in enumerate(lines, 1) if line.strip())
    if len({one.id for one in found}) < len(found):
        raise UsageError(f"{app.name!r} has two screens of one id.", "Mend its screens.jsonl.")
    return found


def _screen(app: str, line: str, number: int) -> TrueScreen:
    try:
        screen = _SCREEN.validate_json(line)
        re.compile(screen.at)
    except (ValidationError, re.error) as e:
        raise UsageError(
            f"Line {number} of the screens of {app!r} is malformed: {e!r}", "See benchmarks/README.md."
        ) from e
    return screen


def address_below(location: str) -> str:
    """What of an address stands below the app's root: path, query and fragment."""
    parts = urlsplit(location)
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{parts.path}{query}{fragment}"


def reached(target: Target | TrueScreen, screen: Screen) -> bool:
    """Whether a screen is the target: its address, and every text that has to show."""
    inside = [one for one in screen.elements if one.visibility != "offscreen"]
    texts = [text for one in inside for text in (one.text, one.name) if text]
    return same_place(target, address_below(screen.location), texts)


def same_place(target: Target | TrueScreen, address: str, texts: Iterable[str]) -> bool:
    """Whether an address below the root and the texts that stand there are those of the target."""
    if re.fullmatch(target.at, address) is None:
        return False
    shown = [collapse(text) for text in texts]
    return all(any(collapse(wanted) in text for text in shown) for wanted in target.shows)


def truth_hash(files: Sequence[Path]) -> str:
    """Hash of truth files, for the record."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:16]
