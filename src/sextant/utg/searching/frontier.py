"""What has not been tried yet, and what is most worth trying for a goal."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit, Kind
from sextant.utg.faces import location_words
from sextant.utg.graph import Graph, Node, Place, Trigger
from sextant.utg.hops import Avoid, carried
from sextant.utg.plausible import hubs
from sextant.utg.searching.alike import Instances
from sextant.utg.searching.instances import ROW, ROW_ALONE, about_one, asks_for_any
from sextant.utg.words import Query, coverage, lexicon, match, matched, query_of, spelt_in, tokens

_ROW_WORDS = 2
SAMPLES = 3
"""So many members of a list, or links of one label, are looked at before whatever is no list has had its turn."""
ASKED = 0.8
"""Relevance from which on the goal is taken to ask for something that changes."""
PART = 0.45
"""Least relevance of a label that says nothing but a part of the goal: `Help` for `help about filters`."""
OF_THE_KIND = 0.6
"""And of a label that names the list of just such things: `Letters` for `the letter about the bell`."""
TELLING = 0.5
"""Relevance from which on a member of a well-known list is tried all the same."""

COMMON = 0.25
"""Weight of a word that stands in the title of every screen, or in a good part of all links."""
MEANT = 0.45
"""Relevance of a label that is surely meant, and shares no word with the goal: less than any telling label has."""
_LEAST_MEANT = 0.15
_ENOUGH_TITLES = 3
_ENOUGH_EXITS = 20
_GOOD_PART = 0.2
_MOST_SCREENS = 0.6

_PRIOR: Mapping[Kind, float] = {
    "opener": 0.55,
    "navigation": 0.5,
    "tab": 0.45,
    "link": 0.35,
    "item": 0.15,
    "button": 0.1,
    "paging": 0.05,
}
_FOOTER_PRIOR = 0.33
_UNNAMED = 0.6
_VAIN = 0.4
"""What is left of the promise of an exit each time that it was looked for and could not be touched."""
_HUB_BONUS = 0.03
_STEP_COST = 0.06
_FAMILIAR = 0.4
_DEEP = 4
"""Depth of what no known way from the start leads to."""
_HINTED = 0.3
_HINTED_CHILD = 0.3

_BACK = lexicon("back zuruck retour atra volver indietro 返回 戻る")
_HUBS = lexicon("setting about help more account profile admin administration option preference menu info")
_HINTS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        lexicon("privacy term condition legal imprint license licence version copyright cookie contact credit"),
        lexicon("about legal help setting info more privacy support account"),
    ),
    (
        lexicon("password email language theme notification appearance security timezone avatar api key"),
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
        depth: Actions from the start to where it is: of equals the shallow ones come first.
    """

    place: Place
    exit: Exit
    relevance: float
    prior: float
    distance: int
    depth: int = 0
    familiar: bool = False
    """One of the same name was taken elsewhere: it promises nothing new."""

    deferred: bool = False
    """One more of a list, or of links of one label, of which samples were taken: the last thing to try."""

    @property
    def promise(self) -> float:
        """What speaks for taking it, wherever it is."""
        return 2 * self.relevance**1.5 + self.prior

    @property
    def worth(self) -> float:
        return self.promise - _STEP_COST * (self.distance + self.depth)


@dataclass(slots=True)
class _Group:
    tried: int = 0
    targets: set[str] = field(default_factory=set[str])

    @property
    def sampled(self) -> bool:
        return self.tried >= SAMPLES

    @property
    def uniform(self) -> bool:
        """Whether all samples led to one screen of the map."""
        return self.sampled and len(self.targets) == 1


@dataclass(slots=True)
class Relevance:
    """How well exits answer one query; remembers what it has computed.

    Attributes:
        query: What is asked.
        inside: By app of a phone that the query names, what is left to be asked within it.
        near: How near a label comes to the query by its meaning, 0-1. It makes a label worth trying, never certain.
        ahead: What the links of a screen lead nearer to, by their addresses, 0-1.
    """

    query: Query
    inside: Mapping[str, Query] = field(default_factory=dict[str, Query])
    near: Callable[[str], float] = lambda _: 0.0
    ahead: Callable[[Node], Mapping[str, float]] = lambda _: {}
    _memory: dict[tuple[str, ...], float] = field(default_factory=dict[tuple[str, ...], float])

    def at(self, app: str) -> Query:
        """What is asked within an app."""
        return self.inside.get(app, self.query)

    def of(self, one: Exit, node: Node, names: str = "") -> float:
        """Relevance of an exit, 0-1: its label, its address, and both together with where it stands.

        `names` are those of the instance that it stands on.
        """
        context, query = f"{node.face.name} {names}", self.at(node.key.app)
        key = (*query.words, one.kind, f"{one.label}\n{one.hint}", one.href, one.element.anchor, one.row, context)
        if key not in self._memory:
            by_words = max(_relevance(query, one, context), _one_of_them(query, one, node))
            meant = self.near(one.label or one.hint) if by_words < MEANT else 0.0
            self._memory[key] = max(by_words, MEANT * meant if meant >= _LEAST_MEANT else 0.0)
        return max(self._memory[key], self.ahead(node).get(one.href, 0.0) if one.href or one.kind == "opener" else 0.0)


def _one_of_them(query: Query, one: Exit, node: Node) -> float:
    """What a row of a list is worth where the goal asks for any of what is listed: rows say more than filters do."""
    if one.kind not in ("item", "button", "link") or one.alters or not asks_for_any(query.text) or _of_one(node):
        return 0.0
    row = len(tokens(one.label)) >= _ROW_WORDS
    if match(query, node.face.name).score < ASKED or not (row or one.kind == "item"):
        return 0.0
    return ROW if row and (one.group or one.row) else ROW_ALONE if row else TELLING


def _of_one(node: Node) -> bool:
    """Whether a screen is about one thing of many."""
    return any(about_one(node, binding) for binding in node.bindings or ((),))


def inside_apps(graph: Graph, query: Query) -> dict[str, Query]:
    """What is left of a query within the apps that it names, by app; an app is called as what opens it is labelled."""
    found: dict[str, Query] = {}
    openers = hubs(graph)
    for edge in graph.edges.values():
        source, target = graph.nodes.get(edge.source), graph.nodes.get(edge.target)
        if source is None or target is None or source.key.app == target.key.app or edge.trigger.element is None:
            continue
        if openers and edge.source not in openers:
            continue
        if not edge.successes and any(one.successes for one in graph.rivals(edge.source, edge.trigger)):
            continue  # code said so, and was wrong
        if not spelt_in(edge.trigger.element.name, query.text):
            continue
        narrowed = query.inside(edge.trigger.element.name)
        if narrowed is not query:
            found[target.key.app] = narrowed
    return found


def _relevance(query: Query, one: Exit, context: str) -> float:
    label = max(match(query, one.label), match(query, one.hint), key=lambda found: found.score)
    address = location_words(one.href) if one.href else ()
    by_address = match(query, " ".join(address[-4:])) if address else None
    best = max(label.score, 0.9 * by_address.score if by_address is not None else 0.0)
    if label.precision > 0.99 and any(query.weight(word) >= 1 for word in matched(query, tokens(one.label))):
        best = max(best, PART)
    best = max(best, _lists_such(query, one.label, label.precision))
    own = [*tokens(one.label), *tokens(one.hint), *address]
    around = [*tokens(one.element.anchor), *tokens(one.row), *tokens(context)]
    alone, together = coverage(query, own), coverage(query, [*own, *around])
    if alone > 0 and together > coverage(query, around):
        best = max(best, 0.85 * together * (0.5 + 0.5 * label.precision))
    return best


def _lists_such(query: Query, label: str, precision: float) -> float:
    """What a label is worth that names many of what the goal asks one of: `Open letters` for `the letter about`."""
    asked = query.text.casefold().split()
    many = [word for word in label.casefold().split() if word.endswith("s") and word not in asked]
    if not many:
        return 0.0
    said = query_of(query.text)  # how common the word is in this app has nothing to do with it
    if not any(len(stems := tokens(word)) == 1 and said.weight(stems[0]) > 1 for word in many):
        return 0.0
    return OF_THE_KIND if precision > 0.99 else PART


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


def candidates(
    graph: Graph,
    relevance: Relevance,
    distances: Mapping[Place, int],
    depths: Mapping[Place, int],
    avoid: Avoid,
    known: Instances | None = None,
) -> list[Candidate]:
    """Every harmless untried exit that can be got to, most worth trying first; ties in the order of discovery.

    What is one more of a list of which samples were taken comes after everything else, and is left out only where the
    addresses have one template and the samples have led to one screen of the map.

    `distances` are actions from here, `depths` actions from where the walk began.
    """
    groups, walked = _experience(graph)
    everywhere, vain = _everywhere(graph), _followed(graph, relevance)
    bare, followed = _uncovered(graph), _followed_addresses(graph)
    nearest, known = _nearest(distances), known or Instances()
    meant = _meant(distances, relevance, graph, known)
    shallowest: dict[str, int] = {}
    found: list[Candidate] = []
    for node in graph.nodes.values():
        if node.dead or node.id not in nearest:
            continue
        hidden, query = _hidden(graph, node, relevance), relevance.at(node.key.app)
        for one in _untried(graph, node, avoid, followed, meant.get(node.id)):
            place = Place(node.id, one.binding) if one.binding else nearest[node.id]
            if place not in distances or (one.reach == "covered" and (one.element, node.face.location) in bare):
                continue
            place = meant.get(node.id, place) if not one.href else place
            value = _value(one, node, relevance, hidden, " ".join(known.of(place)))
            if value < TELLING and (told := _words_of(one.label, query)):
                value *= min(1.0, SAMPLES / (1 + vain[told]))
            sitewide = one.name in everywhere
            group = groups.get(one.group) if one.group and not sitewide else None
            if _not_worth(one, group, value, query):
                continue
            walks = walked[one.element.role, one.label]
            # what it opens on the very thing that the goal names may be that thing's own
            own = one.kind == "opener" and place == meant.get(node.id)
            familiar = not one.href and walks > 0 and not own
            value = max(value, PART) if own else value
            if familiar and value < TELLING and one.kind != "item":
                continue
            weight = _FAMILIAR if familiar else 1.0
            depth = depths.get(place, _DEEP)
            shallowest[one.name] = min(depth, shallowest.get(one.name, _DEEP))
            prior = max(_prior(one, group), _PRIOR["navigation"] if sitewide and _named(one) else 0.0) * weight
            distance = distances[place] + one.buried + one.scrolls + int(one.reach == "covered")
            elsewhere = bool(relevance.inside) and node.key.app not in relevance.inside
            another = value < TELLING and _another(place, meant, known)
            deferred = elsewhere or another or _back(one, value) or _deferred(one, group, walks, value, query)
            found.append(Candidate(place, one, value * weight, prior, distance, depth, familiar, deferred))
    alike = [replace(one, depth=shallowest[one.exit.name]) for one in found]
    return sorted(alike, key=lambda candidate: (candidate.deferred, -candidate.worth, candidate.distance))


def _meant(distances: Mapping[Place, int], relevance: Relevance, graph: Graph, known: Instances) -> dict[str, Place]:
    """By node with many instances, the one that the goal names: what can be done on one can be done on all.

    None where any of many will do.
    """
    found: dict[str, tuple[int, int, Place]] = {}
    if asks_for_any(relevance.query.text):
        return {}
    for place, distance in distances.items():
        node = graph.nodes.get(place.node)
        names = known.of(place) if node is not None else ()
        if node is None or not names:
            continue
        told = len(_words_of(" ".join(names), relevance.at(node.key.app)))
        if told and (-told, distance) < found.get(place.node, (0, 0, place))[:2]:
            found[place.node] = (-told, distance, place)
    return {node: place for node, (_, _, place) in found.items()}


def _another(place: Place, meant: Mapping[str, Place], known: Instances) -> bool:
    """Whether a place is one of many of which the goal names another."""
    named = meant.get(place.node)
    return named is not None and named != place and known.of(place) != known.of(named)


def _value(one: Exit, node: Node, relevance: Relevance, hidden: float, names: str) -> float:
    """Relevance of an exit, with what it may reveal and where such things usually are."""
    value = max(relevance.of(one, node, names), _hint(one, node, relevance.at(node.key.app)))
    return max(value, 0.9 * hidden) if one.kind == "opener" else value


def _not_worth(one: Exit, group: "_Group | None", value: float, query: Query) -> bool:
    """Whether an exit is left out: it changes something, scrolls only, or is one more item page just like the others.

    A goal that names the very change (`add a bill`) may open what makes it.
    """
    if one.alters and (value < ASKED or one.alters not in query.words):
        return True
    alike = group is not None and group.uniform and "{}" in one.group
    return value < TELLING and (one.within or alike)


def _deferred(one: Exit, group: "_Group | None", walks: int, value: float, query: Query) -> bool:
    """Whether an exit waits for all others: one more of a sampled list, or of a chain such as `Next`, `Next`, `Next`.

    A label that was followed thrice in vain tells nothing more; address and surroundings still may.
    """
    if one.href and walks >= SAMPLES and value <= max(PART, match(query, one.label).score):
        return True
    return value < TELLING and group is not None and group.sampled


def _back(one: Exit, value: float) -> bool:
    """Whether it is the app's own button for going back: it leads to where one came from."""
    label = tokens(one.label)
    return not one.href and value < TELLING and len(label) == 1 and label[0] in _BACK


def _nearest(distances: Mapping[Place, int]) -> dict[str, Place]:
    nearest: dict[str, Place] = {}
    for place, distance in distances.items():
        if place.node not in nearest or distance < distances[nearest[place.node]]:
            nearest[place.node] = place
    return nearest


def _followed_addresses(graph: Graph) -> frozenset[str]:
    """The addresses that were followed, wherever they stood: they lead to the same again."""
    found: set[str] = set()
    for node in graph.nodes.values():
        taken = {edge.trigger.element for edge in graph.out(node.id) if edge.successes and not graph.astray(edge)}
        found |= {one.href for one in node.exits if one.href and one.element in taken}
    return frozenset(found)


def _untried(graph: Graph, node: Node, avoid: Avoid, followed: frozenset[str], meant: Place | None) -> Iterator[Exit]:
    """The exits of a screen that nobody has taken, or taken only on another instance than the one that is meant."""
    taken = {edge.trigger for edge in graph.out(node.id) if meant is None or carried(edge, meant.binding) is not None}
    seen: set[str] = set()
    for one in node.exits:
        trigger = Trigger("tap", one.element)
        if one.risk or one.here or one.reach == "hidden" or trigger in taken or (node.id, trigger) in avoid:
            continue
        if one.href and (graph.at(one.href) is not None or one.href in seen or one.href in followed):
            continue
        seen.add(one.href)
        yield one


def _experience(graph: Graph) -> tuple[dict[str, _Group], Counter[tuple[str, str]]]:
    """What the walked edges tell of lists, and on how many ways each role and label was touched."""
    groups: dict[str, _Group] = {}
    walked: Counter[tuple[str, str]] = Counter()
    for node in graph.nodes.values():
        by_ref = {one.element: one for one in node.exits}
        for edge in graph.out(node.id):
            ref = edge.trigger.element
            if ref is None or not (edge.successes or edge.failures):  # what only code says, nobody has tried
                continue
            walked[ref.role, ref.name] += 1
            one = by_ref.get(ref)
            if one is not None and one.group:
                group = groups.setdefault(one.group, _Group())
                group.tried += 1
                group.targets.add(edge.target)
    return groups, walked


def _everywhere(graph: Graph) -> frozenset[str]:
    """Names of exits that stand on most screens: the navigation of the app, whatever it is marked up as."""
    living = [node for node in graph.nodes.values() if node.exits and not node.dead]
    if len(living) < _ENOUGH_TITLES:
        return frozenset()
    counts = Counter(name for node in living for name in {one.name for one in node.exits if one.href})
    return frozenset(name for name, count in counts.items() if count >= _MOST_SCREENS * len(living))


def _uncovered(graph: Graph) -> frozenset[tuple[ElementRef, str]]:
    """What can be touched at an address without closing anything first."""
    return frozenset(
        (one.element, node.face.location)
        for node in graph.nodes.values()
        for one in node.exits
        if one.reach in ("now", "scroll")
    )


def _words_of(label: str, query: Query) -> frozenset[str]:
    """The words of a query that a label holds."""
    return frozenset(matched(query, tokens(label)))


def _followed(graph: Graph, relevance: Relevance) -> Counter[frozenset[str]]:
    """How often labels with the very same words of the goal were followed: it has not been found there."""
    labels = [
        (edge.trigger.element.name, relevance.at(graph.nodes[edge.source].key.app))
        for edge in graph.edges.values()
        if edge.trigger.element is not None and edge.source in graph.nodes and edge.successes
    ]
    return Counter(_words_of(label, query) for label, query in labels)


def _hidden(graph: Graph, node: Node, relevance: Relevance) -> float:
    """The best relevance among new exits that are there but cannot be reached: something has to be opened first."""
    out_of_reach = (one for one in node.exits if one.reach == "hidden" and not one.risk)
    new = (one for one in out_of_reach if not one.href or graph.at(one.href) is None)
    return max((relevance.of(one, node) for one in new), default=0.0)


def _prior(one: Exit, group: _Group | None) -> float:
    prior = _PRIOR[one.kind] * _VAIN**one.vain
    if one.landmark.casefold().startswith("contentinfo"):
        prior = min(prior, _FOOTER_PRIOR)
    if one.alters:
        prior *= 0.3
    if not tokens(one.label) and one.kind != "opener":
        prior *= _UNNAMED
    if group is not None and group.tried:
        prior *= SAMPLES / (SAMPLES + 2 * group.tried)
    if any(word in _HUBS for word in tokens(one.label)):
        prior += _HUB_BONUS
    return prior


def _named(one: Exit) -> bool:
    """Whether an exit says what it is, and that it changes nothing."""
    return not one.alters and bool(tokens(one.label))


def _hint(one: Exit, node: Node, query: Query) -> float:
    """Where things of that kind usually are: a privacy policy under `About`, a password under `Account`.

    The way to such a hub is worth something, and so is what stands on the hub itself.
    """
    wanted = frozenset(query.words)
    hubs = [hub for topics, hub in _HINTS if wanted & topics]
    if not hubs:
        return 0.0
    label, name = frozenset(tokens(one.label)), frozenset(tokens(node.face.name))
    if len(label) <= 4 and any(label & hub for hub in hubs):
        return _HINTED
    return _HINTED_CHILD if one.kind in ("link", "tab", "button") and any(name & hub for hub in hubs) else 0.0
