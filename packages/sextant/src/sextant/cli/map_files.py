"""Commands about stored maps: map show, list, import, export, forget; and it adds diff, stats and plan."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from sextant.cli import map_diff, map_reports
from sextant.cli.link_errors import broken_json, error_counts, say_broken
from sextant.cli.map_reports import FromScreen, MapName
from sextant.cli.options import ConfigFile, JsonFlag, settings_of
from sextant.cli.output import Output, boundary, counted, print_json
from sextant.cli.output_files import written
from sextant.cli.viewer import show_file
from sextant.errors import UsageError
from sextant.qa import stored_maps
from sextant.qa.stored_maps import drawn_maps, find_map, forget_map, map_text
from sextant.text.legible import for_terminal
from sextant.utg.counts import origins_noted, tally
from sextant.utg.lookup import find_place
from sextant.utg.page import map_page

__all__ = ["add_to"]


def add_to(group: typer.Typer) -> None:
    """Adds the commands to the group."""
    group.command("list")(list_maps)
    group.command("show")(show)
    map_diff.add_to(group)
    map_reports.add_to(group)
    group.command("import")(import_map)
    group.command("export")(export)
    group.command("forget")(forget)


def list_maps(config: ConfigFile = None, json: JsonFlag = False) -> None:
    """List the stored maps, the latest first."""
    with boundary(json) as out:
        drawn = drawn_maps(settings_of(config))
        out.result({"maps": [asdict(one) for one in drawn]})
        if out.as_json:
            return
        if not drawn:
            out.say("No maps yet. Draw one: sextant map web:http://localhost:8000")
            return
        out.table(
            ("map of", "screens", "transitions", "error pages", "broken links", "pictures", "drawn"),
            [
                (
                    one.app,
                    str(one.screens),
                    str(one.transitions),
                    str(one.error_pages),
                    str(len(one.broken_links)),
                    str(one.pictures),
                    map_reports.day(one.updated),
                )
                for one in drawn
            ],
            right={"screens", "transitions", "error pages", "broken links", "pictures"},
        )
        out.say(f"next: sextant map show {map_reports.quoted(drawn[0].app)}")


def show(
    name: MapName,
    destination: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="HTML file to write. Default: sextant-map-NAME.html here."),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    start: FromScreen = "",
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Write a map as one self-contained HTML page: drawing, search, paths, data of each screen."""
    with boundary(json) as out:
        found = find_map(name, settings_of(config))
        first = find_place(found.graph, start).node if start else ""
        page = map_page(found.graph, found.pictures, map_reports.telling(found.notes), first)
        path = (destination or Path(f"sextant-map-{_file_name(found.graph.app)}.html")).absolute()
        size = written(path, page)
        opened = open_page and show_file(path)
        count = tally(found.graph, origins_noted(found.notes))
        out.result(
            {
                "app": found.graph.app,
                "file": str(path),
                "bytes": size,
                "screens": count.screens,
                "transitions": count.transitions,
                "error_pages": count.error_pages,
                "broken_links": broken_json(count.broken),
                "opened": opened,
            }
        )
        counts = [counted(count.screens, "screen"), *error_counts(count.error_pages, count.other_sites)]
        counts.append(counted(count.transitions, "transition"))
        out.say(f"{path} ({', '.join(counts)}, {size / 1e3:,.0f} kB)")
        say_broken(out, count.broken)
        if opened:
            return
        if open_page:
            out.say_aside("No browser could be opened here.")
        out.say(f"next: open it in a browser{'' if open_page else ', or add --open'}")


def import_map(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON or DOT.", show_default=False)],
    app: Annotated[
        str, typer.Option("--app", metavar="TARGET", help="The app, such as web:http://localhost:8000.")
    ] = "",
    merge: Annotated[bool, typer.Option("--merge", help="Add to the existing map.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Accept the map of another app for --app.")] = False,
    static: Annotated[bool, typer.Option("--static", help="Import everything as static knowledge.")] = False,
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Import a map from a file. A graph that Sextant did not export counts as static knowledge."""
    with boundary(json) as out:
        taken = stored_maps.import_map(file, settings_of(config), app, merge, force, static)
        out.result({**asdict(taken), "notes": list(taken.notes)})
        for note in taken.notes:
            out.say_aside(f"note: {note}")
        new = f"{taken.new_screens} and {taken.new_transitions} of them new"
        out.say(f"{taken.app}: {counted(taken.screens, 'screen')}, {counted(taken.transitions, 'transition')}, {new}")
        out.say(f"next: sextant map show {map_reports.quoted(taken.app)}")


def export(
    name: MapName,
    form: Annotated[str, typer.Option("--format", metavar="json|dot", help="JSON preserves the whole map.")] = "json",
    destination: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="File to write. Default: standard output."),
    ] = None,
    pictures: Annotated[bool, typer.Option("--pictures", help="Include thumbnails (JSON only).")] = False,
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Export a map as JSON (complete) or as DOT (for Graphviz)."""
    with boundary(json) as out:
        if json and destination is None:
            raise UsageError("With --json, the map is written to a file.", "Add --out FILE, or omit --json.")
        found = find_map(name, settings_of(config))
        text = map_text(found, form, pictures)
        if destination is None:
            if form == "json":
                print_json(text)
            else:
                _printed(out, text)
            return
        path = destination.absolute()
        size = written(path, text)
        out.result({"app": found.graph.app, "file": str(path), "bytes": size, "format": form})
        out.say(f"{path} ({size / 1e3:,.0f} kB)")
        out.say(
            f"next: sextant map diff {map_reports.quoted(str(destination))} MAP, or sextant map import it elsewhere"
        )


def forget(
    name: Annotated[str, typer.Argument(metavar="MAP", help="The target of a map.", show_default=False)],
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Delete the map of an app and its pictures."""
    with boundary(json) as out:
        app = forget_map(name, settings_of(config))
        out.result({"forgotten": app})
        out.say(f"deleted the map of {app}")


def _printed(out: Output, text: str) -> None:
    """Print a text: verbatim into a pipe, with control characters by name on a terminal."""
    console = out.people
    text = for_terminal(text) if console.is_terminal else text
    console.file.write(text if text.endswith("\n") else f"{text}\n")
    console.file.flush()


def _file_name(app: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", app.casefold().removeprefix("http://").removeprefix("https://")).strip("-")
    return plain[:60] or "map"
