"""`Faulty`: a simulated actor with dialled failures. It is no model, and every report says so.

It receives the serialised brief that a model would get, and nothing else: `answer` goes from text to text. It knows
no world, no truth, no guide and no step number; where it is in its instructions it tells from the history lines of
the brief, and what it remembers is the texts of the last briefs.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sextant.prompts import as_decision, decision_schema, objection_sections, render
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_worlds.actors.brief_text import BriefText, ListedElement, position_told, read_brief, squeezed
from sextant_worlds.actors.completion_claims import WAYS, claimed_early, claimed_truly
from sextant_worlds.actors.dials import FaultyDials
from sextant_worlds.actors.instruction_follower import FollowerMove, carry_out, done_already, next_line
from sextant_worlds.actors.values import add_up, beside, put_in_order, value_of
from sextant_worlds.instructions import (
    AddInstruction,
    ChooseInstruction,
    FindInstruction,
    GotoInstruction,
    Instruction,
    LookInstruction,
    OrderInstruction,
    TapInstruction,
    WaitInstruction,
    phrase,
)

__all__ = ["DELTAS", "Faulty", "deltas", "goal_with_instructions", "meaning_of", "serialised"]

DELTAS = ("memory", "task-state")
"""Guides whose fields it fills in."""

_LONGEST_NOTES, _LONGEST_ITEM = 300, 140


def deltas(brief: BriefText, passed: Sequence[int], line: int, whole: bool) -> dict[str, Mapping[str, Any]]:
    """The values read on the way to an action, and which instruction the action serves."""
    found: dict[str, Mapping[str, Any]] = {}
    notes = _notes(brief, passed)
    if notes:
        found["memory"] = {"remember": notes}
    if line in brief.instructions:
        text = phrase(brief.instructions[line])[:_LONGEST_ITEM]
        found["task-state"] = {"serves": f"{line}: {text}", "completes": whole}
    return found


def meaning_of(brief: BriefText, number: int) -> str:
    """What the value is that an instruction asks to remember, with what was touched just before it."""
    line, before = brief.instructions.get(number), brief.instructions.get(number - 1)
    if not isinstance(line, FindInstruction | LookInstruction):
        return ""
    label, row = (line.field, line.row) if isinstance(line, FindInstruction) else (line.picture, "")
    about = before.label if isinstance(before, TapInstruction) else row
    return f"{label} of {about}" if about else label


def _notes(brief: BriefText, passed: Sequence[int]) -> str:
    """One value a line, as many as there is room for."""
    told = ""
    for number in passed:
        line = brief.instructions.get(number)
        value = beside(brief, line.field, line.row) if isinstance(line, FindInstruction) else ""
        note = f"{told}{meaning_of(brief, number)}: {value}\n" if value else told
        told = note if len(note) <= _LONGEST_NOTES else told
    return told.strip()


_MOST = 400
"""Briefs kept where nothing is forgotten."""
_FENCE = "│ "
_REASON = f"{_FENCE}- "
"""How a reason against a decision begins in the text that asks for another one."""
Json = dict[str, Any]


def goal_with_instructions(goal: str, instructions: Sequence[str]) -> str:
    """The task's text as a follower of instructions gets it: the goal, then how, line by line, without any value."""
    lines = "\n".join(f"{number}. {line}" for number, line in enumerate(instructions, 1))
    return f"{goal}\n\nHow:\n{lines}"


def serialised(brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> str:
    """What a model would be sent on the same brief, pictures aside: its prefix, then the rest of the text."""
    return f"{brief.prefix}\n\n{render([*brief.sections, *objection_sections(objections, rejected)])}"


class Faulty:
    """An `Actor`. Equal texts in equal order give equal answers; `dials` says what goes wrong and how often."""

    profile: Profile = "lite"

    def __init__(self, dials: FaultyDials | None = None) -> None:
        self.dials = dials or FaultyDials()
        self._number = 0
        self._texts: list[str] = []
        self._first = ""

    @property
    def name(self) -> str:
        """As a report calls it."""
        return f"{self.dials} (simulated)"

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        said = self.answer(serialised(brief, objections, rejected), again=bool(objections))
        schema = brief.schema or decision_schema(self.profile)
        return as_decision(schema.model_validate_json(said), brief.screen, _as_given, DELTAS)

    def observe(self, transition: Transition) -> None:
        """Nothing: what it knows stands in the briefs."""

    def snapshot(self) -> Any:
        return {"number": self._number, "texts": list(self._texts), "first": self._first}

    def restore(self, state: Any) -> None:
        self._number, self._texts = int(state["number"]), [str(text) for text in state["texts"]]
        self._first = str(state["first"])

    def answer(self, text: str, again: bool = False) -> str:
        """The decision on a brief, as JSON in the schema of a model. `again`: a revision of the last one."""
        if not again:
            self._number += 1
            self._remember(text)
        move = self._second_thoughts(text) if again else self._decided(text)
        answer: Json = {"action": dict(move.action), "does": move.does, "expect": list(move.expect)}
        answer |= deltas(read_brief(text), self._passed(text), move.line, move.whole)
        return json.dumps(answer, ensure_ascii=False)

    def _passed(self, text: str) -> tuple[int, ...]:
        """The instructions that this brief carries out by being read."""
        brief = read_brief(text)
        return next_line(brief, self._value, lambda asked: self._here(brief, asked))[1]

    def _remember(self, text: str) -> None:
        self._texts.append(text)
        self._first = self._first or text
        keep = self.dials.forget or _MOST
        del self._texts[:-keep]

    def _memory(self) -> list[BriefText]:
        """The briefs in working memory, read; of older ones without their screens where `sees` bounds those."""
        sees = self.dials.sees
        bare = len(self._texts) - sees if sees else 0
        return [read_brief(_without_screen(text) if at < bare else text) for at, text in enumerate(self._texts)]

    def _decided(self, text: str) -> FollowerMove:
        dials, number = self.dials, self._number
        brief = read_brief(text)
        if dials.fires("early", number):
            rng = dials.rng("early", -number)
            return claimed_early(rng.choice(WAYS), brief, read_brief(self._first), rng)
        if dials.fires("quit", number):
            return FollowerMove({"type": "status", "goal_status": "infeasible"}, "say that it cannot be done")
        if dials.fires("drift", number):
            return self._wander(brief)
        if dials.fires("overdecompose", number):
            return FollowerMove({"type": "scroll", "direction": "down"}, "look around first")
        if dials.fires("repeat", number) and brief.position > 1:
            return self._clumsy(brief, carry_out(brief, brief.position - 1, self._value))
        if dials.fires("lost", number):
            brief = replace(brief, taken=self._guessed(brief))
        line, _ = next_line(brief, self._value, lambda asked: self._here(brief, asked))
        if dials.fires("invent", number):
            line += 1
        if dials.fires("stale", number) and len(self._texts) > 1:
            was = read_brief(self._texts[-2])
            old = carry_out(was, line, self._value)
            known = {seen.index for seen in brief.elements}
            return old if old.action.get("index", 0) in known else carry_out(brief, line, self._value)
        move = carry_out(brief, line, self._value, trusting=dials.fires("trusting", number))
        if move.action.get("goal_status") == "complete":
            return claimed_truly(brief, self._memory()[:-1])
        return self._clumsy(brief, move)

    def _guessed(self, brief: BriefText) -> int:
        """How far the task is: as the brief says it in so many words, else somewhere near."""
        told = position_told(brief)
        if told is not None:
            return told
        away = self.dials.rng("lost", -self._number).choice((-3, -2, -1, 0, 1, 2, 3))
        return max(1, brief.position + away)

    def _clumsy(self, brief: BriefText, move: FollowerMove) -> FollowerMove:
        """The move, or a touch beside it."""
        if move.action["type"] != "click" or not self.dials.fires("misclick", self._number):
            return move
        others = [seen for seen in brief.elements if _touch(seen) and seen.index != move.action["index"]]
        if not others:
            return move
        other = self.dials.rng("misclick", -self._number).choice(others)
        return FollowerMove({"type": "click", "index": other.index}, move.what, move.whole, move.line)

    def _wander(self, brief: BriefText) -> FollowerMove:
        pool = [seen for seen in brief.elements if _touch(seen)]
        if not pool:
            return FollowerMove({"type": "navigate_back"}, "look elsewhere")
        seen = self.dials.rng("drift", -self._number).choice(pool)
        return FollowerMove({"type": "click", "index": seen.index}, f"have a look at {seen.label}")

    def _second_thoughts(self, text: str) -> FollowerMove:
        """After an objection: something that cannot be objected to."""
        brief = read_brief(text)
        at = brief.position
        reasons = text.rpartition("\n\n")[2].splitlines()  # what was objected to stands last
        told = "\n".join(line for line in reasons if line.startswith(_REASON))
        if "covered" in told:
            return FollowerMove({"type": "scroll", "direction": "down"}, "scroll first", False, at)
        if "already carried out" in told and len(brief.tries) > 1:
            return FollowerMove({"type": "navigate_home"}, "go home", False, at)
        if "disabled" in told or "no element" in told:
            return FollowerMove({"type": "wait", "seconds": 1.0}, "wait", False, at)
        return self._decided(text)

    # What it remembers

    def _here(self, brief: BriefText, asked: FindInstruction | LookInstruction) -> bool:
        if isinstance(asked, LookInstruction):
            wanted = squeezed(asked.picture)
            return any(seen.label == wanted for seen in brief.elements) or not brief.tries
        return bool(beside(brief, asked.field, asked.row))

    def _value(self, slot: str) -> str:
        memory = self._memory()
        if not memory:
            return ""
        return self._of(slot, memory, memory[-1].instructions)

    def _of(self, slot: str, memory: list[BriefText], instructions: Mapping[int, Instruction]) -> str:
        for number, line in instructions.items():
            match line:
                case FindInstruction(slot=name) | LookInstruction(slot=name) if name == slot:
                    return value_of(memory, number, instructions, [_due(brief, number) for brief in memory])
                case AddInstruction(slots, result) if result == slot:
                    return add_up([self._of(part, memory, instructions) for part in slots])
                case OrderInstruction(names, slots, first, result) if result == slot:
                    values = [self._of(part, memory, instructions) for part in slots]
                    return put_in_order(names, values, first == "largest")
                case _:
                    continue
        return ""


def _due(brief: BriefText, number: int) -> bool:
    """Whether that line was reached while the brief was read: no action stands between it and the last one done."""
    seen, ahead = set[int](), [brief.position]
    while ahead:
        at = ahead.pop()
        line = brief.instructions.get(at)
        if at in seen or line is None:
            continue
        seen.add(at)
        match line:
            case FindInstruction() | LookInstruction() | AddInstruction() | OrderInstruction() | WaitInstruction():
                ahead.append(at + 1)
            case TapInstruction(label, row) if done_already(brief, label, row):
                ahead.append(at + 1)
            case ChooseInstruction(then=then, otherwise=otherwise):
                ahead += [then, otherwise]
            case GotoInstruction(target):
                ahead.append(target)
            case _:
                continue
    return number in seen


def _touch(seen: ListedElement) -> bool:
    return seen.control and seen.touchable


def _without_screen(text: str) -> str:
    kept = [line for line in text.splitlines() if not line.removeprefix(_FENCE).lstrip().startswith("[")]
    return "\n".join(kept)


def _as_given(x: float, y: float, screen: Screen) -> tuple[float, float]:
    del screen
    return x, y
