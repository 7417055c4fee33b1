"""JSON for the frozen types: one adapter a type, built on first use. Bytes travel as base64. And TOML."""

import json
import tomllib
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from sextant.types.snapshots import Json

T = TypeVar("T")

MOST_DOTS = 1000
"""In one line of TOML: `tomllib` takes time and memory that grow with the square of a key's parts."""


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def json_text(data: object) -> str:
    """Plain data as JSON text that can be written as UTF-8; lone surrogates are replaced."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=list)
    return text.encode("utf-8", "replace").decode()


def state_text(kind: type[T] | Any, value: T) -> str:
    """Like `to_json`, but also accepts invalid Unicode, which texts of pages may contain."""
    try:
        return to_json(kind, value)
    except (PydanticSerializationError, UnicodeError):
        return json_text(_adapter(kind).dump_python(value))


def to_plain(kind: type[T] | Any, value: T) -> Json:
    """The value as plain data; `from_plain(kind, …)` gives an equal value back."""
    return _adapter(kind).dump_python(value, mode="json")


def to_fields(kind: type[T] | Any, value: T) -> dict[str, Json]:
    """The fields of a typed state as plain data, to be stored beside others."""
    return _adapter(kind).dump_python(value, mode="json")


def field_of(data: Json, name: str) -> Json:
    """The field of plain data with that name; None if there is none."""
    return data.get(name) if isinstance(data, dict) else None


def from_plain(kind: type[T] | Any, data: Json) -> T:
    """The value of plain data from `to_plain`, or of its JSON text, which earlier versions stored.

    Raises:
        pydantic.ValidationError: The data is not a value of that kind.
    """
    return from_json(kind, data if isinstance(data, str) else json.dumps(data))


def to_json(kind: type[T] | Any, value: T) -> str:
    """The value as JSON text; `from_json(kind, …)` gives an equal value back."""
    return _adapter(kind).dump_json(value).decode()


def from_json(kind: type[T] | Any, text: str | bytes) -> T:
    """The value of a JSON text from `to_json`.

    Raises:
        pydantic.ValidationError: The text is not a value of that kind.
    """
    return _adapter(kind).validate_json(text)


def from_fields(kind: type[T] | Any, fields: Mapping[str, Any]) -> T:
    """The value of these fields; one that is a value already is taken as it is.

    Raises:
        pydantic.ValidationError: The fields are not those of that kind.
    """
    return _adapter(kind).validate_python(fields)


def inflated(data: bytes, limit: int) -> bytes:
    """Decompresses `zlib` data of at most `limit` bytes; nothing larger is ever unpacked.

    Raises:
        ValueError: It is no such data, cut off, or larger.
    """
    opener = zlib.decompressobj()
    try:
        found = opener.decompress(data, limit)
    except zlib.error as error:
        raise ValueError(f"it cannot be unpacked ({error})") from error
    if opener.unconsumed_tail or not opener.eof:
        raise ValueError(f"it is cut off, or larger than {limit:,} bytes when unpacked")
    return found


def from_toml(text: str) -> dict[str, Any]:
    """Parses a TOML text in time bounded by its length.

    Raises:
        ValueError: It is no TOML, nested too deep, or has a line with too many dots.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"line {number} has more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def toml_pairs(**values: str | float) -> list[str]:
    """`key = value` lines of TOML, without empty and zero values."""
    return [
        f"{key} = {toml_text(value) if isinstance(value, str) else value}" for key, value in values.items() if value
    ]


def toml_text(text: str) -> str:
    """A text as a string of TOML."""
    whole = text.encode("utf-8", "replace").decode()  # a lone surrogate, where an app cut a text, is not written
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def comment(text: str) -> str:
    """A text on one line, without signs that end a comment or cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
