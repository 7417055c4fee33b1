"""Who walks through a world: one that leaves nothing untouched, and one that stays where much is shown."""

import random
from dataclasses import dataclass, field

from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.geometry import Point
from sextant.types.screens import Element, Observation
from sextant_worlds.spec.world import World

__all__ = ["DenseWalker", "Walker"]

_SET = ("switch", "checkbox", "radio")
_IN_SIGHT = ("visible", "clipped")


@dataclass(slots=True)
class Walker:
    """Touches what it touched least, wherever it is, and makes every other kind of gesture now and then.

    What it does depends on what is there to touch, never on how much is shown.
    """

    world: World
    rng: random.Random
    touched: dict[tuple[str, str, str], int] = field(default_factory=dict[tuple[str, str, str], int])
    """How often, by app, page and element."""
    opened: dict[str, int] = field(default_factory=dict[str, int])
    """How often an app was asked for."""

    def gesture(self, seen: Observation) -> Gesture:
        """The next one."""
        shown = [element for element in seen.elements if element.visibility in _IN_SIGHT]
        usable = [element for element in shown if "tap" in element.affordances]
        draw = self.rng.random()
        if draw < 0.24:
            return self._aside(draw / 0.24, shown, seen)
        if draw < 0.3 or not usable:
            return self._launch()
        if draw < 0.34:
            return Hold(self._point(self.rng.choice(usable), seen), 0.5)
        element = self._least(usable, seen)
        if "editable" in element.states:
            return self._typing([element], seen)
        return Tap(self._point(element, seen))

    def _aside(self, draw: float, shown: list[Element], seen: Observation) -> Gesture:
        """What is no touch of a control: scrolls, keys, an app closed, a pause, a tap on anything."""
        if draw < 0.5:
            return self._scroll(shown, seen)
        if draw < 0.58 and shown:
            return Tap(self._point(self.rng.choice(shown), seen))
        return self._key((draw - 0.58) / 0.42)

    def _scroll(self, shown: list[Element], seen: Observation) -> Gesture:
        """Every other time with a finger, which goes wherever a hand may slip to, too."""
        if not shown or self.rng.random() < 0.5:
            point = self._point(self.rng.choice(shown), seen) if shown and self.rng.random() < 0.5 else None
            return ScrollBy(self.rng.choice(("down", "down", "up")), point)
        start = self._point(self.rng.choice(shown), seen)
        return DragPath(start, self._drawn_to(start, seen), self.rng.choice((0.0, 0.0, 0.0, 0.2, 0.6)))

    def _drawn_to(self, start: Point, seen: Observation) -> Point:
        """Mostly up or down, as one scrolls; also sideways, across, and hardly at all, which is a tap."""
        draw = self.rng.random()
        size = seen.size
        if draw < 0.1:
            return Point(start.x + self.rng.randint(-9, 9), start.y + self.rng.randint(-9, 9))
        if draw < 0.2:
            return Point(self.rng.uniform(1, size.width - 1), start.y + self.rng.uniform(-20, 20))
        if draw < 0.35:
            return Point(self.rng.uniform(1, size.width - 1), self.rng.uniform(1, size.height - 1))
        way = self.rng.choice((self.rng.uniform(16, 60), self.rng.uniform(60, 600))) * self.rng.choice((-1, -1, 1))
        return Point(start.x + self.rng.uniform(-8, 8), min(max(start.y + way, 1.0), size.height - 1))

    def _key(self, draw: float) -> Gesture:
        """A key, an app closed, or a pause; `draw` is from 0 to 1."""
        if draw < 0.45:
            return PressKey("back")
        if draw < 0.57:
            return PressKey("home")
        if draw < 0.69:
            return PressKey("recents")
        if draw < 0.79:
            return PressKey("enter")
        if draw < 0.87:
            return TerminateApp(self.rng.choice(self.world.apps).id)
        return Pause(1.0)

    def _launch(self) -> Gesture:
        """The app that was asked for least, by id or by name."""
        least = min(self.opened.get(app.id, 0) for app in self.world.apps)
        app = self.rng.choice([app for app in self.world.apps if self.opened.get(app.id, 0) == least])
        self.opened[app.id] = least + 1
        return LaunchApp(app.id if self.rng.random() < 0.5 else app.name)

    def _least(self, usable: list[Element], seen: Observation) -> Element:
        """One of those that were touched least on this page; rows of a list count each on its own."""
        page = "/".join(seen.location.split("/")[:3])
        keys = [(seen.app, page, element.test_id or element.label) for element in usable]
        counts = [self.touched.get(key, 0) for key in keys]
        least = min(counts)
        place = self.rng.choice([at for at, count in enumerate(counts) if count == least])
        self.touched[keys[place]] = least + 1
        return usable[place]

    def _typing(self, fields: list[Element], seen: Observation) -> Gesture:
        words = [word for element in seen.elements[:40] for word in (element.text or element.name).split()]
        zh = self.world.phone.locale == "zh"
        some = ("42", "tea", "QX-17", "hello there", "a" * 40, *(("你好", "茶") if zh else ()))
        text = self.rng.choice(words)[:20] if words and self.rng.random() < 0.5 else self.rng.choice(some)
        point = self._point(self.rng.choice(fields), seen)
        return TypeText(text, point, replace=self.rng.random() < 0.7)

    def _point(self, element: Element, seen: Observation) -> Point:
        """A whole pixel well inside what is to be seen of the element."""
        box = element.box
        left, right = max(0.0, box.x), min(seen.size.width, box.right)
        top, bottom = max(0.0, box.y), min(seen.size.height, box.bottom)
        return Point(
            int(left + (right - left) * self.rng.uniform(0.3, 0.7)),
            int(top + (bottom - top) * self.rng.uniform(0.35, 0.65)),
        )


@dataclass(slots=True)
class DenseWalker(Walker):
    """Seeks out screens with 20 elements and more, and stays there, scrolling and toggling.

    It is the load of a timing, chosen to be so; it says nothing about whether two runtimes agree.
    """

    rich: dict[str, int] = field(default_factory=dict[str, int])
    """By app: how much there was to see when it was last in front."""

    def gesture(self, seen: Observation) -> Gesture:
        """The next one."""
        shown = [element for element in seen.elements if element.visibility in _IN_SIGHT]
        fields = [element for element in shown if "editable" in element.states]
        taps = [element for element in shown if element.affordances and "editable" not in element.states]
        draw = self.rng.random()
        if draw < 0.09 and fields:
            return self._typing(fields, seen)
        self.rich[seen.app.removeprefix("world:")] = len(shown)
        if len(shown) < 20 and self.rng.random() < 0.95:
            return self._onward(taps)
        if len(shown) >= 20 and self.rng.random() < 0.8:
            return self._staying(taps, seen)
        if draw < 0.66 and taps:
            return Tap(self._point(self.rng.choice(taps), seen))
        if draw < 0.82:
            return ScrollBy(self.rng.choice(("down", "down", "up")))
        return self._key(self.rng.random())

    def _staying(self, taps: list[Element], seen: Observation) -> Gesture:
        """A switch, a filter, or a scroll."""
        set_here = [tap for tap in taps if tap.role in _SET or "-filter-" in tap.test_id or "-sort-" in tap.test_id]
        if set_here and self.rng.random() < 0.6:
            return Tap(self._point(self.rng.choice(set_here), seen))
        return ScrollBy(self.rng.choice(("down", "up")))

    def _onward(self, taps: list[Element]) -> Gesture:
        """Another tab, or the app of three that had most to see; the desk has little."""
        tabs = [tap for tap in taps if tap.role == "tab" and "selected" not in tap.states]
        if tabs and self.rng.random() < 0.5:
            return Tap(self.rng.choice(tabs).box.centre)
        some = [self.rng.choice(self.world.apps[:-1]).id for _ in range(3)]
        return LaunchApp(max(some, key=lambda app: self.rich.get(app, 99)))
