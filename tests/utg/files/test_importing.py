"""Graphs from elsewhere are read or refused in bounded time; maps come back as they were written."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.files.exported import map_dot, map_json
from sextant.utg.files.imported import (
    MOST_BYTES,
    MOST_NODES,
    PlainEdge,
    PlainNode,
    map_of,
    parse_dot,
    parse_json,
    parse_map,
    plain_of,
    read_graph,
    read_map,
)
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Place, Trigger
from sextant.utg.route import Aimed, route

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "utg"
SIZES = {
    "markor_CTG": (10, 15),
    "markor_CTGwithFragment": (20, 17),
    "osmand_CTG": (24, 79),
    "osmand_CTGwithFragment": (468, 5235),
    "simple_calendar_pro_CTG": (30, 25),
    "simple_calendar_pro_CTGwithFragment": (30, 25),
    "tasks_CTG": (61, 72),
    "tasks_CTGwithFragment": (175, 123),
    "vlc_CTG": (50, 85),
    "vlc_CTGwithFragment": (145, 331),
}
ICCBOT = """digraph G {
subgraph cluster_legend{
bgcolor=mintcream;
_Activity[color = red];
_Reciever[color = peru];
_Main[style=filled, fillcolor=orange, color = mintcream];
_Main -> _Activity -> _Reciever;
}
subgraph cluster_component{
Home[style=filled, fillcolor=orange, color = red];
Share[style=filled, fillcolor=pink, color = red];
Alarm[color = peru];
Share[color = peru];
Home->Share;
Home->Share;
Share->Outside$Inner;
}
}
"""


@pytest.mark.skipif(not DATA.is_dir(), reason="the graphs of ../shared/data/utg are not there")
@pytest.mark.parametrize("name", SIZES)
def test_the_graphs_of_iccbot(name: str) -> None:
    read = read_graph(DATA / f"{name}.dot")
    assert (len(read.nodes), len(read.edges)) == SIZES[name]
    assert read.entry
    assert all(node.kind for node in read.nodes)
    assert not any(node.id.startswith("_") for node in read.nodes)


def test_the_legend_gives_colours_their_meaning() -> None:
    read = parse_dot(ICCBOT)
    assert read.nodes == (
        PlainNode("Home", kind="activity", entry=True),
        PlainNode("Share", kind="activity", exported=True),
        PlainNode("Alarm", kind="receiver"),
        PlainNode("Outside$Inner"),
    )
    assert [(edge.source, edge.target) for edge in read.edges] == [
        ("Home", "Share"),
        ("Home", "Share"),
        ("Share", "Outside$Inner"),
    ]
    assert read.notes == ("'Share' is declared more than once; the first is kept.",)


def test_dot_as_others_write_it() -> None:
    read = parse_dot(
        'strict digraph "my app" { rankdir=LR; node [shape=box] // a comment\n# another\n/* and\none */'
        ' "a b" [label="A \\"quoted\\" \\\\ B"]; "a b":n -> c -> "日本" [label=tap, cost=3]; { d; subgraph { e } } }'
    )
    assert [node.id for node in read.nodes] == ["a b", "d", "e", "c", "日本"]
    assert read.nodes[0].label == 'A "quoted" \\ B'
    assert read.edges == (PlainEdge("a b", "c", "tap", 3), PlainEdge("c", "日本", "tap", 3))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "directed graph"), ("graph { a -- b }", "directed graph"), ("digraph { a -- b }", "undirected edges"),
        ("digraph { a -> }", "name of a node"), ("digraph { a -> b", "the end of the text"),
        ("digraph { } }", "the text goes on"), ("digraph {\n\na [label=<b>]}", "line 3"),
        ('digraph { "a }', "not DOT syntax"), ("digraph { {a} -> b }", "groups as ends"),
        ("digraph { a -> {b} }", "groups as ends"), ("digraph { a [b", "name of an attribute|a value|the end"),
        ("digraph " + "{" * 10_000, "nested more than"), ("digraph { a -> b [cost=-1] }", "cost"),
        ("digraph { a -> b [cost=1e9] }", "cost"), ("digraph { a -> b [cost=99999999999999999999] }", "cost"),
        ("\x00\x01\x02", "not DOT syntax"), ("digraph { " + "x" * 3000 + " }", "3000 characters"),
    ],
)  # fmt: skip
def test_what_is_no_dot_is_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        parse_dot(text)


@given(st.text(alphabet='digraph{}[]->;,=:"\\ab \n', max_size=60))
def test_rubbish_is_read_or_refused(text: str) -> None:
    for whole in (text, f"digraph {{ {text} }}"):
        with suppress(UsageError):
            parse_dot(whole)


def test_plain_json_of_two_kinds() -> None:
    expected = (PlainEdge("a", "b", "Open", 2), PlainEdge("b", "7", "", 1))
    links = [{"source": "a", "target": "b", "label": "Open", "cost": 2, "key": 0}, {"source": "b", "target": 7}]
    for name in ("edges", "links"):
        read = parse_json(json.dumps({"directed": True, "nodes": [{"id": "a"}, {"id": 7}], name: links}))
        assert read.edges == expected
        assert [node.id for node in read.nodes] == ["a", "7", "b"]


def test_plain_json_says_what_was_odd_about_it() -> None:
    nodes = [{"id": "a", "label": "Home"}, {"id": "a", "label": "Help"}, {"id": "b"}, {"id": "b"}, {"id": "b"}]
    read = parse_json(json.dumps({"nodes": nodes, "edges": [{"source": "a", "target": "gone"}]}))
    assert [(node.id, node.label) for node in read.nodes] == [("a", "Home"), ("b", ""), ("gone", "")]
    assert read.notes == (
        "'a' is declared more than once; the first is kept.",
        "'b' is declared more than once; the first is kept.",
        "1 ends of edges are not among the nodes, and were added: 'gone'.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "{", "nonsense", "[" * 100_000, '{"edges": 3}', '{"edges": [{"source": "a"}]}',
        '{"edges": [{"source": "a", "target": "b", "cost": -1}]}',
        '{"edges": [{"source": "a", "target": "b", "cost": 1e99}]}', '{"directed": false, "edges": []}',
        '{"edges": [{"source": "' + "x" * 3000 + '", "target": "b"}]}', '{"format": "sextant-map", "version": 99}',
        '{"format": "sextant-map", "version": 1, "app": "x", "nodes": [], "edges": 7}', '{"format": "sextant-map"}',
        "1" * 5000,
    ],
)  # fmt: skip
def test_what_is_no_json_graph_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_json(text)


def test_large_files_are_refused_before_they_are_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "large.dot").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(UsageError, match="larger than 32 MiB"):
        read_graph(tmp_path / "large.dot")


@pytest.mark.long
def test_graphs_with_too_many_nodes_are_refused() -> None:
    many = "digraph {" + " ".join(f"n{number}" for number in range(MOST_NODES + 1)) + "}"
    with pytest.raises(UsageError, match="more than 200000 nodes"):
        parse_dot(many)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_graph(tmp_path / "nothing.dot")
    with pytest.raises(UsageError, match="cannot be read"):
        read_graph(tmp_path)
    (tmp_path / "binary.dot").write_bytes(bytes(range(256)))
    with pytest.raises(UsageError, match="UTF-8"):
        read_graph(tmp_path / "binary.dot")


def a_map() -> Graph:
    graph = Graph("http://map.test")
    exits = (Exit(ElementRef("link", 'Sa"ve \\ all'), href="/x", opener=ElementRef("button", "Menü"), buried=2),)
    binding = (("id", "7"),)
    graph.put(Node(ScreenKey("http://map.test", "home", "Home"), Face(title="Home", texts=("é",)), exits, visits=3))
    graph.put(
        Node(
            ScreenKey("http://map.test", "item", "Item {}"),
            Face(location="/item/7"),
            bindings=(binding,),
            locations=("/item/7",),
        )
    )
    tap = Trigger("tap", ElementRef("link", "seven\nlines", anchor="日本"))
    graph.set(Edge("home", tap, "item", target_binding=binding, successes=2, failures=1, seconds=0.25, last_seen=9.5))
    graph.set(Edge("home", tap, "home", failures=4))
    graph.set(Edge(ANYWHERE, Trigger("home"), "home", successes=1, origin="static"))
    return graph


def test_a_map_comes_back_from_json_as_it_was(tmp_path: Path) -> None:
    graph = a_map()
    again = parse_map(map_json(graph), "http://map.test")
    assert (again.app, again.nodes, again.edges) == (graph.app, graph.nodes, graph.edges)
    assert again.at("/item/7") == Place("item", (("id", "7"),))
    path = tmp_path / "map.json"
    path.write_text(map_json(graph), encoding="utf-8")
    assert read_map(path).edges == graph.edges
    assert read_graph(path) == plain_of(graph)
    with pytest.raises(UsageError, match=r"of 'http://map\.test', not of 'http://other\.test'"):
        read_map(path, "http://other.test")


def test_a_map_with_an_edge_to_nowhere_is_refused() -> None:
    text = map_json(a_map()).replace('"target":"item"', '"target":"gone"')
    with pytest.raises(UsageError, match="not on the map"):
        parse_map(text)


def test_a_map_comes_back_from_dot_as_a_plain_graph() -> None:
    graph = a_map()
    assert parse_dot(map_dot(graph)) == plain_of(graph)


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)


@given(st.lists(st.tuples(names, names, names), max_size=8))
def test_any_names_come_back_from_dot(triples: list[tuple[str, str, str]]) -> None:
    graph = Graph("app")
    for source, target, label in triples:
        for one in (source, target):
            graph.put(Node(ScreenKey("app", one, one), Face(title=one)))
        if source != ANYWHERE:
            graph.set(Edge(source, Trigger("tap", ElementRef("link", label)), target))
    plain = plain_of(graph)
    assert parse_dot(map_dot(graph)) == plain


def test_an_imported_graph_is_a_static_map_that_can_be_planned_on() -> None:
    graph = map_of(parse_dot(ICCBOT), "app")
    assert {node.origin for node in graph.nodes.values()} == {"static"}
    result = route(graph, Place("Home"), [Aimed("Outside$Inner")])
    assert [step.label for step in result.steps] == ["Share", "Outside$Inner"]
