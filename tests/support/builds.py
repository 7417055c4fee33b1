"""A garden club's web app in several builds, and what checking a route recorded on the first must say of each.

The truth is written by hand from the pages below: what a person who compares two builds would say.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tests.actors.toysite import Link, Page

ABOUT = Link("About us", "/about", landmark="navigation")
PLOTS = Link("Plots (12)", "/plots", landmark="navigation")
MEMBERS = Link("Members", "/members", landmark="navigation")
RULES = Link("Garden rules", "/about/rules")
TIMES = Link("Opening times", "/about/times")
NAV = (PLOTS, MEMBERS, ABOUT)

BASE: Mapping[str, Page] = {
    "/": Page("Welcome - Allotment", NAV, h1="Welcome", texts=("Forty gardens by the railway.",)),
    "/plots": Page(
        "Plots - Allotment",
        (*NAV, *(Link(f"Plot {number}", f"/plots/{number}") for number in range(1, 13)), Link("Waiting list", "/wait")),
        h1="Plots",
    ),
    **{f"/plots/{number}": Page(f"Plot {number} - Allotment", NAV, h1=f"Plot {number}") for number in range(1, 13)},
    "/wait": Page("Waiting list - Allotment", NAV, h1="Waiting list", texts=("Nine families wait.",)),
    "/members": Page("Members - Allotment", (*NAV, Link("Fees", "/members/fees")), h1="Members"),
    "/members/fees": Page("Fees - Allotment", NAV, h1="Fees", texts=("Forty a year.",)),
    "/about": Page("About us - Allotment", (*NAV, TIMES, RULES), h1="About us"),
    "/about/times": Page("Opening times - Allotment", NAV, h1="Opening times", texts=("Sunrise to sunset.",)),
    "/about/rules": Page("Garden rules - Allotment", NAV, h1="Garden rules", texts=("Water before ten.",)),
}
RECORDED = "garden rules"
"""The goal of the route: two hops on `BASE`, `About us` and `Garden rules`."""

Pages = dict[str, Page]


def _with_nav(*nav: Link) -> Pages:
    """`BASE` with other links in the navigation of every page."""
    return {
        path: replace(page, links=(*nav, *(link for link in page.links if link not in NAV)))
        for path, page in BASE.items()
    }


def _about(*links: Link, **more: Page) -> Pages:
    """`BASE` with other links on the page `About us`; other pages by the last part of their address."""
    about = replace(BASE["/about"], links=(*NAV, *links))
    return {**BASE, "/about": about, **{f"/about/{name}": page for name, page in more.items()}}


def _without_rules(pages: Mapping[str, Page]) -> Pages:
    return {path: page for path, page in pages.items() if path != "/about/rules"}


MENU = Link("Menu", role="button", landmark="navigation", opens="main")
NEWS = Page("News - Allotment", (Link("Continue", "/about"),), h1="New this week", texts=("The well is dug.",))
PAPERS = Page("Documents - Allotment", (*NAV, RULES), h1="Documents")
HOUSE_RULES = replace(BASE["/about/rules"], title="House rules - Allotment", h1="House rules")
RETIRED = Page("About us - Allotment", NAV, h1="About us", texts=("This page has been retired.",))
ELSEWHERE = replace(RULES, to="/info/garden-rules")

Outcome = Literal["exact", "moved", "failed"]


@dataclass(frozen=True, slots=True)
class Build:
    """One build, and what is true of the recorded route on it.

    Attributes:
        hop: The hop at which the recorded route stops being right, from 1; 0 where it never does.
        way: Labels of the elements to touch on the shortest way that is there now.
        says: Words that the report has to hold: what a person would name as the change.
    """

    pages: Pages
    outcome: Outcome
    hop: int = 0
    way: tuple[str, ...] = ("About us", "Garden rules")
    says: tuple[str, ...] = ()


BUILDS: Mapping[str, Build] = {
    "same": Build(dict(BASE), "exact"),
    "counted": Build(_with_nav(replace(PLOTS, label="Plots (13)"), MEMBERS, ABOUT), "exact"),
    "relabelled": Build(
        _with_nav(PLOTS, MEMBERS, replace(ABOUT, label="Our garden")),
        "moved",
        1,
        ("Our garden", "Garden rules"),
        ("About us", "Our garden"),
    ),
    "folded": Build(
        _with_nav(MENU, *(replace(link, menu="main") for link in NAV)),
        "moved",
        1,
        ("About us", "Garden rules"),
        ("About us", "Menu"),
    ),
    "between": Build(
        {**_with_nav(PLOTS, MEMBERS, replace(ABOUT, to="/news")), "/news": NEWS},
        "moved",
        1,
        ("About us", "Continue", "Garden rules"),
        ("New this week",),
    ),
    "deeper": Build(
        _about(TIMES, Link("Documents", "/about/documents"), documents=PAPERS),
        "moved",
        2,
        ("About us", "Documents", "Garden rules"),
        ("Documents",),
    ),
    "readdressed": Build(
        {**_without_rules(_about(TIMES, ELSEWHERE)), ELSEWHERE.to: BASE["/about/rules"]},
        "moved",
        2,
        says=("/about/rules", "/info/garden-rules"),
    ),
    "retitled": Build({**BASE, "/about/rules": HOUSE_RULES}, "moved", 2, says=("Garden rules", "House rules")),
    "removed": Build(_without_rules(_about(TIMES)), "failed", 2, (), ("Garden rules", "About us")),
    "broken": Build(_without_rules(BASE), "failed", 2, (), ("Garden rules", "Not found")),
    "emptied": Build({**BASE, "/about/rules": RETIRED}, "failed", 2, (), ("Garden rules", "About us")),
}
"""`folded`: the links stand in a menu that has to be opened. A slow server, in the browser alone, is still `exact`."""
