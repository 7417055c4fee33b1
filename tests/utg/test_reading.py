"""Reading ahead: what is asked for and what never is, and which link leads to a page that answers."""

from collections.abc import Sequence

from sextant.devices.browser.reading import page_of
from sextant.types.pages import ReadPage
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node, Place
from sextant.utg.reading import Library, promised
from sextant.utg.search import Goal, options

APP = "http://wiki.test"


class Shelf:
    """Reads pages at once, from a dictionary of HTML by path."""

    def __init__(self, pages: dict[str, str]) -> None:
        self._pages, self._done = pages, list[ReadPage]()
        self.asked: list[str] = []

    def read_ahead(self, addresses: Sequence[str]) -> None:
        for address in addresses:
            path = address.removeprefix(APP)
            self.asked.append(path)
            html = self._pages.get(path)
            self._done.append(ReadPage(address, 404) if html is None else page_of(address, 200, html))

    def pages_read(self) -> tuple[ReadPage, ...]:
        done, self._done = self._done, []
        return tuple(done)


def page(title: str, *links: str, more: str = "") -> str:
    anchors = "".join(f'<a href="{href}">{label}</a>' for label, _, href in (one.partition("=") for one in links))
    return f"<html><title>{title}</title><body><h1>{title}</h1>{anchors}{more}</body></html>"


def start(*exits: Exit) -> Graph:
    graph = Graph(APP)
    graph.put(Node(ScreenKey(APP, "home", "/"), Face("Start", location="/"), exits, locations=("/",), bindings=((),)))
    return graph


def link(label: str, href: str) -> Exit:
    return Exit(ElementRef("link", label), href=href)


def read(shelf: Shelf, graph: Graph, goal: str) -> Library:
    library = Library(shelf)
    library.look(graph, f"{APP}/", APP, Goal(goal))
    library.gather(1.0)
    return library


def test_the_link_that_leads_nearer_is_raised_however_it_is_called() -> None:
    pages = {
        "/": page("Start", "Guide=/guide", "Shop=/shop"),
        "/guide": page("Guide", "Chapter two=/two"),
        "/two": page("How to tie a bowline"),
        "/shop": page("Shop"),
    }
    graph, goal = start(link("Guide", "/guide"), link("Shop", "/shop")), Goal("tie a bowline")
    library = read(Shelf(pages), graph, goal.text)
    here = Place("home")
    found = options(graph, goal, {here: 0}, {here: 0}, frozenset(), library.pages)
    best = promised(found, library.promises(goal, (), 0.3), graph)[0]
    assert best.exit.label == "Guide"
    assert best.match > 0.5
    assert library.complete


def test_where_the_link_is_not_in_sight_a_menu_is_raised_whatever_its_address() -> None:
    """The menu's own link has an address as well, for browsers without scripts; a touch opens it on the spot."""
    menu = ("You=/menu", "Unread topics=/unread")
    pages = {"/": page("Start", *menu), "/menu": page("Menu", *menu), "/unread": page("Unread topics")}
    you = Exit(ElementRef("link", "You"), "navigation", "/menu", landmark="banner")
    graph, goal = start(you, link("Shop", "/shop")), Goal("unread topics")
    library, here = read(Shelf(pages), graph, goal.text), Place("home")
    found = options(graph, goal, {here: 0}, {here: 0}, frozenset(), library.pages)
    best = promised(found, library.promises(goal, (), 0.3), graph)[0]
    assert (best.exit.label, best.match > 0.3) == ("You", True)
    in_sight = start(you, link("Unread topics", "/unread"))
    found = options(in_sight, goal, {here: 0}, {here: 0}, frozenset(), library.pages)
    matches = {one.exit.label: one.match for one in promised(found, library.promises(goal, (), 0.3), in_sight)}
    assert matches["You"] < 0.3 < matches["Unread topics"]


def test_what_may_act_is_never_asked_for() -> None:
    rows = "".join(f'<li>Item {n} <a href="/go/{n}">x</a></li>' for n in range(5))
    pages = {
        "/": page("Start", "Log out=/logout", "Old=/item/1/delete", "Help=/help", more=rows),
        "/help": page("Help"),
    }
    shelf = Shelf(pages)
    read(shelf, start(link("Help", "/help"), link("Log out", "/bye")), "help")
    assert set(shelf.asked) == {"/", "/help"}


def test_reading_ends_when_the_start_page_asks_for_a_login() -> None:
    shelf = Shelf({"/": page("Sign in", "Help=/help", more='<input type="password">'), "/help": page("Help")})
    library = read(shelf, start(), "help")
    assert library.ended
    assert shelf.asked == ["/"]


def test_other_sites_and_what_is_no_page_are_left_alone() -> None:
    pages = {
        "/": page("Start", "Away=http://other.test/x", "Mail=mailto:a@b", "Script=javascript:go()", "Map=/map.pdf")
    }
    shelf = Shelf(pages)
    read(shelf, start(), "anything")
    assert shelf.asked == ["/"]


def test_a_page_is_read_as_it_is_written() -> None:
    html = """<title>Fog &amp; horn</title><base href="/deep/"><h1>Fog <b>horn</b></h1><h2>Sound</h2>
    <script>"<a href=/no>"</script><a href="one">First <img alt="page"></a><a href="#here">Here</a>
    <a aria-label="Named" href="/two?x=1#part">icon</a>"""
    found = page_of(f"{APP}/a/b", 200, html)
    assert (found.title, found.heads, found.headings) == ("Fog & horn", ("Fog horn",), ("Sound",))
    links = [(one.address.removeprefix(APP), one.label) for one in found.links]
    assert links == [("/deep/one", "First page"), ("/deep/", "Here"), ("/two?x=1", "Named")]
