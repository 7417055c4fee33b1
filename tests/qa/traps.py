"""A web site full of traps for whoever only looks around: counted, so that a test can say what was asked of it."""

import itertools
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.support.counting import CountingSite

HEAD = "<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>{title} - Traps</title>"
NAV = """<nav aria-label=Main><a href="/">Home</a> <a href="/about">About</a> <a href="/logout">Log out</a></nav>"""

HOME = """<ul><li><a href="/item/1">Items</a><li><a href="/calendar?month=2026-01">Calendar</a>
<li><a href="/huge">Huge</a>
<li><a href="/shifting">Shifting</a><li><a href="/broken">Broken</a><li><a href="/loop">Loop</a>
<li><a href="/account">Account</a><li><a href="/away">Away</a><li><a href="http://elsewhere.invalid/">Friends</a></ul>"""

ACCOUNT = """<a href="/account/delete">Delete account</a> <a href="/signout?next=/">Sign out</a>
<a href="/account/export.csv">Everything as a file</a> <a href="/account?action=purge">Tidy up</a>
<a href="/account/security">Security</a>
<form method=post action="/account"><label>Name <input name=name></label><button>Save</button></form>
<button onclick="fetch('/clicked/remove', {method: 'POST'})">Remove everything</button>
<button onclick="if (confirm('Delete all?')) fetch('/clicked/confirmed', {method: 'POST'})">Advanced</button>"""


class Traps(CountingSite):
    """The site; `asked` counts requests by method and path."""

    def __init__(self) -> None:
        self._number = itertools.count()
        super().__init__()

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        parts = urlsplit(handler.path)
        self.asked[f"{method} {parts.path}"] += 1
        if parts.query:
            self.asked[f"{method} {parts.path}?{parts.query}"] += 1
        if parts.path in ("/loop", "/away"):
            handler.send_response(302)
            handler.send_header("Location", "/loop" if parts.path == "/loop" else "http://localhost:9/gone")
            handler.end_headers()
            return
        title, body = self._page(parts.path, parts.query)
        data = f"{HEAD.format(title=title)}{NAV}<main><h1>{title}</h1>{body}</main>".encode()
        handler.send_response(500 if parts.path == "/broken" else 200)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def _page(self, path: str, query: str) -> tuple[str, str]:
        match path.strip("/").split("/"):
            case [""]:
                return "Home", HOME
            case ["item", number]:
                links = f'<a href="/item/{int(number) + 1}">Next item</a> <a href="/item/{number}/delete">Delete</a>'
                return f"Item {number}", f'{links} <a href="/item/{number}/log">Log</a>'
            case ["item", number, "log"]:
                return f"Log of item {number}", "<p>Nothing happened."
            case ["calendar"]:
                year, month = map(int, parse_qs(query).get("month", ["2026-01"])[0].split("-"))
                after = f"{year + month // 12}-{month % 12 + 1:02d}"
                return f"Calendar {year}-{month:02d}", f'<a href="/calendar?month={after}">Next month</a>'
            case ["huge"]:
                return "Huge", "".join(f'<p><a href="/entry/{n}">Entry number {n}</a>' for n in range(2000))
            case ["shifting"]:
                names = [f"{'abcdefgh'[n % 8]}{'klmnopqr'[next(self._number) % 8]}x" for n in range(4)]
                return "Shifting", " ".join(f'<a href="/shift/{name}">{name}</a>' for name in names)
            case ["account"]:
                return "Account", ACCOUNT
            case ["broken"]:
                return "Internal server error", '<a href="/deeper">Deeper</a>'
            case _:
                return path.strip("/").title(), "<p>Here it ends."
