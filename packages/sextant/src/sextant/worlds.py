"""The former place of `sextant_worlds`: the names below it resolve there, for code and stored `python:` names.

The package is found by its entry point. New code imports `sextant_worlds`.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any


class _Moved(MetaPathFinder, Loader):
    """Finds a module below this one by its name in the other package, and gives that very module."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        return spec_from_loader(fullname, self) if fullname.startswith(f"{__name__}.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._package + spec.name.removeprefix(__name__))
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._own  # importing under the old name has put its own there


def _package() -> str:
    for entry in entry_points(group="sextant.devices", name="world"):
        return entry.module.partition(".")[0]
    raise ModuleNotFoundError(
        "sextant.worlds is the package sextant-worlds now, which is not installed: pip install 'sextant[worlds]'",
        name=__name__,
    )


__path__: list[str] = []
_PACKAGE = _package()
sys.meta_path.insert(0, _Moved(_PACKAGE))  # before the one that would load a submodule a second time, by its path


def __getattr__(name: str) -> Any:
    return getattr(import_module(_PACKAGE), name)
