"""The scripted model of the walk: it reads the prompt it is sent, and writes what a careful model would.

It is no model. What it knows of the walk is its plan; where it is, what is asked and which variables and fields there
are it reads from the prompt and the schema.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from sextant.protocols import Prompt, TextSchema
from sextant.settings import Settings
from sextant_bench.context.stage import Fact, WalkStage
from sextant_worlds.actors.brief_text import ListedElement, read_brief

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["AGAIN", "PLANTED", "Leg", "ModelWalker", "plan_of", "program_of", "with_program"]

PLANTED = (5, 50, 250)
"""Steps that open what is asked for. Step 50 is taken on the long page, as is the last one."""
CONDITION = "the first two rows offer to"
AGAIN = "look through the list again"
_QUESTION = re.compile(r"^(now(?:\.(?:yes|no))*): (.+)$")
_BRANCH = re.compile(r"^\[(now(?:\.(?:yes|no|unknown))*)\] (.+)$")

_SETTLED = 3
"""Steps of waiting before the two that are compared, until the program stands at the beginning of its loop."""
_RECALLED = 20
_FIRST_RECALL, _BETWEEN_RECALLS = 40, 60
_MALFORMED_EVERY, _WRONG_EVERY = 50, 100
"""One decision in so many is no usable answer at first; one points at what is not there, and is vetoed."""
_LATER = (1, 6)
"""How far behind a round number: where the pages of steps 5, 50 and 250 are read, so that it costs most there."""
_MALFORMED = (
    "The list is there, and I shall go on with its next row.",
    '{"thought": "The list is there, so that I',
    '{"thought": "I press it.", "action": {"type": "press it", "index": "the third"}}',
)
_NOWHERE = 9999

_SEVERAL = 2
"""Rows that a list shows at least; the page behind a row names one at most."""

Where = Literal["list", "switched", "row"]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Leg:
    """What one step does: opens a row (that of a fact, or the one opened longest ago), switches, goes back, waits.

    Or it changes nothing, and asks for the lines of earlier steps.
    """

    kind: Literal["open", "switch", "back", "wait", "recall"]
    fact: Fact | None = None


def program_of(stage: WalkStage) -> str:
    """The walk as a program: a loop of steps, and a condition that is true every now and then."""
    return f'''\
for turn in range(400):
    step("open a row of the list and look at it")
    step("go back to the list")
    step("switch one of the rows")
    if holds("{CONDITION} {stage.switch[1]!r}"):
        step("{AGAIN}")
'''


def with_program(settings: Settings, stage: WalkStage) -> Settings:
    """The settings, with the walk as the program of presets that have one written."""
    program = replace(settings.program, source=program_of(stage) if settings.program.write else "")
    return replace(settings, program=program)


def plan_of(stage: WalkStage, steps: int, recalls: bool = False) -> tuple[Leg, ...]:
    """The steps of the walk: rows opened, left and switched in turn; the facts at their steps; in the end the list.

    With `recalls`, earlier steps are asked for every now and then.
    """
    facts = dict(zip(PLANTED, stage.facts, strict=True))
    turn = (Leg("open"), Leg("back"), Leg("switch"))
    legs: list[Leg] = []
    recall = _FIRST_RECALL
    while (at := len(legs)) < steps:
        due = next((step for step in (*PLANTED, steps) if at <= step <= steps), steps)
        if at in facts:
            legs += [Leg("open", facts[at]), Leg("back")]
        elif recalls and at >= recall and due - at > len(turn) + _SETTLED:
            legs += [Leg("recall"), *turn]
            recall += _BETWEEN_RECALLS
        else:
            left = due - at - (_SETTLED if due in (PLANTED[1], steps) else 0)
            legs += turn if left >= len(turn) else [Leg("wait")]
    return tuple(legs[:steps])


class ModelWalker:
    """Answers prompts: a `ReplyFunction` of a scripted model.

    One that is `stumbling` gives no usable answer every now and then, and points at what is not there: then it is
    asked again, and answers as it would have.
    """

    def __init__(self, stage: WalkStage, plan: Sequence[Leg], stumbling: bool = False) -> None:
        self._stage, self._plan, self._stumbling = stage, plan, stumbling
        self._stumbled: set[tuple[str, int]] = set()
        self._opened: dict[str, int] = {}
        self._switched = 0
        self.step = 0

    def __call__(self, prompt: Prompt, schema: "type[BaseModel]") -> Json | str:
        """The decision of the step whose number was set."""
        if self._stumbles("malformed", _MALFORMED_EVERY, _LATER[0]):
            return _MALFORMED[self.step // _MALFORMED_EVERY % len(_MALFORMED)]
        text = f"{prompt.prefix}\n\n{prompt.text}"
        brief = read_brief(text)
        lines = brief.lines
        leg = self._plan[self.step] if self.step < len(self._plan) else None
        seen = [element for element in brief.elements if "out of view" not in element.states]
        answers, branch = self._answered(lines, self._where(seen), seen)
        wrong = self._stumbles("wrong", _WRONG_EVERY, _LATER[1])
        fields = schema.model_fields
        found: Json = {
            "thought": self._thought(leg, seen),
            "answers": answers,
            "action": {"type": "click", "index": _NOWHERE} if wrong else self._action(leg, seen),
            "does": self._does(leg),
        }
        if isinstance(schema, TextSchema):
            return _written(found, self._notes(seen))
        if branch and "program" in fields:
            found["program"] = {"branch": branch}
        if "memory" in fields and (notes := self._notes(seen)):
            found["memory"] = {"notes": notes}
        return {name: value for name, value in found.items() if name in fields}

    def _stumbles(self, how: str, every: int, later: int) -> bool:
        """Whether this is the first answer of a step at which that happens."""
        if not self._stumbling or self.step % every != later or (how, self.step) in self._stumbled:
            return False
        self._stumbled.add((how, self.step))
        return True

    def _where(self, seen: Sequence[ListedElement]) -> Where:
        """Where the walk is, and whether the last step has switched a row."""
        if sum(self._row(seen, title) is not None for title in self._stage.titles) < _SEVERAL:
            return "row"
        last = self._plan[min(self.step, len(self._plan)) - 1] if self.step else None
        return "switched" if last is not None and last.kind == "switch" else "list"

    def _row(self, seen: Sequence[ListedElement], title: str) -> ListedElement | None:
        return next((one for one in seen if one.role != "heading" and one.label.startswith(title)), None)

    def _action(self, leg: Leg | None, seen: Sequence[ListedElement]) -> Json:
        if leg is None:
            return {"type": "status", "goal_status": "complete"}
        if leg.kind == "open":
            return _click(self._next_row(leg, seen))
        if leg.kind == "switch":
            beside = [one for one in seen if one.label in self._stage.switch]
            self._switched += 1
            return _click(beside[_ruler(self._switched) % len(beside)] if beside else None)
        if leg.kind == "recall":
            first = max(0, self.step - 2 * _RECALLED)
            return {"type": "recall", "steps": list(range(first, min(self.step, first + _RECALLED)))}
        return {"type": "navigate_back"} if leg.kind == "back" else {"type": "wait", "seconds": 0}

    def _next_row(self, leg: Leg, seen: Sequence[ListedElement]) -> ListedElement | None:
        if leg.fact is not None:
            return self._row(seen, leg.fact.title)
        asked = {fact.title for fact in self._stage.facts}
        there = [title for title in self._stage.titles if title not in asked and self._row(seen, title) is not None]
        title = min(there, key=lambda one: self._opened.get(one, -1), default="")
        self._opened[title] = self.step
        return self._row(seen, title) if title else None

    def _does(self, leg: Leg | None) -> str:
        if leg is None:
            return "say that it is done"
        row = "the next row" if leg.fact is None else f'the row "{leg.fact.title}"'
        told = {"open": f"open {row}", "switch": "switch it", "back": "go back to the list"}
        return {**told, "recall": "look up what was done before"}.get(leg.kind, "wait")

    def _answered(self, lines: Sequence[str], where: Where, seen: Sequence[ListedElement]) -> tuple[list[Json], str]:
        """Answers to what is asked about the program, and the branch that they lead to."""
        asked = {found[1]: found[2] for line in lines if (found := _QUESTION.match(line)) is not None}
        ways = {found[1]: found[2] for line in lines if (found := _BRANCH.match(line)) is not None}
        answers: list[Json] = []
        name = "now"
        while name in asked:
            quote = self._quoted(asked[name], where, seen, bool(answers))
            said = "yes" if quote else "no"
            answers.append({"question": name, "answer": said} | ({"quote": quote} if quote else {}))
            if f"{name}.{said}" in ways and said == "no":
                return answers, f"{name}.no"
            name = f"{name}.{said}"
        return answers, name if name in ways else ""

    def _quoted(self, question: str, where: Where, seen: Sequence[ListedElement], later: bool) -> str:
        """What shows that it is so; empty where it is not. What is yet to be done is not done."""
        if CONDITION in question:
            offered = [one.label for one in seen if one.label in self._stage.switch][:_SEVERAL]
            return self._stage.switch[1] if offered == [self._stage.switch[1]] * _SEVERAL else ""
        return _quote(seen) if _done(question, where) and not later else ""

    def _standing(self, seen: Sequence[ListedElement]) -> list[Fact]:
        """The facts that stand on this page under the title that they are asked for by."""
        labels = [element.label for element in seen]
        return [
            fact for fact in self._stage.facts if fact.title in labels and fact.field in labels and fact.value in labels
        ]

    def _thought(self, leg: Leg | None, seen: Sequence[ListedElement]) -> str:
        told = "; ".join(f"the {fact.field} of {fact.title} is {fact.value}" for fact in self._standing(seen))
        return f"{f'I see that {told}. ' if told else ''}Next I {self._does(leg)}, as the goal says."

    def _notes(self, seen: Sequence[ListedElement]) -> list[Mapping[str, str]]:
        return [{"value": fact.value, "meaning": f"{fact.field} of {fact.title}"} for fact in self._standing(seen)]


def _written(found: Json, notes: Sequence[Mapping[str, str]]) -> str:
    """The decision in STAMP's form: its action, what is remembered, and the call."""
    match found["action"]:
        case {"type": "click", "index": int(index)}:
            call: Json = {"action": "click", "index": index}
        case {"type": "navigate_back"}:
            call = {"action": "system_button", "button": "Back"}
        case {"type": "status"}:
            call = {"action": "terminate", "status": "success"}
        case _:
            call = {"action": "wait", "time": 0}
    memory = "\n".join(f"{note['meaning']}: {note['value']}" for note in notes) or "None"
    told = json.dumps({"name": "mobile_use", "arguments": call})
    return f"Action: {found['does']}\nMemory: {memory}\n<tool_call>\n{told}\n</tool_call>"


def _quote(seen: Sequence[ListedElement]) -> str:
    return next((element.label for element in seen if element.role == "heading" and element.label), "")


def _done(question: str, where: Where) -> bool:
    """What the present page says of a step of the walk's program."""
    if "open a row" in question:
        return where == "row"
    if "switch one" in question:
        return where == "switched"
    return where != "row"


def _ruler(number: int) -> int:
    """Which switch is thrown as the so manieth, so that no state of all of them comes twice (Gray's code)."""
    return (number & -number).bit_length() - 1


def _click(element: ListedElement | None) -> Json:
    return {"type": "wait", "seconds": 0} if element is None else {"type": "click", "index": element.index}
