"""A draft of a task. Each part is executed in a twin at once, and removed if it fails."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, cast

from sextant.types.screens import Screen
from sextant_worlds.author.phones import Setting
from sextant_worlds.engine.data import Json
from sextant_worlds.genres.base import Chore, FactSource, Fork, Loop, Sink
from sextant_worlds.oracle.walk import Oracle, OracleWalk
from sextant_worlds.oracle.walker import ReadNote
from sextant_worlds.rules.base import stands_in
from sextant_worlds.spec.reference import (
    Each,
    Holds,
    Move,
    OpenMove,
    PressMove,
    ReadMove,
    Reference,
    TapMove,
    TypeMove,
)
from sextant_worlds.spec.scenario import Fact, Scenario
from sextant_worlds.spec.tasks import Acted, Grading, RecordsHold, StatePredicate, VarHolds
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin

__all__ = ["DraftPart", "TaskDraft", "fact_of", "reference_of"]

_DESK: tuple[Move, ...] = (
    TapMove(test_id="go-submit-answer"),
    TypeMove(test_id="answer-input", text="{answer}"),
    TapMove(test_id="answer-submit"),
)


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A part of the program: a step, or an iteration or a condition around steps."""

    text: str
    moves: tuple[Move, ...]
    each: Each | None = None
    loop_text: str = ""
    holds: Holds | None = None
    other_text: str = ""
    other_moves: tuple[Move, ...] = ()


@dataclass(slots=True)
class TaskDraft:
    """The parts of the task so far, and the twin in which they were executed.

    Attributes:
        touched: The paths that may change.
        reads: The step at which each fact was read.
        seen: All screens so far.
    """

    setting: Setting
    why: str = ""
    """Why the last part that was taken back did not work."""
    item: ReadNote | None = None
    """What was read last of an item of an iteration."""
    parts: list[DraftPart] = field(default_factory=list[DraftPart])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    sources: dict[str, FactSource] = field(default_factory=dict[str, FactSource])
    expects: list[StatePredicate] = field(default_factory=list[StatePredicate])
    touched: list[str] = field(default_factory=list[str])
    used: set[str] = field(default_factory=set[str])
    reads: dict[str, int] = field(default_factory=dict[str, int])
    seen: list[Screen] = field(default_factory=list[Screen])
    apps: list[str] = field(default_factory=list[str])
    """App in front after each part."""
    ends: list[int] = field(default_factory=list[int])
    """Steps carried out after each part."""
    twin: Twin = field(init=False)
    world: World = field(init=False)
    begin: Json = field(init=False)
    _served: Json = field(init=False)

    def __post_init__(self) -> None:
        self.twin = self.setting.stage
        self.twin.reset()
        self.world = self.twin.world
        self._served = shared(self.world).world
        self.begin = self.twin.snapshot()

    @property
    def now(self) -> int:
        """The number of steps so far."""
        return len(self.seen)

    @property
    def first(self) -> int:
        """The step at which the first value was read; the present step if none was."""
        return min(self.reads.values(), default=self.now)

    @property
    def hops(self) -> int:
        """The number of changes of app since then."""
        since = [app for app, end in zip(self.apps, self.ends, strict=True) if end >= self.first]
        return sum(one != other for one, other in pairwise(since))

    def sound(self, source: FactSource) -> bool:
        """Whether the value of a source is on its own page only."""
        known = self.setting.known
        if source.id not in known:
            known[source.id] = self._sound(source)
        return known[source.id]

    def _sound(self, source: FactSource) -> bool:
        ground, folded = self.setting.ground, source.shown.casefold()
        own = ground.key(source.place)
        if len(folded) < 3:
            return source.medium == "pixels"
        total, here = ground.whole.count(folded), ground.pages.get(own, "").count(folded)
        return total == here or not any(
            folded in text and page != own and stands_in(source.shown, text) for page, text in ground.pages.items()
        )

    # -- parts -------------------------------------------------------------------------------------------------

    def read(self, app: str, *sources: FactSource, text: str) -> bool:
        """Goes to the values of one app and reads them, each by its own moves."""
        before = self.save()
        made = [(source, fact_of(source)) for source in sources]
        self.facts |= {fact.id: fact for _, fact in made}
        self.sources |= {fact.id: source for source, fact in made}
        for number, (source, fact) in enumerate(made):
            moves = (*source.moves, ReadMove(facts=(fact.id,)))
            if not self.do(app, text if len(made) == 1 else f"{text} ({number + 1})", moves):
                self.back_to(before)
                return False
            self.reads.setdefault(fact.id, self.now)
        return True

    def look_at(self, app: str, source: FactSource, text: str) -> bool:
        """Goes to a value without reading it."""
        return self.do(app, text, source.moves)

    def chore(self, app: str, chore: Chore, text: str, limit: int = 10_000) -> bool:
        """Does a chore; False if it is done already, fails, or exceeds `limit` steps."""
        if self._clash(chore.touches, chore.expects) or self._all_met(chore.expects):
            return False
        before = self.save()
        if self.do(app, text, chore.moves) and self.now <= limit and self._all_met(chore.expects):
            self._expect(chore.expects, chore.touches)
            self.used.add(chore.id)
            return True
        self.back_to(before)
        return False

    def sink(self, app: str, sink: Sink, facts: Sequence[str], text: str) -> bool:
        """Uses values that were read."""
        moves = tuple(_typed(move, facts) for move in sink.moves)
        expects = tuple(_expecting(item, [self.facts[fact].shown for fact in facts]) for item in sink.expects)
        if self._clash(sink.touches, expects) or self._all_met(expects):
            return False
        before = self.save()
        if self.do(app, text, moves) and self._all_met(expects):
            self._expect(expects, sink.touches)
            self.used.add(sink.id)
            return True
        self.back_to(before)
        return False

    def loop(self, app: str, loop: Loop, text: str, limit: int = 10_000) -> bool:
        """Does the same for every record; with `reads`, adds the values up."""
        if self._clash(loop.touches, loop.expects) or (loop.expects and self._all_met(loop.expects)):
            return False
        before = self.save()
        body = (*loop.moves, ReadMove(facts=(), item=loop.reads)) if loop.reads and not _reads(loop) else loop.moves
        enter = (*self._arrival(app, loop.enter), *loop.enter)
        worked = self._carry(DraftPart(text, enter), app) and self._carry(
            DraftPart(loop.step, body, each=loop.each, loop_text=text), app
        )
        if worked and self.now <= limit and self._all_met(loop.expects):
            self._expect(loop.expects, loop.touches)
            self.used.add(loop.id)
            return True
        self.back_to(before)
        return False

    def fork(self, app: str, fork: Fork, fact: str, texts: tuple[str, str, str]) -> bool:
        """Does one of two things, by a fact that was read. `texts`: the condition, and the two steps."""
        known = self.facts[fact]
        taken = fork.when in (known.shown, known.value)
        chore = fork.then if taken else fork.otherwise
        if self._clash(chore.touches, chore.expects) or self._all_met(chore.expects):
            return False
        before = self.save()
        way = self._arrival(app, chore.moves)
        part = DraftPart(
            texts[1],
            (*way, *fork.then.moves),
            holds=Holds(fact=fact, equals=fork.when),
            loop_text=texts[0],
            other_text=texts[2],
            other_moves=(*way, *fork.otherwise.moves),
        )
        if self._carry(part, app) and self._all_met(chore.expects):
            self._expect(chore.expects, chore.touches)
            self.used |= {fork.then.id, fork.otherwise.id, fork.id}
            return True
        self.back_to(before)
        return False

    def submit(self, text: str) -> bool:
        """Submits the answer."""
        return self.do("desk", text, _DESK)

    def do(self, app: str, text: str, moves: Sequence[Move]) -> bool:
        """Goes to the start of the app and executes moves."""
        before = self.save()
        if self._carry(DraftPart(text, (*self._arrival(app, moves), *moves)), app):
            return True
        self.back_to(before)
        return False

    # -- carrying out ------------------------------------------------------------------------------------------

    def _carry(self, part: DraftPart, app: str) -> bool:
        before = self.save()
        text = self._unique(part)
        part = replace(part, text=text)
        self.parts.append(part)
        walk = self._walk(part)
        self.seen.extend(step.before for step in walk.steps)
        if not walk.finished:
            self.why = walk.reason
            self.back_to(before)
            return False
        self.item = next((note for _, note in walk.reads if note.kind == "item"), self.item)
        self.apps.append(app)
        self.ends.append(self.now)
        return True

    def _walk(self, part: DraftPart) -> OracleWalk:
        task = self.world.task.model_copy(update={"reference": reference_of((part,))})
        scenario = Scenario(facts=tuple(self.facts.values()))
        world = self.world.model_copy(update={"scenario": scenario, "task": task})
        return Oracle(world, self._served).walk(self.twin, lambda: self.twin.state)

    def _unique(self, part: DraftPart) -> str:
        texts = {found.text: found.moves for found in self.parts}
        text, number = part.text, 1
        while text in texts and texts[text] != part.moves:
            number += 1
            text = f"{part.text} ({number})"
        return text

    def _arrival(self, app: str, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The moves from the present screen to the start page of the app."""
        state = self.twin.state
        stack = state["stacks"].get(app)
        if stack is None:
            return (OpenMove(app=app),)
        if any(stack[0]["ui"].values()) or any(entry["scroll"] for entry in stack[:1]):
            close = (PressMove(key="recents"), TapMove(test_id=f"recent-{app}-close"))
            return (*close, OpenMove(app=app))
        way: list[Move] = [] if state["front"] == app else [OpenMove(app=app)]
        open_dialog = bool(state["dialog"]) and state["dialog"]["app"] == app
        way += [PressMove(key="back")] * (len(stack) - 1 + open_dialog)
        tabs = next(spec.tabs for spec in self.setting.apps if spec.id == app)
        if tabs and state["tab"][app] != tabs[0].id and not _begins_with_tab(moves):
            way.append(TapMove(test_id=f"tab-{tabs[0].id}"))
        return tuple(way)

    def save(self) -> "DraftSnapshot":
        """A snapshot of the draft, for `back_to`."""
        return DraftSnapshot(
            self.twin.snapshot(),
            tuple(len(items) for items in self._lists()),
            dict(self.facts),
            dict(self.sources),
            dict(self.reads),
            set(self.used),
        )

    def _lists(self) -> tuple[list[Any], ...]:
        return (self.parts, self.seen, self.apps, self.ends, self.expects, self.touched)

    def back_to(self, saved: "DraftSnapshot") -> None:
        """Restores a snapshot of the draft."""
        self.twin.restore(saved.state)
        for items, length in zip(self._lists(), saved.lengths, strict=True):
            del items[length:]
        self.facts, self.sources = dict(saved.facts), dict(saved.sources)
        self.reads, self.used = dict(saved.reads), set(saved.used)

    # -- grading -----------------------------------------------------------------------------------------------

    def _expect(self, expects: Sequence[StatePredicate], touches: Sequence[str]) -> None:
        self.expects.extend(expects)
        self.touched.extend(touches)
        self.touched.extend(f"{item.app}.{item.act}" for item in expects if isinstance(item, Acted))

    def _clash(self, touches: Sequence[str], expects: Sequence[StatePredicate]) -> bool:
        """Whether a part would undo another expected result, or be undone by it."""
        ours = {_path(item) for item in self.expects}
        counted = any(isinstance(item, RecordsHold) and item.count == 0 for item in (*self.expects, *expects))
        theirs = {_path(item) for item in expects}
        if any(isinstance(item, VarHolds) and _path(item) in ours for item in expects):
            return True
        return counted and bool((ours & set(touches)) | (theirs & set(self.touched)))

    def _all_met(self, expects: Sequence[StatePredicate]) -> bool:
        grading = Grading(expects=tuple(expects))
        world = self.world.model_copy(update={"task": self.world.task.model_copy(update={"grading": grading})})
        return grade(world, self.twin.state, "complete", self.begin).success


@dataclass(frozen=True, slots=True)
class DraftSnapshot:
    """A draft as it was."""

    state: Json
    lengths: tuple[int, ...]
    facts: dict[str, Fact]
    sources: dict[str, FactSource]
    reads: dict[str, int]
    used: set[str]


def fact_of(source: FactSource) -> Fact:
    """The fact that a source becomes when a task asks for it."""
    return Fact(
        id=source.id[:48],
        kind=source.kind,
        label=source.label,
        value=source.value,
        shown=source.shown,
        place=source.place,
        where=source.where,
        medium=source.medium,
        test_id=source.test_id,
    )


def reference_of(parts: Sequence[DraftPart], ends: str = "complete") -> Reference:
    """The program of the parts, with what its words mean."""
    lines: list[str] = []
    steps: dict[str, tuple[Move, ...]] = {}
    loops: dict[str, Each] = {}
    conditions: dict[str, Holds] = {}
    for part in parts:
        steps[part.text] = part.moves
        if part.each is not None:
            loops[part.loop_text] = part.each
            lines += [f"for item in each({part.loop_text!r}):", f"    step({part.text!r})"]
        elif part.holds is not None:
            conditions[part.loop_text] = part.holds
            steps[part.other_text] = part.other_moves
            lines += [f"if holds({part.loop_text!r}):", f"    step({part.text!r})"]
            lines += ["else:", f"    step({part.other_text!r})"]
        else:
            lines.append(f"step({part.text!r})")
    return Reference.model_validate(
        {
            "program": "\n".join(lines),
            "steps": steps,
            "loops": loops,
            "conditions": conditions,
            "ends": ends,
        }
    )


def _begins_with_tab(moves: Sequence[Move]) -> bool:
    return bool(moves) and isinstance(moves[0], TapMove) and moves[0].test_id.startswith("tab-")


def _reads(loop: Loop) -> bool:
    return any(isinstance(move, ReadMove) for move in loop.moves)


def _typed(move: Move, facts: Sequence[str]) -> Move:
    """The move with `{0}`, `{1}` … bound to facts."""
    if not isinstance(move, TypeMove):
        return move
    text = move.text
    for number, fact in enumerate(facts):
        text = text.replace(f"{{{number}}}", f"{{fact:{fact}}}")
    return TypeMove(test_id=move.test_id, text=text)


def _expecting(predicate: StatePredicate, shown: Sequence[str]) -> StatePredicate:
    """The predicate with `{0}`, `{1}` … replaced by the values."""
    if not any(f"{{{number}}}" in str(predicate) for number in range(len(shown))):
        return predicate
    data = predicate.model_dump(mode="json")
    return type(predicate).model_validate(_replaced(data, shown))


def _replaced(value: Any, shown: Sequence[str]) -> Any:
    if isinstance(value, str):
        for number, text in enumerate(shown):
            value = value.replace(f"{{{number}}}", text)
        return value
    if isinstance(value, dict):
        return {key: _replaced(inner, shown) for key, inner in cast("Json", value).items()}
    if isinstance(value, list):
        return [_replaced(inner, shown) for inner in cast("list[Any]", value)]
    return value


def _path(predicate: StatePredicate) -> str:
    match predicate:
        case RecordsHold():
            return f"{predicate.app}.{predicate.collection}"
        case VarHolds():
            return f"{predicate.app}.{predicate.var}"
        case Acted():
            return f"{predicate.app}.{predicate.act}"
