"""A made-up run that looks like a real one: a grocery app, a popup, a miss, a refusal, a question to a person.

Deterministic. Pictures are drawn from the elements, so boxes and pixels agree.
"""

import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from sextant.elements.refs import ref_of
from sextant.journal import RunLog, RunStore, Start
from sextant.types.actions import (
    Action,
    Answer,
    ByIndex,
    Click,
    DragPath,
    Gesture,
    InputText,
    Scroll,
    ScrollBy,
    Status,
    Swipe,
    Tap,
    TypeText,
)
from sextant.types.decisions import Decision, Judgement, Objection
from sextant.types.devices import Intent, Lease
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    Evidence,
    FieldHas,
    Gone,
    Predicate,
    ScreenIs,
    TextVisible,
    Verdict,
)
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Observation, Picture, Screen, ScreenKey, State
from sextant.types.tasks import Episode, Policy, Task, Usage
from sextant.types.transitions import Attempt, Effectiveness, Transition
from tests.support.logs import stored

SECRET = "tide-and-lantern-7"
PHONE = Size(390, 844)
GOAL = "Move my grocery order from Oddny's Larder to Thursday afternoon and tell me what it costs in total."
APP = "https://larder.example"
TASK = Task(GOAL, policy=Policy((APP,)), secrets=("larder password",))
BEGAN = 1_795_255_200.0
EMAIL = "ngozi@larder.example"


@dataclass(frozen=True, slots=True)
class Part:
    """One drawn thing; a `sheet` lies over all that comes before it."""

    role: str
    text: str
    box: Box
    states: frozenset[State] = frozenset()
    value: str = ""
    sheet: bool = False


def part(
    role: str, text: str, y: float, *states: State, x: float = 24, w: float = 342, h: float = 48, **more: Any
) -> Part:
    return Part(role, text, Box(x, y, w, h), frozenset(states), **more)


_ABLE: dict[str, frozenset[Affordance]] = {
    "textbox": frozenset({"tap", "type"}),
    **dict.fromkeys(("button", "link", "radio", "tab"), frozenset[Affordance]({"tap"})),
}
_EDITABLE: frozenset[State] = frozenset({"editable"})


def _element(index: int, one: Part) -> Element:
    field, hidden = one.role == "textbox", "password" in one.states
    return Element(
        index,
        one.box,
        one.role,
        text="" if field else one.text,
        name=one.text,
        value="" if hidden else one.value,
        input_type="password" if hidden else "",
        states=one.states | _EDITABLE if field else one.states,
        affordances=_ABLE.get(one.role, frozenset()),
        landmark="main",
    )


def _draw(parts: Sequence[Part]) -> Picture:
    image = Image.new("RGB", (int(PHONE.width), int(PHONE.height)), (252, 253, 251))
    canvas, font = ImageDraw.Draw(image), ImageFont.load_default(15)
    for one in parts:
        if one.sheet:
            image.paste((226, 228, 227), (0, 0, *image.size))
        if one.role not in ("heading", "text"):
            canvas.rectangle((one.box.x, one.box.y, one.box.right, one.box.bottom), outline=(24, 32, 28))
        canvas.text((one.box.x + 8, one.box.centre.y), one.value or one.text, (24, 32, 28), font, anchor="lm")
    data = io.BytesIO()
    image.save(data, "PNG")
    return Picture(data.getvalue(), "image/png", 1.0)


def build(name: str, path: str, parts: Sequence[Part], pictures: bool, look: int) -> Screen:
    """A perceived screen of the made-up app."""
    sheet = next((at for at, one in enumerate(parts) if one.sheet), 0)
    elements = tuple(
        replace(_element(at, one), visibility="covered" if at < sheet else "visible") for at, one in enumerate(parts)
    )
    digest = hashlib.sha256(repr((path, [(e.name, e.value, sorted(e.states)) for e in elements])).encode()).hexdigest()
    observation = Observation(
        APP,
        f"{APP}{path}",
        f"{name} - Oddny's Larder",
        PHONE,
        elements,
        picture=_draw(parts) if pictures else None,
        at=BEGAN + look,
    )
    return Screen(ScreenKey(APP, f"larder{path}", name), digest[:16], observation, look=look)


def _sign_in(email: str = "", password: str = "") -> list[Part]:
    return [
        part("heading", "Welcome back", 120),
        part("textbox", "Email", 184, value=email),
        part("textbox", "Password", 252, "password", value=password),
        part("button", "Sign in", 328),
        part("button", "Create an account", 392),
    ]


_ORDERS = (
    "Order 2291 · Tue 24 Nov, 10-12 · 14 items · $61.40",
    "Order 2274 · Delivered 17 Nov · 9 items · $38.15",
    "Order 2260 · Delivered 10 Nov · 11 items · $47.90",
    "Order 2218 · Delivered 20 Oct · 8 items · $31.77",
)
_ITEMS = ("Rye sourdough, sliced  $3.80", "Oat milk, 4 x 1 l  $7.60", "Smoked trout fillets  $9.25", "Quinces  $4.10")
_SLOTS = ("Wed 25 Nov, 10-12", "Wed 25 Nov, 16-18", "Thu 26 Nov, 10-12", "Thu 26 Nov, 14-16", "Fri 27 Nov, 10-12")
_TABS = [part("tab", name, 788, x=97.5 * at, w=97.5) for at, name in enumerate(("Shop", "Orders", "Lists", "Account"))]
_NEWS = [
    part("heading", "Fresh this week", 300, sheet=True),
    part("text", "New-season walnuts are in.", 340),
    part("button", "Show me", 396),
    part("button", "Not now", 456),
]


def _orders(shift: float = 0) -> list[Part]:
    cards = [part("link", text, 112 + 92 * at - shift, h=76) for at, text in enumerate(_ORDERS)]
    return [part("heading", "Your orders", 48), *cards, *_TABS]


def _order(when: str = "Tue 24 Nov, 10-12", total: str = "$61.40", banner: str = "") -> list[Part]:
    return [
        part("heading", "Order 2291", 48),
        *([part("status", banner, 96)] if banner else []),
        part("text", f"Delivery  {when}", 160),
        *(part("text", text, 212 + 44 * at) for at, text in enumerate(_ITEMS)),
        part("text", f"Total  {total}", 490),
        part("button", "Change delivery", 640),
        part("button", "Cancel order", 704),
        *_TABS,
    ]


def _slots(first: int, chosen: str = "") -> list[Part]:
    shown = enumerate(_SLOTS[first : first + 4])
    disabled: tuple[State, ...] = () if chosen else ("disabled",)
    return [
        *_order(),
        part("heading", "Choose a new time", 448, sheet=True),
        *(part("radio", text, 496 + 60 * at, "checked" if text == chosen else "unchecked") for at, text in shown),
        part("button", "Move delivery · $2.00", 744, *disabled),
    ]


class Scenario:
    """Writes steps one after the other, keeping count of looks, intentions and time."""

    def __init__(self, pictures: bool) -> None:
        self._pictures, self._looks = pictures, count(1)
        self.made: list[Transition] = []
        self.here = self.look("Sign in", "/sign-in", _sign_in())

    def look(self, name: str, path: str, parts: Sequence[Part]) -> Screen:
        return build(name, path, parts, self._pictures, next(self._looks))

    def on(self, label: str) -> Element:
        return next(element for element in self.here.elements if element.name == label)

    def tap(self, label: str) -> tuple[Action, list[Gesture]]:
        element = self.on(label)
        return Click(ByIndex(element.index, self.here.digest)), [Tap(element.box.centre)]

    def step(
        self,
        action: Action,
        gestures: Sequence[Gesture],
        after: Screen | None,
        description: str,
        thought: str,
        *verdicts: Verdict,
        judgements: tuple[Judgement, ...] = (),
        **more: Any,
    ) -> None:
        number = len(self.made) + 1
        index = getattr(getattr(action, "target", None), "index", None)
        element = None if index is None else self.here.element(index)
        last, cause = len(gestures) - 1, more.get("cause", "")
        attempts = tuple(
            Attempt(
                f"{number:03d}-{at + 1}",
                gesture,
                "index" if at == 0 else "relative",
                getattr(gesture, "point", None) or getattr(gesture, "start", None),
                None if element is None else ref_of(self.here, element),
                seconds=0.62,
                busy_seconds=0.31,
                cause=cause or "missed" if at < last else "",
            )
            for at, gesture in enumerate(gestures)
        )
        expected = tuple(verdict.predicate for verdict in verdicts)
        by, usage = (
            ("interrupts", Usage())
            if "interrupt" in more
            else ("model", Usage(1, 2650, 96, 2100, 0, 2100, 1.4, 0.0021))
        )
        decision = Decision(
            action, self.here.digest, description, thought, expectations=expected, judgements=judgements, actor=by
        )
        effectiveness: Effectiveness = more.pop("effectiveness", "effective")
        self.made.append(
            Transition(
                number,
                self.here,
                decision,
                after or self.here,
                effectiveness,
                attempts,
                verdicts,
                usage=usage,
                seconds=2.0,
                **more,
            )
        )
        self.here = after or self.here

    def holds(self, predicate: Predicate, screen: Screen, label: str, reason: str, vacuous: bool = False) -> Verdict:
        found = next(element for element in screen.elements if element.name == label)
        evidence = Evidence(screen.digest, len(self.made) + 1, found.index, found.box, found.name)
        return Verdict(predicate, "holds", reason, (evidence,), vacuous)


@cache
def steps(pictures: bool = True) -> tuple[Transition, ...]:
    """The run's steps, from signing in to the answer."""
    s = Scenario(pictures)
    _signing_in(s)
    _finding_the_order(s)
    _choosing(s)
    _moving_it(s)
    return tuple(s.made)


def _signing_in(s: Scenario) -> None:
    email, after = s.on("Email"), s.look("Sign in", "/sign-in", _sign_in(EMAIL))
    shown = s.holds(FieldHas(ref_of(s.here, email), EMAIL), after, "Email", "The field holds the address.")
    typed = InputText(EMAIL, ByIndex(email.index)), [TypeText(EMAIL, email.box.centre)]
    s.step(*typed, after, "Type the e-mail address into the field Email", "The address comes first.", shown)
    field = s.on("Password")
    # The drawing shows the value although the field hides it: what masking has to cope with.
    after = s.look("Sign in", "/sign-in", _sign_in(EMAIL, SECRET))
    named = InputText("", ByIndex(field.index), secret="larder password")
    gesture, changed = TypeText(SECRET, field.box.centre, secret="larder password"), Verdict(Changed(), "holds", "So.")
    s.step(named, [gesture], after, "Type the secret “larder password” into the field Password", "I name it.", changed)
    after = s.look("Your orders", "/orders", [*_orders(), *_NEWS])
    heading = s.holds(ScreenIs(text="Your orders"), after, "Your orders", "The heading reads “Your orders”.")
    gone = Verdict(Gone("Welcome back"), "holds", "“Welcome back” is no longer to be seen.")
    s.step(*s.tap("Sign in"), after, "Tap “Sign in”", "Both fields are filled.", heading, gone)
    gone = Verdict(Gone("Fresh this week"), "holds", "The popup is gone.")
    after = s.look("Your orders", "/orders", _orders())
    s.step(*s.tap("Not now"), after, "Dismiss the popup “Fresh this week”", "", gone, interrupt="popup")


def _finding_the_order(s: Scenario) -> None:
    after = s.look("Your orders", "/orders", _orders(140))
    found = s.holds(TextVisible("Order 2218"), after, _ORDERS[3], "“Order 2218” stands on the screen.", vacuous=True)
    missing = Verdict(TextVisible("Order 2199"), "fails", "“Order 2199” is not on the screen.")
    scroll = [ScrollBy("down", Point(195, 480))]
    unsure: dict[str, Any] = {"effectiveness": "uncertain", "cause": "absent"}
    s.step(Scroll("down"), scroll, after, "Scroll down", "It may be further down.", found, missing, **unsure)
    after = s.look("Your orders", "/orders", _orders())
    back = s.holds(TextVisible("Order 2291"), after, _ORDERS[0], "“Order 2291” stands on the screen.")
    drag = DragPath(Point(195, 300), Point(195, 620))
    s.step(Swipe("down"), [drag], after, "Swipe back to the top of the list", "The open order was the first one.", back)
    after = s.look("Order 2291", "/orders/2291", _order())
    heading = s.holds(ScreenIs(text="Order 2291"), after, "Order 2291", "The heading reads “Order 2291”.")
    only = (Judgement("Is there exactly one open order?", "yes", "Tue 24 Nov, 10-12"),)
    s.step(*s.tap(_ORDERS[0]), after, "Open order 2291", "Only 2291 lies ahead.", heading, judgements=only)


def _choosing(s: Scenario) -> None:
    action, _ = s.tap("Cancel order")
    veto = (
        Objection("irreversible", "“Cancel order” cannot be taken back, and the task does not ask for it.", ask=True),
        Objection("entailment", "The description and the thought do not follow from the goal.", advisory=True),
    )
    no: dict[str, Any] = {"effectiveness": "refused", "cause": "refused", "objections": veto}
    s.step(action, [], None, "Tap “Cancel order” to order again", "Ordering anew would also move it.", **no)
    (action, [gesture]), element = s.tap("Change delivery"), s.on("Change delivery")
    after = s.look("Choose a new time", "/orders/2291/slots", _slots(0))
    opened = s.holds(TextVisible("Choose a new time"), after, "Choose a new time", "The sheet has opened.")
    twice = [gesture, Tap(element.box.at(0.5, 0.3))]
    s.step(action, twice, after, "Tap “Change delivery”", "There is a button for exactly this.", opened)
    after = s.look("Choose a new time", "/orders/2291/slots", _slots(1))
    seen = s.holds(TextVisible(_SLOTS[4]), after, _SLOTS[4], "“Fri 27 Nov, 10-12” has come into view.")
    swipe = Swipe("up", ByIndex(s.on(_SLOTS[2]).index))
    s.step(
        swipe, [DragPath(Point(195, 700), Point(195, 560))], after, "Swipe the list of times up", "It is cut off.", seen
    )
    slot = ref_of(s.here, s.on(_SLOTS[3]))
    after = s.look("Choose a new time", "/orders/2291/slots", _slots(1, _SLOTS[3]))
    checked = s.holds(ElementState(slot, "checked"), after, _SLOTS[3], "The slot is checked.")
    s.step(*s.tap(_SLOTS[3]), after, "Choose Thursday 26 November, 14-16", "14-16 is the only one.", checked)


def _moving_it(s: Scenario) -> None:
    banner = "Moved to Thu 26 Nov, 14-16. $2.00 added."
    after = s.look("Order 2291", "/orders/2291", _order("Thu 26 Nov, 14-16", "$63.40", banner))
    shown = (
        s.holds(TextVisible("Moved to Thu 26 Nov"), after, banner, "The banner confirms the new time."),
        s.holds(TextVisible("$63.40"), after, "Total  $63.40", "The total has grown by $2.00."),
        Verdict(Effect("The old slot is released"), "undecided", "No screen shows this; it is asked next."),
    )
    s.step(*s.tap("Move delivery · $2.00"), after, "Tap “Move delivery · $2.00”", "It was asked for.", *shown)
    asked = (Judgement("Was the old slot released?", "unknown"),)
    s.step(Answer("$63.40"), [], None, "Report the total", "It stands there.", judgements=asked, effectiveness="none")
    there = s.holds(
        TextVisible("Thu 26 Nov, 14-16"), s.here, "Delivery  Thu 26 Nov, 14-16", "The new time stands there."
    )
    claim = Status("complete", "The delivery is on Thursday afternoon and the total is reported.")
    s.step(claim, [], None, "Say that the task is complete", "Both parts are done.", there, effectiveness="none")


def many(number: int, pictures: bool = True) -> Iterator[Transition]:
    """As many steps as wanted: the run's own, over and over."""
    made = steps(pictures)
    for place in range(number):
        original = made[place % len(made)]
        attempts = tuple(replace(a, intent=f"{place + 1:03d}-{n}") for n, a in enumerate(original.attempts, 1))
        yield replace(original, step=place + 1, attempts=attempts)


def ticking(start: float = BEGAN) -> Iterator[float]:
    """Times that go on by a quarter of a second."""
    return (start + 0.25 * place for place in count())


START = Start(f"web:{APP}", "model openai:gpt-5-mini", {})


def begin(journal: RunStore) -> RunLog:
    """The run, begun and not yet acting."""
    settings = {"budget.max_steps": "40", "budget.max_dollars": "0.50", "models.default": "openai:gpt-5-mini"}
    return journal.begin(TASK, replace(START, settings=settings, lease=Lease(START.device, {"port": "9333"})))


def write(log: RunLog, transitions: Iterable[Transition]) -> None:
    """Plays the transitions through the log as the loop does: intention, commit."""
    for at, transition in enumerate(transitions):
        if at == 0:
            log.record_screen(transition.before)
        if "Move delivery" in transition.decision.description:
            log.permission("Tap “Move delivery · $2.00”?", True, "terminal", "It costs $2.00 and cannot be taken back.")
        for attempt in transition.attempts:
            log.intend(intent_of(transition, attempt), transition.before)
        log.commit(transition, stored({"course": {"steps": transition.step}, "actor": None}))


def intent_of(transition: Transition, attempt: Attempt) -> Intent:
    """The intention under which an attempt was journalled."""
    decision = transition.decision
    return Intent(
        attempt.intent,
        transition.step,
        attempt.gesture,
        transition.before.digest,
        decision.description,
        attempt.element,
        "Move delivery" in decision.description,
        decision.expectations,
        decision,
        at=BEGAN + transition.step,
    )


def episode(run: str, transitions: Sequence[Transition]) -> Episode:
    """The run's happy end."""
    usage = sum((transition.usage for transition in transitions), Usage())
    return Episode(
        run,
        TASK,
        "success",
        "complete",
        len(transitions),
        answer="$63.40",
        reason="Every requirement is verified on a screen.",
        usage=usage,
        seconds=sum(transition.seconds for transition in transitions),
        counters={"refusals": 1, "interrupts": 1, "retries: missed": 1},
    )


def record(journal: RunStore, pictures: bool = True) -> str:
    """The whole run in that journal; gives its id."""
    made = steps(pictures)
    with begin(journal) as log:
        what = ["screen text and element names", "a picture of each screen"]
        log.note("disclosure", {"recipient": "api.openai.com", "what": what})
        write(log, made)
        log.finish(episode(log.run, made))
        return log.run


def paint_over(picture: Picture, boxes: Sequence[Box]) -> Picture:
    """A mask for tests: grey boxes."""
    image = Image.open(io.BytesIO(picture.data)).convert("RGB")
    canvas, s = ImageDraw.Draw(image), picture.scale
    for box in boxes:
        canvas.rectangle((box.x * s, box.y * s, box.right * s, box.bottom * s), fill=(120, 126, 130))
    data = io.BytesIO()
    image.save(data, "PNG")
    return Picture(data.getvalue(), "image/png", picture.scale)
