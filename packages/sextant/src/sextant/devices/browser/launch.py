"""Starts a Chromium that outlives this process, with a keeper that ends it when its lease expires."""

import contextlib
import json
import os
import re
import secrets
import select
import shutil
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from sextant.devices.browser import profile_marks, registry, singleton_lock
from sextant.devices.browser.executable import find_executable
from sextant.devices.browser.profile_lock import ProfileLock, unusable_profile
from sextant.devices.browser.registry import RunningBrowser
from sextant.devices.browser.settings import BrowserOptions
from sextant.devices.browser.wire import UNIX, private_directory
from sextant.errors import DeviceUnreachable, ProfileLocked
from sextant.storage import Folder, UnsafePath, is_a_link, make_private, state_dir, write_private

_OFF = (
    *("Translate", "OptimizationHints", "MediaRouter", "DialMediaRouteProvider", "HttpsUpgrades"),
    # A horizontal swipe over content that does not scroll sideways would navigate back.
    "OverscrollHistoryNavigation",
    # A sandboxed `srcdoc` frame in a process of its own would not wait for us: it could send before the gate pauses it.
    "IsolateSandboxedIframes",
    # The browser itself writes to servers that a page names, with their cookies, and no event reports it.
    "FedCm",
    "NetworkTimeServiceQuerying",
)
_NOWHERE = "http://127.0.0.1:9"
_ARGUMENTS = (
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-breakpad",
    "--disable-search-engine-choice-screen",
    "--disable-infobars",
    "--disable-session-crashed-bubble",
    "--hide-crash-restore-bubble",
    "--disable-popup-blocking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    # They belong to no tab, and can send before an event announces them.
    "--disable-shared-workers",
    # The browser itself sends its requests, where no session pauses them.
    "--disable-blink-features=BackgroundFetch",
    # No switch stops the browser's own questions for updates and accounts: this port is refused without a connection.
    f"--component-updater=url-source={_NOWHERE}/",
    f"--gaia-url={_NOWHERE}",
    "--password-store=basic",
    "--use-mock-keychain",
    "--touch-events=enabled",
    # Hide the host's keyboard and mouse from the page: only touch exists.
    "--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1",
    f"--disable-features={','.join(_OFF)}",
)

_KEEPING = (
    # The network process writes cookies every 30 seconds only; inside the browser process, also on exit.
    "--enable-features=NetworkServiceInProcess2",
    # Restores session cookies: most logins use one.
    "--restore-last-session",
)
"""Extra arguments for a browser with a saved profile, so that a login survives it."""
_OWN, _PREFERENCES, _TABS = "Default", "Preferences", "Sessions"
"""In a profile: the directory of its one user, and names there; `_TABS` would reopen pages with the cookies."""
_NO_PREDICTION = {"network_prediction_options": 2}
"""Nothing is loaded ahead: a page that was is shown without a request that could be held."""

_PASSED = frozenset(
    (
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP"),
        *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER"),
        *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME", "CHROMIUM_FLAGS", "CHROME_DEVEL_SANDBOX"),
        *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    )
)
_NO_DISPLAY = re.compile(r"Missing X server|\$DISPLAY|cannot open display|Failed to connect to Wayland", re.IGNORECASE)
_SOURCE = re.compile(r"^\[[^\]]*\]\s*")
_PASSED_FAMILIES = ("LC_", "XDG_", "FONTCONFIG", "GDK_", "GTK_", "LIBGL_", "MESA_")


_DYING_SECONDS = 8.0
_KEEPER_SECONDS = 12.0
"""How long a keeper that is told to end may take: its browser stores its data, and a temporary profile is removed."""
_ROOM_BYTES = 2**20
"""A browser cannot start on a file system with less room."""
_NOT_COPIED = shutil.ignore_patterns(
    *("Singleton*", "DevToolsActivePort", "sextant*", "Crashpad"),
    *("Cache", "Code Cache", "GPUCache", "ShaderCache", "GrShaderCache", "Dawn*Cache", "GraphiteDawnCache"),
    *("component_crx_cache", "extensions_crx_cache", "Safe Browsing", "optimization_guide*"),
)
"""Locks, logs and caches, which are not copied."""


_LOCKS = (singleton_lock.NAME, "SingletonSocket", "SingletonCookie")
"""The links that Chromium makes in a profile itself."""
_OPENERS = ("xdg-open", "xdg-email")
"""The programs that Chromium runs to open an address in another program."""
_SCHEME_CHECK = "xdg-settings"
"""The program by which Chromium asks the desktop whether Chromium itself is the program for a scheme."""
_ALWAYS = b"#!/bin/sh\necho yes\n"


def make_ready(settings: BrowserOptions) -> str:
    """End and remove abandoned browsers and profiles; return the path of the browser to start.

    Raises:
        DeviceUnreachable: There is no browser, or its socket directory is not private.
    """
    registry.end_unowned()
    registry.forget_abandoned()
    _check_sockets()
    return str(Path(find_executable(settings.chrome.executable).path).absolute())


def launch(settings: BrowserOptions, profile: Path, temporary: bool, executable: str = "") -> RunningBrowser:
    """Start Chromium on that profile in its own process session, and its keeper.

    `executable` is the result of `make_ready` if the profile was created after that call: a process killed in between
    leaves a profile that only the next start removes.

    Raises:
        DeviceUnreachable: It did not come up; the message holds the end of its log.
        ProfileLocked: A browser of an earlier run still uses the profile.
    """
    if not executable:
        executable = make_ready(settings)
        _wait_until_free(profile)
    profile.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        _refuse_links(profile)
        _clear_stale_lock(profile)
        _set_up(profile, without_tabs=settings.chrome.profile_dir is not None)
    except UnsafePath as error:
        raise unusable_profile(profile, error) from error
    browser = RunningBrowser(
        id=uuid.uuid4().hex[:8],
        pid=0,
        endpoint="",
        profile=str(profile),
        temporary=temporary,
        lease_seconds=settings.chrome.lease_minutes * 60,
        started_at=time.time(),
        url=settings.url,
    )
    entry = registry.entry_path(browser.id)
    command = [
        executable,
        f"{registry.OWNER_OPTION}{entry}",
        *arguments(settings, profile),
    ]
    order = {
        "command": command,
        "environment": _browser_environment(settings),
        "browser": asdict(browser),
    }
    log = profile / "sextant-chromium.log"
    write_private(log, b"")
    with log.open("wb") as output:
        keeper = _start_keeper(entry, profile, output)
    _await_keeper(keeper, json.dumps(order).encode() + b"\n", log, settings.limits.start)
    found = registry.read_entry(entry)
    if found is None:
        raise _ended(log)
    return found


def _refuse_links(profile: Path) -> None:
    """Check that nothing in a profile is a link but Chromium's own lock: the browser would write through it.

    Raises:
        UnsafePath: Something is.
    """
    Folder.open(profile, below=state_dir()).close()
    waiting = [profile]
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_symlink() and not (folder == profile and entry.name in _LOCKS):
                    raise is_a_link(Path(entry.path))
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))


def _set_up(profile: Path, without_tabs: bool) -> None:
    """Remove a profile's open pages, and have nothing loaded ahead.

    Preferences that cannot be parsed are replaced; the browser would do so, too.
    """
    with Folder.open(profile, below=state_dir()) as folder, folder.child(_OWN, make=True) as own:
        if without_tabs and own.has(_TABS):
            own.remove_tree(_TABS)
        known: dict[str, Any] = {}
        try:
            known = dict(json.loads(own.read(_PREFERENCES)))
        except UnsafePath:
            raise
        except (OSError, ValueError, TypeError):
            pass
        net: Any = known.get("net")
        known["net"] = {**(net if isinstance(net, dict) else {}), **_NO_PREDICTION}
        own.write(_PREFERENCES, json.dumps(known).encode())


def _check_sockets() -> None:
    directory = registry.sockets_dir()
    try:
        make_private(directory)
        os.close(private_directory(directory))
    except OSError as error:
        raise DeviceUnreachable(
            f"No browser was started: its socket has no directory ({error})."
            if isinstance(error, FileNotFoundError)
            else f"No browser was started, because other users could reach its socket ({error}).",
            f"Give yourself {str(directory)!r} with mode 700, or set XDG_STATE_HOME to a directory of yours.",
        ) from error


def profile_for(settings: BrowserOptions, temporary: bool) -> tuple[Path, ProfileLock]:
    """Return the locked profile of a new browser: the named one, else a `temporary` one, maybe a copy of the named one.

    Raises:
        ProfileLocked: A browser or another run uses the profile.
        DeviceUnreachable: It cannot be read, or there is no room for a copy.
    """
    chosen = settings.chrome.profile_dir
    if chosen is not None and temporary:
        return copied_profile(chosen.resolve())
    profile = new_profile() if chosen is None else chosen.resolve()
    return profile, ProfileLock(profile)


def copied_profile(profile: Path) -> tuple[Path, ProfileLock]:
    """Copy a profile to a fresh directory, without locks and caches.

    The copy is locked before it is filled, so that another start does not take it for an abandoned one.

    Raises:
        ProfileLocked: A browser or another run uses the profile.
        DeviceUnreachable: It cannot be read, or there is no room for a copy.
    """
    lock = ProfileLock(profile)
    try:
        _wait_until_free(profile)
        if registry.has_browser(profile):
            raise ProfileLocked(
                f"A running browser uses the profile {str(profile)!r}.", "Close it, or name another profile."
            )
        copy = new_profile()
        held = ProfileLock(copy)
        try:
            _refuse_links(profile)
            shutil.copytree(profile, copy, symlinks=True, ignore=_NOT_COPIED, dirs_exist_ok=True)
            registry.note_copy_source(copy, profile)
        except BaseException as error:
            shutil.rmtree(copy, ignore_errors=True)
            held.release()
            if isinstance(error, UnsafePath):
                raise unusable_profile(profile, error) from error
            if not isinstance(error, OSError):
                raise
            raise DeviceUnreachable(
                f"The profile {str(profile)!r} cannot be copied: {error}", "Repair it, or name another profile."
            ) from error
        return copy, held
    finally:
        lock.release()


def _wait_until_free(profile: Path) -> None:
    """Wait for a browser of ours that was just ended.

    Raises:
        ProfileLocked: It still runs, or a browser elsewhere uses the profile.
    """
    deadline = time.monotonic() + _DYING_SECONDS
    while (other := _holder(profile)) is not None:  # a killed browser takes a moment to exit
        registry.require_here(other)
        if time.monotonic() > deadline:
            raise ProfileLocked(
                f"The browser {other.id!r} of an earlier run still uses the profile {str(profile)!r}.",
                f"Resume that run, or end it with 'sextant devices --end {other.id}'.",
            )
        threading.Event().wait(0.05)
    lock = singleton_lock.read_lock(profile)
    if lock is not None and lock.is_foreign:
        raise ProfileLocked(
            f"A browser on the host {lock.host!r} uses the profile {str(profile)!r}.",
            "Close it there, or name another profile. If that host no longer exists, delete "
            f"{str(profile / singleton_lock.NAME)!r}.",
        )


def _holder(profile: Path) -> RunningBrowser | None:
    return next((other for other in registry.running_browsers() if Path(other.profile) == profile), None)


def _clear_stale_lock(profile: Path) -> None:
    """Remove the lock of a killed browser from its profile.

    Chromium itself takes a killed but unreaped process for a living one, and gives up.
    """
    if not (profile / singleton_lock.NAME).is_symlink() or registry.has_browser(profile):
        return
    for name in _LOCKS:
        (profile / name).unlink(missing_ok=True)


def _start_keeper(entry: Path, profile: Path, output: BinaryIO) -> "subprocess.Popen[bytes]":
    """Start the process that starts a browser on an order and keeps it."""
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from sextant.devices.browser.keeper_process import main; main()",
            str(entry),
            str(profile),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=output,
        start_new_session=True,
        umask=0o077,
        env=environment(
            {
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                "XDG_STATE_HOME": str(state_dir().parent.absolute()),
            }
        ),
        cwd="/",
    )


def arguments(settings: BrowserOptions, profile: Path) -> list[str]:
    """Return the command line, without the executable."""
    phone, chrome = settings.phone, settings.chrome
    found = [
        *_ARGUMENTS,
        f"--user-data-dir={profile}",
        f"--lang={phone.locale}",
        f"--window-size={int(phone.viewport.width)},{int(phone.viewport.height)}",
    ]
    if not chrome.headed:
        found += ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--mute-audio"]
    if chrome.profile_dir is not None:
        found += _KEEPING
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        found.append("--no-sandbox")  # Chromium refuses to start as root with its sandbox
    return [*found, *chrome.arguments, "about:blank"]


def environment(more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a process that outlives this one: the needed part of ours, and `more`.

    Model keys and other variables are withheld from a browser that runs foreign code.
    """
    ours = {name: value for name, value in os.environ.items() if name in _PASSED or name.startswith(_PASSED_FAMILIES)}
    return {**ours, **more}


def _browser_environment(settings: BrowserOptions) -> dict[str, str]:
    """Return the browser's environment, in which addresses for other programs start no program.

    Chromium opens `mailto:` unasked. About other schemes it would ask the user, and the tab takes no input meanwhile,
    on later pages too; it drops an address of a scheme that is its own, as it is told here of every scheme.
    """
    directory = state_dir() / "no-programs"
    make_private(directory)
    for name in _OPENERS:
        if not (directory / name).is_symlink():
            with contextlib.suppress(FileExistsError):
                (directory / name).symlink_to(shutil.which("false") or "/bin/false")
    check = directory / _SCHEME_CHECK
    if not os.access(check, os.X_OK):
        write_private(check, _ALWAYS)
        check.chmod(0o700)
    path = os.pathsep.join((str(directory), os.environ.get("PATH", os.defpath)))
    return environment({"PATH": path, **({"TZ": settings.phone.timezone} if settings.phone.timezone else {})})


def new_profile() -> Path:
    """Create a fresh profile directory under the state directory."""
    with Folder.open(registry.profiles_dir(), make=True, below=state_dir()) as home:
        name = f"{registry.PROFILE_PREFIX}{secrets.token_hex(4)}"
        home.make(name)
    profile = registry.profiles_dir() / name
    profile_marks.mark_unclaimed(profile)
    return profile


def _await_keeper(keeper: "subprocess.Popen[bytes]", order: bytes, log: Path, timeout: float) -> None:
    """Send the order and wait until the browser answers; the open pipes show the keeper that we live."""
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    with keeper.stdin, keeper.stdout:
        try:
            with contextlib.suppress(BrokenPipeError):
                keeper.stdin.write(order)
                keeper.stdin.flush()
            answers, _, _ = select.select([keeper.stdout], [], [], timeout)
            if not answers:
                raise _full(log) or DeviceUnreachable(
                    f"Chromium did not answer within {timeout:g} s: {_tail(log)}", "Run 'sextant doctor'."
                )
            if not keeper.stdout.readline():
                raise _ended(log)
        except BaseException:
            _end_keeper(keeper)
            raise
    keeper.returncode = 0  # it outlives this object: suppress the warning when that is collected


def _end_keeper(keeper: "subprocess.Popen[bytes]") -> None:
    """End a keeper; one that was stopped or hangs is killed, and its browser ends with it."""
    keeper.terminate()
    try:
        keeper.wait(_KEEPER_SECONDS)
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()


def _full(log: Path) -> DeviceUnreachable | None:
    """Return the error to raise if the file system of the profile is full."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(log.parent).free < _ROOM_BYTES:
            return DeviceUnreachable(
                f"Chromium could not start: the disk that holds {str(log.parent)!r} is full.",
                "Free some space, or set XDG_STATE_HOME to a directory on another disk.",
            )
    return None


def _ended(log: Path) -> DeviceUnreachable:
    if (full := _full(log)) is not None:
        return full
    said = _log_text(log)
    if _NO_DISPLAY.search(said):
        return DeviceUnreachable(
            "There is no display for a window.",
            "Use a desktop or xvfb-run, omit --headed, or use a running browser with --attach.",
        )
    return DeviceUnreachable(f"Chromium ended at once: {_tail(log)}", "Run 'sextant doctor' to find the cause.")


def _log_text(log: Path) -> str:
    try:
        return log.read_text(errors="replace").strip()
    except OSError:
        return ""


def _tail(log: Path) -> str:
    """Return the last line of the log, without its source prefix, bounded."""
    last = _log_text(log).rpartition("\n")[2]
    return _SOURCE.sub("", last)[:300].strip() or "it said nothing"


def endpoint_of(address: str, timeout: float = 5.0) -> str:
    """Return the WebSocket address behind a CDP address (`http://host:port`, `host:port`, `ws://…`).

    Raises:
        DeviceUnreachable: Nothing there answers as a browser.
    """
    if address.startswith(("ws://", "wss://", UNIX)):
        return address
    base = (address if "://" in address else f"http://{address}").rstrip("/")
    try:
        # Without a proxy, as the connection that follows: a proxy could name a browser of its own.
        with build_opener(ProxyHandler({})).open(f"{base}/json/version", timeout=timeout) as reply:
            return str(json.load(reply)["webSocketDebuggerUrl"])
    except (URLError, OSError, ValueError, KeyError) as error:
        raise DeviceUnreachable(
            f"No browser answers at {address!r} ({error}).",
            "Start it with --remote-debugging-port=9222 and give http://127.0.0.1:9222.",
        ) from error
