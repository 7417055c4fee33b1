"""The folds of a run: every state that is computed from its events and stored after each step."""

from collections.abc import Sequence
from typing import Any

from sextant.evidence import OPEN
from sextant.execution import HINTS
from sextant.prompts import FAILURES, history_fold
from sextant.review import OPEN_ACTS
from sextant.state import CLAIMS, PAGES, PROGRESS, REQUIREMENTS, Fold
from sextant.types.decisions import Profile

__all__ = ["run_folds"]


def run_folds(profile: Profile, *, full: bool = False) -> Sequence[Fold[Any]]:
    """All folds of a run. `full`: the history keeps every step instead of the active path."""
    return PAGES, PROGRESS, CLAIMS, OPEN, OPEN_ACTS, HINTS, FAILURES, REQUIREMENTS, history_fold(profile, full)
