"""One small app in two builds, as somebody drew it twice, and by hand what changed between them.

Build 1 has a home page with a menu, settings with a privacy page, help, a list of notes, and about. Build 2:

- `Settings` is called `Preferences`, at the same address: renamed.
- Help has moved to `/support/help`, and says the same: moved.
- `About` is gone, and so is its link: removed.
- `What's new` is there, with a link from home: added.
- The link to the notes says `All notes`, and said `Notes`: relabelled.
- `Contact` on the help page leads to a form, and led to About: redirected.
- `Export` on the notes fails: broken.
- The notes hold other notes: no change.
- Nobody looked at the archive in build 2, though its link is there; nobody at the tags in build 1: no change either.
"""

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Trigger

APP = "http://notes.test"


def link(label: str, href: str = "", group: str = "") -> Exit:
    return Exit(ElementRef("link", label), href=href, group=group, kind="item" if group else "link")


def node(id_: str, title: str, address: str, texts: tuple[str, ...], *exits: Exit, **more: object) -> Node:
    face = Face(title=f"{title} - Notes", heads=(title,), location=address, texts=texts)
    label = "/notes/{id}" if more.get("bindings") else address
    made = Node(ScreenKey(APP, id_, label), face, exits, ((),), (address,), visits=1, last_seen=1.0)
    return Node(**{**{name: getattr(made, name) for name in Node.__slots__}, **more})  # type: ignore[arg-type]


def walk(graph: Graph, source: str, label: str, target: str, ok: bool = True, **more: object) -> None:
    trigger = Trigger("tap", ElementRef("link", label))
    made = Edge(source, trigger, target, successes=int(ok), failures=0 if ok else 3, last_seen=1.0)
    graph.set(Edge(**{**{name: getattr(made, name) for name in Edge.__slots__}, **more}))  # type: ignore[arg-type]


HELP_SAYS = ("How to write a note", "How to share it", "Keyboard shortcuts", "Ask a question")
ARCHIVE = ("Old notes rest here", "Nothing is lost")


def build_one() -> Graph:
    graph = Graph(APP)
    menu = (link("Settings"), link("Notes"), link("Help"), link("About"))
    graph.put(node("home", "Home", "/", ("Good morning",), *menu))
    graph.put(node("set-1", "Settings", "/settings", ("Language", "Time zone", "Sound"), link("Privacy"), link("Home")))
    graph.put(node("privacy", "Privacy", "/privacy", ("What we know of you",), link("Home")))
    graph.put(node("help-1", "Help", "/help", HELP_SAYS, link("Contact"), link("Home")))
    graph.put(node("about", "About", "/about", ("Made by three people", "Version 1"), link("Home")))
    rows = (link("Milk", "/notes/1", "/notes/{}"), link("Bread", "/notes/2", "/notes/{}"))
    extra = (link("Archive"), link("Tags"), link("Export"))
    graph.put(node("notes", "Notes", "/notes", ("Two notes",), *rows, *extra))
    graph.put(
        node(
            "note",
            "Milk",
            "/notes/1",
            (),
            bindings=((("id", "1"),), (("id", "2"),)),
            locations=("/notes/1", "/notes/2"),
        )
    )
    graph.put(node("archive", "Archive", "/archive", ARCHIVE))
    graph.put(node("export", "Export", "/export", ("Choose a format",)))
    for source, label, target in (
        ("home", "Settings", "set-1"),
        ("set-1", "Privacy", "privacy"),
        ("home", "Notes", "notes"),
        ("home", "Help", "help-1"),
        ("home", "About", "about"),
        ("help-1", "Contact", "about"),
        ("notes", "Archive", "archive"),
        ("notes", "Export", "export"),
    ):
        walk(graph, source, label, target)
    walk(graph, "notes", "Milk", "note", target_binding=(("id", "1"),))
    walk(graph, "notes", "Bread", "note", target_binding=(("id", "2"),))
    return graph


def build_two() -> Graph:
    graph = Graph(APP)
    menu = (link("Settings"), link("All notes"), link("Help"), link("What's new"))
    graph.put(node("home", "Home", "/", ("Good evening",), *menu))
    graph.put(
        node("set-2", "Preferences", "/settings", ("Language", "Time zone", "Theme"), link("Privacy"), link("Home"))
    )
    graph.put(node("privacy", "Privacy", "/privacy", ("What we know of you",), link("Home")))
    graph.put(node("help-2", "Help", "/support/help", HELP_SAYS, link("Contact"), link("Home")))
    graph.put(node("form", "Write to us", "/contact", ("Your message", "Your address")))
    graph.put(node("news", "What's new", "/news", ("Preferences have a theme",), link("Home")))
    rows = (link("Apples", "/notes/8", "/notes/{}"), link("Pears", "/notes/9", "/notes/{}"))
    graph.put(node("notes", "Notes", "/notes", ("Two notes",), *rows, link("Archive"), link("Tags"), link("Export")))
    graph.put(node("note", "Pears", "/notes/9", (), bindings=((("id", "9"),),), locations=("/notes/9",)))
    graph.put(node("tags", "Tags", "/tags", ("Home", "Work")))
    graph.put(node("export", "Export", "/export", ("Choose a format",)))
    for source, label, target in (
        ("home", "Settings", "set-2"),
        ("set-2", "Privacy", "privacy"),
        ("home", "All notes", "notes"),
        ("home", "Help", "help-2"),
        ("home", "What's new", "news"),
        ("help-2", "Contact", "form"),
        ("notes", "Tags", "tags"),
    ):
        walk(graph, source, label, target)
    walk(graph, "notes", "Export", "export", ok=False)
    walk(graph, "notes", "Pears", "note", target_binding=(("id", "9"),))
    return graph


SCREENS = {
    ("added", "", "form"),
    ("added", "", "news"),
    ("removed", "about", ""),
    ("renamed", "set-1", "set-2"),
    ("moved", "help-1", "help-2"),
}
TRANSITIONS = {
    ("added", "", "What's new"),
    ("removed", "About", ""),
    ("relabelled", "Notes", "All notes"),
    ("redirected", "Contact", "Contact"),
    ("broken", "Export", ""),
}
