"""The thresholds of the task state, varied one at a time on development tasks: what is told, and what it is worth."""

import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from sextant.bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant.bench.guides.arms import DIALS, TOKENS
from sextant.bench.guides.choosing import LENGTHS, RULE, Heard, Length, Swept, choose, heard, told_json
from sextant.bench.guides.frozen import simulator_hash
from sextant.bench.guides.playing import results_of
from sextant.bench.guides.tallies import gain
from sextant.bench.guides.tasks import task_of
from sextant.bench.guides.telling import Told, weighed
from sextant.bench.memory_world.playing import Setup, play
from sextant.bench.statistics import share
from sextant.brief import TOKENIZER, count_tokens
from sextant.brief.compose import fit
from sextant.build import Probes
from sextant.contracts import Guide
from sextant.errors import SextantError, UsageError
from sextant.guides.task_state import PARTS, TaskState, Thresholds
from sextant.settings import Settings
from sextant.settings.schema import ContextChoices, GuideChoices
from sextant.worlds.author.recipe import Family
from sextant.worlds.spec.world import World

__all__ = ["NEVER", "VALUES", "Way", "base_of", "named", "sweep", "ways_around"]

NEVER = 1_000_000
"""What no run reaches."""

VALUES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"long": (5, 10, 15, 25, NEVER), "many": (3, 6, 10, 14, 20, NEVER), "recent": (0, 1, 3, 6)}
)
"""Of each threshold. No task has fewer than three lines, so that fewer than three count like three."""

_TASKS = 60
"""Of each length."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of playing a task.

    Attributes:
        told: The guide's views by its thresholds, all, none; or the full text history without the guide.
        failing: Whether the actor fails as it may.
    """

    name: str
    told: Literal["auto", "always", "never", "history"]
    thresholds: Thresholds | None = None
    failing: bool = True

    def settings(self) -> Settings:
        """Of its runs; models, limits and journal are the bench's own."""
        if self.told == "history":
            return Settings(context=ContextChoices(history="full", max_tokens=TOKENS))
        hide = ("task-state",) if self.told == "never" else ()
        activation = "always" if self.told == "always" else "auto"
        guides = GuideChoices(use=("task-state",), hide=hide, activation=activation)
        return Settings(context=ContextChoices(max_tokens=TOKENS), guides=guides)


@dataclass(frozen=True, slots=True)
class _Part:
    """One task in all ways."""

    length: Length
    seed: int
    family: Family
    base: Thresholds


def ways_around(base: Thresholds) -> tuple[Way, ...]:
    """Those that are compared: each threshold varied while the others stay, and what needs no threshold."""
    found = [Way("history", "history"), Way("always", "always"), Way("never", "never"), Way("base", "auto", base)]
    for name, values in VALUES.items():
        others = [value for value in values if value != getattr(base, name)]
        found += [Way(named(name, value), "auto", replace(base, **{name: value})) for value in others]
    return (*found, *(replace(way, name=f"sound_{way.name}", failing=False) for way in found[:4]))


def named(threshold: str, value: int) -> str:
    """The name of the way in which one threshold has that value."""
    return f"{threshold}={_shown(value)}"


def base_of(text: str) -> Thresholds:
    """The thresholds that are varied: those of the guide for `sweep`, else as they are written.

    Raises:
        UsageError: It says neither.
    """
    if text.strip() == "sweep":
        return Thresholds()
    found = re.fullmatch(r"\s*(\d{1,6}|never)\s*,\s*(\d{1,6}|never)\s*,\s*(\d{1,6})\s*", text)
    if found is None:
        raise UsageError(
            f"The option 'thresholds' of this bench is 'sweep' or LONG,MANY,RECENT, not {text!r}.",
            "Write thresholds=sweep, or thresholds=15,never,3.",
        )
    long, many, recent = (NEVER if part == "never" else int(part) for part in found.groups())
    return Thresholds(long, many, recent)


def sweep(options: BenchOptions, family: Family) -> BenchResult:
    """Plays tasks of both lengths in every way.

    Raises:
        UsageError: The option is malformed, or these are not the seeds to tune on.
    """
    base = base_of(options.extra["thresholds"])
    if family != "train":
        raise UsageError("Thresholds are tuned on the train family alone.", "Add -o family=train.")
    if options.extra.get("only", "task-state").strip() != "task-state" or "updater_noise" in options.extra:
        raise UsageError(
            "Thresholds are those of the task state, and are varied without wrong updates.",
            "Leave out only and updater_noise, or leave out thresholds.",
        )
    seeds = draw_seeds(options.n or _TASKS, options.seed)
    parts = [_Part(length, seed, family, base) for seed in seeds.all for length in LENGTHS]
    outcomes: list[Swept] = []
    errors: list[str] = []
    for done, (found, wrong) in enumerate(results_of(_work, parts, options.whole("workers", 2)), 1):
        outcomes += found
        errors += wrong
        options.report(f"{done}/{len(parts)} base over history {gain(outcomes, 'base', 'history').points:+.0f}")
    chosen = choose(outcomes, base, _columns(base))
    rows: dict[str, Json] = {way.name: told_json(outcomes, way.name) for way in ways_around(base)}
    return BenchResult(
        name="guides",
        figures=(*_figures(outcomes), *(Figure(f"chosen_{name}", float(value)) for name, value in chosen.items())),
        n=len(outcomes),
        errors=len(errors),
        seeds=seeds,
        environment={**environment(), "actor": "faulty (simulated)", "simulator": simulator_hash(), "family": family},
        details={
            "base": {name: _shown(getattr(base, name)) for name in VALUES},
            "chosen": {name: _shown(value) for name, value in chosen.items()},
            "rule": RULE,
            "ways": rows,
            "dials": DIALS["task-state"],
            "tokenizer": TOKENIZER,
            "errors": errors,
        },
        listings=(_listing(outcomes, base),),
    )


def _columns(base: Thresholds) -> dict[str, dict[int, str]]:
    """Values of each threshold, the base's among them, and the ways in which they were played."""
    found: dict[str, dict[int, str]] = {}
    for name, values in VALUES.items():
        own: int = getattr(base, name)
        found[name] = {value: "base" if value == own else named(name, value) for value in sorted({*values, own})}
    return found


def _work(part: _Part) -> tuple[list[Swept], list[str]]:
    """Plays a task in every way; what the bench itself cannot play is named."""
    solved: dict[str, bool] = {}
    steps: dict[str, int] = {}
    told: dict[str, Heard] = {}
    try:
        world = task_of(part.length, part.seed, part.family)
        for way in ways_around(part.base):
            solved[way.name], steps[way.name], told[way.name] = _played(way, world, part.seed)
    except SextantError as error:
        return [], [f"{part.length} {part.seed}: {error}"]
    return [Swept("task-state", part.seed, world.id, solved, steps, part.length, told)], []


def _played(way: Way, world: World, seed: int) -> tuple[bool, int, Heard]:
    sections: Told = []
    views: list[tuple[str, ...]] = []

    def beside(guides: tuple[Guide, ...]) -> tuple[Guide, ...]:
        return tuple(weighed(one, sections, views) if isinstance(one, TaskState) else one for one in guides)

    dials = f"{DIALS['task-state']},seed={seed}" if way.failing else f"seed={seed}"
    setup = Setup(settings=way.settings(), probes=Probes(guides=beside, thresholds=way.thresholds))
    with tempfile.TemporaryDirectory(prefix="sextant-guides-") as scratch:
        played = play(world, f"faulty:{dials}", Path(scratch), seed, setup=setup)
    tokens = sum(count_tokens(section.text) for each in sections for section in fit(each, TOKENS))
    counted = Counter(view for each in views for view in each)
    return played.grade.success, played.actions, Heard(len(sections), tokens, dict(counted))


def _shown(value: int) -> str:
    return "never" if value >= NEVER else str(value)


def _figures(outcomes: Sequence[Swept]) -> tuple[Figure, ...]:
    """Of the ways that need no choice, and of the base; they hold no target, since nothing is to be reached here."""
    found: list[Figure] = []
    for way in ("history", "never", "base", "always"):
        success = share(sum(one.solved[way] for one in outcomes), len(outcomes))
        found.append(Figure(f"{way}_success", success))
    found += [Figure(f"{way}_tokens_a_step", heard(outcomes, way).tokens) for way in ("never", "base", "always")]
    lost = gain(outcomes, "sound_base", "sound_history")
    return (*found, Figure("sound_loss_points", 0.0 - lost.points), Figure("sound_loss_upper_points", -lost.low))


def _listing(outcomes: Sequence[Swept], base: Thresholds) -> Listing:
    rows: list[tuple[str, ...]] = []
    for way in ways_around(base):
        cells: list[str] = []
        for length in LENGTHS:
            kept = [one for one in outcomes if one.length == length]
            found, over = heard(kept, way.name), gain(kept, way.name, "history" if way.failing else "sound_history")
            worth = f"{over.first:.2f} {over.points:+.0f} ({over.low:+.0f} to {over.high:+.0f})"
            views = " ".join(f"{100 * found.views[view]:.0f}" for view in PARTS)
            cells += [worth, *((f"{found.tokens:.0f}", views) if found.tokens == found.tokens else ("–", "–"))]
        rows.append((way.name, *cells))
    headings = [f"{length}: {what}" for length in LENGTHS for what in ("success, gain", "tokens", "told %")]
    title = f"success, points over the history, tokens a step, steps with {', '.join(PARTS)} (simulated)"
    return Listing(title, ("way", *headings), tuple(rows))
