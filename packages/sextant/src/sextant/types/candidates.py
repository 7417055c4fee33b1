"""Candidates: the possible target screens that an unsure end names."""

from sextant.dataclass import dataclass

__all__ = ["Candidate"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A screen that is possibly the wanted one.

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
