from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.addresses.parts import hit_another
from sextant.elements.refs import ref_of
from sextant.types.geometry import Box
from sextant.utg.exits import exits_of, kind_of, references, relative, template
from tests.utg.walks import ORIGIN, element, screen

labels = st.sampled_from(["Edit", "edit ", "Save", "", "Note"])
roles = st.sampled_from(["link", "button", "text"])


@given(st.lists(st.tuples(labels, roles, st.sampled_from(["main", "navigation", ""])), max_size=12), st.data())
def test_references_are_those_of_ref_of(rows: list[tuple[str, str, str]], data: st.DataObject) -> None:
    elements = [
        element(
            index,
            label,
            role,
            landmark=landmark,
            parent=data.draw(st.one_of(st.none(), st.integers(0, index - 1))) if index else None,
        )
        for index, (label, role, landmark) in enumerate(rows)
    ]
    shown = screen("a", *elements)
    assert references(shown) == {one.index: ref_of(shown, one) for one in elements}


def test_addresses_lose_their_origin_and_plain_fragments() -> None:
    here = f"{ORIGIN}/a/b"
    assert relative(f"{ORIGIN}/x?y=1#part", here, ORIGIN) == "/x?y=1"
    assert relative("../c", here, ORIGIN) == "/c"
    assert relative("#/inbox", here, ORIGIN) == "/a/b#/inbox"
    assert relative("http://else.test/x", here, ORIGIN) == "http://else.test/x"
    assert relative("mailto:x@y.z", here, ORIGIN) == ""


@pytest.mark.parametrize("href", ["#", "/?#", "/#", "/#part", "/?#part"])
def test_a_link_to_its_own_page_is_a_button(href: str) -> None:
    shown = screen("a", element(0, "Menu", href=f"{ORIGIN}{href}" if href != "#" else href))
    (menu,) = exits_of(replace(shown, observation=replace(shown.observation, location=f"{ORIGIN}/#/flow")))
    assert menu.href == ""


def test_a_word_with_a_number_is_one_template() -> None:
    assert template("/chair7.html") == template("/chair12.html") == "/chair{}.html"
    assert template("/item1") == template("/item-1").replace("-", "") == "/item{}"
    assert template("/item123.html") == "/item{}.html"
    assert template("/terms.html") == "/terms.html"
    assert template("/abc123") == "/{}"


def test_a_link_of_another_shape_is_no_member_of_the_list_beside_it() -> None:
    rows = [element(n, f"Chair {n}", href=f"{ORIGIN}/chair{n}.html") for n in range(30)]
    *chairs, terms = exits_of(screen("a", *rows, element(30, "Terms", href=f"{ORIGIN}/terms.html")))
    assert {one.group for one in chairs} == {"/chair{}.html"}
    assert (terms.group, terms.kind) == ("", "link")


def test_the_answers_to_a_question_are_left_to_whoever_was_asked() -> None:
    where = "dialog: Ask for a refill?"
    shown = screen("a", element(0, "Refill", "button", landmark=where), element(1, "Not now", "button", landmark=where))
    yes, no = exits_of(shown)
    assert yes.change
    assert not no.change


def test_what_a_dialog_offers_to_look_at_is_no_answer() -> None:
    where = "dialog: Export"
    links = [element(n, f"As {n}", "link", href=f"{ORIGIN}/as/{n}", landmark=where) for n in range(2)]
    shown = screen("a", *links, element(2, "Close", "button", landmark=where))
    assert not any(one.change for one in exits_of(shown))
    menu = [element(n, f"Part {n}", "button", landmark="dialog: Parts") for n in range(4)]
    shown = screen("a", *menu, element(4, "Close", "button", landmark="dialog: Parts"))
    assert not any(one.change for one in exits_of(shown))


def test_cancelling_something_is_no_way_to_close_a_dialog() -> None:
    shown = screen("a", element(0, "Cancel visit", "button"), element(1, "Cancel", "button"))
    order, closer = exits_of(shown)
    assert order.kind == "button"
    assert closer.kind == "opener"


@pytest.mark.parametrize(
    ("label", "kind"),
    [("1..45 out of 45", "paging"), ("Page 2 of 5", "paging"), ("1-20 of 300", "paging"), ("2 of May", "link")],
)
def test_what_says_how_many_there_are_turns_pages(label: str, kind: str) -> None:
    assert kind_of(element(0, label, href=f"{ORIGIN}/x")) == kind


def test_a_page_without_end_costs_no_more_than_many_scrolls() -> None:
    far = element(0, "Far", box=Box(0, 5_000_000, 400, 50), visibility="offscreen")
    holder = element(1, "", "list", box=Box(0, 0, 400, 1), affordances=frozenset({"scroll"}))
    inside = element(2, "Inside", box=Box(0, 800, 400, 40), visibility="offscreen", parent=1)
    assert max(one.scrolls for one in exits_of(screen("a", far, holder, inside))) <= 20


@pytest.mark.parametrize(
    ("meant", "came", "another"),
    [
        ("/category/4/", "/category/4?page=1", False),
        ("/category/4/", "/topic/6/", True),
        ("/category/4/", "/topic/6/?new=1", True),
        ("/category/4/", "/moved/", False),  # nothing on the screen leads there: a redirection
        ("/#/workers", "/#/builders", True),
        ("/#/workers", "/#/workers", False),
        ("", "/topic/6/", False),
    ],
)
def test_a_touch_that_went_where_another_link_leads(meant: str, came: str, another: bool) -> None:
    assert hit_another(meant, came, ["", "/topic/6/", "/category/4/", "/#/builders", "/#/workers"]) is another
