"""The words of `labels.toml`: what an explorer without a model leaves alone, and what it expects of a control."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Literal

__all__ = ["Words", "labels"]

Words = Literal[
    "links", "controls", "addresses", "opening", "closing", "cancelling", "filling", "saving", "keeping", "paging"
]
"""The lists of `labels.toml`."""


@lru_cache
def labels(kind: Words) -> frozenset[str]:
    """One list of `labels.toml`."""
    return frozenset(_read()[kind])


@lru_cache
def _read() -> dict[Words, list[str]]:
    return tomllib.loads(files("sextant.utg").joinpath("labels.toml").read_text(encoding="utf-8"))  # pyright: ignore[reportReturnType]
