"""Sessions and stacks: which apps let one in, where they were left, and where back leads."""

from sextant.guides.belief.entries import Entry, plain
from sextant.guides.belief.filling import Own
from sextant.guides.belief.keeping import Beliefs, Hop, Spot
from sextant.guides.belief.looking import (
    covered,
    gate_of,
    is_web,
    moved,
    name_of,
    named,
    place_of,
    readable,
    texts_of,
    touched,
)
from sextant.guides.belief.words import CLOSES, LOGS, SIGNED, UP
from sextant.types.actions import CloseApp, NavigateBack, NavigateHome, OpenApp, Recents
from sextant.types.refs import collapse
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["arrive", "follow", "forget", "locked"]

_DEPTH, _HOPS, _APPS = 20, 80, 24


def locked(beliefs: Beliefs, screen: Screen, own: Own | None = None) -> bool:
    """Whether the screen is a locked door, and if so, whether that is a surprise."""
    gate = screen.condition == "ok" and gate_of(screen)[0]
    session = next(iter(beliefs.of("session", screen.app)), None)
    if not gate:
        _let_in(beliefs, screen, session)
        return False
    asked = own is not None and own.element is not None and LOGS.search(collapse(own.element.label)) is not None
    if session is None or asked:
        _enter(beliefs, screen, "asks to log in")
    elif session.value == "lets one in" and session.status != "contradicted":
        beliefs.fall(session, screen, None, "it asks to log in")
    return True


def _let_in(beliefs: Beliefs, screen: Screen, session: Entry | None) -> None:
    if not readable(screen) or screen.app in beliefs.state.launchers or not any(True for _ in texts_of(screen)):
        return
    state = beliefs.state
    if screen.app not in state.normal and len(state.normal) < _APPS:
        state.normal[screen.app] = name_of(screen)
    signed = any(SIGNED.search(one.label) for one in texts_of(screen) if len(one.label) < 40)
    if signed and screen.app not in state.signed and len(state.signed) < _APPS:
        state.signed.append(screen.app)
    if session is None or session.value != "lets one in" or session.status == "contradicted":
        _enter(beliefs, screen, "lets one in")


def _enter(beliefs: Beliefs, screen: Screen, value: str) -> None:
    step = beliefs.state.step
    about = beliefs.state.normal.get(screen.app, name_of(screen))
    made = Entry("", "session", about, value, screen.app, step, step, page=name_of(screen), basis="shown")
    beliefs.enter(made)


def follow(beliefs: Beliefs, transition: Transition, own: Own) -> None:
    """Keeps the stacks of pages in step with what was done, and compares where it led with where it should have."""
    before, after, action = transition.before, transition.after, transition.decision.action
    state = beliefs.state
    if isinstance(action, NavigateHome | Recents) and after.app != before.app and after.app not in state.launchers:
        state.launchers = [*state.launchers, after.app][-4:]
        for one in [*beliefs.of("stack", after.app), *beliefs.of("session", after.app)]:
            beliefs.drop(one)
    closed = own.element is not None and before.app in state.launchers and CLOSES.search(collapse(own.element.label))
    if closed or isinstance(action, CloseApp) or transition.interrupt in ("relaunch", "restart"):
        forget(beliefs)
    if not readable(after) or gate_of(after)[0]:
        return
    if after.app in state.launchers and before.app == after.app and own.act == "none" and not moved(transition):
        _cards(beliefs, before, after)
    if before.app == after.app:
        _within(beliefs, transition, own)
    elif isinstance(action, NavigateBack) and not covered(before) and not gate_of(before)[0]:
        _fell_out(beliefs, before, after)
    elif after.app not in state.launchers:
        _entered(beliefs, transition)
    _left_on(beliefs, before, after)


def forget(beliefs: Beliefs) -> None:
    """Apps were ended or begun anew: how they stand is not known any more."""
    beliefs.state.stacks.clear()
    for entry in beliefs.of("stack"):
        beliefs.drop(entry)
    for entry in [*beliefs.of("draft"), *beliefs.of("selection")]:
        beliefs.doubt(entry)


def arrive(beliefs: Beliefs, screen: Screen) -> None:
    """The first screen: nothing is known of what lies below it."""
    if readable(screen) and not gate_of(screen)[0] and screen.app not in beliefs.state.stacks:
        _reset(beliefs, screen)


def _within(beliefs: Beliefs, transition: Transition, own: Own) -> None:
    before, after = transition.before, transition.after
    if place_of(before) == place_of(after) or after.app in beliefs.state.launchers:
        return
    stack = beliefs.state.stacks.get(after.app, [])
    known = bool(stack) and stack[-1].place == place_of(before)
    gate = gate_of(before)[0]
    if gate or covered(before) or before.condition != "ok":
        _again(beliefs, after, stack)
    elif isinstance(transition.decision.action, NavigateBack):
        _back(beliefs, after, stack, known)
    elif own.act in ("leads", "other", "paste") and known:
        _pushed(beliefs, transition, stack, own)
    elif own.act == "none" and known and transition.decision.action.kind == "wait":
        stack[-1] = beliefs.spot(after)  # it went on by itself: what lay below still does
    else:
        _again(beliefs, after, stack)


def _back(beliefs: Beliefs, after: Screen, stack: list[Spot], known: bool) -> None:
    below = stack[-2] if known and len(stack) > 1 else None
    if below is None:
        _again(beliefs, after, stack)
        return
    entry = _stack_entry(beliefs, "Back", below, after.app)
    if _same(below, after):
        beliefs.verify(entry, after, None, name_of(after))
        stack.pop()
    elif below.sure:
        beliefs.fall(entry, after, None, name_of(after))
        _reset(beliefs, after)
    else:
        _again(beliefs, after, stack)


def _cards(beliefs: Beliefs, before: Screen, after: Screen) -> None:
    """The card of an app that was left open is gone from the list of them, and nobody touched it."""
    was, now = ([plain(one.label) for one in texts_of(screen)] for screen in (before, after))
    for entry in beliefs.of("stack"):
        name = plain(entry.value)
        listed = len(name) > 3 and any(name in text for text in was)
        if (
            entry.about == "Left open"
            and entry.status != "contradicted"
            and listed
            and not any(name in text for text in now)
        ):
            beliefs.fall(entry, after, None, "it is not open any more")
            beliefs.state.stacks.pop(entry.app, None)


def _fell_out(beliefs: Beliefs, before: Screen, after: Screen) -> None:
    """Back led out of the app, where a page of it should have been below."""
    stack = beliefs.state.stacks.get(before.app, [])
    below = stack[-2] if len(stack) > 1 and stack[-1].place == place_of(before) else None
    if below is not None and below.sure:
        beliefs.fall(_stack_entry(beliefs, "Back", below, before.app), after, None, name_of(after))
        beliefs.state.stacks.pop(before.app, None)
    if after.app not in beliefs.state.launchers:
        _again(beliefs, after, beliefs.state.stacks.get(after.app, []))


def _pushed(beliefs: Beliefs, transition: Transition, stack: list[Spot], own: Own) -> None:
    before, after = transition.before, transition.after
    element = own.element
    if len(stack) > 1 and _same(stack[-2], after) and (element is None or UP.search(collapse(element.label))):
        stack.pop()
        return
    tab = element is not None and (element.role == "tab" or element.landmark.startswith(("navigation", "tablist")))
    up = element is not None and UP.search(collapse(element.label)) is not None
    if tab or up or any(spot.place == place_of(after) for spot in stack):
        _reset(beliefs, after)
        return
    went = before.location != after.location
    stack[-1] = Spot(stack[-1].place, stack[-1].name, stack[-1].key, went and element is not None)
    stack.append(beliefs.spot(after))
    del stack[:-_DEPTH]
    ref = None if element is None else named(before, element)
    if ref is not None:
        hop = Hop(place_of(before), place_of(after), ref)
        hops = [one for one in beliefs.state.hops if (one.source, one.target) != (hop.source, hop.target)]
        beliefs.state.hops = [*hops, hop][-_HOPS:]


def _entered(beliefs: Beliefs, transition: Transition) -> None:
    """Another app came to the front: by its name or its card it comes back as it was left."""
    before, after, action = transition.before, transition.after, transition.decision.action
    state = beliefs.state
    stack = state.stacks.get(after.app, [])
    named = isinstance(action, OpenApp) or (before.app in state.launchers and touched(transition) is not None)
    known = len(stack) > 1 or after.app in state.entered
    if named and not known and len(state.entered) < _APPS:
        state.entered.append(after.app)
    if not named or is_web(after.app) or not stack or not known:
        _again(beliefs, after, stack)
        return
    left = next((one for one in beliefs.of("stack", after.app) if one.about == "Left open"), None)
    entry = left or _stack_entry(beliefs, "Left open", stack[-1], after.app)
    if _same(stack[-1], after):
        beliefs.verify(entry, after, None, name_of(after))
        return
    derived = [*beliefs.of("draft", after.app), *beliefs.of("selection", after.app)]
    for one in derived:
        beliefs.change(one, derived_from=tuple({*one.derived_from, entry.id}))
    beliefs.fall(entry, after, None, name_of(after))
    _reset(beliefs, after)


def _left_on(beliefs: Beliefs, before: Screen, after: Screen) -> None:
    """Keeps as entries where an app was left, and where back leads."""
    state = beliefs.state
    stack = state.stacks.get(before.app, [])
    if before.app != after.app and stack and before.app not in state.launchers and not is_web(before.app):
        _stack_entry(beliefs, "Left open", stack[-1], before.app)
    here = state.stacks.get(after.app, [])
    back = [one for one in beliefs.of("stack", after.app) if one.about == "Back" and one.status != "contradicted"]
    if len(here) > 1 and here[-2].sure:
        if not back or back[0].place != here[-2].place:
            _stack_entry(beliefs, "Back", here[-2], after.app)
    else:
        for one in back:
            beliefs.drop(one)


def _stack_entry(beliefs: Beliefs, about: str, spot: Spot, app: str) -> Entry:
    known = next((one for one in beliefs.of("stack", app) if one.about == about), None)
    if known is not None and known.place == spot.place and known.status != "contradicted":
        return known
    step = beliefs.state.step
    return beliefs.enter(
        Entry("", "stack", about, spot.name, app, step, step, place=spot.place, page=spot.name, basis="walked")
    )


def _again(beliefs: Beliefs, after: Screen, stack: list[Spot]) -> None:
    """Where it is not known how one came here: a page known from the stack is where it was, else all is open."""
    place = place_of(after)
    known = [at for at, spot in enumerate(stack) if spot.place == place]
    if known and known[-1] == len(stack) - 1:
        return
    _reset(beliefs, after)


def _reset(beliefs: Beliefs, after: Screen) -> None:
    state = beliefs.state
    if after.app not in state.stacks and len(state.stacks) >= _APPS:
        state.stacks.pop(next(iter(state.stacks)))
    state.stacks[after.app] = [beliefs.spot(after)]


def _same(spot: Spot, screen: Screen) -> bool:
    return spot.place == place_of(screen)
