"""`sextant bench first-contact`: apps that nobody had tried before; the first run over each is kept for ever.

The truth about an app is committed before Sextant has touched it. The first run over all its targets is its first
contact: one line of the record, which is never written again. The rival, thirty lines without a browser, reads every
app in the same run.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from sextant.errors import SextantError, UsageError
from sextant_bench.apps import App, folders, installed, load, running
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, environment
from sextant_bench.navigate import ratio, walk_all
from sextant_bench.navigate_truth import Target, targets_of, truth_hash
from sextant_bench.navigate_walks import Visit, WalkCase
from sextant_bench.rival import read, successes
from sextant_bench.statistics import mean_or_nan, median

__all__ = ["FOLDER", "Contact", "contact_of", "figures_of", "recorded", "run"]

FOLDER = Path("benchmarks/first_contact")
"""Holds `apps/`, from the root of a checkout; the record stands beside it, `first_contact.jsonl`."""
_LAST = 5
"""The figures of first contact are over so many apps, those taken in last."""
_APPS = 10
_WRITES = 20
"""So many of the requests that reached a server are told, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One run over an app: a first and a second visit to each target, and the rival.

    Attributes:
        code: Hash of the code that walked.
        truth: Hash of the app's targets.
        n: Targets.
        success: Share of the first visits that arrived; `second_success` of the second ones.
        wrong_claims: Share of the first visits that claimed to have arrived and had not.
        spl: Success weighted by path length, of the first visits.
        second_path: Steps over the fewest, of the second visits.
        seconds: Median time of a first visit.
        rival_success: Share of the targets that the rival found; None where it had nothing to read.
        rival_seconds: What the rival took for the whole app.
    """

    app: str
    version: str
    code: str
    truth: str
    n: int
    success: float
    wrong_claims: float
    spl: float
    second_success: float
    second_path: float
    seconds: float
    rival_success: float | None
    rival_pages: int
    rival_seconds: float

    @property
    def ahead(self) -> bool:
        """Whether more arrived than by the rival, or all."""
        return self.rival_success is None or self.success > self.rival_success or self.success == 1.0


def run(options: BenchOptions) -> BenchResult:
    """Two visits to every target of every app, and the rival; an app without a first contact gets its line.

    Raises:
        UsageError: There are no apps, or a file is malformed.
    """
    root = Path(options.extra.get("folder", str(FOLDER)))
    record = root.parent / f"{root.name}.jsonl"
    every = [load(folder) for folder in folders(root / "apps")]
    chosen = _chosen(every, options)
    here = [app for app in chosen if installed(app)]
    targets = {app.name: targets_of(app) for app in every}
    before = recorded(record)
    failed: list[str] = []
    model = options.extra.get("model", "")
    visits: list[Visit] = []
    contacts: list[Contact] = []
    new: list[Contact] = []
    for app in here:
        job = WalkCase(str(app.folder), 0, tuple(one.id for one in targets[app.name]), model=model)
        walked = walk_all([job], options, workers=1)  # seconds count here
        mine = walked.records
        visits += mine
        failed += walked.errors
        contact = _met(app, targets[app.name], mine, failed, options)
        if contact is None:
            continue
        contacts.append(contact)
        if contact.app not in {known.app for known in before}:
            new.append(contact)
            if options.flag("keep", True) and not model:
                _keep(record, [contact])  # at once: what has been met cannot be met for the first time again
    return BenchResult(
        name="first-contact",
        figures=figures_of([*before, *new], contacts, visits),
        n=len(visits),
        skipped=sum(len(targets[app.name]) for app in chosen if not installed(app)),
        errors=len(failed) + sum(one.status == "error" for one in visits),
        excluded=sum(len(targets[app.name]) for app in every if app not in chosen),
        environment={**environment("playwright"), "code": code_hash()},
        details={
            "now": [asdict(one) for one in contacts],
            "record": [asdict(one) for one in (*before, *new)],
            "failed": failed,
            "failures": _failures(visits),
            "writes": dict(Counter(one for visit in visits for one in visit.writes).most_common(_WRITES)),
        },
    )


def _chosen(every: Sequence[App], options: BenchOptions) -> list[App]:
    chosen = options.some_of("only", [app.name for app in every], "app")
    return [app for app in every if app.name in chosen]


def _met(
    app: App, targets: Sequence[Target], visits: Sequence[Visit], failed: list[str], options: BenchOptions
) -> Contact | None:
    """The run over one app; None where not every target was visited twice."""
    if len(visits) < 2 * len(targets) or any(one.status == "error" for one in visits):
        return None
    try:
        with running(app) as address:
            reading = read(address + app.start)
    except SextantError as error:
        failed.append(f"the rival in {app.name}: {error}")
        return None
    contact = contact_of(app, visits, successes(reading, targets) if reading.possible else None)
    told = "nothing to read" if contact.rival_success is None else f"{contact.rival_success:.2f}"
    options.report(f"{app.name}: first visits {contact.success:.2f}, rival {told}")
    return replace(contact, rival_pages=len(reading.pages), rival_seconds=round(reading.seconds, 1))


def contact_of(app: App, visits: Sequence[Visit], found: int | None) -> Contact:
    """What visits to all targets of an app come to, and how many of these the rival found."""
    first = [one for one in visits if one.phase == "first"]
    second = [one for one in visits if one.phase == "second"]
    return Contact(
        app=app.name,
        version=app.version,
        code=code_hash(),
        truth=truth_hash([app.targets]),
        n=len(first),
        success=_share(one.success for one in first),
        wrong_claims=_share(one.claimed and not one.success for one in first),
        spl=round(mean_or_nan([one.spl for one in first]), 4),
        second_success=_share(one.success for one in second),
        second_path=round(ratio(second), 4),
        seconds=median([one.seconds for one in first]),
        rival_success=None if found is None else round(found / len(first), 4),
        rival_pages=0,
        rival_seconds=0.0,
    )


def _share(of: Iterable[bool]) -> float:
    return round(mean_or_nan(list(of)), 4)


def figures_of(record: Sequence[Contact], now: Sequence[Contact], visits: Sequence[Visit]) -> tuple[Figure, ...]:
    """First contact over the apps taken in last; then all of them, as they are walked now."""
    last = record[-_LAST:]
    first = [one for one in visits if one.phase == "first"]
    return (
        Figure("contact_apps", len(last), _LAST),
        Figure("contact_success", _over(last, lambda one: one.success), 0.85),
        Figure("contact_wrong_claims", _over(last, lambda one: one.wrong_claims), 0.04, better="low"),
        Figure("contact_spl", _over(last, lambda one: one.spl), 0.5),
        Figure("contact_second_success", _over(last, lambda one: one.second_success), 0.92),
        Figure("contact_second_path", _over(last, lambda one: one.second_path), 1.15, better="low"),
        Figure("contact_behind_rival", sum(not one.ahead for one in last), 0, "apps", "low"),
        Figure("contact_seconds", _over(last, lambda one: one.seconds), 15.0, "s", "low"),
        Figure("apps", len(now), _APPS),
        Figure("success", mean_or_nan([one.success for one in first]), 0.92),
        Figure("wrong_claims", mean_or_nan([one.claimed and not one.success for one in first]), 0.02, better="low"),
        Figure("spl", mean_or_nan([one.spl for one in first])),
        Figure("second_success", mean_or_nan([one.success for one in visits if one.phase == "second"])),
        Figure("behind_rival", sum(not one.ahead for one in now), unit="apps", better="low"),
        Figure("rival_success", mean_or_nan([one.rival_success for one in now if one.rival_success is not None])),
        Figure("writes_reached_server", sum(len(one.writes) for one in visits), 0, "requests", "low"),
    )


def _over(contacts: Sequence[Contact], what: Callable[[Contact], float]) -> float:
    """The mean over targets: each app weighs as many as it has."""
    targets = sum(one.n for one in contacts)
    return sum(one.n * what(one) for one in contacts) / targets if targets else float("nan")


# -- the record -----------------------------------------------------------------------------------------------------


def recorded(record: Path) -> list[Contact]:
    """The first contacts that were kept, the oldest first.

    Raises:
        UsageError: A line is malformed, or an app stands there twice; names the line.
    """
    found: dict[str, Contact] = {}
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            contact = Contact(**cast("Mapping[str, Any]", json.loads(line)))
        except (ValueError, TypeError) as e:
            raise UsageError(f"Line {number} of {str(record)!r} is no first contact: {e}", "Take it back.") from e
        if contact.app in found:
            raise UsageError(f"Line {number} of {str(record)!r} is a second one of {contact.app!r}.", "Take it back.")
        found[contact.app] = contact
    return list(found.values())


def _keep(record: Path, new: Sequence[Contact]) -> None:
    if new:
        with record.open("a", encoding="utf-8") as out:
            out.writelines(json.dumps(asdict(one)) + "\n" for one in new)


def _failures(visits: Sequence[Visit]) -> list[Json]:
    """What became of the visits that failed; where they ended, not what they met: to be read once a run is kept."""
    return [
        {"app": one.app, "target": one.target, "phase": one.phase, "claimed": one.claimed, "at": one.at}
        for one in visits
        if not one.success
    ]
