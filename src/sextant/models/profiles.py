"""What is known of a model before it is asked: sight, coordinates, room, prices. A table by name, overridable."""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

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
    vision: bool = False
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
"""A text model with 128k tokens that follows the prompt's own 0-1000 frame."""

BUILT_IN: tuple[ModelProfile, ...] = (  # structural: names of models
    # Anthropic: w*h/750 tokens, longest side 1568; points in pixels of the picture it was sent.
    ModelProfile("*claude*", vision=True, coordinates="pixels", context_tokens=200_000),
    # OpenAI: 512-pixel tiles of 170 tokens, longest side 2048.
    ModelProfile("*gpt-3*", context_tokens=16_000),
    ModelProfile("*gpt-oss*", context_tokens=128_000),
    ModelProfile("*gpt-4o*", True, "pixels", "full", 128_000, pixels_per_image_token=1542, image_max_side=2048),
    ModelProfile("*gpt-*", True, "pixels", "full", 272_000, pixels_per_image_token=1542, image_max_side=2048),
    ModelProfile("o[0-9]*", True, "pixels", "full", 200_000, pixels_per_image_token=1542, image_max_side=2048),
    ModelProfile("*computer-use*", True, "pixels", context_tokens=128_000),
    # Google: 768-pixel tiles of 258 tokens; points on 0-1000 in its own spatial training.
    ModelProfile("*gemini*", True, "thousand", "full", 1_000_000, pixels_per_image_token=2286, image_max_side=3072),
    ModelProfile("*gemma-3-1b*", decision="lite", context_tokens=32_000),
    ModelProfile("*gemma-3*", True, "thousand", "lite", 128_000, pixels_per_image_token=3136, image_max_side=896),
    # Qwen: 28-pixel patches (VL 2, 2.5) or 32 (VL 3). 2.5 answers in picture pixels, 2 and 3 on 0-1000.
    ModelProfile("*qwen2.5-vl*", True, "pixels", "full", 32_000, pixels_per_image_token=784, image_max_side=3584),
    ModelProfile("*qwen2-vl*", True, "thousand", "full", 32_000, pixels_per_image_token=784, image_max_side=3584),
    ModelProfile("*qwen3-vl*", True, "thousand", "full", 256_000, pixels_per_image_token=1024, image_max_side=4096),
    # GUI models.
    # STAMP's agent, trained from Qwen3-VL: Action, Memory and a tool call as text, points on 0-999.
    ModelProfile("*stamp-gui*", True, "thousand", "stamp", 32_000, pixels_per_image_token=1024, image_max_side=4096),
    ModelProfile("*stamp*", True, "thousand", "stamp", 32_000, pixels_per_image_token=1024, image_max_side=4096),
    ModelProfile("*ui-tars-1.5*", True, "pixels", "lite", 32_000, pixels_per_image_token=784, image_max_side=3584),
    ModelProfile("*ui-tars*", True, "thousand", "lite", 32_000, pixels_per_image_token=784, image_max_side=3584),
    ModelProfile("*os-atlas*", True, "thousand", "action-only", 32_000, pixels_per_image_token=784),
    ModelProfile("*showui*", True, "unit", "action-only", 8_000, pixels_per_image_token=784),
    ModelProfile("*gui-owl*", True, "pixels", "lite", 32_000, pixels_per_image_token=784),
    ModelProfile("*seeclick*", True, "unit", "action-only", 8_000, pixels_per_image_token=784),
    # Others with sight.
    ModelProfile("*pixtral*", True, "thousand", "full", 128_000, pixels_per_image_token=256, image_max_side=1024),
    ModelProfile("*llama-4*", True, "thousand", context_tokens=128_000),
    ModelProfile("*grok-4*", True, "thousand", context_tokens=256_000),
    # Small ones.
    ModelProfile("*smollm2*", decision="compact", context_tokens=8_192, prices=Prices(0.0, 0.0)),
    ModelProfile("*-[0-9]b*", decision="lite", context_tokens=32_000),
)
"""First match wins. Conventions follow the makers where they say one; `sextant doctor --ground` measures them."""


def profile_for(name: str, overrides: Iterable[ModelProfile] = ()) -> ModelProfile:
    """The first profile whose pattern matches `name`, overrides first; `DEFAULT_PROFILE` where none does."""
    folded = name.casefold()
    for profile in (*overrides, *BUILT_IN):
        if fnmatchcase(folded, profile.pattern.casefold()):
            return profile
    return DEFAULT_PROFILE
