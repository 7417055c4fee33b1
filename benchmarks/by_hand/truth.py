"""Tasks of the evaluation by hand, and their truth: what a run changed in the app's records, against what it should."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

Record = Mapping[str, object]
State = Mapping[str, Mapping[str, Record]]
"""Records of an app: by table and key, their fields."""

ROOT = Path(__file__).parent
Kind = Literal["added", "changed", "removed"]
Claimed = Literal["complete", "infeasible", "unsure", ""]


@dataclass(frozen=True, slots=True)
class Change:
    """A record that a run added, changed or removed.

    Attributes:
        was: Its fields before; empty where it was added.
        now: Where it was changed the fields that differ, else those it has now.
    """

    table: str
    kind: Kind
    key: str
    was: Record
    now: Record

    def __str__(self) -> str:
        return f"{self.kind} {self.table} {self.key!r}: {dict(self.now or self.was)}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A change that belongs to the task. `optional`: it may be absent, and may occur several times."""

    table: str
    kind: Kind
    key: str = ""
    where: Record = field(default_factory=dict[str, object])
    now: Record = field(default_factory=dict[str, object])
    optional: bool = False

    def fits(self, change: Change) -> bool:
        """Whether the change is this one. Of what was changed, no other field may differ."""
        named = (change.table, change.kind) == (self.table, self.kind) and self.key in ("", change.key)
        fields = all(_fits(change.now.get(name), value) for name, value in self.now.items())
        was = all(_fits(change.was.get(name), value) for name, value in self.where.items())
        return named and fields and was and (self.kind != "changed" or set(change.now) <= set(self.now))


@dataclass(frozen=True, slots=True)
class ByHandTask:
    """One task: a goal in a user's words and what a right run leaves behind.

    Attributes:
        ends: How a right run ends.
        answer: What a right answer holds; empty where none is asked for.
        holds: The wanted state is there already.
        secret: Name of the secret that the goal speaks of.
        world: Name of the world whose page is the app; empty for an app of `apps`.
    """

    id: str
    app: str
    language: str
    goal: str
    kind: str
    steps: int
    ends: Literal["success", "infeasible"] = "success"
    answer: tuple[str | float, ...] = ()
    changes: tuple[Wanted, ...] = ()
    holds: bool = False
    secret: str = ""
    world: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a run left behind. `solved`: all that was wanted, nothing else, the right answer and the right end."""

    missing: tuple[str, ...]
    collateral: tuple[str, ...]
    answer_right: bool
    end_right: bool

    @property
    def solved(self) -> bool:
        return not self.missing and not self.collateral and self.answer_right and self.end_right


def tasks() -> dict[str, ByHandTask]:
    """All tasks by their id: those of `tasks.toml`, `worlds.toml`, and of each `apps/NAME/tasks.toml`."""
    files = [ROOT / "tasks.toml", ROOT / "worlds.toml", *sorted(ROOT.glob("apps/*/tasks.toml"))]
    raw = [one for file in files for one in tomllib.loads(file.read_text(encoding="utf-8"))["task"]]
    return {one["id"]: _task(one) for one in cast("list[dict[str, Any]]", raw)}


def _task(raw: dict[str, Any]) -> ByHandTask:
    changes = tuple(Wanted(kind=one.pop("change"), **one) for one in raw.pop("changes", []))
    return ByHandTask(**{**raw, "answer": tuple(raw.get("answer", ())), "changes": changes})


def changes(before: State, after: State) -> Iterator[Change]:
    """What differs between two states of an app."""
    for table in sorted({*before, *after}):
        old, new = before.get(table, {}), after.get(table, {})
        for key in sorted({*old, *new}):
            if key not in old:
                yield Change(table, "added", key, {}, new[key])
            elif key not in new:
                yield Change(table, "removed", key, old[key], {})
            elif old[key] != new[key]:
                names = {*old[key], *new[key]}
                differ = {name: new[key].get(name) for name in names if old[key].get(name) != new[key].get(name)}
                yield Change(table, "changed", key, old[key], differ)


def judge(task: ByHandTask, before: State, after: State, answer: str, claimed: Claimed) -> Truth:
    """The truth about a run: each change is matched with one that is wanted, the rest is collateral."""
    left = list(changes(before, after))
    missing: list[str] = []
    for wanted in (one for one in task.changes if not one.optional):
        found = next((change for change in left if wanted.fits(change)), None)
        if found is None:
            missing.append(f"{wanted.kind} {wanted.table} {wanted.key or dict(wanted.where) or dict(wanted.now)}")
        else:
            left.remove(found)
    spare = [wanted for wanted in task.changes if wanted.optional]
    collateral = tuple(str(change) for change in left if not any(one.fits(change) for one in spare))
    expected = "infeasible" if task.ends == "infeasible" else "complete"
    right = all(answers(answer, part) for part in task.answer)
    return Truth(tuple(missing), collateral, right, claimed == expected)


def answers(text: str, wanted: str | float) -> bool:
    """Whether an answer holds a text (spaces and case aside) or a number (in either way of writing decimals)."""
    if isinstance(wanted, str):
        return _letters(wanted) in _letters(text)
    return any(abs(number - wanted) < 0.005 for number in _numbers(text))


def _letters(text: str) -> str:
    return re.sub(r"\s+", "", text).casefold()


def _numbers(text: str) -> Iterator[float]:
    for found in re.findall(r"\d[\d.,'\s]*\d|\d", text) + re.findall(r"\d+(?:[.,]\d+)*", text):
        digits = re.sub(r"[\s']", "", found)
        for thousands, point in ((",", "."), (".", ",")):
            plain = digits.replace(thousands, "").replace(point, ".")
            if plain.count(".") <= 1:
                yield float(plain)


def _fits(value: object, wanted: object) -> bool:
    """Whether a field's value is the wanted one; the forms stand at the top of `tasks.toml`."""
    if isinstance(value, list):
        return cast("Sequence[object]", value) == wanted
    match wanted:
        case {"any": True}:
            return True
        case {"contains": [*parts]}:
            return all(str(part).casefold() in str(value).casefold() for part in cast("list[object]", parts))
        case {"one_of": [*choices]}:
            return value in choices
        case {"tells": [*parts]}:
            return all(answers(str(value), part) for part in cast("list[str | float]", parts))
        case {"number": float() | int() as number}:
            return isinstance(value, (int, float, str)) and abs(float(value) - number) < 0.005
        case _:
            return value == wanted
