"""A run of a preset against a server on loopback that speaks OpenAI's chat completions and keeps every request."""

import base64
import io
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, create_model

from sextant.assembly import AbsentPerson, Hooks, open_journal
from sextant.journal.entries import Note
from sextant.prompts.stamp import Stamped
from sextant.protocols import Prompt
from sextant.settings import JournalSettings
from sextant.settings.schema import Preset
from sextant.settings.sources import settings_of
from sextant.types.screens import Picture
from sextant.types.tasks import Policy
from sextant.types.transitions import Transition
from sextant_bench.context.stage import WalkStage
from sextant_bench.context.walker import ModelWalker, plan_of
from sextant_bench.stage import AskedClock, wired_on
from sextant_bench.web_server import CompletionServer
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin

__all__ = ["Recording", "Request", "record"]

_SCALE = 0.25
_PROGRAM = """\
for turn in range(400):
    step("open a row of the list and look at it")
    step("go back to the list")
    step("switch one of the rows")
"""
"""What the author writes: it asks nothing between its steps, so that each has two calls, as published."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it was sent.

    Attributes:
        role: Who was asked, as the run's ledger has it.
        step: Decisions that were asked for before it.
        texts: The parts of the user's message that are text, in order; pictures are left out.
        pictures: Each as it was sent, with the text right before it.
        fields: Of the answer that is asked for, in order; empty where it is a form of its own.
    """

    role: str
    step: int
    system: str
    texts: tuple[str, ...]
    pictures: tuple[tuple[str, bytes], ...]
    fields: tuple[str, ...]
    temperature: float | None
    output_tokens: int | None

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


@dataclass(frozen=True, slots=True)
class Recording:
    """A run: its requests in order, its steps, the pictures that the device has given."""

    preset: Preset
    requests: tuple[Request, ...]
    steps: tuple[Transition, ...]
    status: str
    shown: frozenset[bytes]

    def of(self, role: str) -> list[Request]:
        return [request for request in self.requests if request.role == role]


def record(
    preset: Preset, stage: WalkStage, scratch: Path, steps: int = 12, more: Mapping[str, object] | None = None
) -> Recording:
    """A walk of so many steps on a world, by the settings of the preset and the address of its model."""
    with _Model(stage, steps) as server:
        named = {"models.default": server.spec, "models.vision": "yes"}
        settings = replace(
            settings_of(preset, {**named, **(more or {})}),
            policy=Policy(allowed_acts=("*",)),  # nothing in a world is real
            journal=JournalSettings(scratch / preset / "runs"),
        )
        taken: list[Transition] = []
        clock, shown = AskedClock(), set[bytes]()
        device = TwinDevice(stage.world, paint=_painter(shown))
        device.open()
        run = wired_on(device, stage.goal, settings, AbsentPerson(), Hooks(clock=clock, on_step=taken.append))
        episode = run.go()
        notes = [one.entry for one in open_journal(settings, clock).read(run.id).records("note")]
        roles = [str(note.data["role"]) for note in notes if isinstance(note, Note) and note.kind == "request"]
    return Recording(preset, _requests(server.bodies, roles), tuple(taken), episode.status, frozenset(shown))


class _Model(CompletionServer):
    """What the model says: decisions by a scripted walker, and the least that each other call can be answered with."""

    def __init__(self, stage: WalkStage, steps: int) -> None:
        self._lock = threading.Lock()
        self._walker = ModelWalker(stage, plan_of(stage, steps))
        self._decided = 0
        self.bodies: list[Json] = []
        super().__init__()

    def said(self, asked: Mapping[str, Any]) -> str:
        body = dict(asked)
        with self._lock:
            self.bodies.append(body)
            return self._said(body)

    def _said(self, body: Json) -> str:
        fields = _fields(body)
        if "program" in fields and "action" not in fields:
            return json.dumps({"program": _PROGRAM})
        if "nodes" in fields:
            return json.dumps({"nodes": [1], "confidence": 0.9, "reasoning": "It is called so."})
        if "verdict" in fields:
            return json.dumps({"verdict": 1, "reason": "The screen shows it."})
        deciding = not fields or "action" in fields
        if deciding:
            self._walker.step, self._decided = self._decided, self._decided + 1
        return self._decision(body, fields, self._walker.step) if deciding else self._answered(body, fields)

    def _answered(self, body: Json, fields: Sequence[str]) -> str:
        """A guide's own call: what the walker answers to questions, and nothing where none are asked."""
        self._walker.step = self._decided
        found = self._walker(_prompt(body), _form(fields)) if "answers" in fields else {}
        return found if isinstance(found, str) else json.dumps(found)

    def _decision(self, body: Json, fields: Sequence[str], step: int) -> str:
        found = self._walker(_prompt(body), _form(fields) if fields else Stamped)
        if isinstance(found, str):
            return found.replace("Action: ", f"Action: {act_mark(step)} ", 1).replace(
                "Memory: None", f"Memory: {memo_mark(step)}"
            )
        thought, told = ("think", "next_goal") if "think" in fields else ("thought", "does")
        found = {
            thought: f"{thought_mark(step)} {found.get(thought, '')}",
            told: f"{act_mark(step)} {found.get(told, '')}",
        } | {name: value for name, value in found.items() if name not in (thought, told)}
        return json.dumps({name: value for name, value in found.items() if name in fields})


def thought_mark(step: int) -> str:
    """What the thought of a step begins with, so that it can be found again."""
    return f"thought-{step}-of-the-walk"


def act_mark(step: int) -> str:
    """What an act in words begins with."""
    return f"act-{step}-of-the-walk"


def memo_mark(step: int) -> str:
    """What is remembered at a step of STAMP's form."""
    return f"memo: memo-{step}-of-the-walk"


def _form(fields: Sequence[str]) -> type[BaseModel]:
    given: dict[str, Any] = dict.fromkeys(fields, (Any, None))
    made: Any = create_model("Asked", **given)
    return cast("type[BaseModel]", made)


def _prompt(body: Json) -> Prompt:
    system, texts, _ = _parts(body)
    return Prompt(system, "\n".join(texts))


def _parts(body: Json) -> tuple[str, list[str], list[tuple[str, bytes]]]:
    """The system's text, the user's texts, and the pictures with the text right before each."""
    system = "".join(one["content"] for one in body["messages"] if one["role"] == "system")
    content = next(one["content"] for one in body["messages"] if one["role"] == "user")
    texts: list[str] = []
    pictures: list[tuple[str, bytes]] = []
    before = ""
    parts: list[Json] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for part in parts:
        if part["type"] == "text":
            before = part["text"]
            texts.append(before)
        else:
            data = base64.b64decode(part["image_url"]["url"].partition("base64,")[2])
            pictures.append((before, data))
            before = ""
    return system, texts, pictures


def _fields(body: Json) -> list[str]:
    form: Json = body.get("response_format") or {}
    schema: Json = form.get("json_schema", {}).get("schema", {})
    return list(schema.get("properties", {}))


def _requests(bodies: Sequence[Json], roles: Sequence[str]) -> tuple[Request, ...]:
    if len(bodies) != len(roles):
        raise AssertionError(f"{len(bodies)} requests were sent, and {len(roles)} are on the ledger")
    found: list[Request] = []
    step = 0
    for body, role in zip(bodies, roles, strict=True):
        system, texts, pictures = _parts(body)
        tokens = body.get("max_completion_tokens", body.get("max_tokens"))
        fields = tuple(_fields(body))
        found.append(
            Request(role, step, system, tuple(texts), tuple(pictures), fields, body.get("temperature"), tokens)
        )
        step += role == "actor"
    return tuple(found)


def _painter(shown: set[bytes]) -> Callable[[Twin], Picture]:
    """Draws what a twin shows as frames with labels; keeps each picture in `shown`."""

    def paint(twin: Twin) -> Picture:
        from PIL import Image, ImageDraw

        seen = twin.observation()
        image = Image.new("RGB", (round(twin.size.width * _SCALE), round(twin.size.height * _SCALE)), "white")
        draw = ImageDraw.Draw(image)
        for element in seen.elements:
            box = element.box
            draw.text((box.x * _SCALE, box.y * _SCALE), element.label[:20].encode("ascii", "replace"), fill="black")
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        shown.add(buffer.getvalue())
        return Picture(buffer.getvalue(), "image/png", _SCALE)

    return paint
