"""Checks before acting. Review vetoes and explains; it never acts."""

from sextant.review.agreement import Agreement
from sextant.review.deliberate import Deliberation
from sextant.review.entailment import Entailment
from sextant.review.irreversibility import Irreversibility, irreversibility, looks_risky
from sextant.review.meanwhile import departed
from sextant.review.once import Once
from sextant.review.reviewer import Reviewer
from sextant.review.stagnation import Stagnation

__all__ = [
    "Agreement",
    "Deliberation",
    "Entailment",
    "Irreversibility",
    "Once",
    "Reviewer",
    "Stagnation",
    "departed",
    "irreversibility",
    "looks_risky",
]
