"""Carries out the attacks of one scene, in a process of its own: a line of JSON for each."""

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sextant_bench.doors.attack import Attack, Impossible, Scene
from sextant_bench.doors.room import Room
from sextant_bench.doors.scenes import scenes

Tell = Callable[[dict[str, Any]], None]

_TOLD = 600
"""So many signs of what came through, or went wrong, are told."""


class _Overdue(BaseException):
    """The attack's time is over: no handler within it may hold this up."""


def main(words: list[str]) -> int:
    """Takes the scene's name, its room's directory and the attacks wanted, with commas (all where it is empty)."""
    name, folder, wanted = words
    scene = scenes()[name]
    os.umask(0o022)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under `nohup` it is ignored, and so it would be in every run
    carry_out(
        scene, [one for one in scene.attacks if not wanted or one.name in wanted.split(",")], Room(Path(folder)), _say
    )
    return 0


def carry_out(scene: Scene[Any], attacks: Sequence[Attack[Any]], room: Room, tell: Tell) -> None:
    """Carries out the attacks, and tells of each what became of it, whatever happens.

    A set-up that fails is an error of every attack that it was for. It is called from the main thread.
    """
    left = list(attacks)
    before = signal.signal(signal.SIGALRM, _overdue)
    try:
        with scene.stage(room) as staged:
            for attack in attacks:
                begun = time.monotonic()
                said = _outcome(attack, staged)
                tell({"attack": left.pop(0).name, "seconds": round(time.monotonic() - begun, 2), **said})
    except Impossible as error:
        _tell_all(left, tell, {"skipped": str(error)})
    except (Exception, _Overdue):  # noqa: BLE001 - a set-up that failed is an error of each of its attacks
        _tell_all(left, tell, {"error": traceback.format_exc(limit=-3)[-_TOLD:]})
    finally:
        signal.signal(signal.SIGALRM, before)
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


def _tell_all(attacks: Sequence[Attack[Any]], tell: Tell, said: dict[str, str]) -> None:
    for attack in attacks:
        tell({"attack": attack.name, **said})


def _say(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
