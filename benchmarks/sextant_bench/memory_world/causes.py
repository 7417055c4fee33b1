"""Why an episode failed, computed from its trace and the world's truth: one cause each, the first that applies.

What an actor says of its own steps counts for nothing here: elements touched, texts put in, and how the run ended do.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from sextant.agent import MOST_IN_A_ROW
from sextant.types.screens import Screen
from sextant.types.tasks import EpisodeStatus
from sextant.types.transitions import Transition
from sextant_bench.memory_world.episode import Played
from sextant_bench.memory_world.paths import Path, Submission, path_of, plain, submissions
from sextant_worlds.memory.scoring import MemoryScores
from sextant_worlds.oracle.walk import prove

__all__ = ["FAULTS", "Cause", "cause_of"]

Cause = Literal[
    "drift",
    "invented progress",
    "stale repetition",
    "forgotten",
    "wrong value carried",
    "unread picture",
    "unnoticed surprise",
    "grounding miss",
    "budget",
    "malformed",
    "fault",
    "other",
]

FAULTS: tuple[EpisodeStatus, ...] = ("device_fault", "model_fault")
"""How an episode ends that a device or an actor let down."""

_REPEATS = 3
"""So many steps in a row without effect, or touches made again, are a repetition."""
_AGAIN = 1 / 3
"""From this share on, touches made again explain a failure before touches left out do."""
_STRAYS = 2
"""So many touches beside the task explain a failure."""
_AWAY = 3
"""So many of them in a row, with no touch of the task between, are a drift; fewer are misses, each made good."""


def cause_of(played: Played, memory: MemoryScores) -> Cause | None:
    """The cause of a failure; None where the task was done.

    Values come first, where one that had been on the screen was put in wrong: `unread picture` stands in pixels and
    was passed without a picture; `wrong value carried` is another value of the scenario; `forgotten` is anything
    else. Then touches beside the task, if there are two and no fewer than touches made again: `drift` where three came
    in a row, else `grounding miss`. Then `unnoticed surprise`: work went on under a dialog; `stale repetition` where
    a third of all touches were made again; `invented progress`: touches of the reference were left out, and later
    ones made or an end claimed, or a value was put in that had never been on the screen; `stale repetition` for
    touches made again and a run that got stuck; `invented progress` for any other claim that the world does not bear
    out; `stale repetition` for one step without effect again and again; and `budget`. Before all of them: `malformed`
    where answers in a row were no action, `fault` where the actor or the device failed.
    """
    if played.grade.success:
        return None
    if played.episode.status in FAULTS:
        return "malformed" if played.episode.counters.get("malformed", 0) >= MOST_IN_A_ROW else "fault"
    walk = prove(played.world).walk
    path, wrong = path_of(played.transitions, walk), submissions(played, walk)
    value = _values(played, memory, wrong)
    if value is not None:
        return value
    claimed, status = bool(played.episode.agent_claimed), played.episode.status
    again = path.redone >= _REPEATS
    tests: tuple[tuple[Cause, Callable[[], bool]], ...] = (
        ("drift", lambda: _beside(path) and path.together >= _AWAY),
        ("grounding miss", lambda: _beside(path)),
        ("unnoticed surprise", lambda: _surprised(played.transitions)),
        ("stale repetition", lambda: again and path.redone >= _AGAIN * path.touches),
        ("invented progress", lambda: path.skipped > 0 or (claimed and path.missing > 0)),
        ("invented progress", lambda: bool(wrong)),
        ("stale repetition", lambda: again or status == "stuck"),
        ("invented progress", lambda: claimed),
        ("stale repetition", lambda: _repeats(played.transitions) >= _REPEATS),
        ("budget", lambda: status == "over_budget"),
    )
    for cause, holds in tests:
        if holds():
            return cause
    return "other"


def _beside(path: Path) -> bool:
    return path.strays >= _STRAYS and path.strays >= path.redone


def _values(played: Played, memory: MemoryScores, wrong: Sequence[Submission]) -> Cause | None:
    """What became of the values; None where none was put in wrong, or one of those that were had never been seen."""
    unused = [item for item in memory.items if not item.used]
    if not wrong or not unused or any(item.seen is None for item in unused):
        return None
    facts = {fact.id: fact for fact in played.world.scenario.facts}
    blind = not any(step.before.picture is not None for step in played.transitions)
    if blind and any(item.fact in facts and facts[item.fact].medium == "pixels" for item in unused):
        return "unread picture"
    others = {plain(one.shown) for one in (*played.world.scenario.distractors, *facts.values())}
    return "wrong value carried" if any(_carried(one, others) for one in wrong) else "forgotten"


def _carried(wrong: Submission, others: set[str]) -> bool:
    """Whether another value of the scenario was put in, alone or among other words."""
    return any(
        other not in ("", wrong.right) and re.search(rf"(?<!\w){re.escape(other)}(?!\w)", wrong.given) is not None
        for other in others
    )


def _surprised(steps: Sequence[Transition]) -> bool:
    """Touches that were aimed at something covered, two or more while one dialog lay over the app."""
    count: Counter[str] = Counter()
    for step in steps:
        if _dialog(step.before) and step.effectiveness in ("refused", "ineffective"):
            count[_dialog(step.before)] += 1
    return any(times >= 2 for times in count.values())


def _dialog(screen: Screen) -> str:
    found = next((element for element in reversed(screen.elements) if element.role == "dialog"), None)
    return found.label if found is not None else ""


def _repeats(steps: Sequence[Transition]) -> int:
    """The longest run of one action without effect."""
    longest, now, last = 0, 0, ""
    for step in steps:
        same = step.decision.action.kind + step.before.digest
        now = now + 1 if step.effectiveness == "ineffective" and same == last else 0
        last, longest = same, max(longest, now + (step.effectiveness == "ineffective"))
    return longest
