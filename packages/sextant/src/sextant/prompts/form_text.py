"""Describes the form of an answer in words: fields, actions and whole decisions, generated from the schema.

Servers that only constrain decoding (vLLM, llama.cpp, Ollama, LM Studio) do not show the schema to the model.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sextant.prompts.action_forms import ACTIONS, COMPACT_ACTIONS
from sextant.types.decisions import Profile

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["EXAMPLES", "action_lines", "answer_form", "field_lines"]

_Json = Mapping[str, Any]
_TARGET = ("index", "at", "point")
"""The arguments that name what an action touches; their meaning is explained once."""
_TARGETS = """\
A target is "index": n for an element; "index": n, "at": [x, y] for a place inside its box, as shares from 0 to 1; or
"index": null, "point": [x, y] for something on the screen that has no element."""
_BARE = {"string": "text", "integer": "number", "number": "number", "boolean": "true|false"}

_FIELDS = "The fields of your answer, in this order; a ? marks what may be left out"

EXAMPLES: tuple[_Json, ...] = (  # structural: fields of a decision
    {
        "historical_status": {"status": "Unknown"},
        "important_contents": "",
        "think": "The list has no milk. The field New item takes a new entry.",
        "thought": "The list has no milk. The field New item takes a new entry.",
        "next_goal": "type Milk into the field New item",
        "requirements": [{"id": "milk", "kind": "deed", "text": "Milk is on the shopping list"}],
        "action": {"type": "input_text", "index": 2, "text": "Milk"},
        "does": "type Milk into the field New item",
        "expect": [{"type": "field_has", "index": 2, "text": "Milk"}],
    },
    {
        "historical_status": {"status": "Success", "quote": "Milk"},
        "answers": [{"question": "q5.0", "answer": "yes", "quote": "Milk was added"}],
        "important_contents": "Milk was added",
        "think": "The last step added Milk. The list shows it. Nothing is left to do.",
        "thought": "The list shows Milk. Nothing is left to do.",
        "next_goal": "end the run",
        "action": {"type": "status", "goal_status": "complete"},
        "does": "end the run",
        "expect": [{"type": "text_visible", "text": "Milk"}],
        "shows": [{"requirement": "milk", "quote": "Milk was added"}],
    },
)
"""A first and a last decision, with the fields of every profile; each prompt shows those that its schema has."""


_ACTIONS = {"action": "see Actions", "alternatives": "[see Actions]", "then": "[see Actions]"}
"""Fields that hold actions."""


def answer_form(schema: "type[BaseModel]", profile: Profile) -> str:
    """Fields, actions and two whole decisions of a schema, as a part of the static prompt."""
    parts = [f"{_FIELDS}\n{field_lines(schema)}"] if _says_more(schema) else []
    parts.append("\n".join(["Actions", action_lines(profile), *([] if profile == "compact" else [_TARGETS])]))
    parts.append("Two whole decisions\n" + "\n".join(_examples(schema, profile)))
    return "\n\n".join(parts)


def field_lines(schema: "type[BaseModel]") -> str:
    """The fields of a JSON schema, one on each line: name, meaning, shape. A `?` marks an optional one."""
    form = schema.model_json_schema()
    definitions = cast("_Json", form.get("$defs", {}))
    required = form.get("required", ())
    lines: list[str] = []
    for name, node in cast("Mapping[str, _Json]", form.get("properties", {})).items():
        shape = _ACTIONS.get(name) or _shape(node, definitions)
        told = node.get("description", "")
        mark = "" if name in required else "?"
        lines.append(f"- {name}{mark}: {f'{told} ' if told else ''}{shape}")
    return "\n".join(lines)


@cache  # making a schema of each action takes tens of milliseconds
def action_lines(profile: Profile) -> str:
    """The actions of a profile, one on each line: meaning, arguments, and an example."""
    lines: list[str] = []
    for form in COMPACT_ACTIONS if profile == "compact" else ACTIONS:
        schema = form.model_json_schema()
        definitions, required = cast("_Json", schema.get("$defs", {})), schema.get("required", ())
        given = cast("Mapping[str, _Json]", schema["properties"])
        shapes = {name: _shape(node, definitions) for name, node in given.items() if name != "type"}
        told_once = set(_TARGET) <= set(shapes)
        arguments = [f"target{'' if 'index' in required else '?'}"] if told_once else []
        arguments += [
            f"{name}{'' if name in required else '?'}: {shape}"
            for name, shape in shapes.items()
            if not (told_once and name in _TARGET)
        ]
        listed = f"{', '.join(arguments)}. " if arguments else ""
        for kind, (told, example) in form.says.items():
            written = json.dumps({"type": kind, **example}, ensure_ascii=False)
            lines.append(f"- {kind}: {told} {listed}{written}")
    return "\n".join(lines)


def _says_more(schema: "type[BaseModel]") -> bool:
    return list(schema.model_fields) != ["action"]


def _examples(schema: "type[BaseModel]", profile: Profile) -> list[str]:
    """The whole decisions that fit the schema, on one line each."""
    written: list[str] = []
    for example in EXAMPLES:
        held = {name: example[name] for name in schema.model_fields if name in example}
        if profile == "lite" and "thought" in held:
            held["thought"] = str(held["thought"]).partition(". ")[0].rstrip(".") + "."
        written.append(json.dumps(held, ensure_ascii=False))
    return written


def _shape(node: _Json, definitions: _Json) -> str:
    """A JSON schema in one line: `[{id: text, kind: deed|value|state}]`."""
    if "$ref" in node:
        return _shape(cast("_Json", definitions[str(node["$ref"]).rpartition("/")[2]]), definitions)
    for key in ("anyOf", "oneOf"):
        if key in node:
            options = [_shape(cast("_Json", option), definitions) for option in node[key] if option != {"type": "null"}]
            return "|".join(dict.fromkeys(options))
    if "const" in node or "enum" in node:
        return "|".join(map(str, node.get("enum", (node.get("const"),))))
    match node.get("type"):
        case "object":
            return _object(node, definitions)
        case "array":
            if "prefixItems" in node:
                return f"[{', '.join(_shape(item, definitions) for item in node['prefixItems'])}]"
            return f"[{_shape(cast('_Json', node.get('items', {})), definitions)}]"
        case str() as kind:
            return _BARE.get(kind, kind)
        case _:
            return "anything"


def _object(node: _Json, definitions: _Json) -> str:
    if tuple(node.get("properties", ())) == _TARGET:
        return "target"
    required = node.get("required", ())
    shapes = [
        f"{name}{'' if name in required else '?'}: {_shape(item, definitions)}{_meaning(item)}"
        for name, item in cast("Mapping[str, _Json]", node.get("properties", {})).items()
    ]
    if not shapes:
        return "{name: " + _shape(cast("_Json", node.get("additionalProperties") or {}), definitions) + "}"
    return "{" + ", ".join(shapes) + "}"


def _meaning(node: _Json) -> str:
    told = str(node.get("description", "")).rstrip(".")
    return f" ({told})" if told else ""
