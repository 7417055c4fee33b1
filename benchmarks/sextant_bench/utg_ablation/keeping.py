"""What one process is told, what a phone gave, and the file that keeps it: what was stopped goes on from there."""

import json
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from sextant.errors import UsageError
from sextant.utg.comparing.static import StaticDials
from sextant_bench.code import code_hash
from sextant_bench.figures import Json
from sextant_bench.utg_ablation.tallies import Outcome
from sextant_bench.utg_ablation.tasks import truth_hash

__all__ = ["Found", "Kept", "Plan", "kept_in"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What one process is told."""

    each: int
    dials: StaticDials
    model: str
    right: float
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What the tasks of one phone gave in all rows."""

    outcomes: tuple[Outcome, ...]
    merged: dict[str, Json]
    errors: tuple[str, ...]


@dataclass(slots=True)
class Kept:
    """The phones that a checkpoint holds for one plan; without a file nothing is kept."""

    file: Path | None
    plan: str
    phones: dict[int, Found] = field(default_factory=dict[int, Found])

    def keep(self, seed: int, found: Found) -> None:
        """Adds a phone to the file."""
        if self.file is not None:
            row = {"plan": self.plan, "seed": seed, "found": asdict(found)}
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def kept_in(name: str, plan: Plan, code: str | None = None) -> Kept:
    """What a checkpoint holds for that plan on these goals with this code; empty where there is no such file yet.

    `code` is the hash of what plays; that of this build unless told.

    Raises:
        UsageError: The file is no checkpoint, or stands in no folder.
    """
    told = sha256(f"{plan}|{truth_hash()}|{code or code_hash()}".encode()).hexdigest()[:16]
    if not name:
        return Kept(None, told)
    file = Path(name)
    if not file.parent.is_dir() or file.is_dir():
        raise UsageError(f"The checkpoint {name!r} cannot be used.", "Name a file in a folder that there is.")
    kept = Kept(file, told)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            raw = cast("dict[str, Any]", json.loads(line))
            if raw["plan"] == told:
                kept.phones[int(raw["seed"])] = _found(raw["found"])
        except (ValueError, KeyError, TypeError) as e:
            raise UsageError(f"Line {number} of {name!r} is no checkpoint: {e}", "Name another file.") from e
    return kept


def _found(raw: dict[str, Any]) -> Found:
    outcomes = tuple(Outcome(**one) for one in raw["outcomes"])
    return Found(outcomes, dict(raw["merged"]), tuple(str(one) for one in raw["errors"]))
