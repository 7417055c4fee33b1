"""A guest in another process, over HTTP: one POST per action, JSON in both directions."""

import json
import uuid
from http.client import HTTPException
from typing import Any, cast
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from sextant.errors import MalformedOutput, ModelUnreachable
from sextant.protocols import GuestAction, GuestTask, GuestView
from sextant.types.codec import to_json

__all__ = ["HttpGuest"]

_MAX_ANSWER = 1_000_000
"""Most bytes of an answer."""


class HttpGuest:
    """Posts goal, task and view to an address; the answer is an action, or `{"action", "notes", "tokens"}`.

    `episode` is a random name for each task: one server may play several at a time.
    """

    def __init__(self, url: str, seconds: float = 120.0) -> None:
        self._url, self._seconds = url, seconds
        self._opener = build_opener(ProxyHandler({}))
        self._head: dict[str, Any] = {}
        self._notes: Any = None
        self._tokens: int | None = None

    def start(self, goal: str, info: GuestTask) -> None:
        self._head = {"episode": uuid.uuid4().hex, "goal": goal, "info": json.loads(to_json(GuestTask, info))}
        self._notes, self._tokens = None, None

    def act(self, view: GuestView) -> GuestAction:
        """The server's next action.

        Raises:
            ModelUnreachable: It gave no answer.
            MalformedOutput: The answer is no JSON object.
        """
        answer = self._post(json.dumps(self._head | json.loads(to_json(GuestView, view))).encode())
        action = answer.get("action")
        if not isinstance(action, dict):
            return answer
        self._notes = answer.get("notes", self._notes)
        self._tokens = answer.get("tokens", self._tokens)
        return cast("dict[str, Any]", action)

    def notes(self) -> Any:
        return self._notes

    def tokens(self) -> int | None:
        return self._tokens

    def _post(self, body: bytes) -> dict[str, Any]:
        request = Request(self._url, body, {"Content-Type": "application/json"})  # noqa: S310 - http, or it is no guest
        try:
            with self._opener.open(request, timeout=self._seconds) as answer:
                raw = answer.read(_MAX_ANSWER + 1)
        except HTTPError as error:
            error.close()
            raise ModelUnreachable(
                f"The agent at {self._url!r} answered {error.code}.", "Check the log of the agent."
            ) from error
        except (OSError, HTTPException) as error:
            raise ModelUnreachable(
                f"The agent at {self._url!r} did not answer: {error}.", "Check that the agent runs."
            ) from error
        text = raw.decode("utf-8", "replace")
        try:
            value: object = json.loads(text) if len(raw) <= _MAX_ANSWER else None
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise MalformedOutput(f"The agent at {self._url!r} did not answer with a JSON object.", text)
        return cast("dict[str, Any]", value)
