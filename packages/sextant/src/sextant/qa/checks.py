"""Checks many routes and scripts, several at a time (`sextant check`)."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from sextant.assembly.run import Hooks
from sextant.dataclass import dataclass
from sextant.errors import SextantError, UsageError
from sextant.qa.file_check import FileCheck, RouteResult, Verdict, broken_off
from sextant.qa.route_check import RouteCheck, confirmed
from sextant.qa.route_files import based, is_script, load_route, opened_target, save_route
from sextant.qa.script_check import ScriptCheck
from sextant.qa.script_files import Script, load_script
from sextant.settings import Settings
from sextant.utg.files.saved import SavedRoute

__all__ = ["CheckOptions", "Checks", "FileChecked"]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How routes are to be checked.

    Attributes:
        target: Where all are walked; empty for where each was recorded.
        base_url: Scheme, host and port that replace the recorded ones.
        update: Whether the file of a route that has moved is rewritten, once the new route has been walked.
        workers: How many are checked at a time.
    """

    target: str = ""
    base_url: str = ""
    update: bool = False
    workers: int = 1


@dataclass(frozen=True, slots=True)
class FileChecked:
    """The result for one file; `written` where the file was rewritten."""

    file: Path
    checked: RouteResult
    written: bool = False

    @property
    def verdict(self) -> Verdict:
        """The verdict of the check."""
        return self.checked.verdict


class Checks:
    """The checks of one command.

    Args:
        files: Files of routes and scripts, in the order of the results.
        settings: The user's settings.
        order: How to check them.
        on_done: Called after each check, from the thread that made it, one at a time.
        hooks: Hooks of the walks; `on_note` receives notes that begin with the file's name.

    Raises:
        UsageError: Both a target and a base URL were given, or one profile is to serve several browsers.
    """

    def __init__(
        self,
        files: Sequence[Path],
        settings: "Settings",
        options: CheckOptions,
        on_done: Callable[[FileChecked], None] = lambda _: None,
        hooks: Hooks | None = None,
    ) -> None:
        if options.target and options.base_url:
            raise UsageError("--device and --base-url both name the place of the app.", "Give one of the two.")
        if options.workers > 1 and (settings.browser.profile is not None or settings.browser.attach):
            raise UsageError("A browser profile can check only one route at a time.", "Omit --workers or the profile.")
        self._files, self._settings, self._options = files, settings, options
        self._on_done, self._hooks = on_done, hooks or Hooks()
        self._lock = threading.Lock()
        self._going: dict[Path, FileCheck] = {}
        self._stopped = False

    def stop(self) -> None:
        """End the checks in progress after their current act, and start no more. Safe from a signal handler."""
        self._stopped = True
        for checking in tuple(self._going.values()):
            checking.stop()

    @property
    def stopped(self) -> bool:
        return self._stopped

    def run(self) -> tuple[FileChecked, ...]:
        """Check all files; results in their order, without those that a stop left unstarted."""
        with ThreadPoolExecutor(max(1, self._options.workers), thread_name_prefix="sextant-check") as pool:
            futures: list[Future[FileChecked | None]] = [pool.submit(self._one, file) for file in self._files]
            found = [future.result() for future in futures]
        return tuple(one for one in found if one is not None)

    def _one(self, file: Path) -> FileChecked | None:
        if self._stopped:
            return None
        done = self._checked(file)
        with self._lock:
            self._on_done(done)
        return done

    def _checked(self, file: Path) -> FileChecked:
        old: SavedRoute | Script | None = None
        try:
            old = load_script(file) if is_script(file) else load_route(file)
            target = self._target(old, file)
            hooks = replace(self._hooks, on_note=self._noting(file))
            if isinstance(old, Script):
                old.check_secrets(tuple(self._settings.secrets))
                return FileChecked(file, self._walked(file, ScriptCheck(old, target, self._settings, hooks)))
            checked = self._walked(file, RouteCheck(old, target, self._settings, hooks))
            if checked.verdict == "moved" and self._options.update and checked.new is not None and not self._stopped:
                return self._updated(file, checked, checked.new, target, hooks)
            return FileChecked(file, checked)
        except SextantError as error:
            return FileChecked(file, broken_off(error, old))

    def _noting(self, file: Path) -> Callable[[str], None]:
        def on_note(text: str) -> None:
            with self._lock:
                self._hooks.on_note(f"{file}: {text}")

        return on_note

    def _walked(self, file: Path, checking: FileCheck) -> RouteResult:
        self._going[file] = checking
        try:
            if self._stopped:
                checking.stop()
            return checking.walk()
        finally:
            del self._going[file]

    def _updated(self, file: Path, checked: RouteResult, new: SavedRoute, target: str, hooks: Hooks) -> FileChecked:
        again = confirmed(new, target, self._settings, hooks)
        if again.verdict != "exact" or again.new is None:
            reason = f"{checked.reason}; not written: {again.reason}"
            return FileChecked(file, replace(checked, reason=reason))
        save_route(file, again.new)
        return FileChecked(file, replace(checked, new=again.new), written=True)

    def _target(self, old: SavedRoute | Script, file: Path) -> str:
        if self._options.target:
            return self._options.target
        if self._options.base_url:
            return based(old.target, self._options.base_url)
        return opened_target(old.target, file.parent)
