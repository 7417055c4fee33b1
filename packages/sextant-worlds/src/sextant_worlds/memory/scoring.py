"""What a run's memory was worth: pure functions of what was written, seen and typed, and of the world's truth.

Definitions. A value is *kept* when the agent's notes hold it at the step at which it is needed again, or when it is
used correctly there. Memory accuracy is the share of values kept, whatever became of the task (our reading of STAMP,
which gives the name only). IRR, the information retention rate of MemGUI-Bench, is the share of smallest units that
were recalled and used: 1 for a task that is done, 0 where only a decision or a result shows the use and it is wrong.
A *trigger* is right where a note is written at the step at which the value stood on the screen first.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sextant.prompts import count_tokens
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_worlds.memory.compare import Label, compare
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.tasks import MemoryItem
from sextant_worlds.spec.world import World

__all__ = [
    "ItemScore",
    "MemoryScores",
    "MemoryTrace",
    "NoteWrite",
    "Typed",
    "held",
    "mtpr",
    "score",
    "stated",
    "trace_of",
]

Where = tuple[str, str, str]
"""App, page, record."""


@dataclass(frozen=True, slots=True)
class NoteWrite:
    """A note as it stands from a step on; an empty text takes it back. Notes of one `id` replace one another."""

    step: int
    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """A text typed at a step."""

    step: int
    text: str


@dataclass(frozen=True)
class MemoryTrace:
    """What a run shows of its memory.

    `seen` gives the step at which each fact was first on the screen at its place, `needed` the first step after that
    at which the agent stood where it is needed again.
    """

    steps: int
    success: bool
    writes: tuple[NoteWrite, ...] = ()
    typed: tuple[Typed, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict[str, int])
    needed: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class ItemScore:
    """One value. `label` is what the notes hold of it when it is needed, `delay` the steps from seeing to writing."""

    fact: str
    kind: str
    label: Label
    used: bool
    units: int
    units_used: int
    seen: int | None
    needed: int | None
    written: int | None

    @property
    def kept(self) -> bool:
        """Whether it was there when it was needed, or used correctly."""
        return self.label == "complete" or self.used

    @property
    def delay(self) -> int | None:
        """None where it was never seen or never written down."""
        return None if self.seen is None or self.written is None else self.written - self.seen


@dataclass(frozen=True, slots=True)
class MemoryScores:
    """A run's memory. Figures that nothing was measured for are None."""

    items: tuple[ItemScore, ...]
    accuracy: float | None
    irr: float | None
    trigger_precision: float | None
    trigger_recall: float | None
    delay: float | None
    size: int
    """Tokens of all notes that stand at the end (estimated)."""

    def count(self, label: Label) -> int:
        """Values of which the notes hold so much."""
        return sum(1 for item in self.items if item.label == label)


def held(world: World, item: MemoryItem, note: str) -> Label:
    """How much of a value of the world one note holds."""
    facts = {fact.id: fact for fact in world.scenario.facts}
    return compare(stated(item, facts), note, item.kind, world.scenario.options.get(item.fact, ()))


def stated(item: MemoryItem, facts: Mapping[str, Fact]) -> str:
    """The value as notes are compared with it: as shown, amounts with their currency; dates and times canonical."""
    fact = facts.get(item.fact)
    if fact is None or item.kind in ("date", "time", "ordering"):
        return item.value
    return fact.shown


def score(world: World, trace: MemoryTrace) -> MemoryScores:
    """The figures of one run."""
    items = tuple(_item(world, item, trace) for item in world.task.memory_items)
    units = sum(item.units for item in items)
    right, wanted = _triggers(world, trace)
    delays = [item.delay for item in items if item.delay is not None]
    kept = _standing(trace.writes, trace.steps)
    return MemoryScores(
        items,
        None if not items else sum(item.kept for item in items) / len(items),
        None if not units else 1.0 if trace.success else sum(item.units_used for item in items) / units,
        None if not trace.writes else right / len([write for write in trace.writes if write.text]),
        None if not wanted or not trace.writes else _recalled(items) / wanted,
        None if not delays else sum(delays) / len(delays),
        sum(count_tokens(text) for text in kept),
    )


def mtpr(memory: float, control: float) -> float | None:
    """Success with memory over success without; None where nothing without memory succeeds."""
    return memory / control if control > 0 else None


def _item(world: World, item: MemoryItem, trace: MemoryTrace) -> ItemScore:
    needed = trace.needed.get(item.fact, trace.steps)
    label = _best(world, item, _standing(trace.writes, needed))
    typed = [typed.text for typed in trace.typed if typed.step >= trace.seen.get(item.fact, 0)]
    used = trace.success or (_explicit(world, item) and _best(world, item, typed) == "complete")
    parts = [unit for unit in item.units if used or _unit_used(world, item, unit, typed)]
    written = next(
        (write.step for write in trace.writes if write.text and _best(world, item, [write.text]) == "complete"),
        None,
    )
    seen = trace.seen.get(item.fact)
    return ItemScore(
        item.fact, item.kind, label, used, len(item.units), len(parts), seen, trace.needed.get(item.fact), written
    )


def _best(world: World, item: MemoryItem, texts: Sequence[str]) -> Label:
    labels = {held(world, item, text) for text in texts}
    return "complete" if "complete" in labels else "partial" if "partial" in labels else "none"


def _explicit(world: World, item: MemoryItem) -> bool:
    """Whether the value itself has to be typed, so that its use can be seen."""
    moves = [move for steps in world.task.reference.steps.values() for move in steps]
    texts = " ".join(move.text for move in moves if move.kind == "type")
    alone = world.scenario.truth.facts == (item.fact,)
    return f"{{fact:{item.fact}}}" in texts or ("{answer}" in texts and (alone or not _derived(world)))


def _derived(world: World) -> bool:
    """Whether the answer is worked out from values instead of repeating them."""
    facts = [fact for fact in world.scenario.facts if fact.id in world.scenario.truth.facts]
    return not all(fact.shown in world.task.grading.gold for fact in facts)


def _unit_used(world: World, item: MemoryItem, unit: str, typed: Sequence[str]) -> bool:
    if len(item.units) < 2 or not _explicit(world, item):
        return False
    return any(re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text, re.IGNORECASE) for text in typed)


def _standing(writes: Sequence[NoteWrite], step: int) -> list[str]:
    """The notes that stand before a step is decided on."""
    notes: dict[str, str] = {}
    for at, write in enumerate(writes):
        if write.step < step:
            notes[write.id or f"#{at}"] = write.text
    return [text for text in notes.values() if text]


def _triggers(world: World, trace: MemoryTrace) -> tuple[int, int]:
    """Notes written at the step a value was seen and holding some of it; values that were seen."""
    right = 0
    for write in trace.writes:
        if not write.text:
            continue
        due = [item for item in world.task.memory_items if trace.seen.get(item.fact) == write.step]
        right += any(_best(world, item, [write.text]) != "none" for item in due)
    return right, sum(1 for item in world.task.memory_items if item.fact in trace.seen)


def _recalled(items: Sequence[ItemScore]) -> int:
    return sum(1 for item in items if item.delay == 0)


# From the steps of a run


def trace_of(
    world: World, transitions: Sequence[Transition], places: Sequence[Where], first: Where, success: bool
) -> MemoryTrace:
    """What the steps of a run show. `places` says where each ended; `first` where the run began."""
    at = [first, *places]
    seen: dict[str, int] = {}
    needed: dict[str, int] = {}
    facts = {fact.id: fact for fact in world.scenario.facts}
    for step, transition in enumerate(transitions):
        for item in world.task.memory_items:
            if item.fact not in seen:
                if _stands(facts.get(item.fact), transition.before, at[step], item):
                    seen[item.fact] = step
            elif item.fact not in needed and at[step][:2] == (item.retrieve.app, item.retrieve.page):
                needed[item.fact] = step
    writes = tuple(write for step, transition in enumerate(transitions) for write in _writes(step, transition))
    typed = tuple(
        Typed(step, getattr(transition.decision.action, "text", ""))
        for step, transition in enumerate(transitions)
        if transition.decision.action.kind in ("input_text", "answer")
    )
    return MemoryTrace(len(transitions), success, writes, typed, seen, needed)


def _stands(fact: Fact | None, screen: Screen, at: Where, item: MemoryItem) -> bool:
    """Whether the fact is on the screen: at its place, and in words where it stands in words."""
    if at != (item.encode.app, item.encode.page, item.encode.record):
        return False
    if fact is None or fact.medium == "pixels" or fact.kind == "total":
        return True  # drawn, or worked out from what stands there
    shown = " ".join(fact.shown.split())
    return any(
        shown in " ".join(text.split())
        for element in screen.elements
        if element.visibility in ("visible", "clipped")
        for text in (element.text, element.name, element.value)
        if text
    )


def _writes(step: int, transition: Transition) -> list[NoteWrite]:
    """Notes that a decision writes: what stands under `memory` among the fields of the guides."""
    found: list[NoteWrite] = []
    note = transition.decision.fields.get("memory")
    entries = list(note) if isinstance(note, list | tuple) else [note]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    for entry in entries:  # pyright: ignore[reportUnknownVariableType]
        if isinstance(entry, str) and entry:
            found.append(NoteWrite(step, entry))
        elif isinstance(entry, Mapping):
            told: dict[str, object] = {str(key): value for key, value in entry.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            words = [str(value) for key, value in told.items() if key not in ("id", "op", "action") and value]
            found.append(NoteWrite(step, " ".join(words), str(told.get("id", ""))))
    return found
