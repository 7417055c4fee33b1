"""What a run can be taken up from: the state of every part after a step."""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["VERSION", "Json", "Snapshot"]

VERSION = 2
"""Of what the states mean; `sextant.state.migrations` reads the version before."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""Plain data, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of every part by its name, as JSON text."""

    states: Mapping[str, str]
    version: int = VERSION
