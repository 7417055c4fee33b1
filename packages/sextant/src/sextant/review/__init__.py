"""Checks before acting. Review vetoes and explains; it never acts."""

from sextant.review.at_most_once import Once
from sextant.review.authorities import Authorities
from sextant.review.authorization import AuthoritySource, Sources
from sextant.review.authorizer import AuthorizerAnswer, WriteAuthorizer
from sextant.review.deliberate import Deliberation
from sextant.review.departure import DepartureReview
from sextant.review.hit_test import commits
from sextant.review.meanwhile import departed
from sextant.review.provenance import Provenance
from sextant.review.reviewer import Reviewer
from sextant.review.stagnation import Stagnation

__all__ = [
    "Authorities",
    "AuthoritySource",
    "AuthorizerAnswer",
    "Deliberation",
    "DepartureReview",
    "Once",
    "Provenance",
    "Reviewer",
    "Sources",
    "Stagnation",
    "WriteAuthorizer",
    "commits",
    "departed",
]
