"""Builds a world from a seed and dials: phone, template, draft, surprises, measuring walk."""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sextant.errors import UsageError
from sextant_worlds.author.dials import asked_of, distance_from_asked, fitting, refuse
from sextant_worlds.author.draft import TaskDraft, reference_of
from sextant_worlds.author.goal_text import GoalText
from sextant_worlds.author.measurement import finish
from sextant_worlds.author.perturbation import with_surface
from sextant_worlds.author.phones import Setting, setting
from sextant_worlds.author.recipe import TaskRecipe
from sextant_worlds.author.surprises import late_pages, lost_draft, pending_sync, surprises
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.author.writer import Writer
from sextant_worlds.check.checker import check
from sextant_worlds.oracle.walk import LAUNCHER, Proof, place_of
from sextant_worlds.spec.base import Id
from sextant_worlds.spec.phone import Surprise
from sextant_worlds.spec.reference import Reference
from sextant_worlds.spec.scenario import Distractor, Scenario, Truth
from sextant_worlds.spec.tasks import Dials, FinalAction, Grading, TaskSpec
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade

__all__ = ["Drafted", "build", "drafts", "first_draft"]

_SETTINGS_SHARED = 12
"""So many seeds in a row share the apps of a phone."""
_ATTEMPTS = 60
_TRIES_EACH = 3
"""Drafts that are tried on one phone before another one is taken."""
_REPAIRS = 25
_COMPARED = 12
"""Drafts among which the one is chosen whose dials come out closest to what was asked."""
_ROOM = 50
"""Steps more, to see how long a distance would fit."""
_MEASURED = 130
"""The distance at which that is seen: what a task came to is told up to 150 only."""
_AIMS = 2
"""Times that a draft is written again with fewer chores."""
_SAME = 24
"""Drafts of the template that the seed draws before another template is taken."""
_NEEDS = {"board": "tiles", "grid": "tiles"}
"""Templates that need a certain app."""


@dataclass(frozen=True)
class Drafted:
    """The first draft of a world, and its walk."""

    world: World
    proof: Proof
    unwalked: int = 0
    """Drafts before it that the oracle's own walk did not carry through."""


def build(seed: int, dials: Dials | None = None, recipe: TaskRecipe | None = None, *, closely: bool = True) -> World:
    """Builds a world with a proven task: tries drafts in a fixed order until the checker admits one.

    Args:
        seed: Equal seeds give equal worlds.
        dials: The wanted dials, which the task meets as closely as possible; others are free.
        recipe: The kind of task.
        closely: Whether to search longer for a close match; else the dials are minimum values.

    Raises:
        UsageError: None of the drafts was admitted; the dials ask for what no setting offers.
    """
    told = ""
    written = _closest_first if closely else drafts
    for number, found in enumerate(written(seed, dials or Dials(), recipe or TaskRecipe())):
        report = check(found.world, proof=found.proof)
        if report.admitted:
            return found.world
        told = str(report.breaks[0])
        if number >= _REPAIRS:
            break
    raise UsageError(
        f"Seed {seed} gives no task with these dials: {told or 'nothing fits them'}.",
        _advice(seed, dials or Dials(), recipe or TaskRecipe()),
    )


def _advice(seed: int, dials: Dials, recipe: TaskRecipe) -> str:
    """Advice on possible dials; if only the distance is too long, the longest possible one.

    It is measured on tasks that may be longer: what lies before the first reading and after the last need is left.
    """
    if dials.distance:
        less = dials.model_copy(update={"distance": min(dials.distance, _MEASURED)})
        roomy = itertools.islice(drafts(seed, less, replace(recipe, longest=recipe.longest + _ROOM), closely=True), 3)
        tasks = [found.world.task for found in roomy if found.proof.walk.finished and found.world.task.memory]
        fits = recipe.longest - max((task.oracle_steps - task.dials.distance for task in tasks), default=recipe.longest)
        if 0 < fits < dials.distance:
            return f"The longest distance that fits is {fits}: ask for that or less, or take another seed."
    return "Ask for less, or take another seed."


def _closest_first(seed: int, dials: Dials, recipe: TaskRecipe) -> Iterator[Drafted]:
    """Yields drafts that meet the dials at once, and otherwise the closest of each few drafts first."""
    others: list[tuple[int, int, Drafted]] = []
    found = drafts(seed, dials, recipe, closely=True)
    for number, drafted in enumerate(found):
        task = drafted.world.task
        off = distance_from_asked(recipe.family, task.template, dials, task.dials)
        if off == 0 or not drafted.proof.walk.finished:
            yield drafted
        else:
            others.append((off, number, drafted))
        if number + 1 >= _COMPARED:
            break
    yield from (drafted for *_, drafted in sorted(others, key=lambda other: other[:2]))
    yield from found


def first_draft(seed: int, dials: Dials | None = None, recipe: TaskRecipe | None = None) -> Drafted:
    """Like `draft`, with its walk."""
    for found in drafts(seed, dials or Dials(), recipe or TaskRecipe()):
        return found
    raise UsageError(f"Seed {seed} gives no task with these dials.", "Lower some of the dials.")


def drafts(seed: int, dials: Dials, recipe: TaskRecipe, *, closely: bool = False) -> Iterator[Drafted]:
    """Drafts in a fixed order; the same for the same arguments. See `build` for `closely`."""
    known = TEMPLATES[recipe.templates]
    if recipe.template and recipe.template not in known:
        raise UsageError(
            f"There is no template {recipe.template!r} in the family {recipe.templates!r}.",
            f"Choose one of: {', '.join(sorted(known))}.",
        )
    names = (recipe.template,) if recipe.template else _drawn(seed, dials, recipe)
    unwalked = 0
    for attempt in range(_ATTEMPTS):
        template = names[min(attempt // _SAME, len(names) - 1)]
        number = seed // _SETTINGS_SHARED + attempt // _TRIES_EACH * 7919
        place = setting(recipe.family, number, recipe.locale, fading=dials.transience)
        need = _NEEDS.get(template, "")
        if need and need not in place.order:
            place = setting(recipe.family, number, recipe.locale, need, dials.transience)
        write = partial(_draft, seed, dials, recipe, template, place, f"draft {seed} {attempt} {recipe.template}")
        found = _aimed(write, dials) if closely else write(None)
        if found is not None and not found.proof.walk.finished:
            unwalked += 1  # what the oracle cannot walk is no task yet
        elif found is not None:
            yield replace(found, unwalked=unwalked)


def _drawn(seed: int, dials: Dials, recipe: TaskRecipe) -> tuple[str, ...]:
    """The templates in an order drawn by the seed, without those that cannot meet the dials."""
    known = sorted(TEMPLATES[recipe.templates])
    first = random.Random(f"draft {seed} 0 ").choice(known)  # noqa: S311 - content, not secrets
    rest = random.Random(f"templates {seed}").sample(known, len(known))  # noqa: S311 - content, not secrets
    can = fitting(recipe.family, dials)
    found = tuple(name for name in dict.fromkeys((first, *rest)) if name in can)
    if not found:
        refuse(recipe.family, "", dials)
    return found


def _aimed(write: Callable[[int], Drafted | None], dials: Dials) -> Drafted | None:
    """A draft; where more steps came to lie before the value is needed than were asked for, one with fewer chores.

    Where there is none, a step may have been missing: then one that aims a step further.
    """
    best, aim = write(0), 0
    if best is None and dials.distance:
        return write(-1)
    for _ in range(_AIMS):
        over = 0 if best is None else _over(best, dials)
        if best is None or over <= 0:
            return best
        aim += over
        again = write(aim)
        if again is None or not again.proof.walk.finished or _over(again, dials) >= over:
            return best
        best = again
    return best


def _over(found: Drafted, dials: Dials) -> int:
    """The excess of steps between reading and use of a value; 0 if nothing must be remembered."""
    task = found.world.task
    asked = dials.distance and task.memory and found.proof.walk.finished
    return task.dials.distance - dials.distance if asked else 0


def _draft(
    seed: int, dials: Dials, recipe: TaskRecipe, template: str, place: Setting, stream: str, aim: int | None
) -> Drafted | None:
    rng = random.Random(stream)  # noqa: S311 - content, not secrets
    if not recipe.template:
        rng.choice(sorted(TEMPLATES[recipe.templates]))  # the draw of the template
    made = TaskDraft(place)
    words = GoalText(rng, recipe.family, recipe.locale)
    writer = Writer(made, words, dials, recipe, rng, aim=aim or 0, closely=aim is not None)
    if not TEMPLATES[recipe.templates][template](writer):
        return None
    world = _world(seed, template, writer)
    visited = tuple(
        dict.fromkeys(f"{at.app}.{at.page}" for at in map(place_of, made.seen) if at.app not in (LAUNCHER, "desk"))
    )
    used = {name.partition(".")[0] for name in visited}
    apps = late_pages(rng, world.apps, visited, dials.delay)
    phone = world.phone.model_copy(
        update={
            "surprises": surprises(rng, recipe.locale, dials.popups, made.now, [app for app in apps if app.id in used])
        }
    )
    world = with_surface(world.model_copy(update={"apps": apps, "phone": phone}), dials.perturbation, seed)
    plain = world.phone == made.world.phone and all(
        one is two for one, two in zip(world.apps, made.world.apps, strict=True)
    )
    finished, proof = finish(world, writer.order, made.twin if plain else None)
    if not proof.walk.finished and any(surprise.kind == "session" for surprise in world.phone.surprises):
        world = _later(world)
        finished, proof = finish(world, writer.order)
    if proof.walk.finished and not _fits(finished, recipe, dials):
        return None
    return _hidden(Drafted(finished, proof), world, writer, visited)


def _later(world: World) -> World:
    """Sessions expire one step later: on the very step of a back key they would send the walk out of the app."""
    moved = tuple(
        surprise.model_copy(update={"at": surprise.at + 1}) if surprise.kind == "session" else surprise
        for surprise in world.phone.surprises
    )
    return world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": moved})})


def _hidden(found: Drafted, world: World, writer: Writer, visited: Sequence[str]) -> Drafted:
    """With entries that are still to come, and a draft that is lost: now and then, more often among popups."""
    if not found.proof.walk.finished or writer.ending.category != "ordinary":
        return found
    rng = random.Random(f"hidden {world.seed}")  # noqa: S311 - content, not secrets
    often = 0.25 if writer.dials.popups else 0.04
    syncs, loses = rng.random() < often, rng.random() < often
    if syncs and (sync := pending_sync(rng, writer.recipe.locale, world.apps, visited)) is not None:
        found = _surprised(found, (*found.world.phone.surprises, sync), writer)
    if loses and (more := lost_draft(rng, found.proof.walk, found.world.phone.surprises)) is not None:
        lost = _surprised(found, more, writer)
        found = lost if any(step.why == "again" for step in lost.proof.walk.steps) else found
    return found


def _surprised(found: Drafted, surprises: tuple[Surprise, ...], writer: Writer) -> Drafted:
    """The draft with these surprises, if the oracle still succeeds within the limits of the task."""
    phone = found.world.phone.model_copy(update={"surprises": surprises})
    task = found.world.task.model_copy(update={"dials": writer.dials})
    finished, proof = finish(found.world.model_copy(update={"phone": phone, "task": task}), writer.order)
    walk = proof.walk
    done = walk.finished and grade(finished, proof.end, walk.status, proof.start).success
    return Drafted(finished, proof) if done and _fits(finished, writer.recipe, writer.dials) else found


def _fits(world: World, recipe: TaskRecipe, dials: Dials) -> bool:
    task = world.task
    return recipe.shortest <= task.oracle_steps <= recipe.longest and (
        not task.memory or task.dials.distance >= min(dials.distance, 150)
    )


def _world(seed: int, template: Id, writer: Writer) -> World:
    made, ending, words = writer.draft, writer.ending, writer.words
    facts = tuple(made.facts.values())
    reference = reference_of(made.parts, "infeasible" if ending.category == "impossible" else "complete")
    impossible = ending.category == "impossible"
    grading = Grading(
        gold=ending.gold,
        pass_regex=ending.regex,
        kind=ending.of,
        expects=tuple(made.expects),
        touches=tuple(dict.fromkeys(made.touched)),
        status="infeasible" if impossible else "complete",
    )
    goal = words.goal(writer.clauses)
    task = TaskSpec(
        id=f"{template}-{seed}",
        template=template,
        kind=ending.kind,
        memory=ending.memory,
        category=ending.category,
        goal=goal,
        guideline=_guideline(writer),
        instructions=(),
        reference=Reference.model_validate(reference.model_dump() | {"ends": reference.ends}),
        final_action=_final(writer),
        grading=grading,
        dials=writer.dials,
        asked=asked_of(writer.dials),
    )
    scenario = Scenario(
        facts=facts,
        distractors=_distractors(writer),
        truth=Truth(gold=ending.gold, facts=ending.truth or tuple(made.facts)),
        options={fact: source.options for fact, source in made.sources.items()},
    )
    return made.world.model_copy(update={"id": f"{template}-{seed}", "seed": seed, "scenario": scenario, "task": task})


def _final(writer: Writer) -> FinalAction:
    ending = writer.ending
    if ending.kind == "report":
        return FinalAction(kind="submit", gold=ending.gold, format=ending.form)
    if ending.category != "ordinary":
        return FinalAction(kind="nothing")
    return FinalAction(kind="act" if ending.kind == "act" else "state")


def _guideline(writer: Writer) -> str:
    lines: Sequence[str] = writer.guide
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1)) or "-"


def _distractors(writer: Writer) -> tuple[Distractor, ...]:
    shown = {fact.shown for fact in writer.draft.facts.values()}
    found = {
        distractor.id: distractor
        for source in writer.draft.sources.values()
        for distractor in source.distractors
        if distractor.shown not in shown
    }
    found |= {other.id: other for other in writer.glanced if other.shown not in shown}
    return tuple(found.values())
