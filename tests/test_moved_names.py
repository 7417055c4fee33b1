"""Names that moved between packages keep working under the names that files and programs may hold."""

import importlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["envs", "spec", "twin.device", "demonstrations"])
def test_a_module_of_worlds_is_the_same_under_its_old_name(name: str) -> None:
    old, new = importlib.import_module(f"sextant.worlds.{name}"), importlib.import_module(f"sextant_worlds.{name}")
    assert old is new
    assert new.__name__ == f"sextant_worlds.{name}"
    assert new.__spec__ is not None
    assert new.__spec__.name == new.__name__


def test_the_old_name_comes_first_or_last() -> None:
    code = (
        "import sextant.worlds.twin.device as old; from sextant.worlds.spec import World;"
        "import sextant_worlds.twin.device as new, sextant_worlds.spec as spec;"
        "assert old is new and World is spec.World and new.TwinDevice.__module__ == 'sextant_worlds.twin.device'"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_a_module_that_never_was_is_missing() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"sextant_worlds\.nothing"):
        importlib.import_module("sextant.worlds.nothing")
