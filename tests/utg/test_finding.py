"""Which screen is meant: by address, id, name, label or title; of several none, of none the nearest are told."""

import pytest

from sextant.errors import UsageError
from sextant.types.screens import ScreenKey
from sextant.utg.faces import Face
from sextant.utg.files.imported import parse_dot
from sextant.utg.graph import Graph, Node, Place
from sextant.utg.lookup import find_place, find_plain
from sextant.utg.names import names_of
from tests.utg.builds import APP, build_one, node


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("set-1", Place("set-1")), ("Settings", Place("set-1")), ("settings", Place("set-1")),
        ("Settings - Notes", Place("set-1")), ("/settings", Place("set-1")), ("/settings/", Place("set-1")),
        ("http://notes.test/settings", Place("set-1")), ("/notes/1", Place("note", (("id", "1"),))),
        ("note", Place("note")),
    ],
)  # fmt: skip
def test_a_screen_is_found(name: str, place: Place) -> None:
    assert find_place(build_one(), name) == place


def test_of_several_none_is_taken_and_all_are_told() -> None:
    graph = build_one()
    graph.put(node("about-2", "About", "/about-2", ("Another",)))
    with pytest.raises(UsageError, match="matches 2 screens") as caught:
        find_place(graph, "About - Notes")
    assert "about-2" in str(caught.value)


def test_of_none_the_nearest_are_told() -> None:
    with pytest.raises(UsageError, match="no screen 'Setings'") as caught:
        find_place(build_one(), "Setings")
    assert caught.value.remedy.startswith("Nearest: 'Settings'")
    with pytest.raises(UsageError, match="no screen"):
        find_place(Graph(APP), "anything")
    with pytest.raises(UsageError, match="no screen ''"):
        find_place(build_one(), "")


def test_where_no_name_is_near_what_there_is_is_told() -> None:
    with pytest.raises(UsageError, match="no screen 'Unicorns'") as caught:
        find_place(build_one(), "Unicorns")
    assert "Nearest" not in caught.value.remedy
    assert caught.value.remedy.startswith("It has 'Home', 'Settings', 'Privacy', ")
    assert "`sextant map show MAP`" in caught.value.remedy
    many = parse_dot("digraph { " + "; ".join(f"Screen{n}" for n in range(30)) + " }")
    with pytest.raises(UsageError) as caught:
        find_plain(many, "Unicorns")
    assert caught.value.remedy.startswith("It has 'Screen0', 'Screen1', ")
    assert " and 22 more; " in caught.value.remedy


def test_nodes_of_plain_graphs() -> None:
    plain = parse_dot('digraph { a [label="Start"]; b [label="Twin"]; c [label="Twin"]; a -> b -> c; }')
    assert (find_plain(plain, "a"), find_plain(plain, "start"), find_plain(plain, "c")) == ("a", "a", "c")
    with pytest.raises(UsageError, match="matches 2"):
        find_plain(plain, "Twin")
    with pytest.raises(UsageError, match="no screen 'd'"):
        find_plain(plain, "d")


def shop() -> Graph:
    """Screens whose names on the page are no names of their own: told apart by their address, or by their kind."""
    graph = Graph(APP)
    for address in ("/shop/holdings", "/shop/holdings/by_account"):
        graph.put(Node(ScreenKey(APP, address, address), Face("Holdings", ("Holdings",), (), address), (), ((),)))
    item = ((("id", "7"),),)
    graph.put(Node(ScreenKey(APP, "item", "/shop/items/{id}"), Face("Tea", ("Tea",), (), "/shop/items/7"), (), item))
    return graph


def test_every_name_on_the_page_finds_its_screen() -> None:
    for graph in (shop(), build_one()):
        assert {name: find_place(graph, name).node for name in names_of(graph).values()} == {
            name: screen for screen, name in names_of(graph).items()
        }


def test_of_several_screens_of_a_name_each_is_told_with_its_address() -> None:
    graph = build_one()
    graph.put(Node(ScreenKey(APP, "more", "more"), Face("Help - Notes", ("Help",), (), "/support"), (), ((),)))
    with pytest.raises(UsageError, match=r"help-1 \(.*/help\); more \(.*/support\)"):
        find_place(graph, "Help - Notes")
