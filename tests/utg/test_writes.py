"""What wrote when it was touched: drawn and kept, and no way to get anywhere, for planner, guide or walk."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from sextant.guides.map import MapGuide
from sextant.protocols import GuideView
from sextant.types.actions import KeyboardEnter, NavigateBack
from sextant.types.decisions import Act
from sextant.types.effects import EffectKind, ObservedEffect
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.utg.files.exported import map_dot, map_json
from sextant.utg.files.imported import parse_json, parse_map
from sextant.utg.graph import Graph, Place
from sextant.utg.hops import hops
from sextant.utg.page import map_page
from sextant.utg.planning.maps import goal_on_map, network_of_map
from sextant.utg.route import Aimed, MapLayout
from sextant.utg.selection import Selection, TargetChoice
from sextant.utg.store import MapStore
from tests.utg.walks import element, screen, step

CART = screen(
    "cart", element(0, "Order", "button"), element(1, "Help"), element(2, "Done", "button", landmark="navigation")
)
THANKS = screen("thanks", element(0, "Home"), element(1, "Done", "button", landmark="navigation"))
HELP = screen("help", element(0, "Thanks"))


def sent(before: Screen, at: int, after: Screen, kind: EffectKind = "request") -> Transition:
    effect = ObservedEffect(kind, "POST", "/orders", status=201)
    return replace(step(before, at, after), effects=(effect,))


def walked(*steps: Transition, path: Path | None = None) -> MapStore:
    store = MapStore(path)
    chart = store.map("shop")
    for one in steps:
        chart.observe(one)
    return store


def way(graph: Graph, start: Screen, goal: Screen) -> Sequence[str]:
    found = MapLayout(graph, (Place(start.key.id),)).route(Place(start.key.id), [Aimed(goal.key.id)])
    return [one.label for one in found.steps]


@pytest.mark.parametrize("kind", ["request", "navigation", "commit"])
def test_no_way_leads_through_what_wrote(kind: EffectKind) -> None:
    with walked(sent(CART, 0, THANKS, kind)) as store:
        graph = store.load("shop")
        assert [edge.writes for edge in graph.edges.values()] == ["POST /orders"]
        assert way(graph, CART, THANKS) == []
        assert not [hop for hop in hops(graph, Place("cart")) if hop.step.target.node == "thanks"]


def test_a_longer_way_that_sends_nothing_is_taken_instead() -> None:
    with walked(sent(CART, 0, THANKS), step(CART, 1, HELP), step(HELP, 0, THANKS)) as store:
        assert way(store.load("shop"), CART, THANKS) == ["Help", "Thanks"]


@pytest.mark.parametrize("kind", ["beacon", "socket", "storage", "download"])
def test_telemetry_and_heartbeats_make_no_way_a_write(kind: EffectKind) -> None:
    with walked(sent(CART, 0, THANKS, kind)) as store:
        assert way(store.load("shop"), CART, THANKS) == ["Order"]


def test_what_wrote_once_is_avoided_where_it_led_elsewhere_another_time() -> None:
    with walked(sent(CART, 0, THANKS), step(CART, 0, HELP)) as store:
        assert way(store.load("shop"), CART, HELP) == []


def test_a_button_that_wrote_is_not_inferred_to_lead_there_from_other_screens() -> None:
    with walked(sent(CART, 2, HELP), step(HELP, 0, THANKS)) as store:
        assert way(store.load("shop"), THANKS, HELP) == []


def test_a_write_by_the_enter_key_is_known_too() -> None:
    entered = replace(step(CART, KeyboardEnter(), THANKS), effects=(ObservedEffect("navigation", "POST", "/orders"),))
    with walked(entered) as store:
        graph = store.load("shop")
        assert [edge.writes for edge in graph.edges.values()] == ["POST /orders"]
        assert not [*hops(graph, Place("cart"))]


def test_what_would_have_to_be_opened_by_a_write_is_no_way() -> None:
    menu = screen("cart", *CART.elements, element(3, "Archive"), digest="open")
    archive = screen("archive", element(0, "Home"))
    steps = (sent(CART, 0, menu), step(menu, 3, archive))
    with walked(*steps) as store:
        assert way(store.load("shop"), CART, archive) == []


class Chosen:
    """Picks the screen `thanks`."""

    def select(self, goal: str, graph: Graph, most: int = 5, picture: object = None) -> Selection:
        del goal, most, picture
        picked = TargetChoice(Place("thanks"), 0.9, "Thanks", "")
        return Selection((picked,), "words", 0.9, "", len(graph.nodes))


def test_a_guide_does_not_show_it_as_a_way_and_not_as_what_lies_around() -> None:
    with walked(sent(CART, 0, THANKS), step(CART, 1, HELP)) as store:
        guide = MapGuide(store, Chosen(), app="shop")
        told = "\n".join(one.text for one in guide.sections(GuideView(Task("x"), Act("x"), CART, (), 0)))
    assert "Order" not in told
    assert '"Help"' in told or '"help"' in told


def advised(steps: Sequence[Transition], at: Screen = CART) -> bool:
    """Whether a guide of a run with a write gate names the first control of that screen as the way to `thanks`."""
    guide = MapGuide(MapStore(), Chosen(), app="shop", gated=True)
    for one in steps:
        guide.observe(one)
    told = "\n".join(one.text for one in guide.sections(GuideView(Task("x"), Act("x"), at, (), 0)))
    return "tap [0]" in told


def said(text: str, role: str = "alert") -> Screen:
    return screen("thanks", *THANKS.elements, element(2, text, role))


def test_no_advice_leads_through_what_sent_a_socket_frame() -> None:
    assert advised([step(CART, 0, THANKS)])
    assert not advised([sent(CART, 0, THANKS, "socket")])
    assert advised([sent(CART, 0, THANKS, "socket"), step(CART, 0, THANKS)]), "a heartbeat came between"
    assert not advised([*[sent(CART, 0, THANKS, "socket")] * 2, step(CART, 0, THANKS)])
    beat = replace(sent(CART, 0, THANKS), effects=(ObservedEffect("socket", "", "/live", cause="timer"),))
    assert advised([beat])


def test_a_sign_at_one_control_says_nothing_of_others_of_its_name() -> None:
    shop = screen("shop", element(0, "Done", "button"), element(1, "", "button"))
    for at, there in ((2, 0), (3, 1)):
        cart = screen("cart", *CART.elements, element(3, "", "button"))
        walk = [replace(step(cart, at, HELP), at_most_once=True), *[step(shop, there, THANKS)] * 5]
        guide = MapGuide(MapStore(), Chosen(), app="shop", gated=True)
        for one in walk:
            guide.observe(one)
        told = "\n".join(one.text for one in guide.sections(GuideView(Task("x"), Act("x"), shop, (), 0)))
        assert f"tap [{there}]" in told


def test_only_elements_show_whether_every_touch_has_a_sign() -> None:
    rooms = [screen(f"room {number}", element(0, "Next")) for number in range(5)]
    walk = [sent(one, 0, other, "socket") for one, other in pairwise(rooms)]
    backs = [step(one, NavigateBack(), HELP) for one in (*rooms, CART)]
    assert advised([*walk, *backs, sent(CART, 0, THANKS, "socket")])


def test_where_every_touch_sends_a_frame_it_tells_nothing_and_only_labels_count() -> None:
    rooms = [screen(f"room {number}", element(0, "Next")) for number in range(6)]
    walk = [sent(one, 0, other, "socket") for one, other in pairwise(rooms)]
    assert advised([*walk, sent(CART, 0, THANKS, "socket")])
    assert not advised([*walk[:2], sent(CART, 0, THANKS, "socket")]), "too few to know"
    send = screen("form", element(0, "Send", "button"))
    assert not advised([*walk, sent(send, 0, THANKS, "socket")], send)
    assert advised([step(send, 0, THANKS)], send), "the gate would have seen what it sends"


def test_no_advice_leads_through_a_link_that_changed_something_by_its_get() -> None:
    cart = screen("cart", element(0, "Yes, that one", href="/cart/3/take"), element(1, "Help"))
    assert not advised([step(cart, 0, said("Taken"))], cart)
    gone = replace(THANKS, observation=replace(THANKS.observation, said=("Taken",)))
    assert not advised([step(cart, 0, gone)], cart)
    assert advised([step(cart, 0, THANKS)], cart), "a redirect alone changes nothing"
    assert advised([step(cart, 0, said("12 results", "status"))] * 3, cart), "it stays, and tells no deed"
    assert advised([step(cart, 0, said("thanks"))], cart), "it announces the title"
    assert advised([step(screen("cart", *cart.elements, element(2, "Taken", "alert")), 0, said("Taken"))], cart)
    plain = screen("cart", element(0, "Thanks", href="/thanks"))
    assert advised([step(plain, 0, said("3 found"))], plain), "it led where it says"
    secret = screen("thanks", *said("Please sign in").elements, element(3, "Code", "textbox", states={"password"}))
    assert advised([step(cart, 0, secret)], cart)


def test_no_advice_leads_through_what_the_actor_called_irreversible() -> None:
    assert not advised([replace(step(CART, 0, THANKS), at_most_once=True)])


def test_a_planner_has_no_such_step() -> None:
    with walked(sent(CART, 0, THANKS)) as store:
        network = network_of_map(store.load("shop"))
    assert not [one for one in network.edges if one.label == "Order"]
    assert goal_on_map(network, "thanks").nodes


def test_it_is_drawn_as_what_sends() -> None:
    with walked(sent(CART, 0, THANKS), step(CART, 1, HELP)) as store:
        graph = store.load("shop")
    page = map_page(graph)
    assert '<span class="trust writes" title="sends something; routes avoid it">' in page
    assert "sends <bdi>POST /orders</bdi>" in page
    assert "Order (sends POST /orders)" in map_dot(graph)
    assert {edge.writes for edge in parse_map(map_json(graph)).edges.values()} == {"POST /orders", ""}
    assert [edge.target for edge in parse_json(map_json(graph)).edges] == ["help"]


def test_it_is_kept_and_not_forgotten_when_it_works_without_once(tmp_path: Path) -> None:
    path = tmp_path / "maps.sqlite"
    walked(sent(CART, 0, THANKS), step(CART, 0, THANKS), path=path).close()
    with MapStore(path) as store:
        graph = store.load("shop")
        (edge,) = graph.edges.values()
        assert (edge.writes, edge.successes) == ("POST /orders", 2)
        with MapStore() as other:
            other.take(replace_writes(graph, ""))
            other.take(graph)
            assert [one.writes for one in other.load("shop").edges.values()] == ["POST /orders"]


def replace_writes(graph: Graph, writes: str) -> Graph:
    made = Graph(graph.app)
    for edge in graph.edges.values():
        made.set(replace(edge, writes=writes, successes=5))
    return made
