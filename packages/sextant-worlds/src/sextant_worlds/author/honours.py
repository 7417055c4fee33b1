"""Which dials each template can honour, so that none is ignored in silence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.errors import UsageError
from sextant_worlds.author.recipe import Family
from sextant_worlds.spec.scenario import FactKind
from sextant_worlds.spec.tasks import Asked, DialName, Dials

__all__ = ["DIALS", "HONOURS", "Honours", "asked_of", "fitting", "given", "honoured", "refuse"]

_TELLING: tuple[FactKind, ...] = ("code", "price", "date", "time", "name", "number")
_ALL: tuple[FactKind, ...] = (*_TELLING, "text")

_DEEPEST = 2
"""Pages below the start of its app at which any genre shows a value."""
_DEEP: frozenset[FactKind] = frozenset(("code", "price", "time", "text"))
"""Kinds of values that stand as deep."""


def _deep(kinds: Sequence[FactKind]) -> bool:
    return not kinds or not _DEEP.isdisjoint(kinds)


@dataclass(frozen=True, slots=True)
class Honours:
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


_CONTROL = Honours((0, 0), kinds=(), retention=False, fading=False, deepest=1)
_PICTURE = Honours(kinds=(), interference=False, fading=False)
_GROUP = ("price", "number", "date", "time")

HONOURS: Mapping[Family, Mapping[str, Honours]] = {
    "test": {
        "report": Honours(),
        "report-several": Honours((2, 5), nearest=6, further=5),
        "rank": Honours((3, 5), kinds=_GROUP, fading=False, nearest=5, further=2),
        "add": Honours((2, 4), kinds=("price", "number"), fading=False, nearest=4, further=2),
        "tally": Honours(kinds=(), interference=False, fading=False, deepest=1),
        "tally-act": Honours(kinds=(), interference=False, fading=False, deepest=1),
        "transfer": Honours(),
        "act-once": Honours(kinds=_TELLING),
        "pixels": _PICTURE,
        "pixels-transfer": _PICTURE,
        "board": Honours(kinds=(), interference=False, fading=False, deepest=1),
        "fork": Honours((2, 2), kinds=(), nearest=10),
        "sweep": Honours(kinds=_TELLING, nearest=10),
        "routine": Honours((2, 4), nearest=6, further=5),
        "long": Honours((1, 4), kinds=_TELLING, further=5),
        "errands": _CONTROL,
        "sweep-errand": _CONTROL,
        "impossible": _CONTROL,
        "satisfied": _CONTROL,
    },
    "train": {
        "keep-one": Honours(),
        "keep-pair": Honours((2, 2), nearest=6),
        "keep-triple": Honours((3, 3), nearest=10),
        "compare": Honours((2, 2), kinds=_GROUP, fading=False),
        "add-pair": Honours((2, 2), kinds=("price", "number"), fading=False),
        "relay": Honours(),
        "relay-pixels": _PICTURE,
        "commit": Honours(kinds=_TELLING),
        "glimpse": Honours((2, 2), kinds=(), interference=False, fading=False, deepest=1, nearest=6),
        "grid": Honours((2, 2), kinds=(), interference=False, fading=False, deepest=1, nearest=6),
        "branch": Honours((2, 2), kinds=()),
        "comb": Honours((2, 2)),
        "count-up": Honours((2, 2), kinds=()),
        "spend": Honours((2, 2), kinds=()),
        "deliveries": Honours((2, 3), kinds=_TELLING),
        "saga": Honours((1, 4), kinds=_TELLING),
        "jobs": _CONTROL,
        "comb-job": _CONTROL,
        "refuse": _CONTROL,
        "no-need": _CONTROL,
    },
}
"""By family and template."""


def asked_of(dials: Dials) -> tuple[Asked, ...]:
    """The dials that were given, in the order of the model."""
    names: Sequence[DialName] = [name for name in DIALS if name in dials.model_fields_set]
    return tuple(Asked(dial=name, value=getattr(dials, name)) for name in names)


DIALS: tuple[DialName, ...] = (
    "kinds", "variables", "distance", "interference", "hops", "transience", "depth", "perturbation", "popups", "delay",
)  # fmt: skip
"""In the order of the model."""


def honoured(family: Family, template: str, dials: Dials) -> Dials:
    """Those of the dials that the template can honour, and no others."""
    known = HONOURS[family][template]
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
        name for name, known in HONOURS[family].items() if all(known.exactly(one.dial, dials) for one in asked)
    )


def refuse(family: Family, template: str, dials: Dials) -> None:
    """Looks whether a template, or where none is named any, can honour the dials.

    Raises:
        UsageError: It cannot; the message names the dial, and templates that can.
    """
    can = fitting(family, dials)
    if (template and template not in HONOURS[family]) or template in can or (can and not template):
        return
    told = f"Templates that can: {', '.join(can)}." if can else "No template can: ask for less."
    if not template:
        deep = f" No value stands more than {_DEEPEST} pages deep." if dials.depth > _DEEPEST else ""
        raise UsageError(
            f"No template honours {_named(asked_of(dials))}.{deep}", "Ask for less, or for fewer dials at once."
        )
    known = HONOURS[family][template]
    wrong = [one for one in asked_of(dials) if not known.exactly(one.dial, dials)]
    bounds = "".join(_bound(known, one.dial, dials) for one in wrong)
    raise UsageError(f"The template {template!r} cannot honour {_named(wrong)}.{bounds}", told)


def _bound(known: Honours, dial: DialName, dials: Dials) -> str:
    """What may be asked for instead."""
    if dial == "depth" and known.deepest > 1:
        return f" Its values stand {known.deepest} pages deep at most."
    if dial == "distance" and known.retention:
        return f" It takes {known.least(dials)} steps at least."
    return ""


def _named(asked: Sequence[Asked]) -> str:
    values = [",".join(one.value) if isinstance(one.value, tuple) else str(one.value) for one in asked]
    return ", ".join(f"{one.dial}={value}" for one, value in zip(asked, values, strict=True))
