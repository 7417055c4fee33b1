"""Prepares the app's names for quotation: on one line, limited in length, unique."""

from sextant.utg.graph import SOFT, Graph, Place
from sextant.utg.names import names_of

__all__ = ["UNNAMED", "Names", "clean", "name_of"]

LONGEST_NAME = 60
UNNAMED = "an unnamed screen"


class Names:
    """Unique names of the places of a map, in the app's own words, one line each, bounded."""

    def __init__(self, graph: Graph) -> None:
        self._names = names_of(graph)

    def of(self, place: Place) -> str:
        """The name of a place, with its binding."""
        known = clean(self._names.get(place.node, "")) or UNNAMED
        values = [value for name, value in place.binding if name != SOFT and clean(value) not in known]
        return f"{known} ({clean(', '.join(values))})" if values else known


def name_of(graph: Graph, place: Place) -> str:
    """The unique name of a place, in the app's own words, bounded."""
    return Names(graph).of(place)


def clean(text: str, most: int = LONGEST_NAME) -> str:
    """A text of the app for use in quotation marks: one line, without quotation marks, bounded."""
    printable = "".join(char if char.isprintable() else " " for char in text[: 8 * most])
    flat = " ".join(printable.split()).replace('"', "'")
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"
