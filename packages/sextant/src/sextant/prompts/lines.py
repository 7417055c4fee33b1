"""The lines of a run's steps: the latest are in memory, earlier ones in the run's journal, where there is one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

__all__ = ["Lines", "Notebook"]

KIND = "lines"
"""Kind of the notes that hold earlier lines, by step."""

_NEAR = 200
"""So many of the latest lines stay in memory; what becomes of a step later is put to its line mostly within a few."""
_TOGETHER = 100
"""So many lines go into the journal at once."""


class _Noted(Protocol):
    @property
    def data(self) -> Mapping[str, Any]: ...


class Notebook(Protocol):
    """Keeps notes by kind, and gives them back in order: a run's journal does."""

    def note(self, kind: str, data: Mapping[str, object]) -> None: ...

    def notes(self, kind: str = "") -> Sequence[_Noted]: ...


class Lines:
    """One line a step, by its number.

    With a notebook what is in memory and in a snapshot has a bound; without one it is all lines.
    """

    def __init__(self) -> None:
        self.notebook: Notebook | None = None
        self._near: dict[int, str] = {}
        self._far: list[tuple[int, int]] = []
        """First and last step of each stretch that is in the notebook, in order."""
        self._fetched: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._near) + sum(last - first + 1 for first, last in self._far)

    def __contains__(self, step: int) -> bool:
        return step in self._near or self._is_far(step)

    def __setitem__(self, step: int, line: str) -> None:
        if self._is_far(step):
            self._note({step: line})
            return
        self._near[step] = line
        if self.notebook is not None and len(self._near) >= _NEAR + _TOGETHER:
            self._put_away(sorted(self._near)[:_TOGETHER])

    def get(self, step: int) -> str | None:
        """The line of a step; None where there was none."""
        return next(iter(self.of([step])), None)

    def of(self, steps: Iterable[int]) -> list[str]:
        """The lines of those steps, as far as there are any."""
        wanted = list(steps)
        missing = {step for step in wanted if self._is_far(step) and step not in self._fetched}
        if missing:
            self._fetched = {step: line for step, line in self._fetched.items() if step in wanted} | self._read(missing)
        return [line for step in wanted if (line := self._near.get(step, self._fetched.get(step))) is not None]

    def latest(self, spans: Sequence[tuple[int, float]], most: int, always: int) -> list[int]:
        """The latest steps within spans (first and last of each), in order; the last `always` of all are among them."""
        near = sorted(self._near, reverse=True)
        found = [step for number, step in enumerate(near) if number < always or any(a <= step <= b for a, b in spans)]
        for first, last in reversed(self._far):
            if len(found) >= most:
                break
            inside = {step for a, b in spans for step in range(max(a, first), int(min(b, last)) + 1)}
            found += sorted(inside, reverse=True)
        return found[:most][::-1]

    def all(self) -> list[int]:
        """Every step that has a line, in order."""
        return sorted([*self._near, *(step for first, last in self._far for step in range(first, last + 1))])

    def snapshot(self) -> dict[str, Any]:
        far = {"noted": [list(stretch) for stretch in self._far]} if self._far else {}
        return {"lines": {str(step): line for step, line in self._near.items()}} | far

    def restore(self, state: Mapping[str, Any]) -> None:
        self._near = {int(step): str(line) for step, line in state["lines"].items()}
        self._far = [(int(first), int(last)) for first, last in state.get("noted", ())]
        self._fetched = {}

    def _is_far(self, step: int) -> bool:
        return any(first <= step <= last for first, last in self._far)

    def _put_away(self, steps: Sequence[int]) -> None:
        self._note({step: self._near[step] for step in steps})
        for step in steps:
            del self._near[step]
            if self._far and self._far[-1][1] == step - 1:
                self._far[-1] = (self._far[-1][0], step)
            else:
                self._far = sorted([*self._far, (step, step)])

    def _note(self, lines: Mapping[int, str]) -> None:
        if self.notebook is not None:
            self.notebook.note(KIND, {str(step): line for step, line in lines.items()})
        for step in lines:
            self._fetched.pop(step, None)

    def _read(self, steps: set[int]) -> dict[int, str]:
        """Those lines as they were noted last."""
        found: dict[int, str] = {}
        for note in () if self.notebook is None else self.notebook.notes(KIND):
            found |= {int(step): str(line) for step, line in note.data.items() if int(step) in steps}
        return found
