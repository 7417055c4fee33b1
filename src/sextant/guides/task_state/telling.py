"""The task state in words: one fact a line, in two wordings that say the same, within a bound that no run exceeds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sextant.guides.task_state.requirements import Instruction, Requirement, ends_kept, short
from sextant.guides.task_state.state import State
from sextant.guides.task_state.updates import open_items
from sextant.guides.task_state.way import Line, Way
from sextant.types.decisions import Section
from sextant.types.evidence import ClaimStatus

__all__ = ["Known", "Wording", "focus_of", "sections_of"]

Wording = Literal["first", "second"]

_OWN_TOKENS, _TOLD_TOKENS, _COMPACT_TOKENS = 200, 150, 60
_EARLY = 5
"""Before that step it is told where a run is although nothing has been marked yet: at its beginning."""
_SHOWN = 3
"""So many done, said and remaining requirements are told; of the others their number."""
_ITEM, _WANTED, _RESULT = 80, 160, 140


@dataclass(frozen=True, slots=True)
class _Facts:
    """Everything that may be told. Of each pair the first is ours or the instruction's, the second is not."""

    wanted: str = ""
    progress: tuple[int, int] | None = None
    lines: bool = False
    steps: int = 0
    summary: str = ""
    done: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    unneeded: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    at: int = 0
    subgoal: tuple[str, ...] = ()
    remaining: tuple[str, ...] = ()
    further: int = 0
    left_out: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    held: str = ""
    found_out: tuple[str, ...] = ()
    effect: str = ""
    interrupt: str = ""
    result: str = ""
    focus: str = ""
    look_for: str = ""
    advised: str = ""
    parts: frozenset[str] = field(default_factory=frozenset[str])


_Labels = Mapping[str, str]
_FIRST: _Labels = {
    "wanted": "Wanted",
    "progress": "Progress: {0} of {1} requirements are shown to be done; step {2} is next",
    "way": "Progress: {0} of {1} lines of the instruction are carried out; step {2} is next",
    "done": "Shown to be done",
    "said": "Said to be done, not shown",
    "unneeded": "Not needed",
    "limits": "Throughout",
    "subgoal": "Current subgoal",
    "remaining": "Remaining",
    "further": "Remaining, further: {0}",
    "left_out": "Left out so far",
    "corrected": "Shown last, before that",
    "found_out": "Also to be done",
    "effect": "Last step",
    "interrupt": "Came in between",
    "result": "Outcome",
    "focus": "Next",
    "look_for": "It would show",
    "advised": "Advised",
    "summary": "Summary",
    "held": "Subgoal, as last said",
}
_SECOND: _Labels = {
    "wanted": "The task asks for this",
    "progress": "So far the screens bear out {0} requirements out of {1}, before step {2}",
    "way": "So far {0} lines out of {1} are behind us, before step {2}",
    "done": "Borne out by a screen",
    "said": "Claimed, but no screen has shown it",
    "unneeded": "Can be left alone",
    "limits": "To be kept to all along",
    "subgoal": "Being worked on now",
    "remaining": "Yet to do",
    "further": "Yet to do besides these: {0}",
    "left_out": "Passed over",
    "corrected": "The latest that is certain",
    "found_out": "Turned out to be needed as well",
    "effect": "The step before this one",
    "interrupt": "Meanwhile",
    "result": "What came of it",
    "focus": "Best done now",
    "look_for": "Evidence would be",
    "advised": "Advice",
    "summary": "In brief",
    "held": "Goal of the moment, as somebody put it",
}
_WORDINGS: Mapping[Wording, _Labels] = {"first": _FIRST, "second": _SECOND}

_EFFECTS: Mapping[Wording, Mapping[str, str]] = {
    "first": {
        "worked": "it had its effect",
        "no effect": "it had no effect",
        "uncertain": "it cannot be told whether it had an effect",
        "refused": "it was not carried out",
        "noted": "nothing was touched",
    },
    "second": {
        "worked": "effective",
        "no effect": "without any effect",
        "uncertain": "of unknown effect",
        "refused": "refused, nothing happened",
        "noted": "no touch",
    },
}
_NOTHING_LEFT = "- nothing; claim that it is done with what shows it"
_CHECK = "look whether it took effect before doing it again"
_OTHERWISE = "do something else than the same again"
_CURES: Mapping[str, str] = {
    "missed": "aim at it anew",
    "wrong_element": "look at what was touched instead, and undo it if need be",
    "covered": "move away what covers it first",
    "delayed": "give it time and look again before doing anything",
    "error_dialog": "read what the error says and deal with that first",
    "disabled": "find what has to be done before it can be used",
    "popup": "deal with what came up first",
    "stale": "choose from what the screen shows now",
    "absent": "it is not on this screen; find where it is",
    "refused": "choose an act that nothing speaks against",
    "device": "look whether the app is still there",
}


def focus_of(state: State) -> str:
    """What to attend to next, after the last step; empty where it worked. A check, never a repeat."""
    last = state.last
    if last.kind == "uncertain" and last.effective is None:
        return _CHECK
    if last.interrupt:
        return "look where the app is now before going on"
    if last.kind in ("no effect", "refused") or last.effective is False:
        return _CURES.get(last.cause, _OTHERWISE)
    return ""


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to tell: the instruction, what is kept of it, and what the ledger says of milestones."""

    instruction: Instruction
    state: State
    way: Way
    statuses: Mapping[str, ClaimStatus]


def sections_of(
    known: Known, parts: Collection[str], step: int, wording: Wording = "first", compact: bool = False
) -> Sequence[Section]:
    """The views in two sections: what is ours and the instruction's, and what steps, models and screens say."""
    facts = _facts(known, frozenset(parts), step)
    labels = _WORDINGS[wording]
    if compact:
        lines = _lines(labels, facts, ("subgoal", "focus"))
        return (Section("Task state", "\n".join(lines), 70, _COMPACT_TOKENS),) if lines else ()
    own = [*_counted(labels, facts, wording), *_lines(labels, facts, _OWN_ORDER)]
    told = _lines(labels, facts, _TOLD_ORDER)
    found: list[Section] = []
    if own:
        found.append(Section("Task state", "\n".join(own), 75, _OWN_TOKENS))
    if told:
        found.append(Section("Task state, in the words of steps and screens", "\n".join(told), 72, _TOLD_TOKENS, True))
    return tuple(found)


_OWN_ORDER = ("subgoal", "left_out", "focus", "limits", "said", "done", "unneeded", "remaining", "further")
_TOLD_ORDER = ("corrected", "result", "look_for", "advised", "held", "found_out", "summary", "interrupt")


def _counted(labels: _Labels, facts: _Facts, wording: Wording) -> list[str]:
    """The lines that are no plain value of a label."""
    found: list[str] = []
    if "summary" in facts.parts:
        found.append(f"{labels['wanted']}: {facts.wanted}")
    if facts.progress is not None:
        found.append(labels["way" if facts.lines else "progress"].format(*facts.progress, facts.steps))
    if facts.effect:
        found.append(f"{labels['effect']}: {_EFFECTS[wording][facts.effect]}")
    return found


def _lines(labels: _Labels, facts: _Facts, order: Sequence[str]) -> list[str]:
    """Values behind their labels; requirements and lines below them, as the instruction numbers them."""
    found: list[str] = []
    for name in order:
        value: str | tuple[str, ...] | int = getattr(facts, name)
        if isinstance(value, int):
            found += [labels[name].format(value)] if value else []
        elif isinstance(value, str):
            found += [f"{labels[name]}: {value}"] if value else []
        else:
            at = f": line {facts.at}" if name == "subgoal" and facts.at else ""
            found += [f"{labels[name]}{at}:", *value] if value else []
    return found


def _facts(known: Known, parts: frozenset[str], step: int) -> _Facts:
    facts = _Facts(parts=parts)
    if "tracker" in parts:
        facts = _tracked(facts, known, step)
    if "transition" in parts:
        facts = _seen(facts, known.state)
    return _summed(facts, known, step) if "summary" in parts else facts


def _summed(facts: _Facts, known: Known, step: int) -> _Facts:
    state, way, instruction = known.state, known.way, known.instruction
    left, total = len(open_items(state, known.statuses)), len(state.requirements)
    done = (len(way.state.done), len(way.lines)) if way.lines else (total - left, total)
    return replace(
        facts,
        wanted=ends_kept(instruction.wanted, _WANTED),
        progress=done if _knows(known, step) else None,
        lines=bool(way.lines),
        steps=step,
        limits=tuple(f"- {short(text, _ITEM)}" for text in instruction.limits),
        summary=short(state.summary, _WANTED),
    )


def _knows(known: Known, step: int) -> bool:
    """Whether it can be told how far a run is: not where it has gone on and nothing was ever said or shown of it."""
    state, way = known.state, known.way.state
    marked = known.statuses or state.said or state.unneeded or state.believed or state.subgoal
    return step < _EARLY or bool(marked or way.at or way.done or way.ahead)


def _tracked(facts: _Facts, known: Known, step: int) -> _Facts:
    state, way = known.state, known.way
    left = open_items(state, known.statuses)
    ids = {item.id for item in left}
    own = [item for item in left if item.own]
    done = [item for item in state.requirements if item.id not in {*ids, *state.unneeded, *state.dropped}]
    coming = way.coming()
    queue = [_line(line) for line in coming] or [_item(item) for item in own]
    ahead = 1 if _knows(known, step) else 0
    out, lines = way.left_out, way.state
    finished = [_line(way.lines[number]) for number in lines.done if number not in lines.said and number in way.lines]
    unsure = [_line(way.lines[number]) for number in lines.said if number in way.lines]
    return replace(
        facts,
        done=tuple([*(_item(item) for item in done if item.own), *finished][-_SHOWN:]),
        said=tuple([*(_item(item) for item in own if item.id in state.said), *unsure][-_SHOWN:]),
        unneeded=tuple(_item(item) for item in state.requirements if item.id in state.unneeded)[-1:],
        at=coming[0].number if coming and ahead else 0,
        subgoal=tuple(queue[:ahead]) or (() if queue else (_NOTHING_LEFT,)),
        remaining=tuple(queue[ahead : ahead + _SHOWN]),
        further=max(0, len(queue) - ahead - _SHOWN),
        left_out=() if out is None else (_line(out),),
        corrected=(way.corrected,) if way.corrected else (),
        held=short(state.subgoal, _ITEM),
        found_out=tuple(_item(item) for item in left if not item.own)[:_SHOWN],
    )


def _seen(facts: _Facts, state: State) -> _Facts:
    last = state.last
    if not last.kind:
        return replace(facts, interrupt=last.interrupt)
    unsure = last.kind == "uncertain" and last.effective is None
    kind = "worked" if last.effective else last.kind
    kind = "no effect" if last.effective is False and kind == "uncertain" else kind
    return replace(
        facts,
        effect=kind,
        interrupt=short(last.interrupt, _ITEM),
        result=short(last.result, _RESULT),
        focus=focus_of(state),
        look_for=short(last.look_for, _ITEM) if unsure else "",
        advised=short(state.focus, _RESULT),
    )


def _item(item: Requirement) -> str:
    return f"- {ends_kept(item.text, _ITEM)}"


def _line(line: Line) -> str:
    return f"{line.number}. {ends_kept(line.text, _ITEM)}"
