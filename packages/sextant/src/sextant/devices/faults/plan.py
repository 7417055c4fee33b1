"""The fault plan: which faults happen how often, parsed from a short text, with one random stream per fault."""

import difflib
import math
import random
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal, get_args

from sextant.dataclass import dataclass
from sextant.errors import UsageError

__all__ = ["FAULTS", "FaultId", "FaultPlan", "parse_faults"]

FaultId = Literal[
    "dropped_tap",
    "offset_tap",
    "delayed_tap",
    "covered",
    "moved",
    "partial_text",
    "disconnect",
    "popup",
    "popup_unclosable",
    "app_killed",
    "black_frame",
    "frozen_frame",
    "stale_hierarchy",
    "empty_hierarchy",
]
"""Faults up to `disconnect` alter a gesture, those up to `app_killed` follow one; the rest affect looks."""

FAULTS: tuple[FaultId, ...] = get_args(FaultId)
"""All faults; of several drawn for one moment the first happens."""


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """The rate of each fault as a share of steps, and the seed of all streams.

    Raises:
        UsageError: Unknown fault, or invalid rate or seed.
    """

    rates: Mapping[FaultId, float] = field(default_factory=dict[FaultId, float])
    seed: int = 0

    def __post_init__(self) -> None:
        for name, rate in self.rates.items():
            _known(name)
            if not 0 <= rate <= 1:
                raise UsageError(
                    f"The fault {name!r} needs a share from 0 to 1, not {rate!r}.",
                    "Write a number from 0 to 1.",
                )
        if self.seed < 0:
            raise UsageError(f"The seed of the faults is invalid: {self.seed!r}.", "Write a whole number from 0.")
        object.__setattr__(self, "rates", MappingProxyType(dict(self.rates)))

    def drawn(self, fault: FaultId, number: int) -> random.Random | None:
        """Return the rest of the fault's random stream if it happens at that step; else None.

        Streams depend on seed, fault and step only: another rate of one fault changes no draw of another, and a fault
        at a step looks the same at every rate at which it happens.
        """
        rate = self.rates.get(fault, 0.0)
        if rate == 0:
            return None
        rng = random.Random(f"{self.seed}/{fault}/{number}")  # noqa: S311 - simulated failures
        return rng if rng.random() < rate else None

    def __str__(self) -> str:
        parts = [f"{name}={self.rates[name]!r}" for name in FAULTS if self.rates.get(name)]
        return ",".join([*parts, f"seed={self.seed}"])


def parse_faults(text: str) -> FaultPlan:
    """Parse `dropped_tap=0.1,popup=0.3,seed=7`; an empty text is a plan without faults.

    Raises:
        UsageError: A part is no fault with a rate from 0 to 1, or is given twice.
    """
    rates: dict[FaultId, float] = {}
    seed: int | None = None
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            _known(name if name != "seed" else FAULTS[0])
            raise UsageError(f"{part!r} has no rate.", f"Write {name}={7 if name == 'seed' else 0.1}.")
        if name == "seed":
            if seed is not None:
                raise UsageError("The seed is given twice.", "Give it once.")
            seed = _seed(value)
            continue
        fault = _known(name)
        if fault in rates:
            raise UsageError(f"The fault {name!r} is given twice.", "Give it once.")
        rates[fault] = _share(fault, value)
    return FaultPlan(rates, seed or 0)


def _known(name: str) -> FaultId:
    for fault in FAULTS:
        if fault == name:
            return fault
    near = difflib.get_close_matches(name, FAULTS, n=1)
    remedy = f"Did you mean {near[0]!r}?" if near else f"The faults are: {', '.join(FAULTS)}."
    raise UsageError(f"There is no fault {name!r}.", remedy)


def _share(fault: FaultId, value: str) -> float:
    try:
        share = float(value)
    except ValueError as error:
        raise UsageError(f"The fault {fault!r} needs a number, not {value!r}.", f"Write {fault}=0.1.") from error
    if math.isnan(share) or not 0 <= share <= 1:
        raise UsageError(
            f"The fault {fault!r} needs a share from 0 to 1, not {value!r}.", "Write a number from 0 to 1."
        )
    return share


def _seed(value: str) -> int:
    if not (value.isascii() and value.isdigit()) or len(value) > 18:
        raise UsageError(f"The seed of the faults is invalid: {value!r}.", "Write a whole number from 0.")
    return int(value)
