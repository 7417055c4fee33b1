"""Templates of the test family.

A template returns False where the phone does not offer what it needs; the author then tries another.
"""

from collections.abc import Mapping

from sextant_worlds.author.answers import pattern
from sextant_worlds.author.template_parts import (
    ADDED,
    COMPARED,
    TELLING,
    Template,
    added,
    carry,
    families,
    find_some,
    forked,
    is_pixel_value,
    judged,
    ranked,
    sum_of_list,
    the_sum,
    use_values,
)
from sextant_worlds.author.writer import HAND_IN, Writer
from sextant_worlds.spec.scenario import FactKind


def report_one(w: Writer) -> bool:
    """One value, kept over chores, then handed in."""
    return find_some(w, 1) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def report_several(w: Writer) -> bool:
    """Several values from several apps, kept together, handed in together."""
    return find_some(w, max(2, min(w.dials.variables, 5))) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def rank(w: Writer) -> bool:
    """Values of one group compared, names handed in in their order."""
    count = max(3, min(w.dials.variables, 5))
    return any(w.attempt(lambda a=app, g=group: ranked(w, a, g, count)) for app, group in w.group(COMPARED, count))


def add(w: Writer) -> bool:
    """Values of one group added up."""
    count = max(2, min(w.dials.variables, 4))
    return any(w.attempt(lambda a=app, g=group: added(w, a, g, count)) for app, group in w.group(ADDED, count))


def tally(w: Writer) -> bool:
    """The values of a list of unknown length added up."""
    total = sum_of_list(w)
    if total is None or not w.fill(HAND_IN):
        return False
    text = w.words.draw("sum", desk=w.name("desk"))
    body = pattern(total.kind, total.value, total.shown)
    return w.report(text, total.shown, body, "total", "the sum", (total.id,))


def tally_then_act(w: Writer) -> bool:
    """The values of a list added up, the sum used in another app."""
    total = sum_of_list(w)
    poured = total is not None and w.fill(6) and use_values(w, [total.id], [the_sum(w)])
    return poured and w.fill(0, retain=False)


def transfer(w: Writer) -> bool:
    """A value from one app used in another."""
    return carry(w, lambda _, source: source.medium == "text", once=False)


def once(w: Writer) -> bool:
    """An act that cannot be taken back, with remembered details, exactly once."""
    return carry(w, lambda _, source: source.kind in TELLING, once=True)


def pixels(w: Writer) -> bool:
    """A value that stands in a picture only."""
    if not find_some(w, 1, is_pixel_value(w)):
        return False
    return w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def pixels_transfer(w: Writer) -> bool:
    """A value from a picture used in another app."""
    return carry(w, lambda _, source: source.medium == "pixels", once=False)


def board(w: Writer) -> bool:
    """What was seen on a board without any hierarchy."""
    if not find_some(w, 1, lambda app, _: app == "tiles"):
        return False
    return w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def fork(w: Writer) -> bool:
    """One thing or another by what was found; a value found before is handed in after."""
    if not find_some(w, 1, lambda _, source: source.kind in TELLING):
        return False
    kept = tuple(w.draft.facts)
    return forked(w) and w.fill(HAND_IN) and w.hand_in(kept)


def sweep(w: Writer) -> bool:
    """The same for each record of a list, between reading a value and handing it in."""
    if not find_some(w, 1, lambda _, source: source.kind in TELLING):
        return False
    limit = w.recipe.longest - HAND_IN - w.slack
    swept = any(w.loop(app, loop, limit=limit) for app, loop in w.loops(reads=False))
    return swept and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def routine(w: Writer) -> bool:
    """The same small job several times, each with its own value."""
    most = max(2, min(w.dials.variables, 4))
    return any(
        w.attempt(lambda a=app, k=kind, n=count: _routine(w, a, k, n))
        for count in range(most, most - 1 if w.asked("variables") else 1, -1)
        for app, kind in families(w, count)
    )


def _routine(w: Writer, app: str, kind: FactKind, count: int) -> bool:
    chosen = [(a, s) for a, s in w.sources() if s.kind == kind and a != app][:count]
    if len(chosen) < count or not all(w.find(*pair) for pair in chosen):
        return False
    facts = list(w.draft.facts)
    if not w.fill(4 * count):
        return False
    for number, fact in enumerate(facts):
        label = w.draft.facts[fact].label
        way = "finally" if number == 0 else "and"
        sinks = [(a, s) for a, s in w.sinks((kind,)) if a == app]
        if not any(w.sink(a, s, [fact], [label], way) for a, s in sinks):
            return False
    return w.fill(0, retain=False)


def long(w: Writer) -> bool:
    """Several goals in one, values kept across all of them."""
    done, most = 0, w.dials.variables if w.asked("variables") else 4
    kept: list[str] = []
    while w.draft.now + HAND_IN < w.recipe.shortest and done < 40:
        done += 1
        choice = w.rng.random()
        before = set(w.draft.facts)
        if len(kept) < most and choice < 0.3 and find_some(w, 1, lambda _, s: s.kind in TELLING and s.medium == "text"):
            kept += [fact for fact in w.draft.facts if fact not in before]
        elif choice < 0.45:
            any(w.loop(app, loop, limit=w.recipe.longest - HAND_IN - w.slack) for app, loop in w.loops(reads=False)[:2])
        elif choice < 0.6 and len(kept) > 1:
            use_values(w, [kept[0]], [w.draft.facts[kept[0]].label], way="then")
        else:
            limit = w.recipe.longest - HAND_IN - w.slack
            any(w.chore(app, chore, limit=limit) for app, chore in w.chores()[:4])
    missing = most - len(kept) if w.asked("variables") else int(not kept)
    if not find_some(w, missing, lambda _, s: s.kind in TELLING):
        return False
    kept = list(w.draft.facts)
    return w.fill(HAND_IN) and w.hand_in(tuple(kept[:4]))


def errands(w: Writer) -> bool:
    """Chores alone: everything stands in the goal."""
    w.ending.memory = False
    begun = False
    for app, chore in w.chores():
        if w.chore(app, chore, way="plain", limit=w.recipe.longest - w.slack):
            begun = True
            break
    ended = begun and w.fill(0, retain=False)
    acts = [chore for _, chore in w.draft.setting.chores() if chore.id in w.draft.used and chore.once]
    w.ending.kind = "act" if acts else "state"
    return ended


def sweep_errand(w: Writer) -> bool:
    """An iteration, told in full, that needs no memory."""
    w.ending.memory = False
    limit = w.recipe.longest - w.slack
    swept = any(w.loop(app, loop, way="plain", limit=limit) for app, loop in w.loops(reads=False))
    return swept and w.fill(0, retain=False)


def impossible(w: Writer) -> bool:
    """Something that cannot be done; to be noticed and said."""
    return judged(w, lambda chore: bool(chore.impossible), "impossible")


def satisfied(w: Writer) -> bool:
    """Something that is so already; to be noticed and said, without doing anything."""
    return judged(w, lambda chore: chore.satisfied, "satisfied")


TEMPLATES: Mapping[str, Template] = {
    "report": report_one,
    "report-several": report_several,
    "rank": rank,
    "add": add,
    "tally": tally,
    "tally-act": tally_then_act,
    "transfer": transfer,
    "act-once": once,
    "pixels": pixels,
    "pixels-transfer": pixels_transfer,
    "board": board,
    "fork": fork,
    "sweep": sweep,
    "routine": routine,
    "long": long,
    "errands": errands,
    "sweep-errand": sweep_errand,
    "impossible": impossible,
    "satisfied": satisfied,
}
"""By name."""
