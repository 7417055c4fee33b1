"""Renders counts and broken links for all commands about maps."""

from collections.abc import Sequence
from dataclasses import asdict

from sextant.cli.output import Json, Output, counted
from sextant.utg.broken_link_reports import link_reports
from sextant.utg.broken_links import BrokenLink

__all__ = ["broken_json", "broken_lines", "error_counts", "say_broken"]

_SHOWN = 12


def error_counts(error_pages: int, other_sites: int = 0) -> list[str]:
    """The numbers of error pages and of pages of other sites, in words; zeros are left out."""
    sites = "1 page of another site" if other_sites == 1 else f"{other_sites:,} pages of other sites"
    return [*([counted(error_pages, "error page")] if error_pages else []), *([sites] if other_sites else [])]


def broken_json(links: "Sequence[BrokenLink]") -> Json:
    """Each broken link on each screen, as JSON."""
    return [asdict(link) for link in links]


def broken_lines(links: "Sequence[BrokenLink]") -> list[str]:
    """A line for each broken link and its target (`sextant.utg.broken_link_reports`)."""
    lines = [one.line for one in link_reports(links)]
    return [*lines[:_SHOWN], *([f"and {len(lines) - _SHOWN} more (--json)"] if len(lines) > _SHOWN else [])]


def say_broken(out: Output, links: "Sequence[BrokenLink]") -> None:
    """Print the broken links under a heading; nothing where there are none."""
    if links:
        out.labelled("broken links", "red", ":")
        for line in broken_lines(links):
            out.say(f"  {line}")
