"""What a map says of the routes that the served code has, in a real browser."""

import json
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sextant.cli.map_draw import code_routes
from sextant.qa.map_drawing_run import CodeRoutes, MapRequest, Summary, begin_map
from sextant.settings import BrowserSettings, JournalSettings, Settings
from sextant.types.tasks import Budget
from sextant.utg.store import MapStore
from tests.support.counting import CountingSite

PAGE = """<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>Harbour</title>
<style>a{display:block;padding:14px}</style><div id=app></div><script src=/old.js></script>
<script type=module src=/app.js></script>"""
APP = """import{Paths as P}from"./paths.js";
const show=(title,link)=>()=>{document.title=title;
document.getElementById("app").innerHTML=`<h1>${title}</h1><a href="${link}">On to ${link}</a>`};
const routes=[{path:"/",component:show("Harbour",P.berths)},{path:P.berths,component:show("Berths","/")},
{path:"/berths/:id",component:show("Berth","/")},{path:P.log,component:show("Log","/"),meta:{title:"Log"}}];
const go=()=>routes.find(one=>one.path===location.pathname)?.component();
document.addEventListener("click",e=>{const a=e.target.closest("a");
if(a){e.preventDefault();history.pushState(null,"",a.href);go()}});
addEventListener("popstate",go);go()"""
SCRIPTS = {"/app.js": APP, "/paths.js": 'export const Paths={berths:"/berths",log:"/log"}', "/old.js": "var old=1"}


class Harbour(CountingSite):
    """A single-page app of four routes; no link leads to the log."""

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        path = urlsplit(handler.path).path
        self.asked[f"{method} {path}"] += 1
        body = SCRIPTS.get(path, PAGE).encode()
        handler.send_response(200)
        handler.send_header("Content-Type", "text/javascript" if path in SCRIPTS else "text/html; charset=utf-8")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


@pytest.fixture
def site() -> Generator[Harbour]:
    served = Harbour()
    yield served
    served.close()


def drawn(site: Harbour, folder: Path, reads: bool) -> Summary:
    settings = Settings(
        budget=Budget(max_steps=30), journal=JournalSettings(folder / "runs"), browser=BrowserSettings(read_ahead=reads)
    )
    return begin_map(MapRequest(f"web:{site.url}"), settings).go()


@pytest.mark.browser
@pytest.mark.long
def test_routes_of_the_code_that_were_not_met_are_told(site: Harbour, tmp_path: Path) -> None:
    summary = drawn(site, tmp_path, True)
    assert summary.finished == "complete", summary.reason
    assert summary.code == CodeRoutes(4, ("/berths/{id}", "/log"), True)
    pages = sum(count for name, count in site.asked.items() if not name.endswith(".js"))
    assert all(0 < site.asked[f"GET {path}"] <= pages for path in SCRIPTS), site.asked
    assert site.asked["GET /log"] == 0, "it is read in the code, not asked for"
    with MapStore(tmp_path / "maps.sqlite") as store:
        noted = json.loads(store.notes(summary.app)["code_routes"])
    assert noted == {"count": 4, "unmet": ["/berths/{id}", "/log"], "complete": True}
    assert drawn(site, tmp_path / "off", False).code is None


def test_the_sentence() -> None:
    assert code_routes(CodeRoutes(3, ("/a", "/b"), True)) == "The code has 3 routes; 2 of them were not met: /a, /b"
    assert code_routes(CodeRoutes(1, (), True)) == "The code has 1 route; all of them were met."
    many = tuple(f"/{number}" for number in range(13))
    assert code_routes(CodeRoutes(41, many, False)).startswith("The code has at least 41 routes; 13 of them were not")
    assert code_routes(CodeRoutes(41, many, False)).endswith("/11, …")
