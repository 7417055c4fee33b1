"""What is on its way: saved and sent here, and not yet known to have arrived."""

from collections.abc import Sequence
from re import Pattern

from sextant.guides.belief.entries import Entry
from sextant.guides.belief.filling import Own
from sextant.guides.belief.keeping import Beliefs
from sextant.guides.belief.looking import name_of, place_of, texts_of
from sextant.guides.belief.words import FAILED, PENDING, SAVES, SETTLED
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["check", "follow"]

_SHORT = 100


def follow(beliefs: Beliefs, transition: Transition, own: Own) -> None:
    """Saving sets something on its way, whatever is said of it."""
    element = own.element
    if own.act == "hands in" and element is not None and SAVES.search(collapse(element.label)):
        _enter(beliefs, transition.before, f"what {element.label[:60]!r} saved", hypothesis=False)


def check(beliefs: Beliefs, screen: Screen) -> None:
    """What the screen says of what is on its way: it still is, it has arrived, or it failed."""
    if screen.condition != "ok":
        return
    lines = [one for one in texts_of(screen) if len(one.label) <= _SHORT and "tap" not in one.affordances]
    failed, pending, settled = _first(lines, FAILED), _first(lines, PENDING), _first(lines, SETTLED)
    entry = next(iter(beliefs.of("sync", screen.app)), None)
    if failed is not None:
        if entry is not None and entry.status != "contradicted":
            beliefs.fall(entry, screen, failed, failed.label, surprise=True)
    elif pending is not None:
        if entry is None or entry.status == "contradicted":
            _enter(beliefs, screen, pending.label[:_SHORT], hypothesis=True)
    elif settled is not None and entry is not None and entry.step < beliefs.state.step:
        beliefs.verify(entry, screen, settled, settled.label)
        known = beliefs.find(entry.id)
        if known is not None:
            beliefs.drop(known)


def _first(lines: Sequence[Element], words: Pattern[str]) -> Element | None:
    return next((one for one in lines if words.search(one.label)), None)


def _enter(beliefs: Beliefs, screen: Screen, value: str, hypothesis: bool) -> None:
    step = beliefs.state.step
    beliefs.enter(
        Entry(
            id="",
            kind="sync",
            about="On its way",
            value=value,
            app=screen.app,
            step=step,
            seen=step,
            hypothesis=hypothesis,
            place=place_of(screen),
            page=name_of(screen),
            basis="said there",
        )
    )
