"""The map corrects itself: the three updates of the paper, rivals, openers, failures."""

from dataclasses import replace

import pytest

from sextant.types.actions import NavigateBack, NavigateHome
from sextant.types.effects import EffectCause, EffectKind, ObservedEffect
from sextant.utg.graph import ANYWHERE, Graph, Place, Trigger
from sextant.utg.recorder import MapRecorder
from sextant.utg.route import Aimed, route
from tests.utg.walks import ORIGIN, element, screen, step


class Chart:
    def __init__(self) -> None:
        self.graph = Graph("x")
        self.pen = MapRecorder(self.graph)

    def walk(self, *args: object, **more: object) -> str:
        change = self.pen.transition(step(*args, **more))  # type: ignore[arg-type]
        self.graph.apply(change)
        return change.growth


HOME = screen("home", element(0, "Help"), element(1, "Support"), element(2, "News"))
HELP = screen("help", element(0, "Home"))
NEWS = screen("news", element(0, "Home"))


def test_add_node_then_confirm() -> None:
    chart = Chart()
    assert chart.walk(HOME, 0, HELP) == "add_node"
    assert chart.walk(HOME, 0, HELP) == "confirmed"
    (edge,) = chart.graph.out("home")
    assert (edge.target, edge.successes, edge.failures) == ("help", 2, 0)
    assert edge.trigger.element is not None
    assert edge.trigger.element.name == "Help"
    assert edge.seconds == 0.25


def test_update_edge_keeps_the_old_label_as_a_rival() -> None:
    chart = Chart()
    chart.walk(HOME, 0, HELP)
    assert chart.walk(HOME, 1, HELP) == "update_edge"
    assert {edge.trigger.element.name for edge in chart.graph.out("home") if edge.trigger.element} == {
        "Help",
        "Support",
    }


def test_one_action_with_two_targets_counts_decide() -> None:
    chart = Chart()
    for _ in range(2):
        chart.walk(HOME, 0, HELP)
    chart.walk(HOME, 0, NEWS)
    trigger = next(iter(chart.graph.out("home"))).trigger
    assert [edge.target for edge in chart.graph.rivals("home", trigger)] == ["news", "help"]
    chart.walk(HOME, 0, HELP)
    chart.walk(HOME, 0, HELP)
    assert chart.graph.rivals("home", trigger)[0].target == "help"


def test_refusals_and_interrupts_leave_the_map_alone() -> None:
    chart = Chart()
    assert chart.walk(HOME, 0, HELP, "refused") == "none"
    assert chart.walk(HOME, 0, HELP, interrupt="popup") == "none"
    assert not chart.graph.edges


def test_home_works_from_anywhere_and_back_is_kept_out_of_plans() -> None:
    chart = Chart()
    chart.walk(HOME, 0, HELP)
    chart.walk(HELP, NavigateHome(), HOME)
    chart.walk(HELP, NavigateBack(), NEWS)
    assert [edge.trigger for edge in chart.graph.out(ANYWHERE)] == [Trigger("home")]
    result = route(chart.graph, Place("news"), [Aimed("home")])
    assert [one.trigger.event for one in result.steps] == ["home"]
    assert route(chart.graph, Place("help"), [Aimed("news")]).status == "unreachable"


def test_a_menu_that_leaves_the_key_alone_becomes_the_opener_of_what_it_revealed() -> None:
    closed = screen("home", element(0, "Menu", "button"), digest="closed")
    opened = screen("home", element(0, "Menu", "button"), element(1, "Reports"), digest="open")
    reports = screen("reports")
    chart = Chart()
    chart.graph.apply(chart.pen.sighting(closed))
    chart.walk(closed, 0, opened)
    chart.walk(opened, 1, reports)
    edge = next(edge for edge in chart.graph.out("home") if edge.target == "reports")
    assert edge.opener is not None
    assert edge.opener.name == "Menu"
    assert route(chart.graph, Place("home"), [Aimed("reports")]).cost == 2


def test_a_parametric_node_keeps_its_bindings_and_exits_seen_under_several_are_general() -> None:
    chart = Chart()
    for number in ("1", "2"):
        item = screen("item", element(0, "Changes"), element(1, f"Only {number}"), binding=(("id", number),))
        chart.graph.apply(chart.pen.sighting(item))
    node = chart.graph.nodes["item"]
    assert len(chart.graph.nodes) == 1
    by_label = {one.label: one.binding for one in node.exits}
    assert by_label["Changes"] == ()
    assert by_label["Only 1"] == (("id", "1"),)


def test_a_binding_is_carried_along() -> None:
    chart = Chart()

    def item(number: str) -> object:
        return screen(
            "item", element(0, "Changes"), binding=(("id", number),), location=f"http://map.test/item/{number}"
        )

    def changes(number: str) -> object:
        place = f"http://map.test/item/{number}/changes"
        return screen("changes", element(0, "Up"), binding=(("id", number),), location=place)

    shelf = screen("list", element(0, "One"), element(1, "Two"))
    chart.walk(shelf, 0, item("1"))
    chart.walk(item("1"), 0, changes("1"))
    chart.walk(shelf, 1, item("2"))
    result = route(chart.graph, Place("list"), [Aimed("changes", (("id", "2"),))])
    assert [one.label for one in result.steps] == ["Two", "Changes"]


def test_menus_within_menus_are_opened_one_after_the_other() -> None:
    toggle, account, settings = element(0, "Menu", "button"), element(1, "Account", "button"), element(2, "Settings")
    closed = screen("home", toggle, digest="closed")
    menu = screen("home", toggle, account, digest="menu")
    both = screen("home", toggle, account, settings, digest="both")
    chart = Chart()
    chart.walk(closed, 0, menu)
    chart.walk(menu, 1, both)
    chart.walk(both, 2, screen("settings"))
    exits = {one.label: one for one in chart.graph.nodes["home"].exits}
    assert [exits[label].buried for label in ("Menu", "Account", "Settings")] == [0, 1, 2]
    assert route(chart.graph, Place("home"), [Aimed("settings")]).cost == 3
    assert [ref.name for ref in chart.graph.openers(exits["Settings"].element)] == ["Account", "Menu"]


def test_what_a_touch_wrote_is_marked_and_stays_marked() -> None:
    graph, effect = Graph(ORIGIN), ObservedEffect("request", "POST", "/notes/{}", ORIGIN, held=True)
    shown = screen("a", element(0, "Keep", "button"), element(1, "Look", "button"))
    draughtsman = MapRecorder(graph)
    busy = replace(shown, digest="busy")
    graph.apply(draughtsman.transition(replace(step(shown, 0, busy, "effective"), effects=(effect,))))
    assert not graph.edges, "what was held is no transition"
    graph.apply(draughtsman.transition(step(shown, 1, shown, "ineffective")))
    graph.apply(draughtsman.sighting(shown))
    marks = {one.label: (one.writes, one.alters) for one in graph.nodes["a"].exits}
    assert marks == {"Keep": ("POST /notes/{}", "POST /notes/{}"), "Look": ("", "")}


@pytest.mark.parametrize(("kind", "cause"), [("request", "timer"), ("storage", "touch"), ("request", "load")])
def test_what_was_not_written_by_the_touch_marks_nothing(kind: EffectKind, cause: EffectCause) -> None:
    graph, effect = Graph(ORIGIN), ObservedEffect(kind, "POST", "/beat", ORIGIN, cause=cause)
    shown = screen("a", element(0, "Keep", "button"))
    graph.apply(MapRecorder(graph).transition(replace(step(shown, 0, shown, "ineffective"), effects=(effect,))))
    assert not graph.nodes["a"].exits[0].writes
