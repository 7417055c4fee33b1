"""Why an episode failed, computed from its trace and the world's truth: one cause each, the first that applies."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from sextant.bench.memory_world.playing import Played
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.worlds.actors.proving import prove
from sextant.worlds.memory.scoring import MemoryScores

__all__ = ["CAUSES", "Cause", "cause_of"]

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
    "fault",
    "other",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)

_REPEATS = 3
"""So many steps in a row without effect are a repetition."""
_OFF = 0.25
"""Share of touches beside the task from which on a run has drifted."""


def cause_of(played: Played, memory: MemoryScores) -> Cause | None:
    """The cause of a failure; None where the task was done.

    Values come first, for a run that came to where they are needed: `unread picture` is a value that stands in pixels
    and was passed without a picture; `invented progress` one that was never on the screen; `wrong value carried`
    another one that had been; `forgotten` a stopgap or nothing. Then `drift`: a quarter of the touches and more hit
    what the task does not lead to; `grounding miss`: something else was touched than the decision says;
    `unnoticed surprise`: work went on under a dialog; `stale repetition`: one step without effect again and again;
    `budget`; and `invented progress` again for a claim that the world does not bear out.
    """
    if played.grade.success:
        return None
    if played.episode.status in ("device_fault", "model_fault"):
        return "fault"
    tests: tuple[tuple[Cause, Callable[[], bool]], ...] = (
        ("grounding miss", lambda: _mismatches(played.transitions) > 0),
        ("unnoticed surprise", lambda: _surprised(played.transitions)),
        ("stale repetition", lambda: played.episode.status == "stuck" or _repeats(played.transitions) >= _REPEATS),
        ("budget", lambda: played.episode.status == "over_budget"),
        ("invented progress", lambda: bool(played.episode.agent_claimed)),
    )
    drifted = _off_share(played) >= _OFF
    told = _values(played, memory)
    if told is not None and not (drifted and told == "forgotten" and not _stopgap(_typed(played))):
        return told
    if drifted:
        return "drift"
    for cause, holds in tests:
        if holds():
            return cause
    return "other"


def _typed(played: Played) -> list[str]:
    return [
        getattr(step.decision.action, "text", "")
        for step in played.transitions
        if step.decision.action.kind == "input_text"
    ]


def _values(played: Played, memory: MemoryScores) -> Cause | None:
    """What became of the values; None where they explain nothing, or were never needed."""
    unused = [item for item in memory.items if not item.used and item.needed is not None]
    typed = _typed(played)
    if not unused or not typed:
        return "invented progress" if _skipped(played, memory) else None
    facts = {fact.id: fact for fact in played.world.scenario.facts}
    blind = not any(step.before.picture is not None for step in played.transitions)
    if blind and any(item.fact in facts and facts[item.fact].medium == "pixels" for item in unused):
        return "unread picture"
    others = [one.shown for one in (*played.world.scenario.distractors, *played.world.scenario.facts)]
    asked = played.world.task.goal
    carried = [text for text in typed if text not in asked and any(other and other in text for other in others)]
    return "wrong value carried" if carried and not _stopgap(typed) else "forgotten"


def _skipped(played: Played, memory: MemoryScores) -> bool:
    """Whether an end was claimed although a value had never been on the screen."""
    return bool(played.episode.agent_claimed) and any(item.seen is None for item in memory.items)


def _stopgap(typed: Sequence[str]) -> bool:
    return any("unknown" in text.casefold() or not text.strip() for text in typed)


def _off_share(played: Played) -> float:
    """Touches on what neither the reference nor the way back to it needs, as a share of all touches."""
    wanted = _wanted(played)
    touched = [step.attempts[0].element for step in played.transitions if step.attempts and _is_touch(step)]
    named = [element.test_id for element in touched if element is not None and element.test_id]
    off = [name for name in named if name not in wanted and not name.startswith(_WAYS)]
    return len(off) / len(named) if len(off) >= 2 else 0.0


_WAYS = ("app-", "tab-", "nav-back", "popup-", "session-", "dialog-", "recent-")


def _wanted(played: Played) -> set[str]:
    """Test ids that a walk of the oracle touches."""
    return {step.test_id for step in prove(played.world).walk.steps if step.test_id}


def _is_touch(step: Transition) -> bool:
    return step.decision.action.kind in ("click", "long_press", "double_tap")


def _mismatches(steps: Sequence[Transition]) -> int:
    """Touches on an element whose name is none of those the decision puts in quotes."""
    count = 0
    for step in steps:
        quoted = re.findall(r'"([^"]+)"', step.decision.description)
        element = step.attempts[0].element if step.attempts else None
        if quoted and element is not None and element.name and _is_touch(step):
            count += not any(_alike(name, element.name) for name in quoted)
    return count


def _alike(one: str, two: str) -> bool:
    first, second = " ".join(one.split()).casefold()[:60], " ".join(two.split()).casefold()[:60]
    return first in second or second in first


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
