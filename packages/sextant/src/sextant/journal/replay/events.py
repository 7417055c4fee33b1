"""The events between steps in a replay: resumes, hand-overs, disclosures, settled and unknown injections."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import Any, cast

from sextant.dataclass import dataclass
from sextant.html_templates import Markup
from sextant.journal.briefs import ReadBrief
from sextant.journal.entries import NO_SCREEN, Leg, Note, Permission, SettledIntention
from sextant.journal.reasons import in_plain_words
from sextant.journal.replay.markup import render
from sextant.journal.replay.screens import FrameSheet
from sextant.journal.replay.words import (
    NOT_TAKEN,
    STATUSES,
    VerdictMark,
    gesture_words,
    permission_mark,
    screen_words,
    sentence,
)
from sextant.journal.run_reader import Pending, RunRecord
from sextant.journal.summary import NOT_ACCEPTED
from sextant.types.tasks import Episode

_HIDDEN_NOTES = frozenset(  # structural: kinds of notes
    {"brief", "ending", "event", "graded", "ledger", "lines", "prefix", "request", "restored"}
)
"""Bookkeeping rows whose result is shown with the steps."""

_TITLES: Mapping[str, VerdictMark] = {
    "disclosure": VerdictMark("calm", "info", "Disclosed"),
    "hand_over": VerdictMark("warn", "hand", "Handed over to a person"),
    "interrupt": VerdictMark("warn", "zap", "Interrupt"),
    "malformed": VerdictMark("warn", "triangle-alert", "Unusable answer of the model"),
    NOT_ACCEPTED: NOT_TAKEN,
    "verified": VerdictMark("calm", "check", "The verifier's verdict"),
    "salvaged": VerdictMark("warn", "triangle-alert", "The journal was damaged; the readable part was kept"),
}


_SAID = ("message", "reason", "text", "step", "place")


@dataclass(frozen=True, slots=True)
class Event:
    """An event between two steps."""

    anchor: str
    at: float
    """Unix seconds; 0 if it has no time."""
    shown: VerdictMark
    words: str = ""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pending: Pending | None = None
    screen: str = ""
    """Id of the stored screen it is shown on; empty for none."""
    read: tuple[ReadBrief, ...] = ()
    step: str = ""
    """Address of the step that it is about, which is found by its words; empty for none."""


def event_of(seq: int, at: float, entry: Leg | Note | SettledIntention | Episode) -> Event | None:
    """The entry as an event; None if it is of no interest to a reader."""
    anchor = f"event-{seq}"
    match entry:
        case Leg():
            if entry.number == 1:
                return None
            return Event(
                anchor, at, VerdictMark("calm", "play", "Resumed"), f"Leg {entry.number} of the run, a new process."
            )
        case SettledIntention():
            word = {True: "It had happened", False: "It had not happened", None: "Nobody could tell"}[entry.happened]
            tone = VerdictMark("warn" if entry.happened is None else "calm", "circle-help", "Doubt settled")
            return Event(anchor, at, tone, f"{word}, says {entry.by}. {entry.reason}")
        case Episode():
            return Event(anchor, at, STATUSES[entry.status], entry.reason) if entry.status == "interrupted" else None
        case Note() if entry.kind in _HIDDEN_NOTES:
            return None
        case Note():
            shown = _TITLES.get(entry.kind, VerdictMark("calm", "info", entry.kind.replace("_", " ").capitalize()))
            text = _sentence(entry.data)
            if text or not _is_flat(entry.data):
                return Event(anchor, at, shown, text, _untold(entry.data))
            return Event(anchor, at, shown, _in_a_line(entry.data))


def closing_events(record: RunRecord, asked: Sequence[Permission], read: Sequence[ReadBrief] = ()) -> list[Event]:
    """The open items at the end: prompts and questions without a step, and inputs with an unknown outcome."""
    undecided = Event(
        "undecided", 0.0, VerdictMark("calm", "info", "Read last"), "No step came of it.", read=tuple(read)
    )
    events = [undecided] if read else []
    events += [
        Event(
            f"asked-{number}",
            0.0,
            permission_mark(permission),
            f"{permission.question} By {permission.by}. {permission.detail}",
        )
        for number, permission in enumerate(asked, 1)
    ]
    for number, pending in enumerate(record.pending(), 1):
        events.append(
            Event(
                f"pending-{number}",
                pending.intent.at,
                VerdictMark("warn", "circle-help", "In doubt"),
                f"{pending.intent.description}: {gesture_words(pending.intent.gesture)}. The record does not show "
                "whether it happened. A resume checks the page first, and does not simply repeat it.",
                pending=pending,
                screen="" if pending.before == NO_SCREEN else record.screen_id(pending.intent.before),
            )
        )
    return events


def render_event(event: Event, sheet: FrameSheet) -> Markup:
    """Renders the event as a row between the steps; an unknown injection with its screen."""
    drawing = None
    if event.pending is not None and event.screen:
        label = f"Screen before the injection in doubt: {screen_words(event.pending.before)}"
        drawing = sheet.frame(event.screen, label, elements=True, gestures=(event.pending.intent.gesture,))
    time = f"{datetime.fromtimestamp(event.at, UTC):%H:%M:%S}" if event.at else ""
    return render("event.html.j2", event=event, time=time, drawing=drawing)


def _sentence(data: Mapping[str, Any]) -> str:
    """A note in one line: its message, reason or words, if it has them."""
    if "place" in data and isinstance(reason := data.get("reason"), str):
        place = f", {data['place']}" if data["place"] else ""
        plain = in_plain_words(reason).rstrip(".")
        return f"Step {data.get('step')}{place}{':' if plain == reason else ','} {plain}."
    for key in ("message", "reason", "text"):
        value = data.get(key)
        if isinstance(value, str):
            return value
    if isinstance(recipient := data.get("recipient"), str) and isinstance(what := data.get("what"), list):
        return f"From here on each step sends to {recipient}: {'; '.join(map(str, cast('list[object]', what)))}."
    if "lost_steps" in data:
        return f"{data.get('steps')} steps were kept, {data.get('lost_steps')} could not be read."
    return ""


def _untold(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data that the sentence does not contain."""
    if "recipient" in data:
        return {}
    return {name: value for name, value in data.items() if name not in _SAID and value}


def _is_flat(data: Mapping[str, Any]) -> bool:
    return len(data) <= 6 and all(_word(value) is not None for value in data.values())


def _in_a_line(data: Mapping[str, Any]) -> str:
    text = "; ".join(f"{name.replace('_', ' ')} {_word(value) or 'empty'}" for name, value in data.items())
    return f"{sentence(text)}." if text else ""


def _word(value: object) -> str | None:
    """A value in a few words; None if it needs more than a line."""
    match value:
        case bool():
            return "yes" if value else "no"
        case str() | int() | float():
            return str(value)
        case list():
            words = [_word(item) for item in cast("list[object]", value)]
            return ", ".join(word for word in words if word is not None) if None not in words else None
        case _:
            return None
