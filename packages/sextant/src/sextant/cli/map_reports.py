"""Commands that tell something of one map: map stats, plan."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.broken import besides, broken_json, say_broken
from sextant.cli.options import ConfigFile, JsonFlag, settings_of
from sextant.cli.output import Json, Output, boundary, counted
from sextant.errors import UsageError
from sextant.qa.map_plans import MapPlan, PlanRequest, plan_on_map, write_pddl
from sextant.qa.maps import find_map
from sextant.utg.comparing.statistics import Statistics, statistics
from sextant.utg.lookup import find_place
from sextant.utg.names import names_of
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.network import Order, PlannerName
from sextant.utg.tally import ORIGINS, origins_noted, tally

__all__ = ["FromScreen", "MapName", "add_to", "day", "quoted", "telling"]

MapName = Annotated[
    str,
    typer.Argument(
        metavar="MAP", help="A file (JSON, DOT), or the target of a map: web:URL, world:NAME.", show_default=False
    ),
]


FromScreen = Annotated[str, typer.Option("--from", metavar="SCREEN", help="Screen from which distances count.")]


def add_to(group: typer.Typer) -> None:
    """Adds the commands to the group."""
    group.command("stats")(stats)
    group.command("plan")(plan)


def quoted(name: str) -> str:
    """A name as it is typed in a shell."""
    return shlex.quote(name)


def day(at: float) -> str:
    """A time for people, in UTC; empty where there is none."""
    try:
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}" if at > 0 else ""
    except (OverflowError, OSError, ValueError):
        return ""


def telling(notes: Mapping[str, str]) -> dict[str, str]:
    """Of what is noted about a map that which a person wants to read on its page."""
    told = {
        "build": notes.get("label", ""),
        "drawn from": notes.get("target", ""),
        "ended": {"complete": "", "budget": "at its budget"}.get(notes.get("finished", ""), notes.get("finished", "")),
        ORIGINS: notes.get(ORIGINS, ""),
    }
    return {name: value for name, value in told.items() if value}


# -- stats ------------------------------------------------------------------------------------------------------


def stats(
    name: MapName,
    start: FromScreen = "",
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Tell what a map holds: size, depth, reliability, what is left untried and why, what cannot be reached."""
    with boundary(json) as out:
        found = find_map(name, settings_of(config))
        first = find_place(found.graph, start).node if start else ""
        origins = origins_noted(found.notes)
        told = statistics(found.graph, first, len(found.pictures), origins)
        names, broken = names_of(found.graph), tally(found.graph, origins).broken
        out.result({**_stats_json(told, names), "broken_links": broken_json(broken)})
        if out.as_json:
            return
        out.say(f"{told.app}, from {names.get(told.start, 'nowhere')!r}")
        for label, value in _stats_rows(told, names):
            out.say(f"  {label:<14}{value}")
        say_broken(out, broken)
        out.say(f"next: sextant map show {quoted(name)}")


def _stats_rows(told: "Statistics", names: Mapping[str, str]) -> list[tuple[str, str]]:
    screens = f"{told.screens:,}"
    parts = [
        (told.screens - told.observed_screens, "read from the app, never seen"),
        (told.parametric, "stand for many"),
    ]
    screens += "".join(f", {count:,} {what}" for count, what in parts if count)
    transitions = f"{told.transitions:,}, {told.degree:.1f} a screen"
    static = told.transitions - told.observed_transitions
    transitions += f", {static:,} never walked" if static else ""
    transitions += f", {told.rivals:,} with a rival" if told.rivals else ""
    largest = told.components[0] if told.components else 0
    depth = ", ".join(f"{count:,} at {steps}" for steps, count in told.depth.items())
    joined = f"{largest:,} of {told.screens:,} lead to each other without going back"
    return _filled(
        ("screens", screens),
        ("besides", ", ".join(besides(told.error_pages, told.other_sites))),
        ("transitions", transitions),
        ("depth", f"{depth} steps" if depth else ""),
        ("not reached", _named(told.unreachable, names)),
        ("connected", f"{joined}; {counted(len(told.components), 'component')}" if told.screens else ""),
        ("dead ends", _named(told.dead_ends, names)),
        ("reliability", _listed(told.reliability.items()) if told.observed_transitions else ""),
        ("exits", f"{told.explored:,} explored, {told.untried:,} not tried yet" if told.explored else ""),
        ("left alone", _listed(told.left.items())),
        ("pictures", f"{told.pictures:,}" if told.pictures else ""),
        ("visits", f"{told.visits:,}" if told.visits else ""),
        ("last seen", f"{day(told.last_seen)} UTC" if told.last_seen else ""),
    )


def _filled(*rows: tuple[str, str]) -> list[tuple[str, str]]:
    """Those that have something to tell."""
    return [(label, value) for label, value in rows if value]


def _named(nodes: Sequence[str], names: Mapping[str, str]) -> str:
    """How many screens, and what the first of them are called; empty where there are none."""
    more = f" and {len(nodes) - 5:,} more" if len(nodes) > 5 else ""
    return f"{len(nodes):,}: {', '.join(names[node] for node in nodes[:5])}{more}" if nodes else ""


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts if count)


def _stats_json(told: "Statistics", names: Mapping[str, str]) -> dict[str, Json]:

    plain: dict[str, Json] = asdict(told)
    return {
        **plain,
        "depth": {str(steps): count for steps, count in told.depth.items()},
        "unreachable": [{"id": node, "name": names[node]} for node in told.unreachable],
        "dead_ends": [{"id": node, "name": names[node]} for node in told.dead_ends],
        "components": list(told.components),
        "average_degree": round(told.degree, 3),
    }


# -- plan -------------------------------------------------------------------------------------------------------


def plan(
    name: MapName,
    start: Annotated[str, typer.Argument(metavar="START", help="A screen: id, name, title or address.")],
    goals: Annotated[list[str], typer.Argument(metavar="GOAL...", help="Screens to reach.")],
    order: Annotated[str, typer.Option("--order", metavar="ordered|unordered", help="Of the goals.")] = "ordered",
    planner: Annotated[str, typer.Option("--planner", metavar="exact|fast-downward")] = "exact",
    costs: Annotated[
        str, typer.Option("--costs", metavar="uniform|measured|reliability", help="Default: actions, each counting 1.")
    ] = "",
    deadline: Annotated[
        float, typer.Option("--deadline", metavar="SECONDS", help="Most time to plan.", min=0.001)
    ] = 10.0,
    folder: Annotated[
        Path | None, typer.Option("--pddl", metavar="FOLDER", help="Also write domain.pddl and problem.pddl there.")
    ] = None,
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Plan the cheapest known way from a screen through others, in words; what cannot be reached is told."""
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
        told = plan_on_map(found, request)
        out.result(_plan_json(told, files))
        if not out.as_json:
            _say_plan(out, told, files)
        if not told.complete:
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


def _say_plan(out: Output, told: "MapPlan", files: Sequence[Path]) -> None:
    out.say(f"from {told.start} to {', '.join(told.goals)}")
    wide = min(60, max((len(step.does) for step in told.steps), default=0))
    for number, step in enumerate(told.steps, 1):
        unsure = "" if step.walked else "  (never walked)"
        out.say(f"{number:>3}  {step.does:<{wide}}  -> {step.target}{unsure}")
    style = "green" if told.complete else "yellow" if told.steps else "red"
    out.labelled(f"{told.status}", style, f": {told.reason}")
    unit = told.unit.removesuffix("s") if told.cost == 1 else told.unit
    cost = f"{told.cost:,} {unit}" if told.unit != "as the graph says" else f"cost {told.cost:,}"
    out.say(f"{counted(len(told.steps), 'step')}, {cost}, by {told.planner} in {told.seconds:.3f} s")
    if told.unreached:
        out.say(f"not reached: {', '.join(told.unreached)}", style="yellow")
    for path in files:
        out.say(f"wrote {path}")
    out.say(f"next: {_after(told)}")


def _after(told: "MapPlan") -> str:
    if told.complete:
        return "sextant goto walks there"
    if told.status == "out_of_time":
        return "give it more time with --deadline"
    if told.status == "failed" and told.planner == "fast-downward":
        return "plan with --planner exact, which needs no other program"
    return "sextant map TARGET looks for more ways"


def _plan_json(told: "MapPlan", files: Sequence[Path]) -> dict[str, Json]:

    plain: dict[str, Json] = asdict(told)
    return {
        **plain,
        "complete": told.complete,
        "goals": list(told.goals),
        "unreached": list(told.unreached),
        "steps": [asdict(step) for step in told.steps],
        "files": [str(path) for path in files],
    }
