"""Maps of another app or of another build, and apps that change while they are looked at: bounded, and put right."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from sextant.utg.graph import Graph
from sextant.utg.store import MapStore
from tests.actors.test_explorer import explore, explorer, screens
from tests.actors.test_navigator import NAV, navigator, office
from tests.actors.toysite import ORIGIN, Link, Page, Site, walk


class Deployed(Site):
    """A site of which another build is put up while somebody looks around, after so many looks."""

    def __init__(self, old: Mapping[str, Page], new: Mapping[str, Page], after: int) -> None:
        super().__init__(old)
        self._new, self._after = new, after

    def tap(self, index: int) -> None:
        super().tap(index)
        if self.looks >= self._after:
            self.pages = self._new


def newer() -> dict[str, Page]:
    """The office with another help: a page less, a page more, a link that goes by another name."""
    pages = dict(office())
    del pages["/help/legal"]
    pages["/help"] = Page("Help - Office", (*NAV, Link("Questions", "/help/faq"), Link("Privacy", "/help/privacy")))
    pages["/help/faq"] = Page("Questions - Office", NAV)
    return pages


@pytest.mark.parametrize("after", [3, 6, 12])
def test_another_build_in_the_middle_of_a_crawl(after: int) -> None:
    store = MapStore()
    walked = explore(Deployed(office(), newer(), after), store)
    assert walked.claimed == "complete", walked.story
    assert walked.steps <= 60, walked.story
    again = walk(explorer(store, fresh=True), Site(newer()), "draw the map")
    assert again.claimed == "complete", again.story
    assert "/help/legal" not in screens(store)
    assert {"/help", "/help/faq", "/help/privacy"} <= screens(store)
    reached = walk(navigator(store), Site(newer()), "privacy policy")
    assert reached.claimed == "complete", reached.story
    assert reached.steps == 2, reached.story


def strangers() -> dict[str, Page]:
    """Another app at the same address: the same words mean other pages there."""
    links = (Link("Help", "/shop"), Link("Privacy policy", "/notes"), Link("Basket", "/basket"))
    return {
        "/": Page("Shop", links),
        "/shop": Page("Privacy policy", links),
        "/notes": Page("Notes on roses", links),
        "/basket": Page("Basket", links),
    }


@pytest.mark.parametrize(
    ("goal", "path"), [("privacy policy", "/help/privacy"), ("change password", "/settings/password")]
)
def test_the_map_of_another_app_does_not_keep_it_from_arriving(goal: str, path: str) -> None:
    store = MapStore()
    assert explore(Site(strangers()), store).claimed == "complete"
    site = Site(office())
    walked = walk(navigator(store), site, goal)
    assert walked.claimed == "complete", walked.story
    assert site.path == path
    assert walked.steps <= 60, walked.story  # what the other map promised is gone to first, and given up


def test_a_map_whose_transitions_all_lead_elsewhere_is_put_right() -> None:
    drawn = MapStore()
    explore(Site(office()), drawn)
    true, wrong = drawn.load(ORIGIN), Graph(ORIGIN)
    nodes = sorted(true.nodes)
    for node in true.nodes.values():
        wrong.put(node)
    for edge in true.edges.values():
        target = nodes[(nodes.index(edge.target) + 1) % len(nodes)]
        wrong.set(replace(edge, target=target, target_binding=()))
    store = MapStore()
    store.take(wrong, {})
    site = Site(office())
    walked = walk(navigator(store), site, "privacy policy")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/help/privacy"
    second = walk(navigator(store), Site(office()), "privacy policy")
    assert second.steps == 3, second.story


@pytest.mark.parametrize(
    "trap",
    [
        Link("Delete all", "/terms", "button", effect="done"),
        Link("Backups", "/terms", "switch", effect="done"),
        Link("Go on", "/terms", "button", input_type="submit", effect="done"),
    ],
    ids=lambda one: one.label,
)
def test_a_map_leads_to_no_touch_of_what_a_walk_leaves_alone(trap: Link) -> None:
    """A map may call a control as it likes, and mean it by its test id."""
    named = replace(trap, label="Terms", role="button", input_type="", effect="", test_id="t1")
    pages = {"/": Page("Shop", (*NAV, named)), "/terms": Page("Terms of use", NAV)}
    store = MapStore()
    assert walk(navigator(store), Site(pages), "terms of use").claimed == "complete"
    assert walk(navigator(store), Site(pages), "terms of use").steps == 1
    site = Site({**pages, "/": Page("Shop", (*NAV, replace(trap, test_id="t1")))})
    walked = walk(navigator(store), site, "terms of use")
    assert walked.claimed != "complete", walked.story
    assert not site.counts
