"""Dollars of a request: the public price list where it knows the model, else the profile, else unknown."""

from dataclasses import dataclass
from typing import Literal

from sextant.models.profiles import Prices

Source = Literal["list", "profile", "free", "unknown"]
"""Where a price came from. `list`: the price list that comes with pydantic-ai."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Dollars, or None where no price is known."""

    dollars: float | None
    source: Source


def cost_by_profile(input_tokens: int, output_tokens: int, cached_tokens: int, prices: Prices) -> Cost:
    """What the profile's prices make of the tokens; `cached_tokens` are part of `input_tokens`."""
    cached_price = prices.input if prices.cached is None else prices.cached
    fresh = max(input_tokens - cached_tokens, 0)
    dollars = (fresh * prices.input + cached_tokens * cached_price + output_tokens * prices.output) / 1_000_000
    return Cost(dollars, "profile")
