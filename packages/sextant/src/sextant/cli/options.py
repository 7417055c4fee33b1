"""Options shared by several commands, and the settings that they set."""

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.output import JsonFlag, is_new, known_values
from sextant.errors import UsageError
from sextant.settings import Settings, load
from sextant.settings.credentials import PASSWORD, USER, credentials_of, secret_values, without_credentials
from sextant.text.legible import for_terminal

__all__ = [
    "Allow",
    "AllowEverything",
    "AllowRequest",
    "AnswerSchema",
    "AnyOrder",
    "App",
    "Attach",
    "AttachTab",
    "Authorizer",
    "ByAddress",
    "ConfigFile",
    "DeviceName",
    "Faults",
    "Guides",
    "Headed",
    "Irreversible",
    "JsonFlag",
    "LineFile",
    "MaxDollars",
    "MaxSeconds",
    "MaxSteps",
    "MaxTokens",
    "ModelName",
    "Origins",
    "PresetName",
    "Profile",
    "ReadAhead",
    "ReadOnly",
    "RunName",
    "Secret",
    "Set",
    "Stops",
    "TaskId",
    "TaskSeed",
    "Unattended",
    "Verifier",
    "apart",
    "pairs",
    "settings_of",
]

_BUDGET, _BROWSER, _POLICY, _SETTINGS = "Limits", "Browser", "Permissions", "Settings"
_RECORD = "For benchmarks"

ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings file to read.", rich_help_panel=_SETTINGS)
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Any setting, such as browser.locale=de-DE.", rich_help_panel=_SETTINGS
    ),
]


def apart(target: str) -> str:
    """Strip user and password from a target; they are held in memory, and masked in all output."""
    if "@" not in target:
        return target

    bare = without_credentials(target)
    if (found := credentials_of(bare)) is not None:
        known = known_values()
        known.learn(USER, found.user)
        known.learn(PASSWORD, found.password)
    return bare


DeviceName = Annotated[
    str,
    typer.Option(
        *("--device", "-d"),
        metavar="DEVICE",
        help="Device: web:URL, world:SPLIT/N or scripted:FILE.json.",
        callback=apart,
    ),
]
Faults = Annotated[
    str | None,
    typer.Option("--faults", metavar="FAULTS", help="Simulate device faults, such as popup=0.1,seed=7."),
]
ModelName = Annotated[
    str | None,
    typer.Option("--model", "-m", metavar="MODEL", help="Language model, such as openai:gpt-5 or local:smollm2."),
]
Guides = Annotated[
    list[str] | None,
    typer.Option(
        "--guide",
        metavar="NAME",
        help="Guides in the prompt: map, memory, task-state, belief; separated by commas.",
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset", metavar="NAME", help="Preset: a published agent (agentprog, tsr …), baseline, plain or all."
    ),
]
Stops = Annotated[
    list[str] | None,
    typer.Option("--stop", metavar="TEXT", help="Screen to visit, found on the map; may be repeated, in order."),
]
AnyOrder = Annotated[bool, typer.Option("--any-order", help="Visit the screens in the shortest order.")]
AnswerSchema = Annotated[
    Path | None, typer.Option("--answer-schema", metavar="FILE", help="JSON schema that the answer must follow.")
]
MaxSteps = Annotated[
    int | None, typer.Option("--max-steps", help="Limit of steps of the whole run.", rich_help_panel=_BUDGET)
]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens", help="Limit of tokens of the whole run.", rich_help_panel=_BUDGET)
]
MaxDollars = Annotated[
    float | None, typer.Option("--max-dollars", help="Limit of dollars of the whole run.", rich_help_panel=_BUDGET)
]
MaxSeconds = Annotated[
    float | None,
    typer.Option("--max-seconds", help="Limit of wall time of the whole run, in seconds.", rich_help_panel=_BUDGET),
]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser's window.", rich_help_panel=_BROWSER)]
ReadAhead = Annotated[
    bool | None,
    typer.Option(
        "--read-ahead/--no-read-ahead",
        help="Read linked pages in the background, and routes from the app's code.",
        rich_help_panel=_BROWSER,
        show_default="on",
    ),
]
ByAddress = Annotated[
    bool,
    typer.Option(
        "--by-address",
        help="Open known pages by their address instead of touching through the app.",
        rich_help_panel=_BROWSER,
    ),
]
Attach = Annotated[
    str | None,
    typer.Option(
        "--attach",
        metavar="CDP_URL",
        help="Use a running Chromium, by its debugging address.",
        rich_help_panel=_BROWSER,
    ),
]
AttachTab = Annotated[
    str | None,
    typer.Option(
        "--attach-tab",
        metavar="TARGET",
        help="A tab of that Chromium, by its id or the beginning of its address. The tab is not changed.",
        rich_help_panel=_BROWSER,
    ),
]
Profile = Annotated[
    Path | None,
    typer.Option(
        "--profile", metavar="DIR", help="Folder of a saved browser profile (logins).", rich_help_panel=_BROWSER
    ),
]
App = Annotated[
    list[str] | None,
    typer.Option("--app", metavar="NAME=URL", help="Start page of an app for open_app.", rich_help_panel=_BROWSER),
]
Origins = Annotated[
    list[str] | None,
    typer.Option(
        "--origin", metavar="ORIGIN", help="Another origin in which the agent may act.", rich_help_panel=_POLICY
    ),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow", metavar="LABEL", help="Label of an irreversible action that is allowed.", rich_help_panel=_POLICY
    ),
]
AllowEverything = Annotated[
    bool,
    typer.Option(
        "--allow-everything",
        help="For benchmarks: ask nobody and refuse nothing, on any origin. The result records this.",
        rich_help_panel=_POLICY,
    ),
]
Irreversible = Annotated[
    str | None,
    typer.Option(
        "--irreversible", metavar="ask|allow|deny", help="Policy for irreversible actions.", rich_help_panel=_POLICY
    ),
]
ReadOnly = Annotated[
    bool,
    typer.Option(
        "--read-only",
        help="Refuse irreversible actions, and all writes but those that a page sends before it is touched.",
        rich_help_panel=_POLICY,
    ),
]
AllowRequest = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-request",
        metavar="'METHOD PATTERN'",
        help="Request that passes the write gate, such as 'POST /search*'; may be repeated.",
        rich_help_panel=_POLICY,
    ),
]
Authorizer = Annotated[
    str | None,
    typer.Option(
        "--authorizer",
        metavar="MODEL|person|none",
        help="Decides about held writes; none lets them pass and records them.",
        rich_help_panel=_POLICY,
    ),
]
Verifier = Annotated[
    str | None,
    typer.Option(
        "--verifier",
        metavar="MODEL|none",
        help="Judges whether the goal is reached; none uses the evidence alone.",
        rich_help_panel=_POLICY,
    ),
]
Secret = Annotated[
    list[str] | None,
    typer.Option(
        "--secret", metavar="NAME=REF", help="Secret by reference: env:VARIABLE or file:PATH.", rich_help_panel=_POLICY
    ),
]
Picker = Annotated[
    str | None,
    typer.Option(
        "--model", metavar="NAME", help="Model that selects the target or the next control, such as openai:gpt-5."
    ),
]
TaskId = Annotated[
    str, typer.Option("--task", metavar="ID", help="Id of the task in a benchmark.", rich_help_panel=_RECORD)
]
TaskSeed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Seed of the task in that benchmark.", rich_help_panel=_RECORD)
]
LineFile = Annotated[
    Path | None,
    typer.Option(
        "--line", metavar="FILE", help="Append the run to this file, as one line of JSON.", rich_help_panel=_RECORD
    ),
]
Unattended = Annotated[
    bool, typer.Option("--unattended", help="Ask nobody, even on a terminal.", rich_help_panel=_POLICY)
]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="Id of a run, the beginning of an id, or `last`.")]

FLAGS = {
    "device.faults": "--faults",
    "models.default": "--model",
    "models.selector": "--model",
    "context.preset": "--preset",
    "guides.use": "--guide",
    "route.stops": "--stop",
    "route.order": "--any-order",
    "program.source": "FILE",
    "program.goal": "--goal",
    "program.values": "--set",
    "budget.max_steps": "--max-steps",
    "budget.max_tokens": "--max-tokens",
    "budget.max_dollars": "--max-dollars",
    "budget.max_seconds": "--max-seconds",
    "browser.headed": "--headed",
    "browser.attach": "--attach",
    "browser.attach_tab": "--attach-tab",
    "browser.read_ahead": "--read-ahead",
    "browser.by_address": "--by-address",
    "browser.profile": "--profile",
    "policy.origins": "--origin",
    "policy.allowed_acts": "--allow",
    "policy.irreversible": "--irreversible",
    "policy.writes": "--read-only",
    "policy.allowed_requests": "--allow-request",
    "policy.leave": "--allow-everything",
    "models.authorizer": "--authorizer",
    "models.verifier": "--verifier",
}
"""The flag of a setting, for messages."""


def settings_of(
    file: Path | None = None,
    assignments: Sequence[str] | None = None,
    *,
    apps: Sequence[str] | None = None,
    secrets: Sequence[str] | None = None,
    recorded: Mapping[str, str] | None = None,
    uses: Collection[str] | None = None,
    **flags: object,
) -> "Settings":
    """The settings of a command. `flags` are keys of `FLAGS` with `__` for the dot; None means not given.

    `recorded` are the settings of a run that is resumed; `uses` names the groups that the command reads, by default
    all. The name of a found settings file is printed to standard error.
    """
    given: dict[str, object] = {}
    places: dict[str, str] = {}
    for name, value in {key.replace("__", "."): value for key, value in flags.items()}.items():
        if value is not None and value is not False and value != []:
            given[name], places[name] = value, FLAGS[name]
    for prefix, flag, entries in (
        ("", "--set", assignments),
        ("apps.", "--app", apps),
        ("secrets.", "--secret", secrets),
    ):
        for name, value in pairs(entries, flag).items():
            given[prefix + name], places[prefix + name] = value, f"{flag} {name}"
    settings = load(
        given,
        environ=os.environ,
        directory=Path.cwd(),
        file=file,
        places=places,
        recorded=recorded or {},
        uses=uses,
    )
    _name_once(settings.told)
    if settings.secrets:
        known_values().follow(secret_values(settings, waits=False))
    return settings


def _name_once(line: str) -> None:
    """Print the settings file in force to standard error, once a command."""
    if line and is_new(line):
        typer.echo(for_terminal(line), err=True)


def pairs(entries: Sequence[str] | None, flag: str) -> dict[str, str]:
    """Parse `NAME=VALUE` entries of a repeatable flag.

    Raises:
        UsageError: An entry has no name or no `=`.
    """
    found: dict[str, str] = {}
    for entry in entries or ():
        name, separator, value = entry.partition("=")
        if not separator or not name.strip():
            raise UsageError(
                f"{flag} expects NAME=VALUE, got {_named_only(entry)!r}.", "Write the name, =, and the value."
            )
        found[name.strip()] = value.strip()
    return found


def _named_only(entry: str) -> str:
    """The beginning of an entry only: it may be a secret."""
    return entry if len(entry) <= 12 else f"{entry[:12]}…"
