"""What was asked of a task against what its walk turned out to ask for."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant_worlds.author.honours import DIALS, asked_of, honoured
from sextant_worlds.author.recipe import Family
from sextant_worlds.spec.scenario import FactKind
from sextant_worlds.spec.tasks import DialName, Dials, TaskSpec

__all__ = ["Outcome", "away", "compared", "listed", "told", "unmet"]

Value = int | str | tuple[FactKind, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One dial of a task: what was asked for, None where it was left free, and what it came to."""

    dial: DialName
    asked: Value | None
    achieved: Value

    @property
    def met(self) -> bool:
        """Whether it came to what was asked for. Kinds are met where no other kind has to be remembered."""
        if self.asked is None:
            return True
        if isinstance(self.asked, tuple) and isinstance(self.achieved, tuple):
            return not self.asked or set(self.achieved) <= set(self.asked)
        return self.asked == self.achieved


def compared(task: TaskSpec) -> tuple[Outcome, ...]:
    """Every dial that was asked for or that came to something, in the order of the model."""
    asked: dict[DialName, Value] = {one.dial: one.value for one in task.asked}
    plain = Dials()
    found = (Outcome(name, asked.get(name), getattr(task.dials, name)) for name in DIALS)
    return tuple(one for one in found if one.dial in asked or one.achieved != getattr(plain, one.dial))


def away(family: Family, template: str, asked: Dials, achieved: Dials) -> int:
    """How far a task is from what was asked, as far as its template can honour it; 0: all dials came out as asked."""
    return sum(
        _off(one.value, getattr(achieved, one.dial))
        for one in asked_of(honoured(family, template, asked))
        if one.dial != "perturbation" and _counts(one.dial, one.value)
    )


def _counts(dial: DialName, value: Value) -> bool:
    """No distance at all means as short as the task allows."""
    return dial != "distance" or value != 0


def _off(asked: Value, achieved: Value) -> int:
    if isinstance(asked, tuple):
        return 0 if Outcome("kinds", asked, achieved).met else 4
    return abs(asked - achieved) if isinstance(asked, int) and isinstance(achieved, int) else 0


def listed(value: Value | None) -> str:
    """As people read it."""
    if value is None:
        return "free"
    return (", ".join(value) or "any") if isinstance(value, tuple) else str(value)


def told(task: TaskSpec) -> str:
    """The dials on one line; what was asked for stands behind one that came to something else."""
    found = [
        f"{one.dial} {listed(one.achieved)}" + ("" if one.met else f" (asked {listed(one.asked)})")
        for one in compared(task)
    ]
    return ", ".join(found) or "none"


def unmet(task: TaskSpec) -> Sequence[Outcome]:
    """Dials that came to something else than was asked for."""
    return [one for one in compared(task) if not one.met]
