"""`sextant bench presets`: what each preset sends to its models, against what its paper says, call for call."""

import tempfile
from pathlib import Path

from sextant.errors import SextantError
from sextant_bench.context.stage import stage_of
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Listing, environment
from sextant_bench.presets.comparison import PresetComparison, compare, expectations
from sextant_bench.presets.recording import record

__all__ = ["run"]

STEPS = 55
"""Longer than the longest limit of steps that a paper names."""


def run(options: BenchOptions) -> BenchResult:
    """Walks once with each preset, and compares every request that was sent with what its paper says of the call."""
    compared: list[PresetComparison] = []
    errors: list[str] = []
    stage = stage_of(options.seed or 0)
    with tempfile.TemporaryDirectory(prefix="sextant-presets-") as scratch:
        for preset, expected in expectations().items():
            try:
                found = list(compare(expected, record(preset, stage, Path(scratch), STEPS)))
            except SextantError as error:
                errors.append(f"{preset}: {error}")
                continue
            wrong = [one for one in found if not one.agrees]
            options.report(f"{preset}: {len(found)} compared, {len(wrong)} otherwise")
            compared += found
    return BenchResult(
        name="presets",
        figures=(Figure("mismatches", sum(not one.agrees for one in compared), 0, better="low"),),
        n=len(compared),
        errors=len(errors),
        environment=environment(),
        details={
            "simulated": "a scripted model behind a server on loopback; no language model",
            "compared": [
                {"preset": one.preset, "role": one.role, "what": one.what, "expected": one.expected, "sent": one.sent}
                for one in compared
            ],
            "errors": errors,
        },
        listings=(_listing(compared),),
    )


def _listing(compared: list[PresetComparison]) -> Listing:
    rows = tuple(
        (f"{one.preset} {one.role}", one.what, one.expected, one.sent, "" if one.agrees else "otherwise")
        for one in compared
    )
    return Listing("what was sent", ("call", "what", "the paper", "sent", ""), rows)
