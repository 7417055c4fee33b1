"""A small library as a web site: pages behind a folded menu, a catalogue, things that must not be touched. Counted."""

from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

from tests.support.counting import CountingSite

STYLE = """body{font:16px sans-serif;margin:0} nav{background:#eee} nav.shut ul{display:none}
a,button{display:inline-block;padding:12px} li{list-style:none} footer{margin-top:1400px}"""

MENU = """<nav aria-label="Main" class="shut">
<button aria-label="Menu" onclick="this.parentNode.classList.toggle('shut')">&#9776;</button>
<ul><li><a href="/">Home</a></li><li><a href="/catalogue">Catalogue</a></li><li><a href="/visit">Your visit</a></li>
<li><a href="/account">My account</a></li><li><a href="/logout">Log out</a></li></ul></nav>"""

FOOTER = '<footer><a href="/about">About the library</a> <a href="https://elsewhere.invalid/">Our friends</a></footer>'

PAGES = {
    "/": ("Welcome", "<p>Open every day but Monday.</p>"),
    "/catalogue": ("Catalogue", "".join(f'<p><a href="/book/{n}">The book number {n}</a></p>' for n in range(1, 25))),
    "/visit": ("Your visit", '<a href="/visit/opening-hours">When we are open</a> <a href="/visit/map.pdf">Map</a>'),
    "/visit/opening-hours": ("Opening hours", "<p>Ten to six.</p>"),
    "/account": (
        "My account",
        """<a href="/account/loans">Loans</a><a href="/account/close">Close account</a>
        <form method="post" action="/account/pay"><button>Pay fees</button></form>""",
    ),
    "/account/loans": ("Loans", '<a href="/account/loans/renew">Renewals</a>'),
    "/account/loans/renew": ("Renewals", "<p>Nothing to renew.</p>"),
    "/about": ("About the library", '<a href="/about/privacy">How we treat your data</a>'),
    "/about/privacy": ("Privacy policy", "<p>We forget what you read.</p>"),
}


class Library(CountingSite):
    """The site; `asked` counts requests by method and path."""

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        path = urlsplit(handler.path).path
        self.asked[f"{method} {path}"] += 1
        title, body = PAGES.get(path, ("", ""))
        if path.startswith("/book/"):
            number = int(path.rpartition("/")[2])
            title = f"The book number {number}"
            body = f'<a href="/book/{number % 24 + 1}">Next book</a><a href="/book/{number}/delete">Delete</a>'
        html = (
            f"<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>{title} - Library"
            f"</title><style>{STYLE}</style><body>{MENU}<main><h1>{title}</h1>{body}</main>{FOOTER}"
        )
        handler.send_response(200 if title else 404)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.end_headers()
        handler.wfile.write((html if title else "<!doctype html><title>Not found</title><h1>Not found</h1>").encode())
