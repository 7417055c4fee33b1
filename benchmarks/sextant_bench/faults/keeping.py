"""The file that keeps what was played: a run of the bench that was stopped goes on from there."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

from sextant.errors import UsageError
from sextant_bench.code import code_hash
from sextant_bench.faults.tallies import Row

__all__ = ["Kept", "kept_in"]


@dataclass(slots=True)
class Kept:
    """The rows that a checkpoint holds, by task, of this build; without a file nothing is kept."""

    file: Path | None
    code: str
    rows: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])

    def keep(self, task: str, rows: list[Row]) -> None:
        """Adds the rows of a task."""
        if self.file is not None:
            line = {"code": self.code, "task": task, "rows": [asdict(row) for row in rows]}
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, ensure_ascii=False) + "\n")


def kept_in(name: str, asked: str) -> Kept:
    """What a checkpoint holds of this build and of what is `asked`; empty where there is no such file yet.

    Raises:
        UsageError: The file is no checkpoint, or stands in no folder.
    """
    told = f"{code_hash()} {asked}"
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
            if raw["code"] == told:
                kept.rows[str(raw["task"])] = [Row(**row) for row in raw["rows"]]
        except (ValueError, KeyError, TypeError) as e:
            raise UsageError(f"Line {number} of {name!r} is no checkpoint: {e}", "Name another file.") from e
    return kept
