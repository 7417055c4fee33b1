"""Turns the moves of a reference into gestures, one screen at a time.

It identifies elements by their test ids only. It first handles obstacles: a popup, an expired session, a page that
still loads, an element out of view. Each such gesture counts as a step.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from sextant.elements.sight import free_point
from sextant.errors import UsageError
from sextant.types.actions import Gesture, Hold, Pause, PressKey, ScrollBy, Tap, TypeText
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen
from sextant_worlds.reference import Bound, TakenBranch, name_of
from sextant_worlds.spec.blocks import Board
from sextant_worlds.spec.reference import (
    CellMove,
    EnterMove,
    HoldMove,
    Holds,
    OpenMove,
    PressMove,
    ReadMove,
    TapMove,
    TypeMove,
    WaitMove,
)
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.world import World

__all__ = ["LostError", "MoveWalker", "NextGesture", "ReadNote", "ReferenceEnd", "Why", "find"]

Why = Literal["move", "popup", "session", "scroll", "wait", "home", "again"]
"""What a gesture is for: a move of the reference, or something in its way."""

_CLOSERS: tuple[tuple[str, Why], ...] = (("popup-close", "popup"), ("session-continue", "session"))
_PATIENCE = 40
_SCROLLS = 60
_READABLE, _TOUCHABLE = 0.75, 0.95
"""Shares of an element's height that have to be in sight."""
_USES = re.compile(r"\{(fact:[a-z0-9_-]+|answer|total)\}")


class LostError(UsageError):
    """The reference cannot be executed, because an element is missing. The message names the step and the screen."""


@dataclass(frozen=True, slots=True)
class NextGesture:
    """The next gesture, with its target `element`, the typed `text`, and the facts that it `uses`."""

    gesture: Gesture
    why: Why = "move"
    element: Element | None = None
    bound: Bound | None = None
    text: str = ""
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceEnd:
    """The reference has ended."""


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note of the oracle on a screen: a value was read, or a condition was decided.

    `fact` is a fact's id; inside an iteration it is empty and `item` is the value that is added up.
    """

    kind: Literal["read", "item", "branch"]
    screen: Screen
    fact: str = ""
    item: str = ""
    element: Element | None = None
    taken: bool = False
    text: str = ""
    row: str = ""
    """What the item is called."""
    holds: Holds | None = None


@dataclass(slots=True)
class _Search:
    """The progress of the search for one element."""

    phase: Literal["down", "up", "wait"] = "down"
    scrolls: int = 0
    waits: int = 0
    last: str = ""
    """Digest before the last scroll."""
    up: bool | None = None
    """Where the element was being scrolled to: a turn means that it does not fit."""


def find(screen: Screen, test_id: str) -> Element | None:
    """The element of that test id, or None."""
    return next((element for element in screen.elements if element.test_id == test_id), None)


def boards_of(world: World) -> dict[str, tuple[int, int]]:
    """Rows and columns of every board of a world by its id."""
    blocks = (block for app in world.apps for page in app.pages for block in page.blocks)
    return {block.id: (block.rows, block.columns) for block in blocks if isinstance(block, Board)}


@dataclass(slots=True)
class MoveWalker:
    """Converts moves to gestures on screens.

    Args:
        moves: The moves to execute.
        facts: The facts by id, for `{fact:ID}` in typed texts, and to check values that are read.
        note: Called with each note.
        values: Typed in place of a fact's own value, by `fact:ID`, `answer` or `total` (guessers).
        strict: Whether a fact that is read must be on the screen.
        boards: Rows and columns of every board by its id.
    """

    moves: Iterator[Bound | TakenBranch]
    facts: Mapping[str, Fact]
    note: Callable[[ReadNote], None]
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    strict: bool = True
    boards: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    _now: Bound | None = None
    _pending: list[str] = field(default_factory=list[str])
    _search: _Search = field(default_factory=_Search)
    _total: int = 0
    _typed: list[NextGesture] = field(default_factory=list[NextGesture])
    """What was typed since the last touch of anything else: not sent, so it may be lost."""

    def next(self, screen: Screen) -> NextGesture | ReferenceEnd:
        """The next gesture on this screen.

        Raises:
            LostError: Something that the reference names cannot be found.
        """
        for test_id, why in _CLOSERS:
            closer = find(screen, test_id)
            if closer is not None and closer.visibility != "covered":
                return NextGesture(Tap(closer.box.centre), why, closer)
        hindered = self._lost(screen) or _syncing(screen)
        if hindered is not None:
            return hindered
        while True:
            if self._now is None and not self._advance(screen):
                return ReferenceEnd()
            bound = self._now
            assert bound is not None
            wish = self._wish(bound, screen)
            if wish is None:
                self._finish()
                continue
            if wish.why == "move":
                self._typed = [*self._typed, wish] if isinstance(wish.gesture, TypeText) else []
                self._finish()
            return wish

    @property
    def total(self) -> int:
        """The sum of the items that were read so far."""
        return self._total

    def _advance(self, screen: Screen) -> bool:
        for part in self.moves:
            if isinstance(part, TakenBranch):
                self.note(
                    ReadNote(
                        "branch", screen, part.holds.fact or "", taken=part.taken, text=part.text, holds=part.holds
                    )
                )
                continue
            self._now = part
            if isinstance(part.move, ReadMove):
                self._pending = list(part.move.facts)
            return True
        return False

    def _finish(self) -> None:
        self._now = None
        self._search = _Search()

    def _lost(self, screen: Screen) -> NextGesture | None:
        """Types a lost text again; None if none is lost."""
        for number, wish in enumerate(self._typed):
            field_id = wish.element.test_id if wish.element is not None else ""
            found = find(screen, field_id)
            if found is None or found.value or not wish.text or "password" in found.states:
                continue
            if found.visibility == "visible":
                again = replace(wish, gesture=TypeText(wish.text, _touched(found, screen)), why="again", element=found)
                del self._typed[number]  # once: a field that keeps nothing is not tried for ever
                return again
        return None

    def _wish(self, bound: Bound, screen: Screen) -> NextGesture | None:
        """The next gesture for a move; None if it needs none (any more)."""
        move = bound.move
        match move:
            case OpenMove(app=app):
                return self._open(app, bound, screen)
            case TapMove() | HoldMove() | TypeMove():
                found = self._seek(move.test_id, bound, screen)
                return found if isinstance(found, NextGesture) else self._on(found, bound, move, screen)
            case CellMove():
                found = self._seek(move.board, bound, screen)
                if isinstance(found, NextGesture):
                    return found
                rows, columns = self.boards.get(move.board, (1, 1))
                cell = found.box.at((move.column + 0.5) / columns, (move.row + 0.5) / rows)
                return NextGesture(Tap(cell), element=found, bound=bound)
            case EnterMove():
                return NextGesture(PressKey("enter"), bound=bound)
            case PressMove(key=key):
                return NextGesture(PressKey(key), bound=bound)
            case ReadMove():
                return self._read(move, bound, screen)
            case WaitMove():
                found = find(screen, move.test_id)
                return None if found is not None else self._patience(bound, screen, move.test_id)
            case _:
                assert_never(move)

    def _on(self, element: Element, bound: Bound, move: TapMove | HoldMove | TypeMove, screen: Screen) -> NextGesture:
        point = _touched(element, screen)
        match move:
            case TapMove():
                return NextGesture(Tap(point), element=element, bound=bound)
            case HoldMove():
                return NextGesture(Hold(point), element=element, bound=bound)
            case TypeMove():
                text = _USES.sub(lambda found: self._value(found[1]), move.text)
                uses = tuple(_USES.findall(move.text))
                return NextGesture(TypeText(text, point), element=element, bound=bound, text=text, uses=uses)

    def _value(self, name: str) -> str:
        if name in self.values:
            return self.values[name]
        if name == "total":
            return str(self._total)
        fact = self.facts.get(name.removeprefix("fact:"))
        if fact is None:
            raise LostError(f"The reference types {{{name}}}, which no fact of the scenario is.")
        return fact.shown

    def _open(self, app: str, bound: Bound, screen: Screen) -> NextGesture:
        icon = find(screen, f"app-{app}")
        if icon is None:
            if self._search.scrolls:
                raise LostError(f"There is no app {app!r} on the launcher.")
            self._search.scrolls = 1
            return NextGesture(PressKey("home"), "home", bound=bound)
        found = self._seek(f"app-{app}", bound, screen)
        return (
            found
            if isinstance(found, NextGesture)
            else NextGesture(Tap(_touched(found, screen)), element=found, bound=bound)
        )

    def _read(self, move: ReadMove, bound: Bound, screen: Screen) -> NextGesture | None:
        if move.item and bound.item is not None:
            value = str(bound.item.get(move.item, ""))
            self._total += int(value) if value.lstrip("-").isdigit() else 0
            self.note(ReadNote("item", screen, item=value, text=bound.step, row=name_of(bound.item)))
        while self._pending:
            fact = self.facts.get(self._pending[0])
            if fact is None:
                raise LostError(f"Step {bound.step!r} reads {self._pending[0]!r}, which no fact of the scenario is.")
            element = None
            if fact.test_id and fact.medium == "text":
                found = self._seek(fact.test_id, bound, screen)
                if isinstance(found, NextGesture):
                    return found
                element = found
                if self.strict and not _says(element, fact.shown):
                    raise LostError(
                        f"Step {bound.step!r} reads {fact.id!r}: {fact.test_id!r} shows {element.text!r},"
                        f" not {fact.shown!r}."
                    )
            elif self.strict and fact.medium == "text":
                element = next((item for item in screen.elements if _says(item, fact.shown)), None)
                if element is None:
                    return self._look_further(bound, screen, fact.shown)
            self.note(ReadNote("read", screen, fact.id, element=element, text=bound.step))
            self._pending.pop(0)
            self._search = _Search()
        return None

    def _seek(self, test_id: str, bound: Bound, screen: Screen) -> Element | NextGesture:
        """The element if it can be touched, else the gesture that is needed first."""
        element = find(screen, test_id)
        if element is None:
            return self._look_further(bound, screen, test_id)
        search = self._search
        enough = _READABLE if isinstance(bound.move, ReadMove) else _TOUCHABLE
        if element.visibility == "visible" or (element.visibility == "clipped" and _share(element, screen) >= enough):
            return element
        if element.visibility == "covered" and search.waits < 4:
            search.waits += 1
            return NextGesture(Pause(1.0), "wait", bound=bound)
        up = element.box.y < _window(element, screen).y
        if search.last == screen.digest or search.scrolls > _SCROLLS or search.up not in (None, up):
            if element.visibility == "clipped":
                return element
            raise LostError(
                f"Step {bound.step!r}: {test_id!r} on {screen.key.label or screen.title!r} is {element.visibility}."
            )
        search.scrolls += 1
        search.last = screen.digest
        search.up = up
        return NextGesture(ScrollBy("up" if up else "down"), "scroll", bound=bound)

    def _look_further(self, bound: Bound, screen: Screen, what: str) -> NextGesture:
        """Scrolls down, then up, then waits: for an element that is not listed at all."""
        search = self._search
        if _loading(screen) and search.waits < 8:
            return self._patience(bound, screen, what)
        extent = screen.observation.scroll
        if search.phase == "down" and (extent.below <= 0 or search.last == screen.digest):
            search.phase, search.last = "up", ""
        if search.phase == "up" and (extent.above <= 0 or search.last == screen.digest or not search.scrolls):
            search.phase = "wait"
        if search.phase == "wait" or search.scrolls > _SCROLLS:
            return self._patience(bound, screen, what)
        search.scrolls += 1
        search.last = screen.digest
        return NextGesture(ScrollBy(search.phase), "scroll", bound=bound)

    def _patience(self, bound: Bound, screen: Screen, what: str) -> NextGesture:
        self._search.waits += 1
        if self._search.waits > _PATIENCE:
            raise LostError(
                f"Step {bound.step!r} ({bound.move.kind}): {what!r} is not on the screen"
                f" {screen.key.label or screen.title!r} and does not come."
            )
        if self._search.phase == "wait" and self._search.waits % 6 == 0:
            self._search.phase, self._search.last, self._search.scrolls = "down", "", 0
        return NextGesture(Pause(1.0), "wait", bound=bound)


def _syncing(screen: Screen) -> NextGesture | None:
    """Waits while a list announces that its newest entries are still to come; None if none does."""
    notice = next((e for e in screen.elements if e.role == "text" and e.test_id.endswith("-sync")), None)
    return None if notice is None else NextGesture(Pause(1.0), "wait")


def _window(element: Element, screen: Screen) -> Box:
    """The visible part of the scroller that contains the element."""
    whole = Box(0, 0, screen.size.width, screen.size.height)
    parent = screen.element(element.parent) if element.parent is not None else None
    while parent is not None and "scroll" not in parent.affordances:
        parent = screen.element(parent.parent) if parent.parent is not None else None
    return whole if parent is None else parent.box.intersection(whole) or whole


def _share(element: Element, screen: Screen) -> float:
    seen = element.box.intersection(_window(element, screen))
    return 0.0 if seen is None else seen.height / max(element.box.height, 1)


def _touched(element: Element, screen: Screen) -> Point:
    """The centre of the visible part of an element, or an uncovered point beside it."""
    part = element.box if element.visibility == "visible" else element.box.intersection(_window(element, screen))
    return free_point(screen, element, part)


def _says(element: Element, shown: str) -> bool:
    wanted = " ".join(shown.split())
    return any(wanted in " ".join(text.split()) for text in (element.text, element.value, element.name) if text)


def _loading(screen: Screen) -> bool:
    """Whether a page shows only placeholder bars, because its content still loads."""
    return not any(element.landmark.startswith("main") and element.role != "heading" for element in screen.elements)
