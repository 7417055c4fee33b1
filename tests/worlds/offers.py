"""Carries out, in the twin, what a genre offers: one app and the desk, one offer at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant_worlds.genres.app_builder import shown_date, shown_money
from sextant_worlds.genres.base import Built, Cast, FactSource, Loop
from sextant_worlds.genres.desk import desk
from sextant_worlds.oracle.walk import Oracle, OracleWalk
from sextant_worlds.spec.phone import PhoneSpec
from sextant_worlds.spec.reference import Each, Move, OpenMove, ReadMove, Reference, TypeMove
from sextant_worlds.spec.scenario import Fact, FactKind, Scenario
from sextant_worlds.spec.tasks import FinalAction, Grading, StatePredicate, TaskSpec
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import Grade, grade
from sextant_worlds.twin.twin import Twin


@dataclass(frozen=True, slots=True)
class Carried:
    """How it went, graded before and after."""

    walk: OracleWalk
    before: Grade
    after: Grade
    twin: Twin


class Stage:
    """An app in the twin, with its desk."""

    def __init__(self, built: Built, cast: Cast) -> None:
        self._built, self._cast = built, cast
        self._phone = PhoneSpec(locale=cast.locale, currency=cast.currency, today=cast.today.isoformat())
        self._desk = desk(cast)

    def _world(
        self,
        reference: Reference,
        facts: tuple[Fact, ...],
        expects: tuple[StatePredicate, ...],
        touches: Sequence[str],
    ) -> World:
        task = TaskSpec(
            id="offer",
            template="offer",
            kind="state",
            memory=False,
            goal="-",
            guideline="-",
            instructions=(),
            reference=reference,
            final_action=FinalAction(kind="state"),
            grading=Grading(expects=expects, touches=tuple(touches)),
        )
        return World(
            id="offer",
            seed=1,
            phone=self._phone,
            apps=(self._built.app, self._desk),
            scenario=Scenario(facts=facts),
            task=task,
        )

    def carry(
        self,
        moves: Sequence[Move],
        expects: tuple[StatePredicate, ...] = (),
        touches: Sequence[str] = (),
        facts: tuple[Fact, ...] = (),
        loop: tuple[Each, tuple[Move, ...]] | None = None,
    ) -> Carried:
        """Opens the app and makes the moves; those of the loop for each of its records."""
        steps: dict[str, tuple[Move, ...]] = {"begin": (OpenMove(app=self._built.app.id), *moves)}
        program = 'step("begin")'
        loops: dict[str, Each] = {}
        if loop is not None:
            steps["one"], loops["all"] = loop[1], loop[0]
            program += '\nfor item in each("all"):\n    step("one")'
        world = self._world(Reference(program=program, steps=steps, loops=loops), facts, expects, touches)
        twin = Twin(world)
        start = twin.snapshot()
        before = grade(world, twin.state, "complete", start)
        walk = Oracle(world).walk(twin, lambda: twin.state)
        return Carried(walk, before, grade(world, twin.state, "complete", start), twin)

    def read(self, source: FactSource) -> Carried:
        """Goes to where a value stands and reads it."""
        fact = Fact(
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
        return self.carry((*source.moves, ReadMove(facts=(fact.id,))), facts=(fact,))

    def repeat(self, loop: Loop) -> Carried:
        """Does it for each record of the list."""
        return self.carry(loop.enter, loop.expects, loop.touches, loop=(loop.each, loop.moves))


def sample(kind: FactKind, cast: Cast, place: int) -> str:
    """A value of a kind as a page would show it."""
    match kind:
        case "price" | "total":
            return shown_money(123_45 + place, cast)
        case "date":
            return shown_date(cast.today.isoformat(), cast)
        case "time":
            return f"1{place}:47"
        case "name":
            return "Ottoline Brandywine" if cast.locale == "en" else "诸葛青竹"
        case "number":
            return f"7341{place}"
        case "code":
            return f"Q{place}-7713"
        case _:
            return "Under the old oak" if cast.locale == "en" else "老橡树下"


def filled(moves: Sequence[Move], values: Sequence[str]) -> tuple[Move, ...]:
    """The moves with `{0}`, `{1}` … replaced."""
    return tuple(
        move.model_copy(update={"text": put(move.text, values)}) if isinstance(move, TypeMove) else move
        for move in moves
    )


def filled_predicate(predicate: StatePredicate, values: Sequence[str]) -> StatePredicate:
    """The predicate with them replaced."""
    text = predicate.model_dump_json()
    escaped = [value.replace("\\", "\\\\").replace('"', '\\"') for value in values]
    return type(predicate).model_validate_json(put(text, escaped))


def put(text: str, values: Sequence[str]) -> str:
    """The text with `{0}`, `{1}` … replaced."""
    for number, value in enumerate(values):
        text = text.replace(f"{{{number}}}", value)
    return text
