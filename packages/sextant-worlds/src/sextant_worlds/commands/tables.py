"""A world's task as JSON, and as lines and a table."""

from typing import Annotated

import typer

from sextant.cli.output import Json, Output
from sextant_worlds.author.dials import compared, listed
from sextant_worlds.spec import World

__all__ = ["WorldName", "dials_json", "say_task", "task_json"]

WorldName = Annotated[
    str,
    typer.Argument(metavar="WORLD", help="A file, a task of a split such as lite/12, or a seed.", show_default=False),
]


def task_json(world: World) -> dict[str, Json]:
    """The task, without its answer."""
    task = world.task
    return {
        "task": task.id,
        "template": task.template,
        "kind": task.kind,
        "memory": task.memory,
        "goal": task.goal,
        "oracle_steps": task.oracle_steps,
        "apps": [app.name for app in world.apps],
        "dials": dials_json(world),
    }


def dials_json(world: World) -> dict[str, Json]:
    """By dial: what was asked for, null where it was left free, and what it came to."""
    return {one.dial: {"asked": one.asked, "achieved": one.achieved} for one in compared(world.task)}


def say_task(out: Output, world: World) -> None:
    """Prints apps, goal and dials."""
    task = world.task
    out.say(f"{world.id}: {', '.join(app.name for app in world.apps)}")
    out.say(f"goal: {task.goal}")
    remembered = f"{len(task.memory_items)} to remember" if task.memory else "nothing to remember"
    out.say(f"{task.kind}, {remembered}, reference of {task.oracle_steps} steps")
    _say_dials(out, world)


def _say_dials(out: Output, world: World) -> None:
    rows = [
        (one.dial, listed(one.asked), listed(one.achieved), "" if one.met else "differs")
        for one in compared(world.task)
    ]
    if rows:
        out.table(("dial", "asked", "achieved", ""), rows, right={"asked", "achieved"})
