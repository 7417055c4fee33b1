"""The clerk: a simulated model that reads a program's directive and the screen, and counts how often it is asked.

It knows what the leaves of the office mean, as a model would, and nothing of where a run is but what the brief says.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sextant.elements.refs import ref_of
from sextant.program.items import ITEMS
from sextant.types.actions import Action, ByIndex, Click, InputText, Wait
from sextant.types.decisions import Brief, Decision, Judgement, Objection, Profile
from sextant.types.evidence import FieldHas, Predicate, TextVisible
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant_bench.program.office import BACK, HEAD

__all__ = ["Clerk"]

_DONE = re.compile(r"is this done: (.*?)\?(?: If so.*)?$")
_VALUE = re.compile(r"^(\w+) = '(.*)'$", re.MULTILINE)
_NAME = re.compile(r"Invoice \d+")


@dataclass(frozen=True, slots=True)
class _Doing:
    action: Action
    does: str
    expect: tuple[Predicate, ...] = ()


class Clerk:
    """Answers what is asked, as far as it is told what follows, and does what follows that."""

    profile: Profile = "full"

    def __init__(self) -> None:
        self.calls = 0
        """Times it was asked: each would be a request to a model."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        self.calls += 1
        screen, had = brief.screen, _had(brief)
        values = dict(_VALUE.findall("\n".join(one.text for one in brief.sections)))
        ways = dict(re.findall(r"^\[([\w.]+)\] (.*)$", brief.directive.instruction, re.MULTILINE))
        asked = {question.id: question.text for question in brief.directive.questions}
        answers, name = list[Judgement](), "now"
        while name in asked:
            answer = _answer(name, asked[name], screen, values, had)
            answers.append(answer)
            name = f"{name}.{answer.answer}"
            if _DONE.match(asked[answer.question]) and answer.answer == "no":
                break
        doing = _doing(_filled(ways.get(name, ""), values), screen)
        return Decision(
            doing.action,
            screen.digest,
            doing.does,
            expectations=doing.expect,
            judgements=tuple(answers),
            fields={"program": {"branch": name if name in ways else ""}},
            actor="clerk (simulated)",
            irreversible=doing.does == "click Confirm",
        )

    def observe(self, transition: Transition) -> None:
        """All it knows is in the brief."""

    def snapshot(self) -> Any:
        return {"calls": self.calls}

    def restore(self, state: Any) -> None:
        self.calls = int(state["calls"])


def _had(brief: Brief) -> frozenset[str]:
    """The items that the brief says there were before."""
    return frozenset(name for one in brief.sections if one.name == ITEMS for name in _NAME.findall(one.text))


def _answer(name: str, question: str, screen: Screen, values: dict[str, str], had: frozenset[str]) -> Judgement:
    done = _DONE.match(question)
    if done is not None:
        quote = _shown(_filled(done.group(1), values), screen)
        if quote and "{amount}" in question:
            values["amount"] = quote
        return Judgement(name, "yes" if quote else "no", quote)
    if question.startswith("is there another one of"):
        due = [one.label for one in screen.elements if _NAME.fullmatch(one.label) and one.role == "link"]
        item = next((label for label in due if label not in had), "")
        if item:
            values["invoice"] = item
        return Judgement(name, "yes" if item else "no", item)
    return Judgement(name, "unknown")


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda hit: values.get(hit.group(1), hit.group(0)), text)


def _labelled(screen: Screen, *labels: str) -> Element | None:
    return next((one for label in labels for one in screen.elements if one.label == label), None)


def _shown(leaf: str, screen: Screen) -> str:
    """Words of the screen that show a leaf to be done; empty where none do."""
    note = _labelled(screen, "Note")
    told = [one.label for one in screen.elements]
    if leaf.startswith("open "):
        return leaf.removeprefix("open ") if note is not None and leaf.removeprefix("open ") == told[0] else ""
    if leaf == "read the amount":
        return told[told.index("Amount") + 1] if "Amount" in told else ""
    if leaf.startswith("write the note"):
        return note.value if note is not None and note.value == leaf.split("'")[1] else ""
    if leaf == "approve it":
        return next((text for text in told if text.endswith(" is approved")), "")
    return HEAD if told[0] == HEAD else ""


def _doing(leaf: str, screen: Screen) -> _Doing:
    """The next action of a leaf on this screen."""
    note, going_on = _labelled(screen, "Note"), _labelled(screen, "Continue")
    if leaf.startswith("open "):
        name = leaf.removeprefix("open ")
        return _click(_labelled(screen, name), screen, TextVisible("Amount"))
    if leaf.startswith("write the note") and note is not None:
        return _type(note, leaf.split("'")[1], screen)
    if leaf == "approve it":
        if going_on is not None:
            return _click(going_on, screen, TextVisible("Confirm the approval"))
        confirm = _labelled(screen, "Confirm")
        if confirm is not None:
            return _click(confirm, screen, TextVisible("is approved"))
        return _click(_labelled(screen, "Approve", "Approve with remark"), screen, TextVisible("will be approved."))
    if leaf == "go back to the list":
        return _click(_labelled(screen, BACK), screen, TextVisible(HEAD))
    return _Doing(Wait(0), "take the answers")


def _click(element: Element | None, screen: Screen, expected: Predicate) -> _Doing:
    if element is None:
        return _Doing(Wait(1), "wait for it")
    return _Doing(Click(ByIndex(element.index, screen.digest)), f"click {element.label}", (expected,))


def _type(field: Element, text: str, screen: Screen) -> _Doing:
    expected = FieldHas(ref_of(screen, field), text)
    return _Doing(InputText(text, ByIndex(field.index, screen.digest)), f"write {text}", (expected,))
