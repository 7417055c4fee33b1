"""How likely a text names what a goal asks for, with what the package ships: for labels of links and buttons."""

from collections.abc import Sequence
from functools import lru_cache

from sextant.contracts import Embedder
from sextant.utg.selection.embedding import shipped
from sextant.utg.selection.glossary import shipped_glossary
from sextant.utg.selection.ranking import alike, asked
from sextant.utg.selection.vectors import Vectors


def similarity(goal: str, texts: Sequence[str], embedder: Embedder | None = None) -> list[float]:
    """How likely each text names what the goal asks for, 0-1, from the text alone; equal words give 1.

    With the shipped vectors unless others are given. Unlike a selection it does not depend on what else there is.
    """
    vectors = _shipped_vectors() if embedder is None else Vectors(embedder)
    return alike(asked(goal, vectors, shipped_glossary()), texts)


@lru_cache(maxsize=1)
def _shipped_vectors() -> Vectors:
    return Vectors(shipped())
