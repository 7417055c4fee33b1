"""Runs in two legs on the scripted device: what is stored of the first one is what a resume reads."""

import gzip
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sextant.actors.model_actor import ModelActor
from sextant.assembly import Run, RunRequest, build_run, resume_run
from sextant.models.scripted import ScriptedModel
from sextant.settings import ProgramChoices, Settings
from sextant.types.decisions import Profile
from sextant.types.tasks import Policy
from tests.support.runs import NOBODY, Bench, Reply, click, done

_PROGRAM = """\
step("open the settings")
step("type the name Ada")
step("save it")
"""


@dataclass(frozen=True)
class Story:
    """What the model answers before and after the run is broken off, which happens after `steps` steps."""

    goal: str
    first: Sequence[Reply]
    second: Sequence[Reply]
    steps: int
    profile: Profile = "full"
    guides: tuple[str, ...] = ()
    source: str = ""


@dataclass
class Leg:
    """One leg of a story, with the model that plays it."""

    bench: Bench
    story: Story
    replies: Sequence[Reply]
    model: ScriptedModel = field(init=False)

    def __post_init__(self) -> None:
        self.model = ScriptedModel(self.replies)

    def build(self) -> Run:
        """The run begun."""
        request = RunRequest(self.story.goal, f"scripted:{self.bench.root / 'app.json'}")
        return build_run(request, self._settings(), NOBODY, self.bench.hooks(actor=self._actor))

    def resume(self, run: str) -> Run:
        """The run taken up."""
        return resume_run(run, self._settings(), NOBODY, self.bench.hooks(actor=self._actor))

    def _settings(self) -> Settings:
        return replace(self.bench.settings([]), program=ProgramChoices(source=self.story.source))

    def _actor(self) -> ModelActor:
        fields = dict.fromkeys(self.story.guides, BaseModel)
        return ModelActor(self.model, self.story.profile, lambda x, y, screen: (x, y), fields)


def bench_for(root: Path, story: Story) -> Bench:
    """A device and a journal of its own for a story."""
    return Bench(root, policy=Policy(irreversible="allow"), guides=story.guides)


def first_leg(bench: Bench, story: Story) -> str:
    """Plays a story up to where it is broken off; the run's id."""
    leg = Leg(bench, story, story.first)
    run = leg.build()
    bench.stop_at(run, story.steps)
    assert run.go().status == "interrupted"
    bench.stop_after = None
    return run.id


def put_stored(stored: Path, run: str, bench: Bench) -> None:
    """Puts a stored database in the place of a run, as if its device had been this one."""
    place = bench.root / "runs" / run
    place.mkdir(parents=True)
    (place / "run.sqlite").write_bytes(gzip.decompress(stored.read_bytes()))
    with closing(sqlite3.connect(place / "run.sqlite")) as db:
        (head,) = db.execute("SELECT head FROM run").fetchone()
        db.execute(
            "UPDATE run SET head = ?",
            (re.sub(r"scripted:[^\"]*app.json", f"scripted:{bench.root / 'app.json'}", head),),
        )
        db.commit()


def _guided(summary: str, **more: Any) -> Mapping[str, Any]:
    return {"task-state": {"summary": summary, "focus": "go on"}, **more}


def _yes(question: str, quote: str) -> Mapping[str, Any]:
    return {"question": question, "answer": "yes", "quote": quote}


_TYPE = {"type": "input_text", "index": 0, "text": "Ada"}
_CLAIM = {"type": "status", "goal_status": "complete"}

STORIES: Mapping[str, Story] = {
    "goal": Story(
        "send it, then set the name to Ada and save",
        (
            {
                **click(4),
                "thought": "see what it does",
                "requirements": [{"id": "sent", "kind": "deed", "text": "it is sent"}],
                **_guided("begun"),
            },
            {**click(1, "Sent 1 times"), "irreversible": True, **_guided("sent")},
            {**done("Saved 9 times"), **_guided("claimed too early")},
            {
                "action": {"type": "click", "index": 0},
                "expect": [{"type": "effect", "text": "the settings are loaded"}],
                "memory": {"note": [{"what": "times sent", "value": "1", "quote": "Sent 1 times"}]},
            },
        ),
        (
            {"action": _TYPE, "answers": [_yes("q3.0", "Name")], **_guided("in the settings")},
            {"action": {"type": "recall", "steps": [0, 1]}},
            {**click(2, "Saved 1 times"), **_guided("saved")},
            {"action": _CLAIM, "shows": [{"requirement": "sent", "step": 2, "quote": "Sent 1 times"}]},
        ),
        4,
        "full",
        ("memory", "task-state", "belief"),
    ),
    "reflection": Story(
        "set the name to Ada and save",
        (
            click(4),
            {**click(0, "Name"), "last_step": {"answer": "no", "quote": "Idle"}},
            {"action": _TYPE, "expect": [{"type": "text_visible", "text": "nowhere"}]},
        ),
        (
            {**click(2, "Saved 1 times"), "last_step": {"answer": "yes", "quote": "Ada"}},
            done("Saved 1 times"),
            done("Saved 1 times"),
        ),
        3,
        "reflection",
    ),
    "program": Story(
        "set the name to Ada and save",
        (click(0, "Name"), {"action": _TYPE, "answers": [_yes("now", "Name")]}),
        (
            {**click(2, "Saved 1 times"), "answers": [_yes("now", "Ada")]},
            {"action": _CLAIM, "answers": [_yes("now", "Saved 1 times")]},
            done("Saved 1 times"),
        ),
        2,
        "full",
        ("task-state",),
        _PROGRAM,
    ),
}
