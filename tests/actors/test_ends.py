"""How a search ends that found nothing it believes in: with candidates where there are some; and pages by address."""

import pytest

from sextant.actors.addresses import may_open
from sextant.actors.navigator import Navigator, NavigatorSettings
from sextant.protocols import PageReader
from sextant.types.actions import OpenApp
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.utg.exclusions import unguarded
from sextant.utg.store import MapStore
from tests.actors.test_navigator import NAV, navigator, office
from tests.actors.toysite import ORIGIN, Link, Page, Site, Walk, walk
from tests.utg.test_reading import Shelf, page


def by_address(store: MapStore, reader: PageReader | None = None) -> Navigator:
    return Navigator(store, unguarded, settings=NavigatorSettings(by_address=True), reader=reader)


def opened(walked: Walk) -> list[str]:
    actions = (one.decision.action for one in walked.transitions)
    return [action.name for action in actions if isinstance(action, OpenApp)]


def test_an_unsure_end_names_candidates_where_they_stand_and_how_to_get_there() -> None:
    walked = walk(navigator(), Site(office()), "data protection")
    assert walked.status is not None
    assert walked.claimed == "unsure", walked.story
    assert (
        walked.status.reason
        == "Nothing that surely answers 'data protection' was found on the 10 screens that were looked at."
    )
    found = {one.address: one for one in walked.status.candidates}
    policy = found["/help/privacy"]
    assert (policy.goal, policy.name) == ("data protection", "Privacy policy - Office")
    assert policy.way == ("Help", "Legal", "Privacy policy")
    assert [one.likelihood for one in found.values()] == sorted(
        (one.likelihood for one in found.values()), reverse=True
    )
    for one in found.values():
        assert one.step is not None
        assert walked.transitions[one.step].before.location == ORIGIN + one.address


def test_at_most_five_candidates_are_named() -> None:
    walked = walk(navigator(), Site(office()), "safety")
    assert walked.status is not None
    assert walked.claimed == "unsure", walked.story
    assert 1 < len(walked.status.candidates) <= 5
    assert len({one.address for one in walked.status.candidates}) == len(walked.status.candidates)


def test_where_nothing_comes_near_the_end_is_infeasible() -> None:
    walked = walk(navigator(), Site(office()), "zebra crossing")
    assert walked.status is not None
    assert (walked.claimed, walked.status.candidates) == ("infeasible", ())


def test_a_known_page_is_opened_by_its_address_only_where_that_is_asked_for() -> None:
    store = MapStore()
    assert opened(walk(navigator(store), Site(office()), "privacy policy")) == []
    site = Site(office())
    walked = walk(by_address(store), site, "privacy policy")
    assert walked.claimed == "complete", walked.story
    assert (site.path, walked.steps, opened(walked)) == ("/help/privacy", 1, [f"{ORIGIN}/help/privacy"])
    assert walked.transitions[0].decision.description == "open /help/privacy"
    assert walked.status is not None
    assert walked.status.reason.endswith("Opened by address: /help/privacy.")


def test_an_address_that_was_opened_is_no_way_on_the_map() -> None:
    store = MapStore()
    walk(navigator(store), Site(office()), "privacy policy")
    assert opened(walk(by_address(store), Site(office()), "privacy policy"))
    walked = walk(navigator(store), Site(office()), "privacy policy")
    assert (walked.claimed, walked.steps, walked.taps) == ("complete", 3, 3), walked.story


def test_what_is_one_touch_away_is_touched() -> None:
    store = MapStore()
    walk(navigator(store), Site(office()), "help")
    walked = walk(by_address(store), Site(office()), "help")
    assert (walked.claimed, walked.taps, opened(walked)) == ("complete", 1, []), walked.story


def test_a_page_that_was_read_ahead_is_opened_by_its_address() -> None:
    pages = {
        "/": Page("Start", (Link("More", "/more"),)),
        "/more": Page("More", (Link("Rules", "/rules"),)),
        "/rules": Page("House rules", (Link("Dogs and cats", "/pets"),)),
        "/pets": Page("Keeping pets", NAV),
    }
    html = {path: page(one.title, *(f"{link.label}={link.to}" for link in one.links)) for path, one in pages.items()}
    shelf = Shelf(html, ORIGIN)
    walked = walk(by_address(MapStore(), shelf), Site(pages), "keeping pets")
    assert walked.claimed == "complete", walked.story
    assert (walked.steps, opened(walked)) == (1, [f"{ORIGIN}/pets"]), walked.story
    walked = walk(Navigator(MapStore(), unguarded, reader=Shelf(html, ORIGIN)), Site(pages), "keeping pets")
    assert (walked.claimed, walked.taps, opened(walked)) == ("complete", 3, []), walked.story


class Guarded(Site):
    """A site that sends everybody to its start page who did not come by a link."""

    def carry_out(self, decision: Decision, screen: Screen) -> None:
        if isinstance(decision.action, OpenApp):
            self.home()
        else:
            super().carry_out(decision, screen)


def test_where_an_address_shows_something_else_it_is_walked_there() -> None:
    store = MapStore()
    walk(navigator(store), Site(office()), "privacy policy")
    site = Guarded(office(), start="/help")
    walked = walk(by_address(store), site, "change password")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/settings/password"
    assert len(opened(walked)) == len(set(opened(walked))) > 0, walked.story


@pytest.mark.parametrize(
    ("location", "app", "may"),
    [
        ("/help/privacy", ORIGIN, True), ("/logout", ORIGIN, False), ("/item/3/delete", ORIGIN, False),
        ("/report.csv", ORIGIN, False), ("http://b.test/", ORIGIN, False), ("Settings", "com.example.app", False),
        ("/settings", "world:shop", False), ("", ORIGIN, False),
    ],
)  # fmt: skip
def test_what_is_never_touched_is_not_opened_either(location: str, app: str, may: bool) -> None:
    assert may_open(location, app) is may
