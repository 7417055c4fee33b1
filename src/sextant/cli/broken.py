"""What commands about maps tell alike: how much there is, and which links end on an error page."""

from typing import TYPE_CHECKING

from sextant.cli.output import Json, Output, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sextant.utg.broken import BrokenLink

__all__ = ["besides", "broken_json", "broken_lines", "say_broken"]

_SHOWN = 12
_LONGEST = 60
_SCREENS = 3


def besides(error_pages: int, other_sites: int = 0) -> list[str]:
    """What is on a map besides screens, in words; nothing of what there is none."""
    sites = "1 page of another site" if other_sites == 1 else f"{other_sites:,} pages of other sites"
    return [*([counted(error_pages, "error page")] if error_pages else []), *([sites] if other_sites else [])]


def broken_json(links: "Sequence[BrokenLink]") -> Json:
    """Each link on each screen."""
    from dataclasses import asdict

    return [asdict(link) for link in links]


def broken_lines(links: "Sequence[BrokenLink]") -> list[str]:
    """A line for each link and where it leads, with the screens that it stands on; those that were tried first."""
    groups: dict[tuple[str, str, str, str], list[BrokenLink]] = {}
    for link in links:
        groups.setdefault((link.label, link.address, link.landed, link.status), []).append(link)
    lines = [_line(group) for group in groups.values()]
    return [*lines[:_SHOWN], *([f"and {len(lines) - _SHOWN} more (--json)"] if len(lines) > _SHOWN else [])]


def say_broken(out: Output, links: "Sequence[BrokenLink]") -> None:
    """The lines under a heading; nothing where no link is broken."""
    if links:
        out.labelled("broken links", "red", ":")
        for line in broken_lines(links):
            out.say(f"  {line}")


def _line(group: "list[BrokenLink]") -> str:
    first = group[0]
    places = list(dict.fromkeys(_place(link) for link in group))
    where = ", ".join(places[:_SCREENS]) + (f" and {len(places) - _SCREENS} more" if len(places) > _SCREENS else "")
    status = first.status + (f" at {_cut(first.landed)}" if first.landed not in ("", first.address) else "")
    known = "" if any(link.tried for link in group) else "; known by its address, not tried"
    return f"{_cut(first.label)!r} on {where} -> {_cut(first.address) or 'an unknown address'} ({status}){known}"


def _place(link: "BrokenLink") -> str:
    return _cut(link.screen) + (f" [{_cut(link.instance)}]" if link.instance else "")


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"
