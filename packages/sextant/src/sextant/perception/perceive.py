"""Observation to `Screen`: identity, digest, and the count of looks."""

from sextant.perception.identity import digest_of, identify
from sextant.types.screens import Observation, Screen

__all__ = ["Perceiver"]


class Perceiver:
    """Makes screens of observations; the `Perceive` seam. Its only state is the number of looks so far."""

    def __init__(self, looks: int = 0) -> None:
        self._looks = looks

    @property
    def looks(self) -> int:
        """How many observations have been perceived."""
        return self._looks

    def __call__(self, observation: Observation) -> Screen:
        self._looks += 1
        identity = identify(observation)
        return Screen(
            key=identity.key,
            digest=digest_of(observation),
            observation=observation,
            binding=identity.binding,
            look=self._looks,
        )
