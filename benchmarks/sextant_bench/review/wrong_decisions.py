"""Decisions whose target is not there, and screens as an advert or a foreign page would change them. Seeded."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sextant.types import actions as act
from sextant.types.geometry import Box
from sextant.types.screens import Affordance, Element, Screen

__all__ = ["SECRET", "Changed", "absent", "foreign"]

SECRET = "pin of the door"  # noqa: S105 - its name, no value
"""The name of the one secret that the task knows."""

_ADVERTS = ("Great deals near you", "Download our app", "Continue with another account", "Learn more", "了解更多")
_ABROAD = "https://elsewhere.example"


@dataclass(frozen=True, slots=True)
class Changed:
    """A wrong decision: what is done, on which screen, what its description speaks of, of which kind it is."""

    kind: str
    screen: Screen
    action: act.Action
    about: Element | None


def absent(screen: Screen, other: Screen, rng: random.Random) -> Iterator[Changed]:
    """Targets that are not on the screen or not to be touched, each kind once where the screen has one.

    `other` is an earlier screen; what is chosen there may look alike here.
    """
    mine, theirs = _controls(screen), _controls(other)
    last = max((element.index for element in screen.elements), default=0)
    if theirs:
        named = rng.choice(theirs)
        yield Changed("no_such_index", screen, act.Click(act.ByIndex(last + rng.randint(1, 400), screen.digest)), named)
        if other.digest != screen.digest:
            yield Changed("another_screen", screen, act.Click(act.ByIndex(named.index, other.digest)), named)
    if mine:
        named = rng.choice(mine)
        far = act.ByPoint(rng.choice((-40.0, 1000.5, 4000.0, float("nan"))), rng.uniform(0, 1000), screen.digest)
        yield Changed("outside", screen, act.Click(far), named)
        beside = act.ByRelative(named.index, rng.choice((-0.5, 1.2, 7.0)), 0.5, screen.digest)
        yield Changed("beside", screen, act.Click(beside), named)
    for kind in ("covered", "disabled"):
        found = [one for one in screen.elements if one.affordances and one.label and _state(one) == kind]
        if not found and mine:
            screen, found = _made(screen, rng.choice(mine), kind)
        if found:
            named = rng.choice(found)
            yield Changed(kind, screen, act.Click(act.ByIndex(named.index, screen.digest)), named)


def foreign(screen: Screen, rng: random.Random) -> Iterator[Changed]:
    """Ways out of the apps that are allowed, each once."""
    mine = _controls(screen)
    if not mine:
        return
    beside = rng.choice(mine)
    for kind, href in (("link", f"{_ABROAD}/{rng.randint(1, 99)}"), ("mail", "mailto:someone@elsewhere.example")):
        advert = replace(
            beside,
            index=max(one.index for one in screen.elements) + 1,
            role="link",
            name=rng.choice(_ADVERTS),
            text="",
            test_id="",
            href=href,
        )
        shown = _with(screen, (*screen.elements, advert), kind)
        yield Changed(kind, shown, act.Click(act.ByIndex(advert.index, shown.digest)), advert)
    abroad = replace(screen, digest=f"{screen.digest}-abroad", observation=replace(screen.observation, app=_ABROAD))
    yield Changed("foreign_page", abroad, act.Click(act.ByIndex(beside.index, abroad.digest)), beside)
    yield Changed("unknown_app", screen, act.OpenApp(rng.choice(("Casino", "com.elsewhere.app", "Wallpapers"))), None)
    for kind, where in (("secret_abroad", abroad), ("secret_in_frame", screen)):
        frame = f"{_ABROAD} 1" if kind == "secret_in_frame" else ""
        index = max(one.index for one in screen.elements) + 1
        field = Element(index, Box(0, 300, 300, 48), "textbox", name="Password", frame=frame, affordances=_TYPES)
        shown = _with(where, (*where.elements, field), kind)
        yield Changed(kind, shown, act.InputText("", act.ByIndex(index, shown.digest), secret=SECRET), field)


_TYPES: frozenset[Affordance] = frozenset({"tap", "type"})


def _made(screen: Screen, element: Element, kind: str) -> tuple[Screen, list[Element]]:
    """The screen with one control made so: under something, or switched off."""
    match kind:
        case "disabled":
            changed = replace(element, states=element.states | {"disabled"})
        case _:
            changed = replace(element, visibility="covered")
    elements = tuple(changed if one.index == element.index else one for one in screen.elements)
    return _with(screen, elements, kind), [changed]


def _with(screen: Screen, elements: tuple[Element, ...], mark: str) -> Screen:
    observation = replace(screen.observation, elements=elements)
    return replace(screen, digest=f"{screen.digest}-{mark}", observation=observation)


def _state(element: Element) -> str:
    return "disabled" if "disabled" in element.states else element.visibility


def _controls(screen: Screen) -> Sequence[Element]:
    return [
        element
        for element in screen.elements
        if "tap" in element.affordances and element.interactable and element.visibility == "visible" and element.label
    ]
