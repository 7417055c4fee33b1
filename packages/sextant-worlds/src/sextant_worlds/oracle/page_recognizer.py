"""Finds the page of a frame by its content, for devices that report no app, address or component.

Each page, with each record that it can show, is opened on a private twin beforehand. A frame belongs to the page that
it resembles most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sextant.protocols import Actor
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_worlds.engine.data import Json
from sextant_worlds.oracle.deed_checker import FIELDS, freshly_opened
from sextant_worlds.oracle.rehearsal import RehearsedMove, ScreenPlace, screen_place
from sextant_worlds.spec.apps import AppPage
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

__all__ = ["FrameLocator", "PageRecognizer"]

_FRONT = ("toast", "popup-", "session-", "dialog-")
"""What lies over a page and is no part of it."""
_LEAST, _WITH_TITLE = 0.5, 0.2
"""Share of what is listed that has to be the page's, where another title stands over it and where the same does."""
_STRANGE = "strange"
"""A dialog that is none of the app's own."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a page: its title, its test ids and its texts."""

    title: str
    names: frozenset[str]
    says: frozenset[tuple[str, str]]

    def likeness(self, other: "_Look") -> float:
        """The similarity of two looks; 0 for different pages."""
        same = self.title == other.title
        listed = _shared(self.names, other.names)
        if listed < (_WITH_TITLE if same else _LEAST):
            return 0.0
        return same + listed + _shared(self.says, other.says)


class PageRecognizer:
    """Recognises the pages of a world. Of equal pages it prefers the previous one, then a rehearsed one."""

    def __init__(self, world: World, parts: Sequence[RehearsedMove]) -> None:
        self._pages = {(app.id, page.id): page for app in world.apps for page in app.pages}
        rehearsed = [
            (screen_place(part.before).page, _look_of(part.before))
            for part in parts
            if not screen_place(part.before).over
        ]
        self._known = [*rehearsed, *_all_pages(world, parts[0].state if parts else Twin(world).snapshot())]

    def spot(self, screen: Screen, last: ScreenPlace) -> ScreenPlace | None:
        """The place of a screen; None if it resembles no page. `last` is the previous place."""
        look = _look_of(screen)
        scored = [(known.likeness(look), spot) for spot, known in self._known]
        best = max((score for score, _ in scored), default=0.0)
        if best == 0:
            return None
        alike = [spot for score, spot in scored if score == best]
        found = next((spot for spot in alike if spot == last.page), None)
        found = found or next((spot for spot in alike if last.instance and spot.instance == last.instance), alike[0])
        over = self._over(screen, found)
        return replace(found, component=f"{found.component}+{over}") if over else found

    def _over(self, screen: Screen, spot: ScreenPlace) -> str:
        """What covers the page: one of its dialogs (by its buttons), a surprise of the phone, or something unknown."""
        names = {element.test_id for element in screen.elements if element.test_id.startswith(_FRONT)}
        for kind in ("session", "popup"):
            if any(name.startswith(f"{kind}-") for name in names):
                return kind
        if not any(element.role == "dialog" for element in screen.elements):
            return ""
        app, _, page = spot.component.partition("/")
        return _dialog(self._pages.get((app, page)), names) or _STRANGE


class FrameLocator:
    """Wraps an actor, and adds to each frame the recognised page, as other devices report it."""

    def __init__(self, actor: Actor, places: PageRecognizer) -> None:
        self._actor, self._places = actor, places
        self._last = ScreenPlace("")

    @property
    def profile(self) -> Profile:
        return self._actor.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        return self._actor.decide(replace(brief, screen=self._placed(brief.screen)), objections, rejected)

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> Any:
        return {"actor": self._actor.snapshot(), "last": [self._last.component, self._last.instance]}

    def restore(self, state: Any) -> None:
        self._actor.restore(state["actor"])
        self._last = ScreenPlace(*state["last"])

    def _placed(self, screen: Screen) -> Screen:
        spot = self._places.spot(screen, self._last) if screen.condition == "ok" else None
        if spot is None:
            return screen
        self._last = spot
        facts = {"component": spot.component} | ({"instance": spot.instance} if spot.instance else {})
        return replace(screen, observation=replace(screen.observation, facts=facts))


def _all_pages(world: World, state: Json) -> Iterator[tuple[ScreenPlace, _Look]]:
    twin = Twin(world)
    yield screen_place(twin.screen()).page, _look_of(twin.screen())
    for app in world.apps:
        for page in app.pages:
            records = [str(record["id"]) for record in app.collections.get(page.of or "", ())] if page.of else [""]
            for record in records:
                spot = ScreenPlace(f"{app.id}/{page.id}", record)
                made = freshly_opened(world, state, spot)
                if made is not None:
                    twin.restore(made)
                    yield spot, _look_of(twin.screen())


def _look_of(screen: Screen) -> _Look:
    shown = [item for item in screen.elements if item.test_id and not item.test_id.startswith(_FRONT)]
    says = frozenset((item.test_id, item.text or item.name) for item in shown if item.role not in FIELDS)
    return _Look(screen.title, frozenset(item.test_id for item in shown), says)


def _shared(one: frozenset[Any], other: frozenset[Any]) -> float:
    return len(one & other) / max(1, len(one | other))


def _dialog(page: AppPage | None, names: set[str]) -> str:
    """The dialog of a page with exactly those buttons; empty if none has them."""
    wanted = names - {"dialog-title", "dialog-text"}
    dialogs = () if page is None else page.dialogs
    return next((one.id for one in dialogs if {f"dialog-{button.id}" for button in one.buttons} == wanted), "")
