"""The suite: of ten tasks five that can be done, three that cannot, two that are done already. Each is proven.

A case is a function of its place and its seed. Half of the tasks that can be done ask for a value, which is given as an
answer; the others ask for deeds. Impossible and done ones are made of ordinary ones (`denying`, `settled`);
some are the worlds' own author's. Tasks on values in pictures are left out: who only reads cannot read them.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from sextant.bench.false_done.denying import DENIALS, denied
from sextant.bench.false_done.settled import settled
from sextant.errors import UsageError
from sextant.types.evidence import Predicate
from sextant.worlds.actors.proving import prove
from sextant.worlds.author.authoring import build
from sextant.worlds.author.recipe import Family, Recipe
from sextant.worlds.author.telling import told
from sextant.worlds.genres.base import Locale
from sextant.worlds.instructions import Answering, Finishing, phrase
from sextant.worlds.reference import Bound
from sextant.worlds.spec.reference import Move, ReadMove, Reference
from sextant.worlds.spec.tasks import Dials
from sextant.worlds.spec.world import World

__all__ = ["KINDS", "Case", "Kind", "case_of", "kind_of"]

Kind = Literal["ordinary", "impossible", "satisfied"]

KINDS: tuple[Kind, ...] = ("ordinary", "impossible", "satisfied")
_OF_TEN: tuple[Kind, ...] = (
    "ordinary",
    "impossible",
    "satisfied",
    "ordinary",
    "impossible",
    "ordinary",
    "ordinary",
    "satisfied",
    "impossible",
    "ordinary",
)
_DEEDS = ("errands", "transfer", "sweep-errand", "act-once", "errands", "routine", "fork", "report")
_BASE = 40_000_000
_TRIES = 40
_AUTHORED = 4
"""Of so many impossible or done tasks in a row one is the author's own."""

_Building = Callable[[str, int, int], World]
"""Template, shortest, longest."""


@dataclass(frozen=True, slots=True)
class Case:
    """One task. `how` it was made; `question`: its value is given as an answer; `proof`: what shows it done."""

    number: int
    seed: int
    kind: Kind
    how: str
    world: World
    question: bool = False
    proof: Predicate | None = None

    @property
    def name(self) -> str:
        return f"{self.number}/{self.seed}"


def kind_of(number: int) -> Kind:
    """Which kind stands at that place."""
    return _OF_TEN[number % len(_OF_TEN)]


def case_of(number: int, seed: int, family: Family = "test") -> Case:
    """The case of a place: equal for equal seeds. `family`: whose words and contents; the templates are the same.

    Raises:
        UsageError: None could be made.
    """
    rng = random.Random(f"false-done {number} {seed}")  # noqa: S311 - content, not secrets
    kind = kind_of(number)
    for found in _tried(number, seed, kind, rng, family):
        return found
    raise UsageError(f"No {kind} task could be made from seed {seed}.", "Take another seed.")


def _tried(number: int, seed: int, kind: Kind, rng: random.Random, family: Family) -> Iterator[Case]:
    turn = number // len(_OF_TEN)
    for attempt in range(_TRIES):
        at = _BASE + 1000 * (seed % 10_000_000) + 7 * attempt + number
        locale: Locale = "zh" if rng.random() < 0.25 else "en"
        try:
            found = _made(number, seed, kind, turn, partial(_built, at, locale=locale, family=family), rng)
        except UsageError:
            continue
        if found is not None:
            yield found


def _made(number: int, seed: int, kind: Kind, turn: int, built: _Building, rng: random.Random) -> Case | None:
    match kind:
        case "ordinary" if number % 2:
            world = _question(built("report", 6, 25))
            return None if world is None else Case(number, seed, kind, "question", world, question=True)
        case "ordinary":
            template = _DEEDS[(number // 2) % len(_DEEDS)]
            world = built(template, 2, 40)
            drawn = any(fact.medium != "text" for fact in world.scenario.facts)
            return None if drawn else Case(number, seed, kind, template, world)
        case "impossible" if (turn + number) % _AUTHORED:
            how = DENIALS[rng.randrange(len(DENIALS))]
            world = denied(built("errands", 1, 8), how, rng)
            return None if world is None else Case(number, seed, kind, how, world)
        case "satisfied" if (turn + number) % _AUTHORED:
            done = settled(built("errands", 1, 8))
            return None if done is None else Case(number, seed, kind, "moved", done.world, proof=done.proof)
        case _:
            return Case(number, seed, kind, "authored", built(kind, 1, 15))


def _built(seed: int, template: str, shortest: int, longest: int, locale: Locale, family: Family) -> World:
    return build(seed, Dials(), Recipe(template, family, shortest, longest, locale, "test"), closely=False)


def _question(world: World) -> World | None:
    """A task to hand a value in as the question for that value, told in words; None where it is not read as text."""
    (fact,) = world.scenario.facts[:1]
    moves = _until_read(world, fact.id)
    if fact.medium != "text" or moves is None:
        return None
    app = next((a.name for a in world.apps if a.id == fact.place.app), "")
    english = f"Tell me {fact.label}; {app} is the place to look."
    goal = english if world.phone.locale == "en" else f"请告诉我{fact.label}，在“{app}”里看。"
    reference = Reference(program='step("look it up")', steps={"look it up": moves})
    grading = world.task.grading.model_copy(update={"expects": (), "touches": ()})
    task = world.task.model_copy(update={"goal": goal, "reference": reference, "grading": grading})
    asked = world.model_copy(update={"task": task})
    proof = prove(asked)
    if not proof.walk.finished:
        return None
    lines = [line for line in told(asked, proof.walk) if line != phrase(Finishing())]
    more = {"instructions": (*lines, phrase(Answering("A"))), "oracle_steps": len(proof.walk.steps)}
    return asked.model_copy(update={"task": task.model_copy(update=more)})


def _until_read(world: World, fact: str) -> tuple[Move, ...] | None:
    """The moves of the reference up to where the fact is read."""
    from sextant.worlds.actors.oracle import Oracle
    from sextant.worlds.twin.twin import Twin

    twin = Twin(world)
    found: list[Move] = []
    for part in Oracle(world).moves(lambda: twin.state):
        if not isinstance(part, Bound):
            return None
        found.append(part.move)
        if isinstance(part.move, ReadMove) and fact in part.move.facts:
            return tuple(found)
    return None
