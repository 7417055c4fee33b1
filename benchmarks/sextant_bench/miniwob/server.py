"""Serves MiniWoB++ on loopback, with the three changes a phone needs, and takes the pages' reports.

Pages are the published ones (of the package `miniwob`), unchanged on disk. What is served differs in: a viewport
declaration, without which a phone lays a page out 980 pixels wide; no reward display beside the task, whose clock
would change the screen every second; a script that starts the episode with its seed and reports goal and reward to the
harness.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from sextant.errors import UsageError
from sextant_bench.miniwob.truth import Report, TruthLog
from sextant_bench.web_server import TEXT, HttpAnswer, HttpRequest, LoopbackServer

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


class MiniWobServer(LoopbackServer):
    """A loopback server for one episode at a time; a context manager."""

    def __init__(self) -> None:
        super().__init__()
        self.truth = TruthLog()
        self._root = html_root()
        self._episode: ServedEpisode | None = None

    @property
    def door_code(self) -> int:
        """What the app `notes` shows during this episode."""
        return 1000 + (0 if self._episode is None else self._episode.seed * 7919) % 9000

    def assign(self, episode: ServedEpisode) -> None:
        """Makes `/play` lead to this episode and expects its reports."""
        self.truth.begin(episode.id)
        self._episode = episode

    def answer(self, request: HttpRequest) -> HttpAnswer | str:
        if request.method == "POST":
            return HttpAnswer(status=self._reported(request))
        pages = {"/": _HOME, "/index.html": _HOME, "/about": _ABOUT, "/notes": _NOTES % {"code": self.door_code}}
        if request.path == "/play":
            return self._play()
        return pages.get(request.path) or self._file(request.path, request.query)

    def _reported(self, request: HttpRequest) -> int:
        """Takes a page's report, and gives the status of the answer; a malformed one changes nothing."""
        episode = request.path.removeprefix("/truth/")
        if episode == request.path:
            return 404
        try:
            report = _REPORT.validate_json(request.body)
        except ValidationError:
            return 400
        return 204 if self.truth.report(episode, report) else 404

    def _play(self) -> HttpAnswer:
        episode = self._episode
        if episode is None:
            return HttpAnswer("No episode has been assigned.", TEXT, 404)
        folder = "own" if episode.own else "miniwob"
        place = f"/{folder}/{episode.task}.html?seed={episode.seed}&episode={episode.id}"
        return HttpAnswer(status=302, headers={"Location": place})

    def _file(self, path: str, query: Mapping[str, str]) -> HttpAnswer:
        root, inner = (OWN_PAGES, path.removeprefix("/own/")) if path.startswith("/own/") else (self._root, path[1:])
        file = (root / inner).resolve()
        kind = _TYPES.get(file.suffix)
        if kind is None or not file.is_relative_to(root.resolve()) or not file.is_file():
            return HttpAnswer("Not found.", TEXT, 404)
        if file.suffix == ".html":
            page = file.read_text(encoding="utf-8")
            return HttpAnswer(_for_a_phone(page, query) if root is self._root else page)
        # Files of a fixed package: without this the suite would read jQuery a hundred times.
        return HttpAnswer(file.read_bytes(), kind, headers={"Cache-Control": "max-age=3600"})


def _for_a_phone(page: str, query: Mapping[str, str]) -> str:
    episode, seed = query.get("episode", ""), query.get("seed", "0")
    if not episode.replace("-", "").isalnum() or not seed.isdigit():
        return page
    start = _START % {"episode": episode, "seed": int(seed)}
    return page.replace("<head>", "<head>" + _PHONE, 1).replace("</head>", start + "</head>", 1)
