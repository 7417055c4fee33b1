"""Small maps for the tests of target selection."""

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Trigger


def map_of_names(*names: str) -> Graph:
    """A static map whose screens are called so."""
    graph = Graph("app")
    for name in names:
        graph.put(Node(ScreenKey("app", name, name), Face(title=name), origin="static"))
    return graph


def link(graph: Graph, source: str, label: str, target: str) -> None:
    graph.set(Edge(source, Trigger("tap", ElementRef("link", label)), target, successes=1))


PODCASTS = (
    "MainActivity",
    "SleepTimerDialog",
    "VariableSpeedDialog",
    "DownloadLogFragment",
    "PlaybackHistoryFragment",
    "AboutFragment",
    "RecycleBinFragment",
    "PlaybackService",
    "ImportActivity",
)
