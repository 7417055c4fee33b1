"""Which words of an address are names that somebody gave, as the page itself shows. Pure functions.

No word of `/harbour/ships` says whether it is a place of the app or a thing somebody put there. The page does: it
shows names letter for letter, as they stand in the address (`ships`), and writes its own places out for people to read
(`Ships`, `Log in`). So a word is a name where heading, title, the trail that leads to it or its neighbours have it
literally, and the page does not write its own places so. The page also shows below which words a path lies whose depth
says nothing (`/annotate/main/north/lamp.c`): title or heading write it in one piece, or a link leads to the same path
below a word that is known for it (`tree`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from sextant.perception.templates import is_file, is_parameter, segments_of
from sextant.types.screens import Observation

_PARTS = re.compile(r"\s*(?:[:/|()\[\]«»‹›·•–—→>]+|\s-+(?=\s))\s*")
_PIECES = re.compile(r"\s*(?:[:|()\[\]«»‹›·•–—→>]+|\s-+(?=\s))\s*")
_ENDS = re.compile(r"^[\W_]+|[\W_]+$")
_THINGS: Final = frozenset({"book", "music", "product", "profile", "video"})
"""Kinds of the Open Graph protocol (`og:type`) that stand for one thing of many; an article may be any page."""
_DEEP: Final = 3
"""So many names with slashes between them are a path; two may be somebody and what is theirs."""
_NEIGHBOURS: Final = 2
"""So many links to neighbours that have their words as labels tell that names stand there."""


@dataclass(frozen=True, slots=True)
class AddressWords:
    """What the page shows of its address: the words that are names, and whether its trail leads back to itself."""

    names: frozenset[str] = frozenset()
    trees: frozenset[str] = frozenset()
    """Words below which all that follows is one name, however many segments it has."""
    inside: bool = False
    """The navigation links to this very address by its name: the page lies within the thing, as a query of it does."""


@dataclass
class _Told:
    """The fact `names`, as `page/skeleton.js` notes it."""

    trail: set[int] = field(default_factory=set[int])
    around: set[int] = field(default_factory=set[int])
    near: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])
    signs: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])
    about: str = ""


def shown_in(observation: Observation) -> AddressWords:
    """The words of the observation's address that its page shows to be names."""
    segments = _segments(observation.location)
    if not segments:
        return AddressWords()
    told = _told(observation.facts.get("names", ""))
    titles = _titles(observation)
    names: set[str] = set()
    for place, word in enumerate(segments):
        if len(word) > 1 and _is_name(word, place, segments, titles, told):
            names.add(word)
    last = len(segments) - 1
    trees = set(_above_paths(segments, observation))
    inside = last in told.around and segments[last] in names
    return AddressWords(frozenset(names), frozenset(trees - names), inside)


def _above_paths(segments: Sequence[str], observation: Observation) -> Iterable[str]:
    """The place above a path to a file that title or heading write in one piece: `lamps/north.txt`."""
    written = {_bare(re.sub(r"\s*/\s*", "/", part)) for text in _texts(observation) for part in _PIECES.split(text)}
    for start in range(1, len(segments) - 1):
        deep = len(segments) - start >= _DEEP or is_file(segments[-1])
        above = segments[start - 1]
        if deep and _bare("/".join(segments[start:])) in written and not is_parameter(above):
            yield above.casefold()
            return


def _segments(location: str) -> list[str]:
    try:
        parts = urlsplit(location)
    except ValueError:
        return []
    fragment = parts.fragment.removeprefix("!")
    return segments_of(fragment.partition("?")[0] if fragment.startswith("/") else parts.path)


def _told(fact: str) -> _Told:
    told = _Told()
    for line in fact.split("\n"):
        match line.split(" "):
            case ["trail", place, where] if place.isdigit():
                told.trail.add(int(place))
                if where == "nav":
                    told.around.add(int(place))
            case ["near", *words, how]:
                told.near.append((" ".join(words), how == "as"))
            case ["about", kind]:
                told.about = kind.casefold().partition(".")[0]
            case ["sign", *words, how]:
                told.signs.append((" ".join(words), how == "as"))
            case _:
                pass
    return told


def _titles(observation: Observation) -> frozenset[str]:
    """The parts of title and main heading, as they are written: `harbour: ships (view)` has three."""
    return frozenset(_bare(part) for text in _texts(observation) for part in _PARTS.split(text) if _bare(part))


def _texts(observation: Observation) -> tuple[str, ...]:
    headings = (line.partition(":") for line in observation.facts.get("headings", "").split("\n"))
    return (observation.title, *[text for level, _, text in headings if level == "1"][:1])


def _bare(text: str) -> str:
    """A name without what adorns it: `@ada`, `ships/`."""
    return _ENDS.sub("", text)


def _is_name(word: str, place: int, segments: Sequence[str], titles: frozenset[str], told: _Told) -> bool:
    titled = _bare(word) in titles or (word[:1].isupper() and re.sub(r"[_+]", " ", word) in titles)
    beside = place == len(segments) - 1 and _among_names(told.near)
    linked = place in told.trail and (place > 0 or titled or place in told.around)
    if len(segments) == 1 and _in_bar(word, told):
        return False
    return titled or linked or beside or (place == len(segments) - 1 and told.about in _THINGS)


def _among_names(near: Iterable[tuple[str, bool]]) -> bool:
    """Whether neighbours have names."""
    alike = {word for word, literal in near if literal}
    other = {word for word, literal in near if not literal} - alike  # a picture beside the name leads there too
    return len(alike) >= _NEIGHBOURS and len(alike) > len(other)


def _in_bar(word: str, told: _Told) -> bool:
    """Whether the navigation writes places at the root as this word is written: `Impressum`, `Kontakt`; `about`."""
    places = {sign for sign, literal in told.signs if literal and sign[:1].isupper() == word[:1].isupper()}
    written_out = {sign for sign, literal in told.signs if not literal}
    return len(places - {word}) >= _NEIGHBOURS and len(places) >= len(written_out)
