"""How near a text comes to a goal, with what the package ships: for labels, titles and headings."""

from collections.abc import Sequence
from functools import lru_cache

from sextant.contracts import Embedder
from sextant.utg.selection.embedding import shipped
from sextant.utg.selection.glossary import shipped_glossary
from sextant.utg.selection.ranking import alike
from sextant.utg.selection.vectors import Vectors

__all__ = ["similarity"]


def similarity(goal: str, texts: Sequence[str], embedder: Embedder | None = None) -> list[float]:
    """How likely each text names what the goal asks for, 0-1, from the text alone; equal words give 1.

    With the shipped vectors unless others are given. Unlike a selection it does not depend on what else there is.
    """
    vectors = _shipped_vectors() if embedder is None else Vectors(embedder)
    return alike(goal, texts, vectors, shipped_glossary())


@lru_cache(maxsize=1)
def _shipped_vectors() -> Vectors:
    return Vectors(shipped())
