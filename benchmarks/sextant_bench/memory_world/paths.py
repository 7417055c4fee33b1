"""The touches of a run laid beside those of the reference, and the texts put in beside the right ones.

Only test ids, texts and truth count: what an actor says of its steps is not looked at.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sextant.types.transitions import Transition
from sextant_bench.memory_world.episode import Played
from sextant_worlds.oracle.walk import OracleWalk

__all__ = ["Path", "Submission", "path_of", "plain", "submissions"]

_CLEARING = ("popup-", "session-", "dialog-", "nav-back")
"""Beginnings of test ids that clear the way: no touch of them is beside the task."""
_WAYS = ("popup-", "session-", "nav-back", "app-", "tab-", "recent-")
"""Beginnings of test ids that only lead somewhere: there may be another way, and who went astray takes them again."""
_PARTS = re.compile(r"\s*[;>；]\s*")


@dataclass(frozen=True, slots=True)
class Path:
    """How a run's touches lie to those of the reference.

    Attributes:
        touches: Touches of something that has a test id.
        strays: Touches of what the reference never touches.
        together: The most strays in a row, with no touch of the reference between them.
        redone: Touches made more often than the reference makes them, those that only lead somewhere left out: whoever
            comes back after a miss makes them anew.
        missing: Touches of the reference that were never made, those that only lead somewhere left out.
        skipped: Those of them that come before the furthest touch made.
    """

    touches: int
    strays: int
    together: int
    redone: int
    missing: int
    skipped: int


@dataclass(frozen=True, slots=True)
class Submission:
    """A part of a text put in where a value belongs: what it was, and what is right there."""

    given: str
    right: str


def path_of(steps: Sequence[Transition], walk: OracleWalk) -> Path:
    """The run's touches against those of the oracle's walk."""
    wanted = Counter(step.test_id for step in walk.steps if step.test_id)
    made = [name for step in steps if (name := _touched(step))]
    strays = together = row = 0
    for name in made:
        if name not in wanted and not name.startswith(_CLEARING):
            row += 1
            strays, together = strays + 1, max(together, row)
        elif name in wanted:
            row = 0
    times = Counter(made)
    redone = sum(max(0, times[name] - count) for name, count in wanted.items() if not name.startswith(_WAYS))
    due = [step.test_id for step in walk.steps if step.test_id and not step.test_id.startswith(_WAYS)]
    left = [at for at, name in enumerate(due) if due[: at + 1].count(name) > times[name]]
    furthest = max((at for at, name in enumerate(due) if times[name] and at not in left), default=-1)
    skipped = sum(1 for at in left if at < furthest)
    return Path(len(made), strays, together, redone, len(left), skipped)


def submissions(played: Played, walk: OracleWalk) -> list[Submission]:
    """What was last put in at each place where the oracle puts in values and where it was wrong, part by part."""
    right = {step.test_id: step.text for step in walk.steps if step.uses and step.test_id}
    given = {
        name: getattr(step.decision.action, "text", "")
        for step in played.transitions
        if step.decision.action.kind == "input_text" and (name := _touched(step)) in right
    }
    found: list[Submission] = []
    for name, text in given.items():
        ours, truth = _PARTS.split(plain(text)), _PARTS.split(plain(right[name]))
        if len(ours) != len(truth):
            ours, truth = [plain(text)], [plain(right[name])]
        found += [Submission(one, two) for one, two in zip(ours, truth, strict=True) if one != two]
    return found


def _touched(step: Transition) -> str:
    """The test id of what the step touched or typed into; empty where there is none."""
    element = step.attempts[0].element if step.attempts else None
    return element.test_id if element is not None else ""


def plain(text: str) -> str:
    """A text as it is compared: without capitals, one space where there are several."""
    return " ".join(text.split()).casefold()
