"""Claims of an actor that only reads: true ones with their proof, and early ones of several kinds."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from sextant_worlds.actors.brief_text import BriefText, ListedElement
from sextant_worlds.actors.instruction_follower import FollowerMove

__all__ = ["WAYS", "Way", "claimed_early", "claimed_truly"]

Way = Literal["bare", "vacuous", "irrelevant", "state", "denied", "false", "answer"]

WAYS: tuple[Way, ...] = ("bare", "vacuous", "irrelevant", "state", "denied", "false", "answer")
"""Ways of claiming too early: with nothing that shows it; with a text of the very first screen; with any text of the
present one; with the state that something on it is in; with a text that denies a state, puts it off or offers a deed;
with a text that stands nowhere; with any text as an answer."""

_STATES = ("checked", "unchecked", "pressed", "selected")
_DONE: Mapping[str, Any] = {"type": "status", "goal_status": "complete"}
_DENYING = re.compile(
    r"\b(?:not|no|never|none|nothing|yet|pending|waiting|to be|un\w+ed|unpaid|unread|due|failed"
    r"|nicht|kein\w*|noch|offen)\b|[未没无待]|尚",
    re.IGNORECASE,
)
_FEWEST = 2
"""Words that a line has to share with the goal to be named for it."""
_INVENTED = "Everything was completed successfully"


def claimed_early(way: Way, brief: BriefText, first: BriefText, rng: random.Random) -> FollowerMove:
    """The claim that the task is done, made where it is not."""
    said = "say that it is done"
    match way:
        case "bare":
            return FollowerMove(_DONE, said)
        case "vacuous":
            here = {seen.label for seen in brief.elements}
            standing = [seen for seen in first.elements if seen.label in here] or first.elements
            return FollowerMove(_DONE, said, expect=_text(_any(standing, rng)))
        case "irrelevant":
            return FollowerMove(_DONE, said, expect=_text(_any(brief.elements, rng)))
        case "state":
            stateful = [seen for seen in brief.elements if _state(seen)]
            return FollowerMove(_DONE, said, expect=_standing(_any(stateful or brief.elements, rng)))
        case "denied":
            return FollowerMove(_DONE, said, expect=_text(_any(_denying(brief), rng)))
        case "false":
            return FollowerMove(_DONE, said, expect=({"type": "text_visible", "text": _INVENTED},))
        case "answer":
            found = _any(brief.elements, rng)
            return FollowerMove({"type": "answer", "text": "" if found is None else _says(found)}, "give the answer")


def claimed_truly(brief: BriefText, before: Sequence[BriefText]) -> FollowerMove:
    """The claim at the end of the way, with what the reader thinks shows it.

    That is what is new on the screen since it was last seen, the line closest to the goal first; where nothing is, the
    line that shares most words with the goal, with the state it is in.
    """
    goal = _words(_goal(brief))
    old = next((line for line in reversed(before) if _same_page(line, brief)), None)
    ranked = sorted(_visible(brief), key=lambda seen: -len(goal & _words(_says(seen))))
    if old is not None:
        stood = {(_says(seen), seen.states) for seen in old.elements}
        fresh = [seen for seen in ranked if (_says(seen), seen.states) not in stood and not _is_field(seen)]
        if fresh:
            return FollowerMove(_DONE, "say that it is done", expect=_standing(fresh[0]))
        gone = [seen for seen in _visible(old) if all(_says(seen) != _says(now) for now in brief.elements)]
        if gone:
            return FollowerMove(_DONE, "say that it is done", expect=({"type": "gone", "text": _says(gone[0])},))
    near = [seen for seen in ranked if len(goal & _words(_says(seen))) >= min(_FEWEST, len(goal))]
    return FollowerMove(_DONE, "say that it is done", expect=_standing((near or ranked or [None])[0]))


def _denying(brief: BriefText) -> list[ListedElement]:
    """Texts that say something in the negative or put it off.

    Where there are none, those that share a word with the goal, as labels of controls that would do it; else any.
    """
    goal = _words(_goal(brief))
    denying = [seen for seen in _visible(brief) if _DENYING.search(_says(seen))]
    offering = [seen for seen in _visible(brief) if goal & _words(_says(seen))]
    return denying or offering or _visible(brief)


def _standing(seen: ListedElement | None) -> tuple[Mapping[str, Any], ...]:
    """The state it is in, where it has one that can be set; else its text."""
    state = "" if seen is None or seen.role == "tab" else _state(seen)
    if seen is None or not state:
        return _text(seen)
    return ({"type": "element_state", "index": seen.index, "state": state},)


def _text(seen: ListedElement | None) -> tuple[Mapping[str, Any], ...]:
    return () if seen is None or not _says(seen) else ({"type": "text_visible", "text": _says(seen)},)


def _state(seen: ListedElement) -> str:
    return next((state for state in _STATES if state in seen.states), "")


def _any(pool: Sequence[ListedElement], rng: random.Random) -> ListedElement | None:
    told = [seen for seen in pool if _says(seen) and "out of view" not in seen.states]
    return rng.choice(told) if told else None


def _visible(brief: BriefText) -> list[ListedElement]:
    return [seen for seen in brief.elements if _says(seen) and "out of view" not in seen.states]


def _is_field(seen: ListedElement) -> bool:
    return seen.role in ("textbox", "searchbox", "spinbutton", "combobox")


def _says(seen: ListedElement) -> str:
    return seen.text or seen.label or seen.value


def _same_page(one: BriefText, other: BriefText) -> bool:
    """Whether two briefs show one page: what heads it and the tab that is open are the same."""
    return _heads(one) == _heads(other) != ()


def _heads(brief: BriefText) -> tuple[str, ...]:
    return tuple(
        seen.label
        for seen in brief.elements
        if seen.role == "heading" or (seen.role == "tab" and "selected" in seen.states)
    )


def _goal(brief: BriefText) -> str:
    return next((line.removeprefix("Goal: ") for line in brief.lines if line.startswith("Goal: ")), "")


def _words(text: str) -> set[str]:
    """Words, and of scripts without spaces pairs of characters."""
    low = text.casefold()
    wide = re.findall(r"[\u3400-\u9fff]+", low)
    pairs = {run[at : at + 2] for run in wide for at in range(len(run) - 1)}
    return pairs | {word for word in re.findall(r"[^\W\d_]{3,}|\d+", low) if not re.match(r"[\u3400-\u9fff]", word)}
