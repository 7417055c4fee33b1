"""The schema of settings: groups, defaults, and one line about each key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from sextant.errors import SettingsError
from sextant.settings.groups import (
    GUIDES,
    HIDDEN_PARTS,
    OFF_PARTS,
    AndroidSettings,
    BrowserSettings,
    ContextChoices,
    DeviceChoices,
    GuideChoices,
    JournalSettings,
    ModelChoices,
    Preset,
    ProgramChoices,
    ReviewChoices,
    RouteChoices,
)
from sextant.settings.values import (
    BOOLEAN,
    BOUND_SECRET,
    DOWNLOADS,
    GEOLOCATION,
    NAMES,
    PATH,
    PERMISSIONS,
    REQUESTS,
    SECRET,
    SIZE,
    TEXT,
    TEXTS,
    TIME,
    URL,
    Harmless,
    Kind,
    Origin,
    SecretRef,
    always,
    choice,
    just,
    lower,
    model_or,
    names_of,
    never,
    number,
    optional,
    whole,
)
from sextant.types.tasks import Budget, Policy

__all__ = [
    "DROPPED",
    "GROUPS",
    "GUIDES",
    "HIDDEN_PARTS",
    "KEYS",
    "OFF_PARTS",
    "TABLES",
    "AndroidSettings",
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


_TOLD = 8
"""Most names listed in a line about withheld settings."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings.

    Attributes:
        apps: Start pages by the name that `open_app` uses.
        hooks: JavaScript by the key that runs it.
        secrets: References by name; a value is read when it is typed, and never stored.
        file: The settings file that was read; None where there was none.
        named: Whether the caller named that file; else it was found.
        trusted: Whether the user trusts the current content of the found file.
        withheld: Keys of the found file that are not applied until it is trusted.
        origins: The source of each key's value, by dotted name.
        notices: Warnings for the user.
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
    android: AndroidSettings = AndroidSettings()
    apps: Mapping[str, str] = field(default_factory=dict[str, str])
    hooks: Mapping[str, str] = field(default_factory=dict[str, str])
    secrets: Mapping[str, SecretRef] = field(default_factory=dict[str, SecretRef])
    file: Path | None = None
    named: bool = False
    trusted: bool = False
    withheld: tuple[str, ...] = ()
    origins: Mapping[str, Origin] = field(default_factory=dict[str, Origin])
    notices: tuple[str, ...] = ()

    def origin(self, key: str) -> Origin:
        """The source of a value, by dotted name (`browser.viewport`)."""
        return self.origins.get(key, Origin("default"))

    @property
    def told(self) -> str:
        """One line about the file in force; empty where none was found, or where the caller named it."""
        if self.file is None or self.named:
            return ""
        if not self.withheld:
            return f"Settings from {self.file}{', which you trust' if self.trusted else ''}."
        left = ", ".join(self.withheld[:_TOLD]) + (", …" if len(self.withheld) > _TOLD else "")
        return f"Settings from {self.file}, without {left}; to apply them too: sextant trust {str(self.file)!r}"

    def values(self) -> Iterator[tuple[str, object]]:
        """Every key with its value; entries of `apps`, `hooks` and `secrets` last."""
        for name in KEYS:
            group, _, key = name.partition(".")
            yield name, getattr(getattr(self, group), key)
        for table, entries in (("apps", self.apps), ("hooks", self.hooks), ("secrets", self.secrets)):
            for name, value in entries.items():
                yield f"{table}.{name}", value

    def secret(self, name: str, environ: Mapping[str, str]) -> str:
        """Read the value of a secret.

        Raises:
            SettingsError: No such secret, or its reference cannot be read.
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
    """One key: how its value is read, what it means, and which values an untrusted file may set."""

    kind: Kind
    about: str
    harmless: Harmless = never


KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "browser.viewport": Key(SIZE, "Visible page in CSS pixels.", always),
        "browser.scale_factor": Key(
            number(least=0.5, most=5), "Device pixels to a CSS pixel, as the page sees it.", always
        ),
        "browser.capture_scale": Key(
            optional(number(least=0.1, most=4)),
            "Picture pixels to a CSS pixel; `none`: legible to a model that sees.",
            always,
        ),
        "browser.user_agent": Key(TEXT, "User agent; empty derives a phone's from the browser's own.", always),
        "browser.locale": Key(TEXT, "Language pages are asked for, such as `de-DE`.", always),
        "browser.timezone": Key(TEXT, "Time zone such as `Asia/Tokyo`; empty keeps the machine's.", always),
        "browser.clock": Key(optional(TIME), "When the pages' clock starts; `none` is the real time.", always),
        "browser.geolocation": Key(optional(GEOLOCATION), "Position pages are told.", always),
        "browser.permissions": Key(
            PERMISSIONS,
            "What pages may use of the machine: `deny`, `ask`, `grant`, or a list for the app's own pages: "
            "`geolocation, camera`.",
            just(("deny",)),
        ),
        "browser.dark": Key(BOOLEAN, "Whether pages are asked for their dark colours.", always),
        "browser.keyboard": Key(BOOLEAN, "Whether a virtual keyboard takes room while a field has the focus.", always),
        "browser.profile": Key(optional(PATH), "Directory of a saved profile (logins); `none` makes one for the run."),
        "browser.headed": Key(BOOLEAN, "Whether the browser shows a window.", always),
        "browser.attach": Key(
            URL,
            "Debugging address of a running Chromium to use instead of one of its own; that is open to all users.",
        ),
        "browser.attach_tab": Key(
            TEXT, "A tab of that Chromium to use and leave as it is: its target id, or how its address begins."
        ),
        "browser.executable": Key(optional(PATH), "The Chromium to start; `none` finds one."),
        "browser.downloads": Key(
            DOWNLOADS,
            "Whether files that pages send are kept: `off`, `ask` (as the write gate asks about writes), `on`.",
            just("off"),
        ),
        "browser.downloads_to": Key(optional(PATH), "Directory that downloads are kept in."),
        "browser.download_megabytes": Key(number(least=0), "A download that is larger is not kept.", lower),
        "browser.uploads": Key(
            optional(PATH), "The one directory files may be offered to pages from; `none` offers none."
        ),
        "browser.settle_seconds": Key(
            number(least=0.1, most=120), "Longest wait for a page to settle after an act.", always
        ),
        "browser.read_ahead": Key(
            BOOLEAN,
            "Whether `goto` reads pages of the app ahead, in its session, without showing them, "
            "and `goto` and `map` its code.",
            just(False),
        ),
        "browser.by_address": Key(
            BOOLEAN, "Whether `goto` opens a page it knows by its address; else it walks there by touches."
        ),
        "browser.idle_minutes": Key(
            number(least=0.1, most=10_000), "A browser nobody uses ends itself after this long.", lower
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
        "models.vision": Key(choice("auto", "yes", "no"), "Whether pictures are sent.", just("no")),
        "models.marks": Key(BOOLEAN, "Whether pictures carry outlines and index tags (set-of-marks).", always),
        "models.coordinates": Key(
            choice("auto", "pixels", "unit", "thousand"), "Frame the model gives points in.", always
        ),
        "models.temperature": Key(
            optional(number(least=0, most=2)), "Sampling temperature; `none` leaves it to the provider.", always
        ),
        "models.max_output_tokens": Key(whole(least=16), "Longest answer.", lower),
        "models.updater_output_tokens": Key(optional(whole(least=16)), "The updater's, where it is another."),
        "models.deadline_seconds": Key(
            number(least=1, most=3600), "Longest wait for one answer, retries included.", lower
        ),
        "context.preset": Key(
            choice(*get_args(Preset)), "A published system whose calls, windows and limits are taken; `plain`; `all`."
        ),
        "context.max_tokens": Key(whole(least=500), "Longest text a step, besides the static prefix.", lower),
        "context.history": Key(choice("bounded", "full"), "The latest steps, or all with all thoughts."),
        "context.pictures": Key(whole(least=0, most=20), "Screenshots that go along, the present one included.", lower),
        "guides.use": Key(names_of(*GUIDES), "Guides that add what they know to each brief."),
        "guides.target": Key(choice("meaning", "model"), "Who picks the map's target: word vectors, or a model first."),
        "guides.mode": Key(choice("fused", "separate"), "What keeps guides: the actor's decisions or their own calls."),
        "guides.hide": Key(names_of(*HIDDEN_PARTS), "Guides or parts of them that are kept and not told."),
        "guides.off": Key(names_of(*OFF_PARTS), "Parts of guides that are not kept at all."),
        "guides.activation": Key(
            choice("auto", "always"), "Whether parts of guides are told where their rule says they help, or always."
        ),
        "guides.trust": Key(
            choice("evidence", "word"), "What task-state takes as done: proof, or its updater's word.", just("evidence")
        ),
        "review.use": Key(
            choice("all", "policy"), "Whether all is reviewed, or kept to what you allow and no more.", just("all")
        ),
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
        "program.tries": Key(whole(least=1, most=10), "How often it may try, with what was wrong given back.", lower),
        "program.repairs": Key(whole(least=0, most=20), "How often it may change a program that cannot go on.", lower),
        "program.actions": Key(whole(least=1, most=1000), "Most touches of one step of a program.", lower),
        "program.turns": Key(whole(least=1, most=10_000), "Most turns of one loop.", lower),
        "program.depth": Key(whole(least=1, most=100), "How deep functions may call each other.", lower),
        "program.steps": Key(
            whole(least=1, most=100_000), "Most steps of a program, each time that one is done.", lower
        ),
        "program.reuse": Key(
            BOOLEAN, "Whether steps that were carried out the same way twice are done again without a model."
        ),
        "budget.max_steps": Key(optional(whole(least=1)), "Most steps of a run.", lower),
        "budget.max_tokens": Key(optional(whole(least=1)), "Most tokens, in and out.", lower),
        "budget.max_dollars": Key(optional(number(least=0)), "Most money.", lower),
        "budget.max_seconds": Key(optional(number(least=1)), "Most wall time.", lower),
        "policy.origins": Key(NAMES, "Origins or packages it may act in; empty means the start page's."),
        "policy.irreversible": Key(
            choice("ask", "allow", "deny"), "What happens to acts that cannot be taken back.", just("deny")
        ),
        "policy.allowed_acts": Key(NAMES, "Labels of irreversible acts allowed beforehand, such as `Send`; `*`: all."),
        "policy.writes": Key(
            choice("observe", "ask", "deny"),
            "What the write gate does with writes: let pass, hold and ask, or refuse.",
            just("deny"),
        ),
        "policy.allowed_requests": Key(REQUESTS, "Requests that pass the write gate: `POST /search*`."),
        "policy.leave": Key(
            choice("ask", "allow", "deny"),
            "What happens to pages and frames of other origins: you are asked (with nobody there, they are refused), "
            "or they are let pass or refused.",
            just("deny"),
        ),
        "journal.directory": Key(PATH, "Where runs and their pictures are kept."),
        "journal.keep_days": Key(optional(number(least=0)), "`sextant runs gc` removes runs older than this."),
        "journal.keep_megabytes": Key(
            optional(number(least=1)), "`sextant runs gc` removes the oldest beyond this size."
        ),
        "device.faults": Key(TEXT, "What a run breaks on purpose, and how often: `popup=0.1,dropped_tap=0.2,seed=7`."),
        "android.driver": Key(
            choice("auto", "uiautomator2", "plain"),
            "How a phone is read and touched: `uiautomator2`, which puts a file on it, or its `plain` own commands.",
            just("plain"),
        ),
        "android.keyboard": Key(
            choice("own", "adb"),
            "`adb`: an installed ADB Keyboard types what `input text` cannot; your own is set again at once.",
            just("own"),
        ),
        "android.display": Key(optional(whole(least=0)), "Display to use; `none` is the one in front.", always),
        "android.settle_seconds": Key(
            number(least=0.1, most=120), "Longest wait for a screen to settle after an act.", always
        ),
        "android.reconnect_seconds": Key(
            number(least=0, most=86_400), "How long a phone that was unplugged is waited for.", lower
        ),
    }
)
"""Every key by its dotted name, in display order."""

TABLES: Mapping[str, Key] = MappingProxyType(
    {
        "apps": Key(URL, 'Start page of an app, by name: `mail = "http://localhost:8025"`.'),
        "hooks": Key(TEXT, 'JavaScript that the page answers a key with: `home = "phone.home()"`.'),
        "secrets": Key(
            BOUND_SECRET,
            'Reference to a secret, by name: `login = "env:APP_PASSWORD"`; never the value. It goes into the fields of '
            "a login on the start page's site, unless it is bound to another place: "
            '`bank = {ref = "env:PIN", origin = "https://bank.example", field = "password"}`.',
        ),
    }
)
"""Tables whose keys the user names."""

DROPPED = frozenset({"review.entailment"})
"""Keys of earlier versions: they are accepted with a notice."""

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
        "android": AndroidSettings,
    }
)


def shown(name: str, value: object) -> str:
    """Format a value as a person writes it. Secrets show their reference only."""
    group = name.partition(".")[0]
    key = TABLES[group] if group in TABLES else KEYS[name]
    return key.kind.show(value)
