"""What the screens of a map are called: the words by which a goal can find them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.utg.faces import Face, location_words, title_parts
from sextant.utg.graph import Graph, Place
from sextant.utg.words import tokens

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$.]*")
_BEFORE_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$.\s]+")
_KINDS = re.compile(
    r"(?<=.)(?:Activity|Fragment|Dialog|DialogFragment|BottomSheet|Screen|Page|Popup|Window|View|Container|Pager|Compose"
    r"|Controller|Kt|V2|V3)$"
)
_UNSEEN = re.compile(
    r"(?:Service|Receiver|Provider|Worker|Job|Listener|Repository|ViewModel|Adapter|Helper|Handler|Application)$"
)
_UNFINISHED = re.compile(r"^(?:Base|Abstract)(?=[A-Z])|(?:Base)(?=Activity|Fragment|Dialog)")
_MOST_NAMES = 12
_MOST_LABELS = 5
_MOST_TEXTS = 40
_COMMON = 0.5
"""A part of a title that so large a share of the screens has says nothing about any of them."""


@dataclass(frozen=True, slots=True)
class Name:
    """One way to call a screen, and how much it counts (1: the screen says it of itself)."""

    words: tuple[str, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Described:
    """A place and its names.

    Attributes:
        name: What a person would call it.
        names: Each as words.
        texts: Some of what stands on it.
        seen: False for components that show nothing, such as services, and for what others are derived from.
    """

    place: Place
    name: str
    names: tuple[Name, ...]
    texts: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    seen: bool = True


def plain_words(name: str) -> tuple[str, ...]:
    """The stemmed words of a name; of a class name without what only says that it is a screen.

    `SleepTimerDialogFragment` gives `sleep`, `timer`; `Balance sheet` stays as it is.
    """
    if not is_class_name(name):
        return tokens(_BEFORE_CAPITAL.sub(" ", name))
    bare = name.rpartition(".")[2].rpartition("$")[2] or name
    while (shorter := _KINDS.sub("", bare)) != bare:
        bare = shorter
    bare = re.sub(r"^(?:Base|Abstract)(?=[A-Z])", "", bare)
    return tokens(" ".join(_BEFORE_CAPITAL.split(bare)))


def is_class_name(name: str) -> bool:
    """Whether a name is written as programmers write one: a single word with capitals inside."""
    return bool(_IDENTIFIER.fullmatch(name)) and bool(re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]|\.[A-Z]", name))


def described(graph: Graph, ways: Mapping[Place, int] | None = None) -> tuple[Described, ...]:
    """Every screen of the map with its names; only the places of `ways` where that is given."""
    labels = _labels(graph)
    shared = _shared(graph)
    found: list[Described] = []
    for node in graph.nodes.values():
        if node.dead:
            continue
        found += [
            describe(place, face, labels.get(place, ()), shared, face.name or node.key.label)
            for place, face in node.faces()
            if ways is None or place in ways
        ]
    return tuple(found)


def describe(place: Place, face: Face, labels: tuple[str, ...], shared: frozenset[str], called: str) -> Described:
    """One screen with its names; `shared` are parts of titles that most screens have."""
    said = [part for part in title_parts(face.title) if part.casefold() not in shared]
    names = [Name(plain_words(text)) for text in (*face.heads, *said)]
    if not names and face.title:
        names.append(Name(plain_words(face.title), 0.9))
    names += [Name(plain_words(label), 0.92) for label in labels[:_MOST_LABELS]]
    names += [Name(plain_words(text), 0.85) for text in face.selected[:2]]
    if place_words := location_words(face.location):
        names.append(Name(place_words, 0.9))
    names += [Name(plain_words(text), 0.75) for text in face.headings[:_MOST_LABELS]]
    best: dict[tuple[str, ...], float] = {}
    for name in names:
        if name.words:
            best[name.words] = max(best.get(name.words, 0.0), name.weight)
    kept = tuple(Name(words, weight) for words, weight in best.items())[:_MOST_NAMES]
    code = face.title if is_class_name(face.title) else ""
    seen = not (_UNSEEN.search(code) or _UNFINISHED.search(code))
    return Described(place, called, kept, face.texts[:_MOST_TEXTS], labels, seen)


def _labels(graph: Graph) -> dict[Place, tuple[str, ...]]:
    """For each place the labels that were seen to lead to it, the most frequent first."""
    found: dict[Place, Counter[str]] = {}
    for edge in graph.edges.values():
        element = edge.trigger.element
        if element is None or edge.source == edge.target or not element.name:
            continue
        if (edge.successes or edge.origin == "static") and not graph.astray(edge):
            place = Place(edge.target, edge.target_binding)
            found.setdefault(place, Counter())[element.name[:80]] += 1 + edge.successes
    return {place: tuple(name for name, _ in counted.most_common(_MOST_LABELS)) for place, counted in found.items()}


def _shared(graph: Graph) -> frozenset[str]:
    return shared_parts([node.face.title for node in graph.nodes.values()])


def shared_parts(titles: Sequence[str]) -> frozenset[str]:
    """Parts of titles that most screens have, such as the name of the app."""
    counts = Counter(part.casefold() for title in titles for part in set(title_parts(title)))
    least = max(3, _COMMON * len(titles))
    return frozenset(part for part, count in counts.items() if count >= least)
