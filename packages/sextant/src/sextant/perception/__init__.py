"""Turns an observation into a `Screen`: identity, digest, marks."""

from sextant.perception.identity import Identity, digest_of, identify
from sextant.perception.perceive import Perceiver

__all__ = ["Identity", "Perceiver", "digest_of", "identify"]
