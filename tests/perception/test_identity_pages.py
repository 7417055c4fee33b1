"""Identity end to end on Chromium: pages labelled by hand with the screen they are, every pair compared."""

# ruff: noqa: E501 -- HTML reads better unbroken

from itertools import combinations

import pytest

from sextant.perception import identify
from sextant.types.screens import Observation
from tests.devices.snapshot_page import ORIGIN, SIZE, looking

pytestmark = pytest.mark.browser

NAV = "<nav class=navbar><a href=/notes>Notes</a> <a href=/tags>Tags</a> <a href=/settings>Settings</a></nav>"
ROW = "<div class=card><h3>{}</h3><p>Words about it</p><button>Delete</button></div>"
MODAL = "<div class='modal show' style='position:fixed;inset:0;background:rgba(0,0,0,.5)' role=dialog><div style='background:#fff;margin:80px 20px'><h5 class=modal-title>{}</h5><p>{}</p><button>Cancel</button><button>OK</button></div></div>"
LOGIN = "<main><h1>Sign in</h1>{}<form method=post><label>Email <input name=email></label><label>Password <input type=password name=password></label><button>Sign in</button></form></main>"


def notes(count: int, extra: str = "") -> str:
    rows = "".join(ROW.format(f"Note {n}") for n in range(count)) or "<p>Nothing here yet.</p>"
    pages = (
        "<nav><ul class=pagination><li class='page-item active'><a href='#'>1</a><li><a href='?page=2'>2</a></ul></nav>"
        if count > 5
        else ""
    )
    return f"{NAV}<main>{extra}<h1>Notes ({count})</h1><form method=get><input name=q placeholder=Search></form>{rows}{pages}</main>"


def spa(view: str, selected: str, extra: str = "") -> str:
    items = "".join(
        f"<button class='{'active' if name == selected else ''}' style='border:0'>{name}</button>"
        for name in ("Inbox", "Plan", "Me")
    )
    return f"<header>{extra}</header><div id=app>{view}</div><nav class=tabs>{items}</nav>"


def tabs(selected: str, panel: str) -> str:
    heads = "".join(
        f"<li role=presentation><button role=tab aria-selected={'true' if name == selected else 'false'}>{name}</button></li>"
        for name in ("Details", "Files 3", "History")
    )
    return f"{NAV}<main><h1>Roof repair</h1><ul role=tablist>{heads}</ul><div role=tabpanel>{panel}</div></main>"


def wizard(step: str, fields: str) -> str:
    steps = "".join(
        f"<li class='{'active' if name == step else ''}'>{name}</li>" for name in ("Address", "Payment", "Review")
    )
    return f"<main><ol class=steps>{steps}</ol><h2>{step}</h2><form method=post>{fields}<button>Next</button></form></main>"


def bar(expanded: str, over: bool, entries: tuple[str, ...] = ("Bills", "Statistics", "Log out")) -> str:
    """A bar with a button that unfolds it, over the page or in its flow."""
    links = "".join(f"<div><a href='/{number}'>{entry}</a></div>" for number, entry in enumerate(entries))
    panel = f"<div id=navPanel {'' if expanded == 'true' else 'hidden'}>{links}</div>"
    button = f"<button aria-label=Menu aria-controls=navPanel aria-expanded={expanded}>=</button>"
    place = "position:fixed;top:0;left:0;right:0;background:#fff" if over else ""
    return f"<nav style='{place}'>{button}{panel}</nav><main style='padding-top:40px'>{ROW.format('Milk') * 4}</main>"


def listed(*ways: str) -> str:
    links = "".join(f"<a href=/shop/{way}>{way}</a>" for way in ways)
    return f"{NAV}<main><h1>Lamps</h1>{links}{ROW.format('Milk') * 3}</main>"


def turned(*ways: str) -> str:
    """A list with a pager."""
    pager = "".join(f"<a href={way}>{number}</a>" for number, way in enumerate(ways))
    return f"{NAV}<main><h1>Lamps</h1>{ROW.format('Milk') * 3}<div class=pagination>{pager}</div></main>"


def stored(title: str, *trail: str, words: str = "") -> str:
    """A page of a database: the trail that leads to it, names as they stand in addresses."""
    crumbs = " / ".join(f"<a href='/{way}'>{way.rpartition('/')[2]}</a>" for way in trail)
    return f"<header><nav><p>{crumbs}</p></nav></header><main><h1>{title}</h1>{words}</main>"


def listing(*names: str) -> str:
    return "".join(f"<h2><a href='{name}'>{name.rpartition('/')[2]}</a></h2><p>3 columns</p>" for name in names)


def editing(text: str) -> str:
    return f"<form method=get><div contenteditable>{text}</div><button>Run</button></form>"


def folding(expanded: str) -> str:
    """A form with a part that a button unfolds."""
    hidden = "" if expanded == "true" else "hidden"
    part = f"<a href='#log' aria-expanded={expanded}>Log file</a><div id=log {hidden}><input name=log></div>"
    return f"{NAV}<main><h1>Settings</h1><form method=post>{part}<button>Save</button></form></main>"


ITEM = "{nav}<main><h1>{title}</h1><p>{words}</p><a href=edit>Edit</a><button>Delete</button>{extra}</main>"
PAGES: dict[str, list[tuple[str, str]]] = {
    "list": [
        ("notes", notes(3)),
        ("notes", notes(0)),
        ("notes?page=2", notes(30)),
        ("notes?sort=title&dir=desc", notes(12)),
        ("notes?q=milk", notes(1)),
        ("notes", notes(3, "<div class='alert' role=alert>Note saved.</div>")),
        (
            "notes",
            notes(
                3, "<div role=alertdialog style='position:fixed;bottom:0;height:60px'>Undo? <button>Undo</button></div>"
            ),
        ),
        (
            "notes",
            notes(3)
            + "<div role=dialog aria-label=Cookies style='position:fixed;bottom:0;left:0;right:0;height:90px'>We use cookies <button>Fine</button></div>",
        ),
        ("notes/", notes(7)),
        ("notes", "<style>body{background:#111;color:#eee}</style>" + notes(4)),
    ],
    "item": [
        ("notes/5", ITEM.format(nav=NAV, title="Milk", words="Two litres", extra="")),
        (
            "notes/17",
            ITEM.format(nav=NAV, title="Tax return", words="By May", extra="<h2>Comments</h2>" + ROW.format("Ann")),
        ),
        ("notes/23?saved=1", ITEM.format(nav=NAV, title="Settings", words="of the heater", extra="")),
    ],
    "edit": [
        (
            "notes/5/edit",
            f"{NAV}<main><h1>Edit Milk</h1><form method=post><input name=title value=Milk><button>Save</button></form></main>",
        ),
        (
            "notes/9/edit",
            f"{NAV}<main><h1>Edit Tax</h1><form method=post><div class=is-invalid>Too short</div><input name=title class=is-invalid><button>Save</button></form></main>",
        ),
    ],
    "new": [
        (
            "notes/new",
            f"{NAV}<main><h1>New note</h1><form method=post><input name=title><button>Save</button></form></main>",
        )
    ],
    "delete dialog": [
        ("notes", notes(3) + MODAL.format("Delete note?", "Milk will be gone.")),
        ("notes", notes(8) + MODAL.format("Delete note?", "Tax will be gone.")),
    ],
    "share dialog": [("notes", notes(3) + MODAL.format("Share with", "Choose somebody."))],
    "login": [
        ("login", LOGIN.format("")),
        ("login?next=/notes", LOGIN.format("<p class=error>Wrong password</p>")),
    ],
    "login in place": [("notes", LOGIN.format(""))],
    "settings profile": [("settings?tab=profile", tabs("Details", "<h2>Profile</h2>"))],
    "settings security": [("settings?tab=security", tabs("History", "<h2>Security</h2>"))],
    "project details": [("projects/3", tabs("Details", "Words")), ("projects/8", tabs("Details", "Other words"))],
    "project files": [("projects/3", tabs("Files 3", ROW.format("a.pdf"))), ("projects/4", tabs("Files 3", ""))],
    "project history": [("projects/3", tabs("History", "<ul><li>Made</ul>"))],
    "wizard address": [
        ("checkout", wizard("Address", "<input name=street>")),
        ("checkout", wizard("Address", "<p class=error>Street is needed</p><input name=street><input name=company>")),
    ],
    "wizard payment": [("checkout", wizard("Payment", "<input name=card>"))],
    "wizard review": [("checkout", wizard("Review", "<p>All right?</p>"))],
    "accordion": [
        ("faq", "<main><h1>FAQ</h1><details><summary>Why?</summary>Because</details></main>"),
        (
            "faq",
            "<main><h1>FAQ</h1><details open><summary>Why?</summary><h3>Because</h3><input name=x type=search></details></main>",
        ),
    ],
    "turned in the path": [
        ("shop/page/2", turned("/shop", "/shop/page/3")),
        ("shop/page/3", turned("/shop", "/shop/page/2")),
        ("shop", turned("/shop/page/2")),
    ],
    "another number in the path": [("shop/shelf/3", listed("shelf/4"))],
    "a form with a folded part": [("server", folding("false")), ("server", folding("true"))],
    "spa inbox": [
        ("", spa("<h1>Inbox (3)</h1>" + ROW.format("a"), "Inbox")),
        ("", spa("<h1>Inbox</h1><p>Empty</p>", "Inbox", "<span>3 new</span>")),
    ],
    "spa plan": [("", spa("<h1>Plan</h1>", "Plan")), ("", spa("<h1>Plan</h1>" + ROW.format("b") * 4, "Plan"))],
    "spa me": [("", spa("<h1>Me</h1>", "Me"))],
    "spa detail": [("", spa("<h1>Zebra crossing</h1><p>w</p>", "")), ("", spa("<h1>Blue moon</h1><p>v</p>", ""))],
    "hash home": [("h#/", "<main><h1>Home</h1></main>")],
    "hash user": [("h#/users/4", "<main><h1>Ann</h1></main>"), ("h#/users/5", "<main><h1>Bob</h1></main>")],
    "anchors": [
        ("docs#one", "<main><h1>Docs</h1><h2 id=one>One</h2></main>"),
        ("docs", "<main><h1>Docs</h1><h2 id=one>One</h2></main>"),
    ],
    "word hash": [("w#users", "<main><h1>x</h1></main>")],
    "other word hash": [("w#reports", "<main><h1>x</h1></main>")],
    "menu open": [
        (
            "notes",
            notes(3)
            + "<ul role=menu style='position:absolute;top:30px;background:#fff'><li role=menuitem tabindex=-1>Rename<li role=menuitem tabindex=-1>Archive</ul>",
        )
    ],
    "folded bar": [
        ("bar", bar("false", True)),
        # A bar that stands in the page's flow pushes the rest down: a part that unfolds, and no menu.
        ("bar", bar("false", False)),
        ("bar", bar("true", False)),
    ],
    "unfolded bar": [
        ("bar", bar("true", True)),
        ("bar", bar("true", True, ("Zahlungen", "Statistik", "Abmelden"))),
    ],
    "not found": [
        ("notes/999", "<h1>404</h1><p>Not Found</p>"),
        ("nothing", "<h1>404 Not Found</h1>"),
        ("a/b", "<h1>Page not found</h1><p>Sorry</p>"),
    ],
    "database": [
        ("port", stored("port", words=listing("/port/ships", "/port/calls"))),
        ("islands", stored("islands", words=listing("/islands/rocks"))),
        ("library", stored("library", words=listing("/library/loans", "/library/readers"))),
    ],
    "table": [
        ("port/ships", stored("ships", "port")),
        ("port/calls", stored("calls", "port", words=editing("select 1"))),
        ("islands/rocks", stored("rocks (view)", "islands")),
    ],
    "row": [
        ("port/ships/3", stored("ships: 3", "port", "port/ships")),
        ("islands/keepers/Aurora", stored("keepers: Aurora", "islands", "islands/keepers")),
    ],
    "query": [
        ("port?sql=select+1", stored("port", "port", words=editing("select 1"))),
        ("islands?sql=select+2", stored("islands", "islands", words=editing("select 2"))),
    ],
    "depths": [("port/depths", stored("Depths", "port")), ("islands/depths", stored("Depths", "islands"))],
}


@pytest.fixture(scope="module")
def keys() -> list[tuple[str, str, str]]:
    """Label, address and key of every page."""
    found: list[tuple[str, str, str]] = []
    with looking() as looker:
        for label, variants in PAGES.items():
            for path, html in variants:
                seen = looker.see(html, path)
                observation = Observation(
                    ORIGIN,
                    ORIGIN + path,
                    seen.title,
                    SIZE,
                    seen.elements,
                    seen.landmarks,
                    condition=seen.condition,
                    facts=seen.facts,
                )
                found.append((label, path, identify(observation).key.id))
    return found


def test_pages_of_one_screen_share_a_key(keys: list[tuple[str, str, str]]) -> None:
    split = [(a[:2], b[:2]) for a, b in combinations(keys, 2) if a[0] == b[0] and a[2] != b[2]]
    assert not split


def test_pages_of_two_screens_differ(keys: list[tuple[str, str, str]]) -> None:
    merged = [(a[:2], b[:2]) for a, b in combinations(keys, 2) if a[0] != b[0] and a[2] == b[2]]
    assert not merged


def test_scrolling_does_not_change_the_key() -> None:
    with looking() as looker:
        looker.show(notes(60) + "<footer><a href=/imprint>Imprint</a></footer>", "notes")
        found: set[str] = set()
        for y in (0, 700, 4000, 100000):
            looker.page.evaluate(f"scrollTo(0, {y})")
            seen = looker.look()
            found.add(
                identify(
                    Observation(
                        ORIGIN, f"{ORIGIN}notes", seen.title, SIZE, seen.elements, seen.landmarks, facts=seen.facts
                    )
                ).key.id
            )
    assert len(found) == 1


def test_ways_of_the_navigation_are_told_also_where_they_are_folded_away() -> None:
    links = "".join(
        f"<a href={way}>x</a>" for way in ("/boat/", "/boat/history", "/boat/edit/3", "/boat/edit/4", "//b.test/c")
    )
    with looking() as looker:
        seen = looker.see(f"<nav><div hidden>{links}</div></nav><p>Words <a href=/elsewhere>x</a></p>", "boat/history")
        assert seen.facts["ways"].split("\n") == ["boat/", "boat/history", "boat/edit"]
        assert "ways" not in looker.see(f"<nav>{links}</nav>", "").facts
