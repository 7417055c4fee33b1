"""Updates the beliefs after a step: fields, choices, pages, clipboard, writes, dialogs. Uses observations only."""

from dataclasses import replace
from typing import Literal

from sextant.dataclass import dataclass
from sextant.elements.refs import anchor_of, ref_of, resolve
from sextant.guides.belief.store import (
    BeliefEntry,
    Beliefs,
    PageHop,
    StackedPage,
    covered,
    in_view,
    is_chosen,
    name_of,
    place_of,
    readable,
    short,
    thing_of,
    value_of,
)
from sextant.text import folded
from sextant.types.actions import (
    CloseApp,
    InputText,
    KeyboardEnter,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Recents,
    targets_of,
)
from sextant.types.evidence import FieldHas
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Transition
from sextant.utg.recorder import written_by

__all__ = ["OwnChange", "check", "follow", "own_of"]

Act = Literal["none", "field", "choice", "submit", "back", "away", "link", "other"]
_LINKS = ("link", "tab", "menuitem", "listitem", "row", "treeitem", "gridcell", "article")  # structural: ARIA roles
_LOOKING = ("scroll", "swipe", "wait")
_SENDING = ("request", "navigation", "commit")
"""Kinds of writes that may send typed text; beacons and local storage do not."""
_LEAVING = (OpenApp, CloseApp, NavigateHome, Recents)
_DEPTH, _HOPS, _APPS, _NAME = 20, 80, 24, 300


@dataclass(frozen=True, slots=True)
class OwnChange:
    """The change that a step of the run itself may have caused on the page `place`."""

    act: Act
    place: str
    element: Element | None = None

    def explains(self, entry: BeliefEntry, empty: bool) -> bool:
        """Whether it may explain that a field or choice changed; `empty`: the field is empty now."""
        if self.place != entry.place:
            return False
        match self.act:
            case "field":
                return not empty
            case "choice":
                return entry.kind == "choice" or not empty
            case "submit" | "other":
                return True
            case _:
                return False


def own_of(transition: Transition) -> OwnChange:
    """Classifies the step by the touched element and the writes."""
    before, action = transition.before, transition.decision.action
    place, element = place_of(before), _touched(transition)
    arrived = bool(transition.attempts) and transition.attempts[-1].received is not False
    if not arrived or transition.interrupt == "popup" or action.kind in _LOOKING:
        return OwnChange("none", place)
    if isinstance(action, InputText):
        return OwnChange("field", place, element)
    if isinstance(action, KeyboardEnter):
        return OwnChange("submit", place, element)
    if isinstance(action, NavigateBack):
        return OwnChange("none" if covered(before) else "back", place)
    if element is None:
        return OwnChange("away" if isinstance(action, _LEAVING) else "other", place)
    return OwnChange(_act(element, transition), place, element)


def _act(element: Element, transition: Transition) -> Act:
    before, after = transition.before, transition.after
    now = resolve(after, ref_of(before, element))
    toggled = now is not None and ("pressed" in now.states) != ("pressed" in element.states)
    if is_chosen(element) is not None or (toggled and place_of(before) == place_of(after)):
        return "choice"
    if "type" in element.affordances:
        return "field"
    sent = any(one.cause == "touch" and one.happened and one.kind in _SENDING for one in transition.effects)
    if sent or element.input_type in ("submit", "image"):
        return "submit"
    heads = [after.title, *(one.label for one in after.elements if one.role == "heading")]
    names = folded(element.label) in map(folded, heads) and place_of(before) != place_of(after)
    return "link" if not covered(before) and (element.role in _LINKS or names) else "other"


def follow(beliefs: Beliefs, transition: Transition, own: OwnChange) -> None:
    """Adds entries for the results of a step, and marks entries as doubtful that it may have changed."""
    _update_left_entries(beliefs, transition, own)
    if own.act == "field":
        _typed(beliefs, transition)
    elif own.act == "choice" and own.element is not None:
        _chose(beliefs, transition, own.element)
    _pasted(beliefs, transition)
    _wrote(beliefs, transition)
    modal = transition.before.modal
    if modal is not None and own.act != "none":
        said = own.element.label if own.element is not None else own.act
        about = f"{modal.kind} {short(modal.message, 60)}"
        _enter(
            beliefs, transition.before, BeliefEntry("", "dialog", about, short(said, 60), transition.before.app, 0, 0)
        )
    _navigated(beliefs, transition, own)


def check(beliefs: Beliefs, screen: Screen, own: OwnChange | None = None) -> None:
    """Compares each draft and choice of this page with its visible element."""
    if not readable(screen):
        return
    for entry in beliefs.of("draft", "choice", place=place_of(screen)):
        found = in_view(screen, entry.element)
        if found is None or thing_of(screen, found) != entry.thing:
            continue
        now = value_of(found) if entry.kind == "draft" else _state(found)
        if now is None:
            continue
        if folded(now) == folded(entry.value):
            beliefs.verify(entry, screen, found, now)
        elif own is not None and own.explains(entry, not now):
            if now:
                beliefs.change(entry, value=now, seen=beliefs.state.step, status="proposed")
            else:
                beliefs.drop(entry)
        elif now or entry.kind == "choice" or entry.touched < 0 or entry.sure:
            beliefs.contradict(entry, screen, found, now or "nothing")
        else:
            beliefs.drop(entry)  # an action on its page has probably sent it


def _state(element: Element) -> str | None:
    chosen = is_chosen(element)
    if chosen is None and element.role == "button":
        chosen = False  # a toggle that is off looks like any button
    return None if chosen is None else "chosen" if chosen else "not chosen"


def _enter(
    beliefs: Beliefs, screen: Screen, entry: BeliefEntry, ref: ElementRef | None = None, shown: Element | None = None
) -> None:
    """Adds an entry about a screen, from this step on; `shown` is its field or choice there."""
    if ref is not None and max(len(ref.name), len(ref.anchor), len(ref.test_id)) > _NAME:
        return
    step, page, thing = beliefs.state.step, name_of(screen), "" if shown is None else thing_of(screen, shown)
    about = thing.partition("|")[0] if "|" in thing else ""
    page = page if folded(about) in folded(page) else short(f"{page}, {about}", 60)
    beliefs.add(replace(entry, step=step, seen=step, place=place_of(screen), page=page, element=ref, thing=thing))


def _typed(beliefs: Beliefs, transition: Transition) -> None:
    """Adds an entry with the value of the field after the step, even if it is covered; none for an empty field."""
    action, after = transition.decision.action, transition.after
    if not isinstance(action, InputText) or action.secret:
        return
    element = _touched(transition)
    if element is None:
        focused = [one for one in after.elements if "focused" in one.states and value_of(one) is not None]
        shown = focused[0] if len(focused) == 1 else None
    else:
        shown = resolve(after, ref_of(transition.before, element))
    value = None if shown is None else value_of(shown)
    if shown is None or not value:
        return
    about = shown.label or anchor_of(after, shown) or shown.role
    entry = BeliefEntry("", "draft", about, value, after.app, 0, 0)
    _enter(beliefs, transition.before, entry, ref_of(after, shown), element or shown)


def _chose(beliefs: Beliefs, transition: Transition, element: Element) -> None:
    ref = ref_of(transition.before, element)
    shown = resolve(transition.after, ref)
    if shown is None or ref.ordinal or place_of(transition.after) != place_of(transition.before):
        return
    state = _state(shown)
    if state is not None:
        entry = BeliefEntry("", "choice", shown.label, state, transition.after.app, 0, 0)
        _enter(beliefs, transition.before, entry, ref_of(transition.after, shown), element)


def _update_left_entries(beliefs: Beliefs, transition: Transition, own: OwnChange) -> None:
    """Updates drafts and choices after a step: removes sent ones, and doubts those that it left or may have changed."""
    before, after = transition.before, transition.after
    here = [one for one in beliefs.of("draft", "choice", place=own.place) if _belongs(one, before)]
    left = place_of(after) != own.place and not covered(after)
    web = _is_web(before)
    if own.act == "submit":
        for one in here:
            found = None if left else in_view(after, one.element)
            now = None if found is None else value_of(found) if one.kind == "draft" else _state(found)
            if now is None or folded(now) != folded(one.value):
                beliefs.drop(one)
        for one in beliefs.of("draft", "choice", app=before.app):
            beliefs.mark_doubtful(one)
    elif own.act == "other":
        for one in here:  # those that are still visible unchanged are verified at once
            beliefs.change(one, sure=False, touched=transition.step)
    elif left and (web or (own.act not in ("link", "away") and (own.act != "back" or after.app == before.app))):
        for one in here:
            beliefs.mark_doubtful(one)


def _belongs(entry: BeliefEntry, screen: Screen) -> bool:
    """Whether the screen shows the item that the entry is about, such as the same chat; True if unknown."""
    found = None if entry.element is None else resolve(screen, entry.element)
    return found is None or thing_of(screen, found) == entry.thing


def _pasted(beliefs: Beliefs, transition: Transition) -> None:
    """Checks the clipboard entry: compares it with a field that the actor expected to be filled without typing."""
    kept = next(iter(beliefs.of("clipboard")), None)
    if kept is None or isinstance(transition.decision.action, InputText):
        return
    for verdict in transition.verdicts:
        predicate = verdict.predicate
        if not isinstance(predicate, FieldHas) or folded(predicate.value) != folded(kept.value) or verdict.vacuous:
            continue
        found = resolve(transition.after, predicate.element)
        shown = "" if found is None else value_of(found) or ""
        if verdict.outcome == "holds":
            beliefs.verify(kept, transition.after, found, shown)
        elif verdict.outcome == "fails":
            beliefs.contradict(kept, transition.after, found, shown or "nothing")
        return


def _wrote(beliefs: Beliefs, transition: Transition) -> None:
    """Adds an entry for a write that was held or failed. A later success of the same write removes it."""
    for effect in transition.effects:
        if effect.kind == "storage" or effect.cause != "touch":
            continue
        about = " ".join(filter(None, (effect.method, effect.operation or effect.address or effect.kind)))
        value = effect.outcome
        entry = BeliefEntry("", "write", about, value, transition.before.app, 0, 0)
        if not effect.happened:
            _enter(beliefs, transition.before, entry)
            continue
        for one in beliefs.of("write"):
            if one.about == short(about, 80):
                beliefs.drop(one)


# -- pages


def _navigated(beliefs: Beliefs, transition: Transition, own: OwnChange) -> None:
    """Updates the page stacks after a step, and compares the page it led to with the expected one."""
    before, after, action = transition.before, transition.after, transition.decision.action
    state = beliefs.state
    if isinstance(action, NavigateHome | Recents) and after.app != before.app and after.app not in state.launchers:
        state.launchers = [*state.launchers, after.app][-4:]
    if isinstance(action, CloseApp) or transition.interrupt in ("relaunch", "restart"):
        forget(beliefs)
    if not readable(after) or after.app in state.launchers:
        _left(beliefs, transition)
        return
    stack = state.stacks.get(after.app, [])
    if before.app != after.app:
        _came_to(beliefs, transition, stack)
    elif place_of(before) != place_of(after):
        known = bool(stack) and stack[-1].place == place_of(before) and not covered(before)
        if known and isinstance(action, NavigateBack):
            _went_back(beliefs, after, stack)
        elif (
            known and own.act in ("link", "other", "submit") and not any(one.place == place_of(after) for one in stack)
        ):
            _pushed(beliefs, transition, stack, own)
        else:
            _begin(beliefs, after, stack)
    elif not stack:
        _begin(beliefs, after, stack)
    _left(beliefs, transition)


def forget(beliefs: Beliefs) -> None:
    """Forgets the page stacks, because apps were ended or restarted."""
    beliefs.state.stacks.clear()
    for entry in beliefs.of("back", "left"):
        beliefs.drop(entry)
    for entry in beliefs.of("draft", "choice"):
        beliefs.mark_doubtful(entry)


def _went_back(beliefs: Beliefs, after: Screen, stack: list[StackedPage]) -> None:
    below = stack[-2] if len(stack) > 1 else None
    if below is not None and below.place == place_of(after):
        for entry in beliefs.of("back", app=after.app):
            beliefs.verify(entry, after, None, name_of(after))
        stack.pop()
        return
    if below is not None and below.sure:
        for entry in beliefs.of("back", app=after.app):
            beliefs.contradict(entry, after, None, name_of(after))
    _begin(beliefs, after, stack)


def _came_to(beliefs: Beliefs, transition: Transition, stack: list[StackedPage]) -> None:
    """Handles a change to another app. If it was opened by name, it should show the page on which it was left."""
    before, after = transition.before, transition.after
    left = next(iter(beliefs.of("left", app=after.app)), None)
    opened = isinstance(transition.decision.action, OpenApp) or before.app in beliefs.state.launchers
    if opened and after.app not in beliefs.state.entered:
        beliefs.state.entered = [*beliefs.state.entered, after.app][-_APPS:]
    if left is not None and opened:
        if left.place == place_of(after):
            beliefs.verify(left, after, None, name_of(after))
            return
        beliefs.contradict(left, after, None, name_of(after))
    elif left is not None:
        beliefs.drop(left)
    _begin(beliefs, after, stack)


def _pushed(beliefs: Beliefs, transition: Transition, stack: list[StackedPage], own: OwnChange) -> None:
    before, after, element = transition.before, transition.after, own.element
    if element is None or element.role == "tab" or element.landmark.startswith(("navigation", "tablist")):
        _begin(beliefs, after, stack)
        return
    stack[-1] = StackedPage(stack[-1].place, stack[-1].name, before.location != after.location)
    stack.append(StackedPage(place_of(after), name_of(after)))
    del stack[:-_DEPTH]
    if written_by(transition):
        return  # a touch that sends data must not be repeated to reach a page
    hop = PageHop(place_of(before), place_of(after), ref_of(before, element))
    hops = [one for one in beliefs.state.hops if (one.source, one.target) != (hop.source, hop.target)]
    beliefs.state.hops = [*hops, hop][-_HOPS:]


def _begin(beliefs: Beliefs, after: Screen, stack: list[StackedPage]) -> None:
    """Starts a new stack with this page, unless the page was on top of the old one."""
    if stack and stack[-1].place == place_of(after):
        return
    state = beliefs.state
    if after.app not in state.stacks and len(state.stacks) >= _APPS:
        state.stacks.pop(next(iter(state.stacks)))
    state.stacks[after.app] = [StackedPage(place_of(after), name_of(after))]


def _left(beliefs: Beliefs, transition: Transition) -> None:
    """Adds entries: on which page an app was left, and where back leads in the app in front."""
    before, after = transition.before, transition.after
    stacks, step = beliefs.state.stacks, beliefs.state.step
    top, here = stacks.get(before.app, []), stacks.get(after.app, [])
    if before.app != after.app:
        for one in beliefs.of("left", app=before.app):
            beliefs.drop(one)
        spot = top[-1] if len(top) > 1 or (top and before.app in beliefs.state.entered) else None
        stays = not isinstance(transition.decision.action, NavigateBack | CloseApp) and not _is_web(before)
        if spot is not None and stays and spot.place == place_of(before) and readable(before):
            beliefs.add(BeliefEntry("", "left", spot.name, spot.name, before.app, step, step, spot.place, spot.name))
    back = next((one for one in beliefs.of("back", app=after.app) if one.status != "contradicted"), None)
    if len(here) > 1 and here[-2].sure:
        spot = here[-2]
        if back is None or back.place != spot.place:
            beliefs.add(BeliefEntry("", "back", spot.name, spot.name, after.app, step, step, spot.place, spot.name))
    elif back is not None:
        beliefs.drop(back)


def _is_web(screen: Screen) -> bool:
    """Whether the app is a web page, which may load anew whenever it is opened."""
    return screen.app.startswith(("http:", "https:", "file:"))


def _touched(transition: Transition) -> Element | None:
    """The element that the step touched, on the screen before the step."""
    for attempt in reversed(transition.attempts):
        found = None if attempt.element is None else resolve(transition.before, attempt.element)
        if found is not None:
            return found
    spots = [one for one in targets_of(transition.decision.action) if one.kind != "point"]
    return transition.before.element(spots[0].index) if spots and transition.attempts else None
