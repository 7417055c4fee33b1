"""Reads YAML data files beside the code and checks them against a schema.

Only `true`, `false`, `null` and whole numbers are no text: `on`, `yes` and `10:30` are texts as they stand.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, TypeVar, cast

import yaml
from pydantic import TypeAdapter, ValidationError

from sextant.errors import SextantError

__all__ = ["DataError", "filled", "malformed", "read", "read_yaml", "validated"]

_T = TypeVar("_T")
_compose = cast("Callable[..., yaml.Node]", yaml.compose)  # pyright: ignore[reportUnknownMemberType]
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_CONSTANTS = {"true": True, "false": False, "null": None}
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")


class DataError(SextantError):
    """A data file is malformed; the message names the file, the line and the field."""


def read_yaml(package: str, name: str) -> Any:
    """What the file holds, as plain values.

    Raises:
        DataError: It is no YAML, or has a key twice.
    """
    return _plain(_nodes(package, name), name)


def read(kind: type[_T], package: str, name: str) -> _T:
    """The file as a value of that type.

    Raises:
        DataError: The file is malformed.
    """
    return validated(kind, read_yaml(package, name), package, name)


def validated(kind: type[_T], data: Any, package: str, name: str) -> _T:
    """The data as a value of that type.

    Raises:
        DataError: A field is wrong; the line is that of the field in the file, as far as it can be followed.
    """
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        raise malformed(error, package, name) from error


def malformed(error: ValidationError, package: str, name: str, within: Sequence[int | str] = ()) -> DataError:
    """What is wrong with a file, where; `within` is the path from its root to what was validated."""
    first = error.errors()[0]
    path = ".".join(str(part) for part in (*within, *first["loc"]))
    line = _line(_nodes(package, name), (*within, *first["loc"]))
    return DataError(f"{name}, line {line}, {path}: {first['msg']}.", "Correct this field.")


def filled(text: str, slots: Mapping[str, str]) -> str:
    """The text with each `<slot>` replaced; braces stay as they are, for templates and places of values."""
    for name, value in slots.items():
        text = text.replace(f"<{name}>", value)
    return text


def _nodes(package: str, name: str) -> yaml.Node:
    text = (files(package) / name).read_text(encoding="utf-8")
    try:
        return _compose(text, _Loader)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise DataError(f"{name}{line}: {error.problem}.", "Correct this line.") from error


def _plain(node: yaml.Node, name: str) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, name) for item in cast("list[yaml.Node]", node.value)]
    if not isinstance(node, yaml.MappingNode):
        text = str(node.value)
        if getattr(node, "style", None):  # quoted
            return text
        return _CONSTANTS[text] if text in _CONSTANTS else int(text) if _NUMBER.fullmatch(text) else text
    made: dict[str, Any] = {}
    for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
        if key.value in made:
            line = key.start_mark.line + 1
            raise DataError(f"{name}, line {line}: {key.value!r} occurs twice.", "Remove one of them.")
        made[str(key.value)] = _plain(value, name)
    return made


def _line(node: yaml.Node, path: Sequence[int | str]) -> int:
    """The line of the deepest node on the path. The kind of a union's member is a step, too, and is passed over."""
    line = node.start_mark.line
    entered = True
    for step in path:
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node, entered = node.value[step], True
            line = node.start_mark.line
        elif isinstance(node, yaml.MappingNode):
            pairs = {key.value: (key, value) for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value)}
            is_kind = entered and "kind" in pairs and pairs["kind"][1].value == step
            if not is_kind and str(step) in pairs:
                key, node = pairs[str(step)]
                line = key.start_mark.line
            entered = False
    return int(line) + 1
