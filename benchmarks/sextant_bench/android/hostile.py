"""Hostile clients of a bridge with the real shell, in a process of their own so that its memory is the bridge's."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.portal import Portal
from sextant.integrations.adb_bridge.shell import Shell
from sextant.integrations.adb_bridge.uiautomator_server import UiautomatorServer
from sextant_bench.adb_fuzz import KINDS, BridgeFuzz, Kind, fuzz_bridge

__all__ = ["attack"]

_SESSIONS = 200
"""Sessions between two looks at the clock."""


def attack(seconds: float, seed: int, report: Callable[[str], None], kinds: Sequence[Kind] = KINDS) -> BridgeFuzz:
    """Plays hostile sessions for so long; all that they did to the bridge."""
    until = time.monotonic() + seconds
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        found = process.submit(_played, _SESSIONS, seed, kinds).result()
        while time.monotonic() < until:
            found = _both(found, process.submit(_played, _SESSIONS, seed + found.sessions, kinds).result())
            report(f"{found.sessions} hostile sessions, {len(found.faults)} faults, {found.peak_mb:.0f} MB")
    return found


def _played(sessions: int, seed: int, kinds: Sequence[Kind]) -> BridgeFuzz:
    return fuzz_bridge(sessions, seed, _whole_shell, kinds)


def _whole_shell(phone: BridgedPhone) -> Shell:
    """The shell with the servers of the phone's ports."""
    phone.endpoints.withdraw("tcp:9008")
    shell = Shell(phone, phone.files)
    UiautomatorServer(shell.machine)
    Portal(shell.machine)
    return shell


def _both(one: BridgeFuzz, other: BridgeFuzz) -> BridgeFuzz:
    return replace(
        other,
        sessions=one.sessions + other.sessions,
        faults=one.faults + other.faults,
        hangs=one.hangs + other.hangs,
        threads_left=one.threads_left + other.threads_left,
        strangers=one.strangers + other.strangers,
        grown_mb=max(one.grown_mb, other.grown_mb),
        peak_mb=max(one.peak_mb, other.peak_mb),
        seconds=one.seconds + other.seconds,
    )
