"""What only code says, beside what else is known: oddity, entries of a navigation, ways that are hard to believe."""

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.plausible import ODD, hubs, oddity
from sextant.utg.route import Aimed, MapLayout, wary


def tap(name: str) -> Trigger:
    return Trigger("tap", ElementRef("button", name))


def said(source: str, name: str, target: str) -> Edge:
    return Edge(source, tap(name), target, origin="static")


def phone() -> Graph:
    """A launcher with two apps; `Account` leads to the account from three screens, and from one to a queue."""
    graph = Graph("phone")
    for app, name in (
        ("launcher", "home"),
        ("shop", "start"),
        ("shop", "cart"),
        ("shop", "saved"),
        ("shop", "account"),
        ("clinic", "visits"),
        ("clinic", "queue"),
    ):
        graph.put(Node(ScreenKey(app, name, name), Face(name.capitalize()), origin="static"))
    graph.set(said("home", "Shop", "start"))
    graph.set(said("home", "Clinic", "visits"))
    for source in ("start", "cart", "saved"):
        graph.set(said(source, "Account", "account"))
    graph.set(said("account", "Account", "cart"))
    graph.set(said("account", "Queue", "queue"))
    graph.set(said("visits", "Visit", "queue"))
    graph.set(said("start", "Cart", "cart"))
    return graph


def test_what_crosses_apps_or_is_contradicted_by_its_like_is_odd() -> None:
    graph = phone()
    odd = {(edge.source, edge.target) for edge in graph.edges.values() if oddity(graph, edge, hubs(graph)) == ODD}
    assert odd == {("account", "queue"), ("account", "cart")}
    graph.set(Edge("account", tap("Queue"), "queue", successes=1))
    seen = next(edge for edge in graph.out("account") if edge.target == "queue")
    assert oddity(graph, seen, hubs(graph)) == 0, "what was walked is believed"


def test_who_is_wary_goes_round_rather_than_by_what_is_odd() -> None:
    graph = phone()
    graph.set(said("home", "Card", "account"))
    plain = MapLayout(graph, [Place("home")]).route(Place("home"), [Aimed("queue")])
    assert len(plain.steps) == 2
    careful = wary(graph, [Place("home")]).route(Place("home"), [Aimed("queue")])
    assert [step.label for step in careful.steps] == ["Clinic", "Visit"]
    assert wary(graph, [Place("home")]).distances(Place("home"))[Place("queue")] == 2


def test_an_entry_of_a_navigation_leads_where_code_says_it_does_elsewhere() -> None:
    graph = phone()
    entry = Exit(ElementRef("button", "Account"), "navigation", landmark="navigation")
    by_name = Exit(ElementRef("button", "Saved"), "navigation", landmark="navigation")
    graph.put(Node(ScreenKey("shop", "gift", "gift"), Face("Gift"), (entry, by_name)))
    targets = {step.target.node for reach in MapLayout(graph).near(Place("gift"), 1) for step in reach.steps}
    assert targets == {"account", "saved"}
    graph.put(Node(ScreenKey("clinic", "drugs", "drugs"), Face("Drugs"), (entry,)))
    assert not MapLayout(graph).near(Place("drugs"), 1), "another app has its own"
