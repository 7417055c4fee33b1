"""Dollars of a request: by the public price list, else by the profile, else unknown."""

from typing import Literal, assert_never

from sextant.dataclass import dataclass
from sextant.models.profiles import ModelProfile, Prices
from sextant.models.spec import CompatibleSpec, LocalSpec, ModelSpec, ProviderSpec, ScriptedSpec

Source = Literal["list", "profile", "free", "unknown"]
"""Where a price came from. `list`: the price list that comes with pydantic-ai."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Dollars; None if no price is known."""

    dollars: float | None
    source: Source


def cost_by_profile(input_tokens: int, output_tokens: int, cached_tokens: int, prices: Prices) -> Cost:
    """Price the tokens by the profile; `cached_tokens` are part of `input_tokens`."""
    cached_price = prices.input if prices.cached is None else prices.cached
    fresh = max(input_tokens - cached_tokens, 0)
    dollars = (fresh * prices.input + cached_tokens * cached_price + output_tokens * prices.output) / 1_000_000
    return Cost(dollars, "profile")


def has_price(spec: ModelSpec, profile: ModelProfile) -> bool:
    """Whether requests to the model have a known price; without one no dollar limit stops it."""
    match spec:
        case ScriptedSpec() | LocalSpec():
            return True
        case CompatibleSpec(model, base_url):
            return profile.prices is not None or _is_listed(model, "", base_url)
        case ProviderSpec(provider, model):
            return profile.prices is not None or _is_listed(model, provider, "") or _is_listed(model, "", "")
        case _:
            assert_never(spec)


def _is_listed(model: str, provider: str, address: str) -> bool:
    from genai_prices import Usage, calc_price

    try:
        if address:
            calc_price(Usage(), model, provider_api_url=address)
        else:
            calc_price(Usage(), model, provider_id=provider or None)
    except (LookupError, ValueError):
        return False
    return True
