"""Carries out the attacks of one scene, in a process of its own: a line of JSON for each."""

import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from sextant.bench.doors.attack import Attack, Impossible, Scene
from sextant.bench.doors.room import Room
from sextant.bench.doors.scenes import scenes

_TOLD = 600
"""So many signs of what came through, or went wrong, are told."""


class _Overdue(BaseException):
    """The attack's time is over: no handler within it may hold this up."""


def main(words: list[str]) -> int:
    """Takes the scene's name, its room's directory and the attacks wanted, with commas (all where it is empty)."""
    name, folder, wanted = words
    scene = scenes()[name]
    attacks = [one for one in scene.attacks if not wanted or one.name in wanted.split(",")]
    os.umask(0o022)
    signal.signal(signal.SIGALRM, _overdue)
    try:
        _carried_out(scene, attacks, Room(Path(folder)))
    except Impossible as error:
        _tell_rest(attacks, {"skipped": str(error)})
    except (Exception, _Overdue):  # noqa: BLE001 - a set-up that failed is an error of each of its attacks
        _tell_rest(attacks, {"error": traceback.format_exc(limit=-3)[-_TOLD:]})
    return 0


_told: set[str] = set()


def _carried_out(scene: Scene[Any], attacks: list[Attack[Any]], room: Room) -> None:
    try:
        with scene.stage(room) as staged:
            for attack in attacks:
                begun = time.monotonic()
                said = _outcome(attack, staged)
                _tell(attack, said, time.monotonic() - begun)
    finally:
        room.end_browsers()


def _outcome(attack: Attack[Any], staged: object) -> dict[str, str]:
    signal.setitimer(signal.ITIMER_REAL, attack.seconds)
    try:
        return {"through": attack.run(staged)[:_TOLD]}
    except _Overdue:
        return {"through": f"not over after {attack.seconds:.0f} s"}
    except Impossible as error:
        return {"skipped": str(error)}
    except Exception:  # noqa: BLE001 - an attack that was not carried out is an error of the bench, and named
        return {"error": traceback.format_exc(limit=-3)[-_TOLD:]}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _overdue(number: int, frame: object) -> None:
    del number, frame
    raise _Overdue


def _tell(attack: Attack[Any], said: dict[str, str], seconds: float = 0.0) -> None:
    _told.add(attack.name)
    sys.stdout.write(json.dumps({"attack": attack.name, "seconds": round(seconds, 2), **said}) + "\n")
    sys.stdout.flush()


def _tell_rest(attacks: list[Attack[Any]], said: dict[str, str]) -> None:
    for attack in attacks:
        if attack.name not in _told:
            _tell(attack, said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
