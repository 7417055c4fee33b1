"""The perceiver: turns an observation into a `Screen`."""

from sextant.perception.identity import digest_of, identify
from sextant.types.screens import Observation, Screen

__all__ = ["Perceiver"]


class Perceiver:
    """Implements `Perceive`. Its only state is the number of looks so far."""

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
