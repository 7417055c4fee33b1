"""Dataclasses whose methods are generated late behave as those of the standard decorator."""

import copy
import dataclasses
import inspect
import pickle
import re
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest

import sextant
from sextant.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A frozen class with a default, a field that is not compared, and a check."""

    x: int
    seen: list[str] = field(default_factory=list[str], compare=False)

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError(self.x)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Point):
    name: str
    kind: str = field(default="place", repr=False)


@dataclass
class Open:
    count: int = 0


@dataclass(eq=False)
class Same:
    count: int = 0


@dataclass(frozen=True)
class Own:
    count: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)

    def __repr__(self) -> str:
        return "own"


def frozen(cls: type[Any]) -> type[Any]:
    """The class with the same fields by the standard decorator."""
    fields = [(one.name, one.type, copy.copy(one)) for one in dataclasses.fields(cls)]
    return dataclasses.make_dataclass(cls.__name__, fields, frozen=True)


def test_methods_are_those_of_the_standard_decorator() -> None:
    like = frozen(Named)
    made, wanted = Named(x=1, name="a"), like(x=1, name="a")
    assert repr(made) == repr(wanted)
    assert hash(made) == hash(wanted)
    assert dataclasses.asdict(made) == dataclasses.asdict(wanted)
    assert inspect.signature(type(made).__init__) == inspect.signature(like.__init__)
    assert Named.__match_args__ == like.__match_args__ == ("x", "seen")


def test_values_are_compared_by_their_fields() -> None:
    assert Point(1, ["a"]) == Point(1) != Point(2)
    assert Point(1) != Named(x=1, name="a")
    assert Open() == Open() != Open(1)
    assert Own(1) == Own(2)
    assert (repr(Own()), hash(Own(1)) == hash(Own(1))) == ("own", True)


def test_what_can_change_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Open())
    one = Same()
    assert {one} == {one}
    assert one != Same()


def test_frozen_is_frozen() -> None:
    point = Point(1)
    for change in (lambda: setattr(point, "x", 2), lambda: delattr(point, "x"), lambda: setattr(point, "y", 2)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert dataclasses.replace(point, x=3) == Point(3)


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("back", [copy.copy, copy.deepcopy, pickled])
def test_copies_are_equal(back: Any) -> None:
    for value in (Point(1, ["a"]), Named(x=1, name="a"), Open(3)):
        assert back(value) == value


def test_a_wrong_call_is_told_as_ever() -> None:
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'x'"):
        Point()  # pyright: ignore[reportCallIssue]
    with pytest.raises(ValueError, match="-1"):
        Point(-1)


def test_a_method_is_generated_once_and_only_when_it_is_called() -> None:
    @dataclass(frozen=True, slots=True)
    class Fresh:
        x: int

    late = Fresh.__init__
    first, method = Fresh(1), Fresh.__init__
    assert method is not late
    assert Fresh(2) != first
    assert Fresh.__init__ is method
    assert Fresh.__repr__.__code__.co_name == "first_call"


def test_the_runtime_uses_it() -> None:
    root = Path(sextant.__file__).parent
    imports = re.compile(r"^\s*from dataclasses import .*\bdataclass\b", re.MULTILINE)
    others = {str(path.relative_to(root)) for path in root.rglob("*.py") if imports.search(path.read_text("utf-8"))}
    assert others == {"utg/graph.py"}, "that one has an order, which `sextant.dataclass` does not generate"
