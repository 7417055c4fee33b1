"""What screens are called."""

import pytest

from sextant.types.screens import ScreenKey
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node
from sextant.utg.selection.described import described, plain_words
from tests.utg.selection.maps import link, map_of_names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SleepTimerDialogFragment", ("sleep", "timer")),
        ("GPXTrackListActivity", ("gpx", "track", "list")),
        ("org.example.ui.AboutActivity", ("about",)),
        ("AddressBookBottomSheet", ("address", "book")),
        ("Activity", ("activity",)),
        ("Balance Sheet", ("balance", "sheet")),
        ("base_url_screen", ("base", "url", "screen")),
        ("", ()),
    ],
)
def test_class_names_are_taken_apart_and_titles_are_not_shortened(name: str, words: tuple[str, ...]):
    assert plain_words(name) == words


def test_components_that_show_nothing_are_marked():
    seen = {one.name: one.seen for one in described(map_of_names("PlaybackService", "BaseActivity", "ServiceActivity"))}
    assert seen == {"PlaybackService": False, "BaseActivity": False, "ServiceActivity": True}


def test_what_most_titles_share_is_no_name():
    graph = Graph("app")
    for name in ("Bills", "Members", "Settle", "Statistics"):
        graph.put(Node(ScreenKey("app", name, name), Face(title=f"{name} - Money")))
    names = {name.words for one in described(graph) for name in one.names}
    assert names == {("bill",), ("member",), ("settle",), ("statistic",)}


def test_labels_that_lead_to_a_screen_are_names_of_it():
    graph = map_of_names("Home", "X1")
    link(graph, "Home", "Privacy policy", "X1")
    (one,) = [one for one in described(graph) if one.place.node == "X1"]
    assert ("privacy", "policy") in {name.words for name in one.names}
    assert one.labels == ("Privacy policy",)


def test_dead_screens_are_left_out():
    graph = map_of_names("Home")
    graph.put(Node(ScreenKey("app", "404", "404"), Face(title="Not found"), dead=True))
    assert [one.name for one in described(graph)] == ["Home"]
