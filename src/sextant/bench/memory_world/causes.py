"""Why an episode failed, computed from its trace and the world's truth: one cause each, the first that applies."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from sextant.bench.memory_world.playing import Played
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.worlds.memory.scoring import MemoryScores

__all__ = ["CAUSES", "Cause", "cause_of"]

Cause = Literal[
    "budget",
    "drift",
    "invented progress",
    "stale repetition",
    "forgotten",
    "wrong value carried",
    "unnoticed surprise",
    "grounding miss",
    "false done",
    "fault",
    "other",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)

_REPEATS = 3
"""So many steps in a row without effect are a repetition."""
_MISSED_SHARE = 0.5


def cause_of(played: Played, memory: MemoryScores) -> Cause | None:
    """The cause of a failure; None where the task was done.

    Values come first: `forgotten` is a needed value that nothing was typed for, or a stopgap, although it had been on
    the screen; `wrong value carried` another one that had been. `invented progress` is a value used that was never on
    the screen, or a claim to be done with predicates unmet that no step tried to bring about. `unnoticed surprise` is
    work that went on under a popup, a lost draft or an expired session. `stale repetition` repeats a step without
    effect; `grounding miss` touches mostly what is not there; `drift` ends in apps the task does not lead to; what
    the limit of steps alone explains is `budget`.
    """
    if played.grade.success:
        return None
    if played.episode.status in ("device_fault", "model_fault"):
        return "fault"
    steps = played.transitions
    if played.world.task.memory and memory.items:
        told = _values(played, memory)
        if told is not None:
            return told
    if _surprised(steps):
        return "unnoticed surprise"
    if played.episode.status == "stuck" or _repeats(steps) >= _REPEATS:
        return "stale repetition"
    if _missed(steps) > _MISSED_SHARE:
        return "grounding miss"
    if _drifted(played):
        return "drift"
    if played.episode.status == "over_budget":
        return "budget"
    if played.episode.agent_claimed:
        return "invented progress" if _untouched(played) else "false done"
    return "other"


def _values(played: Played, memory: MemoryScores) -> Cause | None:
    """What became of the values; None where they explain nothing."""
    typed = [
        getattr(step.decision.action, "text", "")
        for step in played.transitions
        if step.decision.action.kind == "input_text"
    ]
    unused = [item for item in memory.items if not item.used]
    if not unused or not typed:
        return None
    if any(item.seen is None for item in unused):
        return "invented progress" if played.episode.agent_claimed else None
    others = [distractor.shown for distractor in played.world.scenario.distractors]
    others += [fact.shown for fact in played.world.scenario.facts]
    asked = played.world.task.goal
    carried = [text for text in typed if text not in asked and any(other and other in text for other in others)]
    if played.world.task.grading.pass_regex and played.end["answer"] is None and played.episode.status != "success":
        return None
    return "wrong value carried" if carried and not _stopgap(typed) else "forgotten"


def _stopgap(typed: Sequence[str]) -> bool:
    return any("unknown" in text.casefold() or not text.strip() for text in typed)


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


def _missed(steps: Sequence[Transition]) -> float:
    aimed = [step for step in steps if step.decision.action.kind in ("click", "long_press", "double_tap")]
    missed = [step for step in aimed if step.effectiveness in ("ineffective", "refused")]
    return len(missed) / len(aimed) if aimed else 0.0


def _drifted(played: Played) -> bool:
    """Whether most of the last third was spent in apps that the reference never opens."""
    moves = [move for steps in played.world.task.reference.steps.values() for move in steps]
    wanted = {move.app for move in moves if move.kind == "open"} | {"", "*recents"}
    tail = played.places[-max(3, len(played.places) // 3) :]
    return bool(tail) and sum(1 for place in tail if place[0] not in wanted) * 2 > len(tail)


def _untouched(played: Played) -> bool:
    """Whether nothing that was asked for had been begun: no predicate met, no answer handed in."""
    return not [name for name in played.grade.met if not name.startswith("status")]
