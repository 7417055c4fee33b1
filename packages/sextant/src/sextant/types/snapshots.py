"""Snapshots: the states of all parts of a run after a step, from which it is resumed."""

from collections.abc import Mapping

from sextant.dataclass import dataclass

__all__ = ["VERSION", "Json", "Snapshot"]

VERSION = 2
"""Of what the states mean; `sextant.state.migrations` reads the version before."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""Plain data, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The states of all parts by name, as JSON texts."""

    states: Mapping[str, str]
    version: int = VERSION
