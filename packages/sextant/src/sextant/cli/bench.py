"""The command `bench`. Its suites are in the folder `benchmarks` of a checkout, not in an installed package."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Protocol, cast

import typer

from sextant.cli.options import JsonFlag
from sextant.cli.output import Output, boundary
from sextant.dataclass import dataclass
from sextant.errors import UsageError

__all__ = ["FOLDER_VARIABLE", "BenchRequest", "add_to", "benchmarks_folder"]

FOLDER_VARIABLE = "SEXTANT_BENCHMARKS"
"""Names the folder `benchmarks` of a checkout."""
_PACKAGE = "sextant_bench"


@dataclass(frozen=True, slots=True)
class BenchRequest:
    """The options of `sextant bench`; without a name, it lists all benches."""

    name: str | None
    device: str
    actor: str
    seed: int | None
    n: int | None
    limit: int | None
    flags: dict[str, str]
    extra: list[str] | None


class _Suites(Protocol):
    """The module `sextant_bench.command`."""

    def run(self, request: BenchRequest, out: Output) -> int:
        """Run a bench, explain it, or list all; return the exit status."""
        ...


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(bench)


def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of a benchmark. Without a name, all are listed.")
    ] = None,
    device: Annotated[str, typer.Option("--device", "-d", help="Device, such as web.")] = "",
    actor: Annotated[
        str, typer.Option("--actor", help="scripted, oracle, faulty:forget=3 …, a model, or python:MODULE:FACTORY.")
    ] = "",
    split: Annotated[str, typer.Option("--split", help="Split of tasks, if the benchmark has splits.")] = "",
    course: Annotated[str, typer.Option("--course", help="Kind of run, if the benchmark offers several.")] = "",
    suite: Annotated[str, typer.Option("--suite", help="Suite of tasks, such as memory-world:lite.")] = "",
    preset: Annotated[str, typer.Option("--preset", help="Presets to compare, separated by commas.")] = "",
    only: Annotated[str, typer.Option("--only", help="Parts of the benchmark to run, separated by commas.")] = "",
    updater_noise: Annotated[
        float | None, typer.Option("--updater-noise", min=0, max=1, help="Share of wrong updates of guides.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of all random values.")] = None,
    n: Annotated[int | None, typer.Option("--n", min=1, help="Number of samples.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Limit of cases.")] = None,
    extra: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="KEY=VALUE", help="Option of the benchmark; -o help lists all."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Run a benchmark. Exit code 1 if a figure misses its target."""
    with boundary(json) as out:
        flags = {"split": split, "course": course, "suite": suite, "preset": preset, "only": only}
        flags["updater_noise"] = "" if updater_noise is None else f"{updater_noise:g}"
        status = _suites().run(BenchRequest(name, device, actor, seed, n, limit, flags, extra), out)
        if status or name is not None:
            raise typer.Exit(status)


def _suites() -> _Suites:
    folder = benchmarks_folder(os.environ.get(FOLDER_VARIABLE, ""))
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return cast("_Suites", import_module(f"{_PACKAGE}.command"))


def benchmarks_folder(named: str = "", package: Path = Path(__file__).parents[1]) -> Path:
    """The folder with the suites: `named`, else that of the checkout that contains `package`.

    The working directory is ignored: whoever can write there could have their code run.

    Raises:
        UsageError: There is none.
    """
    if named:
        if _holds_suites(Path(named)):
            return Path(named).resolve()
        raise UsageError(
            f"{FOLDER_VARIABLE} names {named!r}, which is not a folder of benchmarks.",
            "Set it to the folder benchmarks of a checkout.",
        )
    package = package.resolve()
    checkout = package.parents[3] if len(package.parents) > 3 else package
    folder = checkout / "benchmarks"
    if package == checkout / "packages" / "sextant" / "src" / "sextant" and _holds_suites(folder):
        return folder
    raise UsageError(
        "The benchmarks are not part of the installed package.",
        f"Set {FOLDER_VARIABLE} to the folder benchmarks of a checkout that you trust: its code is run.",
    )


def _holds_suites(folder: Path) -> bool:
    return (folder / _PACKAGE / "command.py").is_file()
