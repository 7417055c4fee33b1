"""Reading ahead: what is asked for and what never is, and which link leads to a page that answers."""

from collections.abc import Sequence

from sextant.devices.browser.read_ahead import page_of
from sextant.text.embedding import WordNearness, shipped
from sextant.types.pages import PageScript, ReadPage
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node, Place
from sextant.utg.read_ahead import PageLibrary
from sextant.utg.relevance import GoalRelevance
from sextant.utg.search import ReadPages, SearchOption, options

APP = "http://wiki.test"


class Shelf:
    """Reads pages at once, from a dictionary of HTML by path."""

    def __init__(self, pages: dict[str, str], app: str = APP, built: dict[str, str] | None = None) -> None:
        self._pages, self._app, self._done = pages, app, list[ReadPage]()
        self._built = built or pages
        self.asked: list[str] = []

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        for address in addresses:
            path = address.removeprefix(self._app)
            self.asked.append(path)
            html = (self._built if scripted else self._pages).get(path)
            self._done.append(ReadPage(address, 404) if html is None else page_of(address, 200, html))

    def pages_read(self) -> tuple[ReadPage, ...]:
        done, self._done = self._done, []
        return tuple(done)

    def scripts(self) -> tuple[PageScript, ...] | None:
        return ()


def page(title: str, *links: str, more: str = "") -> str:
    anchors = "".join(f'<a href="{href}">{label}</a>' for label, _, href in (one.partition("=") for one in links))
    return f"<html><title>{title}</title><body><h1>{title}</h1>{anchors}{more}</body></html>"


def start(*exits: Exit) -> Graph:
    graph = Graph(APP)
    graph.put(Node(ScreenKey(APP, "home", "/"), Face("Start", location="/"), exits, locations=("/",), bindings=((),)))
    return graph


def link(label: str, href: str) -> Exit:
    return Exit(ElementRef("link", label), href=href)


def asking(text: str) -> GoalRelevance:
    return GoalRelevance(text, WordNearness(shipped()))


def read(shelf: Shelf, graph: Graph, goal: str) -> PageLibrary:
    library = PageLibrary(shelf)
    library.look(graph, f"{APP}/", APP, asking(goal))
    library.gather(1.0)
    return library


def weighed(library: PageLibrary, graph: Graph, goal: GoalRelevance) -> list[SearchOption]:
    """The ways on, with what was read beyond them."""
    walked = {node.face.location for node in graph.nodes.values()}
    words = library.words(goal, walked)
    odds = dict(zip(words, goal.screens([*words.values()]), strict=True))
    here = {Place("home"): 0}
    return options(graph, goal, here, here, frozenset(), ReadPages(odds, {one: library.hops(one) for one in odds}))


def test_the_link_that_leads_nearer_is_raised_however_it_is_called() -> None:
    pages = {
        "/": page("Start", "Guide=/guide", "Shop=/shop"),
        "/guide": page("Guide", "Chapter two=/two"),
        "/two": page("How to tie a bowline"),
        "/shop": page("Shop"),
    }
    graph, goal = start(link("Shop", "/shop"), link("Guide", "/guide")), asking("tie a bowline")
    library = read(Shelf(pages), graph, goal.text)
    assert library.complete
    best, other = weighed(library, graph, goal)
    assert best.exit.label == "Guide"
    assert best.promise > best.odds
    assert other.promise < best.promise


def test_an_app_that_answers_every_address_with_one_page_says_nothing_by_that() -> None:
    paths = ("one", "two", "three")
    pages = {"/": page("Start", *(f"{name}=/{name}" for name in paths), "Help=/help"), "/help": page("Help")}
    shell = {f"/{name}": page("An app of scripts") for name in paths}
    library, goal = read(Shelf({**pages, **shell}), start(), "help"), asking("help")
    assert set(library.pages) == {"/", "/help", "/one", "/two", "/three"}
    assert set(library.words(goal, ())) == {"/", "/help"}


def test_of_an_app_built_by_scripts_the_present_page_is_read_first() -> None:
    paths = ("/a", "/b", "/c", "/d")
    built = {"/": page("Start", "Taxes=/taxes", "Balance sheet=/sheet"), **{one: page(one) for one in paths}}
    shelf = Shelf({"/": page("Shell")}, built=built)
    read(shelf, start(link("Taxes", "/taxes"), *(link(f"Account {one}", one) for one in paths)), "balance sheet")
    assert shelf.asked[:2] == ["/", "/"]
    assert shelf.asked.index("/sheet") < shelf.asked.index("/a")


def test_pages_that_are_not_there_are_not_put_in_words() -> None:
    library = read(Shelf({"/": page("Start", "Lost=/lost")}), start(), "lost")
    assert library.pages["/lost"].status == 404
    assert set(library.words(asking("lost"), ())) == {"/"}


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
    html = """<title>Fog &amp; horn</title><base href="/deep/"><h1><span>Fog</span><b>h</b>orn</h1><h2>Sound</h2>
    <script>"<a href=/no>"</script><a href="one">First <img alt="page"></a><a href="#here">Here</a>
    <a aria-label="Named" href="/two?x=1#part">icon</a>"""
    found = page_of(f"{APP}/a/b", 200, html)
    assert (found.title, found.heads, found.headings) == ("Fog & horn", ("Fog horn",), ("Sound",))
    links = [(one.address.removeprefix(APP), one.label) for one in found.links]
    assert links == [("/deep/one", "First page"), ("/deep/", "Here"), ("/two?x=1", "Named")]
