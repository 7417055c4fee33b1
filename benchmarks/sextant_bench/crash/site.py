"""The site that is gone through and drawn while it is killed: pages that lead to pages, and orders nobody asked for."""

import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sextant_bench.web_server import JSON, HttpAnswer, HttpRequest, LoopbackServer, Reply

__all__ = ["PAGES", "Site", "SiteServer", "wanted_page"]

_NAMES = (
    *("Opening hours", "Lost property", "Night guard", "River walk", "School visits", "Garden seeds", "Bicycle hire"),
    *("Choir practice", "Market stalls", "Fire drill", "Chess evening", "Winter closing", "Boat repairs", "Bread oven"),
)
_SLOW = 0.05
"""Seconds until a page is served, so that there is a middle to be killed in."""

PAGES: Mapping[str, tuple[str, ...]] = {
    "/": ("/1", "/2", "/3"),
    **{f"/{one}": tuple(f"/{one}/{two}" for two in "123") for one in "123"},
    **{f"/{one}/{two}": () for one in "123" for two in "123"},
}
"""Every page, and those that it leads to."""


@dataclass
class Site:
    """What the server knows: how often each page was served, and what was ordered, which nobody ever asks for."""

    served: Counter[str] = field(default_factory=Counter[str])
    ordered: Counter[str] = field(default_factory=Counter[str])
    lock: threading.Lock = field(default_factory=threading.Lock)


def wanted_page(number: int) -> tuple[str, str]:
    """One of the pages that lead nowhere: its address and its name."""
    leaves = [address for address, further in PAGES.items() if not further]
    address = leaves[number % len(leaves)]
    return address, _name(address)


def _name(address: str) -> str:
    return "Village hall" if address == "/" else _NAMES[[*PAGES].index(address) - 1]


class SiteServer(LoopbackServer):
    """Serves a site on loopback."""

    def __init__(self, site: Site) -> None:
        self._site = site
        super().__init__()

    def answer(self, request: HttpRequest) -> Reply:
        site, path = self._site, request.path
        if request.method == "POST":
            with site.lock:
                site.ordered[path] += 1
            return "<!doctype html><title>Ordered</title><p>Ordered."
        if path == "/count":
            return HttpAnswer("{}", JSON)
        with site.lock:
            site.served[path] += 1
        time.sleep(_SLOW)
        return _page(path) if path in PAGES else "<!doctype html><title>Nothing</title><p>Nothing here."


def _page(address: str) -> str:
    up = address.rpartition("/")[0] or "/"
    links = "".join(f'<li><a href="{further}">{_name(further)}</a></li>' for further in PAGES[address])
    back = "" if address == "/" else f'<p><a href="{up}">{_name(up)}</a></p>'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{_name(address)}</title><h1>{_name(address)}</h1><ul>{links}</ul>{back}"
        f'<form method="post" action="/order{address}"><button>Order this</button></form></html>'
    )
