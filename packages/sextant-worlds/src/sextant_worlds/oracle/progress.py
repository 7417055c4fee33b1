"""Progress of a rehearsed task, read from screens: done, tried, open."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_worlds.oracle.deed_checker import DeedChecker, DeedStatus, read, wrong_control
from sextant_worlds.oracle.rehearsal import Rehearsal, RehearsedMove, ScreenPlace, screen_place
from sextant_worlds.oracle.walker import find

__all__ = ["RehearsalProgress"]

_LOOKS = 2
"""So many looks in a row have to say that a deed is not done before what may not be done twice is done again."""

_DOUBTS = 6
"""After so many looks, a page that has not said so twice will not say so."""


@dataclass
class RehearsalProgress:
    """The progress of a task. A part is *tried* after its injection, and *out of sight* after another page."""

    rehearsal: Rehearsal
    checker: DeedChecker = field(init=False)
    _done: dict[int, None] = field(default_factory=dict[int, None])
    _tried: dict[int, int] = field(default_factory=dict[int, int])
    _away: set[int] = field(default_factory=set[int])
    _open: dict[int, int] = field(default_factory=dict[int, int])
    _against: dict[int, int] = field(default_factory=dict[int, int])
    _looked: dict[int, int] = field(default_factory=dict[int, int])
    """How many looks there were since a part was last tried."""
    _early: dict[int, int] = field(default_factory=dict[int, int])
    _just: int = -1
    _toasts: dict[int, str] = field(default_factory=dict[int, str])
    """The notice that stood there when a part was first tried."""
    _look: int = -1

    def __post_init__(self) -> None:
        parts = self.rehearsal.parts
        self.checker = DeedChecker(self.rehearsal.world, parts[0].state if parts else {})
        later = {part.opening for part in parts if part.kind in ("do", "read") or part.goes}
        self._needed = tuple(
            part for part in parts if part.kind in ("do", "read") or (part.kind == "set" and part.opening not in later)
        )

    # ------------------------------------------------------------------ what is known

    @property
    def done_parts(self) -> Sequence[RehearsedMove]:
        """The finished parts, in the order of the rehearsal."""
        return [part for part in self._needed if part.number in self._done]

    def next(self) -> RehearsedMove | None:
        """The first unfinished part; None at the end."""
        return next((part for part in self._needed if part.number not in self._done), None)

    def in_doubt(self, part: RehearsedMove) -> bool:
        """Whether one more screen is needed before a part is repeated, or counted as done."""
        tried = self._tried.get(part.number, 0) > 0
        looked = self._looked.get(part.number, 0)
        again = tried and not part.repeatable and 0 < self._open.get(part.number, 0) < _LOOKS and looked < _DOUBTS
        return again or self._early.get(part.number, 0) > 0

    def unknown(self, part: RehearsedMove) -> bool:
        """Whether a part may be done already, must not be done twice, and no screen has shown it."""
        tried = self._tried.get(part.number, 0) > 0
        return tried and not part.repeatable and self._open.get(part.number, 0) < _LOOKS

    def spoken_against(self, part: RehearsedMove) -> bool:
        """Whether a screen has shown that a part is not done."""
        return self._open.get(part.number, 0) > 0

    def may_tell(self, part: RehearsedMove, spot: ScreenPlace) -> bool:
        """Whether a page may show that a part is done."""
        return self.checker.can_tell(part, spot)

    def only_once(self, part: RehearsedMove) -> bool:
        """Whether a part must not be done twice and cannot be undone."""
        return part.final or not (part.repeatable or part.undoable)

    # ------------------------------------------------------------------ what is learnt

    def carried_out(self, number: int, transition: Transition) -> None:
        """Records an executed decision for the part of that number, or for none (-1)."""
        if transition.interrupt:
            self.lose_sight()
            return
        self._just = -1
        if number >= 0 and transition.attempts:
            self._tried[number] = self._tried.get(number, 0) + 1
            self._open.pop(number, None)
            self._looked.pop(number, None)
            self._away.discard(number)
            self._toasts.setdefault(number, _toast(transition.before))
            self._just = number

    def lose_sight(self) -> None:
        """Marks the results of tried parts as unknown until a page shows them."""
        self._away.update(self._tried)

    def read(self, part: RehearsedMove) -> None:
        """Marks a part without a touch as done."""
        self._finish(part)

    def believe(self, part: RehearsedMove) -> None:
        """Marks a part as done whose result no page can show."""
        self._finish(part)

    def glance(self, screen: Screen) -> None:
        """Reads only the notices of a covered screen, because they may be gone on the next one."""
        part = self.next()
        if part is not None and part.number in self._tried and self._noticed(part, screen):
            self._finish(part)

    def look(self, screen: Screen) -> bool:
        """Reads a screen; returns whether a part turned out to be done."""
        fresh, self._look = screen.look != self._look or screen.look == 0, screen.look
        before = len(self._done)
        if fresh:
            self._reopen(screen)
        while (part := self.next()) is not None:
            if part.kind == "set":
                if (
                    screen_place(screen) == part.there
                    and part.number in self._tried
                    and wrong_control(part, screen, True) is None
                ):
                    self._finish(part)
                    continue
                break
            said = self._said(part, screen)
            if said == "done" or (fresh and self._happened(part, screen)):
                self._finish(part)
                continue
            self._looked[part.number] = self._looked.get(part.number, 0) + fresh
            if said == "open" and fresh:
                self._open[part.number] = self._open.get(part.number, 0) + 1
            if screen_place(screen) != part.here and part.number in self._tried:
                self._away.add(part.number)
            break
        self._just = -1
        return len(self._done) > before

    def _happened(self, part: RehearsedMove, screen: Screen) -> bool:
        """Whether a part that was never tried is shown done, twice in a row: a touch went astray, or a step was lost.

        To do it would take it back, or there is nothing left to touch.
        """
        there = screen_place(screen) == part.here and part.kind == "do" and part.number not in self._tried
        useless = not part.repeatable or find(screen, part.test_id) is None
        if not (there and useless and self.checker.status(part, screen) == "done"):
            self._early.pop(part.number, None)
            return False
        self._early[part.number] = self._early.get(part.number, 0) + 1
        return self._early[part.number] >= _LOOKS

    def _said(self, part: RehearsedMove, screen: Screen) -> DeedStatus:
        """The status of a part according to a screen: by its contents, else by its place after the part was tried."""
        if part.kind != "do" or part.number not in self._tried:
            return ""
        told = self.checker.status(part, screen)
        if told:
            return told
        if self._noticed(part, screen):
            return "done"
        spot = screen_place(screen)
        if part.number in self._away:
            return ""
        if spot == part.there != part.here:
            return "" if self.checker.can_tell(part, spot) else "done"
        if spot != part.here:
            return ""
        if part.here != part.there:
            return "open"
        if self.checker.can_tell(part, spot):
            return ""
        if self._notice(part):
            return "open" if self._just == part.number else ""
        return "done"

    def _notice(self, part: RehearsedMove) -> str:
        """The notice after a part; empty if there is none, or if it was shown just before."""
        toast = _toast(part.after)
        return toast if toast not in (_toast(part.before), self._toasts.get(part.number, "")) else ""

    def _noticed(self, part: RehearsedMove, screen: Screen) -> bool:
        notice = self._notice(part)
        return bool(notice) and _toast(screen) == notice

    def _reopen(self, screen: Screen) -> None:
        """Reopens finished parts that two screens in a row have shown as not done."""
        for part in self.done_parts:
            against = self.checker.status(part, screen) == "open" and self.checker.is_current(
                part, screen_place(screen)
            )
            if not against:
                self._against.pop(part.number, None)
                continue
            self._against[part.number] = self._against.get(part.number, 0) + 1
            if self._against[part.number] >= _LOOKS:
                del self._done[part.number]
                self._open[part.number] = self._against.pop(part.number)
                self._settle()

    def _finish(self, part: RehearsedMove) -> None:
        self._done[part.number] = None
        self._open.pop(part.number, None)
        self._early.pop(part.number, None)
        self._settle()

    def _settle(self) -> None:
        done = [part for part in self.done_parts if part.kind == "do"]
        self.checker.latest = done[-1].done if done else self.rehearsal.parts[0].state

    # ------------------------------------------------------------------ resuming

    def snapshot(self) -> Any:
        return {
            "done": list(self._done),
            "tried": {str(number): count for number, count in self._tried.items()},
            "open": {str(number): count for number, count in self._open.items()},
        }

    def restore(self, state: Any) -> None:
        self._done = dict.fromkeys(int(number) for number in state["done"])
        self._tried = {int(number): int(count) for number, count in state["tried"].items()}
        self._open = {int(number): int(count) for number, count in state["open"].items()}
        begun = self.next()
        if begun is not None and begun.undoable and self.checker.can_tell(begun, begun.here):
            self._tried.setdefault(begun.number, 1)  # it may have been under way, and would be taken back
        self._away = set(self._tried)
        self._settle()


def _toast(screen: Screen) -> str:
    found = find(screen, "toast")
    return "" if found is None else read(found).text
