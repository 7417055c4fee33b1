"""Narrows what a test was given to what it has to be."""

from typing import TypeVar

Kind = TypeVar("Kind")


def as_a(kind: type[Kind], value: object) -> Kind:
    """The same value; the test fails where it is of another kind."""
    assert isinstance(value, kind), value
    return value


def given(value: Kind | None) -> Kind:
    """The same value; the test fails where there is none."""
    assert value is not None
    return value
