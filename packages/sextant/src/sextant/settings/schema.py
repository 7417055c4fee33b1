"""The schema of settings: groups, defaults, and one line about each key."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import get_args

from sextant.dataclass import dataclass
from sextant.errors import SettingsError
from sextant.settings.groups import (
    GUIDES,
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
from sextant.settings.trust import printable
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
    "KEYS",
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
        left = printable(", ".join(self.withheld[:_TOLD])) + (", …" if len(self.withheld) > _TOLD else "")
        return f"Settings from {self.file}, without {left}; to apply them too: sextant trust {quote(str(self.file))}"

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
            number(least=0.5, most=5), "Device pixels per CSS pixel, as the page sees it.", always
        ),
        "browser.capture_scale": Key(
            optional(number(least=0.1, most=4)),
            "Screenshot pixels per CSS pixel; `none` chooses a size that a model with vision can read.",
            always,
        ),
        "browser.user_agent": Key(TEXT, "User agent; empty makes a phone's from that of the browser.", always),
        "browser.locale": Key(TEXT, "Language requested from pages, such as `de-DE`.", always),
        "browser.timezone": Key(TEXT, "Time zone such as `Asia/Tokyo`; empty uses that of the machine.", always),
        "browser.clock": Key(optional(TIME), "Start time of the clock of pages; `none` is the real time.", always),
        "browser.geolocation": Key(optional(GEOLOCATION), "Position reported to pages.", just(None)),
        "browser.permissions": Key(
            PERMISSIONS,
            "Permissions of pages: `deny`, `ask`, `grant`, or a list for the app's own pages: `geolocation, camera`.",
            just(("deny",)),
        ),
        "browser.dark": Key(BOOLEAN, "Whether pages are asked for their dark theme.", always),
        "browser.keyboard": Key(
            BOOLEAN, "Whether a virtual keyboard covers part of the screen while a field has the focus.", always
        ),
        "browser.profile": Key(
            optional(PATH), "Directory of a saved profile (logins); `none` creates a temporary one."
        ),
        "browser.headed": Key(BOOLEAN, "Whether the browser shows a window.", always),
        "browser.attach": Key(
            URL,
            "Debugging address of a running Chromium to use; every local user can reach that address.",
        ),
        "browser.attach_tab": Key(
            TEXT, "A tab of that Chromium to use without changing it: its target id, or the beginning of its address."
        ),
        "browser.executable": Key(optional(PATH), "The Chromium to start; `none` searches for one."),
        "browser.downloads": Key(
            DOWNLOADS,
            "Whether downloads are kept: `off`, `ask` (asked like a write), `on`.",
            just("off"),
        ),
        "browser.downloads_to": Key(optional(PATH), "Directory for downloads."),
        "browser.download_megabytes": Key(
            number(least=0), "Size limit of a download; a larger one is not kept.", lower
        ),
        "browser.uploads": Key(
            optional(PATH), "The only directory whose files may be uploaded (no links); `none` uploads nothing."
        ),
        "browser.settle_seconds": Key(
            number(least=0.1, most=120), "Longest wait for a page to settle after an action.", always
        ),
        "browser.read_ahead": Key(
            BOOLEAN,
            "Whether `goto` reads linked pages in the background, and `goto` and `map` read routes from the code.",
            just(False),
        ),
        "browser.by_address": Key(
            BOOLEAN, "Whether `goto` opens known pages by their address instead of touching through the app."
        ),
        "browser.idle_minutes": Key(number(least=0.1, most=10_000), "An unused browser ends after this time.", lower),
        "models.default": Key(TEXT, "Model of every role without its own model."),
        "models.actor": Key(TEXT, "Model that decides actions."),
        "models.author": Key(TEXT, "Model that writes programs."),
        "models.updater": Key(TEXT, "Model that updates the state of guides and programs."),
        "models.verifier": Key(
            model_or("none"),
            "Model that judges whether the goal is reached, once per claim; `none` uses the evidence alone.",
        ),
        "models.authorizer": Key(
            model_or("person", "none"),
            "Model that decides about held writes; `person` asks you; `none`: no write is held.",
        ),
        "models.selector": Key(TEXT, "Model that selects target screens."),
        "models.grounder": Key(TEXT, "Model that finds the point of a described target."),
        "models.base_url": Key(URL, "Base URL of an OpenAI-compatible server."),
        "models.api_key": Key(
            optional(SECRET), "Reference to the key of that server; other providers use their usual variables."
        ),
        "models.profile": Key(
            choice("auto", "full", "lite", "react", "action-only", "compact", "reflection", "stamp"),
            "Form of prompts and decisions.",
        ),
        "models.further_actions": Key(
            whole(least=0, most=20),
            "Actions of the same screen that an answer may list besides the first; `0` for none.",
            lower,
        ),
        "models.vision": Key(choice("auto", "yes", "no"), "Whether pictures are sent.", just("no")),
        "models.marks": Key(BOOLEAN, "Whether pictures show outlines and indices of elements (set-of-marks).", always),
        "models.coordinates": Key(
            choice("auto", "pixels", "unit", "thousand"), "Coordinate frame of the model's points.", always
        ),
        "models.temperature": Key(
            optional(number(least=0, most=2)), "Sampling temperature; `none` uses the provider's default.", always
        ),
        "models.max_output_tokens": Key(whole(least=16), "Limit of tokens per answer.", lower),
        "models.updater_output_tokens": Key(
            optional(whole(least=16)), "The same limit for the updater; `none` uses `models.max_output_tokens`."
        ),
        "models.deadline_seconds": Key(number(least=1, most=3600), "Longest wait for one answer, with retries.", lower),
        "context.preset": Key(
            choice(*get_args(Preset)), "The published agent whose calls, context and limits are used; `plain` or `all`."
        ),
        "context.max_tokens": Key(
            whole(least=500), "Token limit of the prompt's text, without the static prefix.", lower
        ),
        "context.history": Key(
            choice("bounded", "full"), "`bounded`: the latest steps; `full`: all steps with their thoughts."
        ),
        "context.pictures": Key(
            whole(least=0, most=20), "Number of screenshots in a prompt, including the present one.", lower
        ),
        "guides.use": Key(names_of(*GUIDES), "Guides that add knowledge to each prompt."),
        "guides.target": Key(
            choice("meaning", "model"),
            "Selects the target on the map: `meaning` by text similarity, `model` asks the selector first.",
        ),
        "guides.mode": Key(
            choice("fused", "separate"),
            "Updates of guides: `fused` in the actor's decision, `separate` by another call.",
        ),
        "guides.activation": Key(
            choice("auto", "always"),
            "Parts of guides are shown when their rule says that they help (`auto`), or `always`.",
        ),
        "guides.trust": Key(
            choice("evidence", "word"),
            "A requirement is met by `evidence` alone, or by the updater's `word`.",
            just("evidence"),
        ),
        "review.use": Key(
            choice("all", "policy"), "`all`: every check; `policy`: only the checks of what you allow.", just("all")
        ),
        "review.attempts": Key(
            choice("evidence", "model"), "Each touch is judged by `evidence` alone, or also by the verifier (`model`)."
        ),
        "route.stops": Key(TEXTS, "Descriptions of screens to visit; the run ends at the last one."),
        "route.order": Key(choice("ordered", "unordered"), "Order of the stops: as given, or the shortest."),
        "program.source": Key(TEXT, "The program of the run; `sextant program run FILE` sets it."),
        "program.goal": Key(
            TEXT, "The goal of that program, by which its end is judged; without it, only the steps are judged."
        ),
        "program.values": Key(TEXTS, "Initial values of its variables, each as `name=value`."),
        "program.write": Key(BOOLEAN, "Whether the author writes a program for the goal if none is given."),
        "program.answers": Key(
            choice("fused", "separate"),
            "Questions of a program are answered by the actor (`fused`) or the updater (`separate`).",
        ),
        "program.tries": Key(
            whole(least=1, most=10), "Limit of the author's attempts; each gets the errors of the last one.", lower
        ),
        "program.repairs": Key(whole(least=0, most=20), "Limit of repairs of a program that cannot continue.", lower),
        "program.actions": Key(whole(least=1, most=1000), "Limit of actions in one step of a program.", lower),
        "program.turns": Key(whole(least=1, most=10_000), "Limit of iterations of one loop.", lower),
        "program.depth": Key(whole(least=1, most=100), "Limit of nested function calls.", lower),
        "program.steps": Key(
            whole(least=1, most=100_000), "Limit of all steps of a program; repeated steps count each time.", lower
        ),
        "program.reuse": Key(BOOLEAN, "Whether steps that ran twice in the same way are repeated without a model."),
        "budget.max_steps": Key(optional(whole(least=1)), "Limit of steps of a run.", lower),
        "budget.max_tokens": Key(optional(whole(least=1)), "Limit of input and output tokens.", lower),
        "budget.max_dollars": Key(optional(number(least=0)), "Limit of costs in dollars.", lower),
        "budget.max_seconds": Key(optional(number(least=1)), "Limit of wall time in seconds.", lower),
        "policy.origins": Key(
            NAMES, "Origins or packages in which the agent may act; empty means that of the start page."
        ),
        "policy.irreversible": Key(
            choice("ask", "allow", "deny"), "Irreversible actions: ask, allow or refuse.", just("deny")
        ),
        "policy.allowed_acts": Key(
            NAMES, "Labels of irreversible actions that are allowed, such as `Send`; `*` allows all."
        ),
        "policy.writes": Key(
            choice("observe", "ask", "deny"),
            "Writes that touches cause pass, are held until they are allowed, or are refused.",
            just("deny"),
        ),
        "policy.allowed_requests": Key(REQUESTS, "Requests that pass the write gate: `POST /search*`."),
        "policy.leave": Key(
            choice("ask", "allow", "deny"),
            "Pages and frames of other origins: ask you (refuse if nobody can be asked), allow or refuse.",
            just("deny"),
        ),
        "journal.directory": Key(PATH, "Directory of runs and their pictures."),
        "journal.keep_days": Key(optional(number(least=0)), "`sextant runs gc` removes runs older than this."),
        "journal.keep_megabytes": Key(
            optional(number(least=1)), "`sextant runs gc` removes the oldest runs above this total size."
        ),
        "device.faults": Key(TEXT, "Simulated faults and their rates: `popup=0.1,dropped_tap=0.2,seed=7`."),
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
        "android.display": Key(
            optional(whole(least=0)), "Number of the display to use; `none` is the one in front.", always
        ),
        "android.settle_seconds": Key(
            number(least=0.1, most=120), "Longest wait for a screen to settle after an act.", always
        ),
        "android.reconnect_seconds": Key(
            number(least=0, most=86_400), "How long a phone that was unplugged is waited for.", lower
        ),
        "android.network": Key(
            BOOLEAN,
            "Whether each step notes what the app in front sent over the network, as weak evidence.",
            just(False),
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
