"""`sextant bench identity`: screens of third-party apps compared in pairs labelled by hand.

`over_merge` is the share of the pairs of different screens that got one key, `over_split` the share of the pairs of
one screen that got two. Screens are reached and looked at as in any run: the same phone-like Chromium, the same
`Perceiver`. The labels stand in `benchmarks/identity`, written by hand from pictures of the screens.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant.types.codec import from_json, to_json
from sextant.types.screens import Observation, Screen
from sextant_bench.apps import free_port
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, environment
from sextant_bench.harness import play_all
from sextant_bench.identity.capture import Captured, capture_session, picture_writer
from sextant_bench.identity.scoring import PairScore, score, total, unstable
from sextant_bench.identity.truth import AppTruth, Pair, held_out, load_truth, names_of

__all__ = ["Serving", "run"]

TRUTH: Final = "benchmarks/identity"
APPS: Final = "benchmarks/apps"
TARGET: Final = 0.05
PAIRS: Final = 300

Serving = Callable[[str, int], AbstractContextManager[str]]
"""Starts a fresh copy of an app by its name on a port and gives its address."""


@dataclass
class _App:
    """One app of a run: its labels, what was captured in each round, and what came of it."""

    truth: AppTruth
    rounds: list[Captured] = field(default_factory=list[Captured])
    offline: bool = False

    def screens(self) -> list[dict[str, Screen]]:
        perceive = Perceiver()
        return [{name: perceive(look) for name, look in one.looks.items()} for one in self.rounds]


def run(options: BenchOptions, serving: Serving | None = None) -> BenchResult:
    """Captures every labelled screen twice (`n` times) and scores every pair on the first capture.

    Raises:
        UsageError: The labels cannot be used, or there are none.
    """
    folder = Path(options.extra.get("truth", TRUTH))
    names = names_of(folder)
    if not names:
        raise UsageError(f"{str(folder)!r} holds no labels.", "Give the folder with -o truth=FOLDER.")
    wanted = set(options.extra.get("only", "").split(",")) - {""} or set(names[: options.limit])
    if wanted - set(names):
        raise UsageError(
            f"There are no labels of {', '.join(sorted(wanted - set(names)))}.", f"There are: {', '.join(names)}."
        )
    truths = [load_truth(folder, name) for name in names]
    serve = serving or _serving(Path(options.extra.get("apps", APPS)))
    played = play_all(
        [truth for truth in truths if truth.app in wanted],
        lambda truth: [_captured(truth, serve, options)],
        name=lambda truth: truth.app,
        report=options.report,
    )
    failed = {app: why for app, _, why in (error.partition(": ") for error in played.errors)}
    left_out = sum(len(truth.pairs) for truth in truths if truth.app not in wanted)
    return _result(played.records, failed, left_out, held_out(folder), [one for one in truths if one.app in failed])


def _serving(folder: Path) -> Serving:
    """The apps of a folder, by name."""
    from sextant_bench import apps

    return lambda name, port: apps.running(apps.load(folder / name), port)


def _captured(truth: AppTruth, serve: Serving, options: BenchOptions) -> _App:
    saved, pictures = options.extra.get("captures", ""), options.extra.get("pictures", "")
    if saved:
        return _App(truth, [_read(Path(saved) / f"{truth.app}.json")], offline=True)
    app = _App(truth)
    port = free_port()  # one origin for all sessions: another would be another app
    for number in range(options.n or 2):
        captured = Captured()
        write = picture_writer(Path(pictures) / truth.app) if pictures and not number else None
        for session in truth.sessions:
            options.report(f"{truth.app}: {session.session}, round {number + 1}")
            with serve(truth.app, port) as address:
                capture_session(address, truth, session, captured, write)
        for name, error in captured.errors.items():
            options.report(f"{truth.app}: {name}: {error}")
        app.rounds.append(captured)
    if "save" in options.extra:
        _write(Path(options.extra["save"]), truth.app, app.rounds[0])
    return app


def _result(
    apps: Sequence[_App], failed: Mapping[str, str], left_out: int, kept_apart: frozenset[str], lost: Sequence[AppTruth]
) -> BenchResult:
    rows: dict[str, Json] = {}
    scores: dict[str, PairScore] = {}
    shaky = errors = 0
    for app in apps:
        captured = app.screens()
        one = scores[app.truth.app] = score(app.truth, captured[0])
        changing = unstable(captured)
        shaky += len(changing)
        errors += len(one.unscored)
        rows[app.truth.app] = _row(app, one, changing, captured[0])
    everything = total(scores.values())
    apart = total(one for name, one in scores.items() if name in kept_apart)
    tuned = total(one for name, one in scores.items() if name not in kept_apart)
    offline = sum(one.pairs for name, one in scores.items() if any(a.offline and a.truth.app == name for a in apps))
    return BenchResult(
        name="identity",
        figures=(
            Figure("over_merge", everything.over_merge, TARGET, "", "low"),
            Figure("over_split", everything.over_split, TARGET, "", "low"),
            Figure("pairs", everything.pairs, PAIRS),
            Figure("apps", len(scores), 3),
            Figure("binding_errors", len(everything.unbound), None, "", "low"),
            Figure("unstable", shaky, None, "screens", "low"),
            Figure("held_out_over_merge", apart.over_merge, None, "", "low"),
            Figure("held_out_over_split", apart.over_split, None, "", "low"),
        ),
        n=everything.pairs,
        skipped=sum(len(truth.pairs) for truth in lost),
        errors=errors + len(failed),
        excluded=left_out + offline,
        environment=environment("playwright"),
        details={
            "apps": rows,
            "held_out": {"apps": sorted(kept_apart), **_plain(apart.row())},
            "tuned_on": _plain(tuned.row()),
            "failed": dict(failed),
            "captured": "from files: not for the figure" if offline else "live",
        },
    )


def _row(app: _App, one: PairScore, changing: Sequence[str], screens: Mapping[str, Screen]) -> Json:
    return {
        **_plain(one.row()),
        "truth": app.truth.hash,
        "screens": len(app.truth.scenes),
        "unstable": list(changing),
        "errors": {name: error for captured in app.rounds for name, error in captured.errors.items()},
        "merged_pairs": [_told(pair, screens) for pair in one.merged],
        "split_pairs": [_told(pair, screens) for pair in one.split],
        "unbound_pairs": [_told(pair, screens) for pair in one.unbound],
    }


def _told(pair: Pair, screens: Mapping[str, Screen]) -> Json:
    a, b = screens[pair.a], screens[pair.b]
    return {"a": pair.a, "b": pair.b, "why": pair.why, "labels": [a.key.label, b.key.label]}


def _plain(row: Mapping[str, object]) -> dict[str, Json]:
    return {name: value if isinstance(value, int | float | str | list) else None for name, value in row.items()}  # pyright: ignore[reportUnknownVariableType]


def _read(path: Path) -> Captured:
    try:
        looks = from_json(dict[str, Observation], path.read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(
            f"The captures {str(path)!r} cannot be read: {error}", "Save them with -o save=FOLDER."
        ) from error
    return Captured(dict(looks))


def _write(folder: Path, app: str, captured: Captured) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    looks = {name: replace(look, picture=None) for name, look in captured.looks.items()}
    (folder / f"{app}.json").write_text(to_json(dict[str, Observation], looks), encoding="utf-8")
