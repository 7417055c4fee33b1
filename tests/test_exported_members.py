"""The public surface is on purpose: sorted, importable, small at the root."""

import importlib
import pkgutil
from types import ModuleType

import pytest

import sextant

ROOMS = sorted(
    module.name for module in pkgutil.iter_modules(sextant.__path__, "sextant.") if module.name != "sextant.types"
)


def exported(module: ModuleType) -> list[str]:
    return list(getattr(module, "__all__", []))


def test_the_root_offers_at_most_forty_names() -> None:
    assert len(exported(sextant)) <= 40


def test_every_public_name_of_the_root_is_there_and_says_what_it_is() -> None:
    for name in exported(sextant):
        value = getattr(sextant, name)
        if callable(value):
            assert value.__doc__, name
    assert set(exported(sextant)) <= set(dir(sextant))


@pytest.mark.parametrize("room", ["sextant", *ROOMS])
def test_all_is_sorted_and_complete(room: str) -> None:
    module = importlib.import_module(room)
    names = exported(module)
    assert names == sorted(names, key=_order)
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(module, name)] == []


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest: as ruff sorts them."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = getattr(sextant, "no_such_name")  # noqa: B009 - the point of the test
