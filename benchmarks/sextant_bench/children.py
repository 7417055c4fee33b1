"""The environment of processes that import the suites: these are found by path, as no package holds them."""

import os
from collections.abc import Mapping
from pathlib import Path

__all__ = ["environment_with_suites"]


def environment_with_suites(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment (that of this process unless given) in which Python finds `sextant_bench` first."""
    given = dict(os.environ if environment is None else environment)
    folder = str(Path(__file__).resolve().parents[1])
    return {**given, "PYTHONPATH": os.pathsep.join(filter(None, [folder, given.get("PYTHONPATH", "")]))}
