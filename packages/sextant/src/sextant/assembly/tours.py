"""A walk to one screen or through several, put as a run of the navigator."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sextant.assembly.run import RunRequest
from sextant.errors import UsageError
from sextant.program import stops_in_words
from sextant.program.route import Order
from sextant.settings import Settings

__all__ = ["Order", "TourRun", "touring"]


@dataclass(frozen=True, slots=True)
class TourRun:
    """What is asked of a run, and with which settings: the stops stand in them, so that a resume knows them."""

    request: RunRequest
    settings: Settings
    stops: tuple[str, ...]


def touring(texts: Sequence[str], target: str, settings: Settings, order: Order = "ordered") -> TourRun:
    """A walk to the screens that these words describe.

    Raises:
        UsageError: There are none, one is empty, or one is named twice.
    """
    stops = tuple(" ".join(text.split()) for text in texts)
    if not stops or not all(stops):
        raise UsageError(
            "The text to reach is empty.", 'Describe the wanted screen: sextant goto web:URL "privacy policy"'
        )
    twice = next((stop for number, stop in enumerate(stops) if stop in stops[:number]), None)
    if twice is not None:
        raise UsageError(
            f"The stop {twice!r} is named twice.", "Name each screen once, or visit it again in another command."
        )
    if len(stops) == 1:
        return TourRun(RunRequest(stops[0], target, "navigator"), settings, stops)
    settings = replace(settings, route=replace(settings.route, stops=stops, order=order))
    return TourRun(RunRequest(stops_in_words(stops, order), target, "navigator"), settings, stops)
