"""The error model.

Every failure is attributed to one boundary and translated there once, `from` its cause. The message says what
happened and what to do next. A bad *episode* is data (`Episode.status`), not an exception: these errors reach a
caller only where no episode could be begun or where one could not be carried on.

    SextantError
    ├── UsageError              the caller's input: goal, flags, names                     exit 2
    │   ├── SettingsError       a malformed setting, with where it came from
    │   └── MissingExtra        an optional part is not installed; names the extra
    ├── BudgetSpent             a limit of the run was reached                              exit 3
    ├── DeviceFault             the device, not the app and not the agent                   exit 4
    │   ├── DeviceUnreachable   it could not be opened: no such URL, serial, browser
    │   ├── DeviceLost          it died or hung while in use
    │   └── ProfileLocked       another run holds the same profile
    ├── ModelFault              the model's side                                            exit 4
    │   ├── ModelUnreachable    network
    │   │   └── ModelDenied     wrong key, no credit, unknown name: asking again changes nothing
    │   ├── ModelRefused        it declined to answer
    │   └── MalformedOutput     it answered, and not in the agreed form
    ├── JournalFault            the record: corrupt, full disk, unknown run                 exit 4
    ├── LoginFailed             a step of a login's recipe could not be carried out         exit 1
    └── NeedsPerson             a question only a person can settle                         exit 5

An error with a `status` ends an episode that has begun, and becomes its status. Stack traces are for bugs: a
`SextantError` never shows one on the command line.
"""

from typing import ClassVar

from sextant.types.tasks import EpisodeStatus


class SextantError(Exception):
    """Base of all errors raised on purpose. `remedy` says what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".rstrip()


class UsageError(SextantError):
    """The caller's input cannot be used."""

    exit_code = 2


class SettingsError(UsageError):
    """A setting is malformed; the message names it and where it came from."""


def install_extra(extra: str) -> str:
    """Return the command that installs an extra: from this file's checkout, else from the package index."""
    package = _OF_WORLDS.get(extra, f"packages/sextant[{extra}]")
    if _IN_CHECKOUT:
        return f"In the checkout, run: .venv/bin/pip install -e '{package}'"
    return f"Run: pip install '{package.removeprefix('packages/')}'"


_IN_CHECKOUT = __file__.replace("\\", "/").endswith("packages/sextant/src/sextant/errors.py")
_OF_WORLDS = {"worlds": "packages/sextant-worlds", "openenv": "packages/sextant-worlds[openenv]"}
"""Extras that are, or belong to, the package of worlds."""


class MissingExtra(UsageError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package!r} is not installed.", install_extra(extra))
        self.package = package
        self.extra = extra


class BudgetSpent(SextantError):
    """A limit of the run was reached."""

    exit_code = 3
    status: ClassVar[EpisodeStatus] = "over_budget"


class DeviceFault(SextantError):
    """The device failed, not the app and not the agent."""

    exit_code = 4
    status: ClassVar[EpisodeStatus] = "device_fault"


class DeviceUnreachable(DeviceFault):
    """The device could not be opened."""


class DeviceLost(DeviceFault):
    """The device died or stopped answering while in use."""


class ProfileLocked(DeviceFault):
    """Another run holds the same profile."""


class ModelFault(SextantError):
    """The model's side failed."""

    exit_code = 4
    status: ClassVar[EpisodeStatus] = "model_fault"


class ModelUnreachable(ModelFault):
    """No answer: network, key or name."""


class ModelDenied(ModelUnreachable):
    """The provider does not serve this key, account or name; asking again changes nothing."""


class ModelRefused(ModelFault):
    """The model declined to answer."""


class MalformedOutput(ModelFault):
    """The model answered in an unusable form. `raw` is its answer, bounded."""

    def __init__(self, message: str, raw: str = "", remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.raw = raw[:4000]


class JournalFault(SextantError):
    """The record cannot be read or written."""

    exit_code = 4


class LoginFailed(SextantError):
    """A step of a login's recipe could not be carried out."""


class NeedsPerson(SextantError):
    """Only a person can settle this."""

    exit_code = 5
    status: ClassVar[EpisodeStatus] = "needs_person"
