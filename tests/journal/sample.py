"""A made-up run that looks like a real one: a grocery app, a popup, a miss, a refusal, a question to a person.

Deterministic. Pictures are drawn from the elements, so boxes and pixels agree.
"""

import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count

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
from sextant.types.devices import Injection, Intent, Lease
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
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition
from tests.support.logs import stored

SECRET = "tide-and-lantern-7"
PHONE = Size(390, 844)
GOAL = "Move my grocery order from Oddny's Larder to Thursday afternoon and tell me what it costs in total."
TASK = Task(GOAL, policy=Policy(("https://larder.example",)), secrets=("larder password",))
BEGAN = 1_795_255_200.0

_NONE: frozenset[State] = frozenset()
_EDITABLE: frozenset[State] = frozenset({"editable"})
_TAP: frozenset[Affordance] = frozenset({"tap"})
_TYPE: frozenset[Affordance] = frozenset({"tap", "type"})


@dataclass(frozen=True, slots=True)
class Part:
    """One drawn thing; `kind` says how it looks."""

    kind: str
    text: str
    box: Box
    states: frozenset[State] = _NONE
    value: str = ""


def _element(index: int, part: Part) -> Element:
    role = {
        "bar": "heading",
        "field": "textbox",
        "primary": "button",
        "danger": "button",
        "plain": "button",
        "card": "link",
        "row": "text",
        "slot": "radio",
        "tab": "tab",
        "banner": "status",
        "sheet": "heading",
    }.get(part.kind, "text")
    touch = (
        _TYPE if role == "textbox" else _TAP if role in ("button", "link", "radio", "tab") else frozenset[Affordance]()
    )
    return Element(
        index,
        part.box,
        role,
        text="" if role == "textbox" else part.text,
        name=part.text,
        value="" if "password" in part.states else part.value,
        input_type="password" if "password" in part.states else "",
        states=part.states | (_EDITABLE if role == "textbox" else _NONE),
        affordances=touch,
        landmark="main",
    )


_INK = (24, 32, 28)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw(parts: Sequence[Part], size: Size, dim: bool) -> Picture:
    image = Image.new("RGB", (int(size.width), int(size.height)), (252, 253, 251))
    canvas = ImageDraw.Draw(image)
    overlay = next((at for at, part in enumerate(parts) if part.kind == "sheet"), len(parts))
    for part in parts[:overlay]:
        _paint(canvas, part)
    if dim:
        image = Image.blend(image, Image.new("RGB", image.size, (16, 24, 20)), 0.45)
        canvas = ImageDraw.Draw(image)
        over = parts[overlay:]
        top = min(part.box.y for part in over) - 24
        low = max(part.box.bottom for part in over) + 24
        canvas.rounded_rectangle((12, top, size.width - 12, low), 20, fill=(255, 255, 255))
        for part in over:
            _paint(canvas, part)
    data = io.BytesIO()
    image.save(data, "PNG", optimize=False, compress_level=6)
    return Picture(data.getvalue(), "image/png", 1.0)


def _paint(canvas: ImageDraw.ImageDraw, part: Part) -> None:
    x, y, right, low = part.box.x, part.box.y, part.box.right, part.box.bottom
    if part.kind not in ("bar", "sheet", "row"):
        canvas.rectangle((x, y, right, low), outline=_INK, width=2 if part.states else 1)
    canvas.text((x + 8, (y + low) / 2), part.value or part.text, _INK, _font(15), anchor="lm")


def build(
    name: str, path: str, parts: Iterable[Part], pictures: bool = True, dim: bool = False, look: int = 0
) -> Screen:
    """A perceived screen of the made-up app."""
    listed = tuple(parts)
    overlay = next((at for at, part in enumerate(listed) if part.kind == "sheet"), len(listed))
    elements = tuple(
        replace(_element(at, part), visibility="covered" if dim and at < overlay else "visible")
        for at, part in enumerate(listed)
    )
    digest = hashlib.sha256(repr((path, [(e.name, e.value, sorted(e.states)) for e in elements])).encode()).hexdigest()
    observation = Observation(
        app="https://larder.example",
        location=f"https://larder.example{path}",
        title=f"{name} - Oddny's Larder",
        size=PHONE,
        elements=elements,
        picture=_draw(listed, PHONE, dim) if pictures else None,
        at=BEGAN + look,
    )
    return Screen(ScreenKey("https://larder.example", f"larder{path}", name), digest[:16], observation, look=look)


def _tabs(selected: str) -> list[Part]:
    names = ("Shop", "Orders", "Lists", "Account")
    return [
        Part("tab", name, Box(97.5 * at, 788, 97.5, 56), frozenset({"selected"}) if name == selected else _NONE)
        for at, name in enumerate(names)
    ]


def _sign_in(email: str, password: str) -> list[Part]:
    return [
        Part("bar", "Welcome back", Box(24, 120, 240, 32)),
        Part("field", "Email", Box(24, 184, 342, 52), value=email),
        Part("field", "Password", Box(24, 252, 342, 52), frozenset({"password"}), value=password),
        Part("primary", "Sign in", Box(24, 328, 342, 48)),
        Part("plain", "Create an account", Box(24, 392, 342, 48)),
    ]


_ORDERS = (
    "Order 2291 · Tue 24 Nov, 10-12 · 14 items · $61.40",
    "Order 2274 · Delivered 17 Nov · 9 items · $38.15",
    "Order 2260 · Delivered 10 Nov · 11 items · $47.90",
    "Order 2241 · Delivered 3 Nov · 6 items · $22.05",
    "Order 2230 · Delivered 27 Oct · 17 items · $73.62",
    "Order 2218 · Delivered 20 Oct · 8 items · $31.77",
)


def _orders(shift: float = 0) -> list[Part]:
    cards = [Part("card", text, Box(16, 112 + 92 * at - shift, 358, 76)) for at, text in enumerate(_ORDERS)]
    return [Part("bar", "Your orders", Box(24, 48, 240, 32)), *cards, *_tabs("Orders")]


_ITEMS = (
    "Rye sourdough, sliced  $3.80",
    "Oat milk, 4 x 1 l  $7.60",
    "Smoked trout fillets  $9.25",
    "Pumpkin, Crown Prince  $4.10",
    "Aged Gouda, 300 g  $6.45",
    "Blood oranges, 2 kg  $5.90",
)


def _order(when: str, total: str, banner: str = "") -> list[Part]:
    top = 96.0
    head = [Part("bar", "Order 2291", Box(24, 48, 240, 32))]
    if banner:
        head.append(Part("banner", banner, Box(16, top, 358, 48)))
        top += 64
    head.append(Part("row", f"Delivery  {when}", Box(24, top, 342, 40)))
    rows = [Part("row", text, Box(24, top + 52 + 44 * at, 342, 40)) for at, text in enumerate(_ITEMS)]
    return [
        *head,
        *rows,
        Part("row", f"Total  {total}", Box(24, top + 330, 342, 40)),
        Part("primary", "Change delivery", Box(24, 640, 342, 48)),
        Part("danger", "Cancel order", Box(24, 704, 342, 48)),
        *_tabs("Orders"),
    ]


_SLOTS = ("Wed 25 Nov, 10-12", "Wed 25 Nov, 16-18", "Thu 26 Nov, 10-12", "Thu 26 Nov, 14-16", "Fri 27 Nov, 10-12")


def _slots(first: int, chosen: str = "") -> list[Part]:
    shown = _SLOTS[first : first + 4]
    return [
        *_order("Tue 24 Nov, 10-12", "$61.40"),
        Part("sheet", "Choose a new time", Box(32, 448, 300, 32)),
        *(
            Part(
                "slot", text, Box(32, 496 + 60 * at, 326, 48), frozenset({"checked" if text == chosen else "unchecked"})
            )
            for at, text in enumerate(shown)
        ),
        Part("primary", "Move delivery · $2.00", Box(32, 744, 326, 48), _NONE if chosen else frozenset({"disabled"})),
    ]


_NEWS = [
    Part("sheet", "Fresh this week", Box(32, 300, 300, 32)),
    Part("row", "Quinces and new-season walnuts are in.", Box(32, 340, 326, 32)),
    Part("primary", "Show me", Box(32, 396, 326, 48)),
    Part("plain", "Not now", Box(32, 456, 326, 48)),
]


class Scenario:
    """Writes steps one after the other, keeping count of looks, intentions and time."""

    def __init__(self, pictures: bool) -> None:
        self._pictures = pictures
        self._looks = count(1)
        self._step = 0
        self.made: list[Transition] = []
        self.here = self.look("Sign in", "/sign-in", _sign_in("", ""))

    def look(self, name: str, path: str, parts: Sequence[Part], dim: bool = False) -> Screen:
        return build(name, path, parts, self._pictures, dim, next(self._looks))

    def on(self, label: str) -> Element:
        return next(element for element in self.here.elements if element.name == label)

    def tap(self, label: str) -> tuple[Action, Gesture]:
        element = self.on(label)
        return Click(ByIndex(element.index, self.here.digest)), Tap(element.box.centre)

    def step(
        self,
        action: Action,
        gestures: Sequence[Gesture],
        after: Screen | None,
        description: str,
        thought: str,
        *,
        verdicts: Sequence[Verdict] = (),
        effectiveness: Effectiveness = "effective",
        cause: Cause = "",
        interrupt: str = "",
        objections: tuple[Objection, ...] = (),
        judgements: tuple[Judgement, ...] = (),
    ) -> Transition:
        self._step += 1
        number = self._step
        target = getattr(action, "target", None)
        index = getattr(target, "index", None)
        element = None if index is None else self.here.element(index)
        attempts = tuple(
            Attempt(
                intent=f"{number:03d}-{place + 1}",
                gesture=gesture,
                encoding="index" if place == 0 else "relative",
                point=getattr(gesture, "point", None) or getattr(gesture, "start", None),
                element=None if element is None else ref_of(self.here, element),
                seconds=0.62 + 0.11 * ((number * 7) % 5),
                busy_seconds=0.31 + 0.05 * ((number * 3) % 4),
                cause=cause or "missed" if place < len(gestures) - 1 else "",
            )
            for place, gesture in enumerate(gestures)
        )
        usage = Usage() if interrupt else Usage(1, 2650 + 37 * number, 96 + number, 2100, 0, 2100, 1.4, 0.0021)
        transition = Transition(
            step=number,
            before=self.here,
            decision=Decision(
                action=action,
                screen=self.here.digest,
                description=description,
                thought=thought,
                expectations=tuple(verdict.predicate for verdict in verdicts),
                judgements=judgements,
                actor="interrupts" if interrupt else "model",
            ),
            after=after or self.here,
            effectiveness=effectiveness,
            attempts=attempts,
            verdicts=tuple(verdicts),
            objections=objections,
            cause=cause if effectiveness != "effective" else "",
            interrupt=interrupt,
            usage=usage,
            seconds=sum(attempt.seconds for attempt in attempts) + usage.seconds,
        )
        self.here = transition.after
        self.made.append(transition)
        return transition

    def holds(self, predicate: Predicate, screen: Screen, label: str, reason: str, vacuous: bool = False) -> Verdict:
        found = next((element for element in screen.elements if element.name == label), None)
        evidence = (
            () if found is None else (Evidence(screen.digest, self._step + 1, found.index, found.box, found.name),)
        )
        return Verdict(predicate, "holds", reason, evidence, vacuous)


@cache
def steps(pictures: bool = True) -> tuple[Transition, ...]:
    """The run's steps, from signing in to the answer."""
    s = Scenario(pictures)
    _signing_in(s)
    _finding_the_order(s)
    _moving_it(s)
    return tuple(s.made)


def _signing_in(s: Scenario) -> None:
    email = s.on("Email")
    after = s.look("Sign in", "/sign-in", _sign_in("ngozi@larder.example", ""))
    ref = ref_of(s.here, email)
    s.step(
        InputText("ngozi@larder.example", ByIndex(email.index)),
        [TypeText("ngozi@larder.example", email.box.centre)],
        after,
        "Type the e-mail address into the field Email",
        "The app asks who I am. The address comes first.",
        verdicts=[s.holds(FieldHas(ref, "ngozi@larder.example"), after, "Email", "The field holds the address.")],
    )
    field = s.on("Password")
    # The drawing shows the value although the field hides it: what masking has to cope with.
    after = s.look("Sign in", "/sign-in", _sign_in("ngozi@larder.example", SECRET))
    s.step(
        InputText("", ByIndex(field.index), secret="larder password"),
        [TypeText(SECRET, field.box.centre, secret="larder password")],
        after,
        "Type the secret “larder password” into the field Password",
        "The password is kept as a secret; I name it and never see it.",
        verdicts=[Verdict(Changed(), "holds", "The screen differs from the one before.")],
    )
    action, gesture = s.tap("Sign in")
    after = s.look("Your orders", "/orders", [*_orders(), *_NEWS], dim=True)
    s.step(
        action,
        [gesture],
        after,
        "Tap “Sign in”",
        "Both fields are filled. Signing in should lead to the orders.",
        verdicts=[
            s.holds(ScreenIs(text="Your orders"), after, "Your orders", "The heading reads “Your orders”."),
            Verdict(Gone("Welcome back"), "holds", "“Welcome back” is no longer to be seen."),
        ],
    )
    action, gesture = s.tap("Not now")
    after = s.look("Your orders", "/orders", _orders())
    s.step(
        action,
        [gesture],
        after,
        "Dismiss the popup “Fresh this week”",
        "",
        interrupt="popup",
        verdicts=[Verdict(Gone("Fresh this week"), "holds", "The popup is gone.")],
    )


def _finding_the_order(s: Scenario) -> None:
    after = s.look("Your orders", "/orders", _orders(140))
    s.step(
        Scroll("down"),
        [ScrollBy("down", Point(195, 480))],
        after,
        "Scroll down to see all orders",
        "The order may be further down; the list goes on below the tabs.",
        verdicts=[
            s.holds(TextVisible("Order 2218"), after, _ORDERS[5], "“Order 2218” stands on the screen.", vacuous=True),
            Verdict(TextVisible("Order 2199"), "fails", "“Order 2199” is not on the screen."),
        ],
        effectiveness="uncertain",
        cause="absent",
    )
    after = s.look("Your orders", "/orders", _orders())
    s.step(
        Swipe("down"),
        [DragPath(Point(195, 300), Point(195, 620))],
        after,
        "Swipe back to the top of the list",
        "The open order was the first one. Back to the top.",
        verdicts=[s.holds(TextVisible("Order 2291"), after, _ORDERS[0], "“Order 2291” stands on the screen.")],
    )
    action, gesture = s.tap(_ORDERS[0])
    after = s.look("Order 2291", "/orders/2291", _order("Tue 24 Nov, 10-12", "$61.40"))
    s.step(
        action,
        [gesture],
        after,
        "Open order 2291, the only one not yet delivered",
        "Only 2291 lies ahead, on Tuesday. That is the one to move.",
        verdicts=[s.holds(ScreenIs(text="Order 2291"), after, "Order 2291", "The heading reads “Order 2291”.")],
        judgements=(Judgement("Is there exactly one open order?", "yes", "Tue 24 Nov, 10-12"),),
    )


def _moving_it(s: Scenario) -> None:
    action, gesture = s.tap("Cancel order")
    s.step(
        action,
        [],
        None,
        "Tap “Cancel order” to order again for Thursday",
        "Cancelling and ordering anew would also move it.",
        effectiveness="refused",
        cause="refused",
        objections=(
            Objection(
                "irreversible", "“Cancel order” cannot be taken back, and the task does not ask for it.", ask=True
            ),
            Objection("entailment", "The description and the thought do not follow from the goal.", advisory=True),
        ),
    )
    action, gesture = s.tap("Change delivery")
    element = s.on("Change delivery")
    after = s.look("Choose a new time", "/orders/2291/slots", _slots(0), dim=True)
    s.step(
        action,
        [gesture, Tap(element.box.at(0.5, 0.3))],
        after,
        "Tap “Change delivery”",
        "There is a button for exactly this, without cancelling.",
        verdicts=[s.holds(TextVisible("Choose a new time"), after, "Choose a new time", "The sheet has opened.")],
    )
    after = s.look("Choose a new time", "/orders/2291/slots", _slots(1), dim=True)
    s.step(
        Swipe("up", ByIndex(s.on(_SLOTS[2]).index)),
        [DragPath(Point(195, 700), Point(195, 560))],
        after,
        "Swipe the list of times up",
        "Thursday afternoon may be cut off at the end of the list.",
        verdicts=[s.holds(TextVisible(_SLOTS[4]), after, _SLOTS[4], "“Fri 27 Nov, 10-12” has come into view.")],
    )
    action, gesture = s.tap(_SLOTS[3])
    slot = ref_of(s.here, s.on(_SLOTS[3]))
    after = s.look("Choose a new time", "/orders/2291/slots", _slots(1, _SLOTS[3]), dim=True)
    s.step(
        action,
        [gesture],
        after,
        "Choose Thursday 26 November, 14-16",
        "14-16 is the only slot on Thursday afternoon.",
        verdicts=[s.holds(ElementState(slot, "checked"), after, _SLOTS[3], "The slot is checked.")],
    )
    action, gesture = s.tap("Move delivery · $2.00")
    after = s.look(
        "Order 2291", "/orders/2291", _order("Thu 26 Nov, 14-16", "$63.40", "Moved to Thu 26 Nov, 14-16. $2.00 added.")
    )
    s.step(
        action,
        [gesture],
        after,
        "Tap “Move delivery · $2.00”",
        "This is the change that was asked for. It costs two pounds.",
        verdicts=[
            s.holds(
                TextVisible("Moved to Thu 26 Nov"),
                after,
                "Moved to Thu 26 Nov, 14-16. $2.00 added.",
                "The banner confirms the new time.",
            ),
            s.holds(TextVisible("$63.40"), after, "Total  $63.40", "The total has grown by $2.00."),
            Verdict(Effect("The old slot is released"), "undecided", "No screen shows this; it is asked next."),
        ],
    )
    s.step(
        Answer("$63.40"),
        [],
        None,
        "Report the total",
        "The total stands under the items: $63.40, two pounds more than before.",
        effectiveness="none",
        judgements=(Judgement("Was the old slot released?", "unknown"),),
    )
    s.step(
        Status("complete", "The delivery is on Thursday afternoon and the total is reported."),
        [],
        None,
        "Say that the task is complete",
        "Both parts of the task are done.",
        effectiveness="none",
        verdicts=[
            s.holds(
                TextVisible("Thu 26 Nov, 14-16"), s.here, "Delivery  Thu 26 Nov, 14-16", "The new time stands there."
            )
        ],
    )


def many(number: int, pictures: bool = True) -> Iterator[Transition]:
    """As many steps as wanted: the run's own, over and over."""
    made = steps(pictures)
    for place in range(number):
        original = made[place % len(made)]
        attempts = tuple(replace(a, intent=f"{place + 1:03d}-{n}") for n, a in enumerate(original.attempts, 1))
        yield replace(original, step=place + 1, attempts=attempts)


def ticking(start: float = BEGAN, tick: float = 0.25) -> Iterator[float]:
    """Times that go on by a quarter of a second."""
    return (start + tick * place for place in count())


START = Start("web:https://larder.example", "model openai:gpt-5-mini", {})


def begin(journal: RunStore) -> RunLog:
    """The run, begun and not yet acting."""
    settings = {
        "budget.max_steps": "40",
        "budget.max_dollars": "0.50",
        "models.default": "openai:gpt-5-mini",
        "device.viewport": "390 x 844 at 1.0",
    }
    lease = Lease("web:https://larder.example", {"port": "9333"})
    return journal.begin(TASK, replace(START, settings=settings, lease=lease))


def write(log: RunLog, transitions: Iterable[Transition]) -> None:
    """Plays the transitions through the log as the loop does: intention, outcome, commit."""
    first = True
    for transition in transitions:
        if first:
            log.saw(transition.before)
            first = False
        if "Move delivery" in transition.decision.description:
            log.permission("Tap “Move delivery · $2.00”?", True, "terminal", "It costs $2.00 and cannot be taken back.")
        for attempt in transition.attempts:
            log.intend(intent_of(transition, attempt), transition.before)
            log.outcome(attempt.intent, Injection(attempt.seconds, attempt.busy_seconds))
        log.commit(transition, stored({"course": {"steps": transition.step}, "actor": None}))


def intent_of(transition: Transition, attempt: Attempt) -> Intent:
    """The intention under which an attempt was journalled."""
    return Intent(
        attempt.intent,
        transition.step,
        attempt.gesture,
        transition.before.digest,
        transition.decision.description,
        attempt.element,
        "Move delivery" in transition.decision.description,
        transition.decision.expectations,
        transition.decision,
        at=BEGAN + transition.step,
    )


def episode(run: str, transitions: Sequence[Transition]) -> Episode:
    """The run's happy end."""
    usage = sum((transition.usage for transition in transitions), Usage())
    return Episode(
        run=run,
        task=TASK,
        status="success",
        agent_claimed="complete",
        steps=len(transitions),
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
        log.note(
            "disclosure",
            {"recipient": "api.openai.com", "what": ["screen text and element names", "a picture of each screen"]},
        )
        write(log, made)
        log.finish(episode(log.run, made))
        return log.run


def paint_over(picture: Picture, boxes: Sequence[Box]) -> Picture:
    """A mask for tests: grey boxes."""
    image = Image.open(io.BytesIO(picture.data)).convert("RGB")
    canvas = ImageDraw.Draw(image)
    for box in boxes:
        s = picture.scale
        canvas.rectangle((box.x * s, box.y * s, box.right * s, box.bottom * s), fill=(120, 126, 130))
    data = io.BytesIO()
    image.save(data, "PNG")
    return Picture(data.getvalue(), "image/png", picture.scale)
