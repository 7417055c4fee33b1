"""The groups of settings, with their defaults."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Literal

from sextant.dataclass import dataclass
from sextant.settings.values import Geolocation, SecretRef
from sextant.types.decisions import Profile
from sextant.types.geometry import Size
from sextant.types.tasks import Order

__all__ = [
    "GUIDES",
    "AndroidSettings",
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
"""Names of the guides, in the order of their sections."""


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
class AndroidSettings:
    """Android phones that adb reaches."""

    driver: Literal["auto", "uiautomator2", "plain"] = "auto"
    keyboard: Literal["own", "adb"] = "own"
    display: int | None = None
    settle_seconds: float = 6.0
    reconnect_seconds: float = 60.0
    network: bool = False


@dataclass(frozen=True, slots=True)
class DeviceChoices:
    """Settings for every kind of device."""

    faults: str = ""


_NO_MODEL = ("none", "person")


@dataclass(frozen=True, slots=True)
class ModelChoices:
    """Language models, one for each role; an empty role uses `default`.

    `none` and `person` mean that no model plays the role.
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
    further_actions: int = 5
    marks: bool = False
    coordinates: Literal["auto", "pixels", "unit", "thousand"] = "auto"
    temperature: float | None = None
    max_output_tokens: int = 4096
    updater_output_tokens: int | None = None
    deadline_seconds: float = 120.0

    @property
    def hold_seconds(self) -> float:
        """The longest time that a write is held for an answer: that of a slow model, or two minutes for a person."""
        return max(120.0, self.deadline_seconds)

    def of(self, role: str) -> str:
        """The model of a role; empty where none is set or no model plays it."""
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
        preset: A published system, or `all`: sets the keys that no other source sets (`sextant.settings.presets`).
        max_tokens: Most tokens of text besides the static prefix, screen listing included.
        history: `bounded`: the latest steps, a line each; `full`: every step with its thoughts.
        pictures: Screenshots in a request, the current one included.
    """

    preset: Preset = "none"
    max_tokens: int = 6000
    history: Literal["bounded", "full"] = "bounded"
    pictures: int = 1


@dataclass(frozen=True, slots=True)
class GuideChoices:
    """The guides of a run with a model.

    Attributes:
        use: Guides by name.
        target: What picks the target screen on the map: word vectors, or the selector's model first.
        mode: Whether guides are updated by deltas in the actor's decisions, or by calls of their own.
        activation: Whether parts are shown where their rule says they help, or always.
        trust: Whether a requirement is met by evidence only, or by a model's word.
    """

    use: tuple[str, ...] = ()
    target: Literal["meaning", "model"] = "meaning"
    mode: Literal["fused", "separate"] = "fused"
    activation: Literal["auto", "always"] = "auto"
    trust: Literal["evidence", "word"] = "evidence"


@dataclass(frozen=True, slots=True)
class ReviewChoices:
    """What reviews decisions, attempts, and the end of a run.

    Attributes:
        use: `all`: review, recovery, and evidence for the end; `policy`: only the user's policy, the end as claimed.
        attempts: Whether only evidence judges a touch, or a model too (LongHorizonUI, equation 3).
    """

    use: Literal["all", "policy"] = "all"
    attempts: Literal["evidence", "model"] = "evidence"


@dataclass(frozen=True, slots=True)
class RouteChoices:
    """Screens that a run must pass, by the map; without any, the model finds its path."""

    stops: tuple[str, ...] = ()
    order: Order = "ordered"


@dataclass(frozen=True, slots=True)
class ProgramChoices:
    """The program of a run; without one, the goal is pursued as one leaf.

    Attributes:
        goal: The goal of a given program, in words.
        write: Whether a model writes a program for the goal where none is given.
        answers: Whether the actor answers a program's questions in its decision, or a separate call does.
        tries: Most tries to write one program.
        repairs: Most changes of a program while it runs.
        actions: Most actions of one leaf.
        turns: Most turns of one loop.
        depth: Most nested function calls.
        steps: Most leaves in all.
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
    """Where runs are recorded, and how long they are stored."""

    directory: Path = Path("~/.local/state/sextant/runs")
    keep_days: float | None = 30.0
    keep_megabytes: float | None = 2000.0
