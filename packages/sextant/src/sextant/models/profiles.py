"""Known properties of models: vision, coordinates, context, prices. A table by name, overridable."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Literal

from sextant.dataclass import dataclass
from sextant.types.decisions import Profile

Coordinates = Literal["pixels", "unit", "thousand"]
"""The frame in which a model gives points: picture pixels, shares 0-1, or 0-1000."""


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars per million tokens."""

    input: float
    output: float
    cached: float | None = None
    """For input read from the provider's cache; None: as `input`."""


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """The assumed properties of models whose name matches `pattern` (shell wildcards, any case).

    The name is the specification without its provider: `gpt-5`, `claude-sonnet-4-5`, `qwen/qwen3-vl-8b`.
    """

    pattern: str
    vision: bool | None = None
    """None: unknown. It is tested once (`sextant.models.vision_probe`); until then, it counts as False."""
    coordinates: Coordinates = "thousand"
    decision: Profile = "full"
    context_tokens: int = 128_000
    """Input and output together. Local models use their file's own figure if it is smaller."""
    pixels_per_image_token: float = 750.0
    """Picture pixels (after `image_max_side`) per token, to estimate image tokens."""
    image_max_side: int = 1568
    """The longest side that a provider uses; larger pictures are scaled down before they are counted."""
    prices: Prices | None = None
    """Used if no price list has the model; None: unknown."""


DEFAULT_PROFILE = ModelProfile("*")
"""The profile of an unknown model: 128k tokens, and the 0-1000 frame."""

_SAYS_SIGHT = re.compile(r"(?<![a-z])vision|-vl(?![a-z])")
"""What makers put into the names of models that see; `revision` and `vllm` are something else."""

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
    """Return the profiles of `profiles.toml`, one per pattern, in order."""
    rows: list[dict[str, Any]] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["profile"]
    return tuple(profile for row in rows for profile in _profiles(row))


def _profiles(row: "dict[str, Any]") -> Iterator[ModelProfile]:
    patterns, free = row.pop("pattern"), row.pop("free", False)
    given = {_NAMES[key]: value for key, value in row.items()}
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        yield ModelProfile(pattern, prices=Prices(0.0, 0.0) if free else None, **given)


def profile_for(name: str, overrides: Iterable[ModelProfile] = ()) -> ModelProfile:
    """Return the first profile whose pattern matches `name`, overrides first; else `DEFAULT_PROFILE`.

    A built-in profile without sight fits no name that says that its model sees.
    """
    folded = name.casefold()
    sees = _SAYS_SIGHT.search(folded) is not None
    rows = (profile for profile in built_in() if not (sees and profile.vision is False))
    for profile in (*overrides, *rows):
        if fnmatchcase(folded, profile.pattern.casefold()):
            return profile
    return DEFAULT_PROFILE
