"""The benches, as `suites.toml` has them. Nothing is imported until one is loaded."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from pydantic import TypeAdapter

from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions, BenchResult

__all__ = ["BENCHES", "Bench", "BenchEntry", "find", "load"]


class Bench(Protocol):
    """Measures something and says what it found."""

    def __call__(self, options: BenchOptions) -> BenchResult: ...


@dataclass(frozen=True, slots=True)
class BenchEntry:
    """A bench as the file of suites has it.

    Attributes:
        measures: What it is about, in a line.
        cases: Whether it has cases of which the first can be kept; others measure one thing, or draw `--n` samples.
        options: The keys of `BenchOptions.extra` that it reads, and what they mean.
    """

    measures: str
    cases: bool = True
    options: Mapping[str, str] = field(default_factory=dict[str, str])


def _read() -> dict[str, BenchEntry]:
    told = tomllib.loads((Path(__file__).parent / "suites.toml").read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, BenchEntry]).validate_python(told)


BENCHES: Mapping[str, BenchEntry] = MappingProxyType(_read())


def find(name: str) -> BenchEntry:
    """The bench of that name.

    Raises:
        UsageError: There is none.
    """
    entry = BENCHES.get(name)
    if entry is None:
        raise UsageError(f"There is no bench {name!r}.", f"Choose one of: {', '.join(sorted(BENCHES))}.")
    return entry


def load(name: str) -> Bench:
    """The function `run` of the module or folder of that bench.

    Raises:
        UsageError: There is no such bench.
    """
    find(name)
    return cast("Bench", import_module(f"sextant_bench.{name.replace('-', '_')}").run)
