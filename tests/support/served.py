"""Toy sites as HTML on loopback, for a real browser."""

import html
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

from tests.actors.toysite import Link, Page
from tests.support.counting import CountingSite

STYLE = """body{font:16px sans-serif;margin:0} nav{background:#eee}
a,button{display:block;padding:14px} [hidden]{display:none}"""
TOGGLE = "const u=this.nextElementSibling;u.hidden=!u.hidden"


class Served(CountingSite):
    """A site on a free port of loopback; the pages may be changed while it is served.

    `seconds` is how long each page takes; the browser shows the one before until then.
    """

    def __init__(self, pages: Mapping[str, Page], seconds: float = 0.0) -> None:
        self.pages, self.seconds = pages, seconds
        self.extra: dict[str, str] = {}
        """HTML that stands at the end of a page, by its path."""
        super().__init__()

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        path = urlsplit(handler.path).path
        page = self.pages.get(path)
        if page is not None:
            time.sleep(self.seconds)
        text = render(page or Page("Not found", h1="Not found")) + self.extra.get(path, "")
        body = text.encode()
        handler.send_response(200 if page is not None else 404)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


def render(page: Page) -> str:
    """A page as HTML: its navigation, its heading, its texts, its links."""
    nav = [link for link in page.links if link.landmark == "navigation"]
    rest = [link for link in page.links if link.landmark != "navigation"]
    folded = [link for link in nav if link.menu]
    opener = next((link for link in nav if link.opens), None)
    shown = "".join(_anchor(link) for link in nav if not link.menu and not link.opens)
    if opener is not None:
        inside = "".join(_anchor(link) for link in folded)
        shown += f'<button onclick="{TOGGLE}">{html.escape(opener.label)}</button><div hidden>{inside}</div>'
    head = page.h1 if page.h1 is not None else page.title
    texts = "".join(f"<p>{html.escape(text)}</p>" for text in page.texts)
    return (
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>"
        f"<title>{html.escape(page.title)}</title><style>{STYLE}</style><body><nav>{shown}</nav>"
        f"<main><h1>{html.escape(head)}</h1>{texts}{''.join(_anchor(link) for link in rest)}</main>"
    )


def _anchor(link: Link) -> str:
    return f'<a href="{html.escape(link.to)}">{html.escape(link.label)}</a>'
