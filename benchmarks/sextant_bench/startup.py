"""`sextant bench startup`: seconds to import the package and to print the help, and what the base install weighs."""

import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module, metadata
from pathlib import Path

from sextant_bench.figures import BenchOptions, BenchResult, Figure, environment
from sextant_bench.statistics import median

_IMPORT = (sys.executable, "-c", "import sextant")
_NOTHING = (sys.executable, "-c", "pass")
_HELP = (sys.executable, "-m", "sextant", "--help")


def run(options: BenchOptions) -> BenchResult:
    """Warm starts of whole processes, interpreter included; `options.n` of each (10 by default)."""
    times = options.n or 10
    imports, helps, nothings = list[float](), list[float](), list[float]()
    for command in (_IMPORT, _HELP):
        _timed(command)  # writes byte code, fills caches
    for done in range(times):
        nothings.append(_timed(_NOTHING))
        imports.append(_timed(_IMPORT))
        helps.append(_timed(_HELP))
        options.report(f"{done + 1}/{times}: import {imports[-1]:.2f} s, help {helps[-1]:.2f} s")
    weight = base_bytes("sextant") / 1e6
    return BenchResult(
        name="startup",
        figures=(
            Figure("import_s", median(imports), 0.3, "s", "low"),
            Figure("cli_help_s", median(helps), 0.5, "s", "low"),
            Figure("base_site_packages_mb", weight, 200, "MB", "low"),
        ),
        n=times,
        baselines=(Figure("bare_interpreter_s", median(nothings), None, "s", "low"),),
        environment=environment(),
        details={"import_s": imports, "cli_help_s": helps},
    )


def base_bytes(package: str) -> int:
    """Bytes on disk of a package and everything it requires without extras, byte code included.

    Of a package that is installed editable, its source counts.
    """
    open_names, seen, total = [package], set[str](), _editable_bytes(package)
    while open_names:
        name = open_names.pop().lower().replace("_", "-")
        if name in seen:
            continue
        seen.add(name)
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # a requirement of another platform
        files = distribution.files or []
        total += sum(_size(Path(str(distribution.locate_file(file)))) for file in files)
        open_names += _required(distribution.requires or [])
    return total


def _editable_bytes(package: str) -> int:
    """Bytes of a package's source where the environment holds only a reference to it."""
    origin = Path(str(import_module(package).__file__)).resolve()
    files = metadata.distribution(package).files or []
    if any(Path(str(file.locate())).resolve() == origin for file in files):
        return 0
    return sum(_size(file) for file in origin.parent.rglob("*") if file.is_file())


def _required(requirements: Sequence[str]) -> list[str]:
    """Names of requirements that hold here, those of named extras (`pydantic-ai-slim[openai]`) included."""
    from packaging.requirements import Requirement

    found = list[str]()
    for text in requirements:
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        found.append(requirement.name)
        found += _of_extras(requirement.name, requirement.extras)
    return found


def _of_extras(name: str, extras: set[str]) -> list[str]:
    from packaging.requirements import Requirement

    found = list[str]()
    for extra in extras:
        for text in metadata.distribution(name).requires or []:
            requirement = Requirement(text)
            if requirement.marker is not None and requirement.marker.evaluate({"extra": extra}):
                found.append(requirement.name)
    return found


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _timed(command: Sequence[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began
