"""Pages whose link, heading and title have all changed: renamed where the address is theirs alone, else never."""

from dataclasses import replace

import pytest

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.comparing.difference import Difference, compare
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node
from tests.utg.builds import APP, link, node, walk

BOX = Exit(ElementRef("textbox", "Password"))


def headed(id_: str, title: str, address: str, *texts: str, exits: tuple[Exit, ...] = ()) -> Node:
    """A screen whose heading is part of what it is, as it stands in its label."""
    made = node(id_, title, address, texts, *exits)
    return replace(made, key=ScreenKey(APP, id_, f"{address} · {title.casefold()}"))


def shop(word: str, page: Node, *more: Node) -> Graph:
    """Home and help are the same in all builds; help has one link, and more screens may be there."""
    graph = Graph(APP)
    graph.put(node("home", "Home", "/", ("Good morning",), link("Help", "/help")))
    graph.put(node("help", "Help", "/help", ("Ask us",), link(word, page.face.location)))
    for one in (page, *more):
        graph.put(one)
    walk(graph, "home", "Help", "help")
    walk(graph, "help", word, page.id)
    return graph


def changes(found: Difference) -> list[tuple[str, str, str]]:
    screens = [(one.change, one.old.id if one.old else "", one.new.id if one.new else "") for one in found.screens]
    ways = [
        (one.change, one.old.label if one.old else "", one.new.label if one.new else "") for one in found.transitions
    ]
    return [*screens, *ways]


OLD = node("old", "Returns", "/returns", ("Within thirty days",))


def test_a_page_that_has_kept_its_address_alone_is_renamed_and_the_way_there_relabelled() -> None:
    new = headed("new", "Send it back", "/returns", "A month is given")
    found = compare(shop("Returns", OLD), shop("Send it back", new))
    assert changes(found) == [("renamed", "old", "new"), ("relabelled", "Returns", "Send it back")]


@pytest.mark.parametrize("name", ["We'll be right back", "Session expired", "Upgrade to Premium"])
def test_a_page_of_which_nothing_is_left_is_removed_and_another_added(name: str) -> None:
    told = changes(compare(shop("Returns", OLD), shop("Returns", headed("new", name, "/returns", "Come again"))))
    assert ("removed", "old", "") in told
    assert ("added", "", "new") in told
    assert all(one[0] != "renamed" for one in told)


@pytest.mark.parametrize(
    "new",
    [
        headed("new", "Send it back", "/returns", "Within thirty days", "Free of charge"),
        headed("new", "Your returns", "/returns", "A month is given"),
        headed("new", "Sign in and send back", "/returns", "Within thirty days", exits=(BOX,)),
    ],
    ids=["what it shows", "a word of the name", "called a login, and none"],
)
def test_something_besides_the_address_speaks_for_a_page_behind_the_old_link(new: Node) -> None:
    assert changes(compare(shop("Returns", OLD), shop("Returns", new))) == [("renamed", "old", "new")]


@pytest.mark.parametrize("where", ["old", "new"])
def test_two_screens_of_a_page_that_shows_several_are_two(where: str) -> None:
    """A single-page app: the screens were never one, however alone each is left."""
    before, after = headed("returns", "Returns", "/app", "Thirty days"), headed("jobs", "Jobs", "/app", "We are hiring")
    third = headed("third", "Basket", "/app", "Nothing in it")
    old = shop("Returns", before, *([third] if where == "old" else []))
    new = shop("Jobs", after, *([third] if where == "new" else []))
    told = changes(compare(old, new))
    assert ("removed", "returns", "") in told
    assert ("added", "", "jobs") in told


@pytest.mark.parametrize(
    "wall",
    [
        headed("wall", "Sign in", "/returns", exits=(BOX,)),
        replace(node("wall", "Not found", "/returns", ()), key=ScreenKey(APP, "wall", "error 404")),
        Node(ScreenKey(APP, "wall", "/returns"), Face(title="Oh no", location="/returns"), dead=True),
    ],
    ids=["login", "error", "dead end"],
)
def test_an_error_or_a_login_in_its_place_is_not_the_page_renamed(wall: Node) -> None:
    told = changes(compare(shop("Returns", OLD), shop("Returns", wall)))
    assert ("removed", "old", "") in told
    assert ("added", "", "wall") in told
