"""The part of the review that reads: whether an act has to do with the task."""

from collections.abc import Callable, Sequence

from sextant.review import Entailment
from sextant.types.evidence import Claim

__all__ = ["open_entailment"]


def open_entailment(claims: Callable[[], Sequence[Claim]] = lambda: ()) -> Entailment:
    """Entailment with the word vectors that the package ships."""
    from sextant.utg.selection.embedding import shipped

    return Entailment(shipped(), claims)
