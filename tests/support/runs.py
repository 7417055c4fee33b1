"""Whole runs on the scripted device and the scripted model."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sextant.actors.model_actor import ModelActor
from sextant.assembly import Hooks, Probes, Run, RunRequest, build_run, resume_run
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.journal import Permission, RunStore
from sextant.models.scripted import ScriptedModel
from sextant.protocols import Actor, Device
from sextant.settings import GuideChoices, JournalSettings, ModelChoices, RouteChoices, Settings
from sextant.types.codec import to_json
from sextant.types.decisions import Profile
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition

NOTES = ScriptedApp(
    pages={
        "home": Page(
            "Home",
            (
                Widget("Settings", role="link", goes="settings"),
                Widget("Send", effect="sent"),
                Widget("Sent {effect} times", role="text", effect="sent"),
                Widget("Sticky", role="tab", goes="settings", after=2),
                Widget("Idle"),
            ),
        ),
        "settings": Page(
            "Settings",
            (
                Widget("Name", role="textbox", field="name"),
                Widget("Password", role="textbox", field="password", password=True),
                Widget("Save", effect="saved"),
                Widget("Saved {effect} times", role="text", effect="saved"),
            ),
        ),
    },
    start="home",
    apps={"Settings": "settings"},
    name="notes",
)

Reply = Mapping[str, Any]


def click(index: int, expect: str = "", **more: Any) -> Reply:
    """A decision to click, expecting a text."""
    expected = [{"type": "text_visible", "text": expect}] if expect else []
    return {"action": {"type": "click", "index": index}, "expect": expected, **more}


def done(shown: str = "") -> Reply:
    """A claim to be done, with what shows it."""
    expected = [{"type": "text_visible", "text": shown}] if shown else []
    return {"action": {"type": "status", "goal_status": "complete"}, "expect": expected}


@dataclass
class Somebody:
    """A person with fixed answers."""

    attended: bool = True
    allows: bool = False
    takes_over: bool = False
    remembers: bool | None = None
    asked: list[str] = field(default_factory=list[str])

    def allow(self, question: str, detail: str) -> bool:
        self.asked.append(f"{question}: {detail}")
        return self.allows

    def happened(self, what: str, detail: str) -> bool | None:
        self.asked.append(f"{what}: {detail}")
        return self.remembers

    def take_over(self, reason: str) -> bool:
        self.asked.append(reason)
        return self.takes_over


NOBODY = Somebody(attended=False)


@dataclass
class Bench:
    """A journal, a device that outlives runs, and scripted models."""

    root: Path
    app: ScriptedApp = NOTES
    policy: Policy = Policy()
    budget: Budget = Budget(max_steps=20)
    secrets: Mapping[str, Any] = field(default_factory=dict[str, Any])
    steps: list[Transition] = field(default_factory=list[Transition])
    notes: list[str] = field(default_factory=list[str])
    stop_after: int | None = None
    guides: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    episodes: list[Episode] = field(default_factory=list[Episode])
    watch: Callable[[Transition], None] = lambda step: None
    device: ScriptedDevice = field(init=False)

    def __post_init__(self) -> None:
        self.root.mkdir(exist_ok=True)
        self._current: Run | None = None
        self.device = ScriptedDevice(self.app)
        self._app_file = self.root / "app.json"
        self._app_file.write_text(to_json(ScriptedApp, self.app))

    def settings(self, replies: Sequence[object]) -> Settings:
        """Settings whose model gives these replies: objects, or `{"text": …}` and the like for what went wrong."""
        script = self.root / f"model-{len(list(self.root.glob('model-*')))}.json"
        wrapped = [item if _is_special(item) else {"json": item} for item in replies]
        script.write_text(json.dumps({"replies": wrapped}))
        return Settings(
            models=ModelChoices(default=f"scripted:{script}"),
            guides=GuideChoices(self.guides),
            route=RouteChoices(self.stops),
            budget=self.budget,
            policy=self.policy,
            journal=JournalSettings(self.root / "runs"),
            secrets=self.secrets,
            apps={"Settings": "settings"},
        )

    def hooks(self, device: Device | None = None, actor: Callable[[], Actor] | None = None) -> Hooks:
        return Hooks(
            on_step=self._on_step,
            on_note=self.notes.append,
            probes=Probes(device=lambda made: device or self.device, actor=actor),
        )

    def overheard(self, goal: str, replies: Sequence[Reply], profile: Profile = "full") -> ScriptedModel:
        """A run from the start page, carried out; the model that it asked, with all that it was told."""
        self.device = ScriptedDevice(self.app)
        model = ScriptedModel(replies)
        actor = ModelActor(model, profile, lambda x, y, screen: (x, y), dict.fromkeys(self.guides, BaseModel))
        request = RunRequest(goal, f"scripted:{self._app_file}")
        self.episodes.append(build_run(request, self.settings([]), NOBODY, self.hooks(actor=lambda: actor)).go())
        return model

    def run(
        self,
        goal: str,
        replies: Sequence[object],
        person: Somebody = NOBODY,
        answer_schema: Mapping[str, Any] | None = None,
        device: Device | None = None,
    ) -> Run:
        """A run ready to go."""
        request = RunRequest(goal, f"scripted:{self._app_file}", answer_schema=answer_schema)
        self._current = build_run(request, self.settings(replies), person, self.hooks(device))
        return self._current

    def resume(self, run: str, replies: Sequence[object], person: Somebody = NOBODY) -> Run:
        """The same run taken up on the same device."""
        self._current = resume_run(run, self.settings(replies), person, self.hooks())
        return self._current

    def stop_at(self, run: Run, steps: int) -> None:
        """Stops a run that is made elsewhere after so many more steps."""
        self._current, self.stop_after = run, len(self.steps) + steps

    def permissions(self, run: str) -> tuple[Permission, ...]:
        """What was allowed and refused in a run, from its journal."""
        with RunStore.open(self.root / "runs").read(run) as record:
            return record.permissions()

    def _on_step(self, transition: Transition) -> None:
        self.steps.append(transition)
        self.watch(transition)
        if self.stop_after == len(self.steps) and self._current is not None:
            self._current.stop()


def _is_special(item: object) -> bool:
    special = {"text", "truncated", "refused", "unreachable", "busy", "fault"}
    return isinstance(item, dict) and len(item) == 1 and bool(special & set(item))  # pyright: ignore[reportUnknownArgumentType]
