"""Figures from rows: rates with intervals, by dial, by length of the oracle's walk, by cause."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from sextant_bench.figures import Figure, Json
from sextant_bench.memory_world.record import MemoryRow
from sextant_bench.recovery import Ended, RollbackTable, rollback_table
from sextant_bench.statistics import grouped, interval_of, mean_or_nan
from sextant_worlds.actors.dials import FaultyDials, parse_dials
from sextant_worlds.author.splits import BUCKETS
from sextant_worlds.memory.scoring import mtpr

__all__ = ["baselines", "details", "figures"]

_NAN = float("nan")


def figures(rows: Sequence[MemoryRow], actor: str) -> tuple[Figure, ...]:
    """The figures of one actor, with the targets that hold for the oracle and for one that forgets after three."""
    memory = [row for row in rows if row.memory]
    control = [row for row in rows if not row.memory]
    forgetful = _forgets_only(actor)
    whole, with_memory, without = _rate(rows), _rate(memory), _rate(control)
    ratio = mtpr(with_memory, without) if memory and control else None
    low, high = _interval(rows)
    return (
        Figure("success", whole, 1.0 if actor == "oracle" else None),
        Figure("success_low", low),
        Figure("success_high", high),
        Figure("success_memory", with_memory, 0.1 if forgetful else None, better="low" if forgetful else "high"),
        Figure("success_control", without, 0.9 if forgetful else None),
        Figure("mtpr", _NAN if ratio is None else ratio),
        Figure("memory_accuracy", mean_or_nan(row.accuracy for row in memory)),
        Figure("irr", mean_or_nan(row.irr for row in memory)),
        Figure("trigger_precision", mean_or_nan(row.trigger_precision for row in memory)),
        Figure("trigger_recall", mean_or_nan(row.trigger_recall for row in memory)),
        Figure("trigger_delay", mean_or_nan(row.delay for row in memory), None, "steps", "low"),
        Figure("memory_tokens", mean_or_nan(row.size for row in memory), None, "tokens", "low"),
        Figure("steps_ratio", _ratio(rows), None, "", "low"),
        Figure("tokens", mean_or_nan(row.tokens for row in rows), None, "tokens", "low"),
        Figure("false_done", mean_or_nan(row.false_done for row in rows), None, "", "low"),
        Figure("side_effects", mean_or_nan(row.side_effects for row in rows), None, "", "low"),
        *_rollbacks(rows).figures(),
    )


def _rollbacks(rows: Sequence[MemoryRow]) -> RollbackTable:
    return rollback_table(Ended(row.rollbacks, row.restarts, row.success) for row in rows)


def _forgets_only(actor: str) -> bool:
    """Whether it is the simulated actor that forgets after three decisions and does nothing else wrong."""
    name = actor.partition(":")[0]
    return name == "faulty" and replace(parse_dials(actor), seed=0) == FaultyDials(forget=3)


def baselines(rows: Sequence[MemoryRow], actor: str) -> tuple[Figure, ...]:
    """Success of a baseline: all, memory, control."""
    return (
        Figure(f"{actor}_success", _rate(rows)),
        Figure(f"{actor}_success_memory", _rate([row for row in rows if row.memory])),
        Figure(f"{actor}_success_control", _rate([row for row in rows if not row.memory])),
    )


def details(rows: Sequence[MemoryRow]) -> dict[str, Json]:
    """Everything behind the figures: by length, by dial, by template, causes, and each failure with its reason."""
    failed = [row for row in rows if not row.success]
    kept = {label: sum(getattr(row, label) for row in rows) for label in ("complete", "partial", "none")}
    by_dial: dict[str, Json] = {
        dial: _grouped(rows, lambda row, dial=dial: row.dials.get(dial, ""))
        for dial in sorted({name for row in rows for name in row.dials})
    }
    failures: list[Json] = [
        {"task": row.task, "world": row.world, "memory": row.memory, "cause": row.cause, "reason": row.reason}
        for row in failed
    ]
    intervals: dict[str, Json] = {
        "success": _interval(rows),
        "success_memory": _interval([row for row in rows if row.memory]),
        "success_control": _interval([row for row in rows if not row.memory]),
    }
    return {
        "confidence_95": intervals,
        "notes_of_values": kept,
        "by_oracle_steps": _grouped(rows, _bucket),
        "by_dial": by_dial,
        "by_template": _grouped(rows, lambda row: row.template),
        "by_language": _grouped(rows, lambda row: row.locale),
        "by_category": _grouped(rows, lambda row: row.category),
        "causes": dict(Counter(row.cause for row in failed).most_common()),
        "rollbacks": _rollbacks(rows).details(),
        "failures": failures,
    }


def _bucket(row: MemoryRow) -> str:
    for low, high in BUCKETS:
        if low <= row.oracle_steps <= high:
            return f"{low}-{high}"
    return "0" if row.oracle_steps == 0 else f">{BUCKETS[-1][1]}"


def _grouped(rows: Sequence[MemoryRow], key: Callable[[MemoryRow], str]) -> dict[str, Json]:
    groups = grouped(rows, key)
    return {name: _group(groups[name]) for name in sorted(groups, key=_order)}


def _order(name: str) -> tuple[int, str]:
    head = name.lstrip(">").partition("-")[0]
    return (int(head), name) if head.isdigit() else (1000, name)


def _group(rows: Sequence[MemoryRow]) -> dict[str, Json]:
    memory, control = [row for row in rows if row.memory], [row for row in rows if not row.memory]
    return {
        "n": len(rows),
        "success": _rate(rows),
        "confidence_95": _interval(rows),
        "n_memory": len(memory),
        "success_memory": _rate(memory) if memory else None,
        "success_control": _rate(control) if control else None,
    }


def _rate(rows: Sequence[MemoryRow]) -> float:
    return mean_or_nan(row.success for row in rows)


def _interval(rows: Sequence[MemoryRow]) -> list[float]:
    return interval_of(sum(row.success for row in rows), len(rows)) or [0.0, 1.0]


def _ratio(rows: Sequence[MemoryRow]) -> float:
    """Actions over the oracle's, on the tasks that were done."""
    return mean_or_nan(row.actions / row.oracle_steps for row in rows if row.success and row.oracle_steps)
