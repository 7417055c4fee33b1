"""A simulated reader of programs: follows the lines of a task on screens that call things by other names.

It is the simulated actor of worlds, with two things before and after it: what stands on the screen is read by meaning
(the shipped word vectors), and what the program asks is answered from how far the lines are.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from sextant.text.embedding import shipped
from sextant.types.decisions import Brief, Decision, Judgement, Objection, Section
from sextant.types.screens import Screen
from sextant_bench.stage import ActorBetween
from sextant_worlds.actors.brief_text import BriefText, read_brief, squeezed
from sextant_worlds.actors.faulty import serialised
from sextant_worlds.instructions import (
    AddInstruction,
    FindInstruction,
    HoldInstruction,
    Instruction,
    LookInstruction,
    OpenInstruction,
    OrderInstruction,
    TapInstruction,
    TypeInstruction,
    WaitInstruction,
)

__all__ = ["ByMeaning", "program_of"]

_ALIKE = 0.4
"""From this likeness on (cosine) another label is read as the one that was asked for."""
_LABEL = re.compile(r'^(?P<head>\s*\[\d+\] \S+ )"(?P<label>(?:[^"\\]|\\.)*)"', re.MULTILINE)
_LINE = re.compile(r"line (\d+):")


def program_of(instructions: Sequence[str]) -> str:
    """The lines of a task as a program, a step a line; what is said at the end is said by the program's end."""
    lines = [line for line in instructions if line not in ("Finish.",)]
    return "\n".join(f"step({f'line {number}: {line}'!r})" for number, line in enumerate(lines, 1))


class ByMeaning(ActorBetween):
    """An actor that reads what stands on a screen by its meaning, and answers for its program."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        line = read_brief(serialised(brief))
        named = _named(_due(line))
        seen = replace(brief, sections=tuple(_read(section, named) for section in brief.sections))
        decision = super().decide(seen, objections, rejected)
        return replace(decision, judgements=tuple(_answers(brief, line.position)))


def _due(brief: BriefText) -> Instruction | None:
    """The next line that is about a touch: some before it only remember a value."""
    at = brief.position
    while isinstance(brief.instructions.get(at), FindInstruction | LookInstruction | AddInstruction | OrderInstruction):
        at += 1
    return brief.instructions.get(at)


def _named(line: Instruction | None) -> tuple[str, ...]:
    """What an instruction calls things on the screen."""
    match line:
        case TapInstruction(label, row) | HoldInstruction(label, row):
            return tuple(filter(None, (label, row)))
        case TypeInstruction(field=field):
            return (field,)
        case OpenInstruction(app):
            return (app,)
        case WaitInstruction(label):
            return (label,)
        case _:
            return ()


def _read(section: Section, named: Sequence[str]) -> Section:
    """The listing with what means the same called by the name that the instruction has for it."""
    labels = [found["label"] for found in _LABEL.finditer(section.text) if found["label"]]
    renamed: dict[str, str] = {}
    for name in map(squeezed, named):
        if not labels or any(label == name or label.startswith(name) for label in labels):
            continue
        wanted, *vectors = shipped().embed([name, *labels])
        likeness = [sum(a * b for a, b in zip(wanted, vector, strict=True)) for vector in vectors]
        best = max(range(len(labels)), key=likeness.__getitem__)
        if likeness[best] >= _ALIKE:
            renamed[labels[best]] = name
    if not renamed:
        return section
    told = _LABEL.sub(lambda found: f'{found["head"]}"{renamed.get(found["label"], found["label"])}"', section.text)
    return replace(section, text=told)


def _answers(brief: Brief, position: int) -> list[Judgement]:
    """To each question about a line: whether it lies behind, with a quote of the screen that it was judged from."""
    quote = _quote(brief.screen)
    told: list[Judgement] = []
    for question in brief.directive.questions:
        about = _LINE.search(question.text)
        done = about is not None and int(about[1]) < position
        told.append(Judgement(question.id, "yes" if done and quote else "no", quote if done else ""))
    return told


def _quote(screen: Screen) -> str:
    seen = [element for element in screen.elements if element.visibility == "visible" and element.label]
    return next((element.label for element in seen if element.role == "heading"), seen[0].label if seen else "")
