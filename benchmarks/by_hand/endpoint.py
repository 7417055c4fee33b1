"""An OpenAI-compatible endpoint whose answers are written by hand, or read from a list, as files in a folder.

Each request waits as `NNNN.req.json` until `NNNN.resp.txt` is there. The name of the model tells the role that asks.
"""

import json
import threading
import time
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

ROLES = ("actor", "author", "updater", "verifier", "authorizer", "selector", "grounder")
READER_SECONDS = 3500.0
"""Longest wait for a reader."""
REQUEST, _ANSWER = ".req.json", ".resp.txt"
_NO_ANSWER = "(no answer in time)"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what was answered; `prompt` is the request's body as it was sent."""

    number: int
    role: str
    prompt: Mapping[str, Any]
    answer: str


@contextmanager
def serving_answers(folder: Path, prepared: Sequence[str] = ()) -> Generator[str]:
    """The endpoint's address, `…/v1`. The first requests are answered by `prepared`, in order, the rest by readers."""
    folder.mkdir(parents=True, exist_ok=True)
    server = _Endpoint(folder, prepared)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()


def exchanges(folder: Path) -> list[Exchange]:
    """Everything that was asked, in order; what nobody answered has an empty answer."""
    found: list[Exchange] = []
    for path in sorted(folder.glob(f"*{REQUEST}")):
        prompt = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
        answer = _answer_file(path)
        text = answer.read_text(encoding="utf-8") if answer.exists() else ""
        found.append(Exchange(int(path.name.split(".")[0]), str(prompt.get("model", "")), prompt, text))
    return found


def waiting(folder: Path, seconds: float, roles: Collection[str] = ROLES) -> Path | None:
    """The oldest unanswered request of these roles, as soon as there is one; None after so many seconds."""
    until = time.monotonic() + seconds
    while True:
        open_requests = (path for path in sorted(folder.glob(f"*{REQUEST}")) if not _answer_file(path).exists())
        left = [path for path in open_requests if json.loads(path.read_text(encoding="utf-8"))["model"] in roles]
        if left or time.monotonic() >= until:
            return left[0] if left else None
        time.sleep(0.1)  # between two looks into a folder that another process writes


def put_answer(request: Path, text: str) -> None:
    """Answers a request."""
    _put(_answer_file(request), text)


def _answer_file(request: Path) -> Path:
    return request.with_name(request.name.replace(REQUEST, _ANSWER))


def _put(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.rename(path)


class _Endpoint(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder: Path, prepared: Sequence[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder, self.ended = folder, threading.Event()
        self._prepared, self._lock = list(prepared), threading.Lock()
        self._count = len(list(folder.glob(f"*{REQUEST}")))

    def answer(self, asked: Mapping[str, Any]) -> tuple[int, str]:
        """Puts the question, waits for its answer, and gives both its number and the answer."""
        with self._lock:
            self._count += 1
            number = self._count
            prepared = self._prepared.pop(0) if self._prepared else None
        request = self.folder / f"{number:04d}{REQUEST}"
        _put(request, json.dumps(asked, ensure_ascii=False))
        if prepared is not None:
            put_answer(request, prepared)
        answer, until = _answer_file(request), time.monotonic() + READER_SECONDS
        while not answer.exists() and time.monotonic() < until and not self.ended.wait(0.1):
            pass
        return number, answer.read_text(encoding="utf-8") if answer.exists() else _NO_ANSWER


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._send({"object": "list", "data": [{"id": role, "object": "model"} for role in ROLES]})

    def do_POST(self) -> None:
        asked = cast("dict[str, Any]", json.loads(self.rfile.read(int(self.headers["content-length"]))))
        number, text = cast("_Endpoint", self.server).answer(asked)
        message: dict[str, Any] = {"role": "assistant", "content": text}
        reason = "stop"
        if asked.get("tools") and text.lstrip().startswith("{"):
            call = {"name": asked["tools"][0]["function"]["name"], "arguments": text}
            calls = [{"id": f"c{number}", "type": "function", "function": call}]
            message, reason = {"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls"
        texts = [one for one in asked.get("messages", []) if isinstance(one.get("content"), str)]
        sent, said = len(json.dumps(texts)) // 4, len(text) // 4
        self._send(
            {
                "id": f"r{number}",
                "object": "chat.completion",
                "created": int(time.time()),
                "model": asked.get("model", "hand"),
                "choices": [{"index": 0, "message": message, "finish_reason": reason}],
                "usage": {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said},
            }
        )

    def _send(self, data: object) -> None:
        body = json.dumps(data).encode()
        try:
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # whoever asked has given up meanwhile

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nothing is logged."""
