"""Screens that may be what was asked for: what an unsure end leaves to the person who asked."""

from dataclasses import dataclass

__all__ = ["Candidate"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A screen that may be the one that a goal asks for, and is not surely it.

    Attributes:
        goal: What was asked for.
        name: What the screen calls itself.
        likelihood: Of its being what was asked for, 0-1.
        address: Path and query below the origin of the app; empty where the app has no addresses.
        way: Labels of what leads there from where the run began, as the map knows it; empty where it knows no way.
        step: The last step that was decided on this screen; None where this run has not seen it.
    """

    goal: str
    name: str
    likelihood: float
    address: str = ""
    way: tuple[str, ...] = ()
    step: int | None = None
