"""Shared options that set settings, passed to a command as one `Given` instead of one parameter each."""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from sextant.cli import options
from sextant.cli.options import settings_of
from sextant.errors import UsageError
from sextant.settings import Settings
from sextant.types.tasks import Policy

__all__ = ["Given", "takes"]

OPTIONS: Mapping[str, tuple[Any, str]] = {
    "faults": (options.Faults, "device.faults"),
    "model": (options.ModelName, "models.default"),
    "preset": (options.PresetName, "context.preset"),
    "guide": (options.Guides, "guides.use"),
    "stop": (options.Stops, "route.stops"),
    "max_steps": (options.MaxSteps, "budget.max_steps"),
    "max_tokens": (options.MaxTokens, "budget.max_tokens"),
    "max_dollars": (options.MaxDollars, "budget.max_dollars"),
    "max_seconds": (options.MaxSeconds, "budget.max_seconds"),
    "headed": (options.Headed, "browser.headed"),
    "attach": (options.Attach, "browser.attach"),
    "attach_tab": (options.AttachTab, "browser.attach_tab"),
    "read_ahead": (options.ReadAhead, "browser.read_ahead"),
    "by_address": (options.ByAddress, "browser.by_address"),
    "profile": (options.Profile, "browser.profile"),
    "app": (options.App, ""),
    "origin": (options.Origins, "policy.origins"),
    "allow": (options.Allow, "policy.allowed_acts"),
    "irreversible": (options.Irreversible, "policy.irreversible"),
    "read_only": (options.ReadOnly, ""),
    "allow_everything": (options.AllowEverything, ""),
    "allow_request": (options.AllowRequest, "policy.allowed_requests"),
    "authorizer": (options.Authorizer, "models.authorizer"),
    "verifier": (options.Verifier, "models.verifier"),
    "secret": (options.Secret, ""),
    "config": (options.ConfigFile, ""),
    "assignments": (options.Set, ""),
}
"""By parameter: the option, and its setting; empty where it sets several or none."""

_SWITCHES = (options.Headed, options.ReadOnly, options.ByAddress, options.AllowEverything)


class Given:
    """The values of the options that a command `takes`."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def take_plain(self) -> list[str]:
        """Take out the `--set` assignments without a dot in the name: they are no settings, but for the command."""
        given = list(cast("Sequence[str] | None", self._values.get("assignments")) or ())
        plain = [text for text in given if "." not in text.partition("=")[0]]
        self._values = {**self._values, "assignments": [text for text in given if text not in plain] or None}
        return plain

    def settings(self, recorded: Mapping[str, str] | None = None, **flags: object) -> "Settings":
        """The settings with these options; `flags` and `recorded` as in `settings_of`.

        Raises:
            UsageError: A value is invalid for its setting.
        """
        values: dict[str, Any] = dict(self._values)
        own = {
            setting.replace(".", "__"): values[name]
            for name, (_, setting) in OPTIONS.items()
            if setting and name in values
        }
        if values.get("read_only"):
            own |= _read_only(own)
        if values.get("allow_everything"):
            own |= _everything(bool(values.get("read_only")))
        return settings_of(
            values.get("config"),
            values.get("assignments"),
            apps=values.get("app"),
            secrets=values.get("secret"),
            recorded=recorded,
            uses=None,
            **own,
            **flags,
        )


def _read_only(own: Mapping[str, object]) -> Mapping[str, object]:
    """The settings of `--read-only`.

    Raises:
        UsageError: Irreversible acts are allowed as well.
    """
    if own.get("policy__irreversible") not in (None, "deny") or own.get("policy__allowed_acts"):
        raise UsageError(
            "--read-only contradicts --irreversible and --allow.",
            "Omit one of them. To permit single requests, use --allow-request 'METHOD PATTERN'.",
        )
    return {"policy__writes": "deny", "policy__irreversible": "deny"}


def _everything(read_only: bool) -> Mapping[str, object]:
    """The settings of `--allow-everything`.

    Raises:
        UsageError: `--read-only` is given as well.
    """
    if read_only:
        raise UsageError("--allow-everything contradicts --read-only.", "Omit one of them.")

    policy = Policy.everything()
    names = ("origins", "irreversible", "allowed_acts", "writes", "leave")
    return {f"policy__{name}": getattr(policy, name) for name in names}


def takes(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a command with these options, `--config` and `--set`, in place of its parameter `given`."""

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        taken = (*names, "config", "assignments")

        @functools.wraps(command)
        def called(**values: object) -> None:
            given = Given({name: values.pop(name) for name in taken})
            command(given=given, **values)

        cast("Any", called).__signature__ = _with_options(inspect.signature(command), taken)
        return called

    return decorated


def _with_options(signature: inspect.Signature, names: tuple[str, ...]) -> inspect.Signature:
    own = [one.replace(kind=one.KEYWORD_ONLY) for one in signature.parameters.values() if one.name != "given"]
    more = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=False if OPTIONS[name][0] in _SWITCHES else None,
            annotation=OPTIONS[name][0],
        )
        for name in names
    ]
    tail = [one for one in own if one.name == "json"]  # last in the help, as in every command
    return inspect.Signature([*(one for one in own if one.name != "json"), *more, *tail])
