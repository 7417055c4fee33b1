"""A backend with prepared replies: a list, a function or a file. Judging and retries are those of a real model."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from sextant.dataclass import dataclass
from sextant.errors import ModelFault, ModelRefused, ModelUnreachable, SettingsError
from sextant.models.exchange import Completion, Exchange, Finish, TransientError
from sextant.protocols import Prompt

if TYPE_CHECKING:
    from pydantic import BaseModel

SCRIPT_VERSION = 1


@dataclass(frozen=True, slots=True)
class VerbatimReply:
    """A literal reply, with the reason the model stopped."""

    text: str
    finish: Finish = "stop"


ScriptedReply: TypeAlias = "BaseModel | Mapping[str, Any] | str | VerbatimReply | BaseException"
"""An instance or mapping (sent as JSON), raw text, text with its finish, or an error to raise. `ModelRefused` becomes a
refusal; `TransientError` and `ModelUnreachable` are raised as they are."""

ReplyFunction: TypeAlias = "Callable[[Prompt, type[BaseModel]], ScriptedReply]"


@dataclass(frozen=True, slots=True)
class Script:
    """A script file: replies in order, and what follows the last one."""

    replies: tuple[ScriptedReply, ...]
    name: str = "scripted"
    vision: bool = False
    then: Literal["stop", "repeat"] = "stop"


class ScriptedBackend:
    """Completes exchanges from a script. Thread-safe; replies are used up in order of the calls."""

    free = True
    sends_schema = False

    def __init__(
        self,
        replies: "Sequence[ScriptedReply] | ReplyFunction",
        name: str = "scripted",
        then: Literal["stop", "repeat"] = "stop",
    ) -> None:
        self.name = name
        self._replies = replies
        self._then = then
        self._exchanges: list[Exchange] = []
        self._lock = threading.Lock()

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """All exchanges so far, retries included."""
        with self._lock:
            return tuple(self._exchanges)

    def complete(self, exchange: Exchange) -> Completion:
        """See `sextant.models.exchange.Backend.complete`."""
        with self._lock:
            turn = len(self._exchanges)
            self._exchanges.append(exchange)
        return _completion(self._reply(turn, exchange))

    def close(self) -> None:
        """Nothing to free."""

    def _reply(self, turn: int, exchange: Exchange) -> ScriptedReply:
        if callable(self._replies):
            return self._replies(exchange.prompt, exchange.schema)
        if turn < len(self._replies):
            return self._replies[turn]
        if self._then == "repeat" and self._replies:
            return self._replies[-1]
        raise ModelUnreachable(
            f"The script of {self.name!r} has {_replies(len(self._replies))}, and was asked once more.",
            "Add replies, or set then to 'repeat'.",
        )


def _replies(count: int) -> str:
    return "1 reply" if count == 1 else f"{count} replies"


def _completion(reply: ScriptedReply) -> Completion:
    match reply:
        case VerbatimReply(text, finish):
            return Completion(text, finish)
        case str():
            return Completion(reply)
        case ModelRefused():
            return Completion("", "refused", detail=reply.message)
        case BaseException():
            raise reply
        case Mapping():
            return Completion(json.dumps(dict(reply)))
        case _:
            return Completion(reply.model_dump_json())


def load_script(path: str | Path) -> Script:
    """Read a script file; its format is in docs/models.md.

    Raises:
        SettingsError: The file is missing or malformed; the message names the place.
    """
    where = Path(path)
    try:
        data: Any = json.loads(where.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(
            f"The script {str(where)!r} cannot be read: {error.strerror}.", "Check the path."
        ) from error
    except ValueError as error:
        raise SettingsError(f"The script {str(where)!r} is not JSON: {error}.", "Correct the file.") from error
    if isinstance(data, list):
        return _script({"replies": cast("list[Any]", data)}, where)
    if isinstance(data, dict):
        return _script(cast("dict[str, Any]", data), where)
    raise _malformed(where, "it must be an object or a list of replies")


def _script(data: "dict[str, Any]", where: Path) -> Script:
    unknown = sorted(set(data) - {"version", "name", "vision", "then", "replies"})
    if unknown:
        raise _malformed(where, f"unknown key {unknown[0]!r}")
    if data.get("version", SCRIPT_VERSION) != SCRIPT_VERSION:
        raise _malformed(where, f"version {data['version']!r} is not {SCRIPT_VERSION}")
    replies: Any = data.get("replies")
    if not isinstance(replies, list):
        raise _malformed(where, "'replies' must be a list")
    then: Any = data.get("then", "stop")
    if then not in ("stop", "repeat"):
        raise _malformed(where, f"'then' is {then!r}, not 'stop' or 'repeat'")
    listed = cast("list[Any]", replies)
    return Script(
        replies=tuple(_reply_of(item, index, where) for index, item in enumerate(listed)),
        name=str(data.get("name", f"scripted:{where.name}")),
        vision=bool(data.get("vision", False)),
        then=then,
    )


def _reply_of(item: Any, index: int, where: Path) -> ScriptedReply:
    if isinstance(item, str):
        return item
    if not isinstance(item, dict) or len(cast("dict[str, Any]", item)) != 1:
        raise _malformed(where, f"reply {index} must be text, or an object with one key")
    ((kind, value),) = cast("dict[str, Any]", item).items()
    match kind, value:
        case "json", dict():
            return cast("dict[str, Any]", value)
        case "text", str():
            return value
        case "truncated", str():
            return VerbatimReply(value, "length")
        case "refused", str():
            return ModelRefused(value)
        case "unreachable", str():
            return ModelUnreachable(value)
        case "busy", str():
            return TransientError(value)
        case "fault", str():
            return ModelFault(value)
        case _:
            raise _malformed(where, f"reply {index} is {kind!r} with a {type(value).__name__}")


def _malformed(where: Path, reason: str) -> SettingsError:
    return SettingsError(
        f"The script {str(where)!r} is malformed: {reason}.",
        "A reply is one of json (object), text, truncated, refused, unreachable, busy, fault (texts).",
    )
