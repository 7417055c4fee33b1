"""Rules of places: each fact stands on its page and nowhere else, and no distractor in a sum or ranking."""

from collections.abc import Iterator

from sextant_worlds.engine.values import context, holds_for
from sextant_worlds.rules.base import DERIVED, OPEN, Break, WorldTexts, stands_in
from sextant_worlds.rules.texts import drawn_on
from sextant_worlds.spec.reference import Each, ReadMove
from sextant_worlds.spec.scenario import Fact

_SHORT = 3
"""Texts shorter than this stand everywhere, as part of something else."""


def place_breaks(ground: WorldTexts) -> Iterator[Break]:
    """Facts that are not at their place, or also elsewhere; distractors that affect the answer."""
    yield from _facts(ground)
    yield from _surprises(ground)
    yield from _distractors(ground)
    yield from _totals(ground)


def _facts(ground: WorldTexts) -> Iterator[Break]:
    for number, fact in enumerate(ground.world.scenario.facts):
        if fact.kind in DERIVED:
            continue
        where, own = f"scenario.facts.{number}", ground.key(fact.place)
        texts = ground.pages.get(own)
        drawn = drawn_on(ground.served, ground.state, *own)
        shown = stands_in(fact.shown, texts or "")
        if texts is None:
            yield Break("fact-place", f"{where}.place", f"there is no page {'/'.join(own)}")
        elif fact.medium == "text" and not shown:
            yield Break("fact-place", f"{where}.shown", f"{fact.shown!r} does not stand on its page {'/'.join(own)}")
        elif fact.medium == "pixels" and shown and fact.kind not in OPEN:
            yield Break("fact-place", f"{where}.medium", f"{fact.shown!r} is in pixels, but also text on its page")
        elif fact.medium == "pixels" and not drawn:
            yield Break("fact-place", f"{where}.medium", f"nothing is drawn on its page {'/'.join(own)}")
        if fact.kind not in OPEN and len(fact.shown) >= _SHORT:
            yield from _elsewhere(ground, fact, own, where)


def _elsewhere(ground: WorldTexts, fact: Fact, own: tuple[str, str, str], where: str) -> Iterator[Break]:
    folded = fact.shown.casefold()
    others = [
        place for place, text in ground.pages.items() if place != own and folded in text and stands_in(fact.shown, text)
    ]
    if others:
        told = ", ".join("/".join(part for part in place if part) for place in others[:3])
        yield Break("fact-elsewhere", f"{where}.shown", f"{fact.shown!r} is on other pages too: {told}")


def _surprises(ground: WorldTexts) -> Iterator[Break]:
    for number, surprise in enumerate(ground.world.phone.surprises):
        said = " ".join(str(getattr(surprise, name, "")) for name in ("title", "text", "close", "other", "button"))
        for fact in ground.remembered:
            if fact.kind not in OPEN and len(fact.shown) >= _SHORT and stands_in(fact.shown, said):
                yield Break("fact-elsewhere", f"phone.surprises.{number}", f"says {fact.shown!r}, the fact {fact.id!r}")


def _distractors(ground: WorldTexts) -> Iterator[Break]:
    answers = {fact.shown: fact.id for fact in ground.remembered if fact.kind not in OPEN}
    counted = any(fact.kind in DERIVED for fact in ground.remembered)
    for number, distractor in enumerate(ground.world.scenario.distractors):
        where = f"scenario.distractors.{number}"
        if distractor.shown in answers and distractor.kind not in OPEN:
            fact = answers[distractor.shown]
            yield Break(
                "distractor", f"{where}.shown", f"is {distractor.shown!r}, as the fact {fact!r}: two would satisfy"
            )
        if counted and not distractor.why:
            yield Break("distractor", f"{where}.why", "say why it changes neither the ranking nor the sum of this task")


def _totals(ground: WorldTexts) -> Iterator[Break]:
    """A sum over a list is the sum of all its records, distractors among them."""
    reference = ground.world.task.reference
    reads = [move for moves in reference.steps.values() for move in moves if isinstance(move, ReadMove) and move.item]
    totals = [fact for fact in ground.remembered if fact.kind == "total"]
    if len(reads) != 1 or len(totals) != 1 or len(reference.loops) != 1:
        return
    text, each = next(iter(reference.loops.items()))
    field = reads[0].item
    values = [record.get(field) for record in _records(ground, each)]
    if not all(isinstance(value, int) for value in values):
        yield Break("sum", f"task.reference.loops.{text}", f"not every record has a number in {field!r}")
        return
    total = sum(value for value in values if isinstance(value, int))
    if str(total) != totals[0].value:
        message = f"the records give {total}, the fact {totals[0].id!r} says {totals[0].value!r}"
        yield Break("sum", f"task.reference.loops.{text}", message)


def _records(ground: WorldTexts, each: Each) -> list[dict[str, object]]:
    ctx = context(ground.served, ground.state, each.app, {}, {})
    conds = [cond.model_dump(mode="json") for cond in each.where]
    records = ground.state["data"][each.app]["c"][each.collection]
    return [record for record in records if all(holds_for(ctx, record, cond) for cond in conds)]
