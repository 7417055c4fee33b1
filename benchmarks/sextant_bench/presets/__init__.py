"""`sextant bench presets`: what each preset sends to its models, against what its paper says, call for call."""

from collections.abc import Sequence

from sextant.settings.schema import Preset
from sextant_bench.context.stage import stage_of
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Listing, environment
from sextant_bench.harness import Results, play_all, scratch
from sextant_bench.presets.comparison import PresetComparison, compare, expectations
from sextant_bench.presets.recording import record

__all__ = ["run"]

STEPS = 55
"""Longer than the longest limit of steps that a paper names."""


def run(options: BenchOptions) -> BenchResult:
    """Walks once with each preset, and compares every request that was sent with what its paper says of the call."""
    stage, expected = stage_of(options.seed or 0), expectations()

    def played(preset: Preset) -> list[PresetComparison]:
        with scratch("presets") as folder:
            return list(compare(expected[preset], record(preset, stage, folder, STEPS)))

    def progress(preset: Preset, found: Results[PresetComparison], rows: Sequence[PresetComparison]) -> str:
        del rows
        wrong = sum(not one.agrees for one in found.records)
        return f"{preset}: {len(found.records)} compared, {wrong} otherwise"

    found = play_all(list(expected), played, report=options.report, progress=progress)
    compared, errors = found.records, found.errors
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


def _listing(compared: Sequence[PresetComparison]) -> Listing:
    rows = tuple(
        (f"{one.preset} {one.role}", one.what, one.expected, one.sent, "" if one.agrees else "otherwise")
        for one in compared
    )
    return Listing("what was sent", ("call", "what", "the paper", "sent", ""), rows)
