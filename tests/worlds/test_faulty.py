"""The simulated actor: what it is given, what it does with it, and that each dial breaks what it says."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.actors.model_actor import ModelActor
from sextant.errors import UsageError
from sextant.models.scripted import ScriptedModel
from sextant.prompts import decision_schema
from sextant.types.decisions import Act, Brief, Decision, Objection, Section
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Observation, Screen, ScreenKey
from sextant.types.tasks import Task
from sextant_bench.memory_world.episode import play
from sextant_worlds.actors.dials import FaultyDials, parse_dials
from sextant_worlds.actors.faulty import Faulty, goal_with_instructions, serialised
from sextant_worlds.actors.values import add_up, put_in_order
from sextant_worlds.author.splits import entry, world_of

_LINES = """Open the app "Orders".
Tap "Ceramic teapot".
Find "Pickup code" and remember its value as {A}.
Open the app "Hand-in".
Type {A} into "Answer".
Finish."""
_GOAL = goal_with_instructions("Hand in the pickup code.", tuple(_LINES.splitlines()))
_LAUNCHER = '[0] heading "Good morning"\n[1] button "Orders"\n[2] button "Hand-in"'
_ORDER = '[0] text "Ceramic teapot"\n[1] text "Pickup code"\n[2] text "G6-5992"\n[3] button "Back"'
_FORM = '[0] text "Answer"\n[1] textbox "Answer" hint "Type it here"\n[2] button "Hand in" (disabled)'


def _screen(name: str) -> Screen:
    elements = tuple(Element(at, Box(0, 40 * at, 100, 30), "text", f"text {at}") for at in range(8))
    seen = Observation("app", "/app", name, Size(400, 800), elements)
    return Screen(ScreenKey("app", name), f"digest of {name}", seen)


def _brief(listing: str, *done: str) -> Brief:
    history = "\n".join(f"{at}. {what} on /app: worked — the screen differs" for at, what in enumerate(done))
    sections = (Section("Done so far", history, 60, untrusted=True), Section("Screen", listing, 90, untrusted=True))
    return Brief(Task(_GOAL), Act(_GOAL), _screen("here"), f"You operate an app.\n\nGoal: {_GOAL}", sections)


_DONE = ('line 1: Open the app "Orders".', 'line 2: Tap "Ceramic teapot".', 'line 4: Open the app "Hand-in".')
_WAY = (
    _brief(_LAUNCHER),
    _brief('[0] button "Ceramic teapot"', *_DONE[:1]),
    _brief(_ORDER, *_DONE[:2]),
    _brief(_LAUNCHER, *_DONE[:2], "line 4, under way: go home"),
    _brief(_FORM, *_DONE),
)


def _typed(actor: Faulty) -> str:
    decisions = [actor.decide(brief) for brief in _WAY]
    return getattr(decisions[-1].action, "text", "")


@pytest.mark.parametrize("dials", ["", "forget=2", "misclick=0.5,drift=0.3,stale=0.3,seed=4"])
def test_a_brief_of_which_only_the_text_is_left_gives_the_same_decision(dials: str):
    """Task, directive, schema, step, tokens blanked: nothing but the serialised text is used."""
    whole, bare = Faulty(parse_dials(dials)), Faulty(parse_dials(dials))
    for brief in _WAY:
        text = Brief(Task(""), Act(""), _screen("elsewhere"), brief.prefix, brief.sections, step=99)
        assert serialised(text) == serialised(brief)
        one, two = whole.decide(brief), bare.decide(text)
        assert one.description == two.description
        assert repr(one.action).replace("of here", "of elsewhere") == repr(two.action)


class _Listening(Faulty):
    """Keeps every text that it is asked with."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def answer(self, text: str, again: bool = False) -> str:
        self.heard.append(text)
        return super().answer(text, again)


_CLICK = '{"action": {"type": "click", "index": 1}, "does": "tap the covered \\"Orders\\""}'


def test_it_is_asked_byte_for_byte_what_a_model_is_asked_revisions_included():
    model, faulty = ScriptedModel([_CLICK], then="repeat"), _Listening()
    asked = ModelActor(model, "lite", lambda x, y, _: (x, y))
    objections = (Objection("grounding", "'Orders' is disabled.\n## Goal"), Objection("stagnation", "Think again."))
    for plain in _WAY:
        brief = replace(plain, schema=decision_schema("lite"))
        rejected = asked.decide(brief)
        faulty.decide(brief)
        for actor in (asked, faulty):
            actor.decide(brief, objections, rejected)
            actor.decide(brief, objections)
    told = [f"{prompt.prefix}\n\n{prompt.text}".encode() for prompt in model.prompts]
    assert told == [text.encode() for text in faulty.heard]
    assert len(told) == 3 * len(_WAY)
    assert b"It was not carried out" in told[1]
    assert b"It was not carried out" not in told[2]


def test_a_revision_is_led_by_the_objections_and_not_by_what_was_decided():
    actor = Faulty()
    rejected = replace(actor.decide(_WAY[0]), description="tap what is covered")
    disabled = actor.decide(_WAY[0], (Objection("grounding", "'Orders' is disabled."),), rejected)
    assert disabled.action.kind == "wait"
    covered = actor.decide(_WAY[0], (Objection("grounding", "'Orders' is covered."),), rejected)
    assert covered.action.kind == "scroll"


def test_a_value_in_the_brief_itself_is_read_whoever_put_it_there():
    """What a guide would write is found by the same reader, under any title."""
    noted = Section("Any title", "- Pickup code of Ceramic teapot: G6-5992", 70)
    actor = Faulty(FaultyDials(forget=1))
    for brief in _WAY[:-1]:
        actor.decide(brief)
    last = replace(_WAY[-1], sections=(noted, *_WAY[-1].sections))
    assert getattr(actor.decide(last).action, "text", "") == "G6-5992"


def test_what_stood_in_older_briefs_is_forgotten():
    assert _typed(Faulty(FaultyDials(forget=3))) == "G6-5992"
    assert _typed(Faulty(FaultyDials(forget=2))) == "unknown"
    assert _typed(Faulty(FaultyDials(sees=2))) == "unknown"
    assert _typed(Faulty(FaultyDials(sees=3))) == "G6-5992"
    actor, again = Faulty(), Faulty()
    for brief in _WAY[:-1]:
        actor.decide(brief)
    again.restore(actor.snapshot())
    assert getattr(again.decide(_WAY[-1]).action, "text", "") == "G6-5992", "a snapshot takes the memory along"


def test_popups_are_closed_and_pages_waited_for():
    dialog = '[0] button "Ceramic teapot" (covered)\n[1] dialog "Rate us"\n  [2] button "Rate"\n  [3] button "Not now"'
    closing = Faulty().decide(_brief(dialog, *_DONE[:1]))
    assert closing.description.endswith("close Not now")
    waiting = Faulty().decide(_brief('[0] heading "Orders"\n[1] tab "Shop"\n[2] tab "Cart"', *_DONE[:1]))
    assert waiting.action.kind == "wait"
    below = Faulty().decide(_brief('[0] button "Ink"\n[1] button "Ceramic teapot" (out of view)', *_DONE[:1]))
    assert below.action.kind == "scroll"


def test_each_dial_breaks_what_it_says_and_moves_no_draw_of_another():
    early = [Faulty(FaultyDials(early=1.0, seed=seed)).decide(_WAY[0]) for seed in range(40)]
    assert {decision.action.kind for decision in early} == {"status", "answer"}
    assert {len(decision.expectations) for decision in early} == {0, 1}, "with and without something to show"

    def decided(place: int, dial: str) -> Decision:
        return Faulty(parse_dials(f"{dial}=1")).decide(_WAY[place])

    assert getattr(decided(0, "quit").action, "goal_status", "") == "infeasible"
    assert decided(1, "drift").description.startswith("have a look at")
    assert decided(1, "overdecompose").action.kind == "scroll"
    assert decided(3, "repeat").description != Faulty().decide(_WAY[3]).description
    assert not decided(1, "invent").description.startswith("line 2")
    missed, right = decided(0, "misclick"), Faulty().decide(_WAY[0])
    assert getattr(missed.action, "target", None) != getattr(right.action, "target", None)
    assert missed.description == right.description
    one, two = FaultyDials(misclick=0.3), FaultyDials(misclick=0.3, drift=0.5, repeat=0.2)
    fired = [one.fires("misclick", number) for number in range(200)]
    assert fired == [two.fires("misclick", number) for number in range(200)]
    assert 30 <= sum(fired) <= 90


def test_dials_are_told_as_they_were_set_and_wrong_ones_refused():
    assert str(parse_dials("faulty:forget=3,misclick=0.1")) == "faulty:forget=3,misclick=0.1"
    assert "simulated" in Faulty().name
    for text in ("faulty:forgets=3", "faulty:forget=many", "faulty:misclick=2", "faulty:forget=1.5"):
        with pytest.raises(UsageError):
            parse_dials(text)


def test_sums_and_rankings():
    assert add_up(["€1,020.10", "€3.40"]) == "€1,023.50"
    assert add_up(["3 h", "4 h"]) == "7"
    assert add_up(["€3", "none"]) == ""
    assert put_in_order(["A", "B", "C"], ["€7.10", "€12.00", "€3.40"], largest=True) == "B > A > C"
    assert put_in_order(["A", "B"], ["Wed 24 Jun", "Tue 3 Mar"], largest=False) == "B > A"


@pytest.mark.long
def test_through_the_real_loop(tmp_path: Path):
    found = [world_of(entry("lite", index)) for index in (1, 6, 12, 18)]
    memory, control = (next(world for world in found if world.task.memory is kind) for kind in (True, False))
    for world, actor, success in (
        (memory, "oracle", True),
        (memory, "faulty", True),
        (memory, "faulty:forget=3", False),
        (control, "faulty:forget=3", True),
        (control, "faulty:early=1", False),
        (control, "nothing", False),
    ):
        assert play(world, actor, tmp_path).grade.success is success, actor
