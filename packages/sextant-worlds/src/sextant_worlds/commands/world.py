"""Commands about worlds: new, show, check, gallery; `utg` and `training` add theirs."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sextant.cli.options import JsonFlag, MaxTokens, pairs, settings_of
from sextant.cli.output import Json, Output, boundary, counted
from sextant.errors import UsageError
from sextant_worlds.commands import training, utg

if TYPE_CHECKING:
    from sextant_worlds.check import Report
    from sextant_worlds.spec import World
    from sextant_worlds.spec.tasks import Dials

__all__ = ["add_to"]

WorldName = Annotated[
    str,
    typer.Argument(metavar="WORLD", help="A file, a task of a split such as lite/12, or a seed.", show_default=False),
]


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    world = typer.Typer(
        help="Virtual apps that know what must be remembered: make, play, check and look at them.", no_args_is_help=True
    )
    world.command("new")(new)
    world.command("show")(show)
    world.command("check")(check)
    world.command("gallery")(gallery)
    utg.add_to(world)
    training.add_to(world)
    app.add_typer(world, name="world")


def new(
    seed: Annotated[
        int | None, typer.Option("--seed", help="Equal seeds give equal worlds. Default: drawn.", min=0)
    ] = None,
    template: Annotated[str, typer.Option("--template", help="Kind of task; `--template list` lists them.")] = "",
    language: Annotated[str, typer.Option("--language", help="en or zh.")] = "en",
    dial: Annotated[
        list[str] | None, typer.Option("--dial", metavar="NAME=VALUE", help="A dial: distance=10, hops=2, popups=1 …")
    ] = None,
    theme: Annotated[str, typer.Option("--theme", help="material, ios, dense or plain. Default: drawn.")] = "",
    dark: Annotated[bool | None, typer.Option("--dark/--light", help="Default: drawn.")] = None,
    model: Annotated[
        str, typer.Option("--model", help="Let a model write task and page as HTML, as in the STAMP paper.")
    ] = "",
    wish: Annotated[str, typer.Option("--wish", help="With --model: what the app should be about.")] = "",
    max_tokens: MaxTokens = None,
    out_file: Annotated[Path | None, typer.Option("--out", help="Where to write it. Default: out/ID.json")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    json: JsonFlag = False,
) -> None:
    """Write a world from a seed: apps, a task in them, and the proof that it can be done."""
    with boundary(json) as out:
        if out_file is not None and template != "list":
            _free(out_file, force)
        if model:
            _modelled(out, model, wish or "any everyday app", out_file, max_tokens, force)
            return
        if wish:
            raise UsageError("--wish says what a model should write.", "Add --model, or leave --wish out.")
        if template == "list":
            _list_templates(out)
            return
        from sextant_worlds.spec import save

        world = _written(seed, template, language, dial, theme, dark)
        path = out_file or Path("out") / f"{world.id}.json"
        _free(path, force)
        save(world, path)
        out.result({"world": world.id, "seed": world.seed, "path": str(path), **_task_json(world)})
        _say_task(out, world)
        out.say(f"next: sextant world show {path}")


def _free(path: Path, force: bool) -> None:
    """Refuses to write over what is there, unless that was asked for."""
    if path.exists() and not force:
        raise UsageError(f"{str(path)!r} is there already.", "Add --force to write over it, or choose another --out.")


def _written(
    seed: int | None, template: str, language: str, dial: Sequence[str] | None, theme: str, dark: bool | None
) -> "World":
    import secrets

    from sextant_worlds.author import TaskRecipe, build
    from sextant_worlds.author.dials import refuse
    from sextant_worlds.check import check as checked

    if language not in ("en", "zh"):
        raise UsageError(f"There is no language {language!r}.", "Choose en or zh.")
    recipe = TaskRecipe(template=template, locale="zh" if language == "zh" else "en")
    dials = _dials(dial)
    refuse(recipe.family, template, dials)
    world = build(secrets.randbelow(1_000_000) if seed is None else seed, dials, recipe)
    look = world.phone.look
    changes: dict[str, object] = {}
    if theme:
        if theme not in ("material", "ios", "dense", "plain"):
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
        raise UsageError(f"In that look the world is not proven: {report.breaks[0]}.", "Take another theme or seed.")
    return dressed


def _dials(entries: Sequence[str] | None) -> "Dials":
    from pydantic import ValidationError

    from sextant_worlds.spec.tasks import Dials

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


def _named(dials: "type[Dials]") -> str:
    return ", ".join(sorted(dials.model_fields))


def _list_templates(out: Output) -> None:
    from sextant_worlds.author.templates import TEMPLATES

    names = sorted(TEMPLATES["test"])
    out.result({"templates": names})
    for name in names:
        out.say(name)


def _modelled(out: Output, model: str, wish: str, out_file: Path | None, max_tokens: int | None, force: bool) -> None:
    from sextant.types.tasks import Budget
    from sextant_worlds.modelled import WorldWish
    from sextant_worlds.runtime.model_author import modelled_world
    from sextant_worlds.spec.world import write_whole

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


def show(
    name: WorldName,
    port: Annotated[int, typer.Option("--port", help="Port on loopback; 0 takes a free one.")] = 0,
    browse: Annotated[bool, typer.Option("--open/--no-open", help="Open it in your browser.")] = True,
    json: JsonFlag = False,
) -> None:
    """Serve a world as a phone that you can play, and be graded. Ctrl-C ends it."""
    with boundary(json) as out:
        from sextant_worlds.names import find_world
        from sextant_worlds.play import PlayServer

        world = find_world(name)
        server = PlayServer(world, port)
        out.result({"world": world.id, "url": server.url, **_task_json(world)})
        _say_task(out, world)
        out.say(f"playing at {server.url}  # Ctrl-C ends it")
        try:
            _wait(server.url if browse and out.people.is_terminal else "")
        finally:
            server.close()


def _wait(url: str) -> None:
    import threading
    from contextlib import suppress

    if url:
        import webbrowser

        webbrowser.open(url)
    with suppress(KeyboardInterrupt):
        threading.Event().wait()


def check(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="WORLD...", help="Files, tasks of splits, seeds, or pages of a model: X.html beside X.task.json."
        ),
    ],
    chromium: Annotated[bool, typer.Option("--chromium", help="Walk it in Chromium too.")] = False,
    json: JsonFlag = False,
) -> None:
    """Prove a world: every rule, the oracle, those who do nothing or guess. Exit code 1 where one is not admitted."""
    with boundary(json) as out:
        from sextant_worlds.author.dials import told
        from sextant_worlds.check import check as checked
        from sextant_worlds.names import find_world
        from sextant_worlds.page.html import page_html
        from sextant_worlds.runtime.chromium import chromium_walks

        reports: list[tuple[str, Report]] = []
        dials: dict[str, Json] = {}
        with chromium_walks() if chromium else nullcontext() as elsewhere:
            for name, world in [(name, None if name.endswith(".html") else find_world(name)) for name in names]:
                if world is None:
                    reports.append((name, _of_page(out, name)))
                    dials[name] = {}
                    continue
                page = None if chromium else page_html  # else the page that is walked is looked into
                reports.append((name, checked(world, elsewhere=elsewhere, page=page)))
                dials[name] = _dials_json(world)
                _say_report(out, *reports[-1])
                out.say(f"  dials: {told(world.task)}")
        refused = [name for name, report in reports if not report.admitted]
        listed: list[Json] = [{**_report_json(name, report), "dials": dials[name]} for name, report in reports]
        out.result({"checked": len(reports), "refused": refused, "reports": listed})
        if not json:
            out.say(f"{len(reports) - len(refused)} of {len(reports)} admitted")
        if refused:
            raise typer.Exit(1)


def _of_page(out: Output, name: str) -> "Report":
    """A page that a model wrote, with its task beside it, by the rules that need no model."""
    from sextant_worlds.check import Report
    from sextant_worlds.runtime.model_author import modelled_breaks

    report = Report(Path(name).stem, modelled_breaks(Path(name)))
    if report.admitted:
        out.labelled("admitted ", "green", f"{name}: task and page break no rule; nothing was walked")
    else:
        _say_refused(out, name, report)
    return report


def gallery(
    out_file: Annotated[Path, typer.Option("--out", help="The page to write.")] = Path("out/gallery.html"),
    genre: Annotated[list[str] | None, typer.Option("--genre", help="Only these.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Whose content.")] = 1,
    json: JsonFlag = False,
) -> None:
    """Write one page of screenshots over genres, themes and languages."""
    with boundary(json) as out:
        from sextant_worlds.genres import GENRES
        from sextant_worlds.runtime.gallery import gallery_page, shots
        from sextant_worlds.spec.world import write_whole

        unknown = sorted(set(genre or ()) - set(GENRES))
        if unknown:
            raise UsageError(f"There is no genre {unknown[0]!r}.", f"Choose of: {', '.join(GENRES)}.")
        found = list(shots(seed, lambda line: out.say(line), tuple(genre or ())))
        write_whole(out_file, gallery_page(found))
        out.result({"path": str(out_file), "screens": len(found)})
        out.say(f"{counted(len(found), 'screen')}: {out_file}  # open it in a browser")


def _task_json(world: "World") -> dict[str, Json]:
    task = world.task
    return {
        "task": task.id,
        "template": task.template,
        "kind": task.kind,
        "memory": task.memory,
        "goal": task.goal,
        "oracle_steps": task.oracle_steps,
        "apps": [app.name for app in world.apps],
        "dials": _dials_json(world),
    }


def _dials_json(world: "World") -> dict[str, Json]:
    """By dial: what was asked for, null where it was left free, and what it came to."""
    from sextant_worlds.author.dials import compared

    return {one.dial: {"asked": one.asked, "achieved": one.achieved} for one in compared(world.task)}


def _say_dials(out: Output, world: "World") -> None:
    from sextant_worlds.author.dials import compared, listed

    rows = [
        (one.dial, listed(one.asked), listed(one.achieved), "" if one.met else "differs")
        for one in compared(world.task)
    ]
    if rows:
        out.table(("dial", "asked", "achieved", ""), rows, right={"asked", "achieved"})


def _say_task(out: Output, world: "World") -> None:
    task = world.task
    out.say(f"{world.id}: {', '.join(app.name for app in world.apps)}")
    out.say(f"goal: {task.goal}")
    remembered = f"{len(task.memory_items)} to remember" if task.memory else "nothing to remember"
    out.say(f"{task.kind}, {remembered}, reference of {task.oracle_steps} steps")
    _say_dials(out, world)


def _say_report(out: Output, name: str, report: "Report") -> None:
    if report.admitted:
        where = "" if report.elsewhere is None else " and Chromium"
        out.labelled("admitted ", "green", f"{name}: the oracle earns 1 in {report.steps} steps in the twin{where}")
        return
    _say_refused(out, name, report)


def _say_refused(out: Output, name: str, report: "Report") -> None:
    out.labelled("refused  ", "red", name)
    for found in report.breaks:
        out.say(f"  {found}")


def _report_json(name: str, report: "Report") -> dict[str, Json]:
    return {
        "name": name,
        "world": report.world,
        "admitted": report.admitted,
        "oracle": report.oracle,
        "nothing": report.nothing,
        "goal_only": report.goal_only,
        "last_screen_only": report.last_screen_only,
        "steps": report.steps,
        "chromium": report.elsewhere,
        "breaks": [{"rule": item.rule, "where": item.where, "message": item.message} for item in report.breaks],
    }
