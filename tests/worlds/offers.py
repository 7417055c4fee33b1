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

_READ = ("kind", "label", "value", "shown", "place", "where", "medium", "test_id")
_SAMPLES: dict[FactKind, tuple[str, str]] = {
    "time": ("1{}:47", "1{}:47"),
    "name": ("Ottoline Brandywine", "诸葛青竹"),
    "number": ("7341{}", "7341{}"),
    "code": ("Q{}-7713", "Q{}-7713"),
}


@dataclass(frozen=True, slots=True)
class Carried:
    """How it went, graded before and after."""

    walk: OracleWalk
    before: Grade
    after: Grade
    twin: Twin


@dataclass(frozen=True)
class Stage:
    """An app in the twin, with its desk."""

    built: Built
    cast: Cast

    def carry(
        self,
        moves: Sequence[Move],
        expects: tuple[StatePredicate, ...] = (),
        touches: Sequence[str] = (),
        facts: tuple[Fact, ...] = (),
        loop: tuple[Each, tuple[Move, ...]] | None = None,
    ) -> Carried:
        """Opens the app and makes the moves; those of the loop for each of its records."""
        steps: dict[str, tuple[Move, ...]] = {"begin": (OpenMove(app=self.built.app.id), *moves)}
        reference = Reference(program='step("begin")', steps=steps)
        if loop is not None:
            program = 'step("begin")\nfor item in each("all"):\n    step("one")'
            reference = Reference(program=program, steps={**steps, "one": loop[1]}, loops={"all": loop[0]})
        grading = Grading(expects=expects, touches=tuple(touches))
        final = FinalAction(kind="state")
        task = TaskSpec(
            id="offer", template="offer", kind="state", memory=False, goal="-", guideline="-", instructions=(),
            reference=reference, final_action=final, grading=grading,
        )  # fmt: skip
        cast = self.cast
        phone = PhoneSpec(locale=cast.locale, currency=cast.currency, today=cast.today.isoformat())
        apps = (self.built.app, desk(cast))
        world = World(id="offer", seed=1, phone=phone, apps=apps, scenario=Scenario(facts=facts), task=task)
        twin = Twin(world)
        start = twin.snapshot()
        before = grade(world, twin.state, "complete", start)
        walk = Oracle(world).walk(twin, lambda: twin.state)
        return Carried(walk, before, grade(world, twin.state, "complete", start), twin)

    def read(self, source: FactSource) -> Carried:
        """Goes to where a value stands and reads it."""
        fact = Fact.model_validate({"id": source.id[:48], **{name: getattr(source, name) for name in _READ}})
        return self.carry((*source.moves, ReadMove(facts=(fact.id,))), facts=(fact,))

    def repeat(self, loop: Loop) -> Carried:
        """Does it for each record of the list."""
        return self.carry(loop.enter, loop.expects, loop.touches, loop=(loop.each, loop.moves))


def sample(kind: FactKind, cast: Cast, place: int) -> str:
    """A value of a kind as a page would show it."""
    if kind in ("price", "total"):
        return shown_money(123_45 + place, cast)
    if kind == "date":
        return shown_date(cast.today.isoformat(), cast)
    return _SAMPLES.get(kind, ("Under the old oak", "老橡树下"))[cast.locale == "zh"].format(place)


def filled(moves: Sequence[Move], values: Sequence[str]) -> tuple[Move, ...]:
    """The moves with `{0}`, `{1}` … replaced."""
    return tuple(
        move.model_copy(update={"text": put(move.text, values)}) if isinstance(move, TypeMove) else move
        for move in moves
    )


def filled_predicate(predicate: StatePredicate, values: Sequence[str]) -> StatePredicate:
    """The predicate with them replaced."""
    escaped = [value.replace("\\", "\\\\").replace('"', '\\"') for value in values]
    return type(predicate).model_validate_json(put(predicate.model_dump_json(), escaped))


def put(text: str, values: Sequence[str]) -> str:
    """The text with `{0}`, `{1}` … replaced."""
    for number, value in enumerate(values):
        text = text.replace(f"{{{number}}}", value)
    return text
