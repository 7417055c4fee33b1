"""Best-first search for a goal in words: the candidates among known screens, read pages and untried exits.

All are rated in log odds of being the goal (`sextant.utg.relevance`). See docs/how-goto-decides.md.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from sextant.addresses.origins import origin_of, same_origin
from sextant.dataclass import dataclass
from sextant.text import folded
from sextant.text.overlap import Rarity, grams
from sextant.types.screens import ElementRef
from sextant.utg.exclusions import address_excluded
from sextant.utg.exits import Exit, Kind
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.relevance import ComparedText, GoalRelevance, Led, screen_words, way_words

__all__ = [
    "EVERYWHERE",
    "NAMES",
    "PRIORS",
    "KnownScreen",
    "ReadPages",
    "SearchOption",
    "controls_of",
    "documents",
    "gives_way",
    "known_screens",
    "labels_into",
    "leads_nearer",
    "likelihood",
    "options",
    "page_of",
    "risk_of",
    "ways_seen",
]

_MANY = 400
"""The assumed number of different exits of an app."""

PRIORS: Mapping[Kind, float] = {
    "opener": 1.0,
    "navigation": 0.8,
    "tab": 0.8,
    "link": 0.5,
    "button": 0.0,
    "item": 0.0,
    "paging": -1.5,
}
"""Prior of an exit without relevant words, by role and place; log odds, as all that follows."""
_NAMELESS, _SOME = -1.0, 3
"""The same for a control without a name, if at least so many navigation entries are in view."""
_PER_ACTION, _PER_LEVEL, _PER_LINK = 0.2, 0.05, 0.2
_VAIN = 1.0
"""Penalty for each touch without effect."""
_WALKED = 0.5
"""Penalty for each touch of another exit of its name."""
_READ = 1.0
"""Penalty for a link whose page was read."""
NAMES = 2
"""A label of more addresses than this names none of them."""
_LABELS, _HOPS = 2, 2
EVERYWHERE = 3
"""A control on so many screens says nothing about the screen it was touched on."""
_DEEP = 4
_SAME = 1.0
"""Versions of a page whose log odds differ no more count as equally likely."""
_ALIKE = Rarity()
"""Compares labels by their letters, all with equal weight."""
_ENOUGH = 5
"""Most counted touches of one control that moves from item to item."""

# # -- known screens --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KnownScreen:
    """A walked screen or a read page, with the log odds that it is the goal.

    Attributes:
        place: Its place on the map; of a page that was only read the node is its address.
        page: Its identity: address, names, selected entries.
    """

    place: Place
    page: tuple[str, ...]
    name: str
    words: ComparedText
    odds: float = -math.inf
    read: bool = False

    @property
    def called(self) -> tuple[str, str]:
        """What versions of one page share: the address without the query, and the name."""
        return self.page[0].partition("?")[0], self.name


def page_of(face: Face) -> tuple[str, ...]:
    """The identity of a screen without overlays: address, headings, selected entries."""
    return (face.location, *face.heads, *face.selected)


def _at(place: Place, face: Face) -> tuple[str, ...]:
    """The identity of a screen; its place where a static screen has none."""
    page = page_of(face)
    return page if any(page) else ("", place.node, *(value for _, value in place.binding))


def known_screens(
    graph: Graph, within: Collection[Place], led: Mapping[Place, Sequence[Led]], shared: Collection[str] = ()
) -> list[KnownScreen]:
    """The reachable screens of a map in words, with what led to each; without odds.

    `shared` are title parts that identify no screen.
    """
    return [
        KnownScreen(
            place, _at(place, face), face.name, screen_words(face, led.get(place, ()), controls_of(node), shared)
        )
        for node in graph.nodes.values()
        if not node.dead
        for place, face in node.faces()
        if place in within
    ]


def controls_of(node: Node) -> frozenset[str]:
    """The labels of a screen's exits."""
    return frozenset(one.label for one in node.exits)


def gives_way(one: KnownScreen, present: KnownScreen, goal: GoalRelevance) -> bool:
    """Whether the current screen replaces another: it is a part of its page with more of the goal."""
    if not one.page[0]:
        return False  # without an address the relation is unknown
    above, below = (known.page[0].partition("?")[0].rstrip("/") for known in (one, present))
    part = below == above or (bool(above) and below.startswith(f"{above}/"))
    return part and goal.letters(one.words.name) < goal.letters(present.words.name)


def documents(graph: Graph) -> Iterator[list[str]]:
    """The texts of the pages of a map, states of one page together, to learn which words are common."""
    found: dict[str, list[str]] = {}
    for node in graph.nodes.values():
        if node.dead:
            continue
        face = node.face
        labels = (one.label for one in node.exits)
        found.setdefault(face.location, []).extend((face.title, *face.heads, *face.headings, *face.texts, *labels))
    yield from found.values()


def _addresses(nodes: Iterable[Node]) -> dict[str, set[str]]:
    """By label, the addresses of its links."""
    found: dict[str, set[str]] = {}
    for node in nodes:
        for one in node.exits:
            if one.href and one.label:
                found.setdefault(one.label, set()).add(one.href)
    return found


def labels_into(graph: Graph) -> dict[Place, list[Led]]:
    """By place, the labels that led there from another screen or that links to it have."""
    found: dict[Place, list[Led]] = {}
    nodes = [*graph.nodes.values()]
    stands = Counter(
        (name, href)
        for name, href, _ in {(one.name, one.href, node.face.location) for node in nodes for one in node.exits}
    )
    for node in nodes:
        links = {one.element: one for one in node.exits}
        for edge in graph.out(node.id):
            link = links.get(edge.trigger.element) if edge.trigger.element is not None else None
            if link is None or not edge.successes or edge.target == node.id or edge.reliability < 0.5:
                continue
            if graph.astray(edge):
                continue
            said = graph.at(link.href) if link.href else None
            if said is None or said.node == edge.target:  # else the touch hit something else, or was redirected
                source = node.id if stands[link.name, link.href] < EVERYWHERE else ""
                found.setdefault(Place(edge.target, edge.target_binding), []).append(Led(link.label, link.row, source))
    first = {place.node: led[0] for place, led in reversed(found.items())}
    described = {place: [_described(graph, one, first) for one in led] for place, led in found.items()}
    for label, addresses in _addresses(nodes).items():
        if len(addresses) <= NAMES:
            for place in filter(None, map(graph.at, addresses)):
                described.setdefault(place, []).append(Led(label))
    return described


def _described(graph: Graph, led: Led, first: Mapping[str, Led]) -> Led:
    """A label with its context in words: its screen's name, and what led there in turn."""
    said: list[str] = []
    node, hops = led.source, 0
    while node and hops < _HOPS and node in graph.nodes:
        said.append(graph.nodes[node].face.name)
        before = first.get(node, Led())
        said.append(before.label)
        node, hops = before.source, hops + 1
    return Led(led.label, led.row, ". ".join(dict.fromkeys(filter(None, said))))


def likelihood(
    known: Sequence[KnownScreen], untried: Iterable["SearchOption"], absent: float, seen: int = _MANY
) -> dict[tuple[str, ...], float]:
    """By page, the likelihood (0-1) that it is the goal, among all known pages and untried exits.

    `absent` are the log odds that the app has no such screen. `seen` is the number of exits seen so far: where it is
    small, unseen ones are allowed for, which are less relevant than those in view. About equally likely or less likely
    versions of a page (its list in another order) do not count against it.
    """
    versions: dict[tuple[str, str], dict[tuple[str, ...], float]] = {}
    for one in known:
        alike = versions.setdefault(one.called, {})
        alike[one.page] = max(one.odds, alike.get(one.page, -math.inf))
    pages: dict[tuple[str, ...], float] = {}
    rival: list[float] = [absent]
    for alike in versions.values():
        top = max(alike.values())
        same = {page: top for page, odds in alike.items() if top - odds <= _SAME}
        pages |= {**alike, **same}
        rival += [top, *(odds for page, odds in alike.items() if page not in same)]
    rated: dict[tuple[str, str], float] = {}
    for option in untried:
        key = option.exit.name, option.exit.row
        rated[key] = max(option.odds, rated.get(key, -math.inf))
    most = max([*rival, *rated.values()])
    ahead = sum(math.exp(odds - most) for odds in rated.values()) * math.sqrt(max(1.0, _MANY / max(1, seen)))
    total = ahead + sum(math.exp(odds - most) for odds in rival)
    return {page: math.exp(odds - most) / total for page, odds in pages.items()}


def ways_seen(graph: Graph) -> int:
    """The number of different exits on a map."""
    return len({(one.name, one.row) for node in graph.nodes.values() for one in node.exits})


# # -- untried exits --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadPages:
    """Pages that were read and not walked: by address, their odds, and the number of links from each address."""

    odds: Mapping[str, float] = field(default_factory=dict[str, float])
    hops: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])


@dataclass(frozen=True, slots=True)
class SearchOption:
    """An exit that nobody has taken.

    Attributes:
        odds: Log odds that it leads straight to the goal.
        promise: The same for what is known beyond it: a page that was read, an entry of its menu.
        prior: Its kind, less penalties.
        distance: Actions to its place, and to bring it into reach.
        tried: How many of its group (a list, a template) were taken.
    """

    place: Place
    exit: Exit
    words: ComparedText
    odds: float
    promise: float
    prior: float
    distance: int
    depth: int = 0
    tried: int = 0

    @property
    def worth(self) -> float:
        """The rank of the option."""
        return max(self.odds, self.promise) + self.prior - _PER_ACTION * self.distance - _PER_LEVEL * self.depth

    @property
    def turn(self) -> float:
        """The rank for fair turns, lowest first: little tried, near, near to the start."""
        return 2 * self.tried + self.distance + self.depth - self.prior


@dataclass(slots=True)
class _Tried:
    """What was taken so far, over the whole map."""

    groups: dict[str, list[ComparedText]] = field(default_factory=dict[str, list[ComparedText]])
    """By list or template, what was taken of it, in words."""
    labels: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    missed: Counter[tuple[ElementRef, str]] = field(default_factory=Counter[tuple[ElementRef, str]])
    """By link, on any screen, how often it led elsewhere or nowhere."""
    places: set[tuple[str, ElementRef]] = field(default_factory=set[tuple[str, ElementRef]])
    """What was touched, by address: overlays make other screens of a page with the same controls."""


def options(
    graph: Graph,
    goal: GoalRelevance | None,
    distances: Mapping[Place, int],
    depths: Mapping[Place, int],
    avoid: Avoid,
    read: ReadPages | None = None,
    led: Mapping[Place, Sequence[Led]] | None = None,
    origins: Collection[str] = (),
) -> list[SearchOption]:
    """Every untried exit within reach, by descending worth; without a goal all are equally likely.

    `distances` are actions from here, `depths` actions from the start; `led` overrides what led to each screen by the
    map. `origins` are further origins of the app.
    """
    read = read or ReadPages()
    into = labels_into(graph) if led is None else led
    tried, nearest, leads = _tried(graph), _nearest(distances), _addresses(graph.nodes.values())
    every = {(node.face.location, one.name, one.row) for node in graph.nodes.values() for one in node.exits}
    stands = Counter((name, row) for _, name, row in every)
    bare = {(node.face.location, one.element) for node in graph.nodes.values() for one in node.exits if _is_bare(one)}
    gathered: list[tuple[str, Place, Exit, ComparedText]] = []
    for node in graph.nodes.values():
        if node.dead or node.id not in nearest:
            continue
        faces = dict(node.faces())
        for one in _untried(graph, node, avoid, origins):
            place = Place(node.id, one.binding) if one.binding else nearest[node.id]
            if place in distances:
                face = faces.get(place, node.face) if one.binding else node.face
                page = [face.name, *(one.label for one in into.get(place, [])[:_LABELS])]
                around = page if stands[one.name, one.row] < EVERYWHERE else ()
                gathered.append((node.id, place, one, way_words(one, around)))
    odds = [0.0] * len(gathered) if goal is None else _odds(graph, goal, gathered, into, tried)
    hidden = _hidden(gathered, odds)
    sighted = {node.id for node in graph.nodes.values() if _shows_navigation(node)}
    found: list[SearchOption] = []
    for (node_id, place, one, words), match in zip(gathered, odds, strict=True):
        location = graph.nodes[node_id].face.location
        if one.reach == "hidden" and one.opener is None:
            continue
        if one.reach == "covered" and (location, one.element) in bare:
            continue  # it is touched on a screen without the overlay
        if not one.href and (location, one.element) in tried.places:
            continue
        promise = _beyond(read, graph.nodes[node_id], one)
        if one.kind == "opener":
            promise = max(promise, hidden.get(node_id, -math.inf))
        again = tried.labels[one.element.role, one.label]
        walked = again if len(leads.get(one.label, ())) > NAMES or not one.href else 0
        vain = _VAIN * (one.vain + tried.missed[one.element, one.href]) + _WALKED * walked
        among = max(again, len(tried.groups.get(one.group, ())))
        plain = _NAMELESS if not (one.label or one.hint) and node_id in sighted else 0.0
        prior = plain + PRIORS[one.kind] - vain - math.log1p(among) - (_READ if one.href in read.odds else 0.0)
        distance = distances[place] + one.buried + one.scrolls + int(one.reach == "covered")
        found.append(SearchOption(place, one, words, match, promise, prior, distance, depths.get(place, _DEEP), among))
    return sorted(found, key=lambda one: -one.worth)


def _odds(
    graph: Graph,
    goal: GoalRelevance,
    gathered: Sequence[tuple[str, Place, Exit, ComparedText]],
    into: Mapping[Place, Sequence[Led]],
    tried: _Tried,
) -> list[float]:
    called = {folded(name) for node in graph.nodes.values() if not node.dead for name in node.face.heads}
    called |= {folded(one.label) for led in into.values() for one in led}
    taken = {group: [*zip(said, goal.ways(said), strict=True)] for group, said in tried.groups.items()}
    return [
        # an exit named like a walked screen most likely leads there
        min(match, goal.unknown)
        if not (one.href or one.row) and folded(one.label) in called
        else match - _disproved(words, match, goal.unknown, taken.get(one.group, ()))
        for (_, _, one, words), match in zip(gathered, goal.ways([words for *_, words in gathered]), strict=True)
    ]


def _disproved(words: ComparedText, match: float, unknown: float, taken: Sequence[tuple[ComparedText, float]]) -> float:
    """The odds of an item that tried items of its list have refuted, as far as their labels are alike.

    All but 1 / (1 + n) of it after n items. Other letters, and odds above theirs, are untested.
    """
    said = grams(words.name)
    most = max((_ALIKE.share(said, grams(one.name)) * (min(match, odds) - unknown) for one, odds in taken), default=0.0)
    return max(0.0, most) * len(taken) / (1 + len(taken))


def _beyond(read: ReadPages, node: Node, one: Exit) -> float:
    """The best page that was read and that an exit leads towards, less for each link in between.

    Where the link on the page is hidden, an opener there leads towards it.
    """
    best = -math.inf
    for address, odds in read.odds.items():
        links = _links_left(read.hops.get(address, {}), node, one)
        if links is not None:
            best = max(best, odds - _PER_LINK * links)
    return best


def _links_left(away: Mapping[str, int], node: Node, one: Exit) -> int | None:
    """The number of touches from an exit to a page, itself included; None where it leads no nearer."""
    here, there = away.get(node.face.location), away.get(one.href) if one.href else None
    if there is not None and (here is None or there < here):
        return there + 1
    if here and not one.href and one.kind in ("opener", "navigation"):
        shown = any(away.get(other.href) == here - 1 for other in node.exits if other.reach != "hidden")
        return None if shown else here + 2
    return None


def leads_nearer(graph: Graph, found: Iterable[SearchOption], away: Mapping[str, int]) -> bool:
    """Whether an exit leads nearer to a page; `away` is the number of links from each address to it."""
    return any(_links_left(away, graph.nodes[one.place.node], one.exit) is not None for one in found)


def _shows_navigation(node: Node) -> bool:
    """Whether the app's navigation is in view: then a nameless button is not its opener."""
    return sum(one.kind == "navigation" and bool(one.label) and one.reach == "now" for one in node.exits) >= _SOME


def _is_bare(one: Exit) -> bool:
    return one.reach in ("now", "scroll")


def _hidden(gathered: Iterable[tuple[str, Place, Exit, ComparedText]], odds: Iterable[float]) -> dict[str, float]:
    """By screen, the best odds of its hidden exits: any opener may reveal them."""
    found: dict[str, float] = {}
    for (node, _, one, _), match in zip(gathered, odds, strict=True):
        if one.reach == "hidden":
            found[node] = max(match - _PER_LINK, found.get(node, -math.inf))
    return found


def _untried(graph: Graph, node: Node, avoid: Avoid, origins: Collection[str] = ()) -> Iterator[Exit]:
    """The harmless exits of a screen without an edge and without a known target."""
    walked = [edge for edge in graph.out(node.id) if edge.successes or edge.failures]
    astray = {edge.trigger.element for edge in walked if graph.astray(edge)}
    taken = {edge.trigger.element: edge.target for edge in walked if edge.trigger.element not in astray}
    for one in node.exits:
        if risk_of(one, origins) or one.alters or one.here or (node.id, Trigger("tap", one.element)) in avoid:
            continue
        if one.element in astray:
            yield one
            continue
        known = graph.at(one.href) if one.href else None
        failed = one.element in taken and _failed(graph, taken[one.element])
        if known is not None and taken.get(one.element, known.node) == known.node and not failed:
            continue  # its target is known; a map that disagrees with the link itself is wrong
        if known is None and one.element in taken and not failed:
            continue
        if not one.href and one.kind in ("navigation", "tab") and _leads(graph, one.element, node.key.app):
            continue
        yield one


def risk_of(one: Exit, origins: Collection[str]) -> str:
    """Why an exit is never taken; for a link to a further origin of the app, by its address alone."""
    if origins and one.risk and one.href.startswith(("http://", "https://")):
        origin = origin_of(one.href)
        if any(same_origin(origin, other) for other in origins):
            return address_excluded(one.href, origin)
    return one.risk


def _failed(graph: Graph, node: str) -> bool:
    """Whether a screen is an error page: its exit may work another time."""
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
                within = edge.source == edge.target  # from item to item of a list, again and again
                found.labels[element.role, element.name] += min(_ENOUGH, edge.successes) if within else 1
                found.places.add((node.face.location, element))
                if link is not None and link.group:
                    found.groups.setdefault(link.group, []).append(way_words(link, [node.face.name]))
    return found


def _nearest(distances: Mapping[Place, int]) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for place, distance in distances.items():
        if place.node not in found or distance < distances[found[place.node]]:
            found[place.node] = place
    return found
