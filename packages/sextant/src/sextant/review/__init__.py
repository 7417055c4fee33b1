"""Checks before acting. Review vetoes and explains; it never acts."""

from sextant.review.authorities import Authorities
from sextant.review.authorization import Source, Sources
from sextant.review.authorizer import AuthorizerAnswer, WriteAuthorizer
from sextant.review.decision_review import DecisionReview
from sextant.review.leaving import Leaving
from sextant.review.meanwhile import departed
from sextant.review.once import ONCE
from sextant.review.provenance import Provenance
from sextant.review.reaching import commits
from sextant.review.reviewer import RuleReviewer
from sextant.review.stagnation import Stagnation

__all__ = [
    "ONCE",
    "Authorities",
    "AuthorizerAnswer",
    "DecisionReview",
    "Leaving",
    "Provenance",
    "RuleReviewer",
    "Source",
    "Sources",
    "Stagnation",
    "WriteAuthorizer",
    "commits",
    "departed",
]
