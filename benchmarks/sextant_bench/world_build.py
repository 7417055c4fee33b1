"""`sextant bench world-build`: how fast worlds are written and proven, and what those earn who should earn nothing.

Every task is drafted, finished and checked in the twin: the oracle walks it, somebody does nothing, two guessers put
in every value they can find. What they earn is told of every first draft that was measured, admitted or not: admission
rests on these very walks. A share of the tasks is walked by the oracle in Chromium, too; that is timed apart.
"""

import itertools
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sextant.errors import SextantError, UsageError
from sextant.perception import Perceiver
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_worlds.author import TaskRecipe, first_draft
from sextant_worlds.author.builder import Drafted
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.check import Report, check
from sextant_worlds.check.checker import OtherDevice
from sextant_worlds.envs.runtimes import fewer_collections
from sextant_worlds.oracle.walk import OnDevice
from sextant_worlds.page.html import page_html
from sextant_worlds.rules import Break
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World

_TASKS = 1000
_RUN = 48
"""Seeds in a row that are taken from each place drawn: neighbours share the apps of a phone."""
_DIALS: tuple[Dials, ...] = (
    Dials(),
    Dials(variables=3),
    Dials(distance=6),
    Dials(popups=1),
    Dials(variables=2, delay=1),
    Dials(perturbation="all"),
    Dials(popups=2, variables=2),
    Dials(interference=1),
    Dials(transience=4),
)


@dataclass
class _Written:
    """What was measured so far."""

    reports: list[Report] = field(default_factory=list[Report])
    """Of every first draft."""
    memory: list[Report] = field(default_factory=list[Report])
    """Of those among them that ask for memory."""
    worlds: list[World] = field(default_factory=list[World])
    """The admitted ones."""
    unwalked: int = 0
    """Drafts that the oracle's own walk did not carry through; each was written anew."""
    refused: Counter[str] = field(default_factory=Counter[str])
    failed: list[str] = field(default_factory=list[str])
    wall: float = 0.0
    busy: float = 0.0


@dataclass
class _Browsed:
    """What the oracle earned in Chromium."""

    walked: int = 0
    earned: int = 0
    failed: list[str] = field(default_factory=list[str])


def run(options: BenchOptions) -> BenchResult:
    """Writes and checks `options.n` tasks (1,000 unless told), first drafts only; then walks a tenth in Chromium.

    All of it runs in one thread: `tasks_per_s` counts the seconds that thread had a core, `tasks_per_wall_s` those
    on the clock, in which others may have had it.
    """
    count, share = options.n or _TASKS, options.share("chromium", 0.1)
    seeds = draw_seeds(max(4, -(-count // _RUN)), options.seed)
    with fewer_collections():
        found = _measure(itertools.islice(_seeds(seeds), count), count, options.report)
    browsed = _browse(found.worlds[:: max(1, round(1 / share))], options.report) if share > 0 else _Browsed()
    return _result(found, browsed, seeds, count)


def _seeds(seeds: Seeds) -> Iterable[int]:
    for seed in seeds.all:
        yield from range(seed * _RUN, seed * _RUN + _RUN)


def _measure(seeds: Iterable[int], count: int, report: Callable[[str], None]) -> _Written:
    found = _Written()
    names = sorted(TEMPLATES["test"])
    began, busy = time.perf_counter(), time.process_time()
    for number, seed in enumerate(seeds):
        template = names[number % len(names)]
        shortest = 30 if template == "long" else 1
        recipe = TaskRecipe(template, "test", shortest, 150, "zh" if number // _RUN % 4 == 3 else "en")
        try:
            drafted = first_draft(seed, _DIALS[number // len(names) % len(_DIALS)], recipe)
        except UsageError as error:
            found.failed.append(f"{template} {seed}: {error.message}")
            continue
        found.unwalked += drafted.unwalked
        _note(found, drafted.world, _checked(drafted))
        if (number + 1) % 100 == 0:
            speed = (number + 1) / (time.perf_counter() - began)
            report(f"{number + 1}/{count} tasks, {speed:.0f} a second, {sum(found.refused.values())} refused")
    found.wall, found.busy = time.perf_counter() - began, time.process_time() - busy
    return found


def _checked(drafted: Drafted) -> Report:
    """The check of a draft; one that cannot be carried through leaves it unmeasured, and refused."""
    try:
        return check(drafted.world, proof=drafted.proof)
    except UsageError as error:
        return Report(drafted.world.id, (Break("check", "world", error.message),))


def _note(found: _Written, world: World, told: Report) -> None:
    found.reports.append(told)
    if world.task.memory:
        found.memory.append(told)
    if told.admitted:
        found.worlds.append(world)
    else:
        found.refused[told.breaks[0].rule] += 1


def _browse(worlds: Sequence[World], report: Callable[[str], None]) -> _Browsed:
    """The oracle in Chromium, one browser for all."""
    done = _Browsed()
    if not worlds:
        return done
    device = ChromiumWorld(worlds[0])
    perceive = Perceiver()
    try:
        device.open()
    except SextantError as error:
        report(f"no Chromium, so its sample is left out: {error.message}")
        done.failed.append(error.message)
        device.close()
        return done
    try:
        for number, world in enumerate(worlds):
            try:
                device.show(world)
                told = check(world, lambda w: OtherDevice(OnDevice(device, perceive), device.state, page_html(w, True)))
            except SextantError as error:
                done.failed.append(f"{world.id}: {error.message}")
                continue
            done.walked += 1
            done.earned += bool(told.elsewhere)
            if not told.elsewhere:
                done.failed.append(f"{world.id}: {'; '.join(str(broken) for broken in told.breaks)[:300]}")
            if (number + 1) % 10 == 0:
                report(f"{number + 1}/{len(worlds)} in Chromium, {done.earned} earned 1")
    finally:
        device.close()
    return done


def _result(found: _Written, browsed: _Browsed, seeds: Seeds, count: int) -> BenchResult:
    reports, memory = found.reports, found.memory
    by_screen = _share(told.last_screen_only for told in memory)
    unmeasured = sum(told.oracle is None or told.nothing is None for told in reports)
    unguessed = sum(told.goal_only is None or told.last_screen_only is None for told in memory)
    admitted = [told for told in reports if told.admitted]
    refused: dict[str, Json] = dict(found.refused)
    return BenchResult(
        name="world-build",
        figures=(
            Figure("tasks_per_s", count / found.busy if found.busy else 0.0, 20, "a core"),
            Figure("admitted_rate", len(admitted) / (count + found.unwalked), 0.9),
            Figure("oracle_success", _share(told.oracle for told in reports), 1.0),
            Figure("nothing_success", _share(told.nothing for told in reports), 0, better="low"),
            Figure("goal_only_success", _share(told.goal_only for told in memory), 0, better="low"),
            Figure("last_screen_only_success_memory", by_screen, 0, better="low"),
            Figure("unmeasured", unmeasured + unguessed, 0, better="low"),
            Figure("unwalked_drafts", found.unwalked, better="low"),
            Figure("chromium_oracle_success", browsed.earned / browsed.walked if browsed.walked else 0.0, 1.0),
            Figure("chromium_share", browsed.walked / max(len(admitted), 1), 0.1),
            Figure("tasks_per_wall_s", count / found.wall if found.wall else 0.0),
        ),
        n=len(reports),
        errors=len(found.failed),
        seeds=seeds,
        environment=environment("pydantic", "playwright"),
        details={
            "memory_tasks": len(memory),
            "control_tasks": len(reports) - len(memory),
            "unmeasured_walks": unmeasured,
            "unmeasured_guesses": unguessed,
            "chromium_tasks": browsed.walked,
            "chromium_failed": browsed.failed[:20],
            "refused_by_rule": refused,
            "not_written": found.failed[:20],
            "oracle_steps": _spread([told.steps for told in admitted]),
            "guesses_tried": sum(told.guesses for told in memory),
            "variety_en": _variety([w.task.goal for w in found.worlds if w.phone.locale == "en"], _words),
            "variety_zh": _variety([w.task.goal for w in found.worlds if w.phone.locale == "zh"], _bigrams),
        },
    )


def _share(values: Iterable[bool | None]) -> float:
    """Of what was measured."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else 0.0


def _spread(values: Sequence[int]) -> dict[str, Json]:
    if not values:
        return {}
    ordered = sorted(values)
    return {"least": ordered[0], "median": ordered[len(ordered) // 2], "most": ordered[-1]}


def _words(goal: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", goal.casefold())


def _bigrams(goal: str) -> list[str]:
    """Every two Chinese characters that stand side by side: words are not marked off."""
    runs: list[str] = re.findall(r"[\u4e00-\u9fff]+", goal)
    return [run[at : at + 2] for run in runs for at in range(len(run) - 1)]


def _variety(goals: Sequence[str], tokens: Callable[[str], Sequence[str]]) -> dict[str, Json]:
    """Type-token ratios of the goals: of tokens, of tokens a window of 500 at a time, of goals, of their beginnings.

    Tokens are words, or in Chinese bigrams of characters; a beginning is the first four of a goal.
    """
    each = [tokens(goal) for goal in goals]
    words = [word for found in each for word in found]
    if not words:
        return {}
    windows = [words[at : at + 500] for at in range(0, max(len(words) - 499, 1), 500)]
    starts = [tuple(found[:4]) for found in each]
    return {
        "goals": len(goals),
        "tokens": len(words),
        "type_token": round(len(set(words)) / len(words), 4),
        "type_token_by_500": round(sum(len(set(part)) / len(part) for part in windows) / len(windows), 4),
        "distinct_goals": round(len(set(goals)) / len(goals), 4),
        "distinct_beginnings": round(len(set(starts)) / len(starts), 4),
    }
