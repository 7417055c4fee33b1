"""Values of variables: JSON types, limited in size."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from pydantic import JsonValue

from sextant.program.language.faults import ProgramStuckError
from sextant.program.language.numbers import number_in

__all__ = ["FUNCTIONS", "LARGEST", "Value", "as_text", "bounded", "effort_of", "multiplied", "weight_of", "whole_text"]

Value: TypeAlias = JsonValue
"""Values are never changed in place, so that snapshots can share them."""

LARGEST = 10**15
DEEPEST = 20
_HALF = re.compile("[\ud800-\udfff]")
_LONGEST_RANGE = 10_000


def bounded(value: object, size: int) -> Value:
    """Checks a value: a JSON type with at most `size` characters and items, and at most 20 levels.

    Lone surrogates, which cannot be stored in files, are replaced.

    Raises:
        ProgramStuckError: It has another type, or is too large.
    """
    if value is None or isinstance(value, bool):
        return value
    if weight_of(value, size) > size:
        raise ProgramStuckError(f"a value is larger than {size} characters")
    return _whole_text(value)


def weight_of(value: Any, most: int) -> int:
    """The number of characters and items in a value; stops counting above `most`.

    Raises:
        ProgramStuckError: It has an unsupported type.
    """
    total, waiting = 0, [(value, 0)]
    while waiting and total <= most:
        item, depth = waiting.pop()
        total += 1
        if depth > DEEPEST:
            raise ProgramStuckError(f"a value is nested deeper than {DEEPEST} lists")
        if isinstance(item, str):
            total += len(item)
        elif isinstance(item, list):
            waiting += [(part, depth + 1) for part in cast("list[Any]", item)]
        elif isinstance(item, dict):
            table = cast("dict[Any, Any]", item)
            if not all(isinstance(key, str) for key in table):
                raise ProgramStuckError("the keys of a table are texts")
            waiting += [(part, depth + 1) for part in (*table, *table.values())]
        elif isinstance(item, int | float):
            if not -LARGEST <= item <= LARGEST:
                raise ProgramStuckError(f"a number is too large: at most {LARGEST:.0e}, and no infinity")
        elif item is not None:
            raise ProgramStuckError(f"a {type(item).__name__} is no value of a program")
    return total


def effort_of(value: Any, most: int) -> int:
    """The cost of computing with a value: the number of its items. A text counts as one."""
    if isinstance(value, str):
        return 1 + len(value) // 100
    return weight_of(value, most) if isinstance(value, list | dict) else 1


def whole_text(text: str) -> str:
    """A text in which lone surrogates are replaced."""
    return _HALF.sub("\ufffd", text)


def _whole_text(value: Any) -> Any:
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, list):
        return [_whole_text(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {whole_text(key): _whole_text(item) for key, item in cast("dict[str, Any]", value).items()}
    return value


def multiplied(left: Any, right: Any, size: int) -> Any:
    """The product; refuses to repeat a text or list beyond the limit of size."""
    for one, times in ((left, right), (right, left)):
        if (
            isinstance(one, str | list)
            and isinstance(times, int)
            and len(cast("Sequence[Any]", one)) * max(times, 0) > size
        ):
            raise ProgramStuckError(f"a value is larger than {size} characters")
    return left * right


def as_text(value: Any) -> str:
    """A value as it appears in an instruction."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(map(as_text, cast("list[Any]", value)))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {as_text(item)}" for key, item in cast("dict[str, Any]", value).items())
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
    "str": as_text,
    "sum": _total,
}
"""The functions that expressions can call."""
