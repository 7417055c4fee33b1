"""What an app calls things, as it may stand within quotation marks: one line, bounded, told apart."""

from sextant.utg.graph import SOFT, Graph, Place
from sextant.utg.names import names_of

__all__ = ["UNNAMED", "Names", "clean", "name_of"]

LONGEST_NAME = 60
UNNAMED = "an unnamed screen"


class Names:
    """What the places of a map are called, each apart from the others: the app's own words, in one line, bounded."""

    def __init__(self, graph: Graph) -> None:
        self._names = names_of(graph)

    def of(self, place: Place) -> str:
        """The name of a place, with what its template binds."""
        known = clean(self._names.get(place.node, "")) or UNNAMED
        values = [value for name, value in place.binding if name != SOFT and clean(value) not in known]
        return f"{known} ({clean(', '.join(values))})" if values else known


def name_of(graph: Graph, place: Place) -> str:
    """What a person would call a place, told apart from others of its name: the app's own words, bounded."""
    return Names(graph).of(place)


def clean(text: str, most: int = LONGEST_NAME) -> str:
    """A text of the app as it may stand within quotes: one line, no quotation mark of its own, bounded."""
    printable = "".join(char if char.isprintable() else " " for char in text[: 8 * most])
    flat = " ".join(printable.split()).replace('"', "'")
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"
