"""`world utg` writes the transition graph of a world."""

from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.options import JsonFlag
from sextant.cli.output import boundary, counted
from sextant.errors import UsageError
from sextant.utg.comparing.agreement import agreement
from sextant.utg.comparing.static import StaticDials, degraded
from sextant.utg.files.exported import map_json
from sextant_worlds.names import find_world
from sextant_worlds.runtime.true_map import true_map
from sextant_worlds.spec.world import write_whole

__all__ = ["utg"]


def utg(
    name: Annotated[
        str,
        typer.Argument(
            metavar="WORLD", help="A file, a task of a split such as lite/12, or a seed.", show_default=False
        ),
    ],
    static: Annotated[
        bool, typer.Option("--static", help="Simulate the map of a static analysis, with errors.")
    ] = False,
    missing: Annotated[
        float | None, typer.Option("--missing", help="With --static: share of missing transitions. Default 0.2.")
    ] = None,
    infeasible: Annotated[
        float | None, typer.Option("--infeasible", help="With --static: share of wrong transitions. Default 0.1.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="With --static: seed of the errors.", min=0)] = 0,
    out_file: Annotated[Path | None, typer.Option("--out", help="File to write. Default: out/ID.map.json")] = None,
    json: JsonFlag = False,
) -> None:
    """Write the true map of a world (its UI Transition Graph): all screens and transitions."""
    with boundary(json) as out:
        if not static and (missing is not None or infeasible is not None):
            raise UsageError(
                "--missing and --infeasible apply to the static map only.",
                "Add --static, or omit --missing and --infeasible.",
            )
        given = {name: share for name, share in (("missing", missing), ("infeasible", infeasible)) if share is not None}
        dials = StaticDials(**given, seed=seed)
        world = find_world(name)
        true = true_map(world)
        graph = degraded(true.graph, dials) if static else true.graph
        path = out_file or Path("out") / f"{world.id}{'.static' if static else ''}.map.json"
        write_whole(path, map_json(graph))
        found = agreement(graph, true.graph)
        out.result(
            {
                "world": world.id,
                "app": graph.app,
                "path": str(path),
                "screens": len(graph.nodes),
                "transitions": len(graph.edges),
                "whole": true.chart.whole,
                "precision": found.pair_precision,
                "recall": found.pair_recall,
            }
        )
        size = f"{counted(len(graph.nodes), 'screen')}, {counted(len(graph.edges), 'transition')}"
        out.say(f"{graph.app}: {size}{'' if true.chart.whole else ' (incomplete: a limit was reached)'}")
        if static:
            share = f"{found.pair_precision:.0%} of its transitions are true"
            out.say(f"static: {share}, and it has {found.pair_recall:.0%} of the true ones")
        out.say(f"written: {path}  # sextant map import {path}")
