"""Templates of the train family. None has the shape of a test template (`sextant_worlds.author.shapes`).

Test tasks hand in last, use what was read in one go, begin with what counts, and sum up a list before anything else.
Here an answer is handed in on the way, values are used in turns, chores come first, and sums stand beside a value.
"""

from collections.abc import Callable, Mapping

from sextant_worlds.author.answers import pattern
from sextant_worlds.author.template_parts import (
    ADDED,
    COMPARED,
    TELLING,
    Template,
    added,
    carry,
    find_some,
    forked,
    judged,
    ranked,
    sum_of_list,
    the_sum,
    use_values,
)
from sextant_worlds.author.writer import HAND_IN, Writer

_MORE = 6
"""Steps of what comes after the answer, about."""
_HANDED = HAND_IN + _MORE
_WORDS = {
    "en": ("finished", "all set", "sorted", "taken care of", "settled", "as agreed"),
    "zh": ("办妥", "已处理", "一切就绪", "照办了", "已安排", "搞定"),
}


# -- pieces ------------------------------------------------------------------------------------------------------


def _first(w: Writer) -> bool:
    """A chore to begin with."""
    limit = w.recipe.longest - HAND_IN - w.slack - 3
    return any(w.chore(app, chore, way="plain", limit=limit) for app, chore in w.chores()[:6])


def _then(w: Writer) -> bool:
    """A chore after the answer was handed in."""
    limit = w.recipe.longest - w.slack
    return any(w.chore(app, chore, limit=limit) for app, chore in w.chores()[:12])


def _swept(w: Writer, way: str = "then", tail: int = 0) -> bool:
    """The same for each record of a list."""
    limit = w.recipe.longest - tail - w.slack
    return any(w.loop(app, loop, way=way, limit=limit) for app, loop in w.loops(reads=False))


def _handed(w: Writer, facts: tuple[str, ...], after: Callable[[Writer], bool] = _then) -> bool:
    """Values handed in, and something after that."""
    return w.fill(_HANDED) and w.hand_in(facts) and after(w)


def _said(w: Writer) -> bool:
    """A word from the goal handed in: nothing has to be kept in mind for it."""
    word = w.rng.choice(_WORDS[w.words.locale])
    text = w.words.draw("hand_word", word=word, desk=w.name("desk"))
    return w.report(text, word, pattern("text", word, word), "text", "as told", ())


# -- reports, with more to do after them -------------------------------------------------------------------------


def keep(w: Writer, count: int) -> bool:
    """Values kept over chores, handed in in reverse order, and a chore after that."""
    return find_some(w, count) and _handed(w, tuple(reversed(w.draft.facts)))


def compare(w: Writer) -> bool:
    """Two values of one group compared, the names handed in, and a chore after that."""
    ranking = any(w.attempt(lambda a=app, g=group: ranked(w, a, g, 2)) for app, group in w.group(COMPARED, 2))
    return ranking and _then(w)


def add_pair(w: Writer) -> bool:
    """Two values of one group added up, the sum handed in, and a chore after that."""
    summed = any(w.attempt(lambda a=app, g=group: added(w, a, g, 2)) for app, group in w.group(ADDED, 2))
    return summed and _then(w)


def relay(w: Writer, medium: str = "text") -> bool:
    """A value used in another app, then handed in as well, and a chore after that."""
    carried = carry(w, lambda _, source: source.medium == medium, once=False)
    return carried and w.hand_in(tuple(w.draft.facts)) and _then(w)


def glimpse(w: Writer) -> bool:
    """A value in a picture and one in a text, handed in together, and a chore after that."""
    seen = find_some(w, 1, lambda _, source: source.medium == "pixels")
    return seen and find_some(w, 1) and _handed(w, tuple(w.draft.facts))


def grid(w: Writer) -> bool:
    """What was seen on a board, and a value from elsewhere, handed in, and a chore after that."""
    seen = find_some(w, 1, lambda app, _: app == "tiles") and find_some(w, 1, lambda app, _: app != "tiles")
    return seen and _handed(w, tuple(w.draft.facts))


def comb(w: Writer) -> bool:
    """Two values handed in, then the same for each record of a list."""
    return find_some(w, 2) and _handed(w, tuple(w.draft.facts), _swept)


# -- other ways of remembering -----------------------------------------------------------------------------------


def commit(w: Writer) -> bool:
    """A chore, then an act that cannot be taken back, with a remembered detail."""
    return _first(w) and carry(w, lambda _, source: source.kind in TELLING, once=True)


def branch(w: Writer) -> bool:
    """A condition first, a value after it."""
    if not forked(w):
        return False
    before = set(w.draft.facts)
    found = find_some(w, 1, lambda _, source: source.kind in TELLING)
    kept = tuple(fact for fact in w.draft.facts if fact not in before)
    return found and w.fill(HAND_IN) and w.hand_in(kept)


def count_up(w: Writer) -> bool:
    """The values of a list added up, with a value from elsewhere kept beside."""
    kept = find_some(w, 1, lambda _, source: source.kind in TELLING)
    total = sum_of_list(w) if kept else None
    return total is not None and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def spend(w: Writer) -> bool:
    """The values of a list added up and the sum used in another app, with a value kept beside and handed in."""
    if not find_some(w, 1, lambda _, source: source.kind in TELLING and source.medium == "text"):
        return False
    kept = tuple(w.draft.facts)
    total = sum_of_list(w)
    poured = total is not None and w.fill(_HANDED) and use_values(w, [total.id], [the_sum(w)], way="then")
    return poured and w.hand_in(kept)


def deliveries(w: Writer) -> bool:
    """Values read and used one after the other, in pairs."""
    for _ in range(max(2, min(w.dials.variables, 3))):
        if not carry(w, lambda _, source: source.medium == "text" and source.kind in TELLING, once=False):
            return False
    return True


def saga(w: Writer) -> bool:
    """Many goals in one: an answer on the way, chapters before it and behind it."""
    half = max(8, (w.recipe.shortest + 1) // 2)
    kept: list[str] = []
    for _ in range(40):
        if w.draft.now >= half and kept:
            break
        if len(kept) < 3 and (not kept or w.rng.random() < 0.3):
            before = set(w.draft.facts)
            if find_some(w, 1, lambda _, s: s.kind in TELLING and s.medium == "text"):
                kept += [fact for fact in w.draft.facts if fact not in before]
                continue
        _chapter(w, _HANDED)
    if not kept or not w.fill(_HANDED) or not w.hand_in(tuple(kept)):
        return False
    for _ in range(40):
        if w.draft.now + _MORE >= w.recipe.shortest:
            break
        _chapter(w, _MORE)
    return _then(w) and w.fill(0, retain=False)


def _chapter(w: Writer, tail: int) -> bool:
    """A sweep, a value carried into another app, or a chore."""
    choice = w.rng.random()
    if choice < 0.2 and _swept(w, tail=tail):
        return True
    if choice < 0.5 and w.attempt(lambda: _carried(w)):
        return True
    limit = w.recipe.longest - tail - w.slack
    return any(w.chore(app, chore, limit=limit) for app, chore in w.chores()[:4])


def _carried(w: Writer) -> bool:
    before = set(w.draft.facts)
    if not find_some(w, 1, lambda _, source: source.kind in TELLING and source.medium == "text"):
        return False
    fact = next(fact for fact in w.draft.facts if fact not in before)
    known = w.draft.facts[fact]
    return use_values(w, [fact], [known.label], once=False, other_than=known.place.app, way="then")


# -- without memory ----------------------------------------------------------------------------------------------


def jobs(w: Writer) -> bool:
    """Chores, then a word from the goal handed in."""
    w.ending.memory = False
    return _first(w) and w.fill(HAND_IN, retain=False) and _said(w)


def comb_job(w: Writer) -> bool:
    """An iteration among chores, then a word from the goal handed in."""
    w.ending.memory = False
    return _first(w) and _swept(w, tail=HAND_IN) and w.fill(HAND_IN, retain=False) and _said(w)


def refuse(w: Writer) -> bool:
    """An iteration, then something that cannot be done."""
    return _swept(w, "plain", 4) and judged(w, lambda chore: bool(chore.impossible), "impossible")


def no_need(w: Writer) -> bool:
    """Something that is so already, and a word from the goal handed in."""
    return judged(w, lambda chore: chore.satisfied, "satisfied") and _said(w)


TEMPLATES: Mapping[str, Template] = {
    "keep-one": lambda w: keep(w, 1),
    "keep-pair": lambda w: keep(w, 2),
    "keep-triple": lambda w: keep(w, 3),
    "compare": compare,
    "add-pair": add_pair,
    "relay": relay,
    "relay-pixels": lambda w: relay(w, "pixels"),
    "commit": commit,
    "glimpse": glimpse,
    "grid": grid,
    "branch": branch,
    "comb": comb,
    "count-up": count_up,
    "spend": spend,
    "deliveries": deliveries,
    "saga": saga,
    "jobs": jobs,
    "comb-job": comb_job,
    "refuse": refuse,
    "no-need": no_need,
}
"""By name."""
