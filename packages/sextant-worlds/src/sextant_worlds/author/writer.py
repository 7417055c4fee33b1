"""Writes a task: each part is carried out in the draft, worded in the goal, and spelt out in the guideline."""

import random
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sextant_worlds.author.answers import anchored, joined, ordered, pattern, stands_in
from sextant_worlds.author.chore_search import fill_with_chores
from sextant_worlds.author.draft import TaskDraft
from sextant_worlds.author.goal_text import Compared, GoalText
from sextant_worlds.author.recipe import TaskRecipe
from sextant_worlds.engine.values import money
from sextant_worlds.genres.base import Chore, FactSource, Fork, Loop, Sink
from sextant_worlds.spec.scenario import Distractor, Fact, FactKind
from sextant_worlds.spec.tasks import DialName, Dials

__all__ = ["HAND_IN", "Ending", "Wanted", "Writer", "anything", "names_of"]

HAND_IN = 5
"""Steps of handing an answer in: home, the desk, its button, the answer, hand in."""
_TRIES = 24
_ALIKE: Mapping[FactKind, tuple[FactKind, ...]] = {"total": ("price", "number")}
"""Kinds whose values are easily mixed up with one that is worked out."""
_BEFORE, _AFTER = re.compile(r"前往|寄给|[“的里中]"), re.compile(r"[”的]|那件|那笔|订单|账单")
"""In Chinese: what stands before and behind a name."""
_AMOUNT, _DOING = re.compile(r"(?:和|数目|多少|多少钱|结果|合计)$"), re.compile(r"算|计算|求|打开|进入|在“")
_ASKING = ("what ", "when ", "who ", "where ", "how ", "which ", "whose ")
"""Labels that are questions themselves."""


Wanted = Callable[[str, FactSource], bool]
"""Whether a source of an app will do."""


def anything(app: str, source: FactSource) -> bool:
    """Accepts any source."""
    del app, source
    return True


@dataclass(slots=True)
class Ending:
    """The end of the task, and the resulting kind of task."""

    kind: Literal["report", "state", "act"] = "state"
    memory: bool = True
    category: Literal["ordinary", "impossible", "satisfied"] = "ordinary"
    gold: str = ""
    regex: str = ""
    of: FactKind | Literal[""] = ""
    form: str = ""
    truth: tuple[str, ...] = ()
    why: str = ""
    """Why it cannot be done, or need not."""


@dataclass(slots=True)
class Writer:
    """The interface for templates: writes parts of a task."""

    draft: TaskDraft
    words: GoalText
    dials: Dials
    recipe: TaskRecipe
    rng: random.Random
    clauses: list[str] = field(default_factory=list[str])
    guide: list[str] = field(default_factory=list[str])
    ending: Ending = field(default_factory=Ending)
    order: tuple[Literal["smallest", "largest"], tuple[str, ...]] | None = None
    """For rankings: which end comes first, and the names in the order of the facts."""
    glanced: list[Distractor] = field(default_factory=list[Distractor])
    """Values that the goal sends past without need."""
    aim: int = 0
    """Steps between reading and needing that come on top of what is written here: popups, late pages, the way out."""
    closely: bool = False
    """Whether the dials that were given are to come out as asked; else they are the least of what may come out."""
    _app: str = ""
    _found: int = 0
    """Clauses up to the last that asked for a value."""

    @property
    def last(self) -> str:
        """The app of the last part."""
        return self._app

    @property
    def now(self) -> int:
        """Steps written so far."""
        return self.draft.now

    # -- choosing ----------------------------------------------------------------------------------------------

    def sources(self, wanted: Wanted = anything) -> list[tuple[str, FactSource]]:
        """Sources that may be asked for, in a random order, those that fit the dials best first."""
        dials = self.dials
        found = [
            (app, source)
            for app, source in self.draft.setting.sources()
            if self._ours(source)
            and source.id not in self.draft.facts
            and (not dials.kinds or source.kind in dials.kinds)
            and wanted(app, source)
        ]
        self.rng.shuffle(found)
        found.sort(
            key=lambda pair: (
                (pair[1].transient > 0) != (dials.transience > 0),
                self._off(pair[1]),
            )
        )
        return found

    def asked(self, dial: DialName) -> bool:
        """Whether the dial must be met exactly; else it is free, or a minimum."""
        return self.closely and dial in self.dials.model_fields_set

    def _off(self, source: FactSource) -> int:
        """Pages by which a value stands too high; where a depth was given, too deep as well."""
        off = self.dials.depth - self.draft.setting.depth(source)
        return abs(off) if self.asked("depth") else max(0, off)

    def _ours(self, source: FactSource) -> bool:
        """Values of kind condition apart, test and train share none."""
        if source.kind == "condition":
            return True
        if not self.draft.sound(source):
            return False
        half = zlib.crc32(source.shown.encode()) % 2
        return half == (0 if self.recipe.family == "test" else 1)

    def group(self, kinds: Sequence[FactKind], least: int) -> list[tuple[str, tuple[FactSource, ...]]]:
        """Groups of sources that can be compared, values distinct, in a random order."""
        groups: dict[tuple[str, str, str], list[FactSource]] = {}
        kinds = [kind for kind in kinds if not self.dials.kinds or kind in self.dials.kinds]
        for app, source in self.draft.setting.sources():
            if source.group and source.kind in kinds and source.medium == "text" and self.draft.sound(source):
                groups.setdefault((app, source.group, source.kind), []).append(source)
        found = [(key[0], tuple(items)) for key, items in groups.items() if len({i.value for i in items}) >= least]
        self.rng.shuffle(found)
        found.sort(key=lambda pair: self._off(pair[1][0]))
        return found

    def attempt(self, piece: Callable[[], bool]) -> bool:
        """Writes a piece, and removes it completely if it fails."""
        saved, clauses, guide, glanced = self.draft.save(), list(self.clauses), list(self.guide), list(self.glanced)
        app, found = self._app, self._found
        if piece():
            return True
        self.draft.back_to(saved)
        self.clauses, self.guide, self.glanced, self._app, self._found = clauses, guide, glanced, app, found
        return False

    # -- parts -------------------------------------------------------------------------------------------------

    def name(self, app: str) -> str:
        return self.draft.setting.name(app)

    def find(self, app: str, source: FactSource, say: bool = True) -> bool:
        """Reads a value, and requests it in the goal."""
        name = self.name(app)
        way = "find_clause" if source.label.startswith(_ASKING) else "find"
        text = self.words.draw(way, label=source.label, app=name) if say else f"{source.label} ({name})"
        if not self.draft.read(app, source, text=text):
            return False
        if say:
            self.clauses.append(text)
            self._found = len(self.clauses)
        self.guide.append(f"{source.label}: {name} > {source.where}: {source.shown}")
        self._app = app
        return True

    def glance(self) -> bool:
        """Passes a value of the same kind as one that must be remembered."""
        kinds = {kind for fact in self.draft.facts.values() for kind in _ALIKE.get(fact.kind, (fact.kind,))}
        found = self.sources(lambda _, s: s.kind in kinds and s.medium == "text")
        room = self.room()
        if room is not None:
            found.sort(key=lambda pair: (pair[0] == self._app) == (room > 0))
        for app, source in found[:4]:
            if any(stands_in(fact.shown, source.label) for fact in self.draft.facts.values()):
                continue
            if any(_glanced(source).id == other.id for other in self.glanced):
                continue
            way = "glance_clause" if source.label.startswith(_ASKING) else "glance"
            text = self.words.draw(way, label=source.label, app=self.name(app))
            if self.draft.look_at(app, source, text):
                self.clauses.append(text)
                self.glanced.append(_glanced(source))
                self.guide.append(text)
                self._app = app
                return True
        return False

    def goal_sentence(self, app: str, wordings: Sequence[str]) -> str:
        """The sentence of the goal for a chore or loop."""
        task = self.words.choose(wordings)
        return self.words.placed(task, self.name(app), app)

    def chore(self, app: str, chore: Chore, way: str = "then", limit: int = 10_000) -> bool:
        """Does a chore, and requests it in the goal."""
        text = self.goal_sentence(app, chore.goals)
        if self._leaks(text) or not self.draft.chore(app, chore, text, limit):
            return False
        self.clauses.append(self.words.linked(way, text))
        if chore.once:
            self.clauses.append(self.words.draw("once"))
        self.guide.append(text)
        self._app = app
        return True

    def chores(self) -> list[tuple[str, Chore]]:
        """Chores that can be done and are not, in a random order."""
        found = [
            (app, chore)
            for app, chore in self.draft.setting.chores()
            if not chore.satisfied and not chore.impossible and chore.id not in self.draft.used
        ]
        self.rng.shuffle(found)
        return found

    def loops(self, reads: bool) -> list[tuple[str, Loop]]:
        """Iterations, with or without values to add up."""
        found = [
            (app, loop)
            for app, loop in self.draft.setting.loops()
            if bool(loop.reads) == reads and loop.id not in self.draft.used
        ]
        self.rng.shuffle(found)
        return found

    def loop(self, app: str, loop: Loop, way: str = "then", limit: int = 10_000) -> bool:
        """Does the same for each record, and requests it in the goal."""
        text = self.goal_sentence(app, [_worked_out(goal) if loop.reads else goal for goal in loop.goals])
        if self._leaks(text) or not self.draft.loop(app, loop, text, limit):
            return False
        self.clauses.append(self.words.linked(way, text))
        self.guide.append(text)
        self._app = app
        return True

    def sinks(self, kinds: Sequence[FactKind]) -> list[tuple[str, Sink]]:
        """The sinks for values of these kinds, in this order."""
        found = [
            (app, sink)
            for app, sink in self.draft.setting.sinks()
            if len(sink.takes) == len(kinds)
            and all(_fits(kind, wanted) for kind, wanted in zip(kinds, sink.takes, strict=True))
            and sink.id not in self.draft.used
        ]
        self.rng.shuffle(found)
        return found

    def sink(self, app: str, sink: Sink, facts: Sequence[str], labels: Sequence[str], way: str = "finally") -> bool:
        """Uses values that were read, and requests it in the goal."""
        goal = self.words.choose(sink.goals)
        for number, label in enumerate(labels):
            goal = goal.replace(f"{{{number}}}", label)
        text = self.words.placed(goal, self.name(app), app, last=False)
        if not self.draft.sink(app, sink, facts, text):
            return False
        self.clauses.append(self.words.linked(way, text))
        if sink.once:
            self.clauses.append(self.words.draw("once"))
        shown = ", ".join(self.draft.facts[fact].shown for fact in facts)
        self.guide.append(f"{text}: {shown}")
        self._app = app
        return True

    def fork(self, app: str, fork: Fork) -> bool:
        """Does one of two things by a value that was read, and requests it in the goal."""
        fact = next((fact.id for fact in self.draft.facts.values() if fact.id == fork.source.id[:48]), "")
        then, otherwise = self.words.choose(fork.then.goals), self.words.choose(fork.otherwise.goals)
        goal = self.words.choose(fork.goals)
        goal = goal.replace("{0}", fork.source.label).replace("{then}", then).replace("{otherwise}", otherwise)
        texts = (f"{fork.source.label}: {fork.when}", then, otherwise)
        if not fact or not self.draft.fork(app, fork, fact, texts):
            return False
        self.clauses.append(self.words.placed(goal, self.name(app), app, last=False))
        self.guide.append(goal)
        self._app = app
        return True

    # -- length ------------------------------------------------------------------------------------------------

    @property
    def slack(self) -> int:
        """Steps that surprises and late pages may add."""
        return self.dials.popups + 2 * self.dials.delay

    def fill(self, tail: int, retain: bool = True) -> bool:
        """Chores until the task is long enough and what was read lies far enough back.

        Args:
            tail: Steps that are still to come.
            retain: Whether distance, hops and interference have to be reached.
        """
        limit = self.recipe.longest - tail - self.slack
        if retain and not self._interfere(limit):
            return False
        if retain and self.draft.reads and (self.asked("distance") or self.asked("hops")):
            fill_with_chores(self, tail, limit)
        tries = 0
        for app, chore in self.alternating():
            if self._enough(tail, retain) or tries > _TRIES:
                break
            tries += not self.chore(app, chore, limit=limit)
        return self._enough(tail, retain) and self.draft.now <= limit

    def _enough(self, tail: int, retain: bool) -> bool:
        draft = self.draft
        if draft.now + tail < self.recipe.shortest:
            return False
        if not retain or not draft.reads:
            return True
        return self.short(tail) <= 0 and draft.hops >= self.dials.hops - 1

    def short(self, tail: int) -> int:
        """The steps that are still missing between the first value and its use."""
        written = self.draft.now + min(tail, 4) - self.draft.first
        return self.dials.distance - self.aim - written if self.dials.distance else 0

    def room(self) -> int | None:
        """The changes of app that are still missing before the last one; None if the number is free."""
        return self.dials.hops - 1 - self.draft.hops if self.asked("hops") else None

    def near(self) -> bool:
        """Whether interference and changes of app do not exceed the wanted ones."""
        room = self.room()
        alike = not self.asked("interference") or self._seen_alike() <= self.dials.interference
        return alike and (room is None or room >= 0)

    def _interfere(self, limit: int) -> bool:
        tries = 0
        while self._seen_alike() < self.dials.interference:
            tries += 1
            if tries > 8 or self.draft.now > limit:
                return False
            if not self.attempt(lambda: self.glance() and self.near()) and not self.asked("interference"):
                return False
        return True

    def _seen_alike(self) -> int:
        """Values on the way that must not be taken for one that counts, as the finished task will count them."""
        if not self.dials.interference and not self.asked("interference"):
            return 0
        screens = (*self.draft.seen, self.draft.twin.screen())
        texts = "\n".join({element.text for screen in screens for element in screen.elements})
        wanted = {other.shown for source in self.draft.sources.values() for other in source.distractors}
        wanted |= {other.shown for other in self.glanced}
        return sum(text in texts for text in wanted - {fact.shown for fact in self.draft.facts.values()})

    def alternating(self) -> list[tuple[str, Chore]]:
        """Chores in a random order, few of one app in a row."""
        left, made = self.chores(), list[tuple[str, Chore]]()
        last = self._app
        while left:
            found = next((item for item in left if item[0] != last), left[0])
            left.remove(found)
            made.append(found)
            last = found[0]
        return made

    def _leaks(self, text: str) -> bool:
        facts = self.draft.facts.values()
        return any(stands_in(fact.shown, text) for fact in facts if fact.kind != "condition")

    # -- endings -----------------------------------------------------------------------------------------------

    def hand_in(self, facts: Sequence[str]) -> bool:
        """Reports values, in this order."""
        known = [self.draft.facts[fact] for fact in facts]
        desk = self.name("desk")
        gold = "; ".join(fact.shown for fact in known)
        body = joined([pattern(fact.kind, fact.value, fact.shown) for fact in known])
        near = len(self.clauses) == self._found  # what "it" is is clear
        way = "hand_many" if len(known) > 1 else "hand" if near else "hand_named"
        text = self.words.draw(way, desk=desk, labels=self.words.listed([fact.label for fact in known]))
        form = "as shown" if len(known) == 1 else "values in the order asked for, separated by semicolons"
        kind: FactKind = known[0].kind if len(known) == 1 else "text"
        return self.report(text, gold, body, kind, form, tuple(facts))

    def report(self, text: str, gold: str, body: str, kind: FactKind, form: str, truth: tuple[str, ...]) -> bool:
        """Submits an answer."""
        if not self.draft.submit(text):
            return False
        self.clauses.append(text)
        self.guide.append(f"{text}: {gold}")
        made = self.ending
        made.kind, made.gold, made.regex, made.of, made.form, made.truth = (
            "report",
            gold,
            anchored(body),
            kind,
            form,
            truth,
        )
        return True

    def rank(self, names: Sequence[str], facts: Sequence[str], first: Literal["smallest", "largest"]) -> bool:
        """Reports names in the order of what was read."""
        pairs = sorted(zip(names, facts, strict=True), key=lambda pair: _key(self.draft.facts[pair[1]]))
        if first == "largest":
            pairs.reverse()
        sorted_names = [name for name, _ in pairs]
        kind = self.draft.facts[facts[0]].kind
        text = self.words.draw(
            "rank",
            desk=self.name("desk"),
            rank=_rank(kind, first, self.words.locale),
            form="A > B > C",
            names=self.words.listed(names),
        )
        self.order = (first, tuple(names))
        return self.report(text, " > ".join(sorted_names), ordered(sorted_names), "ordering", "A > B > C", tuple(facts))

    def total(self, ident: str, label: str, amount: int, cash: bool, place: Fact) -> Fact:
        """A sum as a fact of its own; it is worked out, never shown."""
        shown = money(amount, self.draft.setting.phone.currency) if cash else str(amount)
        made = Fact(
            id=f"{ident[:40]}-total",
            kind="total",
            label=label,
            value=str(amount),
            shown=shown,
            place=place.place,
            where=place.where,
        )
        self.draft.facts[made.id] = made
        return made


def _worked_out(goal: str) -> str:
    """Rewords a goal that only names a sum, so that the sum has to be computed."""
    if goal.startswith(("the ", *_ASKING)):
        return f"work out {goal}"
    return f"算一算{goal}" if _AMOUNT.search(goal) and not _DOING.match(goal) else goal


def _glanced(source: FactSource) -> Distractor:
    return Distractor(
        id=f"seen-{source.id}"[:48],
        kind=source.kind,
        shown=source.shown,
        place=source.place,
        why="The goal says that it is not needed.",
    )


def names_of(labels: Sequence[str]) -> Compared | None:
    """The common part of labels, and the names in which they differ; None if they are not comparable."""
    head, tail = _common(labels), _common([label[::-1] for label in labels])[::-1]
    head, tail = _whole(head, labels[0], first=True), _whole(tail, labels[0], first=False)
    raw = tuple(label[len(head) : len(label) - len(tail)] for label in labels)
    names = tuple(name.strip().strip("“”\"'") for name in raw)
    if not all(names) or len(set(names)) < len(names) or any(re.search(r"[>;,，；、]", name) for name in names):
        return None
    return Compared(head, tail, raw, names)


def _common(texts: Sequence[str]) -> str:
    shortest = min(texts, key=len)
    for number, letter in enumerate(shortest):
        if any(text[number] != letter for text in texts):
            return shortest[:number]
    return ""


def _whole(part: str, label: str, first: bool) -> str:
    """Cut back to whole words; in Chinese, to what marks where a name begins or ends."""
    if re.search(r"[\u4e00-\u9fff]", label):
        found = (
            [match.end() for match in _BEFORE.finditer(part)] if first else [m.start() for m in _AFTER.finditer(part)]
        )
        return (part[: found[-1]] if found else "") if first else (part[found[0] :] if found else "")
    if first:
        return part[: part.rfind(" ") + 1]
    at = part.find(" ")
    return part[at:] if at >= 0 else ""


def _fits(kind: FactKind, wanted: FactKind) -> bool:
    return kind == wanted or (kind == "total" and wanted in ("price", "number")) or wanted == "text"


def _key(fact: Fact) -> tuple[int, str]:
    digits = re.sub(r"[^\d]", "", fact.value) if fact.kind in ("price", "number") else ""
    return (int(digits or 0), fact.value)


def _rank(kind: FactKind, first: Literal["smallest", "largest"], locale: str) -> str:
    small = first == "smallest"
    if kind in ("date", "time"):
        return ("earliest" if small else "latest") if locale == "en" else ("最早" if small else "最晚")
    if kind == "price":
        return ("lowest" if small else "highest") if locale == "en" else ("金额低" if small else "金额高")
    return ("smallest" if small else "largest") if locale == "en" else ("小" if small else "大")
