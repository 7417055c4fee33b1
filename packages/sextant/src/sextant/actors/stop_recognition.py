"""Recognises the stops of a saved route, and its target, on screens."""

from collections.abc import Callable

from sextant.actors.element_lookup import akin, called, related, ticks
from sextant.elements.refs import resolve
from sextant.types.evidence import Changed, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.edge_errors import Wall, wall_on
from sextant.utg.faces import face_of, title_parts
from sextant.utg.files.likeness import Likeness, likeness, same_place, taken_for, unnumbered
from sextant.utg.files.saved import SavedRoute, Stop, stop_of
from sextant.utg.files.texts import still_there

Shape = Callable[[Screen], str]
"""Returns the identity of a screen without its address: `Stop.screen`."""

Shows = Callable[[Predicate, Screen], bool]
"""Whether a predicate holds on a screen (`evidence` decides)."""


class StopRecognizer:
    """The screens of a route, for recognition.

    Args:
        route: The route.
        shape: Returns a screen's identity without its address.
        shows: Evaluates the predicates of the arrival.
    """

    def __init__(self, route: SavedRoute, shape: Shape, shows: Shows) -> None:
        self._route, self._shape, self._shows = route, shape, shows
        self.home = ""
        """The app in which the walk began."""
        self.toggles: tuple[ElementRef, ...] = tuple(dict.fromkeys(one for hop in route.hops for one in hop.openers))
        """Openers of menus on the route: touched again, they close them."""

    def stop(self, screen: Screen) -> Stop:
        """Convert a screen to a stop of a route."""
        return stop_of(screen, self._shape(screen), self.home)

    def likeness(self, number: int, screen: Screen, touched: str = "") -> Likeness:
        """How a screen matches the stop of that number; `touched` is the current label of what led there."""
        found = likeness(self._route.stops[number], self.stop(screen), self._route.stops)
        if found == "renamed" and not self._only_renamed(number, screen, touched):
            return "other"
        return found

    def opens(self, screen: Screen, element: Element | None) -> bool:
        """Whether an element is a menu's opener that the route touches."""
        found = [resolve(screen, opener) for opener in self.toggles]
        return element is not None and any(one is not None and one.index == element.index for one in found)

    def expected(self, screen: Screen, number: int) -> tuple[Predicate, ...]:
        """What the next screen should show, if the stop has a stable title or heading; else any change."""
        stop = self._route.stops[number]
        if stop.screen == self._shape(screen):
            return (Changed(),)
        here = self.stop(screen)
        news = [
            text for text in (stop.title, stop.head) if text and not ticks(text) and text not in (here.title, here.head)
        ]
        return (ScreenIs(text=news[0]),) if news else (Changed(),)

    def missing(self, screen: Screen, number: int) -> str:
        """A sentence that the element of the hop to that stop is missing, or cannot be touched."""
        hop = self._route.hops[number - 1]
        element = hop.element
        what = hop.event if element is None else f"{element.role} {hop.label!r}"
        there = None if element is None else resolve(screen, element)
        how = "is not on" if there is None else "cannot be touched on"
        return f"{what} {how} {called(self.stop(screen))}"

    # -- the target -------------------------------------------------------------------------------------------

    def lacking(self, screen: Screen) -> tuple[Predicate, ...]:
        """Predicates of the arrival that the screen does not satisfy."""
        return tuple(one for one in self._route.arrival.evidence(screen) if not self._shows(one, screen))

    def renamed(self, screen: Screen, touched: str = "") -> bool:
        """Whether a screen at the place of the last stop is that one under another name."""
        last, here = self._route.stops[-1], self.stop(screen)
        if taken_for(last, here, self._route.stops) is not None:
            return False
        return self._only_renamed(len(self._route.stops) - 1, screen, touched)

    def _only_renamed(self, number: int, screen: Screen, touched: str) -> bool:
        """Whether a screen may be that stop under another name, since nothing contradicts it.

        An error or a login does. For the last stop the address alone is not enough: the names share a word, or the
        label that led there is related to the screen's name, or texts recorded of the stop are still there.
        """
        stop, here = self._route.stops[number], self.stop(screen)
        if self.wall(number, screen):
            return False
        start = self._route.start if self._route.hops else None  # a route without hops ends at its start
        return (
            number < len(self._route.stops) - 1
            or akin(stop, here, start)
            or related(touched, here.name, start)
            or self._shows_the_same(number, screen)
        )

    def _shows_the_same(self, number: int, screen: Screen) -> bool:
        """Whether a screen shows something recorded of that stop, other than its name."""
        stop = self._route.stops[number]
        text = self._route.arrival.text if number == len(self._route.stops) - 1 else ""
        if unnumbered(text) in {unnumbered(part) for part in (stop.head, stop.title, *title_parts(stop.title))}:
            text = ""
        return still_there(stop.texts, screen) or (bool(text) and self._shows(TextVisible(text), screen))

    def wall(self, number: int, screen: Screen) -> Wall:
        """The error or login on a screen in place of a stop; no login if the stop's texts are still there."""
        wall = wall_on(screen)
        if wall == "a login page" and self._shows_the_same(number, screen):
            return ""
        return wall

    def replaced(self, number: int, screen: Screen) -> str:
        """What is shown at the address of a stop instead of it, in words; empty where the screen is elsewhere."""
        wall, stop, here = self.wall(number, screen), self._route.stops[number], self.stop(screen)
        if wall:
            return f"it is {wall}"
        if not same_place(stop, here) or stop.name == here.name or taken_for(stop, here, self._route.stops) is not None:
            return ""
        if self._only_renamed(number, screen, ""):
            return ""
        return "at the same address, nothing of it is as recorded"

    def why_not(self, screen: Screen) -> str:
        """Why a screen is not the target; completes "but"."""
        last, here = self._route.stops[-1], self.stop(screen)
        replaced = self.replaced(len(self._route.stops) - 1, screen)
        if replaced:
            return replaced
        texts = [getattr(one, "text", "") for one in self.lacking(screen)]
        lacks = " or ".join(repr(text) for text in dict.fromkeys(texts) if text)
        if not same_place(last, here):
            return f"{called(last)} is another screen"
        if not lacks:
            return f"it is not as {called(last)} was"
        other = taken_for(last, here, self._route.stops)
        return f"it calls itself as {called(other)} does" if other is not None else f"it does not show {lacks}"

    def is_target(self, screen: Screen, lost: bool) -> bool:
        """Whether a screen is the route's target: itself, or one with the same name and evidence.

        `lost`: the last stop was reached and did not show its evidence.
        """
        found = self.likeness(len(self._route.stops) - 1, screen)
        shown = not self.lacking(screen)
        if found == "other":
            return shown and self._elsewhere(screen)
        if found == "renamed":
            return not lost
        return shown or (not lost and self.renamed(screen))

    def _elsewhere(self, screen: Screen) -> bool:
        """Whether a screen at an address outside the route has the name of the last stop."""
        here, arrival, face = self.stop(screen), self._route.arrival, face_of(screen)
        names = {unnumbered(text) for text in (*face.heads, face.title, *title_parts(face.title))}
        known = {stop.address.partition("?")[0] for stop in self._route.stops}
        same_name = bool(arrival.text) and unnumbered(arrival.title) in names - {""}
        return same_name and here.app == self._route.stops[-1].app and here.address.partition("?")[0] not in known
