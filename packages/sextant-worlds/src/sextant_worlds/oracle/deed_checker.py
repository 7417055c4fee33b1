"""Decides from a page whether a deed is done: compares it with the page before and after the deed on a private twin."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sextant.protocols import Perceive
from sextant.types.screens import Element, Screen, State
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.effects import open_app, open_page
from sextant_worlds.oracle.rehearsal import CHANGING, RehearsedMove, ScreenPlace, rehearse, screen_place
from sextant_worlds.reference import Bound
from sextant_worlds.spec.reference import TapMove, TypeMove
from sextant_worlds.spec.world import World
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin, copy_state

__all__ = [
    "FIELDS",
    "DeedChecker",
    "DeedStatus",
    "ElementReading",
    "WrongControl",
    "freshly_opened",
    "read",
    "readings",
    "shows_its_deeds",
    "wrong_control",
]

DeedStatus = Literal["done", "open", ""]
"""The status of a deed according to a screen; empty if the screen does not show it."""

FIELDS = ("textbox", "searchbox", "spinbutton")
_STATES: frozenset[State] = frozenset({"checked", "unchecked", "selected", "pressed", "mixed", "expanded", "disabled"})
_PASSING = ("toast", "popup-", "session-", "nav-back", "tab-", "app-")
"""Test ids of elements that come and go by themselves, or whose badges count other things."""
_LISTED = 0.8
"""The share of a page's other elements that must be listed before a missing element counts as gone."""


@dataclass(frozen=True, slots=True)
class ElementReading:
    """The text, value and states of an element."""

    text: str
    value: str
    states: frozenset[State]


def read(element: Element) -> ElementReading:
    """The present reading of an element."""
    return ElementReading(element.text or element.name, element.value, element.states & _STATES)


def readings(screen: Screen) -> dict[str, ElementReading]:
    """The readings of all elements with a test id, without passing ones."""
    return {
        element.test_id: read(element)
        for element in screen.elements
        if element.test_id and not element.test_id.startswith(_PASSING)
    }


@dataclass(frozen=True)
class _Difference:
    """The readings of a page before and after the deed, by test id; `others` are equal in both.

    `orders`: the order of the common elements, before and after.
    """

    rows: Mapping[str, tuple[ElementReading | None, ElementReading | None]]
    others: frozenset[str]
    orders: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def can_tell(self) -> bool:
        """Whether there is any difference."""
        return bool(self.rows) or self.orders[0] != self.orders[1]


@dataclass
class DeedChecker:
    """Decides from screens whether deeds are done. `latest` is the state of the world after the known deeds."""

    world: World
    latest: Json
    _twin: Twin = field(init=False)
    _known: dict[tuple[int, ScreenPlace], tuple[_Difference, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._twin, self._known = Twin(self.world), {}

    def status(self, part: RehearsedMove, screen: Screen) -> DeedStatus:
        """The status of a deed according to a screen."""
        if part.kind != "do" or screen.condition != "ok":
            return ""
        here = readings(screen)
        found: set[DeedStatus] = {
            said
            for difference in self._page_differences(part, screen_place(screen))
            for said in _votes(difference, here)
        }
        return found.pop() if len(found) == 1 else ""

    def can_tell(self, part: RehearsedMove, spot: ScreenPlace) -> bool:
        """Whether that page shows the deed."""
        return any(difference.can_tell for difference in self._page_differences(part, spot))

    def evidence_ids(self, part: RehearsedMove, spot: ScreenPlace) -> Sequence[str]:
        """The test ids of the elements that show the deed on that page."""
        rows = [item for difference in self._page_differences(part, spot) for item in difference.rows.items()]
        return [name for name, (_, now) in rows if now is not None]

    def is_current(self, part: RehearsedMove, spot: ScreenPlace) -> bool:
        """Whether later deeds have not changed how the page shows the deed."""
        page = self._readings(freshly_opened(self.world, self.latest, spot.page))
        rows = [row for difference in self._page_differences(part, spot) for row in difference.rows.items()]
        return page is not None and bool(rows) and all(page.get(name) == now for name, (_, now) in rows)

    def _page_differences(self, part: RehearsedMove, spot: ScreenPlace) -> tuple[_Difference, ...]:
        key = (part.number, spot.page)
        if key not in self._known:
            self._known[key] = tuple(self._differences(part, spot.page))
        return self._known[key]

    def _differences(self, part: RehearsedMove, spot: ScreenPlace) -> Iterator[_Difference]:
        """The differences made by the deed on the page: freshly opened, and as in the rehearsal."""
        fresh = (freshly_opened(self.world, state, spot) for state in (part.state, part.done))
        pairs: list[tuple[Json | None, Json | None]] = [(next(fresh), next(fresh))]
        if part.here.page == spot:
            pairs.append((part.state, _with(part.state, part.done)))
        if part.there.page == spot:
            pairs.append((_with(part.done, part.state), part.done))
        for without, done in pairs:
            one, two = self._readings(without), self._readings(done)
            if one is None or two is None:
                continue
            names = [name for name in {**one, **two} if one.get(name) != two.get(name)]
            rows = {name: (one.get(name), two.get(name)) for name in names if not _is_field(one.get(name), name, part)}
            orders = tuple(name for name in one if name in two), tuple(name for name in two if name in one)
            yield _Difference(rows, frozenset(name for name in one if one[name] == two.get(name)), orders)

    def _readings(self, state: Json | None) -> dict[str, ElementReading] | None:
        if state is None:
            return None
        shown = copy_state(state)
        shown["dialog"], shown["toast"] = "", None
        self._twin.restore(shown)
        return readings(self._twin.screen())


def freshly_opened(world: World, state: Json, spot: ScreenPlace) -> Json | None:
    """The state of a world with that page freshly opened; None if there is no such page."""
    made = copy_state(state)
    engine = shared(world).world
    app, _, page = spot.component.partition("/")
    if app not in engine["apps"] or page not in engine["apps"][app]["pages"]:
        return None
    open_app(engine, made, app, 0)
    open_page(engine, made, app, page, spot.instance, 1)
    top = made["stacks"][app][-1]
    if (top["page"], top["rec"]) != (page, spot.instance):
        return None
    top["at"] -= 100  # it has loaded
    made["dirty"] = []
    return made


def _with(state: Json, other: Json) -> Json:
    """The state with the lasting data of another."""
    made, lasting = copy_state(state), copy_state(other)
    for name in CHANGING:
        made[name] = lasting[name]
    return made


def _is_field(one: ElementReading | None, name: str, part: RehearsedMove) -> bool:
    """Whether a reading is only a typed text, which may be lost and typed again."""
    del one
    element = next((item for item in (*part.before.elements, *part.after.elements) if item.test_id == name), None)
    return element is not None and element.role in FIELDS


def _votes(difference: _Difference, here: Mapping[str, ElementReading]) -> Iterator[DeedStatus]:
    whole = bool(difference.others) and len(difference.others & here.keys()) >= _LISTED * len(difference.others)
    for name, (one, two) in difference.rows.items():
        now = here.get(name)
        if now is None and not whole:
            continue
        if now == two:
            yield "done"
        elif now == one:
            yield "open"
    without, done = (tuple(name for name in order if name in here) for order in difference.orders)
    seen = tuple(name for name in here if name in difference.orders[0])
    if without != done and seen in (without, done):
        yield "done" if seen == done else "open"


def shows_its_deeds(world: World, perceive: Perceive) -> bool:
    """Whether each unrepeatable deed of a task can be seen: on a page, by a notice, or by the screen that it opens.

    It cannot for touches on a drawn board, for example, because no listing shows their effect.
    """
    parts = rehearse(world, perceive).parts
    if not parts:
        return True
    checker = DeedChecker(world, parts[0].state)
    pages = {spot.page for part in parts for spot in (part.here, part.there)}
    deeds = [part for part in parts if part.kind == "do" and not part.repeatable]
    return all(_leads_on(part) or any(checker.can_tell(part, page) for page in pages) for part in deeds)


def _leads_on(part: RehearsedMove) -> bool:
    """Whether a part opens another screen, or shows a notice."""
    notices = [
        [item.text for item in screen.elements if item.test_id == "toast"] for screen in (part.before, part.after)
    ]
    return part.here != part.there or notices[0] != notices[1]


# -- what a page holds -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WrongControl:
    """A control with a wrong content, and the move that corrects it."""

    test_id: str
    bound: Bound


def wrong_control(
    part: RehearsedMove, screen: Screen, after: bool = False, passing: bool = False
) -> WrongControl | None:
    """The first control of the page whose content differs from the rehearsal of the part.

    All fields count, because text may have been typed into the wrong one; of choices, those with a visible state. With
    `passing`, only controls that were set on this page, and ones that hide rows: searches, filters, sorts.
    """
    if screen_place(screen).page != part.here.page:
        return None
    shown = {element.test_id: element for element in screen.elements if element.test_id}
    for wanted in (part.after if after else part.before).elements:
        now = shown.get(wanted.test_id)
        if not wanted.test_id or now is None or "disabled" in now.states:
            continue
        if passing and wanted.test_id not in part.set_before and not _hides(wanted):
            continue
        if wanted.role in FIELDS:
            if "password" not in wanted.states and now.value != wanted.value:
                return WrongControl(wanted.test_id, _typing(wanted.test_id, wanted.value))
        elif _turned(part, wanted, now):
            return WrongControl(wanted.test_id, Bound("", TapMove(test_id=wanted.test_id)))
    return None


def _hides(element: Element) -> bool:
    """Whether an element may hide rows of a list, by the test ids of `sextant_worlds.spec.blocks`."""
    return element.role == "searchbox" or any(mark in element.test_id for mark in ("-filter-", "-sort-"))


def _typing(test_id: str, text: str) -> Bound:
    return Bound("", TypeMove(test_id=test_id, text=text))


def _turned(part: RehearsedMove, wanted: Element, now: Element) -> bool:
    """Whether a control has the opposite state, and a touch corrects it."""
    if wanted.test_id == part.test_id and part.kind == "do":
        return False
    on = "checked" in wanted.states and "unchecked" in now.states
    off = wanted.role != "radio" and "unchecked" in wanted.states and "checked" in now.states
    return on or off or ("pressed" in wanted.states) != ("pressed" in now.states)
