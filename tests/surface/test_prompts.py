"""What models read and how they have to answer: every profile and preset, byte for byte."""

import json
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from sextant.settings.schema import Preset
from sextant.types.decisions import Profile
from tests.cli import toy
from tests.surface.conftest import Shell
from tests.surface.golden import Goldens, pretty

GOAL = "open the privacy policy"


MANY = 100
"""Answers of a server; more than are asked for."""
CALLS: Mapping[str, Mapping[str, Any]] = {
    "click": {"action": "click", "index": 1},
    "status": {"action": "terminate", "status": "success"},
}


def in_words(reply: toy.Reply) -> str:
    """The reply in the form of the profile `stamp`: text with one tool call."""
    call = json.dumps({"name": "mobile_use", "arguments": CALLS[reply["action"]["type"]]})
    return f"Action: {reply.get('does', 'end')}\nMemory: None\n<tool_call>\n{call}\n</tool_call>"


def told(shell: Shell, stamp: bool, *more: str) -> str:
    """The prefix, and what was read before two steps of a run that goes wrong once."""
    replies = (toy.OPEN_SETTINGS, toy.CLAIMED, toy.OPEN_PRIVACY, toy.DONE)
    shell.script("script", [in_words(reply) for reply in replies] if stamp else replies)
    helper = shell.script("helper", [{}], then="repeat")
    roles = [f"models.{role}={helper}" for role in ("author", "updater", "selector", "authorizer")]
    settings = [word for one in roles for word in ("--set", one)]
    models = ("--model", "scripted:script.json", *settings)
    ran = shell.json("run", GOAL, "--device", "scripted:app.json", *models, *more)
    parts: list[str] = []
    for step in (0, 2):
        for brief in shell.json("brief", ran["run"], str(step)).get("briefs", ()):
            if not parts:
                parts.append(f"=== prefix\n{brief['prefix']}")
            parts.append(f"=== step {step}\n{brief['text']}")
    return shell.names.text("\n\n".join(parts) + "\n")


@pytest.mark.parametrize("profile", get_args(Profile))
def test_profile(profile: Profile, shell: Shell, goldens: Goldens) -> None:
    text = told(shell, profile == "stamp", "--set", f"models.profile={profile}")
    goldens.check(f"prompts/profile_{profile}.txt", text)


@pytest.mark.parametrize("preset", get_args(Preset))
def test_preset(preset: Preset, shell: Shell, goldens: Goldens) -> None:
    goldens.check(f"prompts/preset_{preset}.txt", told(shell, preset == "stamp", "--preset", preset))


def test_requests(shell: Shell, goldens: Goldens) -> None:
    """What is sent to a server besides the messages, and the forms of these."""
    requests: dict[str, Any] = {}
    server = toy.SlowModel([toy.OPEN_SETTINGS] * MANY)
    for _ in range(MANY):
        server.gates.answer.release()
    try:
        for profile in get_args(Profile):
            before = len(server.bodies)
            settings = ("--set", "models.vision=no", "--set", f"models.profile={profile}")
            where = ("--device", "scripted:app.json", "--model", server.name, "--max-steps", "1")
            shell.json("run", GOAL, *where, *settings)
            body = json.loads(server.bodies[before])
            body["messages"] = [_form(message) for message in body["messages"]]
            requests[profile] = body
    finally:
        server.close()
    goldens.check("requests.json", pretty(requests))


def _form(message: Mapping[str, Any]) -> Mapping[str, Any]:
    content: str | list[Mapping[str, Any]] = message["content"]
    return {
        "role": message["role"],
        "content": "text" if isinstance(content, str) else [one["type"] for one in content],
    }
