"""The dials of a task: which of them each template can honour, and what was asked against what the task came to."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant.errors import UsageError
from sextant_worlds.author.recipe import Family
from sextant_worlds.data_files import read
from sextant_worlds.spec.scenario import FactKind
from sextant_worlds.spec.tasks import AskedDial, DialName, Dials, TaskSpec

__all__ = [
    "DIALS",
    "TEMPLATE_DIALS",
    "DialOutcome",
    "TemplateDials",
    "asked_of",
    "away",
    "compared",
    "fitting",
    "given",
    "honoured",
    "listed",
    "refuse",
    "told",
]

_TELLING: tuple[FactKind, ...] = ("code", "price", "date", "time", "name", "number")
_ALL: tuple[FactKind, ...] = (*_TELLING, "text")

_DEEPEST = 2
"""Pages below the start of its app at which any genre shows a value."""
_DEEP: frozenset[FactKind] = frozenset(("code", "price", "time", "text"))
"""Kinds of values that stand as deep."""


def _deep(kinds: Sequence[FactKind]) -> bool:
    return not kinds or not _DEEP.isdisjoint(kinds)


@dataclass(frozen=True, slots=True)
class TemplateDials:
    """What a template can be asked for. `perturbation`, `popups` and `delay` fit any of them.

    Attributes:
        variables: Fewest and most values to remember.
        kinds: Of values that may be asked for; empty: the template needs kinds of its own.
        retention: Whether something comes between reading and needing: distance, interference, hops.
        interference: Whether values of the same kind can be put on the way.
        fading: Whether values may be gone after some steps.
        deepest: Pages below the start of its app at which its values can stand at most; 1: there is no choice.
        nearest: Fewest steps between reading and needing, of the fewest values; it comes within two of what is asked.
        further: Steps that each value more takes on top of that.
    """

    variables: tuple[int, int] = (1, 1)
    kinds: tuple[FactKind, ...] = _ALL
    retention: bool = True
    interference: bool = True
    fading: bool = True
    deepest: int = _DEEPEST
    nearest: int = 3
    further: int = 0

    def least(self, dials: Dials) -> int:
        """Fewest steps between reading and needing that may be asked for together with these dials."""
        more = dials.variables - self.variables[0] if "variables" in dials.model_fields_set else 0
        return self.nearest + self.further * max(0, more)

    def exactly(self, dial: DialName, dials: Dials) -> bool:
        """Whether what it comes to is what is asked of this dial, and not more: a distance may be too short."""
        close = dial != "distance" or dials.distance == 0 or dials.distance >= self.least(dials)
        return close and self.honours(dial, dials)

    def honours(self, dial: DialName, dials: Dials) -> bool:
        """Whether the template can come to what is asked of this dial; of a distance, to no less."""
        match dial:
            case "perturbation" | "popups" | "delay":
                return True
            case "variables":
                return self.variables[0] <= dials.variables <= self.variables[1]
            case "kinds":
                return not dials.kinds or (bool(self.kinds) and set(dials.kinds) <= set(self.kinds))
            case "distance" | "hops":
                return self.retention or not getattr(dials, dial)
            case "interference":
                return (self.retention and self.interference) or not dials.interference
            case "transience":
                return self.fading or not dials.transience
            case "depth":
                return dials.depth <= self.deepest and (dials.depth == 1 or _deep(dials.kinds))


TEMPLATE_DIALS = read(dict[Family, dict[str, TemplateDials]], "sextant_worlds.author", "template_dials.yaml")
"""By family and template."""


def asked_of(dials: Dials) -> tuple[AskedDial, ...]:
    """The dials that were given, in the order of the model."""
    names: Sequence[DialName] = [name for name in DIALS if name in dials.model_fields_set]
    return tuple(AskedDial(dial=name, value=getattr(dials, name)) for name in names)


DIALS: tuple[DialName, ...] = (
    "kinds", "variables", "distance", "interference", "hops", "transience", "depth", "perturbation", "popups", "delay",
)  # fmt: skip
"""In the order of the model."""


def honoured(family: Family, template: str, dials: Dials) -> Dials:
    """Those of the dials that the template can honour, and no others."""
    known = TEMPLATE_DIALS[family][template]
    return Dials.model_validate({one.dial: one.value for one in asked_of(dials) if known.honours(one.dial, dials)})


def given(dials: Dials) -> Dials:
    """Those of the dials that differ from their defaults, and no others."""
    plain = Dials()
    return Dials.model_validate(
        {one.dial: one.value for one in asked_of(dials) if one.value != getattr(plain, one.dial)}
    )


def fitting(family: Family, dials: Dials) -> tuple[str, ...]:
    """Templates that can honour every dial that was given, in their order."""
    asked = asked_of(dials)
    return tuple(
        name for name, known in TEMPLATE_DIALS[family].items() if all(known.exactly(one.dial, dials) for one in asked)
    )


def refuse(family: Family, template: str, dials: Dials) -> None:
    """Looks whether a template, or where none is named any, can honour the dials.

    Raises:
        UsageError: It cannot; the message names the dial, and templates that can.
    """
    can = fitting(family, dials)
    if (template and template not in TEMPLATE_DIALS[family]) or template in can or (can and not template):
        return
    told = f"Templates that can: {', '.join(can)}." if can else "No template can: ask for less."
    if not template:
        deep = f" No value stands more than {_DEEPEST} pages deep." if dials.depth > _DEEPEST else ""
        raise UsageError(
            f"No template supports {_named(asked_of(dials))}.{deep}", "Lower the values, or give fewer dials."
        )
    known = TEMPLATE_DIALS[family][template]
    wrong = [one for one in asked_of(dials) if not known.exactly(one.dial, dials)]
    bounds = "".join(_bound(known, one.dial, dials) for one in wrong)
    raise UsageError(f"The template {template!r} does not support {_named(wrong)}.{bounds}", told)


def _bound(known: TemplateDials, dial: DialName, dials: Dials) -> str:
    """What may be asked for instead."""
    if dial == "depth" and known.deepest > 1:
        return f" Its values stand {known.deepest} pages deep at most."
    if dial == "distance" and known.retention:
        return f" It takes {known.least(dials)} steps at least."
    return ""


def _named(asked: Sequence[AskedDial]) -> str:
    values = [",".join(one.value) if isinstance(one.value, tuple) else str(one.value) for one in asked]
    return ", ".join(f"{one.dial}={value}" for one, value in zip(asked, values, strict=True))


Value = int | str | tuple[FactKind, ...]


@dataclass(frozen=True, slots=True)
class DialOutcome:
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


def compared(task: TaskSpec) -> tuple[DialOutcome, ...]:
    """Every dial that was asked for or that came to something, in the order of the model."""
    asked: dict[DialName, Value] = {one.dial: one.value for one in task.asked}
    plain = Dials()
    found = (DialOutcome(name, asked.get(name), getattr(task.dials, name)) for name in DIALS)
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
        return 0 if DialOutcome("kinds", asked, achieved).met else 4
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
