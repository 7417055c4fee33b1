"""Words of interfaces in nine languages, read from `lexicon.txt`: navigation, deeds, synonyms, what tells nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

__all__ = ["Lexicon", "lexicon"]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The lists of the file.

    Attributes:
        navigation: Labels that only lead somewhere, or belong to any task.
        deeds: Beginnings of labels that do something to the data of an app, by what they come to.
        same: Words that stand for one another.
        every: With which a goal asks for more than it names; `every_joined` in scripts without spaces.
        stop: Words that tell no act from another, by language.
        things: Of what sort something may be that is sent, booked or handed in, and articles.
        going: With which a goal says where, and not yet what.
    """

    navigation: frozenset[str]
    deeds: Mapping[str, tuple[str, ...]]
    same: tuple[frozenset[str], ...]
    every: frozenset[str]
    every_joined: tuple[str, ...]
    stop: Mapping[str, frozenset[str]]
    things: frozenset[str]
    going: frozenset[str]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon of the package, read once."""
    lists = _lists((resources.files("sextant.review") / "lexicon.txt").read_text(encoding="utf-8"))
    return Lexicon(
        navigation=frozenset(_phrases(lists["navigation"])),
        deeds={name.removeprefix("deed "): _phrases(told) for name, told in lists.items() if name.startswith("deed ")},
        same=tuple(frozenset(line.split()) for line in lists["same"]),
        every=_words(lists["every"]),
        every_joined=tuple(" ".join(lists["every joined"]).split()),
        going=_words(lists["going"]),
        things=_words(lists["things"]),
        stop={name.removeprefix("stop "): _words(told) for name, told in lists.items() if name.startswith("stop ")},
    )


def _lists(text: str) -> Mapping[str, list[str]]:
    """The lines of each list."""
    found: dict[str, list[str]] = {}
    here: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            here = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            here.append(line)
    return found


def _words(lines: list[str]) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


def _phrases(lines: list[str]) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in " ".join(lines).split(",") if phrase.strip())
