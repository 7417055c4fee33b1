"""The navigator before long lists and chains: samples first, everything else next, the rest last; nothing in vain."""

from sextant.types.actions import Scroll
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.utg.store import MapStore
from tests.actors.test_navigator import navigator
from tests.actors.toysite import Link, Page, Site, Walk, walk

CHAIRS = tuple(Link(f"Chair {n}", f"/chair{n}.html") for n in range(1, 31))


def shop(*links: Link) -> dict[str, Page]:
    """A front page with these links; what they lead to is called by their labels, except the terms."""
    leaves = {link.to: Page(f"{link.label} - Shop", h1=link.label) for link in links}
    return {**leaves, "/": Page("Shop", links), "/terms.html": Page("Shop", h1="Zebra warranty")}


def scrolls(walked: Walk) -> int:
    return sum(isinstance(one.decision.action, Scroll) for one in walked.transitions)


def test_a_link_after_a_long_list_is_tried_before_more_of_the_list() -> None:
    site = Site(shop(*CHAIRS, Link("Terms", "/terms.html")))
    walked = walk(navigator(), site, "zebra warranty")
    assert (walked.claimed, site.path) == ("complete", "/terms.html"), walked.story
    assert sum(label.startswith("Chair") for label in site.touched) <= 3, walked.story


def test_more_of_a_list_is_tried_only_as_long_as_patience_lasts() -> None:
    site = Site(shop(*CHAIRS))
    walked = walk(navigator(patience=2), site, "zebra warranty")
    assert walked.claimed == "infeasible", walked.story
    assert len(site.touched) == 2, walked.story


def chain(label: str, path: str) -> dict[str, Page]:
    """Pages that each lead to the next, and a help page that stands at the end of the front page."""
    links = [Link(label, path.format(n)) for n in range(31)]
    pages = {path.format(n): Page(f"Piece {n} - Shop", (links[n + 1],), h1=f"Piece {n}") for n in range(30)}
    pages["/"] = Page("Shop", (links[0], Link("Desk", "/desk", role="button", says=False)))
    pages["/desk"] = Page("Shop", (Link("Papers", "/papers"),), h1="Desk")
    pages["/papers"] = Page("Shop", (Link("Terms", "/terms.html"),), h1="Papers")
    pages["/terms.html"] = Page("Shop", h1=f"Zebra warranty: {label.split()[-1]}")
    return pages


def test_a_chain_of_one_template_is_put_off_after_some() -> None:
    site = Site(chain("Next item", "/item{}.html"))
    walked = walk(navigator(), site, "zebra warranty item")
    assert site.path == "/terms.html", walked.story
    assert site.touched.count("Next item") <= 8, walked.story


def test_giving_up_counts_the_screens_of_this_run_and_names_no_far_off_one() -> None:
    store = MapStore()
    walk(navigator(store), Site(shop(*CHAIRS)), "zebra")
    walked = walk(navigator(store, patience=0), Site(shop(*CHAIRS), start="/chair1.html"), "zebra")
    assert walked.status is not None
    assert "on the one screen that was looked at" in walked.status.reason
    assert "nearest" not in walked.status.reason


class Stubborn(Site):
    """A site that says there is more below and does not scroll."""

    def carry_out(self, decision: Decision, screen: Screen) -> None:
        super().carry_out(decision, screen)
        self.scroll = 0.0


def test_a_scroll_without_effect_is_not_repeated() -> None:
    texts = tuple(f"Line {n}" for n in range(30))
    walked = walk(navigator(), Stubborn({"/": Page("Long", texts=texts)}), "zebra")
    assert walked.claimed == "infeasible"
    assert scrolls(walked) == 1, walked.story
