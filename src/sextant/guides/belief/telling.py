"""Beliefs in words: one a line, with what it rests on. What an app or a model wrote stands among the data alone."""

from collections.abc import Callable, Sequence
from typing import Literal

from sextant.guides.belief.entries import Emptied, Entry, Mismatch, Routine, confidence
from sextant.guides.belief.keeping import Beliefs
from sextant.guides.belief.looking import in_view, place_of, short
from sextant.types.decisions import Profile, Section
from sextant.types.screens import Screen

__all__ = ["LETTERS", "Wording", "lettered", "mending", "sections"]

Wording = Literal["first", "second"]

LETTERS = "ABCDEFGHI"
"""How entries are named; steps and instructions have the numbers."""
_LINES, _VALUE, _TOLD = len(LETTERS), 150, 3
_TOKENS, _MEND_TOKENS = 230, 90
_FIELDS, _EMPTY_TOKENS = 2, 110
"""So many fields are told that lost what was typed."""

_MEND: dict[Wording, dict[Routine, str]] = {
    "first": {
        "look again": "look at it again, and do it over where it is gone",
        "scroll back": "scroll back to it and look at it",
        "reopen": "open that page again before going on",
        "re-copy": "copy it again from the page it came from before pasting",
        "log in again": "log in again before going on, or hand over to a person",
        "read again": "read again whether it arrived, and do it over if it did not",
    },
    "second": {
        "look again": "check the place once more; repeat what was lost",
        "scroll back": "move back to where it stands and check",
        "reopen": "return to that page first",
        "re-copy": "return to its page and copy it once more, then paste",
        "log in again": "sign in once more first, or let a person do it",
        "read again": "check once more if it went through; repeat it if not",
    },
}


def sections(
    beliefs: Beliefs, screen: Screen, profile: Profile, wording: Wording, step: int, always: bool = False
) -> tuple[Section, ...]:
    """What is worth telling on this screen; empty where everything believed is in sight.

    Where apps were left and where back leads is told where it turned out otherwise, or `always`.
    """
    told = lettered(beliefs, screen, step, always)
    gone = [
        _emptied(one, wording, profile == "compact") for one in beliefs.state.emptied if one.place == place_of(screen)
    ]
    if profile == "compact":
        lines = [*gone[-1:], *(_line(one, step, wording, "", bare=True) for one in told[:2])][:2]
        return (Section("Unseen", "\n".join(lines), 58, 50, untrusted=True),) if lines else ()
    found: list[Section] = []
    mend = mending(beliefs, told, wording)
    if mend:
        title = "Otherwise than believed" if wording == "first" else "Not as thought"
        found.append(Section(title, mend, 88, _MEND_TOKENS))
    if gone:
        title = "Empty by now" if wording == "first" else "What a field has lost"
        found.append(Section(title, "\n".join(gone[-_FIELDS:]), 87, _EMPTY_TOKENS, untrusted=True))
    if told:
        title = "Believed, out of sight" if wording == "first" else "What the screen does not show"
        lines = [_line(one, step, wording, letter) for letter, one in zip(LETTERS, told, strict=False)]
        found.append(Section(title, "\n".join(lines), 72, _TOKENS, untrusted=True))
    return tuple(found)


def _emptied(one: Emptied, wording: Wording, bare: bool) -> str:
    about, page, value = short(one.about, 40), short(one.page, 40), short(one.value, 40 if bare else 80)
    if wording == "first":
        sent = ", and no step is known to have sent it" if one.sent else " and not sent"
        return f'Field "{about}" on {page} is empty now; at step {one.step} "{value}" was typed there{sent}.'
    sent = "nobody knows of a step that sent it" if one.sent else "no step sent it"
    return f'On {page}, "{about}" has become empty: it held "{value}" since step {one.step}, and {sent}.'


def mending(beliefs: Beliefs, told: Sequence[Entry], wording: Wording) -> str:
    """What has to be done about entries that turned out otherwise; no word of an app is in it."""
    letters = {one.id: letter for letter, one in zip(LETTERS, told, strict=False)}
    lines = [
        _mend(mismatch, letters[mismatch.entry.id], wording)
        for mismatch in beliefs.state.mismatches
        if mismatch.entry.id in letters
    ]
    return "\n".join(lines[-3:])


def _mend(mismatch: Mismatch, letter: str, wording: Wording) -> str:
    do = _MEND[wording][mismatch.routine]
    if wording == "first":
        return f"What stands at {letter} turned out otherwise at step {mismatch.step}; hold on and {do}."
    return f"{letter} is no longer so (step {mismatch.step}). Before anything else, {do}."


def lettered(beliefs: Beliefs, screen: Screen, step: int, always: bool = False) -> tuple[Entry, ...]:
    """The entries in the order in which they are told, so that an answer may name them by letter.

    What turned out otherwise comes first, then the surest of what is out of sight; of equals the latest.
    """
    broken = {mismatch.entry.id for mismatch in beliefs.state.mismatches}
    place = place_of(screen)
    hidden = [
        one
        for one in beliefs.state.entries
        if one.id in broken or (_hidden(one, screen, place) and (always or one.kind != "stack"))
    ]
    weight: Callable[[Entry], tuple[bool, bool, float, int]] = lambda one: (  # noqa: E731 - one key, used once
        one.id not in broken,
        one.kind in ("stack", "session"),
        -round(confidence(one, step), 1),
        -one.step,
    )
    kept: list[Entry] = []
    for one in sorted(hidden, key=weight):
        alike = [other for other in kept if other.kind == one.kind]
        if len(alike) < (_TOLD if one.kind not in ("draft", "selection", "other") else 2 * _TOLD):
            kept.append(one)
    return tuple(kept[:_LINES])


def _hidden(entry: Entry, screen: Screen, place: str) -> bool:
    if entry.status == "contradicted":
        return False
    if entry.kind in ("draft", "selection"):
        return entry.place != place or in_view(screen, entry.element) is None
    if entry.kind == "session":
        return entry.value != "lets one in" and entry.app != screen.app
    if entry.kind == "stack":
        return (entry.app == screen.app) == (entry.about == "Back")
    return True


def _line(entry: Entry, step: int, wording: Wording, letter: str, bare: bool = False) -> str:
    value = short(entry.value, 60 if bare else _VALUE) or "something"
    label = _label(entry, wording)
    if bare:
        return f"{label}: {value}"
    return f"{letter}. {label}: {value} ({_rests_on(entry, step, wording)})"


def _label(entry: Entry, wording: Wording) -> str:
    about, page = short(entry.about, 50), short(entry.page, 40)
    first = wording == "first"
    match entry.kind:
        case "clipboard":
            return "Clipboard" if first else "Copied"
        case "draft":
            return f"Draft of {about} on {page}" if first else f"Typed and not sent, {about} on {page}"
        case "selection":
            return f"{about} on {page}"
        case "session":
            return f"Session in {about}" if first else f"{about}"
        case "sync":
            return f"On its way from {page}" if first else f"Not known to have arrived, {page}"
        case "stack" if entry.about == "Back":
            return "Back leads to" if first else "The back key opens"
        case "stack":
            return "Left open" if first else "Another app still shows"
        case _:
            return about


def _rests_on(entry: Entry, step: int, wording: Wording) -> str:
    if entry.status == "contradicted":
        return f"gone or otherwise since step {entry.seen}" if wording == "first" else f"lost at step {entry.seen}"
    sure = f"{round(100 * confidence(entry, step))}%"
    where = f" on {short(entry.page, 40)}" if entry.kind == "clipboard" and entry.page else ""
    others = " or ".join(short(text, 40) for text in entry.alternatives[:2])
    word = "hypothesis" if entry.hypothesis else "fact"
    perhaps = f", or {others}" if others else ""
    if wording == "first":
        return f"{word}{perhaps}, {sure} sure, {entry.basis or 'said'}{where} at step {entry.step}"
    return f"{entry.basis or 'said'}{where}, step {entry.step}; {word}{perhaps}, {sure}"
