"""`world new`: writes a world from a seed, or lets a model write one."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from sextant.cli.options import JsonFlag, MaxTokens, pairs, settings_of
from sextant.cli.output import Output, boundary
from sextant.errors import UsageError
from sextant.types.tasks import Budget
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.dials import refuse
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.check import check as checked
from sextant_worlds.commands.tables import say_task, task_json
from sextant_worlds.modelled import WorldWish
from sextant_worlds.runtime.model_author import modelled_world
from sextant_worlds.spec import World, save
from sextant_worlds.spec.phone import THEMES
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import write_whole

__all__ = ["new"]


def new(
    seed: Annotated[
        int | None, typer.Option("--seed", help="Equal seeds give equal worlds. Default: random.", min=0)
    ] = None,
    template: Annotated[str, typer.Option("--template", help="Kind of task; `--template list` lists all.")] = "",
    language: Annotated[str, typer.Option("--language", help="en or zh.")] = "en",
    dial: Annotated[
        list[str] | None, typer.Option("--dial", metavar="NAME=VALUE", help="A dial: distance=10, hops=2, popups=1 …")
    ] = None,
    theme: Annotated[str, typer.Option("--theme", help="material, ios, dense or plain. Default: random.")] = "",
    dark: Annotated[bool | None, typer.Option("--dark/--light", help="Default: random.")] = None,
    model: Annotated[
        str, typer.Option("--model", help="Model that writes the task and the HTML page, as in the STAMP paper.")
    ] = "",
    wish: Annotated[str, typer.Option("--wish", help="With --model: description of the app.")] = "",
    max_tokens: MaxTokens = None,
    out_file: Annotated[Path | None, typer.Option("--out", help="File to write. Default: out/ID.json")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    json: JsonFlag = False,
) -> None:
    """Create a world from a seed: apps, a task, and the proof that the task can be solved."""
    with boundary(json) as out:
        if out_file is not None and template != "list":
            _free(out_file, force)
        if model:
            _modelled(out, model, wish or "any everyday app", out_file, max_tokens, force)
            return
        if wish:
            raise UsageError("--wish needs a model.", "Add --model, or omit --wish.")
        if template == "list":
            _list_templates(out)
            return
        world = _written(seed, template, language, dial, theme, dark)
        path = out_file or Path("out") / f"{world.id}.json"
        _free(path, force)
        save(world, path)
        out.result({"world": world.id, "seed": world.seed, "path": str(path), **task_json(world)})
        say_task(out, world)
        out.say(f"next: sextant world show {path}")


def _free(path: Path, force: bool) -> None:
    """Refuses to write over what is there, unless that was asked for."""
    if path.exists() and not force:
        raise UsageError(f"{str(path)!r} already exists.", "Add --force to overwrite it, or choose another --out.")


def _written(
    seed: int | None, template: str, language: str, dial: Sequence[str] | None, theme: str, dark: bool | None
) -> World:
    if language not in ("en", "zh"):
        raise UsageError(f"There is no language {language!r}.", "Choose en or zh.")
    recipe = TaskRecipe(template=template, locale="zh" if language == "zh" else "en")
    dials = _dials(dial)
    refuse(recipe.family, template, dials)
    world = build(secrets.randbelow(1_000_000) if seed is None else seed, dials, recipe)
    look = world.phone.look
    changes: dict[str, object] = {}
    if theme:
        if theme not in THEMES:
            raise UsageError(f"There is no theme {theme!r}.", "Choose material, ios, dense or plain.")
        changes["theme"] = theme
    if dark is not None:
        changes["dark"] = dark
    if not changes:
        return world
    phone = world.phone.model_copy(update={"look": look.model_copy(update=changes)})
    dressed = world.model_copy(update={"phone": phone})
    report = checked(dressed)  # the proof was of another look
    if not report.admitted:
        raise UsageError(
            f"With this theme, the check of the world fails: {report.breaks[0]}.", "Choose another theme or seed."
        )
    return dressed


def _dials(entries: Sequence[str] | None) -> Dials:

    given: dict[str, object] = {}
    for name, value in pairs(entries, "--dial").items():
        given[name] = tuple(value.split(",")) if name == "kinds" else value
    try:
        return Dials.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "extra_forbidden":
            raise UsageError(f"There is no dial {first['loc'][0]!r}.", f"Dials: {_named(Dials)}.") from error
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"--dial {place}: {first['msg']}.", f"Dials: {_named(Dials)}.") from error


def _named(dials: type[Dials]) -> str:
    return ", ".join(sorted(dials.model_fields))


def _list_templates(out: Output) -> None:
    names = sorted(TEMPLATES["test"])
    out.result({"templates": names})
    for name in names:
        out.say(name)


def _modelled(out: Output, model: str, wish: str, out_file: Path | None, max_tokens: int | None, force: bool) -> None:
    path = out_file or Path("out") / "world.html"
    for place in (path, path.with_suffix(".task.json")):
        _free(place, force)  # before a model is paid for it
    settings = settings_of(models__default=model)
    world = modelled_world(settings, WorldWish(wish), Budget(max_steps=None, max_tokens=max_tokens), out.say)
    for place, text in ((path.with_suffix(".task.json"), world.task), (path, world.page)):
        write_whole(place, text)
    out.result({"path": str(path), "task": str(path.with_suffix(".task.json")), "repairs": list(world.repairs)})
    out.say(f"written: {path} and {path.with_suffix('.task.json')}")
    out.say(f"next: sextant run --device web:{path.resolve().as_uri()} --model {model} GOAL")
