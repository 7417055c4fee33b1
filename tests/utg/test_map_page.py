"""The page of a map: whole without a network, readable without a script, and nothing that a map holds can break out."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.counts import ORIGINS, origins_noted, tally
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.files.imported import PlainEdge, PlainGraph, PlainNode, map_of
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Trigger
from sextant.utg.page import map_page
from sextant.utg.page.layout import Sizes, lay_out
from sextant.utg.page.view import view_of
from sextant.utg.page.words import anchor_id, picture, text
from tests.utg.builds import APP, build_one, node, walk
from tests.utg.test_broken import broken_shop

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 40
NASTY = [
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>',
    "</title></style><svg onload=alert(1)>", "]]><!--", "javascript:alert(1)", "' onmouseover='alert(1)",
    "\u202eevil\u202c\x00\x1b[31m", "&lt;b&gt;", "\ud800", "\u2028\u2029",
]  # fmt: skip


class Reader(HTMLParser):
    """What a browser would make elements and attributes of."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.append((name, value or ""))
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text += data


def hostile(nasty: str) -> Graph:
    graph = Graph(nasty)
    element = ElementRef("link", nasty, nasty, nasty)
    exits = (Exit(element, href=nasty, risk=nasty), Exit(ElementRef("button", f"{nasty}2"), change=nasty, group=nasty))
    face = Face(nasty, (nasty,), (nasty,), f"/{nasty}", (nasty,), (nasty,))
    binding = ((nasty, nasty),)
    graph.put(Node(ScreenKey(nasty, nasty, nasty), face, exits, (binding,), (f"/{nasty}",), origin="static"))
    graph.put(Node(ScreenKey(nasty, f"{nasty}-2", nasty), face, (), ((),), ("/",)))
    trigger = Trigger(f"open:{nasty}", element)
    graph.set(Edge(nasty, trigger, f"{nasty}-2", binding, binding, element, 1, 1))
    graph.set(Edge(ANYWHERE, Trigger(f"open:{nasty}"), nasty, successes=1))
    return graph


def page_data(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("nasty", NASTY)
def test_hostile_labels_stay_text(nasty: str) -> None:
    page = map_page(hostile(nasty), {nasty: b"<svg onload=alert(1)>"}, {nasty: nasty})
    page.encode("utf-8")
    read, plain = Reader(page), Reader(map_page(hostile("plain")))
    assert set(read.tags) == set(plain.tags)
    assert read.tags.count("script") == 2
    assert read.tags.count("img") == 0
    assert not [name for name, _ in read.attributes if name.startswith("on")]
    assert all(re.fullmatch(r"#[\w-]+", link) for link in read.links)
    assert "\u202e" not in page
    assert "\x00" not in page
    assert len(page_data(page)["nodes"]) == 2


@given(st.text(max_size=30))
def test_any_label_makes_a_page_of_the_same_elements(label: str) -> None:
    read = Reader(map_page(hostile(label)))
    assert read.tags.count("script") == 2
    assert read.tags.count("article") == len(hostile(label).nodes)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = map_page(build_one(), {"home": PNG})
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'\"" in page
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=\"(?!#|data:)", page)
    assert "url(http" not in page
    assert "@import" not in page


def test_everything_is_there_without_the_script() -> None:
    graph = build_one()
    walk(graph, "home", "Lost", "archive", ok=False)
    page = map_page(graph, {"home": PNG})
    read = Reader(page.partition('<script type="application/json"')[0])
    for one in graph.nodes.values():
        assert anchor_id(one.id) in read.ids
        assert f"#{anchor_id(one.id)}" in read.links
    assert set(read.links) <= {f"#{one}" for one in read.ids}
    for told in ("Settings", "tap ‘Privacy’", "1 of 1", "0 of 3", "stands for many", "Left alone", "1 step away"):
        assert told in read.text, told
    assert len(read.ids) == len(set(read.ids))


def test_an_empty_map_says_what_to_do() -> None:
    page = map_page(Graph(APP))
    assert "Nothing on this map yet" in page
    assert "sextant map web:" in page


def test_pictures_are_shown_once_and_only_where_they_are_pictures() -> None:
    page = map_page(build_one(), {"home": PNG, "about": b"GIF89a", "gone": PNG})
    assert page.count("data:image/png") == 1
    assert picture(b"RIFF\0\0\0\0WEBPVP8 ").startswith("data:image/webp")
    assert picture(b"\xff\xd8\xff\xe0").startswith("data:image/jpeg")
    assert picture(b"<svg>") == picture(b"") == ""


def test_how_far_edges_are_to_be_trusted_is_told_by_more_than_colour() -> None:
    graph = Graph(APP)
    for name in "abcdef":
        graph.put(node(name, name.upper(), f"/{name}", ()))
    tap = {name: Trigger("tap", ElementRef("link", name)) for name in "bcdef"}
    graph.set(Edge("a", tap["b"], "b", successes=9))
    graph.set(Edge("a", tap["c"], "c", successes=2, failures=2))
    graph.set(Edge("a", tap["d"], "d", failures=4))
    graph.set(Edge("a", tap["e"], "e", origin="static"))
    page = map_page(graph)
    for kind, words in (
        ("walked", "walked, works"),
        ("doubtful", "sometimes fails"),
        ("distrusted", "failed; routes avoid it"),
        ("static", "read from the app, never used"),
    ):
        assert f'class="trust {kind}"><i></i>{words}' in page
    assert '<span class="trust distrusted" title="failed; routes avoid it"><i></i>0 of 4' in page
    assert page_data(page)["ways"][0] == [[1, 1, 0.09, 0], [2, 1, 0.5, 1], [4, 1, 0.5, 2]]  # nothing leads by way of d


def test_a_map_too_large_to_draw_shows_what_is_near_and_says_so() -> None:
    edges = tuple(PlainEdge(f"s{number}", f"s{number + 1}") for number in range(60))
    graph = map_of(PlainGraph(tuple(PlainNode(f"s{number}") for number in range(61)), edges), "chain")
    view = view_of(graph, most=20)
    assert list(view.graph.nodes) == [f"s{number}" for number in range(20)]
    assert (view.left_out, view.figures.screens) == (41, 61)


def test_the_page_lists_the_broken_links_and_counts_as_the_commands_do() -> None:
    graph = broken_shop()
    graph.put(replace(node("till", "Till", "/till", ()), key=ScreenKey("http://pay.test", "till", "/till")))
    graph.put(replace(node("maker", "Maker", "/maker", ()), key=ScreenKey("http://made.test", "maker", "/maker")))
    notes = {ORIGINS: "http://pay.test"}
    view, page = view_of(graph, notes=notes), map_page(graph, notes=notes)
    count = tally(graph, origins_noted(notes))
    figures = view.figures
    assert (count.screens, count.error_pages, count.other_sites) == (3, 2, 1)
    assert (figures.screens, figures.error_pages, figures.other_sites) == (3, 2, 1)
    assert "<dt>screens</dt><dd>3</dd>" in page
    assert (view.errors, view.foreign) == ({"404"}, {"maker"})
    index = Reader(page.partition('<section id="index">')[2].partition("</section>")[0])
    assert index.text.startswith("Broken links'Old' on Home → /old (404)'Moved' on Home → /moved (410 at /gone)")
    assert "'The old one' on Help → /old (404); known by its address, not tried" in index.text
    _, errors, besides = index.text.partition("Errors 2 addresses")
    assert errors
    assert besides == f"{view.names['404']}Of other sites 1Maker"
    assert f"#{anchor_id('help')}" in index.links
    article = page.partition(f'<article id="{anchor_id("404")}">')[2].partition("</article>")[0]
    assert '<span class="badge dead">error</span>' in article
    assert "<code>/gone</code> <code>/old</code>" in article
    assert "Broken links" not in map_page(build_one())


graphs_of_names = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40)


@given(st.integers(0, 15), graphs_of_names)
def test_no_two_cards_lie_over_each_other(count: int, edges: list[tuple[int, int]]) -> None:
    nodes = [str(number) for number in range(count)]
    targets: dict[str, list[str]] = {name: [] for name in nodes}
    for source, target in edges:
        if source < count and target < count:
            targets[str(source)].append(str(target))
    sizes = Sizes()
    drawing = lay_out(nodes, targets, "0", sizes)
    assert set(drawing.at) == set(nodes)
    spots = sorted(drawing.at.values())
    for place, (x1, y1) in enumerate(spots):
        assert 0 <= x1 <= drawing.width - sizes.width
        assert -1e-6 <= y1 <= drawing.height - sizes.height + 1e-6
        for x2, y2 in spots[place + 1 :]:
            assert abs(x1 - x2) >= sizes.width or abs(y1 - y2) >= sizes.height, ((x1, y1), (x2, y2))
    assert drawing == lay_out(nodes, targets, "0", sizes)


def test_text_is_escaped() -> None:
    assert text('a"b<c>&') == "a&#34;b&lt;c&gt;&amp;"
