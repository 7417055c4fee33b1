"""A small in-memory web site with a browser around it: pages, menus, lists, traps. Everything is counted."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sextant.elements.refs import ref_of
from sextant.evidence import evaluate, judge_step
from sextant.protocols import Actor
from sextant.types.actions import ByIndex, Click, NavigateBack, NavigateHome, OpenApp, Scroll, Status, Tap, Wait
from sextant.types.decisions import Act, Brief, Decision
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScreenKey, ScrollExtent, State, Visibility
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition

ORIGIN = "http://toy.test"
SIZE = Size(400, 800)
ROW = 50.0


@dataclass(frozen=True)
class Link:
    """One row. `to` is the page it opens; `href` is what it says (the same unless it says nothing)."""

    label: str
    to: str = ""
    role: str = "link"
    landmark: str = "main"
    says: bool = True
    input_type: str = ""
    effect: str = ""
    menu: str = ""
    """Only there while that menu is open; a row with role `button` and `opens` opens it."""
    opens: str = ""
    states: frozenset[State] = frozenset()
    test_id: str = ""


@dataclass(frozen=True)
class Page:
    title: str
    links: tuple[Link, ...] = ()
    h1: str | None = None
    headings: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    status: str = "200"
    forms: str = ""
    """The forms on it, a line each, as a browser tells them."""


@dataclass
class Site:
    """The site, the browser's history and what the visitor did."""

    pages: Mapping[str, Page]
    start: str = "/"
    history: list[str] = field(default_factory=list[str])
    scroll: float = 0.0
    menu: str = ""
    counts: Counter[str] = field(default_factory=Counter[str])
    looks: int = 0
    overhang: float = 0.0
    """Pixels that the page says it is longer than its rows."""
    touched: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.history = [self.start]

    @property
    def path(self) -> str:
        return self.history[-1]

    @property
    def page(self) -> Page:
        return self.pages.get(self.path) or Page("Not found", status="404", h1="Not found")

    def rows(self) -> list[tuple[str, Link | None]]:
        head = self.page.h1 if self.page.h1 is not None else self.page.title
        rows: list[tuple[str, Link | None]] = [(head, None)] if head else []
        rows += [(text, None) for text in (*self.page.headings, *self.page.texts)]
        rows += [(link.label, link) for link in self.page.links if not link.menu or link.menu == self.menu]
        return rows

    def screen(self) -> Screen:
        observation = self.observation()
        key, binding = identity(self.path)
        digest = f"{self.path}|{self.scroll}|{self.menu}|{sorted(self.counts.items())}"
        return Screen(key, digest, observation, binding, self.looks)

    def observation(self, origin: str = ORIGIN) -> Observation:
        self.looks += 1
        rows = self.rows()
        elements = tuple(self._element(number, label, link, origin) for number, (label, link) in enumerate(rows))
        head = self.page.h1 if self.page.h1 is not None else self.page.title
        height = ROW * len(rows) + self.overhang
        return Observation(
            app=origin,
            location=origin + self.path,
            title=self.page.title,
            size=SIZE,
            elements=elements,
            landmarks=("navigation", "main", *((f"heading: {head}",) if head else ())),
            scroll=ScrollExtent(above=self.scroll, below=max(0.0, height - SIZE.height - self.scroll)),
            at=float(self.looks),
            facts={"http_status": self.page.status, **({"forms": self.page.forms} if self.page.forms else {})},
        )

    def _element(self, number: int, label: str, link: Link | None, origin: str) -> Element:
        box = Box(0, ROW * number - self.scroll, SIZE.width, ROW)
        visibility: Visibility = "visible" if 0 <= box.centre.y < SIZE.height else "offscreen"
        if link is None:
            heading = label == self.page.h1 or label == self.page.title or label in self.page.headings
            return Element(number, box, "heading" if heading else "text", label, visibility=visibility)
        return Element(
            index=number,
            box=box,
            role=link.role,
            text=label,
            name=label,
            href=(link.to if "://" in link.to else origin + link.to) if link.to and link.says else "",
            input_type=link.input_type,
            states=link.states,
            test_id=link.test_id,
            affordances=frozenset[Affordance](("tap",)),
            visibility=visibility,
            landmark=link.landmark,
        )

    def tap(self, index: int) -> None:
        label, link = self.rows()[index]
        self.touched.append(label)
        if link is None:
            return
        if link.effect:
            self.counts[link.effect] += 1
        if link.opens:
            self.menu = "" if self.menu == link.opens else link.opens
        elif link.to and "://" not in link.to:
            self.history.append(link.to)
            self.scroll, self.menu = 0.0, ""

    def back(self) -> None:
        if len(self.history) > 1:
            self.history.pop()
        self.scroll, self.menu = 0.0, ""

    def home(self) -> None:
        self.history.append(self.start)
        self.scroll, self.menu = 0.0, ""

    def scroll_by(self, pixels: float) -> None:
        limit = max(0.0, ROW * len(self.rows()) - SIZE.height)
        self.scroll = min(max(0.0, self.scroll + pixels), limit)

    def carry_out(self, decision: Decision, screen: Screen) -> None:
        match decision.action:
            case Click(target=ByIndex(index=index)):
                element = screen.element(index)
                assert element is not None
                assert element.visibility == "visible", f"{element} was not in view"
                self.tap(index)
            case NavigateBack():
                self.back()
            case NavigateHome():
                self.home()
            case Scroll(direction=direction):
                self.scroll_by({"down": 600.0, "up": -600.0}.get(direction, 0.0))
            case OpenApp(name=name):
                self.history.append(name.removeprefix(ORIGIN))
                self.scroll, self.menu = 0.0, ""
            case Wait():
                pass  # nothing is ever loading here
            case other:
                raise AssertionError(f"the toy site knows no {other}")


def identity(path: str) -> tuple[ScreenKey, tuple[tuple[str, str], ...]]:
    """Pages `/a/7` and `/a/name!` are instances of `/a/{}`."""
    binding: list[tuple[str, str]] = []
    pieces: list[str] = []
    for piece in path.partition("?")[0].split("/"):
        if re.fullmatch(r"\d+|.*!", piece):
            binding.append((f"p{len(binding)}", piece))
            pieces.append("{}")
        else:
            pieces.append(piece)
    key = "/".join(pieces)
    return ScreenKey(ORIGIN, key, key), tuple(binding)


@dataclass
class Walk:
    """What became of a walk: the steps, and how it ended."""

    transitions: list[Transition]
    status: Status | None

    @property
    def steps(self) -> int:
        """Injected steps."""
        return len([one for one in self.transitions if not isinstance(one.decision.action, Status)])

    @property
    def taps(self) -> int:
        return len([one for one in self.transitions if isinstance(one.decision.action, Click)])

    @property
    def claimed(self) -> str:
        return self.status.goal_status if self.status is not None else ""

    @property
    def story(self) -> str:
        return "\n".join(f"{one.before.key.id}: {one.decision.description}" for one in self.transitions)


def brief_of(goal: str, screen: Screen, step: int) -> Brief:
    return Brief(Task(goal), Act(goal), screen, "", (), step=step)


def walk(navigator: Actor, site: Site, goal: str, limit: int = 150, done: Sequence[Transition] = ()) -> Walk:
    """The loop in small: decide, carry out, judge by the next screen, observe."""
    transitions = list(done)
    for step in range(len(done), limit):
        before = site.screen()
        decision = navigator.decide(brief_of(goal, before, step))
        if isinstance(decision.action, Status):
            verdicts = tuple(evaluate(one, None, before, step) for one in decision.expectations)
            transition = Transition(step, before, decision, before, "none", verdicts=verdicts)
            assert all(verdict.outcome == "holds" for verdict in verdicts), verdicts
            return Walk([*transitions, transition], decision.action)
        transition = perform(site, before, decision, step)
        transitions.append(transition)
        navigator.observe(transition)
    return Walk(transitions, None)


def perform(site: Site, before: Screen, decision: Decision, step: int) -> Transition:
    site.carry_out(decision, before)
    after = site.screen()
    judged = judge_step(decision.expectations, before, after, step)
    attempts: tuple[Attempt, ...] = ()
    if isinstance(decision.action, Click) and isinstance(decision.action.target, ByIndex):
        element = before.element(decision.action.target.index)
        assert element is not None
        attempts = (Attempt(f"i{step}", Tap(element.box.centre), element=ref_of(before, element)),)
    return Transition(step, before, decision, after, judged.effectiveness, attempts, judged.verdicts, seconds=0.5)
