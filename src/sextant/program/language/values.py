"""Values of a program's variables: what JSON can hold, each bounded in size."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from sextant.program.language.faults import ProgramStuckError
from sextant.program.language.numbers import number_in

__all__ = ["FUNCTIONS", "Value", "bounded", "multiplied", "said"]

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"
"""Never changed in place: what is computed is new, so that snapshots may share it."""

_LARGEST = 10**15
_LONGEST_RANGE = 10_000


def bounded(value: Any, size: int) -> Any:
    """The value, if it is one of JSON's and has at most `size` characters and items in all.

    Raises:
        ProgramStuckError: It is something else, or too large.
    """
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        if not -_LARGEST <= value <= _LARGEST:
            raise ProgramStuckError(f"the number {value:.3g} is too large")
        return value
    if _weight(value, size) > size:
        raise ProgramStuckError(f"a value is larger than {size} characters")
    return value


def _weight(value: Any, most: int) -> int:
    """Characters and items in all; stops counting where there are more than `most`."""
    total, waiting = 0, [value]
    while waiting and total <= most:
        item = waiting.pop()
        total += 1
        if isinstance(item, str):
            total += len(item)
        elif isinstance(item, list):
            waiting += cast("list[Any]", item)
        elif isinstance(item, dict):
            table = cast("dict[Any, Any]", item)
            if not all(isinstance(key, str) for key in table):
                raise ProgramStuckError("the keys of a table are texts")
            waiting += [*table, *table.values()]
        elif not isinstance(item, int | float | bool | None):
            raise ProgramStuckError(f"a {type(item).__name__} is no value of a program")
    return total


def multiplied(left: Any, right: Any, size: int) -> Any:
    """The product; a text or list is repeated only as far as its bound."""
    for one, times in ((left, right), (right, left)):
        if (
            isinstance(one, str | list)
            and isinstance(times, int)
            and len(cast("Sequence[Any]", one)) * max(times, 0) > size
        ):
            raise ProgramStuckError(f"a value is larger than {size} characters")
    return left * right


def said(value: Any) -> str:
    """A value as it stands in an instruction."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(map(said, cast("list[Any]", value)))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {said(item)}" for key, item in cast("dict[str, Any]", value).items())
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _number(value: Any) -> int | float:
    """The first number of a text (`€1,234.50` is 1234.5)."""
    if isinstance(value, bool | int | float):
        return value
    found = number_in(str(value))
    if found is None:
        raise ProgramStuckError(f"there is no number in {str(value)[:60]!r}")
    return found


def _whole(value: Any) -> int:
    return int(_number(value))


def _decimal(value: Any) -> float:
    return float(_number(value))


def _range(*ends: Any) -> list[int]:
    if not all(isinstance(end, int) for end in ends):
        raise ProgramStuckError("range takes whole numbers")
    found = range(*ends)
    if len(found) > _LONGEST_RANGE:
        raise ProgramStuckError(f"range has more than {_LONGEST_RANGE} items")
    return list(found)


def _round(value: Any, digits: Any = 0) -> Any:
    return round(value, min(digits, 10)) if digits else round(value)


def _sorted(values: Any, reverse: Any = False) -> list[Any]:
    return sorted(values, reverse=bool(reverse))


def _many(values: tuple[Any, ...]) -> Any:
    one: Any = values[0] if values else None
    return one if len(values) == 1 and isinstance(one, list) else values  # pyright: ignore[reportUnknownVariableType]


def _largest(*values: Any) -> Any:
    return max(_many(values))


def _smallest(*values: Any) -> Any:
    return min(_many(values))


def _total(values: Any) -> int | float:
    return sum(map(_number, values))


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "bool": bool,
    "float": _decimal,
    "int": _whole,
    "len": len,
    "max": _largest,
    "min": _smallest,
    "number": _number,
    "range": _range,
    "round": _round,
    "sorted": _sorted,
    "str": said,
    "sum": _total,
}
"""What an expression may call."""
