"""What a guide told, kept; and a guide that tells what was told in another task: the placebo."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sextant.protocols import Guide, GuideView
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Placebo", "QuietGuide", "Told", "listening"]

Told = list[tuple[Section, ...]]
"""The sections of each brief, in order."""


def listening(guide: Guide, told: Told) -> Guide:
    """The guide itself, which from now on keeps what it tells: nothing of what it is or can do is hidden by that."""
    tell = guide.sections

    def sections(view: GuideView) -> Sequence[Section]:
        found = tuple(tell(view))
        told.append(found)
        return found

    guide.sections = sections
    return guide


class QuietGuide:
    """Base of what stands in a guide's place: it goes by that name, asks for no field and objects to nothing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.at = 0

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        del profile
        return None

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]:
        del decision, view
        return ()

    def snapshot(self) -> Any:
        return self.at

    def restore(self, state: Any) -> None:
        self.at = int(state)


class Placebo(QuietGuide):
    """Tells what the guide of that name told in another task. It knows nothing and objects to nothing.

    With `rng` each step gets what was told at any step of that task, else what was told at the step of the same number:
    how far one task is at a step says something of how far another one is.
    """

    def __init__(self, name: str, told: Told, rng: random.Random | None = None) -> None:
        super().__init__(name)
        self._told, self._rng = told, rng

    def sections(self, view: GuideView) -> Sequence[Section]:
        del view
        if not self._told:
            return ()
        at = min(self.at, len(self._told) - 1) if self._rng is None else self._rng.randrange(len(self._told))
        self.at += 1
        return self._told[at]

    def observe(self, transition: Transition) -> None:
        """Nothing: it does not look."""
