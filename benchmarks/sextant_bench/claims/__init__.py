"""`sextant bench claims`: what structure tells of claims that a goal is reached, and what it leaves to a verifier.

Whole runs on the scripted device, in twelve languages. False claims cite what is not there, stood there before, follows
nothing done, an act without effect, an unsent draft or a held write; or a statistic or a login is all that was sent, or
a clock all that changed. Of claims that are false by their meaning, it is measured how many are left to the verifier.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sextant.assembly import Hooks, Probes, RunRequest, build_run
from sextant.assembly.nobody import Nobody
from sextant.devices.scripted import ScriptedApp, ScriptedDevice
from sextant.settings import JournalSettings, Settings
from sextant.types.actions import Action, Answer, ByIndex, Click, InputText, NavigateBack, Scroll, Status
from sextant.types.codec import to_json
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import TextVisible
from sextant.types.screens import Screen
from sextant.types.tasks import Policy
from sextant.types.transitions import Transition
from sextant_bench.claims.scenes import FALSE, LANGUAGES, OPEN, TRUE, Scene, Sort, scene_of
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment

__all__ = ["CAUGHT", "REFUSED", "run"]

CAUGHT, REFUSED = 0.99, 0.005
"""Of false claims so many have to be refused by structure; of true ones at most so many at their first try."""
_EACH = 100


@dataclass(frozen=True, slots=True)
class _Row:
    scene: Scene
    refused: bool
    """Whether the first claim was."""
    status: str
    reason: str


def run(options: BenchOptions) -> BenchResult:
    """Plays `--n` scenes (100 unless told) of each false and open kind, and a share of true ones in each language."""
    each = options.n or _EACH
    seeds = draw_seeds(each, options.seed)
    plan = list(_plan(seeds.all, each))
    chosen = plan[: options.limit or None]
    rows: list[_Row] = []
    errors: list[Json] = []
    with tempfile.TemporaryDirectory(prefix="sextant-claims-") as scratch:
        for place, (sort, kind, language, seed) in enumerate(chosen):
            scene = scene_of(sort, kind, language, seed)
            try:
                rows.append(_played(scene, Path(scratch)))
            except Exception as problem:  # noqa: BLE001 - a crashed case is an error of the bench, counted and named
                errors.append(f"{sort} {kind} {language} {seed}: {type(problem).__name__}: {problem}")
            if place % 100 == 99:
                options.report(f"{place + 1}/{len(chosen)} scenes")
    return BenchResult(
        name="claims",
        figures=_figures(rows),
        n=len(rows),
        errors=len(errors),
        excluded=len(plan) - len(chosen),
        seeds=seeds,
        environment={**environment(), "actors": "claims as each scene has them (simulated)"},
        details={
            "by_kind": _by_kind(rows),
            "left_to_verifier": _left(rows),
            "wrong": [_told(row) for row in rows if _wrong(row)],
            "errors": errors,
        },
        listings=(_listing(rows),),
    )


def _plan(seeds: Sequence[int], each: int) -> Iterator[tuple[Sort, str, str, int]]:
    for place, seed in enumerate(seeds):
        language = LANGUAGES[place % len(LANGUAGES)]
        for kind in FALSE:
            yield "false", kind, language, seed
        for kind in OPEN:
            yield "open", kind, language, seed
    fewer = max(1, round(each * 0.06))
    for language in LANGUAGES:
        for kind in TRUE:
            for seed in seeds[-fewer:]:
                yield "true", kind, language, seed


class _Player:
    """Makes a scene's moves, then its claim, twice where it is refused."""

    profile: Profile = "full"

    def __init__(self, scene: Scene) -> None:
        self._scene, self._done = scene, 0

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen, moves = brief.screen, self._scene.moves
        if self._done < len(moves):
            return Decision(self._move(screen), screen.digest, "a move")
        scene = self._scene
        action: Action = Answer(scene.answer) if scene.answer else Status("complete")
        if scene.by_expecting:
            named = tuple(TextVisible(one.quote) for one in scene.shows)
            return Decision(action, screen.digest, "a claim", expectations=named, requirements=scene.stated)
        return Decision(action, screen.digest, "a claim", shows=scene.shows, requirements=scene.stated)

    def observe(self, transition: Transition) -> None:
        self._done += bool(transition.attempts and not transition.interrupt)

    def snapshot(self) -> Any:
        return self._done

    def restore(self, state: Any) -> None:
        self._done = int(state)

    def _move(self, screen: Screen) -> Action:
        verb, told = self._scene.moves[self._done]
        label, _, text = told.partition("\t")
        index = next((one.index for one in screen.elements if one.label == label), 0)
        match verb:
            case "tap":
                return Click(ByIndex(index, screen.digest))
            case "type":
                return InputText(text, ByIndex(index, screen.digest))
            case "scroll":
                return Scroll("down")
            case "back":
                return NavigateBack()


def _played(scene: Scene, scratch: Path) -> _Row:
    file = scratch / "app.json"
    file.write_text(to_json(ScriptedApp, scene.app), encoding="utf-8")
    device = ScriptedDevice(scene.app, writes=scene.writes)
    claims: list[Transition] = []

    def saw(transition: Transition) -> None:
        if transition.decision.description == "a claim":
            claims.append(transition)

    settings = Settings(policy=Policy(irreversible="allow"), journal=JournalSettings(scratch / "runs"))
    hooks = Hooks(on_step=saw, probes=Probes(device=lambda _: device, actor=lambda: _Player(scene), recovers=False))
    request = RunRequest("bring it about", f"scripted:{file}", played_by="claims (simulated)")
    episode = build_run(request, settings, Nobody(), hooks).go()
    return _Row(scene, episode.status != "success" or len(claims) != 1, episode.status, episode.reason)


def _figures(rows: Sequence[_Row]) -> tuple[Figure, ...]:
    false, true, left = (_of(rows, sort) for sort in ("false", "true", "open"))
    worst = min((_share(own) for own in _kinds(false).values()), default=float("nan"))
    return (
        Figure("structural_caught", _share(false), CAUGHT),
        Figure("structural_caught_worst_kind", worst, CAUGHT),
        Figure("true_refused", _share(true), REFUSED, better="low"),
        Figure("left_to_verifier", 1 - _share(left) if left else float("nan")),
        Figure("left_to_verifier_n", len(left)),
    )


def _wrong(row: _Row) -> bool:
    return (row.scene.sort == "false" and not row.refused) or (row.scene.sort == "true" and row.refused)


def _of(rows: Sequence[_Row], sort: str) -> list[_Row]:
    return [row for row in rows if row.scene.sort == sort]


def _share(rows: Sequence[_Row]) -> float:
    return sum(row.refused for row in rows) / len(rows) if rows else float("nan")


def _kinds(rows: Sequence[_Row]) -> Mapping[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for row in rows:
        found.setdefault(row.scene.kind, []).append(row)
    return found


def _by_kind(rows: Sequence[_Row]) -> dict[str, Json]:
    return {
        f"{sort}: {kind}": {"n": len(own), "refused": sum(row.refused for row in own)}
        for sort in ("false", "true", "open")
        for kind, own in _kinds(_of(rows, sort)).items()
    }


def _left(rows: Sequence[_Row]) -> dict[str, Json]:
    """By kind of claim that is false by its meaning: the share that structure lets pass."""
    return {kind: 1 - _share(own) for kind, own in _kinds(_of(rows, "open")).items()}


def _told(row: _Row) -> Json:
    scene = row.scene
    cited = [one.quote or f"element {one.element}" for one in scene.shows]
    return {"kind": scene.kind, "language": scene.language, "cited": cited, "status": row.status, "reason": row.reason}


def _listing(rows: Sequence[_Row]) -> Listing:
    lines = tuple(
        (f"{sort}: {kind}", str(len(own)), str(sum(row.refused for row in own)))
        for sort in ("false", "true", "open")
        for kind, own in _kinds(_of(rows, sort)).items()
    )
    return Listing("Claims", ("", "claims", "refused at the first try"), lines)
