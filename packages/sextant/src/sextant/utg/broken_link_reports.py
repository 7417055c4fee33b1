"""Renders broken links in words, for all commands and the page of a map."""

from collections.abc import Sequence

from sextant.dataclass import dataclass
from sextant.utg.broken_links import BrokenLink

__all__ = ["LinkReport", "link_reports"]

_LONGEST = 60
_SCREENS = 3


@dataclass(frozen=True, slots=True)
class LinkReport:
    """A link, its target, and the screens it is on.

    Attributes:
        label: Its label, in quotes.
        places: The first of these screens: id and name.
        more: The number of further screens.
        leads: Its target, the error there, and whether it was tried.
    """

    label: str
    places: tuple[tuple[str, str], ...]
    more: int
    leads: str

    @property
    def line(self) -> str:
        """The whole report on one line."""
        where = ", ".join(name for _, name in self.places) + (f" and {self.more} more" if self.more else "")
        return f"{self.label} on {where} -> {self.leads}"


def link_reports(links: Sequence[BrokenLink]) -> list[LinkReport]:
    """Group the links of one label to one address; the order of `links` is kept, tried ones first."""
    groups: dict[tuple[str, str, str, str], list[BrokenLink]] = {}
    for link in links:
        groups.setdefault((link.label, link.address, link.landed, link.status), []).append(link)
    return [_report(group) for group in groups.values()]


def _report(group: list[BrokenLink]) -> LinkReport:
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
