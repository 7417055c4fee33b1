import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.perception import Perceiver, digest_of, identify
from sextant.perception.identity import normalise
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Modal, Observation, Picture, ScrollExtent


def observed(location: str = "http://a.test/", *landmarks: str, title: str = "", **facts: str) -> Observation:
    return Observation("http://a.test", location, title, Size(390, 844), (), landmarks, facts=facts)


def key(location: str = "http://a.test/", *landmarks: str, title: str = "", **facts: str) -> str:
    return identify(observed(location, *landmarks, title=title, **facts)).key.id


def shown(text: str = "Words", **changes: object) -> Observation:
    element = replace(Element(0, Box(10, 20, 100, 30), "text", text=text), **changes)
    return replace(observed(), elements=(element,))


def test_the_key_is_stable_across_processes() -> None:
    found = identify(observed("http://a.test/notes/5", "navigation", "main", headings="1:Notes"))
    assert found.key.id == "a4785ef7e7831ab08850"
    assert found.key.label == "/notes/{id}"
    assert found.binding == (("notes", "5"),)


SAME = {
    "h1 names the item": (
        observed("http://a.test/n/5", headings="1:Milk"),
        observed("http://a.test/n/6", headings="1:Tax"),
    ),
    "count in the heading": (observed(headings="1:Inbox (3)"), observed(headings="1:Inbox (12)")),
    "date in the heading": (observed(headings="1:Today, 21 November"), observed(headings="1:Today, 1 December")),
    "greeting": (observed(headings="1:Good morning, Alice"), observed(headings="1:Good evening, Bob")),
    "nothing found": (
        observed("http://a.test/search?q=milk", headings="1:3 results"),
        observed("http://a.test/search?q=zzz", headings="1:No results found"),
    ),
    "detail without an address": (observed(headings="1:Buy bread"), observed(headings="1:Call Ann")),
    "counts in tabs": (observed(picks="tab:Open 3"), observed(picks="tab:Open 14")),
    "a value in a tab": (observed(picks="tab:Worker: anna"), observed(picks="tab:Worker: bert")),
    "chrome changes": (observed(chrome="Home\nInbox 3"), observed(chrome="Home\nInbox")),
    "status of the page": (observed(http_status="200"), observed(http_status="304")),
    "numbered fields": (observed(forms="row-0-name"), observed(forms="row-7-name")),
    "not found anywhere": (
        observed("http://a.test/x/1", http_status="404"),
        observed("http://a.test/other", http_status="404"),
    ),
    "dialogs about two things": (
        observed("http://a.test/", "dialog: Delete 'Milk'?"),
        observed("http://a.test/", "dialog: Delete 'Tax'?"),
    ),
    "confirm about two things": (
        replace(observed(), modal=Modal("confirm", "Delete note 'Milk'?")),
        replace(observed(), modal=Modal("confirm", "Delete note 'Tax'?")),
    ),
    "lower landmarks": (observed("http://a.test/", "main", "complementary: Ads"), observed("http://a.test/", "main")),
}


@pytest.mark.parametrize("case", SAME)
def test_one_screen(case: str) -> None:
    one, other = SAME[case]
    assert identify(one).key.id == identify(other).key.id


DIFFERENT = {
    "tabs at one address": (observed(picks="tab:Profile"), observed(picks="tab:Security")),
    "steps": (observed(steps="Step 1 of 3"), observed(steps="Step 2 of 3")),
    "named steps": (observed(picks="step:Shipping"), observed(picks="step:Payment")),
    "views named by the menu": (
        observed(headings="1:Kolibri", chrome="Kolibri\nZebra"),
        observed(headings="1:Zebra", chrome="Kolibri\nZebra"),
    ),
    "login in place": (observed(forms="email\npassword"), observed()),
    "forms of a wizard": (observed(forms="street"), observed(forms="card_number")),
    "dialog": (observed("http://a.test/", "main"), observed("http://a.test/", "main", "dialog: Delete note")),
    "two dialogs": (
        observed("http://a.test/", "dialog: Delete note"),
        observed("http://a.test/", "dialog: Share note"),
    ),
    "menu": (observed(), observed(menus="Rename Delete")),
    "native modal": (observed(), replace(observed(), modal=Modal("confirm", "Sure?"))),
    "two kinds of modal": (
        replace(observed(), modal=Modal("alert", "Sure?")),
        replace(observed(), modal=Modal("confirm", "Sure?")),
    ),
    "error at the address": (observed("http://a.test/n/5"), observed("http://a.test/n/5", http_status="404")),
    "error told by the title": (observed("http://a.test/n/5"), observed("http://a.test/n/5", title="404 Not Found")),
    "crashed": (observed(), replace(observed(), condition="crashed")),
    "another app": (observed(), replace(observed(), app="http://b.test")),
    "hash route": (observed("http://a.test/#/a"), observed("http://a.test/#/b")),
}


@pytest.mark.parametrize("case", DIFFERENT)
def test_two_screens(case: str) -> None:
    one, other = DIFFERENT[case]
    assert identify(one).key.id != identify(other).key.id


def test_a_form_refused_with_a_status_is_no_error_page() -> None:
    assert key(http_status="422", forms="email") == key(forms="email")


elements = st.lists(
    st.builds(
        Element,
        st.integers(0, 50),
        st.builds(Box, st.floats(-500, 5000), st.floats(-500, 5000), st.floats(0, 400), st.floats(0, 400)),
        st.sampled_from(["text", "listitem", "link", "button"]),
        text=st.text(max_size=20),
        visibility=st.sampled_from(["visible", "clipped", "covered", "offscreen"]),
    ),
    max_size=8,
).map(tuple)


@given(elements, elements, st.floats(0, 3000), st.floats(0, 400))
def test_the_key_ignores_lists_scrolling_keyboard_and_pictures(
    one: tuple[Element, ...], other: tuple[Element, ...], scrolled: float, keyboard: float
) -> None:
    before = replace(observed("http://a.test/notes"), elements=one)
    after = replace(
        before,
        elements=other,
        scroll=ScrollExtent(above=scrolled),
        keyboard_height=keyboard,
        picture=Picture(b"x", "image/png", 1.0),
        at=5.0,
    )
    assert identify(before) == identify(after)


@given(st.text(max_size=80))
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(
    st.dictionaries(st.sampled_from(["headings", "picks", "forms", "steps", "chrome", "menus"]), st.text(max_size=60))
)
def test_any_facts_can_be_identified(facts: dict[str, str]) -> None:
    assert identify(observed(**facts)) == identify(observed(**facts))


NOTICED = {
    "text": shown("Other"),
    "value": shown(value="x"),
    "state": shown(states=frozenset({"checked"})),
    "moved": shown(box=Box(10, 40, 100, 30)),
    "covered": shown(visibility="covered"),
    "modal": replace(shown(), modal=Modal("alert", "Hi")),
    "address": replace(shown(), location="http://a.test/b"),
    "keyboard": replace(shown(), keyboard_height=300),
    "focus": shown(states=frozenset({"focused"})),
}


@pytest.mark.parametrize("case", NOTICED)
def test_the_digest_notices(case: str) -> None:
    assert digest_of(NOTICED[case]) != digest_of(shown())


CLOCKS = [("12:30:01", "12:30:02"), ("saved 3 seconds ago", "saved 4 seconds ago"), ("vor 59 Sekunden", "vor 1 Minute")]


@pytest.mark.parametrize(("one", "other"), CLOCKS)
def test_the_digest_does_not_tick(one: str, other: str) -> None:
    assert digest_of(shown(one)) == digest_of(shown(other))


def test_a_time_somebody_set_is_noticed() -> None:
    assert digest_of(shown("Alarm 7:30")) != digest_of(shown("Alarm 8:30"))
    assert digest_of(shown(value="7:30:00")) != digest_of(shown(value="8:30:00"))


def test_what_is_below_the_fold_is_not_noticed() -> None:
    assert digest_of(shown("a", visibility="offscreen")) == digest_of(shown("b", visibility="offscreen"))


@given(st.integers(-4000, 40000), st.floats(-0.1, 0.1))
def test_jitter_of_a_tenth_of_a_pixel_is_not_noticed(quarters: int, jitter: float) -> None:
    x = quarters / 4
    assert digest_of(shown(box=Box(x, 0, 10, 10))) == digest_of(shown(box=Box(x + jitter, 0, 10, 10)))


def scoped(name: str, path: str, *ways: str) -> Observation:
    return observed(f"http://a.test/{name}{path}", ways="\n".join(ways or (f"{name}/{way}" for way in PLACES)))


PLACES = ("history", "statistics", "settings")


def test_a_project_at_the_root_is_a_parameter_where_the_navigation_leads_to_places_below_it() -> None:
    one, other = (identify(scoped(name, "/history")) for name in ("boat", "flat"))
    assert one.key.id == other.key.id
    assert one.binding == (("id", "boat"),)
    assert identify(scoped("boat", "/")).key.id == identify(scoped("flat", "")).key.id


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("manual", ["manual/1", "manual/2", "manual/3"]),  # no places below it
        ("manual", ["manual/history", "manual/edit"]),  # too few
        ("boat", ["boat/history", "boat/edit", "boat/settings", "a", "b", "c", "d"]),  # one section of many
        ("manual", ["boat/history", "boat/edit", "boat/settings"]),  # of another
    ],
)
def test_a_section_at_the_root_is_a_place(name: str, ways: list[str]) -> None:
    assert identify(scoped(name, "/history", *ways)).key.label == f"/{name}/history"
    assert dict(identify(scoped(name, "/history", *ways)).binding).get("id") is None


def test_a_list_that_is_turned_is_its_first_page() -> None:
    assert key("http://a.test/books/page/2", first="/books") == key("http://a.test/books")
    assert key("http://a.test/books/page/2") != key("http://a.test/books")


def test_a_value_that_the_heading_says_picks_a_view() -> None:
    here = "http://a.test/lamps/7"
    assert key(f"{here}?action=history", headings="1:History of a lamp") != key(here, headings="1:A lamp")
    assert key(f"{here}?do=search", headings="1:Searching lamps") != key(here, headings="1:A lamp")
    assert key(f"{here}?sort=length", headings="1:A lamp") == key(here, headings="1:A lamp")
    asked = replace(shown("Results for tides"), location=f"{here}?q=tides", facts={"headings": "1:Results for tides"})
    field = replace(asked.elements[0], role="textbox", value="tides")
    assert identify(replace(asked, elements=(field,))).key.id == key(here, headings="1:A lamp")


def test_ids_stand_on_words_where_the_links_write_them_so() -> None:
    assert key("http://a.test/bug7", numbered="bug") == key("http://a.test/bug123", numbered="bug\nuser")
    assert key("http://a.test/bug7") != key("http://a.test/bug8")


@pytest.mark.parametrize("title", ["#423 (Leak in the boat)", "500 recipes for winter", "404 Main Street", "423 users"])
def test_a_number_in_a_title_is_no_error(title: str) -> None:
    assert key(title=title) == key(title="Leak in the boat")
    assert key(title="404 Not Found") != key(title="Leak in the boat")


@pytest.mark.parametrize("message", ["(1" * 5000, "„" * 10_000, "step 1" * 2000])
def test_a_dialog_is_read_in_the_time_of_its_length(message: str) -> None:
    begun = time.process_time()
    identify(replace(observed(), modal=Modal("alert", message, "http://a.test")))
    assert time.process_time() - begun < 0.5


def test_the_perceiver_counts_looks() -> None:
    perceive = Perceiver()
    first, second = perceive(shown()), perceive(shown())
    assert (first.look, second.look, perceive.looks) == (1, 2, 2)
    assert (first.key, first.digest) == (second.key, second.digest)
