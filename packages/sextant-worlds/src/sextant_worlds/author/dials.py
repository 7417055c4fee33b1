"""The dials of a task: which of them each template supports, and wanted values compared with achieved ones."""

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
    "compared",
    "dials_in_words",
    "distance_from_asked",
    "fitting",
    "given",
    "honoured",
    "listed",
    "refuse",
    "unmet",
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
    """The dials that a template supports. All templates support `perturbation`, `popups` and `delay`.

    Attributes:
        variables: The fewest and the most values to remember.
        kinds: The possible kinds of values; empty if the template needs its own kinds.
        retention: Whether steps between reading and use can be requested: distance, interference, hops.
        interference: Whether values of the same kind can be placed in between.
        fading: Whether values may disappear after some steps.
        deepest: The most pages between the start of an app and a value; 1 means no choice.
        nearest: The fewest steps between reading and use for the fewest values, exact to two steps.
        further: The additional steps for each further value.
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
        """The fewest steps between reading and use that can be requested with these dials."""
        more = dials.variables - self.variables[0] if "variables" in dials.model_fields_set else 0
        return self.nearest + self.further * max(0, more)

    def exactly(self, dial: DialName, dials: Dials) -> bool:
        """Whether the achieved value of this dial equals the wanted one; a short distance may be exceeded."""
        close = dial != "distance" or dials.distance == 0 or dials.distance >= self.least(dials)
        return close and self.honours(dial, dials)

    def honours(self, dial: DialName, dials: Dials) -> bool:
        """Whether the template can reach the wanted value of this dial."""
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
    """The dials that the template supports."""
    known = TEMPLATE_DIALS[family][template]
    return Dials.model_validate({one.dial: one.value for one in asked_of(dials) if known.honours(one.dial, dials)})


def given(dials: Dials) -> Dials:
    """The dials that differ from their defaults."""
    plain = Dials()
    return Dials.model_validate(
        {one.dial: one.value for one in asked_of(dials) if one.value != getattr(plain, one.dial)}
    )


def fitting(family: Family, dials: Dials) -> tuple[str, ...]:
    """The templates that support all given dials, in their order."""
    asked = asked_of(dials)
    return tuple(
        name for name, known in TEMPLATE_DIALS[family].items() if all(known.exactly(one.dial, dials) for one in asked)
    )


def refuse(family: Family, template: str, dials: Dials) -> None:
    """Checks whether a template, or any template if none is named, supports the dials.

    Raises:
        UsageError: It cannot; the message names the dial, and templates that can.
    """
    can = fitting(family, dials)
    if (template and template not in TEMPLATE_DIALS[family]) or template in can or (can and not template):
        return
    remedy = f"Templates that can: {', '.join(can)}." if can else "No template can: ask for less."
    if not template:
        deep = f" No value stands more than {_DEEPEST} pages deep." if dials.depth > _DEEPEST else ""
        raise UsageError(
            f"No template supports {_named(asked_of(dials))}.{deep}", "Lower the values, or give fewer dials."
        )
    known = TEMPLATE_DIALS[family][template]
    wrong = [one for one in asked_of(dials) if not known.exactly(one.dial, dials)]
    bounds = "".join(_bound(known, one.dial, dials) for one in wrong)
    raise UsageError(f"The template {template!r} does not support {_named(wrong)}.{bounds}", remedy)


def _bound(known: TemplateDials, dial: DialName, dials: Dials) -> str:
    """The possible values of a dial, in words."""
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
    """One dial of a task: the wanted value (None if free), and the achieved one."""

    dial: DialName
    asked: Value | None
    achieved: Value

    @property
    def met(self) -> bool:
        """Whether the wanted value was achieved. Kinds are met if no other kind must be remembered."""
        if self.asked is None:
            return True
        if isinstance(self.asked, tuple) and isinstance(self.achieved, tuple):
            return not self.asked or set(self.achieved) <= set(self.asked)
        return self.asked == self.achieved


def compared(task: TaskSpec) -> tuple[DialOutcome, ...]:
    """All dials with a wanted or an achieved value, in the order of the model."""
    asked: dict[DialName, Value] = {one.dial: one.value for one in task.asked}
    plain = Dials()
    found = (DialOutcome(name, asked.get(name), getattr(task.dials, name)) for name in DIALS)
    return tuple(one for one in found if one.dial in asked or one.achieved != getattr(plain, one.dial))


def distance_from_asked(family: Family, template: str, asked: Dials, achieved: Dials) -> int:
    """The distance of a task from the wanted dials that its template supports; 0 if all are met."""
    return sum(
        _off(one.value, getattr(achieved, one.dial))
        for one in asked_of(honoured(family, template, asked))
        if one.dial != "perturbation" and _counts(one.dial, one.value)
    )


def _counts(dial: DialName, value: Value) -> bool:
    """Whether a dial counts; a distance of 0 only means as short as possible."""
    return dial != "distance" or value != 0


def _off(asked: Value, achieved: Value) -> int:
    if isinstance(asked, tuple):
        return 0 if DialOutcome("kinds", asked, achieved).met else 4
    return abs(asked - achieved) if isinstance(asked, int) and isinstance(achieved, int) else 0


def listed(value: Value | None) -> str:
    """A value as text for people."""
    if value is None:
        return "free"
    return (", ".join(value) or "any") if isinstance(value, tuple) else str(value)


def dials_in_words(task: TaskSpec) -> str:
    """The dials on one line; the wanted value follows one that was not met."""
    found = [
        f"{one.dial} {listed(one.achieved)}" + ("" if one.met else f" (asked {listed(one.asked)})")
        for one in compared(task)
    ]
    return ", ".join(found) or "none"


def unmet(task: TaskSpec) -> Sequence[DialOutcome]:
    """The dials that were not met."""
    return [one for one in compared(task) if not one.met]
