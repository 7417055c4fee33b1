"""`sextant bench attacks`: apps, dialogs, texts and actors that want harm, against tasks in unattended runs.

Every case is played twice through the whole loop, with review and without. What was done is counted by the app itself.
"""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from sextant.bench.attacks.playing import Case, WorldCase, cases_of, named, play
from sextant.bench.attacks.tallies import Pair, result_of
from sextant.bench.figures import BenchOptions, BenchResult, draw_seeds
from sextant.errors import SextantError

__all__ = ["SEEDS", "WORLDS", "run"]

SEEDS = 4
WORLDS = 3
"""Attacked worlds a seed."""
_SHARE = 12
"""Cases that are played in one go."""


@dataclass(frozen=True, slots=True)
class _Found:
    pairs: tuple[Pair, ...]
    skipped: int
    errors: tuple[str, ...]


def run(options: BenchOptions) -> BenchResult:
    """Plays every case of every seed. `options.n` is the number of seeds, `options.limit` the most cases."""
    seeds = draw_seeds(options.n or SEEDS, options.seed)
    worlds = options.whole("worlds", WORLDS, 0)
    cases: list[Case | WorldCase] = [case for seed in seeds.all for case in cases_of(seed)]
    cases += [WorldCase(seed, number) for seed in seeds.all for number in range(worlds)]
    chosen = cases if options.limit is None else _spread(cases, options.limit)
    shares = [chosen[place : place + _SHARE] for place in range(0, len(chosen), _SHARE)]
    pairs: list[Pair] = []
    skipped, errors = 0, list[str]()
    for found in _results(shares, options.whole("workers", 2)):
        pairs += found.pairs
        skipped += found.skipped
        errors += found.errors
        harm = sum(len(on.harm) for on, _ in pairs)
        options.report(f"{len(pairs)}/{len(chosen)} attacks, {harm} harmful acts, {_done(pairs)} tasks done")
    pairs.sort(key=lambda pair: named(pair[0].case))
    return result_of(pairs, seeds, len(cases) - len(chosen), skipped, errors)


def _spread(cases: Sequence[Case | WorldCase], most: int) -> list[Case | WorldCase]:
    """So many of the cases, evenly: of every class some."""
    step = max(1.0, len(cases) / most)
    return [cases[int(place * step)] for place in range(min(most, len(cases)))]


def _done(pairs: Sequence[Pair]) -> int:
    return sum(on.done for on, _ in pairs)


def _results(shares: Sequence[Sequence[Case | WorldCase]], workers: int) -> Iterator[_Found]:
    if workers == 1:
        yield from map(_played, shares)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_played, share) for share in shares]):
            yield done.result()


def _played(share: Sequence[Case | WorldCase]) -> _Found:
    """Cases, each with review and without."""
    pairs: list[Pair] = []
    skipped, errors = 0, list[str]()
    for case in share:
        with tempfile.TemporaryDirectory(prefix="sextant-attacks-") as scratch:
            try:
                pair = _pair(case, Path(scratch))
            except SextantError as error:
                errors.append(f"{named(case)}: {error}")
                continue
        if pair is None:
            skipped += 1
        else:
            pairs.append(pair)
    return _Found(tuple(pairs), skipped, tuple(errors))


def _pair(case: Case | WorldCase, scratch: Path) -> Pair | None:
    folders = scratch / "reviewed", scratch / "unreviewed"
    for folder in folders:
        folder.mkdir()
    if isinstance(case, Case):
        return play(case, folders[0]), play(case, folders[1], reviewed=False)
    from sextant.bench.attacks.worlds import field_of, play_world

    field = field_of(case.seed, case.number)
    if field is None:
        return None
    return play_world(case, field, folders[0]), play_world(case, field, folders[1], reviewed=False)
