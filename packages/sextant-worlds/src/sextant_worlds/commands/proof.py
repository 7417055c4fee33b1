"""`world check` proves worlds; `world gallery` shows what they look like."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.options import JsonFlag
from sextant.cli.output import Json, Output, boundary, counted
from sextant.errors import UsageError
from sextant_worlds.author.dials import dials_in_words
from sextant_worlds.check import Report
from sextant_worlds.check import check as checked
from sextant_worlds.commands.tables import dials_json
from sextant_worlds.genres import GENRES
from sextant_worlds.names import find_world
from sextant_worlds.page.html import page_html
from sextant_worlds.runtime.chromium import chromium_walks
from sextant_worlds.runtime.gallery import gallery_page, shots
from sextant_worlds.runtime.model_author import modelled_breaks
from sextant_worlds.spec.world import write_whole

__all__ = ["check", "gallery"]


def check(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="WORLD...", help="Files, tasks of splits, seeds, or pages of a model (X.html with X.task.json)."
        ),
    ],
    chromium: Annotated[bool, typer.Option("--chromium", help="Also check in Chromium.")] = False,
    json: JsonFlag = False,
) -> None:
    """Check worlds: their rules, the oracle, and actors that do nothing or guess. Exit code 1 if one fails."""
    with boundary(json) as out:
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
                dials[name] = dials_json(world)
                _say_report(out, *reports[-1])
                out.say(f"  dials: {dials_in_words(world.task)}")
        refused = [name for name, report in reports if not report.admitted]
        listed: list[Json] = [{**_report_json(name, report), "dials": dials[name]} for name, report in reports]
        out.result({"checked": len(reports), "refused": refused, "reports": listed})
        if not json:
            out.say(f"{len(reports) - len(refused)} of {len(reports)} admitted")
        if refused:
            raise typer.Exit(1)


def _of_page(out: Output, name: str) -> Report:
    """A page that a model wrote, with its task beside it, by the rules that need no model."""
    report = Report(Path(name).stem, modelled_breaks(Path(name)))
    if report.admitted:
        out.labelled("admitted ", "green", f"{name}: task and page satisfy all rules; nothing was played")
    else:
        _say_refused(out, name, report)
    return report


def _say_report(out: Output, name: str, report: Report) -> None:
    if report.admitted:
        where = "" if report.elsewhere is None else " and Chromium"
        out.labelled("admitted ", "green", f"{name}: the oracle earns 1 in {report.steps} steps in the twin{where}")
        return
    _say_refused(out, name, report)


def _say_refused(out: Output, name: str, report: Report) -> None:
    out.labelled("refused  ", "red", name)
    for found in report.breaks:
        out.say(f"  {found}")


def _report_json(name: str, report: Report) -> dict[str, Json]:
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


def gallery(
    out_file: Annotated[Path, typer.Option("--out", help="HTML file to write.")] = Path("out/gallery.html"),
    genre: Annotated[list[str] | None, typer.Option("--genre", help="Only this genre; may be repeated.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the contents.")] = 1,
    json: JsonFlag = False,
) -> None:
    """Write a page of screenshots by genre, theme and language."""
    with boundary(json) as out:
        unknown = sorted(set(genre or ()) - set(GENRES))
        if unknown:
            raise UsageError(f"There is no genre {unknown[0]!r}.", f"Choose one of: {', '.join(GENRES)}.")
        found = list(shots(seed, lambda line: out.say(line), tuple(genre or ())))
        write_whole(out_file, gallery_page(found))
        out.result({"path": str(out_file), "screens": len(found)})
        out.say(f"{counted(len(found), 'screen')}: {out_file}  # open it in a browser")
