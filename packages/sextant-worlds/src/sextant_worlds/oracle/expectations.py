"""Expectations from the rehearsal: differences of the next screen from this one."""

from collections.abc import Iterator, Sequence

from sextant.elements.refs import collapse, ref_of
from sextant.types.evidence import Changed, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Element, Screen, State
from sextant_worlds.oracle.deed_checker import FIELDS, DeedChecker
from sextant_worlds.oracle.rehearsal import LAUNCHER, Rehearsal, RehearsedMove, screen_place
from sextant_worlds.oracle.routes import RouteStep
from sextant_worlds.oracle.walker import NextGesture, find

__all__ = ["of_leg", "of_part", "of_setting", "proof_of"]

_SEEN = ("visible", "clipped")
_TURNED: tuple[State, ...] = ("checked", "selected", "pressed", "unchecked")
_LONGEST = 120


def of_part(part: RehearsedMove, screen: Screen, wish: NextGesture) -> tuple[Predicate, ...]:
    """The expectations of a rehearsed part; none if no listing shows its effect, such as on a drawn board."""
    element = wish.element
    if part.bound.move.kind == "type" and element is not None:
        return (FieldHas(ref_of(screen, element), wish.text),)
    found: list[Predicate] = []
    if part.here != part.there:
        found += _elsewhere(part, screen)
    turned = _turned(part, screen, element)
    if turned is not None:
        found.append(turned)
    if part.kind == "do" and (part.final or not found):
        found += _told(part, screen)
    if not found and part.before.digest != part.after.digest:
        found.append(Changed())
    return tuple(found)


def of_leg(leg: RouteStep, screen: Screen, wish: NextGesture, rehearsal: Rehearsal) -> tuple[Predicate, ...]:
    """The expectations of a step to another place."""
    if leg.part is not None:
        return of_part(leg.part, screen, wish)
    element = wish.element
    match leg.bound.move.kind:
        case "tap" if element is not None and "selected" not in element.states:
            return (ElementState(ref_of(screen, element), "selected"),)
        case "open" if element is not None:
            return (Gone(element=ref_of(screen, element)),)
        case _:
            pass
    home = next((part.before for part in rehearsal.parts if part.here.component == LAUNCHER), None)
    if leg.to.component == LAUNCHER and home is not None:
        return (ScreenIs(key=home.key.id),)
    return (Changed(),)


def of_setting(wish: NextGesture, screen: Screen) -> tuple[Predicate, ...]:
    """The expectations of setting a control as in the rehearsal."""
    if wish.text and wish.element is not None:
        return (FieldHas(ref_of(screen, wish.element), wish.text),)
    return (Changed(),)


def _elsewhere(part: RehearsedMove, screen: Screen) -> Iterator[Predicate]:
    """The expectation of another screen: by its key, else by its title, or under the same title by a new text."""
    if part.after.key.id != screen.key.id:
        yield ScreenIs(key=part.after.key.id)
    elif part.after.title and part.after.title != screen.title:
        yield ScreenIs(text=part.after.title)
    else:
        yield from _told(part, screen)


def _turned(part: RehearsedMove, screen: Screen, element: Element | None) -> Predicate | None:
    """The expectation of a new state of the touched element: a switch that is on, a chosen tab."""
    if element is None or not element.test_id:
        return None
    now = find(part.after, element.test_id)
    if now is None:
        return None
    gained: list[State] = [state for state in _TURNED if state in now.states and state not in element.states]
    if gained:
        return ElementState(ref_of(screen, element), gained[0])
    if "pressed" in element.states and "pressed" not in now.states:
        return ElementState(ref_of(screen, element), "pressed", present=False)
    return None


def _told(part: RehearsedMove, screen: Screen) -> Iterator[Predicate]:
    """The expectation of a new text, preferably a lasting one; else of a text that is gone."""
    said = {collapse(text) for element in screen.elements for text in _texts(element)}
    new = [
        element
        for element in part.after.elements
        if element.visibility in _SEEN and element.role not in FIELDS and _new(element, said)
    ]
    new.sort(key=lambda element: (element.test_id == "toast", not element.test_id))
    if new:
        yield TextVisible(new[0].text)
        return
    after = {collapse(text) for element in part.after.elements for text in _texts(element)}
    for element in screen.elements:
        if element.visibility in _SEEN and element.role not in FIELDS and _new(element, after):
            yield Gone(text=element.text)
            return


def _new(element: Element, said: set[str]) -> bool:
    text = collapse(element.text)
    return bool(text) and len(text) <= _LONGEST and not any(text in other for other in said)


def _texts(element: Element) -> Iterator[str]:
    yield from (text for text in (element.text, element.name, element.value) if text)


# -- the end ---------------------------------------------------------------------------------------------------


def proof_of(
    rehearsal: Rehearsal, checker: DeedChecker, done: Sequence[RehearsedMove], screen: Screen
) -> Predicate | None:
    """The predicate on this screen that shows that the task is done; None if there is none."""
    shown = rehearsal.completion.proof(screen)
    if shown is not None:
        return shown
    spot = screen_place(screen)
    for part in reversed(done):
        if part.kind != "do":
            continue
        for name in checker.evidence_ids(part, spot):
            predicate = _standing(find(screen, name), screen)
            if predicate is not None and checker.status(part, screen) == "done":
                return predicate
    return None


def _standing(element: Element | None, screen: Screen) -> Predicate | None:
    if element is None or element.visibility not in _SEEN:
        return None
    states: list[State] = [state for state in _TURNED if state in element.states]
    if states:
        return ElementState(ref_of(screen, element), states[0])
    text = element.text
    return TextVisible(text) if text and len(text) <= _LONGEST else None
