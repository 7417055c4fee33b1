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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sextant.errors import UsageError
from sextant_bench.children import environment_with_suites
from sextant_bench.doors.attack import Attack, Scene
from sextant_bench.doors.promises import Promise, promises, without_test
from sextant_bench.doors.scenes import scenes
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, environment

__all__ = ["run"]

WANTED = 150
_GRACE_SECONDS = 300.0
"""An attack's process is ended so long after the attack's own time: for the set-up, and for clearing away."""


@dataclass(frozen=True, slots=True)
class _Row:
    scene: Scene[Any]
    attack: Attack[Any]
    seconds: float = 0.0
    through: str = ""
    skipped: str = ""
    error: str = ""


def run(options: BenchOptions) -> BenchResult:
    """Carries out every attack, `-o workers=2` scenes at once, and looks for the tests of the documented promises."""
    found = scenes()
    plan = [(scene, attack) for scene in found.values() for attack in scene.attacks]
    only = {name.strip() for name in options.extra.get("only", "").split(",")} - {""}
    if unknown := only - {word for scene, attack in plan for word in (scene.kind, scene.name, attack.name)}:
        raise UsageError(f"There is no attack {sorted(unknown)[0]!r}.", f"Scenes are: {', '.join(sorted(found))}.")
    chosen = [(scene, one) for scene, one in plan if not only or {scene.kind, scene.name, one.name} & only]
    chosen = chosen[: options.limit or None]
    by_scene = {name: [one for scene, one in chosen if scene.name == name] for name in found}
    kept = _Kept(Path(options.extra["checkpoint"]) if "checkpoint" in options.extra else None)
    rows: list[_Row] = []
    with ThreadPoolExecutor(options.whole("workers", 2)) as pool:
        playing = [(found[name], attacks, kept) for name, attacks in by_scene.items() if attacks]
        for done in pool.map(_played, *zip(*playing, strict=True)):
            rows += done
            open_now = sum(bool(row.through) for row in rows)
            options.report(f"{done[0].scene.name}: {len(rows)}/{len(chosen)} attacks, {open_now} came through")
    said, untested = _documented(Path(options.extra.get("root", ".")))
    return BenchResult(
        name="doors",
        figures=_figures(rows, said, untested),
        n=sum(not row.skipped and not row.error for row in rows),
        skipped=sum(bool(row.skipped) for row in rows),
        errors=sum(bool(row.error) for row in rows) + (not said),
        excluded=len(plan) - len(chosen),
        environment={**environment(), "attacks": "written by the product's own authors, from an outsider's"},
        details={
            "open": [_told(row, row.through) for row in rows if row.through],
            "errors": [_told(row, row.error) for row in rows if row.error],
            "skipped": [_told(row, row.skipped) for row in rows if row.skipped],
            "untested": [*untested],
            "attacks": [[row.scene.kind, row.scene.name, row.attack.name, row.attack.tried] for row in rows],
            "seconds": {row.attack.name: row.seconds for row in rows if row.seconds > 5},
        },
        listings=(_listing(rows),),
    )


class _Kept:
    """What became of attacks, by name, in a file to which each is added at once; one that was not tried is not kept."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self.told: dict[str, dict[str, Any]] = {}
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                self.told[str(told["attack"])] = told

    def add(self, told: dict[str, Any]) -> None:
        """Adds the outcome of one attack."""
        with self._lock:
            self.told[str(told["attack"])] = told
            if self._file is not None and not told.get("error"):
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(told) + "\n")


def _played(scene: Scene[Any], attacks: Sequence[Attack[Any]], kept: _Kept) -> list[_Row]:
    """The scene's attacks, as far as they are not kept, in a process that is ended where it outlives its time."""
    left = [one for one in attacks if one.name not in kept.told]
    rest = _tried(scene, left, kept) if left else ""
    return [_row(scene, one, kept.told.get(one.name) or {"error": rest}) for one in attacks]


def _tried(scene: Scene[Any], attacks: Sequence[Attack[Any]], kept: _Kept) -> str:
    """Why an attack of which nothing was told was not tried."""
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
                kept.add(line)
        return f"the process ended with {process.returncode}: {log.read_text(errors='replace')[-300:]}"


def _row(scene: Scene[Any], attack: Attack[Any], told: dict[str, Any]) -> _Row:
    return _Row(
        scene, attack, told.get("seconds", 0.0), *(told.get(name, "") for name in ("through", "skipped", "error"))
    )


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


def _figures(rows: Sequence[_Row], said: Sequence[Promise], untested: Sequence[str]) -> tuple[Figure, ...]:
    return (
        Figure("attacks", len(rows), WANTED),
        Figure("open_doors", sum(bool(row.through) for row in rows), 0, better="low"),
        Figure("promises", len(said)),
        Figure("promises_without_test", len(untested), 0, better="low"),
    )


def _told(row: _Row, what: str) -> Json:
    return {"kind": row.scene.kind, "attack": row.attack.name, "tried": row.attack.tried, "came_through": what}


def _listing(rows: Sequence[_Row]) -> Listing:
    kinds = dict.fromkeys(row.scene.kind for row in rows)
    return Listing(
        "Attacks",
        ("kind", "n", "came through"),
        tuple(
            (kind, str(len(of_kind)), str(sum(bool(row.through) for row in of_kind)))
            for kind in kinds
            for of_kind in ([row for row in rows if row.scene.kind == kind],)
        ),
    )
