"""Tells whether an act is done from a page: compared with the page without it and with it, on a private twin."""

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
"""What a screen says of a deed; empty where it does not tell."""

FIELDS = ("textbox", "searchbox", "spinbutton")
_STATES: frozenset[State] = frozenset({"checked", "unchecked", "selected", "pressed", "mixed", "expanded", "disabled"})
_PASSING = ("toast", "popup-", "session-", "nav-back", "tab-", "app-")
"""What comes and goes by itself, and what only counts: a badge says as much of other things."""
_LISTED = 0.8
"""Share of a page's other elements that have to be listed before one that is not counts as gone."""


@dataclass(frozen=True, slots=True)
class ElementReading:
    """What an element says."""

    text: str
    value: str
    states: frozenset[State]


def read(element: Element) -> ElementReading:
    """What it says now."""
    return ElementReading(element.text or element.name, element.value, element.states & _STATES)


def readings(screen: Screen) -> dict[str, ElementReading]:
    """What everything with a test id says that speaks for itself."""
    return {
        element.test_id: read(element)
        for element in screen.elements
        if element.test_id and not element.test_id.startswith(_PASSING)
    }


@dataclass(frozen=True)
class _Difference:
    """What a page says without the deed and with it, by test id; `others` say the same in both.

    `orders`: in which order those that are on both pages stand, without and with.
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
    """Tells from screens whether a deed of the rehearsal is done. `latest` is the world after what is known done."""

    world: World
    latest: Json
    _twin: Twin = field(init=False)
    _known: dict[tuple[int, ScreenPlace], tuple[_Difference, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._twin, self._known = Twin(self.world), {}

    def status(self, part: RehearsedMove, screen: Screen) -> DeedStatus:
        """What the screen says of the deed."""
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
        """Whether that page could tell."""
        return any(difference.can_tell for difference in self._page_differences(part, spot))

    def evidence_ids(self, part: RehearsedMove, spot: ScreenPlace) -> Sequence[str]:
        """Test ids of what says there that the deed is done."""
        rows = [item for difference in self._page_differences(part, spot) for item in difference.rows.items()]
        return [name for name, (_, now) in rows if now is not None]

    def is_current(self, part: RehearsedMove, spot: ScreenPlace) -> bool:
        """Whether nothing done since has changed what the page says of the deed."""
        page = self._readings(freshly_opened(self.world, self.latest, spot.page))
        rows = [row for difference in self._page_differences(part, spot) for row in difference.rows.items()]
        return page is not None and bool(rows) and all(page.get(name) == now for name, (_, now) in rows)

    def _page_differences(self, part: RehearsedMove, spot: ScreenPlace) -> tuple[_Difference, ...]:
        key = (part.number, spot.page)
        if key not in self._known:
            self._known[key] = tuple(self._differences(part, spot.page))
        return self._known[key]

    def _differences(self, part: RehearsedMove, spot: ScreenPlace) -> Iterator[_Difference]:
        """Of the page freshly opened, and as it stood in the rehearsal: the same but for what the deed changed."""
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
    """The state of a world with that page freshly opened; None where there is no such page."""
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
    """The state with what lasts of another."""
    made, lasting = copy_state(state), copy_state(other)
    for name in CHANGING:
        made[name] = lasting[name]
    return made


def _is_field(one: ElementReading | None, name: str, part: RehearsedMove) -> bool:
    """Whether it is only what was typed: that is lost and typed again, whatever was done."""
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
    """Whether each deed of a task that must not be done twice can be seen: by a page, a notice, or where it leads.

    Not so where cells are marked on a board that is merely drawn, say: no listing tells what a touch has done there.
    """
    parts = rehearse(world, perceive).parts
    if not parts:
        return True
    checker = DeedChecker(world, parts[0].state)
    pages = {spot.page for part in parts for spot in (part.here, part.there)}
    deeds = [part for part in parts if part.kind == "do" and not part.repeatable]
    return all(_leads_on(part) or any(checker.can_tell(part, page) for page in pages) for part in deeds)


def _leads_on(part: RehearsedMove) -> bool:
    """Whether it opens another screen, or says for a moment that it is done."""
    notices = [
        [item.text for item in screen.elements if item.test_id == "toast"] for screen in (part.before, part.after)
    ]
    return part.here != part.there or notices[0] != notices[1]


# -- what a page holds -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WrongControl:
    """A control that does not hold what it should, and the move that sets it right."""

    test_id: str
    bound: Bound


def wrong_control(
    part: RehearsedMove, screen: Screen, after: bool = False, passing: bool = False
) -> WrongControl | None:
    """The first control of the page that holds something else than it did when the part was rehearsed.

    Of fields all count, for text may have gone into the wrong one; of choices those that can be seen to be turned.
    Who is only `passing` sets what was set on this page, and clears what hides rows: searches, filters, sorts.
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
    """Whether it may hide rows of a list: see the test ids of `sextant_worlds.spec.blocks`."""
    return element.role == "searchbox" or any(mark in element.test_id for mark in ("-filter-", "-sort-"))


def _typing(test_id: str, text: str) -> Bound:
    return Bound("", TypeMove(test_id=test_id, text=text))


def _turned(part: RehearsedMove, wanted: Element, now: Element) -> bool:
    """Whether a control is the other way round, and a touch on it sets that right."""
    if wanted.test_id == part.test_id and part.kind == "do":
        return False
    on = "checked" in wanted.states and "unchecked" in now.states
    off = wanted.role != "radio" and "unchecked" in wanted.states and "checked" in now.states
    return on or off or ("pressed" in wanted.states) != ("pressed" in now.states)
