"""Whatever a model says: nothing is verified without a predicate that held on a screen, nothing attested unquoted."""

import json
from collections.abc import Mapping
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from sextant.elements.refs import collapse
from sextant.errors import MalformedOutput
from sextant.evidence import OPEN, ClaimLedger, Hindsight, held, judge_step
from sextant.program import goal_course
from sextant.prompts import as_decision, decision_schema
from sextant.state import CLAIMS, EventLog
from sextant.types.actions import Answer, Recall, Status, Tap
from sextant.types.decisions import Act, Decision, Finished
from sextant.types.evidence import Claim, Effect, SettledVerdict, Verdict
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.evidence.strategies import TEXTS, screens

Json = dict[str, Any]


class Note(BaseModel):
    """What a guide would ask for besides."""

    milestone: str = ""
    done: bool = False
    status: str = ""


SCHEMA = decision_schema("full", {"belief": Note})
READ = ("@0", "@1", "@2")
SAID = st.one_of(TEXTS, st.sampled_from(READ))
"""`@1` stands for what the second element of the screen says: a model reads now and then."""
INDEX = st.one_of(st.integers(0, 6), st.sampled_from([-1, 999]))
QUESTIONS = st.sampled_from(["done", "done", "done", "goal", "q0.0", "q1.0", "q2.1", "q3.0", "", "anything"])
EXPECTATION = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["text_visible", "gone", "field_has", "screen_is", "changed", "element_state", "effect", "believed"]
        ),
        "text": SAID,
    },
    optional={"index": INDEX, "state": st.sampled_from(["checked", "editable", "so"]), "present": st.booleans()},
)
ANSWER = st.fixed_dictionaries(
    {"question": QUESTIONS, "answer": st.sampled_from(["yes", "yes", "no", "unknown", "verified"])},
    optional={"quote": SAID},
)
ACTION = st.one_of(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["click", "double_tap", "input_text"]), "index": INDEX, "text": TEXTS}
    ),
    st.fixed_dictionaries({"type": st.just("click"), "point": st.tuples(st.floats(), st.floats())}),
    st.fixed_dictionaries(
        {"type": st.just("status"), "goal_status": st.sampled_from(["complete", "complete", "infeasible", "verified"])}
    ),
    st.fixed_dictionaries({"type": st.just("answer"), "text": SAID}),
    st.fixed_dictionaries({"type": st.just("recall"), "steps": st.lists(st.integers(), max_size=3)}),
    st.fixed_dictionaries({"type": st.sampled_from(["navigate_back", "wait", "believe"])}),
)
OUTPUT = st.fixed_dictionaries(
    {"action": ACTION, "expect": st.lists(EXPECTATION, max_size=4), "answers": st.lists(ANSWER, max_size=3)},
    optional={
        "thought": TEXTS,
        "irreversible": st.booleans(),
        "belief": st.one_of(st.just({"status": "verified", "done": True}), st.integers(), TEXTS),
        "status": st.just("verified"),
        "claims": st.just([{"id": "goal", "status": "verified"}]),
    },
)


CLAIM = st.fixed_dictionaries(
    {
        "action": st.just({"type": "status", "goal_status": "complete"}),
        "expect": st.lists(EXPECTATION, min_size=1, max_size=2),
        "answers": st.lists(ANSWER, max_size=1),
    }
)


class Watched(ClaimLedger):
    """A ledger that keeps what it was asked to decide."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log)
        self.heard: dict[str, list[Verdict]] = {}

    def decide(self, claim_id: str, verdict: Verdict) -> Claim:
        self.heard.setdefault(claim_id, []).append(verdict)
        return super().decide(claim_id, verdict)


class World:
    """The parts of the loop that believe, fed with arbitrary output on arbitrary screens."""

    def __init__(self) -> None:
        self.log = EventLog((CLAIMS, OPEN))
        self.ledger = Watched(self.log)
        self.course = goal_course(Task("Save the draft"), self.ledger)
        self.asking = Hindsight(self.log)
        self._settled: list[SettledVerdict] = []
        self.shown: dict[str, Screen] = {}
        self.ended: Finished | None = None

    @property
    def settled(self) -> list[SettledVerdict]:
        self._settled += [one for one in self.log.take_asides() if isinstance(one, SettledVerdict)]
        return self._settled

    def step(self, number: int, said: Json, before: Screen, after: Screen, interrupt: bool) -> None:
        """One round of the loop; what the schema refuses is no decision."""
        for shown in (before, after):
            self.shown[shown.digest] = shown
        directive = self.course.next(before)
        if not isinstance(directive, Act):
            self.ended = directive if isinstance(directive, Finished) else None
            return
        self.asking.ask(before)
        decision = decided(said, before)
        if decision is None:
            return
        transition = carried_out(number, decision, before, after, "popup" if interrupt else "")
        for part in (self.asking, self.course):
            part.observe(transition)


def read(said: Any, screen: Screen) -> Any:
    """The output with what it read off the screen put in."""
    if isinstance(said, Mapping):
        return {key: read(value, screen) for key, value in cast("Mapping[str, Any]", said).items()}
    if isinstance(said, list):
        return [read(value, screen) for value in cast("list[Any]", said)]
    if said in READ:
        element = screen.element(READ.index(said))
        return "" if element is None else element.text or element.name
    return said


def decided(said: Mapping[str, Any], screen: Screen) -> Decision | None:
    try:
        value = SCHEMA.model_validate_json(json.dumps(read(said, screen)))
        return as_decision(value, screen, lambda x, y, shown: (x, y), ["belief"])
    except (ValidationError, MalformedOutput):
        return None


def carried_out(number: int, decision: Decision, before: Screen, after: Screen, interrupt: str) -> Transition:
    """As the executor does it: claims are checked where they are made, acts by what the next screen shows."""
    if isinstance(decision.action, Answer | Status | Recall):
        verdicts = tuple(held(item, before, number) for item in decision.expectations)
        return Transition(number, before, decision, before, "none", verdicts=verdicts)
    judgement = judge_step(decision.expectations, before, after, number)
    attempts = (Attempt("i", Tap(Point(1, 1))),)
    return Transition(
        number,
        before,
        decision,
        after,
        judgement.effectiveness,
        attempts,
        verdicts=judgement.verdicts,
        interrupt=interrupt,
    )


def proves(verdict: Verdict, shown: Mapping[str, Screen]) -> bool:
    """Whether a computed predicate held on a screen that is stored: evaluated anew."""
    if verdict.outcome != "holds" or verdict.vacuous or verdict.attested or isinstance(verdict.predicate, Effect):
        return False
    return any(
        item.screen in shown and held(verdict.predicate, shown[item.screen]).outcome == "holds"
        for item in verdict.evidence
    )


def quotes(verdict: Verdict, shown: Mapping[str, Screen]) -> bool:
    """Whether a judgement quotes words that stand on a stored screen."""
    if verdict.outcome != "holds" or not verdict.attested:
        return False
    for item in verdict.evidence:
        screen = shown.get(item.screen)
        if screen is None or not collapse(item.quote):
            continue
        texts = [screen.title, "" if screen.modal is None else screen.modal.message]
        for element in screen.elements:
            texts += [element.text, element.name, element.value, element.hint]
        if any(collapse(item.quote) in collapse(text) for text in texts):
            return True
    return False


ROUNDS = st.lists(st.tuples(st.one_of(OUTPUT, CLAIM), screens(), st.integers(0, 9)), min_size=1, max_size=6)


@settings(max_examples=250, deadline=None)
@given(ROUNDS, screens())
def test_nothing_is_believed_that_no_screen_shows(rounds: list[tuple[Json, Screen, int]], start: Screen) -> None:
    world, here = World(), start
    for number, (said, following, draw) in enumerate(rounds):
        after = here if draw < 3 else following
        world.step(number, said, here, after, interrupt=draw == 9)
        here = after
        believed(world)


def believed(world: World) -> None:
    for claim in world.ledger.claims:
        heard = world.ledger.heard.get(claim.id, [])
        if claim.status == "verified":
            assert any(proves(verdict, world.shown) for verdict in heard), heard
        if claim.status == "attested":
            assert any(quotes(verdict, world.shown) for verdict in heard), heard
    for item in world.settled:
        if item.effective:
            computed = not item.verdict.attested and bool(item.verdict.evidence)
            assert computed or quotes(item.verdict, world.shown)
    if world.ended is not None and world.ended.verified and world.ended.claimed == "complete":
        (claim,) = world.ledger.claims
        assert claim.status in ("attested", "verified")


def test_the_output_above_reaches_every_status() -> None:
    """The test would prove nothing if no arbitrary output were ever believed."""
    from tests.support.screens import element, screen

    page = screen(element(0, "text", "Saved"))
    done = {
        "action": {"type": "status", "goal_status": "complete"},
        "expect": [{"type": "text_visible", "text": "Saved"}],
    }
    world = World()
    empty = screen(element(0, "text", "Draft"))
    world.step(0, {"action": {"type": "navigate_back"}}, empty, page, interrupt=False)
    world.step(1, done, page, page, interrupt=False)
    assert world.ledger.heard["goal"]
    believed(world)
    said = {"action": {"type": "navigate_back"}, "expect": [{"type": "effect", "text": "it is saved"}]}
    judged = {"action": {"type": "wait"}, "answers": [{"question": "q0.0", "answer": "yes", "quote": "Saved"}]}
    other = World()
    other.step(0, said, page, page, interrupt=False)
    other.step(1, judged, page, page, interrupt=False)
    assert [item.effective for item in other.settled] == [True]
    believed(other)
