"""`BrowserDevice`: the synchronous, thread-safe interface to a Chromium that is emulated as a phone."""

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Coroutine, Generator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from sextant.dataclass import dataclass
from sextant.devices.browser import device_state, launch, registry, uploads
from sextant.devices.browser.borrowed import as_shown
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.gesture_feed import BrowserGestureFeed
from sextant.devices.browser.hand_over import called_at_end, instruction_for_person, lease_renewed, take_back
from sextant.devices.browser.hooks import call_hook, check_hooks
from sextant.devices.browser.navigation import navigate, open_start_page
from sextant.devices.browser.observer import look
from sextant.devices.browser.performer import injected, perform, settle_again
from sextant.devices.browser.profile_lock import ProfileLock
from sextant.devices.browser.registry import RunningBrowser
from sextant.devices.browser.settings import BrowserOptions, check_patterns
from sextant.devices.browser.settlement import settle
from sextant.devices.browser.thread import DeviceThread
from sextant.errors import DeviceFault, DeviceLost, DeviceUnreachable, NeedsPerson, SextantError
from sextant.protocols import GestureFeed, WriteAuthority
from sextant.storage import state_dir
from sextant.types.actions import Gesture, Hold, Pause, TypeText
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.effects import ObservedEffect
from sextant.types.geometry import Point, Size
from sextant.types.pages import PageScript, ReadPage
from sextant.types.screens import Observation
from sextant.types.secrets import ConfirmsSecret

T = TypeVar("T")
How = Literal["fresh", "reattached", "restored"]
_OPEN_PORT = "the debugging port of this browser is open to every local user: anyone who connects controls the browser"


@dataclass(slots=True)
class _OpenDevice:
    """The resources of an open device."""

    thread: DeviceThread
    driver: Driver
    lock: ProfileLock | None
    renewed: float = 0.0
    promised: bool = False
    """Whether a lease was handed out and the keeper does not know yet that the browser must wait for a resume."""


class BrowserDevice:
    """A `Device` over a detached Chromium, which outlives this process.

    With a lease, `open` returns to the browser: as it was (`reattached`), else with the same profile at its last
    address (`restored`), else it raises `NeedsPerson`. Without one it starts afresh.
    """

    def __init__(
        self, settings: BrowserOptions, lease: Lease | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._settings, self._lease, self._clock = settings, lease, clock
        check_patterns(settings.allowed_requests)
        check_hooks(settings.hooks)
        self._authority: WriteAuthority | None = None
        self._confirm: ConfirmsSecret | None = None
        self._mutex = threading.RLock()
        self._resources: _OpenDevice | None = None
        self._opened: Opened | None = None

    # ------------------------------------------------------------------ contract

    @property
    def name(self) -> str:
        return f"web:{self._settings.url}"

    @property
    def size(self) -> Size:
        held = self._resources
        return (self._settings if held is None else held.driver.settings).phone.viewport

    def apps(self) -> tuple[str, ...]:
        """Return the names of the configured start pages."""
        return tuple(self._settings.apps)

    def open(self) -> Opened:
        with self._mutex:
            if self._resources is not None and self._opened is not None:
                return self._opened
            if self._settings.chrome.attach_url:
                self._opened = self._open_attached()
            elif self._lease is not None:
                self._opened = self._open_leased(self._lease)
            else:
                self._opened = self._open_fresh()
            return self._opened

    def look(self, picture: bool = True) -> Observation:
        limits = self._settings.limits
        return self._call(lambda d: _look(d, picture, limits.look), limits.look + limits.settle + 2, "a look")

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        limits = self._settings.limits
        own = gesture.seconds if isinstance(gesture, (Hold, Pause)) else 0.0
        deadline = own + limits.settle + 3 * limits.command + limits.start
        done = self._call(lambda d: perform(d, gesture, intent), deadline, f"{gesture.kind!r}")
        if not (isinstance(gesture, TypeText) and gesture.secret and self._confirmed()):
            return done
        return self._call(lambda d: perform(d, gesture, intent), deadline, f"{gesture.kind!r}")

    def confirm_secrets(self, confirm: ConfirmsSecret) -> None:
        """See `SecretKeeper`."""
        self._confirm = confirm

    def _confirmed(self) -> bool:
        """Ask whether a secret that was just held back may be typed after all."""
        with self._mutex:
            driver = self._require().driver
        use = driver.secrets.question()
        if use is None or self._confirm is None:
            return False
        with lease_renewed(driver.browser):
            allowed = self._confirm(use)
        driver.secrets.answer(use, allowed)
        return allowed

    def injected(self, intent: str) -> bool | None:
        return self._call(lambda d: injected(d, intent), self._settings.limits.look, "a question about an injection")

    def touched(self, intent: str) -> Point | None:
        with self._mutex:
            return None if self._resources is None else self._resources.driver.touches.get(intent)

    def effects(self) -> tuple[ObservedEffect, ...]:
        with self._mutex:
            if self._resources is None:
                return ()
            return self._call(_drain, self._settings.limits.command, "a question about writes")

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        if self._resources is None:
            return effects
        return self._call(lambda d: _answered(d, effects), self._settings.limits.command, "a question about answers")

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        self._call(lambda d: _read_ahead(d, addresses, scripted), self._settings.limits.command, "a request for pages")

    def pages_read(self) -> tuple[ReadPage, ...]:
        with self._mutex:
            return () if self._resources is None else self._resources.driver.ahead.take()

    def scripts(self) -> tuple[PageScript, ...] | None:
        return self._call(_scripts, self._settings.limits.command, "a request for scripts")

    def authorise(self, authority: WriteAuthority) -> None:
        self._authority = authority
        held = self._resources  # without the lock: a call that waits for a held write has it
        if held is not None:
            limit = self._settings.limits.command
            held.thread.call(lambda: _authorise(held.driver, authority), limit, "handing over writes")

    def lease(self) -> Lease | None:
        with self._mutex:
            if self._resources is None:
                return self._lease
            driver, self._resources.promised = self._resources.driver, True
            if driver.browser is None:
                return Lease(self.name, {"attach": self._settings.chrome.attach_url, "url": driver.state.url})
            browser = driver.browser
            return Lease(
                self.name,
                {
                    "id": browser.id,
                    "pid": str(browser.pid),
                    "endpoint": browser.endpoint,
                    "profile": browser.profile,
                    "url": driver.state.url or self._settings.url,
                },
            )

    def release(self) -> None:
        with self._mutex, contextlib.suppress(SextantError, ProtocolError, TimeoutError, OSError):
            if (held := self._resources) is not None:
                held.promised = False
                held.thread.call(lambda: held.driver.tell_keeper("release"), 5.0, "releasing the browser")

    def detach(self) -> None:
        with self._mutex:
            self._lease = self.lease()
            with contextlib.suppress(SextantError, ProtocolError, TimeoutError, OSError):
                self._claim()
            self._call_end()
            self._disconnect()

    def close(self) -> None:
        with self._mutex:
            self._lease = None
            if (held := self._resources) is None:
                return
            self._call_end()
            browser, driver = held.driver.browser, held.driver
            if browser is not None:
                with contextlib.suppress(SextantError, ProtocolError, TimeoutError):
                    held.thread.call(lambda: _end_browser(driver), 5.0, "closing")
            elif driver.connection is not None and not driver.borrows:
                with contextlib.suppress(SextantError, ProtocolError, TimeoutError):
                    held.thread.call(lambda: _close_own_tabs(driver), 5.0, "closing")
            self._disconnect()
            if not driver.borrows:  # a form in a tab that stays open may still be sent
                uploads.remove_copies(driver.state_dir)
            if browser is not None:
                if not registry.wait_gone(browser, 5.0):
                    registry.kill(browser)
                registry.forget(browser)

    @contextlib.contextmanager
    def hand_over(self, reason: str) -> Generator[str]:
        """Let a person use the browser: yields the message for them, the reason first. On exit, the page settles.

        The person uses the window, or any browser on this machine, in which a loopback address shows the page live
        until the hand-over ends. Other threads may use the device meanwhile; its lease is renewed.
        """
        limits = self._settings.limits
        with self._mutex:
            where = self._call(instruction_for_person, limits.command, "handing over")
            browser = self._require().driver.browser
        with called_at_end(lambda: self._call(take_back, limits.settle + 5, "taking it back")), lease_renewed(browser):
            yield f"{reason.rstrip('. ')}. {where}"

    @contextlib.contextmanager
    def watch(self) -> Generator[GestureFeed]:
        """See `PersonWatcher`."""
        limit = self._settings.limits.command
        with self._mutex:
            watched = BrowserGestureFeed(self._require().driver)
        self._call(lambda _: watched.begin(), limit, "watching")
        with called_at_end(lambda: self._call(lambda _: watched.end(), limit, "watching")):
            yield watched

    def now(self) -> datetime:
        """See `DeviceClock`: the pages' clock in the phone's zone."""
        start, held = self._settings.phone.clock, self._resources
        seconds = self._clock() + held.driver.state.clock_offset if held is not None else start or self._clock()
        here, zone = datetime.fromtimestamp(seconds, UTC), self._settings.phone.timezone
        return here.astimezone(ZoneInfo(zone)) if zone else here.astimezone()

    def evaluate(self, expression: str) -> Any:
        """Return the JSON value of an expression in the page's own world. For tests and benchmarks; not for actors."""
        limit = self._settings.limits.command
        return self._call(lambda d: _evaluate(d, expression, limit), limit + 2, "an evaluation")

    # ------------------------------------------------------------------ opening

    @property
    def _temporary(self) -> bool:
        """Whether the device created the profile and may remove it."""
        return self._settings.chrome.profile_dir is None or self._settings.chrome.profile_copied

    def _open_fresh(self) -> Opened:
        executable = launch.make_ready(self._settings)
        temporary = self._temporary
        profile, lock = launch.profile_for(self._settings, temporary)
        try:
            browser = launch.launch(self._settings, profile, temporary, executable=executable if temporary else "")
        except BaseException:
            if temporary:
                registry.end_browsers_on(profile)  # a stray browser would recreate its profile
                registry.remove_profile(profile)
            lock.release()
            raise
        device_state.reset(profile)
        try:
            self._start(browser, profile, lock, "fresh", self._settings.url)
        except BaseException:
            registry.kill(browser)
            registry.forget(browser)
            raise
        return Opened("fresh")

    def _open_leased(self, lease: Lease) -> Opened:
        profile = Path(lease.data.get("profile", "/nonexistent"))
        if not profile.is_dir():
            raise NeedsPerson(
                f"The browser of {lease.device!r} and its profile no longer exist.",
                "Start a new run, or sign in again with --profile.",
            )
        entry = registry.read_entry(registry.entry_path(lease.data.get("id", "")))
        registry.require_here(entry)
        lock = ProfileLock(profile)
        if entry is not None and entry.main.is_running():
            try:
                self._start(entry, profile, lock, "reattached", "")
                return Opened("reattached")
            except DeviceFault:
                lock = ProfileLock(profile)
                registry.kill(entry)
        registry.unlist(lease.data.get("id", "-"))
        state = device_state.load(profile)
        url = (state.url if state is not None else "") or lease.data.get("url", "") or self._settings.url
        temporary = self._temporary
        try:
            if temporary:
                registry.end_browsers_on(profile)
            browser = launch.launch(self._settings, profile, temporary)
        except BaseException:
            lock.release()
            raise
        self._start(browser, profile, lock, "restored", url)
        return Opened("restored", (f"the browser had ended; it was started again at {url}",))

    def _open_attached(self) -> Opened:
        address, tab = self._settings.chrome.attach_url, self._settings.chrome.attach_tab
        endpoint = launch.endpoint_of(address, self._settings.limits.command)
        home = state_dir() / "attached" / hashlib.sha256(f"{address} {tab}".strip().encode()).hexdigest()[:12]
        lock = ProfileLock(home)
        known = device_state.load(home)
        if self._lease is None or known is None:
            device_state.reset(home)
            return Opened(self._start(None, home, lock, "fresh", self._settings.url, endpoint), (_OPEN_PORT,))
        url = known.url or self._lease.data.get("url", "") or self._settings.url
        try:
            how = self._start(None, home, lock, "reattached", url, endpoint)
        except DeviceLost:  # the tab was closing while it was taken
            how = self._start(None, home, ProfileLock(home), "reattached", url, endpoint)
        gone = (f"the tab had gone; {url} was opened again",) if how == "restored" else ()
        return Opened(how, (*gone, _OPEN_PORT))

    def _start(
        self, browser: RunningBrowser | None, home: Path, lock: ProfileLock, how: How, url: str, endpoint: str = ""
    ) -> How:
        """Connect and bring the page up; return how it came up."""
        thread = DeviceThread(f"sextant-{browser.id if browser else 'attached'}")
        limits = self._settings.limits
        try:
            driver = thread.call(
                lambda: _connect(self._settings, home, browser, self._clock, endpoint), limits.start, "connecting"
            )
        except BaseException as error:
            thread.stop()
            lock.release()
            if isinstance(error, (ProtocolError, TimeoutError, OSError)):
                raise DeviceUnreachable(f"The browser cannot be reached: {error}.", "Start it again.") from error
            raise
        self._resources = _OpenDevice(thread, driver, lock)
        if self._authority is not None:
            self.authorise(self._authority)
        try:
            return self._call(lambda d: _come_up(d, how, url), limits.start + limits.settle + 5, "opening")
        except BaseException:
            self._disconnect()
            raise

    # ------------------------------------------------------------------ inner

    def _require(self) -> _OpenDevice:
        if self._resources is None:
            raise DeviceLost(f"The device {self.name!r} is not open.", "Call open() first.")
        return self._resources

    def _call(self, work: Callable[[Driver], Coroutine[Any, Any, T]], deadline: float, what: str) -> T:
        with self._mutex:
            held = self._require()
            now = time.monotonic()
            if held.driver.browser is not None and now - held.renewed > 5.0:
                held.renewed = now
                registry.renew(held.driver.browser.id)
            try:
                self._claim()
                gate = held.driver.writes.gate
                return held.thread.call(lambda: work(held.driver), deadline, what, lambda: gate.held_seconds)
            except (ProtocolError, TimeoutError, OSError) as error:
                raise DeviceLost(
                    f"The browser failed during {what}: {str(error) or type(error).__name__}.",
                    "Resume the run, or open the device again.",
                ) from error

    def _claim(self) -> None:
        """Tell the keeper to wait for a resume: by the next call, the caller has stored the lease that it was given."""
        if (held := self._resources) is not None and held.promised:
            limit = self._settings.limits.command
            held.thread.call(lambda: held.driver.tell_keeper("keep"), limit, "keeping the browser")
            held.promised = False

    def _call_end(self) -> None:
        """Run the page's `end` hook, so that a judge sees the result."""
        held = self._resources
        if held is not None and "end" in self._settings.hooks:
            limits = self._settings.limits
            with contextlib.suppress(SextantError, ProtocolError, TimeoutError, OSError):
                held.thread.call(lambda: _hook_end(held.driver), limits.command + limits.settle, "the hook end")

    def _disconnect(self) -> None:
        held, self._resources, self._opened = self._resources, None, None
        if held is None:
            return
        with contextlib.suppress(SextantError, TimeoutError):
            held.thread.call(held.driver.disconnect, 3.0, "disconnecting")
        held.thread.stop()
        if held.lock is not None:
            held.lock.release()


async def _look(driver: Driver, picture: bool, limit: float) -> Observation:
    if await driver.refusals.gone() or driver.writes.gate.held_seconds > driver.front.held:
        await settle_again(driver)  # a held write has been decided since: the page goes on
    return await look(driver, picture, time.monotonic() + limit)


async def _drain(driver: Driver) -> tuple[ObservedEffect, ...]:
    effects, more = driver.writes.log.drain()
    if more:
        driver.notes.append(f"the app tried to write {more} more times in the same way")
    return effects


async def _answered(driver: Driver, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
    return driver.writes.log.with_answers(effects)


async def _read_ahead(driver: Driver, addresses: Sequence[str], scripted: bool) -> None:
    driver.ahead.ask(driver.tab, addresses, driver.hidden_tab if scripted else None)


async def _scripts(driver: Driver) -> tuple[PageScript, ...] | None:
    return driver.scripts.ask(driver.tab)


async def _authorise(driver: Driver, authority: WriteAuthority) -> None:
    driver.writes.gate.authorise(authority)


async def _connect(
    settings: BrowserOptions, home: Path, browser: RunningBrowser | None, clock: Callable[[], float], endpoint: str
) -> Driver:
    driver = Driver(settings, home, browser, clock)
    try:
        await driver.connect(endpoint or driver.require_browser().endpoint)
    except BaseException:
        await driver.disconnect()
        raise
    return driver


async def _come_up(driver: Driver, how: How, url: str) -> How:
    if how == "reattached" and driver.made_tab:
        how = "restored"
    driver.restored = how == "restored"
    await driver.adopt_dialogs()
    tab = await driver.choose_front(driver.state.page)
    await driver.adopt_dialogs()
    await driver.gate_in_force()
    tab.activity.begin()
    driver.scope.start = tab.target if how != "reattached" else ""
    if driver.borrows:
        driver.settings = await as_shown(driver.settings, tab.session)
    elif how == "fresh":
        await open_start_page(driver, tab)
    elif how == "restored":
        error = await navigate(driver, tab, url)
        if error:
            raise DeviceUnreachable(
                f"The page {url!r} cannot be opened again ({error}).", "Check that its server runs."
            )
    await settle(driver, time.monotonic() + driver.settings.limits.settle)
    if how == "fresh" and (note := await call_hook(driver, "begin")) is not None:
        driver.notes += [note] if note else []
        await settle(driver, time.monotonic() + driver.settings.limits.settle)
    await driver.arrived(tab.url if how == "fresh" else "")
    await driver.tell_keeper("up")
    return how


async def _evaluate(driver: Driver, expression: str, limit: float) -> Any:
    params = {"expression": expression, "returnByValue": True, "awaitPromise": True}
    reply = await driver.tab.session.send("Runtime.evaluate", params, limit)
    if "exceptionDetails" in reply:
        raise ProtocolError("evaluate", str(reply["exceptionDetails"].get("exception", {}).get("description", "")))
    return reply["result"].get("value")


async def _end_browser(driver: Driver) -> None:
    await driver.writes.gate.close()
    if driver.connection is not None and not driver.connection.closed:
        await driver.tell_keeper("end")


async def _hook_end(driver: Driver) -> None:
    await call_hook(driver, "end")
    await settle(driver, time.monotonic() + driver.settings.limits.settle)


async def _close_own_tabs(driver: Driver) -> None:
    await driver.writes.gate.close()
    for tab in list(driver.tabs.values()):
        await driver.close_tab(tab)
