"""Walking: what comes up by itself is closed, home is one action away, the apps of a phone are no strangers."""

from dataclasses import replace

import pytest

from sextant.actors.explorer import Explorer
from sextant.actors.navigator import Navigator
from sextant.actors.walk import Reached
from sextant.actors.walker import Walker
from sextant.elements.refs import ref_of
from sextant.types.actions import ByIndex, Click, NavigateBack, Scroll
from sextant.types.screens import Screen
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Place, Trigger
from sextant.utg.store import MapStore
from tests.actors.toysite import Link, Page, Site, walk
from tests.utg.walks import ORIGIN, element, screen, step


def walker(app: str = "") -> Walker:
    return Walker(MapStore(), lambda element, _screen: element.label == "Yes, ok", app)


def page(node: str, *buttons: str) -> Screen:
    links = (element(0, "Notes", href=f"{ORIGIN}/notes"), element(1, "Help", href=f"{ORIGIN}/help"))
    inside = [element(2 + n, label, "button", landmark="dialog: News") for n, label in enumerate(buttons)]
    return screen(node, *links, *inside, location=f"{ORIGIN}/{node.partition('+')[0]}", digest=f"{node} {buttons}")


@pytest.mark.parametrize(
    ("buttons", "closes"),
    [(("More about it", "Not now"), 3), (("Allow", "OK"), 3), (("更新内容", "好"), 3), (("Yes, ok", "Later"), 3)],
)
def test_a_dialog_that_comes_up_by_itself_is_closed(buttons: tuple[str, str], closes: int) -> None:
    here, there = page("notes"), page("notes+news", *buttons)
    mine = walker()
    mine.look(here)
    mine.observe(step(here, Scroll("down"), there))
    mine.look(there)
    taken = mine.obstacle(there)
    assert taken is not None
    assert taken.action == Click(ByIndex(closes))


def test_where_nothing_closes_it_one_goes_back_and_not_for_ever() -> None:
    here, there = page("notes"), page("help+news", "Allow", "Yes, ok")
    mine = walker()
    mine.look(here)
    mine.observe(step(here, 1, there))
    taken = [mine.obstacle(there) for _ in range(4)]
    assert [type(one.action) if one is not None else None for one in taken] == [NavigateBack, NavigateBack, None, None]


def test_what_a_touch_opens_over_its_own_page_is_a_screen_to_be_looked_at() -> None:
    here, there = page("notes"), page("notes+news", "Close")
    mine = walker()
    mine.look(here)
    mine.observe(step(here, 0, there))
    assert mine.obstacle(there) is None


def test_the_apps_of_a_phone_are_no_strangers_to_each_other() -> None:
    here, other = page("notes"), page("shop")
    other = replace(other, observation=replace(other.observation, app="http://shop.test"))
    for name, foreign in (("", True), ("phone", False)):
        mine = walker(name)
        mine.look(here)
        assert (mine.obstacle(other) is not None) == foreign


def test_where_a_goal_was_reached_is_remembered_until_the_claim_is_refused_and_rubbish_is_no_memory() -> None:
    store = MapStore()
    here = screen("notes")
    first = Walker(store, lambda _element, _screen: False)
    first.look(here)
    first.remember("Help  page", Reached(Place("notes")))
    later = Walker(store, lambda _element, _screen: False)
    later.look(here)
    assert later.remembered("help page") == Reached(Place("notes"))
    later.forget("help page")
    assert later.remembered("help page") is None
    store.note(ORIGIN, "goal help page", '{"node": "of another version"}')
    again = Walker(store, lambda _element, _screen: False)
    again.look(here)
    assert again.remembered("help page") is None


class Splash(Site):
    """A site that shows nothing to touch until it was looked at often enough."""

    until = 6

    def rows(self) -> list[tuple[str, Link | None]]:
        return super().rows() if self.looks > self.until else [("Loading", None)]


class Stuck(Splash):
    """One that never shows anything."""

    until = 10_000


def test_an_app_that_shows_nothing_to_touch_is_waited_for() -> None:
    pages = {"/": Page("Start", (Link("Opening hours", "/hours"),)), "/hours": Page("Opening hours")}
    for actor in (Navigator(MapStore(), unguarded), Explorer(MapStore(), unguarded)):
        site = Splash(pages)
        walked = walk(actor, site, "opening hours")
        assert walked.claimed == "complete", walked.story
        assert site.touched == ["Opening hours"]


def test_what_never_comes_up_is_told_and_is_no_complete_map() -> None:
    for actor in (Navigator(MapStore(), unguarded), Explorer(MapStore(), unguarded)):
        walked = walk(actor, Stuck({"/": Page("Start")}), "opening hours", limit=60)
        assert walked.claimed == "infeasible", walked.story
        assert walked.status is not None
        assert "has come up yet" in walked.status.reason


def test_a_control_whose_label_counts_down_is_not_touched_for_ever() -> None:
    mine = walker()
    for seconds in (59, 58):
        here = page("notes", f"Try again in {seconds} s")
        mine.look(here)
        mine.observe(replace(step(here, 2, here), effectiveness="refused", cause="absent"))
    there = page("notes", "Try again in 57 s", "Try again later")
    mine.look(there)
    counting, other = (Trigger("tap", ref_of(there, there.elements[place])) for place in (2, 3))
    assert (there.key.id, counting) in mine.avoided
    assert (there.key.id, other) not in mine.avoided
