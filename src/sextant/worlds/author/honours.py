"""Which dials each template can honour, so that none is ignored in silence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.errors import UsageError
from sextant.worlds.author.recipe import Family
from sextant.worlds.spec.scenario import FactKind
from sextant.worlds.spec.tasks import Asked, DialName, Dials

__all__ = ["DIALS", "HONOURS", "Honours", "asked_of", "fitting", "given", "honoured", "refuse"]

_TELLING: tuple[FactKind, ...] = ("code", "price", "date", "time", "name", "number")
_ALL: tuple[FactKind, ...] = (*_TELLING, "text")


@dataclass(frozen=True, slots=True)
class Honours:
    """What a template can be asked for. `perturbation`, `popups` and `delay` fit any of them.

    Attributes:
        variables: Fewest and most values to remember.
        kinds: Of values that may be asked for; empty: the template needs kinds of its own.
        retention: Whether something comes between reading and needing: distance, interference, hops.
        interference: Whether values of the same kind can be put on the way.
        fading: Whether values may be gone after some steps.
        depth: Whether the page of a value may be chosen.
    """

    variables: tuple[int, int] = (1, 1)
    kinds: tuple[FactKind, ...] = _ALL
    retention: bool = True
    interference: bool = True
    fading: bool = True
    depth: bool = True

    def honours(self, dial: DialName, dials: Dials) -> bool:
        """Whether the template can come to what is asked of this dial."""
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
                return self.depth or dials.depth == 1


_CONTROL = Honours((0, 0), kinds=(), retention=False, fading=False, depth=False)
_PICTURE = Honours(kinds=(), interference=False, fading=False)
_GROUP = ("price", "number", "date", "time")

HONOURS: Mapping[Family, Mapping[str, Honours]] = {
    "test": {
        "report": Honours(),
        "report-several": Honours((2, 5)),
        "rank": Honours((3, 5), kinds=_GROUP, fading=False),
        "add": Honours((2, 4), kinds=("price", "number"), fading=False),
        "tally": Honours(kinds=(), interference=False, fading=False, depth=False),
        "tally-act": Honours(kinds=(), interference=False, fading=False, depth=False),
        "transfer": Honours(),
        "act-once": Honours(kinds=_TELLING),
        "pixels": _PICTURE,
        "pixels-transfer": _PICTURE,
        "board": Honours(kinds=(), interference=False, fading=False, depth=False),
        "fork": Honours((2, 2), kinds=()),
        "sweep": Honours(kinds=_TELLING),
        "routine": Honours((2, 4)),
        "long": Honours((1, 4), kinds=_TELLING),
        "errands": _CONTROL,
        "sweep-errand": _CONTROL,
        "impossible": _CONTROL,
        "satisfied": _CONTROL,
    },
    "train": {
        "keep-one": Honours(),
        "keep-pair": Honours((2, 2)),
        "keep-triple": Honours((3, 3)),
        "compare": Honours((2, 2), kinds=_GROUP, fading=False),
        "add-pair": Honours((2, 2), kinds=("price", "number"), fading=False),
        "relay": Honours(),
        "relay-pixels": _PICTURE,
        "commit": Honours(kinds=_TELLING),
        "glimpse": Honours((2, 2), kinds=(), interference=False, fading=False, depth=False),
        "grid": Honours((2, 2), kinds=(), interference=False, fading=False, depth=False),
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
        name for name, known in HONOURS[family].items() if all(known.honours(one.dial, dials) for one in asked)
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
        raise UsageError(f"No template honours {_named(asked_of(dials))}.", "Ask for less, or for fewer dials at once.")
    known = HONOURS[family][template]
    wrong = [one for one in asked_of(dials) if not known.honours(one.dial, dials)]
    raise UsageError(f"The template {template!r} cannot honour {_named(wrong)}.", told)


def _named(asked: Sequence[Asked]) -> str:
    values = [",".join(one.value) if isinstance(one.value, tuple) else str(one.value) for one in asked]
    return ", ".join(f"{one.dial}={value}" for one, value in zip(asked, values, strict=True))
