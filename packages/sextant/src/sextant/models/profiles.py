"""What is known of a model before it is asked: sight, coordinates, room, prices. A table by name, overridable."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Literal

from sextant.types.decisions import Profile

Coordinates = Literal["pixels", "unit", "thousand"]
"""The frame a model answers points in: picture pixels, shares 0-1, or 0-1000."""


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars per million tokens."""

    input: float
    output: float
    cached: float | None = None
    """For input read from the provider's cache; None: as `input`."""


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """What is assumed of every model whose name matches `pattern` (shell wildcards, case aside).

    The name is the specification without its provider: `gpt-5`, `claude-sonnet-4-5`, `qwen/qwen3-vl-8b`.
    """

    pattern: str
    vision: bool | None = None
    """None: not known. It is asked once (`sextant.models.sight`); until then it counts as a model without sight."""
    coordinates: Coordinates = "thousand"
    decision: Profile = "full"
    context_tokens: int = 128_000
    """Input and output together. Local models use their file's own figure where that is smaller."""
    pixels_per_image_token: float = 750.0
    """Picture pixels (after `image_max_side`) that one token stands for: how image tokens are estimated."""
    image_max_side: int = 1568
    """The longest side a provider keeps; larger pictures are scaled down before they are counted."""
    prices: Prices | None = None
    """Used where no price list knows the model; None: unknown."""


DEFAULT_PROFILE = ModelProfile("*")
"""A model of which nothing is known: 128k tokens, and the prompt's own 0-1000 frame."""

_TABLE = Path(__file__).with_name("profiles.toml")
_NAMES = {  # structural: keys of the table
    "vision": "vision",
    "coordinates": "coordinates",
    "decision": "decision",
    "context": "context_tokens",
    "image_token": "pixels_per_image_token",
    "image_side": "image_max_side",
}


@cache
def built_in() -> tuple[ModelProfile, ...]:
    """The table of `profiles.toml`, one profile a pattern, in its order."""
    rows: list[dict[str, Any]] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["profile"]
    return tuple(profile for row in rows for profile in _profiles(row))


def _profiles(row: "dict[str, Any]") -> Iterator[ModelProfile]:
    patterns, free = row.pop("pattern"), row.pop("free", False)
    given = {_NAMES[key]: value for key, value in row.items()}
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        yield ModelProfile(pattern, prices=Prices(0.0, 0.0) if free else None, **given)


def profile_for(name: str, overrides: Iterable[ModelProfile] = ()) -> ModelProfile:
    """The first profile whose pattern matches `name`, overrides first; `DEFAULT_PROFILE` where none does."""
    folded = name.casefold()
    for profile in (*overrides, *built_in()):
        if fnmatchcase(folded, profile.pattern.casefold()):
            return profile
    return DEFAULT_PROFILE
