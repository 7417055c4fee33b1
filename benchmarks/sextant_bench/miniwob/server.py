"""Serves MiniWoB++ on loopback, with the three changes a phone needs, and takes the pages' reports.

Pages are the published ones (of the package `miniwob`), unchanged on disk. What is served differs in: a viewport
declaration, without which a phone lays a page out 980 pixels wide; no reward display beside the task, whose clock
would change the screen every second; a script that starts the episode with its seed and reports goal and reward to the
harness.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, unquote, urlsplit

from pydantic import TypeAdapter, ValidationError

from sextant.errors import UsageError
from sextant_bench.miniwob.truth import Report, TruthLog

__all__ = ["MiniWobServer", "ServedEpisode", "html_root", "task_names"]

_REPORT: TypeAdapter[Report] = TypeAdapter(Report)

OWN_PAGES = Path(__file__).parent / "pages"

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".png": "image/png",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".svg": "image/svg+xml",
}

_PHONE = (
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<style>#reward-display, #click-canvas { display: none }</style>"
)

# `setTimeout` takes at most 2^31 - 1 ms; 1e8 ms is a day.
_START = """<script>
addEventListener('load', () => {
  const report = (body) => navigator.sendBeacon('/truth/%(episode)s', JSON.stringify(body));
  const end = core.endEpisode;
  core.endEpisode = function () {
    const open = core.EP_TIMER !== null;
    end.apply(this, arguments);
    if (open) report({ event: 'done', reward: WOB_RAW_REWARD_GLOBAL });
  };
  Math.seedrandom(%(seed)d);
  core.EPISODE_MAX_TIME = 1e8;
  core.startEpisodeReal();
  report({ event: 'start', goal: core.getUtterance() });
});
</script>"""

_HOME = """<!DOCTYPE html><html lang="en"><head><title>Tasks</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { font: 16px sans-serif; margin: 16px } a { display: block; padding: 12px 0 }</style></head>
<body><h1>Tasks</h1><a href="/play">Play the task</a><a href="/about">About these tasks</a></body></html>"""

_NOTES = """<!DOCTYPE html><html lang="en"><head><title>Notes</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>Notes</h1><p>The door code is</p><p>%(code)d</p></body></html>"""

_ABOUT = """<!DOCTYPE html><html lang="en"><head><title>About</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>About</h1><p>Small web tasks. Each says at its top what is wanted.</p></body></html>"""


@dataclass(frozen=True, slots=True)
class ServedEpisode:
    """The episode that `/play` leads to. `own` pages are this project's, not MiniWoB's."""

    id: str
    task: str
    seed: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    body: bytes = b""
    kind: str = "text/plain; charset=utf-8"
    location: str = ""


def html_root() -> Path:
    """Where the package `miniwob` keeps its pages.

    Raises:
        UsageError: It is not installed.
    """
    spec = find_spec("miniwob")
    if spec is None or spec.origin is None:
        raise UsageError("The package 'miniwob' is not installed.", "Install it with: pip install miniwob==1.1.0")
    return Path(spec.origin).parent / "html"


def task_names() -> tuple[str, ...]:
    """All tasks of the package, by name."""
    return tuple(sorted(page.stem for page in (html_root() / "miniwob").glob("*.html")))


class MiniWobServer:
    """A loopback server for one episode at a time; a context manager."""

    def __init__(self) -> None:
        self.truth = TruthLog()
        self._root = html_root()
        self._episode: ServedEpisode | None = None
        handler = type("Handler", (_Handler,), {"pages": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, name="miniwob-server", daemon=True)

    @property
    def base(self) -> str:
        """The origin, without a slash at its end."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> "MiniWobServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)

    @property
    def door_code(self) -> int:
        """What the app `notes` shows during this episode."""
        return 1000 + (0 if self._episode is None else self._episode.seed * 7919) % 9000

    def assign(self, episode: ServedEpisode) -> None:
        """Makes `/play` lead to this episode and expects its reports."""
        self.truth.begin(episode.id)
        self._episode = episode

    def answer(self, path: str, query: Mapping[str, list[str]]) -> _Answer:
        """The answer to a GET."""
        if path in ("/", "/index.html"):
            return _page(_HOME)
        if path == "/about":
            return _page(_ABOUT)
        if path == "/notes":
            return _page(_NOTES % {"code": self.door_code})
        if path == "/play":
            return self._play()
        return self._file(path, query)

    def report(self, episode: str, body: bytes) -> _Answer:
        """Takes a page's report; a malformed one is refused and changes nothing."""
        try:
            report = _REPORT.validate_json(body)
        except ValidationError:
            return _Answer(400)
        return _Answer(204 if self.truth.report(episode, report) else 404)

    def _play(self) -> _Answer:
        episode = self._episode
        if episode is None:
            return _Answer(404, b"No episode has been assigned.")
        folder = "own" if episode.own else "miniwob"
        place = f"/{folder}/{episode.task}.html?seed={episode.seed}&episode={episode.id}"
        return _Answer(302, location=place)

    def _file(self, path: str, query: Mapping[str, list[str]]) -> _Answer:
        root, inner = (OWN_PAGES, path.removeprefix("/own/")) if path.startswith("/own/") else (self._root, path[1:])
        file = (root / inner).resolve()
        kind = _TYPES.get(file.suffix)
        if kind is None or not file.is_relative_to(root.resolve()) or not file.is_file():
            return _Answer(404, b"Not found.")
        body = file.read_bytes()
        if file.suffix == ".html" and root is self._root:
            body = _for_a_phone(body.decode("utf-8"), query).encode()
        return _Answer(200, body, kind)


def _for_a_phone(page: str, query: Mapping[str, list[str]]) -> str:
    episode, seed = query.get("episode", [""])[0], query.get("seed", ["0"])[0]
    if not episode.replace("-", "").isalnum() or not seed.isdigit():
        return page
    start = _START % {"episode": episode, "seed": int(seed)}
    return page.replace("<head>", "<head>" + _PHONE, 1).replace("</head>", start + "</head>", 1)


def _page(text: str) -> _Answer:
    return _Answer(200, text.encode(), _TYPES[".html"])


class _Handler(BaseHTTPRequestHandler):
    pages: MiniWobServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self._send(self.pages.answer(unquote(parts.path), parse_qs(parts.query)))

    def do_POST(self) -> None:
        length = min(int(self.headers.get("Content-Length") or 0), 65536)
        body = self.rfile.read(length)
        place = urlsplit(self.path).path
        known = place.startswith("/truth/")
        self._send(self.pages.report(place.removeprefix("/truth/"), body) if known else _Answer(404))

    def _send(self, answer: _Answer) -> None:
        self.send_response(answer.status)
        if answer.location:
            self.send_header("Location", answer.location)
        if answer.status != 204:
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.body)))
        # Files of a fixed package: without this the suite would read jQuery a hundred times.
        fixed = answer.status == 200 and not answer.kind.startswith("text/html")
        self.send_header("Cache-Control", "max-age=3600" if fixed else "no-store")
        self.end_headers()
        if answer.status != 204:
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Quiet: the harness reports, not the server."""
