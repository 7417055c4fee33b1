"""How a script looks for an element that is not listed: it waits, scrolls on while that shows more, and then ends."""

from sextant.elements.named import NamedElement
from sextant.qa.script_actor import ScriptActor
from sextant.qa.script_files import Script, ScriptStep, ScriptTarget
from sextant.types.actions import ByIndex, Click, Scroll, Status, Wait
from sextant.types.decisions import Act, Brief, Decision
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Effectiveness, Transition
from tests.support.screens import element, screen

LIST = element(0, "list", "Rows", affordances=("scroll",))
TOP = screen(LIST, element(1, "button", "First"))
BELOW = screen(LIST, element(1, "button", "Last"))


def script() -> Script:
    last = ScriptTarget(NamedElement("Last", "button"))
    return Script("g", "world:w.json", "", (ScriptStep(Click(ByIndex(0)), (last,)),))


def decided(actor: ScriptActor, shown: Screen) -> Decision:
    return actor.decide(Brief(Task("g"), Act("g"), shown, "", ()))


def take(actor: ScriptActor, before: Screen, after: Screen, how: Effectiveness) -> Decision:
    """Lets the actor decide on a screen, and tells it what came of that."""
    decision = decided(actor, before)
    actor.observe(Transition(0, before, decision, after, how))
    return decision


def test_an_unlisted_element_is_scrolled_to() -> None:
    actor = ScriptActor(script(), lambda action, shown: None)
    assert isinstance(take(actor, TOP, TOP, "ineffective").action, Wait)
    assert take(actor, TOP, BELOW, "effective").action == Scroll("down")
    assert take(actor, BELOW, BELOW, "effective").action == Click(ByIndex(1, BELOW.digest))
    end = decided(actor, BELOW)
    assert isinstance(end.action, Status)
    assert (end.action.goal_status, actor.deviations) == ("complete", ())


def test_a_scroll_that_shows_nothing_new_is_the_last_one() -> None:
    actor = ScriptActor(script(), lambda action, shown: None)
    kinds = [take(actor, TOP, TOP, "ineffective").action.kind for _ in range(7)]
    assert kinds == ["wait", "scroll", *["wait"] * 4, "status"]
    (told,) = actor.deviations
    assert "the button 'Last' is not there" in told.text


def test_a_step_with_a_risk_is_decided_on_as_irreversible() -> None:
    for risk in (None, BELOW.elements[1]):
        actor = ScriptActor(script(), lambda action, shown, risk=risk: risk)
        assert decided(actor, BELOW).irreversible is (risk is not None)
