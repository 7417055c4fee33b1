"""The groups of settings, with their defaults."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from sextant.settings.values import Geolocation, SecretRef
from sextant.types.decisions import Profile
from sextant.types.geometry import Size

__all__ = [
    "GUIDES",
    "HIDDEN_PARTS",
    "OFF_PARTS",
    "BrowserSettings",
    "ContextChoices",
    "DeviceChoices",
    "GuideChoices",
    "JournalSettings",
    "ModelChoices",
    "Preset",
    "ProgramChoices",
    "ReviewChoices",
    "RouteChoices",
]

Preset = Literal["none", "plain", "baseline", "agentprog", "agentp", "stamp", "longhorizonui", "tsr", "all"]

GUIDES = ("map", "memory", "task-state", "belief")
"""What may stand beside the actor, by name, in the order it is told."""

_VIEWS = ("task-state.summary", "task-state.tracker", "task-state.transition")

HIDDEN_PARTS = ("memory", "task-state", "belief", *_VIEWS)
"""What can be kept without being told: whole guides, and parts of them."""

OFF_PARTS = (*_VIEWS, "belief.routines", "memory.screens")
"""Parts of guides that can be left off; a whole guide is left out of `guides.use`."""


@dataclass(frozen=True, slots=True)
class BrowserSettings:
    """Chromium as a phone. Sizes are CSS pixels, scales are factors of them."""

    viewport: Size = Size(412, 915)
    scale_factor: float = 2.0
    capture_scale: float | None = None
    user_agent: str = ""
    locale: str = "en-US"
    timezone: str = ""
    clock: datetime | None = None
    geolocation: Geolocation | None = None
    permissions: tuple[str, ...] = ("deny",)
    dark: bool = False
    keyboard: bool = False
    profile: Path | None = None
    headed: bool = False
    attach: str = ""
    attach_tab: str = ""
    executable: Path | None = None
    downloads: Literal["off", "ask", "on"] | Path = "ask"
    downloads_to: Path | None = None
    download_megabytes: float = 100.0
    uploads: Path | None = None
    settle_seconds: float = 6.0
    read_ahead: bool = True
    by_address: bool = False
    idle_minutes: float = 30.0


@dataclass(frozen=True, slots=True)
class DeviceChoices:
    """What holds for every kind of device."""

    faults: str = ""


_NO_MODEL = ("none", "person")


@dataclass(frozen=True, slots=True)
class ModelChoices:
    """Language models, one for each role; an empty role uses `default`.

    No model plays a role that is set to `none`, or to `person`.
    """

    default: str = ""
    actor: str = ""
    author: str = ""
    updater: str = ""
    verifier: str = ""
    authorizer: str = ""
    selector: str = ""
    grounder: str = ""
    base_url: str = ""
    api_key: SecretRef | None = None
    profile: Profile | Literal["auto"] = "auto"
    vision: Literal["auto", "yes", "no"] = "auto"
    marks: bool = False
    coordinates: Literal["auto", "pixels", "unit", "thousand"] = "auto"
    temperature: float | None = None
    max_output_tokens: int = 4096
    updater_output_tokens: int | None = None
    deadline_seconds: float = 120.0

    def of(self, role: str) -> str:
        """The model of a role; empty where none is set, or where no model plays it."""
        name = self._own.get(role, "") or self.default
        return "" if name in _NO_MODEL else name

    @property
    def named(self) -> tuple[str, ...]:
        """Every model that is named, each once."""
        named = (self.default, *self._own.values())
        return tuple(dict.fromkeys(name for name in named if name and name not in _NO_MODEL))

    @property
    def _own(self) -> Mapping[str, str]:
        return {
            "actor": self.actor,
            "author": self.author,
            "updater": self.updater,
            "verifier": self.verifier,
            "authorizer": self.authorizer,
            "selector": self.selector,
            "grounder": self.grounder,
        }


@dataclass(frozen=True, slots=True)
class ContextChoices:
    """What a model reads at each step.

    Attributes:
        preset: A published system, or `all`: sets the keys that are set nowhere else (`sextant.settings.presets`).
        max_tokens: Bounds the text besides the static prefix, screen listing included.
        history: The latest steps, a line each; or every step, with what was thought.
        pictures: Screenshots that go along, the present one included.
    """

    preset: Preset = "none"
    max_tokens: int = 6000
    history: Literal["bounded", "full"] = "bounded"
    pictures: int = 1


@dataclass(frozen=True, slots=True)
class GuideChoices:
    """What stands beside the actor of a run with a model.

    Attributes:
        use: Guides by name.
        target: Who picks the screen that the map leads to: vectors of words, or the selector's model first.
        mode: Whether guides are kept up to date by deltas in the actor's own decisions, or by calls of their own.
        hide: Parts of guides, or whole ones, that are kept up to date and not told (`task-state.tracker`).
        off: Parts of guides that are not kept at all.
        activation: Whether parts are told where their rule says they help, or always.
        trust: Whether it takes proof that a requirement is met, or a model's word is enough.
    """

    use: tuple[str, ...] = ()
    target: Literal["meaning", "model"] = "meaning"
    mode: Literal["fused", "separate"] = "fused"
    hide: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    activation: Literal["auto", "always"] = "auto"
    trust: Literal["evidence", "word"] = "evidence"


@dataclass(frozen=True, slots=True)
class ReviewChoices:
    """What looks at the decisions of a run, at what they did, and at its end.

    Attributes:
        use: The whole review, recovery and evidence for the end; or the user's policy alone, the end as it is claimed.
        attempts: Whether evidence alone says what a touch did, or a model is asked too (LongHorizonUI, equation 3).
    """

    use: Literal["all", "policy"] = "all"
    attempts: Literal["evidence", "model"] = "evidence"


@dataclass(frozen=True, slots=True)
class RouteChoices:
    """Screens that a run has to pass, by the map; none leaves the way to the model."""

    stops: tuple[str, ...] = ()
    order: Literal["ordered", "unordered"] = "ordered"


@dataclass(frozen=True, slots=True)
class ProgramChoices:
    """A program that a run walks; none pursues the goal as one leaf.

    Attributes:
        goal: What a given one is for, in words.
        write: Whether a model writes one for the goal where none is given.
        answers: Whether the actor says what became of each step, or a call of its own does.
        tries: How often it may try, for one program.
        repairs: How often a program may be changed while it runs.
        actions: Of one leaf.
        turns: Of one loop.
        depth: Functions within functions.
        steps: Leaves in all.
    """

    source: str = ""
    goal: str = ""
    values: tuple[str, ...] = ()
    write: bool = False
    answers: Literal["fused", "separate"] = "fused"
    tries: int = 4
    repairs: int = 3
    actions: int = 40
    turns: int = 1000
    depth: int = 32
    steps: int = 10_000
    reuse: bool = True


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """Where runs are recorded and how long they are kept."""

    directory: Path = Path("~/.local/state/sextant/runs")
    keep_days: float | None = 30.0
    keep_megabytes: float | None = 2000.0
