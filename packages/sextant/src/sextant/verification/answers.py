"""Validates answers against the JSON schema of a task."""

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["against_schema", "as_answer"]


def against_schema(text: str, schema: Mapping[str, Any] | None) -> str:
    """The first violation of the task's schema; empty where there is none."""
    if schema is None:
        return ""
    from jsonschema import ValidationError, validate

    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return f"the answer is not JSON: {error.msg} at character {error.pos}"
    try:
        validate(value, schema)
    except ValidationError as problem:
        where = "/".join(str(part) for part in problem.absolute_path) or "the answer"
        return f"the answer does not follow its schema: {where}: {problem.message}"
    return ""


def as_answer(result: Any, schema: Mapping[str, Any] | None) -> str:
    """The return value of a program as an answer: JSON under a schema, or the string itself where that validates."""
    if schema is None:
        return "" if result is None else str(result)
    as_it_is = isinstance(result, str) and not against_schema(result, schema)
    return str(result) if as_it_is else json.dumps(result, ensure_ascii=False)
