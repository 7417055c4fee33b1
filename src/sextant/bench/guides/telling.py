"""What a guide told, kept; and a guide that tells what was told in another task: the placebo."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sextant.contracts import Guide, View
from sextant.guides.task_state import TaskState
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Listening", "Placebo", "Told", "Weighed"]

Told = list[tuple[Section, ...]]
"""The sections of each brief, in order."""


class Listening:
    """A guide whose sections are kept."""

    def __init__(self, guide: Guide, told: Told) -> None:
        self._guide, self._told = guide, told

    @property
    def name(self) -> str:
        return self._guide.name

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        return self._guide.fields(profile)

    def sections(self, view: View) -> Sequence[Section]:
        sections = tuple(self._guide.sections(view))
        self._told.append(sections)
        return sections

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        return self._guide.review(decision, view)

    def observe(self, transition: Transition) -> None:
        self._guide.observe(transition)

    def snapshot(self) -> Any:
        return self._guide.snapshot()

    def restore(self, state: Any) -> None:
        self._guide.restore(state)


class Weighed(Listening):
    """The task state, its sections kept, and with them which views were told."""

    def __init__(self, guide: TaskState, told: Told, views: list[tuple[str, ...]]) -> None:
        super().__init__(guide, told)
        self._task_state, self._views = guide, views

    def sections(self, view: View) -> Sequence[Section]:
        self._views.append(self._task_state.views(view.step))
        return super().sections(view)


class Placebo:
    """Tells what the guide of that name told in another task. It knows nothing and objects to nothing.

    With `rng` each step gets what was told at any step of that task, else what was told at the step of the same number:
    how far one task is at a step says something of how far another one is.
    """

    def __init__(self, name: str, told: Told, rng: random.Random | None = None) -> None:
        self._name, self._told, self._at, self._rng = name, told, 0, rng

    @property
    def name(self) -> str:
        return self._name

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        del profile
        return None

    def sections(self, view: View) -> Sequence[Section]:
        del view
        if not self._told:
            return ()
        at = min(self._at, len(self._told) - 1) if self._rng is None else self._rng.randrange(len(self._told))
        self._at += 1
        return self._told[at]

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        del decision, view
        return ()

    def observe(self, transition: Transition) -> None:
        """Nothing: it does not look."""

    def snapshot(self) -> Any:
        return self._at

    def restore(self, state: Any) -> None:
        self._at = int(state)
