"""What can be set: the groups, their defaults, and one line about each key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from sextant.errors import SettingsError
from sextant.settings.values import (
    BOOLEAN,
    GEOLOCATION,
    NAMES,
    PATH,
    REQUESTS,
    SECRET,
    SIZE,
    TEXT,
    TEXTS,
    TIME,
    URL,
    Geolocation,
    Kind,
    Origin,
    SecretRef,
    choice,
    model_or,
    names_of,
    number,
    optional,
    whole,
)
from sextant.types.decisions import Profile
from sextant.types.geometry import Size
from sextant.types.tasks import Budget, Policy

__all__ = [
    "DROPPED",
    "GROUPS",
    "GUIDES",
    "HIDDEN_PARTS",
    "KEYS",
    "OFF_PARTS",
    "TABLES",
    "BrowserSettings",
    "ContextChoices",
    "DeviceChoices",
    "GuideChoices",
    "JournalSettings",
    "Key",
    "ModelChoices",
    "Origin",
    "Preset",
    "ReviewChoices",
    "RouteChoices",
    "SecretRef",
    "Settings",
    "shown",
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
    permissions: Literal["ask", "grant", "deny"] = "ask"
    dark: bool = False
    keyboard: bool = False
    profile: Path | None = None
    headed: bool = False
    attach: str = ""
    attach_tab: str = ""
    executable: Path | None = None
    downloads: Path | None = None
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


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set.

    Attributes:
        apps: Start pages by the name `open_app` knows.
        hooks: JavaScript by the key that it stands for.
        secrets: References by name; a value is read when it is typed and never kept.
        file: The settings file that was read; None where there was none.
        origins: Where each key's value came from, by dotted name.
        notices: Things that are no errors but that somebody should know.
    """

    browser: BrowserSettings = BrowserSettings()
    models: ModelChoices = ModelChoices()
    context: ContextChoices = ContextChoices()
    guides: GuideChoices = GuideChoices()
    review: ReviewChoices = ReviewChoices()
    route: RouteChoices = RouteChoices()
    program: ProgramChoices = ProgramChoices()
    budget: Budget = Budget()
    policy: Policy = Policy()
    journal: JournalSettings = JournalSettings()
    device: DeviceChoices = DeviceChoices()
    apps: Mapping[str, str] = field(default_factory=dict[str, str])
    hooks: Mapping[str, str] = field(default_factory=dict[str, str])
    secrets: Mapping[str, SecretRef] = field(default_factory=dict[str, SecretRef])
    file: Path | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict[str, Origin])
    notices: tuple[str, ...] = ()

    def origin(self, key: str) -> Origin:
        """Where the value of `browser.viewport` and the like came from."""
        return self.origins.get(key, Origin("default"))

    def values(self) -> Iterator[tuple[str, object]]:
        """Every key with its value; entries of `apps`, `hooks` and `secrets` last."""
        for name in KEYS:
            group, _, key = name.partition(".")
            yield name, getattr(getattr(self, group), key)
        for table, entries in (("apps", self.apps), ("hooks", self.hooks), ("secrets", self.secrets)):
            for name, value in entries.items():
                yield f"{table}.{name}", value

    def secret(self, name: str, environ: Mapping[str, str]) -> str:
        """The value behind a secret's name, read now.

        Raises:
            SettingsError: No such secret, or its reference leads nowhere.
        """
        reference = self.secrets.get(name)
        if reference is None:
            known = ", ".join(sorted(self.secrets)) or "none"
            raise SettingsError(
                f"There is no secret {name!r} (known: {known}).",
                f'Add it to sextant.toml under [secrets]: {name} = "env:VARIABLE" or "file:PATH".',
            )
        try:
            return reference.read(environ)
        except (KeyError, OSError) as error:
            raise SettingsError(
                f"The secret {name!r} refers to {reference}, which cannot be read.", "Set or create it, then try again."
            ) from error


@dataclass(frozen=True, slots=True)
class Key:
    """One key: how its value is read and what it means."""

    kind: Kind
    about: str


KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "browser.viewport": Key(SIZE, "Visible page in CSS pixels."),
        "browser.scale_factor": Key(number(least=0.5, most=5), "Device pixels to a CSS pixel, as the page sees it."),
        "browser.capture_scale": Key(
            optional(number(least=0.1, most=4)), "Picture pixels to a CSS pixel; `none`: legible to a model that sees."
        ),
        "browser.user_agent": Key(TEXT, "User agent; empty derives a phone's from the browser's own."),
        "browser.locale": Key(TEXT, "Language pages are asked for, such as `de-DE`."),
        "browser.timezone": Key(TEXT, "Time zone such as `Asia/Tokyo`; empty keeps the machine's."),
        "browser.clock": Key(optional(TIME), "When the pages' clock starts; `none` is the real time."),
        "browser.geolocation": Key(optional(GEOLOCATION), "Position pages are told."),
        "browser.permissions": Key(choice("ask", "grant", "deny"), "What happens when a page asks for a permission."),
        "browser.dark": Key(BOOLEAN, "Whether pages are asked for their dark colours."),
        "browser.keyboard": Key(BOOLEAN, "Whether a virtual keyboard takes room while a field has the focus."),
        "browser.profile": Key(optional(PATH), "Directory of a saved profile (logins); `none` makes one for the run."),
        "browser.headed": Key(BOOLEAN, "Whether the browser shows a window."),
        "browser.attach": Key(URL, "Debugging address of a running Chromium to use instead of starting one."),
        "browser.attach_tab": Key(
            TEXT, "A tab of that Chromium to use and leave as it is: its target id, or how its address begins."
        ),
        "browser.executable": Key(optional(PATH), "The Chromium to start; `none` finds one."),
        "browser.downloads": Key(optional(PATH), "Directory that downloads are kept in."),
        "browser.uploads": Key(
            optional(PATH), "The one directory files may be offered to pages from; `none` offers none."
        ),
        "browser.settle_seconds": Key(number(least=0.1, most=120), "Longest wait for a page to settle after an act."),
        "browser.read_ahead": Key(
            BOOLEAN,
            "Whether `goto` reads pages of the app ahead, in its session, without showing them, "
            "and `goto` and `map` its code.",
        ),
        "browser.by_address": Key(
            BOOLEAN, "Whether `goto` opens a page it knows by its address; else it walks there by touches."
        ),
        "browser.idle_minutes": Key(
            number(least=0.1, most=10_000), "A browser nobody uses ends itself after this long."
        ),
        "models.default": Key(TEXT, "Model of every role that names none."),
        "models.actor": Key(TEXT, "Decides actions."),
        "models.author": Key(TEXT, "Writes programs."),
        "models.updater": Key(TEXT, "Keeps state up to date."),
        "models.verifier": Key(
            model_or("none"), "Judges whether the goal is reached, once a claim; `none` leaves it to evidence."
        ),
        "models.authorizer": Key(
            model_or("person", "none"), "Decides about held writes; `person` asks you, `none` lets writes pass."
        ),
        "models.selector": Key(TEXT, "Picks target screens."),
        "models.grounder": Key(TEXT, "Turns a described target into a point."),
        "models.base_url": Key(URL, "Base URL of an OpenAI-compatible server."),
        "models.api_key": Key(
            optional(SECRET), "Where that server's key is; other providers use their usual variables."
        ),
        "models.profile": Key(
            choice("auto", "full", "lite", "react", "action-only", "compact", "reflection", "stamp"),
            "How much a decision may hold.",
        ),
        "models.vision": Key(choice("auto", "yes", "no"), "Whether pictures are sent."),
        "models.marks": Key(BOOLEAN, "Whether pictures carry outlines and index tags (set-of-marks)."),
        "models.coordinates": Key(choice("auto", "pixels", "unit", "thousand"), "Frame the model gives points in."),
        "models.temperature": Key(
            optional(number(least=0, most=2)), "Sampling temperature; `none` leaves it to the provider."
        ),
        "models.max_output_tokens": Key(whole(least=16), "Longest answer."),
        "models.updater_output_tokens": Key(optional(whole(least=16)), "The updater's, where it is another."),
        "models.deadline_seconds": Key(number(least=1, most=3600), "Longest wait for one answer, retries included."),
        "context.preset": Key(
            choice(*get_args(Preset)), "A published system whose calls, windows and limits are taken; `plain`; `all`."
        ),
        "context.max_tokens": Key(whole(least=500), "Longest text a step, besides the static prefix."),
        "context.history": Key(choice("bounded", "full"), "The latest steps, or all with all thoughts."),
        "context.pictures": Key(whole(least=0, most=20), "Screenshots that go along, the present one included."),
        "guides.use": Key(names_of(*GUIDES), "Guides that add what they know to each brief."),
        "guides.target": Key(choice("meaning", "model"), "Who picks the map's target: word vectors, or a model first."),
        "guides.mode": Key(choice("fused", "separate"), "What keeps guides: the actor's decisions or their own calls."),
        "guides.hide": Key(names_of(*HIDDEN_PARTS), "Guides or parts of them that are kept and not told."),
        "guides.off": Key(names_of(*OFF_PARTS), "Parts of guides that are not kept at all."),
        "guides.activation": Key(
            choice("auto", "always"), "Whether parts of guides are told where their rule says they help, or always."
        ),
        "guides.trust": Key(choice("evidence", "word"), "What task-state takes as done: proof, or its updater's word."),
        "review.use": Key(choice("all", "policy"), "Whether all is reviewed, or kept to what you allow and no more."),
        "review.attempts": Key(choice("evidence", "model"), "Who judges each touch: evidence, or the verifier too."),
        "route.stops": Key(TEXTS, "Screens to be reached one after the other, in words; a run is over at the last."),
        "route.order": Key(
            choice("ordered", "unordered"), "Whether stops are reached as they stand, or as is shortest."
        ),
        "program.source": Key(TEXT, "The program that a run walks; `sextant program run FILE` sets it."),
        "program.goal": Key(TEXT, "What that program is for; its end is judged by it. None leaves it to the steps."),
        "program.values": Key(TEXTS, "Values of its variables that are known beforehand, each as `name=value`."),
        "program.write": Key(BOOLEAN, "Whether the author's model writes one for the goal where none is given."),
        "program.answers": Key(
            choice("fused", "separate"), "Whether the actor answers what a program asks, or the updater's model does."
        ),
        "program.tries": Key(whole(least=1, most=10), "How often it may try, with what was wrong given back."),
        "program.repairs": Key(whole(least=0, most=20), "How often it may change a program that cannot go on."),
        "program.actions": Key(whole(least=1, most=1000), "Most touches of one step of a program."),
        "program.turns": Key(whole(least=1, most=10_000), "Most turns of one loop."),
        "program.depth": Key(whole(least=1, most=100), "How deep functions may call each other."),
        "program.steps": Key(whole(least=1, most=100_000), "Most steps of a program, each time that one is done."),
        "program.reuse": Key(
            BOOLEAN, "Whether steps that were carried out the same way twice are done again without a model."
        ),
        "budget.max_steps": Key(optional(whole(least=1)), "Most steps of a run."),
        "budget.max_tokens": Key(optional(whole(least=1)), "Most tokens, in and out."),
        "budget.max_dollars": Key(optional(number(least=0)), "Most money."),
        "budget.max_seconds": Key(optional(number(least=1)), "Most wall time."),
        "policy.origins": Key(NAMES, "Origins or packages it may act in; empty means the start page's."),
        "policy.irreversible": Key(choice("ask", "allow", "deny"), "What happens to acts that cannot be taken back."),
        "policy.allowed_acts": Key(NAMES, "Labels of irreversible acts allowed beforehand, such as `Send`; `*`: all."),
        "policy.writes": Key(
            choice("observe", "ask", "deny"), "What the write gate does with writes: let pass, hold and ask, or refuse."
        ),
        "policy.allowed_requests": Key(REQUESTS, "Requests that pass the write gate: `POST /search*`."),
        "journal.directory": Key(PATH, "Where runs and their pictures are kept."),
        "journal.keep_days": Key(optional(number(least=0)), "`sextant runs gc` removes runs older than this."),
        "journal.keep_megabytes": Key(
            optional(number(least=1)), "`sextant runs gc` removes the oldest beyond this size."
        ),
        "device.faults": Key(TEXT, "What a run breaks on purpose, and how often: `popup=0.1,dropped_tap=0.2,seed=7`."),
    }
)
"""Every key by its dotted name, in the order it is shown."""

TABLES: Mapping[str, Key] = MappingProxyType(
    {
        "apps": Key(URL, 'Start page of an app, by name: `mail = "http://localhost:8025"`.'),
        "hooks": Key(TEXT, 'JavaScript that the page answers a key with: `home = "phone.home()"`.'),
        "secrets": Key(SECRET, 'Reference to a secret, by name: `login = "env:APP_PASSWORD"`; never the value.'),
    }
)
"""Tables whose keys the user names."""

DROPPED = frozenset({"review.entailment"})
"""Keys of earlier versions; a file that still sets one is read, with a notice."""

GROUPS: Mapping[str, type[object]] = MappingProxyType(
    {
        "browser": BrowserSettings,
        "models": ModelChoices,
        "context": ContextChoices,
        "guides": GuideChoices,
        "review": ReviewChoices,
        "route": RouteChoices,
        "program": ProgramChoices,
        "budget": Budget,
        "policy": Policy,
        "journal": JournalSettings,
        "device": DeviceChoices,
    }
)


def shown(name: str, value: object) -> str:
    """A value as a person writes it. Secrets show their reference only."""
    group = name.partition(".")[0]
    key = TABLES[group] if group in TABLES else KEYS[name]
    return key.kind.show(value)
