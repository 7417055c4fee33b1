"""The route file: what is written is read back, what is wrong is named, and what differs is told."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant.types.evidence import ScreenIs, TextVisible
from sextant.types.screens import ElementRef
from sextant.utg.files.likeness import likeness
from sextant.utg.files.rerouted import changes
from sextant.utg.files.saved import (
    Arrival,
    SavedHop,
    SavedRoute,
    Stop,
    from_text,
    looks_like_route,
    to_text,
)

HOME = Stop("s-home", "/", "Welcome - Club", "Welcome", "/")
ABOUT = Stop("s-about", "/about", "About us - Club", "About us", "/about")
RULES = Stop("s-rules", "/about/rules", "Rules - Club", "Rules", "/about/rules")
TO_ABOUT = SavedHop("tap", ElementRef("link", "About us", anchor="navigation"), ABOUT)
TO_RULES = SavedHop("tap", ElementRef("link", "Rules"), RULES)
ROUTE = SavedRoute("rules", "web:http://club.test/", "http://club.test", HOME, (TO_ABOUT, TO_RULES), Arrival("Rules"))

TEXT = """\
# A route for `sextant check`; `sextant goto --save` writes such files.

format = "sextant-route"
version = 1
goal = "rules"
target = "web:http://club.test/"
app = "http://club.test"

[start]
screen = "s-home"
label = "/"
title = "Welcome - Club"
head = "Welcome"
address = "/"

# 1. About us -> About us
[[hops]]
event = "tap"
role = "link"
name = "About us"
anchor = "navigation"

[hops.lands]
screen = "s-about"
label = "/about"
title = "About us - Club"
head = "About us"
address = "/about"

# 2. Rules -> Rules
[[hops]]
event = "tap"
role = "link"
name = "Rules"

[hops.lands]
screen = "s-rules"
label = "/about/rules"
title = "Rules - Club"
head = "Rules"
address = "/about/rules"

[arrival]
title = "Rules"
"""


def test_a_route_reads_like_its_story() -> None:
    assert to_text(ROUTE) == TEXT
    assert from_text(TEXT, "rules.toml") == ROUTE


texts = st.text(max_size=12)
some = st.text(min_size=1, max_size=12).filter(lambda text: bool(text.strip()))
refs = st.builds(ElementRef, role=some, name=texts, test_id=texts, anchor=texts, ordinal=st.integers(0, 3))
stops = st.builds(
    Stop,
    screen=some,
    label=texts,
    title=texts,
    head=texts,
    address=texts,
    binding=st.dictionaries(texts, texts, max_size=2).map(lambda bound: tuple(bound.items())),
    app=texts,
    selected=st.lists(texts, max_size=2).map(tuple),
)
taps = st.builds(SavedHop, st.just("tap"), refs, stops, st.lists(refs, max_size=2).map(tuple))
others = st.builds(SavedHop, st.sampled_from(("home", "open:Mail")), st.none(), stops)
routes = st.builds(
    SavedRoute,
    goal=some,
    target=some,
    app=some,
    start=stops,
    hops=st.lists(taps | others, max_size=3).map(tuple),
    arrival=st.builds(Arrival, texts, texts),
    build=texts,
)


@given(routes)
def test_whatever_an_app_calls_its_screens_comes_back(route: SavedRoute) -> None:
    assert from_text(to_text(route), "any.toml") == route


@given(routes, routes)
def test_any_two_routes_can_be_compared(one: SavedRoute, other: SavedRoute) -> None:
    assert all(0 <= change.hop <= len(one.hops) for change in changes(one, other))
    assert changes(one, one) == ()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "format"), ("goal = ", "not TOML"), ("[tool.ruff]\nline-length = 120\n", "format"),
        ("<<<<<<< HEAD\n" + TEXT, "not TOML"), (TEXT.replace("version = 1", "version = 2"), "version 2"),
        (TEXT.replace("version = 1", 'version = "1"'), "version"), (TEXT.replace('goal = "rules"\n', ""), "goal"),
        (TEXT.replace('screen = "s-home"\n', ""), "start.screen"),
        (TEXT.replace('role = "link"\nname = "Rules"\n', 'name = "Rules"\n'), "hops.2.role"),
        (TEXT.replace('event = "tap"', 'event = "type"', 1), "hops.1.event"),
        (TEXT.replace('head = "Welcome"', 'heading = "Welcome"'), "start.heading"),
        (TEXT.replace('title = "Rules"\n', "title = 3\n"), "arrival.title"),
        (TEXT.partition("\n[start]")[0] + "hops = 3\n", "hops"), (TEXT + "x" * 1_000_000, "characters"),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_named(text: str, part: str) -> None:
    with pytest.raises(UsageError) as caught:
        from_text(text, "rules.toml")
    assert "'rules.toml'" in caught.value.message
    assert part in caught.value.message
    assert caught.value.remedy


def test_too_many_hops_are_refused() -> None:
    with pytest.raises(UsageError, match="hops"):
        from_text(to_text(replace(ROUTE, hops=(TO_ABOUT,) * 201)), "long.toml")


def test_a_broken_route_is_still_found_in_a_folder() -> None:
    assert looks_like_route("<<<<<<< HEAD\n" + TEXT)
    assert not looks_like_route("[project]\nname = 'club'\n")


@pytest.mark.parametrize(
    ("seen", "like"),
    [
        (ABOUT, "same"),
        (replace(ABOUT, title="Who we are", head="Who we are"), "same"),
        (replace(ABOUT, screen="other"), "same"),
        (replace(ABOUT, screen="other", label="/about · menu drawer"), "same"),
        (replace(ABOUT, screen="other", label="/about · dialog Cookies"), "alike"),
        (replace(ABOUT, screen="other", address="/who"), "alike"),
        (replace(ABOUT, screen="other", head="About us (3)"), "same"),
        (replace(ABOUT, screen="other", head="Imprint"), "renamed"),
        (replace(ABOUT, screen="other", title="Imprint", head="Imprint", label="/about · imprint"), "renamed"),
        (replace(ABOUT, screen="other", title="Imprint", head="Imprint", address="/imprint"), "other"),
        (replace(ABOUT, screen="other", title="Rules - Club", head="Rules"), "other"),
        (replace(ABOUT, screen="other", title="", head=""), "other"),
        (replace(ABOUT, screen="other", selected=("History",)), "other"),
        (replace(ABOUT, app="http://elsewhere.test"), "other"),
        (replace(ABOUT, screen="other", address="/about?tab=history"), "other"),
        (replace(ABOUT, screen="other", address="/who", selected=("History",)), "other"),
        (Stop("other"), "other"),
    ],
)
def test_a_screen_is_known_by_its_shape_else_by_what_it_calls_itself(seen: Stop, like: str) -> None:
    assert likeness(ABOUT, seen, ROUTE.stops) == like


def told(new: SavedRoute) -> list[tuple[int, str]]:
    return [(change.hop, change.kind) for change in changes(ROUTE, new)]


def hops(*given: SavedHop) -> SavedRoute:
    return replace(ROUTE, hops=given)


def test_changes_are_told_at_the_hop_where_they_are() -> None:
    menu = ElementRef("button", "Menu")
    news = Stop("s-news", "/news", "News - Club", "News", "/news")
    assert told(ROUTE) == []
    assert told(hops(replace(TO_ABOUT, element=ElementRef("link", "Our club")), TO_RULES)) == [(1, "relabelled")]
    assert told(hops(TO_ABOUT, replace(TO_RULES, element=ElementRef("button", "Rules")))) == [(2, "replaced")]
    assert told(hops(replace(TO_ABOUT, openers=(menu,)), TO_RULES)) == [(1, "buried")]
    assert told(hops(replace(TO_ABOUT, lands=news), SavedHop("tap", ElementRef("link", "On"), ABOUT), TO_RULES)) == [
        (1, "inserted")
    ]
    assert told(hops(TO_RULES)) == [(1, "skipped")]
    assert told(hops(TO_ABOUT, replace(TO_RULES, lands=replace(RULES, screen="x", address="/r")))) == [
        (2, "readdressed")
    ]
    assert told(hops(TO_ABOUT, replace(TO_RULES, lands=replace(RULES, head="House rules")))) == [(2, "renamed")]
    assert told(replace(ROUTE, start=replace(HOME, head="Hello"))) == [(0, "start")]
    assert told(hops(replace(TO_ABOUT, lands=news), TO_RULES)) == [(1, "inserted"), (1, "skipped")]


def test_a_link_and_its_screen_that_are_renamed_alike_are_told_in_one_line() -> None:
    house = replace(RULES, screen="n", label="/about/rules · house", title="House - Club", head="House")
    both = hops(TO_ABOUT, replace(TO_RULES, element=ElementRef("link", "House"), lands=house))
    assert [(one.kind, one.text) for one in changes(ROUTE, both)] == [
        ("relabelled", "'Rules' is called 'House' now, the link and its screen")
    ]
    apart = hops(TO_ABOUT, replace(TO_RULES, element=ElementRef("link", "Order"), lands=house))
    assert told(apart) == [(2, "relabelled"), (2, "renamed")]


def test_an_arrival_cites_what_the_claim_cited() -> None:
    arrival = Arrival.of((ScreenIs(text="Rules"), TextVisible("Water before ten.")))
    assert arrival == Arrival("Rules", "Water before ten.")
    assert Arrival.of((ScreenIs(key="4f"),)) == Arrival()
