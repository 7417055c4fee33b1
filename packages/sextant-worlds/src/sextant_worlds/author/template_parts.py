"""Parts of templates: find a value, carry it, rank, add up, decide, refuse."""

from collections.abc import Callable, Sequence

from sextant_worlds.author.answers import pattern, stands_in
from sextant_worlds.author.writer import HAND_IN, Wanted, Writer, anything, names_of
from sextant_worlds.engine.values import money
from sextant_worlds.genres.base import Chore, FactSource
from sextant_worlds.oracle.walk import place_of
from sextant_worlds.spec.scenario import Fact, FactKind

Template = Callable[[Writer], bool]
"""Writes a task; False where the setting does not offer what it needs."""
COMPARED: tuple[FactKind, ...] = ("price", "number", "date", "time")
ADDED: tuple[FactKind, ...] = ("price", "number")
TELLING: tuple[FactKind, ...] = ("code", "price", "date", "time", "name", "number")
"""Kinds that nobody guesses from a handful of values."""


def find_some(w: Writer, count: int, wanted: Wanted = anything) -> bool:
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
            room = w.room()
            if apps and room is not None and room <= 0 and app != apps[-1]:
                continue
            if w.draft.now > w.recipe.longest - HAND_IN - w.slack:
                return False
            if w.attempt(lambda a=app, s=source: w.find(a, s) and w.near()):
                apps.append(app)
                found += 1
    return found == count


_COLOURS = 0.35
"""Share of tasks on pictures that ask for a colour, where the phone shows one."""


def is_pixel_value(w: Writer) -> Wanted:
    """Selects values that are only in pixels: the text of a picture, or a colour."""
    place = w.draft.setting

    def coloured(app: str, source: FactSource) -> bool:
        del app
        return source.medium == "pixels" and place.drawn(source) in ("swatch", "dial")

    if w.rng.random() < _COLOURS and w.sources(lambda app, s: s.kind != "condition" and coloured(app, s)):
        return coloured
    return lambda _, source: source.medium == "pixels"


def carry(w: Writer, wanted: Wanted, once: bool) -> bool:
    """Uses a value from one app in another."""

    def piece(app: str, source: FactSource) -> bool:
        sinks = [(a, s) for a, s in w.sinks((source.kind,)) if a != app and s.once == once]
        w.ending.kind = "act" if once else "state"
        found = bool(sinks) and w.find(app, source) and w.fill(5)
        poured = found and use_values(w, [source.id[:48]], [source.label], once=once, other_than=app)
        return poured and w.fill(0, retain=False)

    fitting = w.sources(lambda app, source: source.kind != "condition" and wanted(app, source))
    return any(w.attempt(lambda a=app, s=source: piece(a, s)) for app, source in fitting[:8])


def use_values(
    w: Writer,
    facts: Sequence[str],
    labels: Sequence[str],
    once: bool | None = None,
    other_than: str = "",
    way: str = "finally",
) -> bool:
    """Uses values in an app, by any sink that takes them."""
    kinds: list[FactKind] = [w.draft.facts[fact].kind for fact in facts]
    sinks = [(a, s) for a, s in w.sinks(kinds) if a != other_than and once in (None, s.once)]
    return any(w.sink(app, sink, facts, labels, way) for app, sink in sinks)


def _spread(w: Writer, group: Sequence[FactSource], count: int) -> list[FactSource] | None:
    """So many of a group, with distinct values."""
    left = list(group)
    w.rng.shuffle(left)
    chosen: list[FactSource] = []
    for source in left:
        if len(chosen) < count and all(source.value != other.value for other in chosen):
            chosen.append(source)
    return chosen if len(chosen) == count else None


def _read_all(w: Writer, app: str, chosen: Sequence[FactSource]) -> bool:
    return all(w.find(app, source, say=False) for source in chosen)


def ranked(w: Writer, app: str, group: Sequence[FactSource], count: int) -> bool:
    """Compares some values of a group, and submits their names in order."""
    chosen = _spread(w, group, count)
    if chosen is None:
        return False
    named = names_of([source.label for source in chosen])
    if named is None or not _read_all(w, app, chosen):
        return False
    w.clauses.append(w.words.draw("compare", whole=w.words.whole(named), app=w.name(app)))
    facts = [source.id[:48] for source in chosen]
    return w.fill(HAND_IN) and w.rank(named.names, facts, w.rng.choice(("smallest", "largest")))


def _sum_of(w: Writer, chosen: Sequence[FactSource]) -> Fact:
    first = w.draft.facts[chosen[0].id[:48]]
    amount = sum(int(source.value) for source in chosen)
    return w.total(chosen[0].id, "sum", amount, chosen[0].kind == "price", first)


def sum_of_list(w: Writer) -> Fact | None:
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
        total = w.total(loop.id, the_sum(w), int(loop.total), cash, place)
        w.draft.reads[total.id] = w.draft.now
        w.guide.append(f"= {total.shown}")
        return total
    return None


def the_sum(w: Writer) -> str:
    """The name of a computed sum."""
    return "the sum" if w.words.locale == "en" else "这个总数"


def forked(w: Writer) -> bool:
    """Reads a condition, and does one of two things by it."""
    forks = list(w.draft.setting.forks())
    w.rng.shuffle(forks)
    for app, found in forks:
        if found.source.id[:48] in w.draft.facts:
            continue
        if w.attempt(lambda a=app, f=found: w.find(a, f.source, say=False) and w.fork(a, f)):
            return True
    return False


def families(w: Writer, count: int) -> list[tuple[str, FactKind]]:
    """Apps with enough sinks of one kind."""
    counts: dict[tuple[str, FactKind], int] = {}
    for app, sink in w.draft.setting.sinks():
        if len(sink.takes) == 1:
            key = (app, sink.takes[0])
            counts[key] = counts.get(key, 0) + 1
    found = [key for key, number in counts.items() if number >= count]
    w.rng.shuffle(found)
    return found


def judged(w: Writer, wanted: Callable[[Chore], bool], category: str) -> bool:
    """Possible chores, then one that is impossible or already done."""
    w.ending.memory = False
    chosen = [(app, chore) for app, chore in w.draft.setting.chores() if wanted(chore)]
    w.rng.shuffle(chosen)
    for app, chore in chosen:
        text = w.goal_sentence(app, chore.goals)
        if not w.draft.do(app, text, chore.moves):
            continue
        w.clauses.append(w.words.linked("plain", text))
        w.guide.append(f"{text}: {chore.impossible or 'it is so already'}")
        w.ending.category = "impossible" if category == "impossible" else "satisfied"
        w.ending.why = chore.impossible
        if category == "satisfied":
            w.draft.expects.extend(chore.expects)
        w.ending.kind = "state"
        return w.draft.now <= w.recipe.longest
    return False


def added(w: Writer, app: str, group: Sequence[FactSource], count: int) -> bool:
    """Adds some values of a group, and submits the sum."""
    chosen = _spread(w, group, count)
    if chosen is None or not _read_all(w, app, chosen):
        return False
    named = names_of([source.label for source in chosen])
    whole = w.words.listed([source.label for source in chosen]) if named is None else w.words.whole(named)
    w.clauses.append(w.words.draw("add", whole=whole, app=w.name(app)))
    total = _sum_of(w, chosen)
    text = w.words.draw("sum", desk=w.name("desk"))
    body = pattern(total.kind, total.value, total.shown)
    return w.fill(HAND_IN) and w.report(text, total.shown, body, "total", "the sum", (total.id,))
