"""Broken links in words, as every command and the page of a map tell them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant.utg.broken import BrokenLink

__all__ = ["LinkReport", "links_told"]

_LONGEST = 60
_SCREENS = 3


@dataclass(frozen=True, slots=True)
class LinkReport:
    """One link and where it leads, with the screens that it stands on.

    Attributes:
        label: What it is called, in quotes.
        places: The first of these screens by their ids, each with its name in words.
        more: How many screens there are besides.
        leads: Where it leads, what is wrong there, and whether it was tried.
    """

    label: str
    places: tuple[tuple[str, str], ...]
    more: int
    leads: str

    @property
    def line(self) -> str:
        """All of it."""
        where = ", ".join(name for _, name in self.places) + (f" and {self.more} more" if self.more else "")
        return f"{self.label} on {where} -> {self.leads}"


def links_told(links: Sequence[BrokenLink]) -> list[LinkReport]:
    """Links of one label to one address are told together; those that were tried come first, as they do in `links`."""
    groups: dict[tuple[str, str, str, str], list[BrokenLink]] = {}
    for link in links:
        groups.setdefault((link.label, link.address, link.landed, link.status), []).append(link)
    return [_told(group) for group in groups.values()]


def _told(group: list[BrokenLink]) -> LinkReport:
    first = group[0]
    places = list(dict.fromkeys((link.node, _place(link)) for link in group))
    status = first.status + (f" at {_cut(first.landed)}" if first.landed not in ("", first.address) else "")
    known = "" if any(link.tried for link in group) else "; known by its address, not tried"
    leads = f"{_cut(first.address) or 'an unknown address'} ({status}){known}"
    return LinkReport(repr(_cut(first.label)), tuple(places[:_SCREENS]), max(0, len(places) - _SCREENS), leads)


def _place(link: BrokenLink) -> str:
    return _cut(link.screen) + (f" [{_cut(link.instance)}]" if link.instance else "")


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"
