"""Templates of the train family.

Most have shapes that no test template has; `saga`, `jobs`, `refuse` and `no-need` are long compositions, chores, and
tasks that cannot or need not be done, in the shape of the test family's.
"""

from sextant.worlds.author.asking import errands, long
from sextant.worlds.author.pieces import (
    ADDED,
    COMPARED,
    TELLING,
    added,
    carry,
    find_some,
    forked,
    judged,
    ranked,
    tallied,
)
from sextant.worlds.author.writing import HAND_IN, Writer


def keep(w: Writer, count: int) -> bool:
    """A chore first, then values, then a chore, then the values in reverse order."""
    limit = w.recipe.longest - HAND_IN - w.slack - 3
    any(w.chore(app, chore, way="plain", limit=limit) for app, chore in w.chores()[:3])
    return find_some(w, count) and w.fill(HAND_IN) and w.hand_in(tuple(reversed(w.draft.facts)))


def add_pair(w: Writer) -> bool:
    """Two values of one group added up, after a chore."""
    any(w.chore(app, chore, way="plain") for app, chore in w.chores()[:3])
    return any(w.trying(lambda a=app, g=group: added(w, a, g, 2)) for app, group in w.group(ADDED, 2))


def relay(w: Writer) -> bool:
    """A value used in another app, and then handed in as well."""
    return carry(w, lambda _, source: source.medium == "text", once=False) and w.hand_in(tuple(w.draft.facts))


def relay_pixels(w: Writer) -> bool:
    """The same from a picture."""
    return carry(w, lambda _, source: source.medium == "pixels", once=False) and w.hand_in(tuple(w.draft.facts))


def commit(w: Writer) -> bool:
    """A chore, then an act that cannot be taken back, with a remembered detail."""
    any(w.chore(app, chore, way="plain") for app, chore in w.chores()[:3])
    return carry(w, lambda _, source: source.kind in TELLING, once=True)


def glimpse(w: Writer) -> bool:
    """A value in a picture and one in a text, handed in together."""
    seen = find_some(w, 1, lambda _, source: source.medium == "pixels")
    return seen and find_some(w, 1) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def grid(w: Writer) -> bool:
    """What was seen on a board, and a value from elsewhere."""
    seen = find_some(w, 1, lambda app, _: app == "tiles") and find_some(w, 1, lambda app, _: app != "tiles")
    return seen and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def branch(w: Writer) -> bool:
    """A condition first, a value after it."""
    if not forked(w):
        return False
    before = set(w.draft.facts)
    found = find_some(w, 1, lambda _, source: source.kind in TELLING)
    kept = tuple(fact for fact in w.draft.facts if fact not in before)
    return found and w.fill(HAND_IN) and w.hand_in(kept)


def comb(w: Writer) -> bool:
    """The same for each record of a list, then two values."""
    limit = w.recipe.longest - 2 * HAND_IN - w.slack
    combed = any(w.loop(app, loop, way="plain", limit=limit) for app, loop in w.loops(reads=False))
    return combed and find_some(w, 2) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def count_up(w: Writer) -> bool:
    """The values of a list added up, with a value from elsewhere kept beside."""
    kept = find_some(w, 1, lambda _, source: source.kind in TELLING)
    total = tallied(w) if kept else None
    return total is not None and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def deliveries(w: Writer) -> bool:
    """Values read and used one after the other, in pairs."""
    for _ in range(max(2, min(w.dials.variables, 3))):
        if not carry(w, lambda _, source: source.medium == "text" and source.kind in TELLING, once=False):
            return False
    return True


def saga(w: Writer) -> bool:
    """Several goals in one."""
    return long(w)


def jobs(w: Writer) -> bool:
    """Chores alone."""
    return errands(w)


def comb_job(w: Writer) -> bool:
    """A chore, then an iteration, without memory."""
    w.ending.memory = False
    any(w.chore(app, chore, way="plain") for app, chore in w.chores()[:3])
    limit = w.recipe.longest - w.slack
    combed = any(w.loop(app, loop, limit=limit) for app, loop in w.loops(reads=False))
    return combed and w.fill(0, retain=False)


def refuse(w: Writer) -> bool:
    """Something that cannot be done, after a chore that can."""
    return judged(w, lambda chore: bool(chore.impossible), "impossible")


def no_need(w: Writer) -> bool:
    """Something that is so already."""
    return judged(w, lambda chore: chore.satisfied, "satisfied")


def compare(w: Writer) -> bool:
    """As `rank`, with two."""
    return any(w.trying(lambda a=app, g=group: ranked(w, a, g, 2)) for app, group in w.group(COMPARED, 2))
