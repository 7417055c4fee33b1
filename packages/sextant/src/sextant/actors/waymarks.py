"""Which stop of a saved route a screen is, what a hop has to lead to, and whether a screen is the route's target."""

from collections.abc import Callable

from sextant.actors.element_lookup import akin, called, related, ticks
from sextant.types.evidence import Changed, Predicate, ScreenIs, TextVisible
from sextant.types.refs import resolve
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.errors_met import Wall, wall_on
from sextant.utg.faces import face_of, title_parts
from sextant.utg.files.likeness import Likeness, likeness, same_place, taken_for, unnumbered
from sextant.utg.files.saved import SavedRoute, Stop, stop_of
from sextant.utg.files.texts import still_there

Shape = Callable[[Screen], str]
"""What a screen is whatever address its app is served from: `Stop.screen`."""

Shows = Callable[[Predicate, Screen], bool]
"""Whether a predicate holds on a screen (`evidence` knows)."""


class Waymarks:
    """The screens of a route, to be recognised by.

    Args:
        route: The route.
        shape: Tells screens apart whatever their address.
        shows: Evaluates what the arrival has to show.
    """

    def __init__(self, route: SavedRoute, shape: Shape, shows: Shows) -> None:
        self._route, self._shape, self._shows = route, shape, shows
        self.home = ""
        """The app that the walk began in."""
        self.toggles: tuple[ElementRef, ...] = tuple(dict.fromkeys(one for hop in route.hops for one in hop.openers))
        """What opens menus on the route: touched again, it closes them."""

    def stop(self, screen: Screen) -> Stop:
        """A screen as a stop of a route."""
        return stop_of(screen, self._shape(screen), self.home)

    def likeness(self, number: int, screen: Screen, touched: str = "") -> Likeness:
        """How much a screen is the stop of that number; `touched` is what led there, as it is called now."""
        found = likeness(self._route.stops[number], self.stop(screen), self._route.stops)
        if found == "renamed" and not self._only_renamed(number, screen, touched):
            return "other"
        return found

    def opens(self, screen: Screen, element: Element | None) -> bool:
        """Whether an element is a menu's opener that the route itself has touched."""
        found = [resolve(screen, opener) for opener in self.toggles]
        return element is not None and any(one is not None and one.index == element.index for one in found)

    def expected(self, screen: Screen, number: int) -> tuple[Predicate, ...]:
        """What the next screen has to say, where it says anything that stays as it is; else just another screen."""
        stop = self._route.stops[number]
        if stop.screen == self._shape(screen):
            return (Changed(),)
        here = self.stop(screen)
        news = [
            text for text in (stop.title, stop.head) if text and not ticks(text) and text not in (here.title, here.head)
        ]
        return (ScreenIs(text=news[0]),) if news else (Changed(),)

    def missing(self, screen: Screen, number: int) -> str:
        """In words, that what the hop to that stop touches is not there, or cannot be touched."""
        hop = self._route.hops[number - 1]
        element = hop.element
        what = hop.event if element is None else f"{element.role} {hop.label!r}"
        there = None if element is None else resolve(screen, element)
        how = "is not on" if there is None else "cannot be touched on"
        return f"{what} {how} {called(self.stop(screen))}"

    # -- the target -------------------------------------------------------------------------------------------

    def lacking(self, screen: Screen) -> tuple[Predicate, ...]:
        """What the last screen has to show and this one does not."""
        return tuple(one for one in self._route.arrival.evidence(screen) if not self._shows(one, screen))

    def renamed(self, screen: Screen, touched: str = "") -> bool:
        """Whether a screen that is where the last one was is that one under another name."""
        last, here = self._route.stops[-1], self.stop(screen)
        if taken_for(last, here, self._route.stops) is not None:
            return False
        return self._only_renamed(len(self._route.stops) - 1, screen, touched)

    def _only_renamed(self, number: int, screen: Screen, touched: str) -> bool:
        """Whether nothing on a screen speaks against its being the stop that stood there, under another name.

        An error or a login does. For the last stop the address alone is not enough: the names have to have a word in
        common, or what leads there is called as the screen is, or what was recorded of it still stands there.
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
        """Whether something stands on a screen that was recorded of that stop, other than what it was called."""
        stop = self._route.stops[number]
        text = self._route.arrival.text if number == len(self._route.stops) - 1 else ""
        if unnumbered(text) in {unnumbered(part) for part in (stop.head, stop.title, *title_parts(stop.title))}:
            text = ""
        return still_there(stop.texts, screen) or (bool(text) and self._shows(TextVisible(text), screen))

    def wall(self, number: int, screen: Screen) -> Wall:
        """What stands on a screen in place of a stop, by its number; no login where the stop is still there."""
        wall = wall_on(screen)
        if wall == "a login page" and self._shows_the_same(number, screen):
            return ""
        return wall

    def replaced(self, number: int, screen: Screen) -> str:
        """What stands at the address of a stop in its place, in words; empty where the screen is somewhere else."""
        wall, stop, here = self.wall(number, screen), self._route.stops[number], self.stop(screen)
        if wall:
            return f"it is {wall}"
        if not same_place(stop, here) or stop.name == here.name or taken_for(stop, here, self._route.stops) is not None:
            return ""
        if self._only_renamed(number, screen, ""):
            return ""
        return "at the same address, nothing of it is as recorded"

    def why_not(self, screen: Screen) -> str:
        """Why a screen is not the target, behind a `but`."""
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
        """Whether a screen is the one that the route leads to: itself, or one that calls itself and shows the same.

        `lost`: the last stop was reached and did not show what it has to.
        """
        found = self.likeness(len(self._route.stops) - 1, screen)
        shown = not self.lacking(screen)
        if found == "other":
            return shown and self._elsewhere(screen)
        if found == "renamed":
            return not lost
        return shown or (not lost and self.renamed(screen))

    def _elsewhere(self, screen: Screen) -> bool:
        """Whether a screen at an address that the route does not know calls itself just what the last one did."""
        here, arrival, face = self.stop(screen), self._route.arrival, face_of(screen)
        names = {unnumbered(text) for text in (*face.heads, face.title, *title_parts(face.title))}
        known = {stop.address.partition("?")[0] for stop in self._route.stops}
        told = bool(arrival.text) and unnumbered(arrival.title) in names - {""}
        return told and here.app == self._route.stops[-1].app and here.address.partition("?")[0] not in known
