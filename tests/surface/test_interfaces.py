"""What programs use: the names to import, the settings, the tools of the MCP server, an exported trace."""

import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from sextant.journal import RunStore, export_trace
from sextant.settings.schema import KEYS, TABLES
from tests.cli import toy
from tests.cli.test_commands import run
from tests.surface.conftest import Shell
from tests.surface.golden import Goldens, pretty


def test_public_names(goldens: Goldens) -> None:
    lines: list[str] = []
    for room in ("sextant", "sextant.api"):
        module = importlib.import_module(room)
        for name in module.__all__:
            value = getattr(module, name)
            lines.append(f"{room}.{name}{_signature(value)}")
            lines += [f"    {line}" for line in _members(value)]
    goldens.check("names.txt", "\n".join(lines) + "\n")


def _signature(value: Any) -> str:
    """Parameters with their types; those with a default end in `= …`. Where a type is defined is no part of it."""
    if not callable(value):
        return f": {type(value).__name__}"
    signature = inspect.signature(value)
    told = [one.replace(default=...) if one.default is not one.empty else one for one in signature.parameters.values()]
    text = str(signature.replace(parameters=told)).replace("= Ellipsis", "= …")
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text)


def _members(value: Any) -> Iterator[str]:
    if not inspect.isclass(value):
        return
    if issubclass(value, Exception):
        yield f"exit_code = {getattr(value, 'exit_code', None)}"
    for name, member in sorted(vars(value).items()):
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            yield f"{name}{_signature(member)}"
        elif isinstance(member, property):
            yield f"{name}: property"


def test_settings(shell: Shell, goldens: Goldens) -> None:
    shown = json.loads(run("doctor", "--config", "--json").out)["settings"]
    lines = [f"{key} = {shell.names.text(shown[key]['value'])!r}  # {KEYS[key].kind.expects}" for key in KEYS]
    lines += [f"[{table}]" for table in TABLES]
    goldens.check("settings.txt", "\n".join(lines) + "\n")


def test_mcp_tools(goldens: Goldens, state: Path) -> None:
    told: dict[str, Any] = {}

    async def ask() -> None:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "sextant", "mcp"], env={"XDG_STATE_HOME": str(state)}
        )
        async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
            began = await client.initialize()
            told["instructions"] = began.instructions
            told["capabilities"] = sorted(began.capabilities.model_dump(exclude_none=True))
            told["tools"] = [tool.model_dump(exclude_none=True) for tool in (await client.list_tools()).tools]
            told["prompts"] = [one.name for one in (await client.list_prompts()).prompts]
            told["resources"] = [str(one.uri) for one in (await client.list_resources()).resources]

    anyio.run(ask)
    goldens.check("mcp.json", pretty(told))


def test_exported_trace(shell: Shell, goldens: Goldens) -> None:
    shell.script("script", [toy.NOTHING, *toy.TO_PRIVACY])
    where = ("--device", "scripted:app.json", "--model", "scripted:script.json")
    name = shell.json("run", "open the privacy policy", *where)["run"]
    with RunStore.open(shell.folder / "state" / "sextant" / "runs").read(name) as record:
        lines = [json.loads(line) for line in export_trace(record, pictures=False)]
    screens = [line["screen"] for line in lines if "screen" in line]
    for number, screen in enumerate(screens, 1):
        shell.names.given[screen["id"]] = f"SHOWN-{number}"  # a hash over sets, which have no order
        for element in screen["body"]["observation"]["elements"]:
            element |= {name: sorted(element[name]) for name in ("states", "affordances") if name in element}
    goldens.check("trace.json", pretty(shell.names.data(lines)))


def test_exported_map(shell: Shell, goldens: Goldens) -> None:
    assert run("goto", "scripted:app.json", "privacy policy").code == 0
    assert run("map", "export", "toy", "--out", "toy.map.json").code == 0
    drawn = json.loads(Path("toy.map.json").read_text(encoding="utf-8"))
    goldens.check("toy.map.json", pretty(shell.names.data(drawn)))
