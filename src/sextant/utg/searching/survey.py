"""What of an app has been looked at, what is left to look at, and what is left alone and why.

Everything is worked out from the map, so that whoever takes a map up, after a crash or in another process, sees the
same. Of what is alike a few samples are tried (`sextant.utg.searching.families`).
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qsl, urlencode

from sextant.types.origins import origin_of, same_origin
from sextant.types.screens import ElementRef
from sextant.utg.exclusions import Exclusion, address_excluded, exclusion_of
from sextant.utg.exits import Exit, Kind, template
from sextant.utg.graph import Graph, Node, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.searching.families import (
    SAMPLES,
    Experience,
    Family,
    experience,
    families_of,
    is_list,
    label_family,
    shaped,
)
from sextant.utg.words import lexicon, tokens

Reason = (
    Exclusion
    | Literal[
        "changes something", "sampled", "out of reach", "did nothing", "too deep", "kept out", "no way", "refused"
    ]
)
"""Why an exit is left alone: its own nature, one more of a list, hidden behind something, touched in vain, too many
steps from the start, named by whoever asked, on a screen that no known way leads to, or refused on this walk."""

_PRIOR: Mapping[Kind, float] = {
    "opener": 0.6,
    "navigation": 0.55,
    "tab": 0.5,
    "link": 0.4,
    "item": 0.25,
    "button": 0.2,
    "paging": 0.05,
}
_RETURN = 0.3
_BACK = lexicon("back up zuruck retour atra indietro voltar terug назад 返回 戻る")
_SHORT = 2
_FOOTER = 0.33
_STEP = 0.12
"""What a step to an exit costs, in the unit of the priors."""
MENU = " · menu "
"""Stands in the label of a screen over which a menu is open."""
_KNOWN_SHAPE = 0.4
_WALKED_LABEL = 0.5
_SCROLL = 1
_UNKNOWN = sys.maxsize
"""How deep a place lies to which no way from the start is known: deeper than any bound, so that no trap is endless."""
COVERED = 8
"""Actions that it may take to uncover something: it is tried where nothing lies over it, if there is such a place."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far an app is looked at.

    Attributes:
        depth: Steps from the start beyond which nothing is tried.
        alike: Members of one family that are tried at most, however new their screens.
        origins: Origins besides the map's own that are part of the app.
        keep_out: Words; exits whose label or address holds one are left alone.
    """

    depth: int = 15
    alike: int = 24
    origins: tuple[str, ...] = ()
    keep_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An exit that may be tried, at a place that can be got to. `distance` counts the actions until it is touched."""

    place: Place
    exit: Exit
    prior: float
    distance: int

    @property
    def worth(self) -> float:
        """How soon it is tried: the promising before the poor, the near before the far."""
        return self.prior - _STEP * self.distance


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An exit that is left alone. Its `node` is the first screen it was found on."""

    node: str
    exit: Exit
    reason: Reason


@dataclass(frozen=True, slots=True)
class Survey:
    """What may be tried, the most worthwhile first, and what is left alone, each thing once.

    `explored` counts the different exits that were taken, or whose address is on the map.
    """

    options: tuple[Option, ...] = ()
    left: tuple[LeftOut, ...] = ()
    explored: int = 0

    @property
    def untried(self) -> int:
        """How many different exits may still be tried: one address on many screens counts once."""
        return len({option.exit.name for option in self.options})

    def reasons(self) -> dict[Reason, int]:
        """How many different exits are left alone, by reason."""
        return dict(Counter(one.reason for one in self.left))


def survey(
    graph: Graph,
    ways: Mapping[Place, int],
    depths: Mapping[Place, int],
    bounds: Bounds,
    avoid: Avoid = frozenset(),
    here: Mapping[ElementRef, int] | None = None,
) -> Survey:
    """Every exit of the map that nobody has taken, either as an option or with the reason why it is left alone.

    `ways` are actions from the present place, `depths` actions from where the walk began; `here` tells how many
    actions it takes to bring an exit of the present screen into reach, where that is known better than by the map.
    """
    known = experience(graph)
    nearest = _nearest(ways)
    options: list[Option] = []
    returns: list[tuple[Node, Option]] = []
    left: dict[str, LeftOut] = {}
    done: set[str] = set()
    shut = {
        _shut(node): frozenset((one.element.role, one.label) for one in node.exits if one.reach != "hidden")
        for node in graph.nodes.values()
        if MENU not in node.key.label
    }
    for node in screens_of(graph, bounds):
        place = nearest.get(node.id)
        under = shut.get(_shut(node), frozenset()) if MENU in node.key.label else frozenset[tuple[str, str]]()
        for one in _untried(graph, node, done):
            if one.kind != "opener" and (one.element.role, one.label) in under:
                continue  # it is tried where the menu is shut
            reason = _reason(one, node, known, bounds, avoid)
            at = Place(node.id, one.binding) if one.binding else place
            if reason is None and (at is None or at not in ways):
                reason = "no way"
            elif reason is None and at is not None and depths.get(at, _UNKNOWN) > bounds.depth:
                reason = "too deep"
            if at is not None and at in ways:
                nearby = here.get(one.element) if here is not None and ways[at] == 0 else None
                distance = ways[at] + (_effort(one, node) if nearby is None else nearby)
                if reason is None:
                    options.append(Option(at, one, _prior(one, node, known), distance))
                    continue
                if reason == "sampled" and _returns(one):
                    returns.append((node, Option(at, one, _RETURN, distance)))
            left.setdefault(one.name, LeftOut(node.id, one, reason or "no way"))
    options += _ways_back(graph, returns, {one.node for one in left.values() if _promising(one, graph, known)})
    settled = done | {option.exit.name for option in options}
    found = tuple(one for name, one in left.items() if name not in settled)
    ordered = sorted(options, key=lambda option: (-option.worth, option.distance))
    return Survey(tuple(ordered), found, len(done))


def _returns(one: Exit) -> bool:
    """Whether an exit says that it leads back to where one came from."""
    return bool(frozenset(tokens(one.label)) & _BACK) and len(tokens(one.label)) <= _SHORT


def _promising(one: LeftOut, graph: Graph, known: Experience) -> bool:
    """Whether an exit that no known way leads to is of a kind that was never tried."""
    node = graph.nodes[one.node]
    families = [known.families.get(name, Family()) for name in families_of(one.exit, node, known)]
    return one.reason == "no way" and not any(family.tried for family in families)


def _ways_back(graph: Graph, returns: Sequence[tuple[Node, Option]], stuck: set[str]) -> Iterator[Option]:
    """What leads back to screens that no known way leads to: an app that goes on where it was left hides them."""
    sources: dict[str, set[str]] = {}
    for edge in graph.edges.values():
        if edge.successes and edge.source in stuck:
            sources.setdefault(edge.target, set()).add(edge.source)
    served: set[str] = set()
    for node, option in returns:
        fresh = sources.get(node.id, set()) - served
        if fresh:
            served |= fresh
            yield option


def screens_of(graph: Graph, bounds: Bounds) -> tuple[Node, ...]:
    """The screens of the app: neither errors nor pages of another site."""
    return tuple(node for node in graph.nodes.values() if not node.dead and _own(node, graph.app, bounds))


def _shut(node: Node) -> tuple[str, str]:
    """The screen that a menu lies over, by app and label."""
    return node.key.app, node.key.label.partition(MENU)[0]


def _own(node: Node, app: str, bounds: Bounds) -> bool:
    """Whether a screen belongs to the app. On a phone, every app does."""
    where = node.key.app
    if "://" not in where or where == app:
        return True
    return any(same_origin(where, origin) for origin in (app, *bounds.origins))


def _nearest(ways: Mapping[Place, int]) -> dict[str, Place]:
    nearest: dict[str, Place] = {}
    for place, distance in ways.items():
        if place.node not in nearest or distance < ways[nearest[place.node]]:
            nearest[place.node] = place
    return nearest


def _untried(graph: Graph, node: Node, done: set[str]) -> Iterator[Exit]:
    """The exits of a node that nobody has taken; those that somebody has go to `done`, by name."""
    taken = {edge.trigger for edge in graph.out(node.id) if edge.successes or edge.failures}
    seen: set[str] = set()
    for one in node.exits:
        if one.within or one.here or (one.href and one.href in seen):
            continue
        seen.add(one.href)
        known = _known(graph, one) if one.href else _leads(graph, node, one)
        if known or Trigger("tap", one.element) in taken:
            if not one.risk:
                done.add(one.name)
        else:
            yield one


def _known(graph: Graph, one: Exit) -> bool:
    """Whether an address is on the map, as it is or without the parameters that its page merely hands on."""
    if graph.at(one.href) is not None:
        return True
    path, mark, query = one.href.partition("?")
    if not mark or not one.binding:
        return False
    pairs = parse_qsl(query, keep_blank_values=True)
    own = [pair for pair in pairs if pair not in one.binding]
    if len(own) == len(pairs):
        return False
    return graph.at(f"{path}?{urlencode(own)}" if own else path) is not None


def _leads(graph: Graph, node: Node, one: Exit) -> bool:
    """Whether an entry without an address of its own is known from other screens of the same app.

    An entry whose address differs from one instance of its screen to another leads to one screen all the same.
    """
    if one.kind not in ("navigation", "tab"):
        return False
    nodes = graph.led(one.element)
    target = graph.nodes.get(next(iter(nodes))) if len(nodes) == 1 else None
    return target is not None and target.key.app == node.key.app


def _reason(one: Exit, node: Node, known: Experience, bounds: Bounds, avoid: Avoid) -> Reason | None:
    """Why an exit is left alone whatever the way to it; None where it may be tried."""
    risk = _risk(one, bounds)
    if risk:
        return exclusion_of(risk)
    if one.alters:
        return "changes something"
    if any(word.casefold() in f"{one.label}\n{one.href}".casefold() for word in bounds.keep_out):
        return "kept out"
    if one.reach == "hidden":
        return "out of reach"
    if one.vain:
        return "did nothing"
    if (node.id, Trigger("tap", one.element)) in avoid:
        return "refused"
    if not all(known.open(name, bounds.alike) for name in families_of(one, node, known)):
        return None if one.kind == "opener" and _promises(one, node, known, bounds) else "sampled"
    return None


def _risk(one: Exit, bounds: Bounds) -> str:
    """The risk of an exit; a link to an origin that is part of the app is judged by its address alone."""
    if one.risk and exclusion_of(one.risk) == "other site" and one.href.startswith(("http://", "https://")):
        origin = origin_of(one.href)
        if any(same_origin(origin, other) for other in bounds.origins):
            return address_excluded(one.href, origin)
    return one.risk


def _promises(one: Exit, node: Node, known: Experience, bounds: Bounds) -> bool:
    """Whether what a menu may hide is new: something there is hidden whose address nobody has been to."""
    label = known.families.get(label_family(one), Family())
    hidden = [other for other in node.exits if other.reach == "hidden" and not other.risk and other.href]
    return label.tried < bounds.alike and any(template(other.href) not in known.shapes for other in hidden)


def _effort(one: Exit, node: Node) -> int:
    """Actions on its own screen before it can be touched, as far as the map tells."""
    if MENU in node.key.label and one.reach in ("scroll", "covered"):
        return COVERED
    return one.buried + int(one.reach == "covered") + (_SCROLL if one.reach == "scroll" else 0)


def _prior(one: Exit, node: Node, known: Experience) -> float:
    prior = _PRIOR["link" if one.kind == "item" and one.href and not is_list(one) else one.kind]
    if one.landmark.casefold().startswith("contentinfo"):
        prior = min(prior, _FOOTER)
    if is_list(one):
        names = [name for name in families_of(one, node, known) if name.startswith("list ")]
        tried = max((known.families[name].tried for name in names if name in known.families), default=0)
        prior *= SAMPLES / (SAMPLES + 2 * tried)
    if one.href and shaped(one, known):
        prior *= _KNOWN_SHAPE
    elif known.walked[one.element.role, one.label] >= (SAMPLES if one.href else 1):
        prior *= _WALKED_LABEL
    return prior
