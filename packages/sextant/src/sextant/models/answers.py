"""Parses a model's answer into an instance of a schema, or into a complaint that the model can act on."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from sextant.dataclass import dataclass
from sextant.models.exchange import Completion
from sextant.models.json_repair import repaired_json
from sextant.protocols import TextSchema

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

MAX_ANSWER_CHARS = 400_000
"""Longer answers are malformed: no decision is that long, and parsing must stay bounded."""
_MAX_STARTS = 64
_MAX_PROBLEMS = 8
_TOO_DEEP = "it is nested too deeply"
_TAG = re.compile(  # structural: tags that models put around their reasoning
    r"<(/?)(think|thinking|reasoning|reflection)>|\[(/?)(THINK)\]", re.IGNORECASE
)
_OPEN_THINKING = re.compile(r"^\s*<(think|thinking|reasoning)>(?!.*</\1>)", re.DOTALL | re.IGNORECASE)
_LATE_CLOSE = re.compile(r"^.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*(?:[\w-]+[ \t]*)?\r?\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer fits the schema."""

    value: "BaseModel"
    repaired: bool = False
    """Whether its JSON had to be repaired."""
    beside: int = 0
    """Number of further objects in the answer that fit as well; the first one is used."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The answer cannot be used. `problem` says why; its subject "it" is the answer."""

    problem: str
    raw: str
    why: Literal["malformed", "truncated", "garbled"] = "malformed"
    """`garbled`: the server's reply, not the model's answer, was malformed."""
    wanted: str = "one JSON object and nothing else"
    """The required form of an answer."""

    @property
    def complaint(self) -> str:
        """The message to the model."""
        if self.why == "truncated":
            return "Your answer was cut off because it was too long. Answer again, much shorter."
        return f"Your answer cannot be used: {self.problem}\nAnswer again with {self.wanted}."


@dataclass(frozen=True, slots=True)
class Refused:
    """The model declined."""

    reason: str


Judgement = Accepted | Rejected | Refused


def judge(completion: Completion, schema: "type[BaseModel]") -> Judgement:
    """Classify an answer as accepted, rejected or refused. Pure."""
    if completion.finish == "refused":
        return Refused(completion.detail or completion.text)
    raw = completion.text or completion.detail
    if completion.finish == "garbled":
        return Rejected("the server's reply was not in the form of its own interface", raw, "garbled")
    begun = _is_written(schema) or _begins_with_object(completion.text)
    if completion.finish == "length" and not begun:
        return _cut_off(raw)  # an object in an unfinished thought or sentence is not the answer
    found = read_answer(completion.text, schema, completion.finish != "length")
    return _cut_off(raw) if isinstance(found, Rejected) and completion.finish == "length" else found


def _begins_with_object(text: str) -> bool:
    return without_thinking(text).lstrip().startswith(("{", "```"))


def _cut_off(raw: str) -> Rejected:
    return Rejected("it was cut off", raw, "truncated")


def read_answer(text: str, schema: "type[BaseModel]", whole: bool = True) -> Accepted | Rejected:
    """Return the first JSON object in the text that fits the schema; a `TextSchema` parses the text itself.

    Thinking tags, Markdown fences and prose around the object are ignored. JSON that is broken in a common way is
    repaired; other broken JSON is rejected. `whole`: the model ended the answer itself.
    """
    from pydantic import ValidationError

    if len(text) > MAX_ANSWER_CHARS:
        return Rejected(f"it has {len(text)} characters", text)
    if isinstance(schema, TextSchema):
        return _read_written(text, schema)
    problem = ""
    fitting: list[BaseModel] = []
    for candidate in candidates(text):
        try:
            fitting.append(schema.model_validate_json(candidate))
        except ValidationError as error:
            problem = problem or describe(error)
        except RecursionError:
            problem = problem or _TOO_DEEP
    if fitting:
        return Accepted(fitting[0], beside=sum(one != fitting[0] for one in fitting[1:]))
    repaired = repaired_json(without_thinking(text), whole)
    if repaired is not None:
        try:
            return Accepted(schema.model_validate_json(repaired), repaired=True)
        except ValidationError as error:
            problem = describe(error) if "JSON" in problem else problem or describe(error)
        except RecursionError:
            problem = problem or _TOO_DEEP
    return Rejected(problem or _no_object(text), text)


def _is_written(schema: "type[BaseModel]") -> bool:
    return isinstance(schema, TextSchema)


def _read_written(text: str, schema: TextSchema) -> Accepted | Rejected:
    from pydantic import ValidationError

    bare = without_thinking(text)
    try:
        return Accepted(schema.read_text(bare))
    except ValidationError as error:
        return Rejected(describe(error), text, wanted=schema.wanted)
    except ValueError as error:
        return Rejected(str(error) if bare.strip() else "it is empty", text, wanted=schema.wanted)


def candidates(text: str) -> Iterator[str]:
    """Yield texts that may be the intended JSON object, best first: all, fenced blocks, objects within prose."""
    bare = without_thinking(text).strip()
    if not bare:
        return
    if bare.startswith("{") and bare.endswith("}"):
        yield bare
    for fenced in _FENCE.findall(bare):
        inner = str(fenced).strip()
        if inner.startswith("{"):
            yield inner
    yield from _objects_within(bare)


def without_thinking(text: str) -> str:
    """Remove tagged thoughts; a thought that was never closed extends to the end."""
    bare = _without_whole_thoughts(text)
    if _OPEN_THINKING.match(bare):
        return ""
    return _LATE_CLOSE.sub("", bare, count=1) if "</" in bare else bare


def _without_whole_thoughts(text: str) -> str:
    """Remove the text between each opening tag and the next tag that closes it, in one linear pass."""
    tags = [(tag, (tag[2] or f"[{tag[4]}").casefold(), bool(tag[1] or tag[3])) for tag in _TAG.finditer(text)]
    next_close, closes = dict[str, re.Match[str]](), list[re.Match[str] | None]()
    for tag, name, closing in reversed(tags):
        closes.append(next_close.get(name))
        if closing:
            next_close[name] = tag
    outside, at = list[str](), 0
    for (tag, _, closing), close in zip(tags, reversed(closes), strict=True):
        if not closing and close is not None and tag.start() >= at:
            outside.append(text[at : tag.start()])
            at = close.end()
    return "".join([*outside, text[at:]])


def _objects_within(text: str) -> Iterator[str]:
    decoder = json.JSONDecoder()
    position, starts = text.find("{"), 0
    while position != -1 and starts < _MAX_STARTS:
        starts += 1
        try:
            _, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            yield text[position:end]
        position = text.find("{", end)


def _no_object(text: str) -> str:
    bare = without_thinking(text).strip()
    if not bare:
        return "it is empty"
    start = bare.find("{")
    if start == -1:
        return "it holds no JSON object"
    try:
        json.JSONDecoder().raw_decode(bare, start)
    except ValueError as error:
        return f"it is not valid JSON: {error}"
    except RecursionError:
        return _TOO_DEEP
    return "it holds no usable JSON object"


def describe(error: "ValidationError") -> str:
    """Describe a validation error for the model, bounded."""
    problems = error.errors(include_url=False)
    if problems[0]["type"] == "json_invalid":
        return f"it is not valid JSON: {problems[0]['msg'].removeprefix('Invalid JSON: ')}"
    lines = [
        f"- {'.'.join(str(part) for part in problem['loc']) or 'the object'}: {_said(problem)}"
        for problem in problems[:_MAX_PROBLEMS]
    ]
    if len(problems) > _MAX_PROBLEMS:
        lines.append(f"- and {len(problems) - _MAX_PROBLEMS} more")
    return "it does not fit the schema:\n" + "\n".join(lines)


def _said(problem: "ErrorDetails") -> str:
    """Describe one problem and the accepted values."""
    context = problem.get("ctx", {})
    if problem["type"] == "union_tag_invalid":
        return f"there is no {context['tag']!r}; choose one of {context['expected_tags']}"
    return f"{problem['msg']} (you gave {_short(problem['input'])})"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
