"""Detects which segments of an address are names that a user gave, by how the page shows them. Pure functions.

No segment of `/harbour/ships` says whether it is a place of the app or an item. The page does: it shows names verbatim
as in the address (`ships`), and its own places in readable form (`Ships`, `Log in`). So a segment is a name if heading,
title, breadcrumb or neighbouring links have it verbatim, and the page does not write its own places so. The page also
shows after which segments a path of arbitrary depth follows (`/annotate/main/north/lamp.c`): title or heading write it
in one piece, or a link leads to the same path below a segment that is known for it (`tree`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Final
from urllib.parse import urlsplit

from sextant.dataclass import dataclass
from sextant.perception.templates import is_file, is_parameter, segments_of
from sextant.types.screens import Observation

_PARTS = re.compile(r"\s*(?:[:/|()\[\]«»‹›·•–—→>]+|\s-+(?=\s))\s*")
_PIECES = re.compile(r"\s*(?:[:|()\[\]«»‹›·•–—→>]+|\s-+(?=\s))\s*")
_ENDS = re.compile(r"^[\W_]+|[\W_]+$")
_THINGS: Final = frozenset({"book", "music", "product", "profile", "video"})
"""Kinds of the Open Graph protocol (`og:type`) that denote one item of many; an article may be any page."""
_DEEP: Final = 3
"""Least number of slash-separated names that form a path; two may be an owner and an item."""
_NEIGHBOURS: Final = 2
"""Least number of neighbouring links, labelled with their segments, that show names."""


@dataclass(frozen=True, slots=True)
class AddressWords:
    """What the page shows of its address: the segments that are names, and whether its navigation links to it."""

    names: frozenset[str] = frozenset()
    trees: frozenset[str] = frozenset()
    """Segments after which the whole rest is one name, however many segments it has."""
    inside: bool = False
    """Whether the navigation links to this address by its name: the page lies within the item."""


@dataclass
class _NameMarks:
    """The parsed fact `names`, as `page/skeleton.js` writes it."""

    trail: set[int] = field(default_factory=set[int])
    around: set[int] = field(default_factory=set[int])
    near: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])
    signs: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])
    about: str = ""


def shown_in(observation: Observation) -> AddressWords:
    """Return the segments of the observation's address that its page shows to be names."""
    segments = _segments(observation.location)
    if not segments:
        return AddressWords()
    marks = _parsed_marks(observation.facts.get("names", ""))
    titles = _titles(observation)
    names: set[str] = set()
    for place, word in enumerate(segments):
        if len(word) > 1 and _is_name(word, place, segments, titles, marks):
            names.add(word)
    last = len(segments) - 1
    trees = set(_above_paths(segments, observation))
    inside = last in marks.around and segments[last] in names
    return AddressWords(frozenset(names), frozenset(trees - names), inside)


def _above_paths(segments: Sequence[str], observation: Observation) -> Iterable[str]:
    """Yield the segment above a file path that title or heading write in one piece: `lamps/north.txt`."""
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


def _parsed_marks(fact: str) -> _NameMarks:
    marks = _NameMarks()
    for line in fact.split("\n"):
        match line.split(" "):
            case ["trail", place, where] if place.isdigit():
                marks.trail.add(int(place))
                if where == "nav":
                    marks.around.add(int(place))
            case ["near", *words, how]:
                marks.near.append((" ".join(words), how == "as"))
            case ["about", kind]:
                marks.about = kind.casefold().partition(".")[0]
            case ["sign", *words, how]:
                marks.signs.append((" ".join(words), how == "as"))
            case _:
                pass
    return marks


def _titles(observation: Observation) -> frozenset[str]:
    """Return the parts of title and main heading, as written: `harbour: ships (view)` has three."""
    return frozenset(_bare(part) for text in _texts(observation) for part in _PARTS.split(text) if _bare(part))


def _texts(observation: Observation) -> tuple[str, ...]:
    headings = (line.partition(":") for line in observation.facts.get("headings", "").split("\n"))
    return (observation.title, *[text for level, _, text in headings if level == "1"][:1])


def _bare(text: str) -> str:
    """Strip decoration from a name: `@ada`, `ships/`."""
    return _ENDS.sub("", text)


def _is_name(word: str, place: int, segments: Sequence[str], titles: frozenset[str], marks: _NameMarks) -> bool:
    titled = _bare(word) in titles or (word[:1].isupper() and re.sub(r"[_+]", " ", word) in titles)
    beside = place == len(segments) - 1 and _among_names(marks.near)
    linked = place in marks.trail and (place > 0 or titled or place in marks.around)
    if len(segments) == 1 and _in_bar(word, marks):
        return False
    return titled or linked or beside or (place == len(segments) - 1 and marks.about in _THINGS)


def _among_names(near: Iterable[tuple[str, bool]]) -> bool:
    """Whether the neighbouring links are names."""
    alike = {word for word, literal in near if literal}
    other = {word for word, literal in near if not literal} - alike  # a picture beside the name links there, too
    return len(alike) >= _NEIGHBOURS and len(alike) > len(other)


def _in_bar(word: str, marks: _NameMarks) -> bool:
    """Whether the navigation writes places at the root as this segment is written: `Impressum`, `Kontakt`; `about`."""
    places = {sign for sign, literal in marks.signs if literal and sign[:1].isupper() == word[:1].isupper()}
    written_out = {sign for sign, literal in marks.signs if not literal}
    return len(places - {word}) >= _NEIGHBOURS and len(places) >= len(written_out)
