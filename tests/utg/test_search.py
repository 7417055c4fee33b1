"""Best-first search: what names a goal, what a screen answers, what an untried way on is worth."""

from collections.abc import Mapping, Sequence

import pytest

from sextant.text.meaning import Meaning
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.search import (
    EXACT,
    SURE,
    Answer,
    Goal,
    Led,
    answer_of,
    labels_into,
    meant_by,
    options,
    telling,
    tempered,
    with_page,
)


def answered(goal: str, face: Face, *led: Led) -> Answer:
    return answer_of(Goal(goal), Place("here"), face, led)


@pytest.mark.parametrize(
    ("goal", "face", "led"),
    [
        ("Roadmap", Face("Roadmap – Harbour", ("Roadmap",)), ()),
        ("component horn", Face("Modify component", location="/components/horn"), (Led("horn"),)),
        (
            "the ticket about the horn that wakes the village",
            Face("#2 (Horn wakes the village)", location="/ticket/2"),
            (),
        ),
        ("historia zamówień", Face("Historia zamówień | Moje konto"), ()),
        ("设置", Face("设置"), ()),
    ],
)
def test_a_screen_answers_by_what_it_and_its_way_are_called(goal: str, face: Face, led: tuple[Led, ...]) -> None:
    assert answered(goal, face, *led).score >= SURE


@pytest.mark.parametrize(
    ("goal", "face"),
    [
        ("history of the project", Face("Invite people to join this project")),
        ("the ticket about the horn", Face("Tickets", headings=("The horn", "The lamp"), texts=("Horn",))),
        ("privacy policy", Face("Welcome", texts=("Read our privacy policy",))),
    ],
)
def test_what_a_page_merely_mentions_does_not_make_it_the_goal(goal: str, face: Face) -> None:
    assert answered(goal, face).score < SURE


def test_only_the_goal_word_for_word_is_exact() -> None:
    goal = Goal("Privacy policy")
    assert goal.match("privacy  POLICY") == EXACT
    assert SURE < goal.match("Privacy policy generator") < EXACT
    assert goal.best(()) == 0.0


def test_of_pages_of_one_name_the_one_of_the_shortest_address_keeps_its_score() -> None:
    part, whole = Answer(Place("part"), 0.9, "charts"), Answer(Place("whole"), 0.9, "charts")
    ranked = dict(tempered([("/charts/tree", part), ("/charts", whole)]))
    assert ranked["/charts"].score > ranked["/charts/tree"].score


def graph_of(*exits: Exit) -> Graph:
    graph = Graph("app")
    graph.put(Node(ScreenKey("app", "home", "/"), Face("Home"), exits, locations=("/",), bindings=((),)))
    return graph


def link(label: str, href: str = "", **more: object) -> Exit:
    return Exit(ElementRef("link", label), href=href, **more)  # type: ignore[arg-type]


def ranked(graph: Graph, goal: str, read: frozenset[str] = frozenset()) -> list[str]:
    place = Place("home")
    found = options(graph, Goal(goal), {place: 0}, {place: 0}, frozenset(), read)
    return [one.exit.label for one in found]


def test_the_label_that_names_the_goal_comes_first_and_what_was_vain_later() -> None:
    settings, notes = link("Settings", "/a"), link("Notes", "/b")
    assert ranked(graph_of(notes, settings), "settings")[0] == "Settings"
    vain = link("Settings", "/a", vain=3)
    assert ranked(graph_of(notes, vain), "settings") == ["Notes", "Settings"], "it is never off for good"


def test_what_leads_to_a_page_that_was_read_is_worth_less_than_what_nobody_knows() -> None:
    assert ranked(graph_of(link("One", "/a"), link("Two", "/b")), "zebra", frozenset({"/a"}))[0] == "Two"


def test_what_is_risky_or_known_is_no_option() -> None:
    assert ranked(graph_of(link("Home", "/"), link("Delete all", "/x", risk="it says so")), "home") == []


def test_words_of_every_title_are_left_out_of_the_goal() -> None:
    graph = Graph("app")
    for name in ("Notes", "Help", "About"):
        graph.put(Node(ScreenKey("app", name, name), Face(f"{name} - Harbour")))
    assert telling("Harbour help", graph) == "help"
    assert telling("Harbour", graph) == "Harbour"


def test_a_tab_of_a_page_is_a_part_of_it_unless_the_goal_speaks_of_the_page() -> None:
    tab = Face("Buildbot", ("Workers",), location="/#/builders/1", selected=("Workers",))
    led = Led("Workers", page="docs")
    assert answered("workers", tab, led).score < SURE
    assert answered("workers of docs", tab, led).score >= SURE


def test_an_address_of_one_of_many_does_not_name_the_list() -> None:
    assert answered("workers", Face("Buildbot", location="/#/workers")).score >= SURE
    assert answered("workers", Face("Buildbot", location="/#/workers/2")).score < SURE


def test_numbers_tell_one_of_many() -> None:
    goal = Goal("the build wheels/1")
    assert goal.match("wheels/1") > goal.match("wheels/2")


def test_links_elsewhere_name_an_address_unless_their_label_stands_on_many() -> None:
    graph = graph_of(link("wheels/1", "/builds/1"), *(link("edit", f"/builds/{n}") for n in range(1, 5)))
    graph.put(Node(ScreenKey("app", "one", "/builds/1"), Face("Build"), locations=("/builds/1",), bindings=((),)))
    assert [led.label for led in labels_into(graph)[Place("one")]] == ["wheels/1"]


def test_a_link_that_led_elsewhere_is_worth_less_wherever_it_stands() -> None:
    bell, other = link("Bell", "/bell"), link("Bell rope", "/rope")
    graph = graph_of(bell, other)
    assert ranked(graph, "bell") == ["Bell", "Bell rope"]
    graph.set(Edge("home", Trigger("tap", bell.element), "home", successes=3))
    assert ranked(graph, "bell")[0] == "Bell rope"


def test_what_stands_on_a_screen_that_answers_well_is_tried_sooner() -> None:
    graph = graph_of(link("Start"))
    graph.put(Node(ScreenKey("app", "docs", "/docs"), Face("Docs"), (link("Force"),), ((),), ("/docs",)))
    places = {Place("home"): 0, Place("docs"): 0}

    def first(**fits: float) -> str:
        return options(graph, Goal("zebra"), places, places, frozenset(), fits=fits)[0].exit.label

    assert first(home=0.1, docs=0.7) == "Force"
    assert first(home=0.7, docs=0.1) == "Start"


def test_of_names_that_answer_together_the_one_that_says_most_is_told() -> None:
    face = Face("Help - Filtering entries", ("Help - Filtering entries",))
    assert answered("help about filtering entries", face).name != "Help"


class Told(Meaning):
    """Knows how near some texts are; all others are far."""

    def __init__(self, near: Mapping[str, float]) -> None:
        super().__init__(None)
        self._told = near

    def near(self, sentence: str, texts: Sequence[str]) -> list[float]:
        return [self._told.get(text, 0.7) for text in texts]


def test_a_way_on_counts_with_its_page_where_that_tells_more() -> None:
    meaning = Told({"Alerts, School": 0.95, "Edit, School": 0.9, "School": 0.9})
    goal = Goal("whom the school tells", meaning=meaning)
    alerts, edit = Exit(ElementRef("tab", "Alerts")), Exit(ElementRef("link", "Edit"))
    assert with_page(goal, alerts, "School") == "Alerts, School"
    assert with_page(goal, edit, "School") == "Edit"
    assert with_page(Goal("whom the school tells"), alerts, "School") == "Alerts"


def test_what_a_screen_means_is_never_sure_by_itself() -> None:
    face = Face("Model connections", texts=("No keys yet",))
    goal = Goal("keys of providers", meaning=Told({"Model connections": 1.0, "Model connections. No keys yet": 1.0}))
    assert 0.7 < meant_by(goal, face) < SURE
    assert meant_by(Goal("keys of providers"), face) == 0.0


def test_a_dialog_is_no_part_of_its_page_and_a_tab_is() -> None:
    led = (Led("Create prompt", page="Library"),)
    assert not answered("write a prompt", Face("Library", ("Create prompt",)), *led).part
    assert answered("create prompt", Face("Library"), *led).part
