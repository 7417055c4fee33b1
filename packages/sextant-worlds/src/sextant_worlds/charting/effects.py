"""What a touch does beside leading somewhere: from the effects of what was touched, and from the data after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sextant_worlds.engine.data import Json

__all__ = ["Nature", "nature_of"]

_BACK = frozenset({"back"})
_RESUMING = frozenset({"tab", "launch"})


@dataclass(frozen=True, slots=True)
class Nature:
    """What a passage is.

    Attributes:
        returns: It leads back to where one came from.
        resumes: It leads to an app or a tab as it was left.
        changes: Data are others afterwards, or will be: something was marked as read, put into a list, set.
        final: It cannot be taken back: an order, a payment, a message, an answer handed in.
    """

    returns: bool = False
    resumes: bool = False
    changes: bool = False
    final: bool = False


Content = tuple[Json, int, int, object]
"""Data, number of acts, number of things to come, the answer."""


def nature_of(node: Json, event: str, before: Content, after: Content) -> Nature:
    """The nature of a touch on a node of the scene, from what it says it does and from what it did."""
    effects: Sequence[Json] = () if node["t"] != "tap" else node["hold"] if event == "hold" else node["do"]
    kinds = frozenset(_kinds(effects))
    return Nature(
        returns=bool(kinds & _BACK),
        resumes=bool(kinds & _RESUMING),
        changes=before[0] != after[0] or after[2] > before[2],
        final=after[1] > before[1] or after[3] != before[3],
    )


def _kinds(effects: Sequence[Json]) -> Iterator[str]:
    for effect in effects:
        yield effect["kind"]
        for branch in ("then", "otherwise"):
            yield from _kinds(effect.get(branch, ()))
