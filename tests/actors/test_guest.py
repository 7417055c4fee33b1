"""Somebody else's agent in the loop: what it is shown, which answers count, what its failures become."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from sextant.actors.guest import GuestActor
from sextant.errors import MalformedOutput, ModelFault
from sextant.protocols import GuestTask, GuestView
from sextant.types import actions as act
from sextant.types.codec import to_json
from sextant.types.decisions import Act, Brief, Decision, Objection
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.support.guests import reachable
from tests.support.screens import element, screen


class Saying:
    """Answers what it is told to, and keeps what it was shown."""

    def __init__(self, *answers: Any, notes: Any = None) -> None:
        self.answers, self.kept = list(answers), notes
        self.views: list[GuestView] = []
        self.goals: list[str] = []

    def start(self, goal: str, info: GuestTask) -> None:
        del info
        self.goals.append(goal)

    def act(self, view: GuestView) -> Any:
        self.views.append(view)
        return self.answers.pop(0)

    def notes(self) -> Any:
        return self.kept


@pytest.fixture
def here() -> Screen:
    return screen(
        element(0, "heading", "Orders"),
        element(1, "button", "Open", test_id="open"),
        element(2, "image", test_id="bell"),
    )


def _brief(here: Screen, step: int = 0) -> Brief:
    return Brief(Task("Find the code."), Act("Find the code."), here, "", (), step=step)


def _actor(guest: Any) -> GuestActor:
    return GuestActor(guest, GuestTask(max_steps=20))


def _step(here: Screen, decision: Decision) -> Transition:
    return Transition(0, here, decision, here, "ineffective")


CLICK = act.Click(act.ByIndex(1))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (CLICK, CLICK), ({"type": "click", "index": 1}, CLICK), ('{"type": "click", "index": 1}', CLICK),
        (to_json(act.Action, CLICK), CLICK), (act.Drag(act.ByIndex(1), act.ByPoint(500, 250)), None),
        (act.InputText("4711", act.ByIndex(1), "append"), None), (act.NavigateBack(), None), (act.Answer("42"), None),
        (act.Status("infeasible", "no such thing"), None),
    ],
)  # fmt: skip
def test_every_notation_of_an_action_is_read(here: Screen, said: Any, expected: act.Action | None) -> None:
    decision = _actor(Saying(said)).decide(_brief(here))
    stripped = to_json(act.Action, decision.action).replace(here.digest, "")
    assert stripped == to_json(act.Action, expected or said)
    assert decision.screen == here.digest


def test_it_is_asked_no_more_once_it_says_that_it_is_done(here: Screen) -> None:
    guest = Saying({"type": "status", "goal_status": "complete"})
    actor = _actor(guest)
    first = actor.decide(_brief(here))
    actor.observe(_step(here, first))
    assert actor.decide(_brief(here, 1)).action == first.action
    assert len(guest.views) == 1


@dataclass(frozen=True)
class Mine:
    target: int = 3


class Hostile:
    def __repr__(self) -> str:
        raise ValueError("no words")


@pytest.mark.parametrize(
    "said",
    [
        None,
        3,
        "tap on Orders",
        "[" * 100_000,
        [],
        {},
        {"type": "fly"},
        {"type": "click"},
        {"type": "click", "index": "first"},
        {"type": "click", "point": [float("nan"), 3]},
        {"type": "wait", "seconds": 1e9},
        {"kind": "click", "target": 3},
        act.Click("Orders"),  # pyright: ignore[reportArgumentType]
        act.InputText(b"x"),  # pyright: ignore[reportArgumentType]
        act.Click,
        Mine(),
        b"{}",
    ],
    ids=lambda said: str(said)[:30],
)
def test_what_is_no_action_is_malformed_and_told_on_the_next_look(here: Screen, said: Any) -> None:
    guest = Saying(said, CLICK)
    actor = _actor(guest)
    with pytest.raises(MalformedOutput) as error:
        actor.decide(_brief(here))
    assert actor.decide(_brief(here)).action.kind == "click"
    assert guest.views[0].problem == ""
    assert guest.views[1].problem == error.value.message
    assert guest.goals == ["Find the code."]


def test_an_answer_that_cannot_even_be_shown_is_the_agents_failure(here: Screen) -> None:
    with pytest.raises(ModelFault):
        _actor(Saying(Hostile())).decide(_brief(here))


def test_a_promise_of_an_action_is_none(here: Screen) -> None:
    async def later() -> str:
        return "{}"

    with pytest.raises(MalformedOutput, match="awaitable"):
        _actor(Saying(later())).decide(_brief(here))


def test_it_is_shown_what_a_model_is_shown(here: Screen) -> None:
    guest = Saying(CLICK, CLICK)
    actor = _actor(guest)
    decision = actor.decide(_brief(here))
    actor.observe(_step(here, decision))
    actor.decide(_brief(here, 1), [Objection("grounding", "'Open' is covered.")], decision)
    first, second = guest.views
    assert [one.test_id for one in first.screen.elements] == ["", "", "bell"]
    assert '[1] button "Open"' in first.text
    assert (first.step, first.steps_left, first.last, first.problem) == (0, 20, "", "")
    assert (second.step, second.steps_left, second.problem) == (1, 19, "'Open' is covered.")
    assert second.last.startswith('0. click "Open" on')
    assert "no change" in second.last


def test_what_it_does_to_its_copy_stays_there(here: Screen) -> None:
    known = replace(here, observation=replace(here.observation, facts={"route": "/orders"}))
    guest = Saying(CLICK)
    _actor(guest).decide(_brief(known))
    seen = guest.views[0].screen.observation.facts
    assert isinstance(seen, dict)
    seen.clear()
    assert known.observation.facts == {"route": "/orders"}


def test_nothing_but_data_of_the_screen_can_be_reached(here: Screen) -> None:
    guest = Saying(CLICK)
    _actor(guest).decide(_brief(here))
    owners = {type(found).__module__ for found in reachable(guest.views[0])}
    assert owners <= {"builtins", "sextant.protocols.actors", "sextant.types.screens", "sextant.types.geometry"}


@pytest.mark.parametrize(
    ("notes", "written"),
    [
        ({"code": "4711"}, [{"id": "code", "text": "4711"}]),
        (["code 4711", "code 4711", ""], [{"id": "code 4711", "text": "code 4711"}]),
        ("code 4711\n\n name Ada ", [{"id": "code 4711", "text": "code 4711"}, {"id": "name Ada", "text": "name Ada"}]),
        (None, None),
        ({}, None),
    ],
)
def test_notes_become_what_the_decision_writes(here: Screen, notes: Any, written: Any) -> None:
    assert _actor(Saying(CLICK, notes=notes)).decide(_brief(here)).fields.get("memory") == written


def test_only_changes_are_written_and_only_a_step_makes_them_count(here: Screen) -> None:
    guest = Saying(CLICK, CLICK, CLICK, CLICK, notes={"code": "4711", "name": "Ada"})
    actor = _actor(guest)
    refused = actor.decide(_brief(here))
    decision = actor.decide(_brief(here), [Objection("grounding", "covered")], refused)
    assert decision.fields == refused.fields
    actor.observe(_step(here, decision))
    assert actor.decide(_brief(here, 1)).fields == {}
    guest.kept = {"code": "4712"}
    assert actor.decide(_brief(here, 1)).fields["memory"] == [{"id": "name"}, {"id": "code", "text": "4712"}]


@pytest.mark.parametrize("notes", [3, [1, 2], object(), "x\n" * 300_000 + "y" * 300_000])
def test_malformed_notes_cost_no_action(here: Screen, notes: Any) -> None:
    decision = _actor(Saying(CLICK, notes=notes)).decide(_brief(here))
    assert decision.action.kind == "click"
    assert decision.dropped_fields == ("memory",)


def test_what_it_raises_is_its_own_failure_and_says_where(here: Screen) -> None:
    class Late(Saying):
        def act(self, view: GuestView) -> Any:
            raise KeyError("x")

    with pytest.raises(ModelFault, match=r"failed in 'act': KeyError: 'x' \(test_guest.py:\d+\)"):
        _actor(Late()).decide(_brief(here))


@pytest.mark.parametrize(("told", "expected"), [(12, 12), (-1, None), ("many", None), (KeyError("x"), None)])
def test_its_tokens_are_its_own_word(told: Any, expected: int | None) -> None:
    class Counting(Saying):
        def tokens(self) -> Any:
            if isinstance(told, Exception):
                raise told
            return told

    assert _actor(Counting()).tokens() == expected
    assert _actor(Saying()).tokens() is None
