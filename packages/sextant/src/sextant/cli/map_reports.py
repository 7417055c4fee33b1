"""Commands that report on one map: map stats, plan."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.link_errors import broken_json, error_counts, say_broken
from sextant.cli.options import ConfigFile, JsonFlag, settings_of
from sextant.cli.output import Json, Output, boundary, counted
from sextant.errors import UsageError
from sextant.qa.map_plans import MapPlan, PlanRequest, plan_on_map, write_pddl
from sextant.qa.stored_maps import find_map
from sextant.utg.comparing.statistics import Statistics, statistics
from sextant.utg.counts import ORIGINS, origins_noted, tally
from sextant.utg.lookup import find_place
from sextant.utg.names import names_of
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.network import Order, PlannerName

__all__ = ["FromScreen", "MapName", "add_to", "day", "quoted", "telling"]

MapName = Annotated[
    str,
    typer.Argument(
        metavar="MAP", help="A file (JSON, DOT), or the target of a map: web:URL, world:NAME.", show_default=False
    ),
]


FromScreen = Annotated[str, typer.Option("--from", metavar="SCREEN", help="Screen from which distances are counted.")]


def add_to(group: typer.Typer) -> None:
    """Adds the commands to the group."""
    group.command("stats")(stats)
    group.command("plan")(plan)


def quoted(name: str) -> str:
    """Quote a name for a shell."""
    return shlex.quote(name)


def day(at: float) -> str:
    """Format Unix seconds for people, in UTC; empty for zero and for invalid times."""
    try:
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}" if at > 0 else ""
    except (OverflowError, OSError, ValueError):
        return ""


def telling(notes: Mapping[str, str]) -> dict[str, str]:
    """The notes of a map that its page shows."""
    labelled = {
        "build": notes.get("label", ""),
        "drawn from": notes.get("target", ""),
        "ended": {"complete": "", "budget": "at its budget"}.get(notes.get("finished", ""), notes.get("finished", "")),
        ORIGINS: notes.get(ORIGINS, ""),
    }
    return {name: value for name, value in labelled.items() if value}


# -- stats ------------------------------------------------------------------------------------------------------


def stats(
    name: MapName,
    start: FromScreen = "",
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Print figures of a map: size, depth, reliability, untried controls with reasons, unreachable screens."""
    with boundary(json) as out:
        found = find_map(name, settings_of(config))
        first = find_place(found.graph, start).node if start else ""
        origins = origins_noted(found.notes)
        figures = statistics(found.graph, first, len(found.pictures), origins)
        names, broken = names_of(found.graph), tally(found.graph, origins).broken
        out.result({**_stats_json(figures, names), "broken_links": broken_json(broken)})
        if out.as_json:
            return
        out.say(f"{figures.app}, from {names.get(figures.start, 'nowhere')!r}")
        for label, value in _stats_rows(figures, names):
            out.say(f"  {label:<14}{value}")
        say_broken(out, broken)
        out.say(f"next: sextant map show {quoted(name)}")


def _stats_rows(figures: "Statistics", names: Mapping[str, str]) -> list[tuple[str, str]]:
    screens = f"{figures.screens:,}"
    parts = [
        (figures.screens - figures.observed_screens, "read from the app, never seen"),
        (figures.parametric, "stand for many"),
    ]
    screens += "".join(f", {count:,} {what}" for count, what in parts if count)
    transitions = f"{figures.transitions:,}, {figures.degree:.1f} a screen"
    static = figures.transitions - figures.observed_transitions
    transitions += f", {static:,} never walked" if static else ""
    transitions += f", {figures.rivals:,} with a rival" if figures.rivals else ""
    largest = figures.components[0] if figures.components else 0
    depth = ", ".join(f"{count:,} at {steps}" for steps, count in figures.depth.items())
    joined = f"{largest:,} of {figures.screens:,} lead to each other without going back"
    return _filled(
        ("screens", screens),
        ("besides", ", ".join(error_counts(figures.error_pages, figures.other_sites))),
        ("transitions", transitions),
        ("depth", f"{depth} steps" if depth else ""),
        ("not reached", _named(figures.unreachable, names)),
        ("connected", f"{joined}; {counted(len(figures.components), 'component')}" if figures.screens else ""),
        ("dead ends", _named(figures.dead_ends, names)),
        ("reliability", _listed(figures.reliability.items()) if figures.observed_transitions else ""),
        ("exits", f"{figures.explored:,} explored, {figures.untried:,} not tried yet" if figures.explored else ""),
        ("left alone", _listed(figures.left.items())),
        ("pictures", f"{figures.pictures:,}" if figures.pictures else ""),
        ("visits", f"{figures.visits:,}" if figures.visits else ""),
        ("last seen", f"{day(figures.last_seen)} UTC" if figures.last_seen else ""),
    )


def _filled(*rows: tuple[str, str]) -> list[tuple[str, str]]:
    """The rows with a value."""
    return [(label, value) for label, value in rows if value]


def _named(nodes: Sequence[str], names: Mapping[str, str]) -> str:
    """The number of screens and the names of the first; empty where there are none."""
    more = f" and {len(nodes) - 5:,} more" if len(nodes) > 5 else ""
    return f"{len(nodes):,}: {', '.join(names[node] for node in nodes[:5])}{more}" if nodes else ""


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts if count)


def _stats_json(figures: "Statistics", names: Mapping[str, str]) -> dict[str, Json]:

    plain: dict[str, Json] = asdict(figures)
    return {
        **plain,
        "depth": {str(steps): count for steps, count in figures.depth.items()},
        "unreachable": [{"id": node, "name": names[node]} for node in figures.unreachable],
        "dead_ends": [{"id": node, "name": names[node]} for node in figures.dead_ends],
        "components": list(figures.components),
        "average_degree": round(figures.degree, 3),
    }


# -- plan -------------------------------------------------------------------------------------------------------


def plan(
    name: MapName,
    start: Annotated[str, typer.Argument(metavar="START", help="A screen: id, name, title or address.")],
    goals: Annotated[list[str], typer.Argument(metavar="GOAL...", help="Screens to reach.")],
    order: Annotated[str, typer.Option("--order", metavar="ordered|unordered", help="Order of the goals.")] = "ordered",
    planner: Annotated[str, typer.Option("--planner", metavar="exact|fast-downward")] = "exact",
    costs: Annotated[
        str,
        typer.Option("--costs", metavar="uniform|measured|reliability", help="Default: uniform, each action costs 1."),
    ] = "",
    deadline: Annotated[
        float, typer.Option("--deadline", metavar="SECONDS", help="Time limit of the planner.", min=0.001)
    ] = 10.0,
    folder: Annotated[
        Path | None,
        typer.Option("--pddl", metavar="FOLDER", help="Also write domain.pddl and problem.pddl to this folder."),
    ] = None,
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Print the cheapest known path from a screen to others, and the unreachable ones."""
    with boundary(json) as out:
        request = PlanRequest(
            start,
            tuple(goals),
            _order(order),
            _planner(planner),
            _costs(costs),
            deadline,
        )
        found = find_map(name, settings_of(config))
        files = write_pddl(found, request, folder) if folder is not None else ()
        found_plan = plan_on_map(found, request)
        out.result(_plan_json(found_plan, files))
        if not out.as_json:
            _say_plan(out, found_plan, files)
        if not found_plan.complete:
            raise typer.Exit(1)


def _order(name: str) -> "Order":
    match name:
        case "ordered" | "unordered":
            return name
        case _:
            raise UsageError(f"There is no order {name!r}.", "Choose ordered or unordered.")


def _planner(name: str) -> "PlannerName":
    match name:
        case "auto" | "exact" | "fast-downward":
            return name
        case _:
            raise UsageError(f"There is no planner {name!r}.", "Choose exact or fast-downward.")


def _costs(name: str) -> "Costs | None":
    match name:
        case "":
            return None
        case "uniform" | "measured" | "reliability":
            return name
        case _:
            raise UsageError(f"There are no costs {name!r}.", "Choose uniform, measured or reliability.")


def _say_plan(out: Output, found: "MapPlan", files: Sequence[Path]) -> None:
    out.say(f"from {found.start} to {', '.join(found.goals)}")
    wide = min(60, max((len(step.does) for step in found.steps), default=0))
    for number, step in enumerate(found.steps, 1):
        unsure = "" if step.walked else "  (never walked)"
        out.say(f"{number:>3}  {step.does:<{wide}}  -> {step.target}{unsure}")
    style = "green" if found.complete else "yellow" if found.steps else "red"
    out.labelled(f"{found.status}", style, f": {found.reason}")
    unit = found.unit.removesuffix("s") if found.cost == 1 else found.unit
    cost = f"{found.cost:,} {unit}" if found.unit != "as the graph says" else f"cost {found.cost:,}"
    out.say(f"{counted(len(found.steps), 'step')}, {cost}, by {found.planner} in {found.seconds:.3f} s")
    if found.unreached:
        out.say(f"not reached: {', '.join(found.unreached)}", style="yellow")
    for path in files:
        out.say(f"wrote {path}")
    out.say(f"next: {_after(found)}")


def _after(found: "MapPlan") -> str:
    if found.complete:
        return "sextant goto walks there"
    if found.status == "out_of_time":
        return "give it more time with --deadline"
    if found.status == "failed" and found.planner == "fast-downward":
        return "plan with --planner exact, which needs no other program"
    return "sextant map TARGET looks for more paths"


def _plan_json(found: "MapPlan", files: Sequence[Path]) -> dict[str, Json]:

    plain: dict[str, Json] = asdict(found)
    return {
        **plain,
        "complete": found.complete,
        "goals": list(found.goals),
        "unreached": list(found.unreached),
        "steps": [asdict(step) for step in found.steps],
        "files": [str(path) for path in files],
    }
