"""Best-first search for a goal in words: what an untried way on is worth, and how well a screen answers.

There are two kinds of figures. A *match* compares texts (`Goal`), 0-1. A *worth* orders the ways on: the match of what
is known of one, a little for its kind, less what it takes to get there. See docs/goto.md.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sextant.text import folded, stands_in
from sextant.text.meaning import Meaning, likely
from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit, Kind
from sextant.utg.faces import Face, location_words, names_its_page, title_parts
from sextant.utg.graph import Graph, Node, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.selection import Matcher, matcher

__all__ = [
    "ADDED",
    "NAMES",
    "PART",
    "SURE",
    "Answer",
    "Goal",
    "Led",
    "Option",
    "alike",
    "answer_of",
    "answers",
    "called",
    "depicted",
    "labels_into",
    "meant_by",
    "options",
    "quoted",
    "said_by",
    "said_on",
    "telling",
    "tempered",
    "with_page",
]

_NUMBER = re.compile(r"\d+")
SURE = 0.75
"""From this match on a title, a main heading or a label names the goal."""
EXACT = 1.0
"""What a text is worth that is the goal, word for word."""
_NEXT = 0.95
"""And at most any other; so much, where it holds the goal as it was put, if that is more than a word."""
_BY_LABEL = 0.97
"""What a label says of the screen it led to, beside what that screen calls itself."""
_TOGETHER = 0.85
"""What two texts say together: of what (`Alice`) and what of it (`Orders`)."""
_OTHER = 0.6
"""What is left of a match where the numbers differ."""
_SELECTED = 0.7
"""The same as `_TOGETHER` of a tab that is selected: it is a part of a page."""
_AROUND = 0.9
"""The same, where one of them is only the screen that a control stands on."""
_ADDS = 0.2
"""So much of the goal a control has to account for beyond what its surroundings do."""
ADDED = 0.01
"""So much nearer, as a cosine, a control and its page have to be together than the page alone."""
_NAMED = 0.4
"""From this match on what a screen mentions besides counts a little: it makes nothing sure."""
_MENTIONED = 0.3
_SPOKEN = 0.2
"""From such a share of the goal on a page is spoken of."""
_BELOW = 0.74
_EQUAL = 0.85
"""From this match on two texts mean the same, whatever their words."""
_MOST, _WHOLE = 0.8, 0.85
"""Such a share of the goal is most of it, and all of it."""
PART = 0.9
"""What is left of the match of a screen that calls itself as another one does."""
_ADDRESS = 0.9
_ITEM = 0.7
"""The same of an address that ends in a number or the like: its words name the list, of which this is one."""
_OPENS = 0.9
"""What a control that opens something is worth, of the best that is hidden beside it."""

_PRIORS: Mapping[Kind, float] = {
    "opener": 0.2,
    "navigation": 0.18,
    "tab": 0.18,
    "link": 0.15,
    "item": 0.1,
    "button": 0.1,
    "paging": 0.05,
}
"""What speaks for a way on of which the words say nothing, by its role and place."""
_FITTING = 2.0
"""How much more speaks for what stands on a screen that answers the goal: it may be a part of that."""
_READ = 0.2
"""What is left of that where the page behind it was read: what it says is known."""
_PER_ACTION = 0.04
_PER_LEVEL = 0.01
_NAMELESS, _SOME = 0.5, 3
"""What is left of that for a control without a name, where so many entries of a navigation are in sight."""
_VAIN = 0.5
"""What is left of a way on each time that it was tried in vain."""
_WALKED = 0.6
"""What is left of one each time that another of its name was taken elsewhere."""
NAMES = 2
"""A label of more addresses than these is no name of any of them."""
_ENOUGH = 5
"""Touches of one control from one item to the next that are counted."""
_LABELS = 2
_HEADINGS, _TEXTS = 5, 25
"""So many headings and texts of a screen are compared by what they mean."""
_HOPS = 2
_EVERYWHERE = 3
"""On so many screens a control tells nothing of the screen it was touched on."""
_DEEP = 4
_TITLES = 3
"""From so many titles on, what stands in all of them is the app's own name."""


class Goal:
    """A goal in words, compared with texts; remembers what it has compared.

    Args:
        text: The goal.
        make: Makes what compares words.
        meaning: Compares what sentences mean; None for words alone.
    """

    def __init__(self, text: str, make: Callable[[str], Matcher] = matcher, meaning: Meaning | None = None) -> None:
        self.text, self.meaning = text, meaning
        self._matcher = make(text)
        self._folded, self._phrase, self._numbers = _joined(text), len(text.split()) > 1, _numbers(text)
        self._known: dict[str, float] = {"": 0.0}
        self._vocabulary = frozenset[str]()
        self._said: dict[tuple[str, ...], float] = {}
        self._together: dict[tuple[str, str, str], tuple[float, float]] = {}

    def match(self, text: str) -> float:
        """How well one text names the goal, 0-1."""
        return self.best((text,))

    def best(self, texts: Iterable[str]) -> float:
        """How well the best of some texts names the goal, 0-1; 0 for none."""
        wanted = [" ".join(text.split()) for text in texts]
        fresh = [text for text in dict.fromkeys(wanted) if text not in self._known]
        for text, alike, meant in zip(fresh, self._matcher.alike(fresh), self._meant(fresh), strict=True):
            spelt_out = self._phrase and stands_in(self.text, text)
            same = _joined(text) == self._folded
            match = min(_NEXT, max(alike, spelt_out * _NEXT, meant))
            self._known[text] = EXACT if same else self._numbered(text) * match
        return max((self._known[text] for text in wanted), default=0.0)

    def means(self, text: str) -> float:
        """How well one text means the goal, 0-1, whatever its words."""
        return self._meant([text])[0]

    def _meant(self, texts: Sequence[str]) -> list[float]:
        """How well texts mean the goal, 0-1; what merely means it never names it surely."""
        if self.meaning is None or not texts:
            return [0.0] * len(texts)
        return [_BELOW * one for one in self.meaning.alike(self.text, texts)]

    def together(self, text: str, around: str, adding: float = 0.0, beside: str = "") -> float:
        """How well a text names the goal together with its surroundings, 0-1; 0 where it adds less to them."""
        if not text:
            return 0.0
        asked = (text, around, beside)
        if asked not in self._together:
            self._together[asked] = self._matcher.together(text, around, beside)
        both, added = self._together[asked]
        return both * self._numbered(f"{text} {beside}") if added >= adding else 0.0

    def _numbered(self, text: str) -> float:
        """What is left of a match where the text has another number than the goal: `wheels/2` is not `wheels/1`."""
        numbers = _numbers(text) if self._numbers else frozenset[str]()
        return _OTHER if numbers and not numbers & self._numbers else 1.0

    def asks_for(self, page: str) -> bool:
        """Whether the goal speaks of a page, or of none."""
        return not page or self.said((page,)) >= _SPOKEN

    def said(self, texts: tuple[str, ...]) -> float:
        """Share of the goal that stands somewhere in some texts, 0-1."""
        if texts not in self._said:
            self._said[texts] = self._matcher.said(texts)
        return self._said[texts]

    def within(self, texts: Iterable[str]) -> None:
        """Takes note of what an app says anywhere."""
        vocabulary = frozenset(texts)
        if vocabulary != self._vocabulary:
            self._vocabulary = vocabulary
            self._matcher.within(vocabulary)
            self._together.clear()
            self._said.clear()


def _joined(text: str) -> str:
    return "".join(folded(text).split())


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def alike(name: str, other: str) -> bool:
    """Whether two names are the same but for case, marks and signs."""
    return folded(name) == folded(other)


def quoted(text: str, within: str) -> bool:
    """Whether a text holds another, but for case, marks and signs."""
    return folded(text) in folded(within)


def said_on(graph: Graph) -> Iterator[str]:
    """What the screens of a map and the controls on them are called."""
    for node in graph.nodes.values():
        yield from (node.face.title, *node.face.heads, *(one.label for one in node.exits))


def telling(goal: str, graph: Graph) -> str:
    """The goal without the words that stand in every title of the app: its own name tells no screen from another."""
    titles = [frozenset(folded(node.face.title).split()) for node in graph.nodes.values() if node.face.title]
    if len(titles) < _TITLES:
        return goal
    common = frozenset[str].intersection(*titles)
    kept = [word for word in goal.split() if folded(word) not in common]
    return " ".join(kept) or goal


# -- how well a screen answers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Led:
    """What led to a screen: a label, what stood beside it in its row, and on which screen."""

    label: str = ""
    row: str = ""
    source: str = ""
    """The name of the screen on which it stood, and of what led there."""
    page: str = ""
    """What the page is called that it is only a part of: a tab, a menu."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How well a screen answers a goal, and the name by which it does."""

    place: Place
    score: float
    name: str
    own: bool = False
    """Whether that name says all of it by itself."""
    said: float = 0.0
    """Share of the goal that stands in what the screen and what led to it are called."""
    part: bool = False
    """Whether that is only the name of a part of a page: a tab, a menu."""
    meant: float = 0.0
    """The score where what only means the same counts in full: for the one screen that means it best."""


def answer_of(goal: Goal, place: Place, face: Face, led: Iterable[Led] = ()) -> Answer:
    """How well a screen answers: by title, main heading, what is selected, and by what led to it.

    Headings inside the page and running text mention what the page is not, and do not count.
    """
    led = tuple(led)
    parts = {folded(one.label) for one in led if not goal.asks_for(one.page)}
    address = " ".join(location_words(face.location)[-3:])
    own = [*face.heads, *title_parts(face.title), face.title]
    labels = [one.label for one in led]
    every = [*own, address, *face.selected, *labels, *(part for one in led for part in (one.row, one.source, one.page))]
    around = " ".join(dict.fromkeys(every))
    called = [(min(goal.match(name), _BELOW if folded(name) in parts else EXACT), name) for name in own]
    named = max(called, key=lambda pair: pair[0], default=(0.0, ""))
    spoken = folded(" ".join(own))
    scored = [named]
    for one in led:
        by_label = (1.0 if folded(one.label) in spoken else _BY_LABEL) * goal.match(one.label)
        scored.append((by_label if goal.asks_for(one.page) else min(by_label, _BELOW), one.label))
    scored.append(((_ADDRESS if names_its_page(face.location) else _ITEM) * goal.match(address), address))
    whole = [name for name in (*own[:4], *labels) if folded(name) not in parts]
    scored += [(_TOGETHER * goal.together(name, around), name) for name in whole]
    scored += [(_SELECTED * goal.together(name, around), name) for name in face.selected]
    score, name = max(scored, key=lambda pair: (pair[0], goal.match(pair[1])))
    said, meant = goal.said((*dict.fromkeys(every),)), score
    if SURE <= score < _EQUAL and said < _MOST:
        score = _BELOW  # it may mean the same; what it is called leaves too much of the goal open
    elif _NAMED <= score < SURE:
        mentioned = goal.said((*dict.fromkeys(every), *face.headings, *face.texts))
        score = min(score + _MENTIONED * max(0.0, mentioned - score), _BELOW)
    part = folded(name) in parts and name not in face.heads
    own_words = folded(name) not in parts and goal.said((name,)) >= _WHOLE
    return Answer(place, score, name or face.name, own_words, said, part, max(meant, score))


def _calls_itself(face: Face) -> tuple[str, ...]:
    return face.heads or ((face.title,) if face.title else (face.name,))


def called(face: Face, labels: Iterable[str]) -> str:
    """What a page is called: by itself, and by what led there."""
    return ", ".join(dict.fromkeys(filter(None, (*_calls_itself(face), *labels))))


def depicted(face: Face, labels: Iterable[str] = ()) -> tuple[str, str]:
    """A screen in words, as its meaning is compared: in short, and with what stands on it."""
    names = [*list(labels)[:_LABELS], *_calls_itself(face), *face.selected, *face.headings[:_HEADINGS]]
    return ". ".join(dict.fromkeys(names)), ". ".join(dict.fromkeys([*names, *face.texts[:_TEXTS]]))


def meant_by(goal: Goal, face: Face, labels: Iterable[str] = ()) -> float:
    """How well a screen as a whole means the goal, 0-1; never surely, and 0 where nothing can tell."""
    if goal.meaning is None:
        return 0.0
    return _BELOW * likely(sum(goal.meaning.near(goal.text, depicted(face, labels))) / 2)


def answers(graph: Graph, goal: Goal, distances: Mapping[Place, int]) -> list[Answer]:
    """The known screens within reach, the one that answers best first; of equals the nearest."""
    led = labels_into(graph)
    found = [
        (face.location, answer_of(goal, place, face, led.get(place, ())))
        for node in graph.nodes.values()
        if not node.dead
        for place, face in node.faces()
        if place in distances
    ]
    ranked = [one for _, one in tempered(found)]
    return sorted(ranked, key=lambda one: (-one.score, distances[one.place]))


def tempered(found: Iterable[tuple[str, Answer]]) -> list[tuple[str, Answer]]:
    """Answers by address, those lowered that call themselves as one of a shorter address: they are parts of it."""
    by_address = sorted(found, key=lambda pair: len(pair[0]))
    met: set[str] = set()
    result: list[tuple[str, Answer]] = []
    for address, one in by_address:
        again = one.name in met
        met.add(one.name)
        result.append((address, replace(one, score=PART * one.score) if again else one))
    return result


def _addresses(graph: Graph) -> dict[str, set[str]]:
    """By label, the addresses that links of that label lead to."""
    found: dict[str, set[str]] = {}
    for node in graph.nodes.values():
        for one in node.exits:
            if one.href and one.label:
                found.setdefault(one.label, set()).add(one.href)
    return found


def labels_into(graph: Graph) -> dict[Place, list[Led]]:
    """By place, the labels that led there from another screen or that links to it have: names, no `edit` or `(1)`."""
    found: dict[Place, list[Led]] = {}
    stands = Counter(
        (name, href)
        for name, href, _ in {
            (one.name, one.href, node.face.location) for node in graph.nodes.values() for one in node.exits
        }
    )
    for node in graph.nodes.values():
        links = {one.element: one for one in node.exits}
        for edge in graph.out(node.id):
            link = links.get(edge.trigger.element) if edge.trigger.element is not None else None
            if link is None or not edge.successes or edge.target == node.id or edge.reliability < 0.5:
                continue
            if graph.astray(edge):
                continue
            said = graph.at(link.href) if link.href else None
            if said is None or said.node == edge.target:  # else another thing was hit, or it leads on
                source = node.id if stands[link.name, link.href] < _EVERYWHERE else ""
                found.setdefault(Place(edge.target, edge.target_binding), []).append(Led(link.label, link.row, source))
    first = {place.node: led[0] for place, led in reversed(found.items())}
    told = {place: [_told(graph, one, first) for one in led] for place, led in found.items()}
    for label, addresses in _addresses(graph).items():
        if len(addresses) <= NAMES:
            for place in filter(None, map(graph.at, addresses)):
                told.setdefault(place, []).append(Led(label))
    return told


def _told(graph: Graph, led: Led, first: Mapping[str, Led]) -> Led:
    """What led to a screen, with the node on which it stood put in words: its name, and what led there in turn."""
    said: list[str] = []
    node, hops = led.source, 0
    while node and hops < _HOPS and node in graph.nodes:
        said.append(graph.nodes[node].face.name)
        before = first.get(node, Led())
        said.append(before.label)
        node, hops = before.source, hops + 1
    return replace(led, source=" ".join(dict.fromkeys(said)))


# -- what an untried way on is worth --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A way on that nobody has taken.

    Attributes:
        match: How well what is known of it names the goal, 0-1.
        prior: What speaks for it besides, 0-1.
        distance: Actions to where it is, and to bring it into reach.
        tried: How many of its group (a list, a template) were taken.
        left: What is left of it for what was tried in vain.
    """

    place: Place
    exit: Exit
    match: float
    prior: float
    distance: int
    depth: int = 0
    tried: int = 0
    left: float = 1.0

    @property
    def worth(self) -> float:
        """What orders the options when the goal decides."""
        return max(self.match, self.prior) + 0.3 * self.prior - _PER_ACTION * self.distance - _PER_LEVEL * self.depth

    @property
    def turn(self) -> float:
        """What orders them when everything gets its share, the least first: little tried, near, near to the start."""
        return 2 * self.tried + self.distance + self.depth - self.prior


@dataclass(slots=True)
class _Tried:
    """What was taken so far, over the whole map."""

    groups: Counter[str] = field(default_factory=Counter[str])
    labels: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    missed: Counter[tuple[ElementRef, str]] = field(default_factory=Counter[tuple[ElementRef, str]])
    """By link, wherever it stands, how often a link led elsewhere, or nowhere."""
    places: set[tuple[str, ElementRef]] = field(default_factory=set[tuple[str, ElementRef]])
    """What was touched, by address: open menus and dialogs make other screens of a page, with the same controls."""


def options(
    graph: Graph,
    goal: Goal,
    distances: Mapping[Place, int],
    depths: Mapping[Place, int],
    avoid: Avoid,
    read: Container[str] = frozenset(),
    fits: Mapping[str, float] | None = None,
) -> list[Option]:
    """Every untried way on within reach, the one of most worth first.

    `distances` are actions from here, `depths` from where the walk began; `read` are the addresses of pages that are
    known without having been walked to; `fits` says by screen how well it answers the goal itself.
    """
    tried, nearest, into, leads = _tried(graph), _nearest(distances), labels_into(graph), _addresses(graph)
    bare = {(node.face.location, one.element) for node in graph.nodes.values() for one in node.exits if _is_bare(one)}
    sighted = {node.id for node in graph.nodes.values() if _shows_navigation(node)}
    found: list[Option] = []
    for node in graph.nodes.values():
        if node.dead or node.id not in nearest:
            continue
        ways = list(_untried(graph, node, avoid))
        before = into.get(nearest[node.id], [])[:_LABELS]
        led = " ".join(f"{one.label} {one.source}" for one in before)
        page = called(node.face, [one.label for one in before])
        matches = [_match(goal, one, f"{node.face.name} {led}", page) for one in ways]
        hidden = _hidden(ways, matches)
        for one, match in zip(ways, matches, strict=True):
            place = Place(node.id, one.binding) if one.binding else nearest[node.id]
            if place not in distances or (one.reach == "hidden" and one.opener is None):
                continue
            if one.reach == "covered" and (node.face.location, one.element) in bare:
                continue  # it is touched where nothing lies over it
            if not one.href and (node.face.location, one.element) in tried.places:
                continue
            if one.kind == "opener":
                match = max(match, _OPENS * max(hidden.get(one.landmark, 0.0), hidden.get("", 0.0)))
            again = tried.labels[one.element.role, one.label]
            walked = again if len(leads.get(one.label, ())) > NAMES or not one.href else 0
            left = _VAIN ** (one.vain + tried.missed[one.element, one.href]) * _WALKED**walked
            among = max(again, tried.groups[one.group] if one.group else 0)
            fit = 1 + _FITTING * (fits or {}).get(node.id, 0.0)
            plain = _NAMELESS if not (one.label or one.hint) and node.id in sighted else 1.0
            prior = plain * fit * left * _PRIORS[one.kind] / (1 + among) * (_READ if one.href in read else 1.0)
            distance = distances[place] + one.buried + one.scrolls + int(one.reach == "covered")
            found.append(Option(place, one, left * match, prior, distance, depths.get(place, _DEEP), among, left))
    return sorted(found, key=lambda one: -one.worth)


def _shows_navigation(node: Node) -> bool:
    """Whether the app's navigation is in sight: then a button without a name is not what opens it."""
    return sum(one.kind == "navigation" and bool(one.label) and one.reach == "now" for one in node.exits) >= _SOME


def _is_bare(one: Exit) -> bool:
    return one.reach in ("now", "scroll")


def said_by(one: Exit) -> str:
    """What a way on says, with its row."""
    return ", ".join(dict.fromkeys(filter(None, (one.label or one.hint, one.row))))


def with_page(goal: Goal, one: Exit, page: str) -> str:
    """What a way on says; together with its page where the two mean the goal better than the page alone."""
    said = said_by(one)
    if goal.meaning is None or not said or not page:
        return said
    both = f"{said}, {page}"
    alone, together = goal.meaning.near(goal.text, (page, both))
    return both if together >= alone + ADDED else said


def _match(goal: Goal, one: Exit, stands: str, page: str) -> float:
    """How well what is known of a way on names the goal: label, hint, address, row, and where it stands."""
    address = " ".join(location_words(one.href)[-3:]) if one.href else ""
    by_address = (_ADDRESS if names_its_page(one.href) else _ITEM) * goal.match(address)
    own = max(goal.match(one.label), goal.match(one.hint), by_address)
    if (both := with_page(goal, one, page)) != one.label:
        own = max(own, _AROUND * goal.means(both))
    around = " ".join((one.element.anchor, stands, address))
    return max(own, _AROUND * goal.together(one.label or one.hint, around, _ADDS, one.row))


def _hidden(ways: Sequence[Exit], matches: Sequence[float]) -> dict[str, float]:
    """By region, the best match of what is there and hidden; under the empty name the best of all."""
    found: dict[str, float] = {}
    for one, match in zip(ways, matches, strict=True):
        if one.reach == "hidden":
            for region in {one.landmark, ""}:
                found[region] = max(match, found.get(region, 0.0))
    return found


def _untried(graph: Graph, node: Node, avoid: Avoid) -> Iterator[Exit]:
    """The harmless ways on of a screen that no edge stands for and that lead nowhere known."""
    walked = [edge for edge in graph.out(node.id) if edge.successes or edge.failures]
    astray = {edge.trigger.element for edge in walked if graph.astray(edge)}
    taken = {edge.trigger.element: edge.target for edge in walked if edge.trigger.element not in astray}
    for one in node.exits:
        if one.risk or one.alters or one.here or (node.id, Trigger("tap", one.element)) in avoid:
            continue
        if one.element in astray:
            yield one
            continue
        known = graph.at(one.href) if one.href else None
        failed = one.element in taken and _failed(graph, taken[one.element])
        if known is not None and taken.get(one.element, known.node) == known.node and not failed:
            continue  # where it leads is known; a map that says otherwise than the link itself is wrong
        if known is None and one.element in taken and not failed:
            continue
        if not one.href and one.kind in ("navigation", "tab") and _leads(graph, one.element, node.key.app):
            continue
        yield one


def _failed(graph: Graph, node: str) -> bool:
    """Whether a screen is an error page: what led there may be better another time."""
    return node in graph.nodes and graph.nodes[node].dead


def _leads(graph: Graph, element: ElementRef, app: str) -> bool:
    return graph.leads(element, app) is not None


def _tried(graph: Graph) -> _Tried:
    found = _Tried()
    for node in graph.nodes.values():
        links = {one.element: one for one in node.exits}
        for edge in graph.out(node.id):
            element = edge.trigger.element
            if element is not None and (edge.successes or edge.failures):
                link = links.get(element)
                said = graph.at(link.href) if link is not None and link.href else None
                if link is not None and link.href and (said is None or said.node != edge.target):
                    found.missed[element, link.href] += 1
                within = edge.source == edge.target  # from one item of a list to the next, again and again
                found.labels[element.role, element.name] += min(_ENOUGH, edge.successes) if within else 1
                found.places.add((node.face.location, element))
                if link is not None and link.group:
                    found.groups[link.group] += 1
    return found


def _nearest(distances: Mapping[Place, int]) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for place, distance in distances.items():
        if place.node not in found or distance < distances[found[place.node]]:
            found[place.node] = place
    return found
