"""Two builds of one app: everything that changed is told, once and rightly; what nobody looked at is no change."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.comparing.difference import Difference, compare
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Trigger
from tests.utg.builds import APP, SCREENS, TRANSITIONS, build_one, build_two, link, node, walk


def told(found: Difference) -> tuple[set[tuple[str, str, str]], set[tuple[str, str, str]]]:
    screens = {(one.change, one.old.id if one.old else "", one.new.id if one.new else "") for one in found.screens}
    ways = {
        (one.change, one.old.label if one.old else "", one.new.label if one.new else "") for one in found.transitions
    }
    return screens, ways


def test_every_change_between_two_builds() -> None:
    found = compare(build_one(), build_two())
    assert told(found) == (SCREENS, TRANSITIONS)
    assert len(found.screens) == len(SCREENS)
    assert len(found.transitions) == len(TRANSITIONS)
    assert found.changed


def test_what_one_walk_alone_has_seen_is_no_change() -> None:
    found = compare(build_one(), build_two())
    assert [one.id for one in found.only_old] == ["archive"]
    assert [one.id for one in found.only_new] == ["tags"]
    assert [one.label for one in found.untried_new] == ["Archive"]
    assert [one.label for one in found.untried_old] == ["Tags"]


@pytest.mark.parametrize("make", [build_one, build_two])
def test_a_map_does_not_differ_from_itself(make: Callable[[], Graph]) -> None:
    found = compare(make(), make())
    assert not found.changed
    assert found.screens == found.transitions == found.only_old == found.untried_new == ()
    assert found.same_screens == len(make().nodes)


def test_a_shorter_walk_of_the_same_build_is_no_change() -> None:
    whole, short = build_one(), Graph(APP)
    for name in ("home", "notes"):
        short.put(whole.nodes[name])
    walk(short, "home", "Notes", "notes")
    for found in (compare(whole, short), compare(short, whole)):
        assert not found.changed, told(found)
    assert {one.id for one in compare(whole, short).only_old} == set(whole.nodes) - {"home", "notes"}


def test_maps_of_two_apps_are_refused_unless_that_is_meant() -> None:
    staging = Graph("http://staging.test")
    for one in build_one().nodes.values():
        staging.put(
            Node(
                ScreenKey("http://staging.test", f"s-{one.id}", one.key.label),
                one.face,
                one.exits,
                one.bindings,
                one.locations,
            )
        )
    for edge in build_one().edges.values():
        staging.set(replace(edge, source=f"s-{edge.source}", target=f"s-{edge.target}"))
    with pytest.raises(UsageError, match=r"two apps: 'http://notes\.test' and 'http://staging\.test'") as caught:
        compare(build_one(), staging)
    assert "--force" in caught.value.remedy
    found = compare(build_one(), staging, across=True)
    assert found.counterparts == {name: f"s-{name}" for name in build_one().nodes}
    assert not found.changed, told(found)


def test_a_link_tells_by_its_address_that_it_was_reworded_or_leads_elsewhere() -> None:
    def drawn(label: str, href: str) -> Graph:
        graph = Graph(APP)
        exits = (link(label, href), link("Start", "/start"))
        graph.put(node("home", "Home", "/", ("Hello",), *exits))
        graph.put(node("start", "Start", "/start", ("Begin here",), *exits))
        graph.put(node("log", "Journal", "/journal", ("Every day",), *exits))
        graph.put(node("list", "Entries", "/entries", ("All of them",), *exits))
        walk(graph, "home", "Start", "start")
        return graph

    old, reworded, elsewhere = drawn("Journal", "/journal"), drawn("Ledger", "/journal"), drawn("Journal", "/entries")
    walk(old, "home", "Journal", "log")
    walk(reworded, "start", "Ledger", "log")  # another screen's: home's was never touched
    _, ways = told(compare(old, reworded))
    assert ways == {("relabelled", "Journal", "Ledger")}
    _, ways = told(compare(old, elsewhere))
    assert ways == {("redirected", "Journal", "Journal")}


def test_static_maps_are_whole_so_that_what_is_missing_is_gone() -> None:
    def drawn(*ways: tuple[str, str]) -> Graph:
        graph = Graph("app")
        for name in dict.fromkeys(end for way in ways for end in way):
            graph.put(Node(ScreenKey("app", name, name), Face(title=name), origin="static"))
        for source, target in ways:
            graph.set(Edge(source, Trigger("tap", ElementRef("link", target)), target, origin="static"))
        return graph

    found = compare(drawn(("A", "B"), ("B", "C")), drawn(("A", "B"), ("A", "D")))
    screens, ways = told(found)
    assert screens == {("removed", "C", ""), ("added", "", "D")}
    assert ways == {("removed", "C", ""), ("added", "", "D")}


def test_edges_from_everywhere_and_back_do_not_confuse() -> None:
    old, new = build_one(), build_one()
    new.set(Edge("privacy", Trigger("back"), "home", successes=3))
    new.set(Edge(ANYWHERE, Trigger("home"), "home", successes=1))
    assert not compare(old, new).changed, "starting over is the walker's doing"
    new.set(Edge(ANYWHERE, Trigger("tap", ElementRef("link", "Start")), "home", successes=1))
    assert told(compare(old, new))[1] == {("added", "", "Start")}


names = st.sampled_from(["Home", "Help", "Item", "List", "Mail", "Settings"])


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    graph = Graph(APP)
    count = draw(st.integers(0, 6))
    for place in range(count):
        exits = tuple(Exit(ElementRef("link", name), href=f"/{name}") for name in draw(st.lists(names, max_size=3)))
        title, address = draw(names), f"/{draw(names)}"
        graph.put(node(f"n{draw(st.integers(0, 9))}-{place}", title, address, (title,), *exits))
    ids = list(graph.nodes)
    for _ in range(draw(st.integers(0, 8)) if ids else 0):
        walk(graph, draw(st.sampled_from(ids)), draw(names), draw(st.sampled_from(ids)), ok=draw(st.booleans()))
    return graph


@given(graphs(), graphs())
def test_any_two_maps_are_compared_each_screen_told_once(old: Graph, new: Graph) -> None:
    found = compare(old, new)
    assert len(set(found.counterparts.values())) == len(found.counterparts)
    for side, graph, alone in (("old", old, found.only_old), ("new", new, found.only_new)):
        changed = [getattr(one, side).id for one in found.screens if getattr(one, side) is not None]
        assert len(set(changed)) == len(changed)
        paired = set(found.counterparts if side == "old" else found.counterparts.values())
        single = {
            getattr(one, side).id for one in found.screens if one.change in ("added", "removed") and getattr(one, side)
        }
        assert paired | single | {one.id for one in alone} == set(graph.nodes)
    assert not compare(old, old).changed
