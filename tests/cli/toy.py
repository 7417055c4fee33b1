"""A toy app, scripts of replies for it, and a model server on loopback that answers when it is told to."""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from tests.support.counting import CountingSite

Reply = Mapping[str, Any]

APP: Mapping[str, Any] = {
    "name": "toy",
    "start": "home",
    "pages": {
        "home": {
            "title": "Home",
            "widgets": [
                {"label": "Welcome", "role": "heading"},
                {"label": "Settings", "role": "link", "goes": "settings"},
                {"label": "About", "role": "link", "goes": "about"},
                {"label": "Nothing", "role": "button"},
            ],
        },
        "settings": {
            "title": "Settings",
            "widgets": [
                {"label": "Settings", "role": "heading"},
                {"label": "Your name", "role": "textbox", "field": "name"},
                {"label": "Privacy", "role": "link", "goes": "privacy"},
            ],
        },
        "privacy": {"title": "Privacy policy", "widgets": [{"label": "Privacy policy", "role": "heading"}]},
        "about": {"title": "About", "widgets": [{"label": "About this app", "role": "heading"}]},
    },
}

OPEN_SETTINGS: Reply = {
    "does": "open Settings",
    "action": {"type": "click", "index": 1},
    "expect": [{"type": "screen_is", "text": "Settings"}],
}
OPEN_PRIVACY: Reply = {
    "does": "open Privacy",
    "action": {"type": "click", "index": 2},
    "expect": [{"type": "text_visible", "text": "Privacy policy"}],
}
DONE: Reply = {
    "action": {"type": "status", "goal_status": "complete"},
    "expect": [{"type": "text_visible", "text": "Privacy policy"}],
}
CLAIMED: Reply = {
    "action": {"type": "status", "goal_status": "complete"},
    "expect": [{"type": "text_visible", "text": "This stands nowhere"}],
}
INFEASIBLE: Reply = {"action": {"type": "status", "goal_status": "infeasible", "reason": "there is no such page"}}
NOTHING: Reply = {"does": "press Nothing", "action": {"type": "click", "index": 3}}
LOG_IN: Reply = {"action": {"type": "hand_over", "reason": "log in first"}}

TO_PRIVACY: Sequence[Reply] = (OPEN_SETTINGS, OPEN_PRIVACY, DONE)


def app_file(directory: Path) -> Path:
    """The toy app as a file; the device is `scripted:` and its path."""
    path = directory / "app.json"
    path.write_text(json.dumps(APP), encoding="utf-8")
    return path


def script_file(directory: Path, replies: Sequence[Reply | str], then: str = "stop", name: str = "script") -> Path:
    """Replies as a file; the model is `scripted:` and its path."""
    path = directory / f"{name}.json"
    forms = [{"text": reply} if isinstance(reply, str) else {"json": reply} for reply in replies]
    path.write_text(json.dumps({"replies": forms, "then": then}), encoding="utf-8")
    return path


@dataclass(frozen=True, slots=True)
class Gates:
    """`asked` is set when a request has come; `answer` lets it be answered."""

    asked: threading.Semaphore
    answer: threading.Semaphore


class SlowModel(CountingSite):
    """An OpenAI-compatible server that answers each request when `gates.answer` is released."""

    def __init__(self, replies: Sequence[Reply]) -> None:
        self.gates = Gates(threading.Semaphore(0), threading.Semaphore(0))
        self.bodies: list[str] = []
        """What it was sent."""
        self._waiting = list(replies)
        super().__init__()

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        self.bodies.append(self.sent(handler))
        self.gates.asked.release()
        self.gates.answer.acquire()
        reply = self._waiting.pop(0) if self._waiting else INFEASIBLE
        self.say(handler, json.dumps(_completion(reply)), kind="application/json")

    @property
    def name(self) -> str:
        return f"openai-compatible:toy@{self.url}v1"

    def close(self) -> None:
        for _ in range(8):
            self.gates.answer.release()
        super().close()


def _completion(reply: Reply) -> Mapping[str, Any]:
    message = {"role": "assistant", "content": json.dumps(reply)}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    choices = [{"index": 0, "finish_reason": "stop", "message": message}]
    return {"id": "1", "object": "chat.completion", "created": 0, "model": "toy", "choices": choices, "usage": usage}
