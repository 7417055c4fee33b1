"""`sextant bench doors`: an outsider's attacks on the installed product, and which of them came through.

Real processes, real files, a real browser and a second user. Each scene has a home of its own and a process of its own;
what an attack is, stands in `attack`.
"""

import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sextant.errors import UsageError
from sextant_bench.attack_records import AttackRecord, listing
from sextant_bench.children import environment_with_suites
from sextant_bench.doors.attack import Attack, Scene
from sextant_bench.doors.promises import Promise, promises, without_test
from sextant_bench.doors.scenes import scenes
from sextant_bench.figures import BenchOptions, BenchResult, Figure, environment
from sextant_bench.harness import Checkpoint, Results, play_all

__all__ = ["run"]

WANTED = 150
_GRACE_SECONDS = 300.0
"""An attack's process is ended so long after the attack's own time: for the set-up, and for clearing away."""

_Case = tuple[Scene[Any], Sequence[Attack[Any]]]
"""A scene and those of its attacks that were asked for."""


def run(options: BenchOptions) -> BenchResult:
    """Carries out every attack, `-o workers=2` scenes at once, and looks for the tests of the documented promises."""
    found = scenes()
    plan = [(scene, attack) for scene in found.values() for attack in scene.attacks]
    only = {name.strip() for name in options.extra.get("only", "").split(",")} - {""}
    if unknown := only - {word for scene, attack in plan for word in (scene.kind, scene.name, attack.name)}:
        raise UsageError(f"There is no attack {sorted(unknown)[0]!r}.", f"Scenes are: {', '.join(sorted(found))}.")
    chosen = [(scene, one) for scene, one in plan if not only or {scene.kind, scene.name, one.name} & only]
    chosen = chosen[: options.limit or None]
    cases: list[_Case] = [
        (scene, own) for scene in found.values() if (own := [one for own, one in chosen if own is scene])
    ]
    kept = Checkpoint(options.extra.get("checkpoint", ""), AttackRecord)
    played = play_all(
        cases,
        partial(_played, kept=kept),
        name=lambda case: case[0].name,
        workers=options.whole("workers", 2),
        pool="threads",
        report=options.report,
        progress=_progress,
    )
    rows = played.records
    said, untested = _documented(Path(options.extra.get("root", ".")))
    skipped = [row.told("kind", "name", "tried", "skipped") for row in rows if row.skipped]
    return BenchResult(
        name="doors",
        figures=_figures(len(chosen), rows, said, untested),
        n=len(rows) - len(skipped),
        skipped=len(skipped),
        errors=len(played.errors) + (not said),
        excluded=len(plan) - len(chosen),
        environment={**environment(), "attacks": "written by the product's own authors, from an outsider's"},
        details={
            "open": [row.told("kind", "name", "tried", "through") for row in rows if row.through],
            "errors": played.errors,
            "skipped": skipped,
            "untested": [*untested],
            "attacks": [[scene.kind, scene.name, one.name, one.tried] for scene, one in chosen],
            "seconds": {row.name: row.seconds for row in rows if row.seconds > 5},
        },
        listings=(listing(rows, "Attacks", through="came through"),),
    )


def _progress(case: _Case, found: Results[AttackRecord], rows: Sequence[AttackRecord]) -> str:
    del found
    return f"{case[0].name}: {len(rows)} attacks, {sum(bool(row.through) for row in rows)} came through"


def _played(case: _Case, kept: Checkpoint[AttackRecord]) -> Results[AttackRecord]:
    """The scene's attacks, as far as they are not kept, in a process that is ended where it outlives its time.

    Each is kept at once, as the next one may take the process down.
    """
    scene, attacks = case
    rows = {one.name: kept.cases[one.name][0] for one in attacks if one.name in kept.cases}
    errors: dict[str, str] = {}
    left = {one.name: one for one in attacks if one.name not in rows}

    def told(line: dict[str, Any]) -> None:
        name = str(line["attack"])
        if error := line.get("error"):
            errors[name] = error
            return
        through = (line["through"],) if line.get("through") else ()
        tried, skipped, seconds = left[name].tried, line.get("skipped", ""), line.get("seconds", 0.0)
        rows[name] = AttackRecord(scene.kind, name, tried, through, skipped, seconds)
        kept.keep(name, [rows[name]])

    ended = _carried_out(scene, list(left.values()), told) if left else ""
    missing = [one for one in left if one not in rows]
    return Results(list(rows.values()), [f"{one}: {errors.get(one) or ended}" for one in missing])


def _carried_out(scene: Scene[Any], attacks: Sequence[Attack[Any]], told: Callable[[dict[str, Any]], None]) -> str:
    """Why an attack of which nothing was told was not carried out."""
    with tempfile.TemporaryDirectory(prefix="doors-", ignore_cleanup_errors=True) as folder:
        names = ",".join(one.name for one in attacks)
        command = [sys.executable, "-m", "sextant_bench.doors.attacker", scene.name, folder, names]
        log = Path(folder) / "attacker.log"
        with log.open("wb") as grumbles:
            process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=grumbles,
                stdin=subprocess.DEVNULL,
                env=environment_with_suites(),
            )
            limit = max(one.seconds for one in attacks) + _GRACE_SECONDS
            for line in _lines(process, limit):
                told(line)
        return f"the process ended with {process.returncode}: {log.read_text(errors='replace')[-300:]}"


def _lines(process: "subprocess.Popen[bytes]", limit: float) -> Iterator[dict[str, Any]]:
    """What it tells, line by line, until it ends or takes longer than `limit` seconds for one."""
    waiting: queue.Queue[bytes] = queue.Queue()
    assert process.stdout is not None
    said = process.stdout

    def read() -> None:
        for line in said:
            waiting.put(line)
        waiting.put(b"")

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        while line := waiting.get(timeout=limit):
            yield json.loads(line)
    except queue.Empty:
        process.kill()
    process.wait()
    reader.join(_GRACE_SECONDS)
    if not reader.is_alive():  # else somebody whom it started still holds the pipe
        said.close()


def _documented(root: Path) -> tuple[list[Promise], list[str]]:
    page = root / "docs" / "security.md"
    if not page.is_file():
        return [], []
    said = promises(page.read_text(encoding="utf-8"))
    return said, without_test(said, root)


def _figures(
    tried: int, rows: Sequence[AttackRecord], said: Sequence[Promise], untested: Sequence[str]
) -> tuple[Figure, ...]:
    return (
        Figure("attacks", tried, WANTED),
        Figure("open_doors", sum(bool(row.through) for row in rows), 0, better="low"),
        Figure("promises", len(said)),
        Figure("promises_without_test", len(untested), 0, better="low"),
    )
