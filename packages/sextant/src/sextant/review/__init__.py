"""Checks before acting. Review vetoes and explains; it never acts."""

from sextant.review.at_most_once import OPEN_ACTS
from sextant.review.authorities import Authorities
from sextant.review.authorization import AuthoritySource, Sources
from sextant.review.authorizer import AuthorizerAnswer, WriteAuthorizer
from sextant.review.context_change import changed_context
from sextant.review.decision_review import DecisionReview
from sextant.review.departure import DepartureReview
from sextant.review.hit_test import commits
from sextant.review.provenance import Provenance
from sextant.review.reviewer import RuleReviewer
from sextant.review.stagnation import Stagnation

__all__ = [
    "OPEN_ACTS",
    "Authorities",
    "AuthoritySource",
    "AuthorizerAnswer",
    "DecisionReview",
    "DepartureReview",
    "Provenance",
    "RuleReviewer",
    "Sources",
    "Stagnation",
    "WriteAuthorizer",
    "changed_context",
    "commits",
]
