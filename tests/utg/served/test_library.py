"""The routes of the code beside the pages that were read: which have an address, and which have no link."""

from collections.abc import Sequence

from sextant.errors import DeviceLost
from sextant.types.pages import ReadPage, Script
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node
from sextant.utg.reading import Library
from sextant.utg.relevance import Goal
from sextant.utg.selection.embedding import WordNearness, shipped
from sextant.utg.served.reading import ServedRoutes

APP = "http://boats.test"
CODE = """use([{path:"/",component:X,children:[{path:"boats",component:X},{path:"boats/:id",component:X},
{path:"crew",component:X,meta:{title:"Crew"}},{path:"logout",component:X},{path:"*",component:X}]}])"""


class Harbour:
    """Hands over one script, at the third time that it is asked."""

    def __init__(self, lost: bool = False) -> None:
        self.lost, self.asked = lost, 0

    def read_ahead(self, addresses: Sequence[str]) -> None:
        pass

    def pages_read(self) -> tuple[ReadPage, ...]:
        return ()

    def scripts(self) -> tuple[Script, ...] | None:
        self.asked += 1
        if self.lost:
            raise DeviceLost("The browser has gone.", "Open it again.")
        return (Script(f"{APP}/app.js", CODE),) if self.asked > 2 else None


def start(href: str) -> Graph:
    graph = Graph(APP)
    exits = (Exit(ElementRef("link", "Boats"), href=href),)
    graph.put(Node(ScreenKey(APP, "home", "/"), Face("Start", location="/"), exits, locations=("/",), bindings=((),)))
    return graph


def looked(href: str) -> Library:
    library, goal = Library(Harbour()), Goal("crew", WordNearness(shipped()))
    for _ in range(200):
        library.look(start(href), f"{APP}/", APP, goal)
        if library.static:
            break
        ServedRoutes(Harbour()).take(0.05)  # takes that long
    return library


def test_a_library_knows_which_routes_of_the_code_nothing_links_to() -> None:
    library = looked("/boats?sort=name")
    assert list(library.static) == ["/", "/boats", "/crew"]  # `/logout` acts on GET
    assert library.static["/crew"].names == ("Crew",)
    assert library.unlinked() == ("/", "/crew")


def test_addresses_are_fragments_where_the_app_routes_by_them() -> None:
    library = looked("/#/boats")
    assert list(library.static) == ["/#/", "/#/boats", "/#/crew"]
    assert library.unlinked() == ("/#/", "/#/crew")


def test_a_screen_that_comes_later_tells_where_the_routes_are() -> None:
    library = looked("")
    assert list(library.static) == ["/", "/boats", "/crew"]
    graph = start("")
    key = ScreenKey(APP, "boats", "/#/boats")
    graph.put(Node(key, Face("Boats", location="/#/boats"), locations=("/#/boats",), bindings=((),)))
    library.look(graph, f"{APP}/#/boats", APP, Goal("crew", WordNearness(shipped())))
    assert list(library.static) == ["/#/", "/#/boats", "/#/crew"]


def test_a_device_that_goes_leaves_no_routes() -> None:
    served = ServedRoutes(Harbour(lost=True))
    assert served.take(5.0) is None
    found = ServedRoutes(Harbour()).take(5.0)
    assert found is not None
    assert len(found.routes) == 6
