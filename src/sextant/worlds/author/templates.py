"""Templates of tasks: what is asked, made of what the apps of a setting offer. Test and train share none.

A template returns False where the setting does not offer what it needs; the author then tries another.
"""

from collections.abc import Callable, Mapping, Sequence

from sextant.worlds.actors.proving import place_of
from sextant.worlds.author.answers import pattern, stands_in
from sextant.worlds.author.writing import HAND_IN, Wanted, Writer, anything, names_of
from sextant.worlds.engine.values import money
from sextant.worlds.genres.base import Chore, Source
from sextant.worlds.spec.scenario import Fact, FactKind

__all__ = ["TEMPLATES", "Template"]

Template = Callable[[Writer], bool]

_COMPARED: tuple[FactKind, ...] = ("price", "number", "date", "time")
_ADDED: tuple[FactKind, ...] = ("price", "number")
_TELLING: tuple[FactKind, ...] = ("code", "price", "date", "time", "name", "number")
"""Kinds that nobody guesses from a handful of values."""


def report_one(w: Writer) -> bool:
    """One value, kept over chores, then handed in."""
    return _find_some(w, 1) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def report_several(w: Writer) -> bool:
    """Several values from several apps, kept together, handed in together."""
    return _find_some(w, max(2, min(w.dials.variables, 5))) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def rank(w: Writer) -> bool:
    """Values of one group compared, names handed in in their order."""
    count = max(3, min(w.dials.variables, 5))
    return any(w.trying(lambda a=app, g=group: _rank(w, a, g, count)) for app, group in w.group(_COMPARED, count))


def compare(w: Writer) -> bool:
    """As `rank`, with two."""
    return any(w.trying(lambda a=app, g=group: _rank(w, a, g, 2)) for app, group in w.group(_COMPARED, 2))


def add(w: Writer) -> bool:
    """Values of one group added up."""
    count = max(2, min(w.dials.variables, 4))
    return any(w.trying(lambda a=app, g=group: _add(w, a, g, count)) for app, group in w.group(_ADDED, count))


def _add(w: Writer, app: str, group: Sequence[Source], count: int) -> bool:
    chosen = _spread(w, group, count)
    if chosen is None or not _read_all(w, app, chosen):
        return False
    labels = w.words.listed([source.label for source in chosen])
    w.clauses.append(w.words.draw("add", labels=labels, app=w.name(app)))
    total = _sum_of(w, chosen)
    text = w.words.draw("sum", desk=w.name("desk"))
    body = pattern(total.kind, total.value, total.shown)
    return w.fill(HAND_IN) and w.report(text, total.shown, body, "total", "the sum", (total.id,))


def tally(w: Writer) -> bool:
    """The values of a list of unknown length added up."""
    total = _tally(w)
    if total is None or not w.fill(HAND_IN):
        return False
    text = w.words.draw("sum", desk=w.name("desk"))
    body = pattern(total.kind, total.value, total.shown)
    return w.report(text, total.shown, body, "total", "the sum", (total.id,))


def tally_then_act(w: Writer) -> bool:
    """The values of a list added up, the sum used in another app."""
    total = _tally(w)
    poured = total is not None and w.fill(6) and _pour(w, [total.id], [_the_sum(w)])
    return poured and w.fill(0, retain=False)


def transfer(w: Writer) -> bool:
    """A value from one app used in another."""
    return _carry(w, lambda _, source: source.medium == "text", once=False)


def once(w: Writer) -> bool:
    """An act that cannot be taken back, with remembered details, exactly once."""
    return _carry(w, lambda _, source: source.kind in _TELLING, once=True)


def pixels(w: Writer) -> bool:
    """A value that stands in a picture only."""
    if not _find_some(w, 1, lambda _, source: source.medium == "pixels"):
        return False
    return w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def pixels_transfer(w: Writer) -> bool:
    """A value from a picture used in another app."""
    return _carry(w, lambda _, source: source.medium == "pixels", once=False)


def board(w: Writer) -> bool:
    """What was seen on a board without any hierarchy."""
    if not _find_some(w, 1, lambda app, _: app == "tiles"):
        return False
    return w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def fork(w: Writer) -> bool:
    """One thing or another by what was found; a value found before is handed in after."""
    if not _find_some(w, 1, lambda _, source: source.kind in _TELLING):
        return False
    kept = tuple(w.draft.facts)
    return _fork(w) and w.fill(HAND_IN) and w.hand_in(kept)


def sweep(w: Writer) -> bool:
    """The same for each record of a list, between reading a value and handing it in."""
    if not _find_some(w, 1, lambda _, source: source.kind in _TELLING):
        return False
    limit = w.recipe.longest - HAND_IN - w.slack
    swept = any(w.loop(app, loop, limit=limit) for app, loop in w.loops(reads=False))
    return swept and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def routine(w: Writer) -> bool:
    """The same small job several times, each with its own value."""
    most = max(2, min(w.dials.variables, 4))
    return any(
        w.trying(lambda a=app, k=kind, n=count: _routine(w, a, k, n))
        for count in range(most, 1, -1)
        for app, kind in _families(w, count)
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
    done = 0
    kept: list[str] = []
    while w.draft.now + HAND_IN < w.recipe.shortest and done < 40:
        done += 1
        choice = w.rng.random()
        before = set(w.draft.facts)
        if len(kept) < 4 and choice < 0.3 and _find_some(w, 1, lambda _, s: s.kind in _TELLING and s.medium == "text"):
            kept += [fact for fact in w.draft.facts if fact not in before]
        elif choice < 0.45:
            any(w.loop(app, loop, limit=w.recipe.longest - HAND_IN - w.slack) for app, loop in w.loops(reads=False)[:2])
        elif choice < 0.6 and len(kept) > 1:
            _pour(w, [kept[0]], [w.draft.facts[kept[0]].label], way="then")
        else:
            limit = w.recipe.longest - HAND_IN - w.slack
            any(w.chore(app, chore, limit=limit) for app, chore in w.chores()[:4])
    if not kept and not _find_some(w, 1, lambda _, s: s.kind in _TELLING):
        return False
    kept = kept or list(w.draft.facts)
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
    return _judged(w, lambda chore: bool(chore.impossible), "impossible")


def satisfied(w: Writer) -> bool:
    """Something that is so already; to be noticed and said, without doing anything."""
    return _judged(w, lambda chore: chore.satisfied, "satisfied")


# -- templates of the train family: other shapes, not the same ones under other names ----------------------------


def _keep(w: Writer, count: int) -> bool:
    """A chore first, then values, then a chore, then the values in reverse order."""
    limit = w.recipe.longest - HAND_IN - w.slack - 3
    any(w.chore(app, chore, way="plain", limit=limit) for app, chore in w.chores()[:3])
    return _find_some(w, count) and w.fill(HAND_IN) and w.hand_in(tuple(reversed(w.draft.facts)))


def add_pair(w: Writer) -> bool:
    """Two values of one group added up, after a chore."""
    any(w.chore(app, chore, way="plain") for app, chore in w.chores()[:3])
    return any(w.trying(lambda a=app, g=group: _add(w, a, g, 2)) for app, group in w.group(_ADDED, 2))


def relay(w: Writer) -> bool:
    """A value used in another app, and then handed in as well."""
    return _carry(w, lambda _, source: source.medium == "text", once=False) and w.hand_in(tuple(w.draft.facts))


def relay_pixels(w: Writer) -> bool:
    """The same from a picture."""
    return _carry(w, lambda _, source: source.medium == "pixels", once=False) and w.hand_in(tuple(w.draft.facts))


def commit(w: Writer) -> bool:
    """A chore, then an act that cannot be taken back, with a remembered detail."""
    any(w.chore(app, chore, way="plain") for app, chore in w.chores()[:3])
    return _carry(w, lambda _, source: source.kind in _TELLING, once=True)


def glimpse(w: Writer) -> bool:
    """A value in a picture and one in a text, handed in together."""
    seen = _find_some(w, 1, lambda _, source: source.medium == "pixels")
    return seen and _find_some(w, 1) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def grid(w: Writer) -> bool:
    """What was seen on a board, and a value from elsewhere."""
    seen = _find_some(w, 1, lambda app, _: app == "tiles") and _find_some(w, 1, lambda app, _: app != "tiles")
    return seen and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def branch(w: Writer) -> bool:
    """A condition first, a value after it."""
    if not _fork(w):
        return False
    before = set(w.draft.facts)
    found = _find_some(w, 1, lambda _, source: source.kind in _TELLING)
    kept = tuple(fact for fact in w.draft.facts if fact not in before)
    return found and w.fill(HAND_IN) and w.hand_in(kept)


def comb(w: Writer) -> bool:
    """The same for each record of a list, then two values."""
    limit = w.recipe.longest - 2 * HAND_IN - w.slack
    combed = any(w.loop(app, loop, way="plain", limit=limit) for app, loop in w.loops(reads=False))
    return combed and _find_some(w, 2) and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def count_up(w: Writer) -> bool:
    """The values of a list added up, with a value from elsewhere kept beside."""
    kept = _find_some(w, 1, lambda _, source: source.kind in _TELLING)
    total = _tally(w) if kept else None
    return total is not None and w.fill(HAND_IN) and w.hand_in(tuple(w.draft.facts))


def deliveries(w: Writer) -> bool:
    """Values read and used one after the other, in pairs."""
    for _ in range(max(2, min(w.dials.variables, 3))):
        if not _carry(w, lambda _, source: source.medium == "text" and source.kind in _TELLING, once=False):
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
    return _judged(w, lambda chore: bool(chore.impossible), "impossible")


def no_need(w: Writer) -> bool:
    """Something that is so already."""
    return _judged(w, lambda chore: chore.satisfied, "satisfied")


TEMPLATES: Mapping[str, Mapping[str, Template]] = {
    "test": {
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
    },
    "train": {
        "keep-one": lambda w: _keep(w, 1),
        "keep-pair": lambda w: _keep(w, 2),
        "keep-triple": lambda w: _keep(w, 3),
        "compare": compare,
        "add-pair": add_pair,
        "relay": relay,
        "relay-pixels": relay_pixels,
        "commit": commit,
        "glimpse": glimpse,
        "grid": grid,
        "branch": branch,
        "comb": comb,
        "count-up": count_up,
        "deliveries": deliveries,
        "saga": saga,
        "jobs": jobs,
        "comb-job": comb_job,
        "refuse": refuse,
        "no-need": no_need,
    },
}
"""By family and name."""


# -- pieces ----------------------------------------------------------------------------------------------------


def _find_some(w: Writer, count: int, wanted: Wanted = anything) -> bool:
    """Finds so many values, of different apps where there are enough."""
    found = 0
    apps: list[str] = []
    for again in (False, True):
        for app, source in w.sources(lambda a, s: s.kind != "condition" and wanted(a, s)):
            if found == count:
                return True
            if (app in apps) != again or any(stands_in(source.shown, clause) for clause in w.clauses):
                continue
            if any(fact.shown == source.shown for fact in w.draft.facts.values()):
                continue
            if w.draft.now > w.recipe.longest - HAND_IN - w.slack:
                return False
            if w.find(app, source):
                apps.append(app)
                found += 1
    return found == count


def _carry(w: Writer, wanted: Wanted, once: bool) -> bool:
    """A value from one app into a sink of another."""

    def piece(app: str, source: Source) -> bool:
        sinks = [(a, s) for a, s in w.sinks((source.kind,)) if a != app and s.once == once]
        w.ending.kind = "act" if once else "state"
        found = bool(sinks) and w.find(app, source) and w.fill(5)
        poured = found and _pour(w, [source.id[:48]], [source.label], once=once, other_than=app)
        return poured and w.fill(0, retain=False)

    fitting = w.sources(lambda app, source: source.kind != "condition" and wanted(app, source))
    return any(w.trying(lambda a=app, s=source: piece(a, s)) for app, source in fitting[:8])


def _pour(
    w: Writer,
    facts: Sequence[str],
    labels: Sequence[str],
    once: bool | None = None,
    other_than: str = "",
    way: str = "finally",
) -> bool:
    kinds: list[FactKind] = [w.draft.facts[fact].kind for fact in facts]
    sinks = [(a, s) for a, s in w.sinks(kinds) if a != other_than and once in (None, s.once)]
    return any(w.sink(app, sink, facts, labels, way) for app, sink in sinks)


def _spread(w: Writer, group: Sequence[Source], count: int) -> list[Source] | None:
    """So many of a group, with distinct values."""
    left = list(group)
    w.rng.shuffle(left)
    chosen: list[Source] = []
    for source in left:
        if len(chosen) < count and all(source.value != other.value for other in chosen):
            chosen.append(source)
    return chosen if len(chosen) == count else None


def _read_all(w: Writer, app: str, chosen: Sequence[Source]) -> bool:
    return all(w.find(app, source, say=False) for source in chosen)


def _rank(w: Writer, app: str, group: Sequence[Source], count: int) -> bool:
    chosen = _spread(w, group, count)
    if chosen is None:
        return False
    named = names_of([source.label for source in chosen])
    if named is None or not _read_all(w, app, chosen):
        return False
    what, names = named
    w.clauses.append(w.words.draw("compare", names=w.words.listed(names), what=what, app=w.name(app)))
    facts = [source.id[:48] for source in chosen]
    return w.fill(HAND_IN) and w.rank(names, facts, w.rng.choice(("smallest", "largest")))


def _sum_of(w: Writer, chosen: Sequence[Source]) -> Fact:
    first = w.draft.facts[chosen[0].id[:48]]
    amount = sum(int(source.value) for source in chosen)
    return w.total(chosen[0].id, "sum", amount, chosen[0].kind == "price", first)


def _tally(w: Writer) -> Fact | None:
    """Adds the values of a list up and says so."""
    limit = w.recipe.longest - HAND_IN - w.slack
    for app, loop in w.loops(reads=True):
        if loop.place is None or not loop.total.isdigit() or not w.loop(app, loop, way="plain", limit=limit):
            continue
        note = w.draft.item
        if note is None:
            continue
        cash = any(money(int(note.item), w.draft.setting.phone.currency) in item.text for item in note.screen.elements)
        at = place_of(note.screen)
        place = Fact(id="x", kind="total", label="", value="", shown="", place=at, where=loop.where)
        total = w.total(loop.id, loop.goals[0], int(loop.total), cash, place)
        w.draft.reads[total.id] = w.draft.now
        w.guide.append(f"= {total.shown}")
        return total
    return None


def _the_sum(w: Writer) -> str:
    return "the sum" if w.words.locale == "en" else "这个总数"


def _fork(w: Writer) -> bool:
    forks = list(w.draft.setting.forks())
    w.rng.shuffle(forks)
    for app, found in forks:
        if found.source.id[:48] in w.draft.facts:
            continue
        if w.trying(lambda a=app, f=found: w.find(a, f.source, say=False) and w.fork(a, f)):
            return True
    return False


def _families(w: Writer, count: int) -> list[tuple[str, FactKind]]:
    """Apps with enough sinks of one kind."""
    counts: dict[tuple[str, FactKind], int] = {}
    for app, sink in w.draft.setting.sinks():
        if len(sink.takes) == 1:
            key = (app, sink.takes[0])
            counts[key] = counts.get(key, 0) + 1
    found = [key for key, number in counts.items() if number >= count]
    w.rng.shuffle(found)
    return found


def _judged(w: Writer, wanted: Callable[[Chore], bool], category: str) -> bool:
    """Chores that can be done, then one that cannot, or need not."""
    w.ending.memory = False
    chosen = [(app, chore) for app, chore in w.draft.setting.chores() if wanted(chore)]
    w.rng.shuffle(chosen)
    for app, chore in chosen:
        text = w.said(app, chore.goals)
        if not w.draft.do(app, text, chore.moves):
            continue
        w.clauses.append(w.words.draw("plain", task=text))
        w.guide.append(f"{text}: {chore.impossible or 'it is so already'}")
        w.ending.category = "impossible" if category == "impossible" else "satisfied"
        w.ending.why = chore.impossible
        if category == "satisfied":
            w.draft.expects.extend(chore.expects)
        w.ending.kind = "state"
        return w.draft.now <= w.recipe.longest
    return False
