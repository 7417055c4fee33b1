"""The texts of a replay: predicates, gestures, verdicts, results, amounts."""

import re
from typing import Literal, assert_never

from sextant.dataclass import dataclass
from sextant.journal.entries import Permission
from sextant.journal.summary import RunStatus, RunSummary, name_of
from sextant.text.legible import worded
from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    FieldHas,
    Gone,
    Outcome,
    Predicate,
    ScreenIs,
    TextVisible,
    Verdict,
)
from sextant.types.geometry import Point
from sextant.types.screens import ElementRef, Screen
from sextant.types.tasks import Claimed, Episode
from sextant.types.transitions import Cause, Effectiveness

_ADDRESS = re.compile(r"[a-z][a-z0-9+-]*://|(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?(?:/\S*)?[.,:;]?$")
"""An address, a host, or a dotted name such as that of a setting."""

Tone = Literal["good", "warn", "bad", "calm"]


@dataclass(frozen=True, slots=True)
class VerdictMark:
    """Colour, icon and word of a verdict; a colour is never used alone."""

    tone: Tone
    icon: str
    word: str


EFFECTS: dict[Effectiveness, VerdictMark] = {
    "effective": VerdictMark("good", "check", "Effective"),
    "ineffective": VerdictMark("bad", "x", "No effect"),
    "uncertain": VerdictMark("warn", "triangle-alert", "Uncertain"),
    "refused": VerdictMark("warn", "ban", "Refused"),
    "none": VerdictMark("calm", "minus", "No touch"),
}

OUTCOMES: dict[Outcome, VerdictMark] = {
    "holds": VerdictMark("good", "check", "Holds"),
    "fails": VerdictMark("bad", "x", "Fails"),
    "undecided": VerdictMark("warn", "circle-help", "Undecided"),
}
VACUOUS = VerdictMark("calm", "minus", "Proves nothing")

NOT_TAKEN = VerdictMark("warn", "x", "Not accepted")
"""How an answer or a claim is marked that was not taken."""

STATUSES: dict[RunStatus, VerdictMark] = {
    "success": VerdictMark("good", "check", "Success"),
    "unverified": VerdictMark("warn", "circle-help", "Unverified"),
    "infeasible": VerdictMark("warn", "ban", "Infeasible"),
    "unsure": VerdictMark("warn", "circle-help", "Unsure"),
    "blocked": VerdictMark("bad", "ban", "Blocked"),
    "stuck": VerdictMark("bad", "rotate-ccw", "Stuck"),
    "over_budget": VerdictMark("warn", "triangle-alert", "Over budget"),
    "device_fault": VerdictMark("bad", "x", "Device fault"),
    "model_fault": VerdictMark("bad", "x", "Model fault"),
    "needs_person": VerdictMark("warn", "hand", "Needs a person"),
    "interrupted": VerdictMark("warn", "pause", "Interrupted"),
    "running": VerdictMark("calm", "play", "Running"),
    "crashed": VerdictMark("bad", "zap", "Cut off"),
    "damaged": VerdictMark("bad", "zap", "Damaged"),
    "empty": VerdictMark("calm", "minus", "Empty"),
    "unreadable": VerdictMark("bad", "x", "Unreadable"),
}

WROTE: dict[Literal["done", "failed", "held", "unanswered"], VerdictMark] = {
    "done": VerdictMark("good", "check", "Written"),
    "failed": VerdictMark("bad", "x", "Failed"),
    "held": VerdictMark("warn", "ban", "Held"),
    "unanswered": VerdictMark("warn", "circle-help", "No answer"),
}
"""What became of a write: `failed` was answered with an error."""

_SAID: dict[Claimed, str] = {
    "complete": "The agent said the task was complete",
    "infeasible": "The agent said it cannot be done",
    "unsure": "The agent found nothing that surely is what was asked for",
}

ALONE = VerdictMark("good", "check", "Success (by evidence alone)")
"""A success that no model has judged."""

CAUSES: dict[Cause, str] = {
    "": "",
    "missed": "the touch missed",
    "unanswered": "the app got the touch and showed nothing",
    "wrong_element": "something else came of it",
    "covered": "something covered it",
    "moved": "it moved away from under the finger",
    "delayed": "the effect came late",
    "error_dialog": "the app showed an error",
    "disabled": "the element is disabled",
    "popup": "a popup came up",
    "stale": "the screen had changed",
    "absent": "what was expected did not appear",
    "refused": "it was refused before it was done",
    "device": "the device failed",
}


def screen_words(screen: Screen) -> str:
    """The name of a screen for people: its title, if its key is only an address template."""
    label = screen.key.label
    return screen.title if screen.title and (not label or label.startswith("/")) else name_of(screen)


def sentence(words: str) -> str:
    """The text with an initial capital, unless it begins with an address."""
    first = words.split(maxsplit=1)[0] if words.strip() else ""
    if _ADDRESS.match(first):
        return words
    return words[:1].upper() + words[1:]


def element_words(ref: ElementRef | None) -> str:
    """The name of an element for people."""
    if ref is None:
        return "an element"
    name = ref.name or worded(ref.test_id)
    if name or not ref.anchor:
        return f"{ref.role} “{name}”" if name else ref.role
    return f"{ref.role} in “{ref.anchor}”"


def predicate_words(predicate: Predicate) -> str:
    """An expectation as a sentence without a full stop."""
    match predicate:
        case TextVisible():
            return f"“{predicate.text}” is on the screen"
        case Gone():
            return (
                f"“{predicate.text}” is gone" if predicate.text else f"The {element_words(predicate.element)} is gone"
            )
        case FieldHas():
            return f"The {element_words(predicate.element)} holds “{predicate.value}”"
        case ScreenIs():
            return f"The screen is “{predicate.text or predicate.key}”"
        case Changed():
            return "The screen changes"
        case ElementState():
            verb = "is" if predicate.present else "is not"
            return f"The {element_words(predicate.element)} {verb} {predicate.state}"
        case Effect():
            return predicate.description
        case _:
            assert_never(predicate)


def gesture_words(gesture: Gesture) -> str:
    """An injection in words, in pixels of the viewport."""
    match gesture:
        case Tap():
            return f"{'tap' if gesture.count == 1 else 'double tap'} at {_at(gesture.point)}"
        case Hold():
            return f"hold {gesture.seconds:g} s at {_at(gesture.point)}"
        case DragPath():
            return f"drag from {_at(gesture.start)} to {_at(gesture.end)}"
        case ScrollBy():
            where = "the page" if gesture.point is None else f"at {_at(gesture.point)}"
            return f"scroll {gesture.direction}, {where}"
        case TypeText():
            text = f"the secret ‹{gesture.secret}›" if gesture.secret else f"“{gesture.text}”"
            where = "the focused field" if gesture.point is None else _at(gesture.point)
            return f"type {text} into {where}" if gesture.replace else f"append {text} to {where}"
        case PressKey():
            return f"press {gesture.key}"
        case LaunchApp():
            return f"open {gesture.name}"
        case TerminateApp():
            return f"close {gesture.name}"
        case Pause():
            return f"wait up to {gesture.seconds:g} s"
        case _:
            assert_never(gesture)


def verdict_mark(verdict: Verdict) -> VerdictMark:
    """The display of a verdict; an expectation that held before does not count as a success."""
    return VACUOUS if verdict.vacuous and verdict.outcome == "holds" else OUTCOMES[verdict.outcome]


def status_mark(summary: RunSummary) -> VerdictMark:
    """The display of a run's status."""
    alone = summary.status == "success" and summary.verified_by == "evidence"
    return ALONE if alone else STATUSES[summary.status]


def permission_mark(permission: Permission) -> VerdictMark:
    """The display of a person's answer."""
    return VerdictMark("good", "check", "Allowed") if permission.answer else VerdictMark("bad", "ban", "Denied")


def claim_words(episode: Episode | None, status: RunStatus) -> str:
    """The agent's claim, compared with the evidence."""
    if episode is None:
        if status == "running":
            return "The run has not ended; this page shows its record so far."
        return "The process ended before the run had a result. Every step below was on disk."
    claim = _SAID.get(episode.agent_claimed, "The agent made no claim")
    match episode.status, episode.agent_claimed:
        case "success", "complete" if episode.verified_by == "verifier":
            return f"{claim}, and a model that judged the evidence agrees."
        case "success", "complete":
            alone = " No model judged it." if episode.verified_by == "evidence" else ""
            return f"{claim}, and the evidence on the screens supports it.{alone}"
        case "success", _:
            return "The agent made no claim; the evidence on the screens shows that it was done."
        case "unverified", _:
            return f"{claim}, but no screen supports it."
        case "infeasible" | "unsure", _:
            return f"{claim}."
        case _, "":
            return f"{claim}; the run ended before."
        case _:
            return f"{claim}; the run ended otherwise."


def seconds_words(seconds: float) -> str:
    """A duration for people."""
    if seconds < 0.1:
        return f"{seconds * 1000:.0f}\u00a0ms"
    if seconds < 60:
        return f"{seconds:.1f}\u00a0s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def dollars_words(dollars: float) -> str:
    """An amount of money, in cents above one dollar."""
    return f"${dollars:.2f}" if dollars >= 1 or dollars == 0 else f"${dollars:.4f}"


def count_words(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{tokens_words(number)} {one if number == 1 else many or one + 's'}"


def tokens_words(number: int) -> str:
    """A large number, abbreviated."""
    if number < 10_000:
        return f"{number:,}".replace(",", "\u202f")
    return f"{number / 1000:.1f}k" if number < 1_000_000 else f"{number / 1_000_000:.2f}M"


def _at(point: Point) -> str:
    return f"{point.x:.0f}, {point.y:.0f}"
