"""Every refusal names what may be done instead, and that passes; ending the run is refused nowhere."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest

import sextant.review
from sextant.assembly import AbsentPerson
from sextant.elements.refs import ref_of
from sextant.evidence import evaluate
from sextant.review import DepartureReview, RuleReviewer
from sextant.types.actions import (
    Action,
    Answer,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    HandOver,
    InputText,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Status,
    Tap,
    Wait,
)
from sextant.types.decisions import Decision, Objection
from sextant.types.evidence import TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Transition
from tests.support.logs import Acts
from tests.support.screens import element, screen

PAGE = screen(
    element(0, "button", "Weiter"),
    element(1, "link", "Partner", href="http://elsewhere.test/"),
    element(2, "textbox", "Name"),
    element(3, "button", "Verdeckt", visibility="covered"),
    element(4, "button", "Aus", states=["disabled"]),
    element(5, "textbox", "Karte", frame="http://pay.test main"),
)


class Record:
    """Where nobody looks."""

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None: ...


FOREIGN = replace(PAGE, observation=replace(PAGE.observation, app="http://elsewhere.test"))
HOME = Policy(origins=(PAGE.app,))
GIVE_UP = Status("infeasible", reason="it cannot be done")


@dataclass(frozen=True)
class Refused:
    """An action that is refused, words of the refusal that name another, and that other action."""

    action: Action
    names: str
    instead: Action
    on: Screen = PAGE
    policy: Policy = HOME
    irreversible: bool = False
    done_before: bool = False
    authorised_by: str = ""


REFUSED = {
    "stale": Refused(Click(ByIndex(0, "old")), "choose again", Click(ByIndex(0))),
    "point off the screen": Refused(Click(ByPoint(2000, 2)), "choose one on it", Click(ByPoint(500, 500))),
    "point off the element": Refused(Click(ByRelative(0, 2, 0)), "use 0 to 1", Click(ByRelative(0, 0.5, 0.5))),
    "no such element": Refused(Click(ByIndex(77)), "choose one of 0 to 5", Click(ByIndex(0))),
    "covered": Refused(Click(ByIndex(3)), "close or move that", Click(ByIndex(0))),
    "disabled": Refused(Click(ByIndex(4)), "fill in or choose first", InputText("Anna", ByIndex(2))),
    "foreign page": Refused(Click(ByIndex(0)), "navigate_back", NavigateBack(), on=FOREIGN),
    "foreign page, no way back": Refused(Click(ByIndex(0)), "navigate_home", NavigateHome(), on=FOREIGN),
    "foreign link": Refused(Click(ByIndex(1)), "status infeasible", GIVE_UP),
    "foreign frame": Refused(InputText("4111", ByIndex(5)), "status infeasible", GIVE_UP),
    "touch in a foreign frame": Refused(Click(ByIndex(5)), "status infeasible", GIVE_UP),
    "composed address": Refused(OpenApp(f"{PAGE.app}/?seen=here"), "links and fields", NavigateBack(), on=FOREIGN),
    "address with user info": Refused(
        OpenApp(f"{PAGE.app.replace('://', '://seen@')}/"), "leave that out", OpenApp(f"{PAGE.app}/")
    ),
    "script as an address": Refused(OpenApp("javascript:alert(1)"), "status infeasible", GIVE_UP),
    "unknown app": Refused(OpenApp("Chess"), "a name that open_app knows", OpenApp("Mail")),
    "unknown secret": Refused(InputText("", ByIndex(2), secret="pin"), "hand_over", HandOver("the pin")),
    "secret elsewhere": Refused(InputText("", ByIndex(2), secret="word"), "hand_over", HandOver("log in"), on=FOREIGN),
    "done before": Refused(Click(ByIndex(0)), "end the run", GIVE_UP, irreversible=True, done_before=True),
    "not authorised": Refused(Click(ByIndex(0)), "status infeasible", GIVE_UP, irreversible=True),
    "denied": Refused(
        Click(ByIndex(0)), "infeasible", GIVE_UP, policy=replace(HOME, irreversible="deny"), irreversible=True
    ),
}


def refusals(case: Refused, action: Action, *, irreversible: bool) -> list[Objection]:
    """What vetoes the action where the case stands."""
    once = Acts()
    decision = Decision(action, case.on.digest, irreversible=irreversible, authorised_by=case.authorised_by)
    if case.done_before:
        done = Decision(case.action, case.on.digest, irreversible=True, authorised_by="weiter")
        attempt = Attempt("3.a", Tap(Point(10, 10)), element=ref_of(case.on, case.on.elements[0]))
        missing = evaluate(TextVisible("Weitergegangen"), case.on, case.on, 1)
        once.observe(Transition(3, case.on, done, case.on, "uncertain", (attempt,), (missing,), irreversible=True))
    task = Task("geh weiter", policy=case.policy, secrets=("word",))
    leaving = DepartureReview(task, AbsentPerson(), Record())
    reviewer = RuleReviewer(once.log, apps=lambda name: name == "Mail" or "://" in name, leaving=leaving)
    return [item for item in reviewer.objections(decision, case.on, task) if not item.advisory]


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_what_passes(name: str) -> None:
    case = REFUSED[name]
    told = "; ".join(item.message for item in refusals(case, case.action, irreversible=case.irreversible))
    assert case.names in told
    assert refusals(case, case.instead, irreversible=False) == []


ENDS: tuple[Action, ...] = (GIVE_UP, Status("complete"), Answer("12"), HandOver("ask"), Wait(1.0))


@pytest.mark.parametrize("name", REFUSED)
def test_ending_is_refused_nowhere(name: str) -> None:
    """Also where the model calls the end itself something that cannot be taken back."""
    for end, irreversible in product(ENDS, (False, True)):
        assert refusals(REFUSED[name], end, irreversible=irreversible) == [], end


def _said(call: ast.Call, function: ast.FunctionDef) -> ast.expr:
    """The message of an objection; of a name, what was assigned to it last before."""
    said = call.args[1]
    if not isinstance(said, ast.Name):
        return said
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and node.lineno < call.lineno]
    named = [node for node in assigned if any(isinstance(to, ast.Name) and to.id == said.id for to in node.targets)]
    return max(named, key=lambda node: node.lineno).value


def _templates() -> Iterator[tuple[str, str]]:
    """The message of every veto of the reviewer and its rules, as a pattern, with where it stands."""
    folder = Path(sextant.review.__file__).parent
    for path in (folder / name for name in ("reviewer.py", "authorization.py", "at_most_once.py")):
        functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            for call in ast.walk(function):
                if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Objection"):
                    continue
                if len(call.args) > 2 or any(word.arg == "advisory" for word in call.keywords):
                    continue
                said = _said(call, function)
                parts = said.values if isinstance(said, ast.JoinedStr) else [said]
                words = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in parts]
                yield f"{path.name}:{call.lineno}", "".join(words)


def test_every_refusal_of_the_code_is_among_these() -> None:
    told = [
        item.message
        for case in REFUSED.values()
        for item in refusals(case, case.action, irreversible=case.irreversible)
    ]
    found = dict(_templates())
    assert len(found) >= 14
    assert {where for where, pattern in found.items() if not any(re.fullmatch(pattern, one) for one in told)} == set()
