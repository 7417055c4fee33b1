"""`world show`: a world as a phone that a person plays."""

import threading
from contextlib import suppress
from typing import Annotated

import typer

from sextant.cli.options import JsonFlag
from sextant.cli.output import boundary
from sextant_worlds.commands.tables import WorldName, say_task, task_json
from sextant_worlds.names import find_world
from sextant_worlds.play import PlayServer

__all__ = ["show"]


def show(
    name: WorldName,
    port: Annotated[int, typer.Option("--port", help="Port on this machine; 0 selects a free one.")] = 0,
    browse: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")] = True,
    json: JsonFlag = False,
) -> None:
    """Serve a world as a phone that you play. Your result is graded. Ctrl-C ends it."""
    with boundary(json) as out:
        world = find_world(name)
        server = PlayServer(world, port)
        out.result({"world": world.id, "url": server.url, **task_json(world)})
        say_task(out, world)
        out.say(f"playing at {server.url}  # Ctrl-C ends it")
        try:
            _wait(server.url if browse and out.people.is_terminal else "")
        finally:
            server.close()


def _wait(url: str) -> None:

    if url:
        import webbrowser

        webbrowser.open(url)
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
