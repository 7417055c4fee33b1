"""What has not been tried yet, and what is most worth trying for a goal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sextant.utg.exits import Exit, Kind
from sextant.utg.faces import location_words
from sextant.utg.graph import Graph, Node, Place, Trigger
from sextant.utg.plan import Avoid
from sextant.utg.words import Query, coverage, lexicon, match, tokens

SAMPLES = 3
"""So many members of a list are looked at before it is known that all lead to one kind of screen."""
MANY = 10
"""So many members of a list whose members lead to different screens."""
TELLING = 0.5
"""Relevance from which on a member of a well-known list is tried all the same."""

COMMON = 0.25
"""Weight of a word that stands in the title of every screen, or in a good part of all links."""
_ENOUGH_TITLES = 3
_ENOUGH_EXITS = 20
_GOOD_PART = 0.2

_PRIOR: Mapping[Kind, float] = {
    "opener": 0.55,
    "navigation": 0.5,
    "tab": 0.45,
    "link": 0.35,
    "button": 0.2,
    "item": 0.15,
    "paging": 0.05,
}
_FOOTER_PRIOR = 0.33
_HUB_BONUS = 0.08
_STEP_COST = 0.06
_HINTED = 0.3

_HUBS = lexicon("setting about help more account profile admin administration option preference menu info")
_HINTS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        lexicon("privacy term condition legal imprint license licence version copyright cookie contact credit"),
        lexicon("about legal help setting info more privacy support account"),
    ),
    (
        lexicon(
            "password email language theme notification appearance security timezone account profile avatar api key"
        ),
        lexicon("setting account profile user me preference option security"),
    ),
    (
        lexicon("user group role permission log backup mail plugin extension task"),
        lexicon("admin administration setting"),
    ),
    (lexicon("keyboard shortcut syntax tutorial faq"), lexicon("help support documentation")),
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An exit nobody has taken, with what speaks for taking it.

    Attributes:
        relevance: How well it answers the goal, 0-1.
        prior: How promising its kind is when words do not help, 0-1.
        distance: Actions to where it is.
    """

    place: Place
    exit: Exit
    relevance: float
    prior: float
    distance: int
    familiar: bool = False
    """One of the same name was taken elsewhere: it promises nothing new."""

    @property
    def worth(self) -> float:
        return 2 * self.relevance + self.prior - _STEP_COST * self.distance


@dataclass(slots=True)
class _Group:
    tried: int = 0
    targets: set[str] = field(default_factory=set[str])

    @property
    def known(self) -> bool:
        return self.tried >= MANY or (self.tried >= SAMPLES and len(self.targets) == 1)


@dataclass(slots=True)
class Relevance:
    """How well exits answer one query; remembers what it has computed."""

    query: Query
    _memory: dict[tuple[str, str, str, str], float] = field(default_factory=dict[tuple[str, str, str, str], float])

    def of(self, one: Exit, node: Node) -> float:
        """Relevance of an exit, 0-1: its label, its address, and both together with where it stands."""
        context = node.face.name
        key = (one.label, one.href, one.element.anchor, context)
        if key not in self._memory:
            self._memory[key] = self._compute(one, context)
        return self._memory[key]

    def _compute(self, one: Exit, context: str) -> float:
        label = match(self.query, one.label)
        address = location_words(one.href) if one.href else ()
        by_address = match(self.query, " ".join(address[-4:])) if address else None
        best = max(label.score, 0.9 * by_address.score if by_address is not None else 0.0)
        own = [*tokens(one.label), *address]
        around = [*tokens(one.element.anchor), *tokens(context)]
        alone, together = coverage(self.query, own), coverage(self.query, [*own, *around])
        if alone > 0 and together > coverage(self.query, around):
            best = max(best, 0.85 * together * (0.5 + 0.5 * label.precision))
        return best


def common_words(graph: Graph, query: Query) -> dict[str, float]:
    """Lower weights for words of a query that tell little in this app: its name, the word that every list item has."""
    if len(query.words) < 2:
        return {}
    titles = [frozenset(tokens(node.face.title)) for node in graph.nodes.values()]
    common: set[str] = set()
    if len(titles) >= _ENOUGH_TITLES:
        common |= frozenset[str].intersection(*titles)
    labels = {(one.label, one.href) for node in graph.nodes.values() for one in node.exits}
    if len(labels) >= _ENOUGH_EXITS:
        counts = Counter(word for label, href in labels for word in {*tokens(label), *location_words(href)})
        common |= {word for word, count in counts.items() if count > _GOOD_PART * len(labels)}
    found = {word: COMMON for word in query.words if word in common}
    return {} if len(found) == len(query.words) else found


def candidates(graph: Graph, relevance: Relevance, distances: Mapping[Place, int], avoid: Avoid) -> list[Candidate]:
    """Every harmless untried exit that can be got to, most worth trying first; ties in the order of discovery."""
    groups, walked = _experience(graph)
    hidden = {node.id: _hidden(node, relevance) for node in graph.nodes.values()}
    nearest = _nearest(distances)
    found: list[Candidate] = []
    for node in graph.nodes.values():
        if node.dead or node.id not in nearest:
            continue
        for one in _untried(graph, node, avoid):
            place = Place(node.id, one.binding) if one.binding else nearest[node.id]
            if place not in distances:
                continue
            value = relevance.of(one, node)
            if one.change and value < 0.8:
                continue
            group = groups.get(one.group) if one.group else None
            if group is not None and group.known and value < TELLING:
                continue
            prior = _prior(one, group)
            familiar = not one.href and (one.element.role, one.label) in walked
            if familiar and one.kind != "opener":
                prior, value = prior * 0.2, value * 0.5
            if one.kind == "opener":
                value = max(value, 0.9 * hidden[node.id])
            value = max(value, _hint(one, relevance.query))
            found.append(Candidate(place, one, value, prior, distances[place], familiar))
    return sorted(found, key=lambda candidate: -candidate.worth)


def _nearest(distances: Mapping[Place, int]) -> dict[str, Place]:
    nearest: dict[str, Place] = {}
    for place, distance in distances.items():
        if place.node not in nearest or distance < distances[nearest[place.node]]:
            nearest[place.node] = place
    return nearest


def _untried(graph: Graph, node: Node, avoid: Avoid) -> Iterator[Exit]:
    taken = {edge.trigger for edge in graph.out(node.id)}
    seen: set[str] = set()
    for one in node.exits:
        trigger = Trigger("tap", one.element)
        if one.risk or one.reach == "hidden" or trigger in taken or (node.id, trigger) in avoid:
            continue
        if one.href and (graph.at(one.href) is not None or one.href in seen):
            continue
        seen.add(one.href)
        yield one


def _experience(graph: Graph) -> tuple[dict[str, _Group], set[tuple[str, str]]]:
    """What the walked edges tell of lists, and the role and label of every element that was touched anywhere."""
    groups: dict[str, _Group] = {}
    walked: Counter[tuple[str, str]] = Counter()
    for node in graph.nodes.values():
        by_ref = {one.element: one for one in node.exits}
        for edge in graph.out(node.id):
            ref = edge.trigger.element
            if ref is None:
                continue
            walked[ref.role, ref.name] += 1
            one = by_ref.get(ref)
            if one is not None and one.group:
                group = groups.setdefault(one.group, _Group())
                group.tried += 1
                group.targets.add(edge.target)
    return groups, set(walked)


def _hidden(node: Node, relevance: Relevance) -> float:
    """The best relevance among exits that are there but cannot be reached: something has to be opened first."""
    return max((relevance.of(one, node) for one in node.exits if one.reach == "hidden" and not one.risk), default=0.0)


def _prior(one: Exit, group: _Group | None) -> float:
    prior = _PRIOR[one.kind]
    if one.landmark.casefold().startswith("contentinfo"):
        prior = min(prior, _FOOTER_PRIOR)
    if one.change:
        prior *= 0.3
    if group is not None and group.tried:
        prior *= SAMPLES / (SAMPLES + 2 * group.tried)
    if any(word in _HUBS for word in tokens(one.label)):
        prior += _HUB_BONUS
    return prior


def _hint(one: Exit, query: Query) -> float:
    """Where things of that kind usually are: a privacy policy under `About`, a password under `Account`."""
    label = frozenset(tokens(one.label))
    if not 0 < len(label) <= 4:
        return 0.0
    wanted = frozenset(query.words)
    return _HINTED if any(wanted & topics and label & hubs for topics, hubs in _HINTS) else 0.0
