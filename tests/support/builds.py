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


def _changed(**pages: Page) -> Pages:
    """`BASE` with some pages replaced; `about_rules` stands for `/about/rules`."""
    return {**BASE, **{f"/{name.replace('_', '/')}": page for name, page in pages.items()}}


def _without(pages: Pages, *paths: str) -> Pages:
    return {path: page for path, page in pages.items() if path not in paths}


def _same() -> Pages:
    return dict(BASE)


def _counted() -> Pages:
    return _with_nav(replace(PLOTS, label="Plots (13)"), MEMBERS, ABOUT)


def _relabelled() -> Pages:
    return _with_nav(PLOTS, MEMBERS, replace(ABOUT, label="Our garden"))


def _folded() -> Pages:
    menu = Link("Menu", role="button", landmark="navigation", opens="main")
    return _with_nav(menu, *(replace(link, menu="main") for link in NAV))


def _between() -> Pages:
    news = Page("News - Allotment", (Link("Continue", "/about"),), h1="New this week", texts=("The well is dug.",))
    return {**_with_nav(PLOTS, MEMBERS, replace(ABOUT, to="/news")), "/news": news}


def _deeper() -> Pages:
    papers = Page("Documents - Allotment", (*NAV, RULES), h1="Documents")
    about = replace(BASE["/about"], links=(*NAV, TIMES, Link("Documents", "/about/documents")))
    return {**_changed(about=about), "/about/documents": papers}


def _readdressed() -> Pages:
    about = replace(BASE["/about"], links=(*NAV, TIMES, replace(RULES, to="/info/garden-rules")))
    moved = {**_changed(about=about), "/info/garden-rules": BASE["/about/rules"]}
    return _without(moved, "/about/rules")


def _retitled() -> Pages:
    return _changed(about_rules=replace(BASE["/about/rules"], title="House rules - Allotment", h1="House rules"))


def _removed() -> Pages:
    about = replace(BASE["/about"], links=(*NAV, TIMES))
    return _without(_changed(about=about), "/about/rules")


def _broken() -> Pages:
    return _without(_same(), "/about/rules")


def _emptied() -> Pages:
    gone = Page("About us - Allotment", NAV, h1="About us", texts=("This page has been retired.",))
    return _changed(about_rules=gone)


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
    "same": Build(_same(), "exact"),
    "counted": Build(_counted(), "exact"),
    "relabelled": Build(_relabelled(), "moved", 1, ("Our garden", "Garden rules"), ("About us", "Our garden")),
    "folded": Build(_folded(), "moved", 1, ("About us", "Garden rules"), ("About us", "Menu")),
    "between": Build(_between(), "moved", 1, ("About us", "Continue", "Garden rules"), ("New this week",)),
    "deeper": Build(_deeper(), "moved", 2, ("About us", "Documents", "Garden rules"), ("Documents",)),
    "readdressed": Build(_readdressed(), "moved", 2, says=("/about/rules", "/info/garden-rules")),
    "retitled": Build(_retitled(), "moved", 2, says=("Garden rules", "House rules")),
    "removed": Build(_removed(), "failed", 2, (), ("Garden rules", "About us")),
    "broken": Build(_broken(), "failed", 2, (), ("Garden rules", "Not found")),
    "emptied": Build(_emptied(), "failed", 2, (), ("Garden rules", "About us")),
}
"""`folded`: the links stand in a menu that has to be opened. A slow server, in the browser alone, is still `exact`."""
