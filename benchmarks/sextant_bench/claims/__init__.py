"""`sextant bench claims`: what structure tells of claims that a goal is reached, and what it leaves to a verifier.

Whole runs on the scripted device, in twelve languages. False claims cite what is not there, stood there before, follows
nothing done, an act without effect, an unsent draft or a held write; or a statistic or a login is all that was sent, or
a clock all that changed. Of claims that are false by their meaning, it is measured how many are left to the verifier.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sextant.assembly import Hooks, Probes, RunRequest, build_run
from sextant.assembly.people import AbsentPerson
from sextant.devices.scripted import ScriptedApp, ScriptedDevice
from sextant.settings import JournalSettings, Settings
from sextant.types.actions import Action, Answer, ByIndex, Click, InputText, NavigateBack, Scroll, Status
from sextant.types.codec import to_json
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.evidence import TextVisible
from sextant.types.screens import Screen
from sextant.types.tasks import Policy
from sextant.types.transitions import Transition
from sextant_bench.claims.scenes import FALSE, LANGUAGES, OPEN, TRUE, ClaimScene, Sort, scene_of
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.harness import play_all, scratch
from sextant_bench.stage import CountingActor
from sextant_bench.statistics import grouped, mean_or_nan

__all__ = ["CAUGHT", "REFUSED", "run"]

CAUGHT, REFUSED = 0.99, 0.005
"""Of false claims so many have to be refused by structure; of true ones at most so many at their first try."""
_EACH = 100


@dataclass(frozen=True, slots=True)
class _ClaimRow:
    scene: ClaimScene
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
    found = play_all(
        chosen,
        _played,
        name=lambda case: " ".join(map(str, case)),
        report=options.report,
        progress="scenes",
        every=100,
    )
    rows = found.records
    return BenchResult(
        name="claims",
        figures=_figures(rows),
        n=len(rows),
        errors=len(found.errors),
        excluded=len(plan) - len(chosen),
        seeds=seeds,
        environment={**environment(), "actors": "claims as each scene has them (simulated)"},
        details={
            "by_kind": _by_kind(rows),
            "left_to_verifier": _left(rows),
            "wrong": [_told(row) for row in rows if _wrong(row)],
            "errors": found.errors,
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


class _Claimant(CountingActor):
    """Makes a scene's moves, then its claim, twice where it is refused."""

    def __init__(self, scene: ClaimScene) -> None:
        self._scene = scene

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen, moves = brief.screen, self._scene.moves
        if self.done < len(moves):
            return Decision(self._move(screen), screen.digest, "a move")
        scene = self._scene
        action: Action = Answer(scene.answer) if scene.answer else Status("complete")
        if scene.by_expecting:
            named = tuple(TextVisible(one.quote) for one in scene.shows)
            return Decision(action, screen.digest, "a claim", expectations=named, requirements=scene.stated)
        return Decision(action, screen.digest, "a claim", shows=scene.shows, requirements=scene.stated)

    def _move(self, screen: Screen) -> Action:
        verb, told = self._scene.moves[self.done]
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


def _played(case: tuple[Sort, str, str, int]) -> list[_ClaimRow]:
    scene = scene_of(*case)
    claims: list[Transition] = []

    def saw(transition: Transition) -> None:
        if transition.decision.description == "a claim":
            claims.append(transition)

    with scratch("claims") as folder:
        file = folder / "app.json"
        file.write_text(to_json(ScriptedApp, scene.app), encoding="utf-8")
        device = ScriptedDevice(scene.app, writes=scene.writes)
        settings = Settings(policy=Policy(irreversible="allow"), journal=JournalSettings(folder / "runs"))
        probes = Probes(device=lambda _: device, actor=lambda: _Claimant(scene), recovers=False)
        request = RunRequest("bring it about", f"scripted:{file}", played_by="claims (simulated)")
        episode = build_run(request, settings, AbsentPerson(), Hooks(on_step=saw, probes=probes)).go()
    return [_ClaimRow(scene, episode.status != "success" or len(claims) != 1, episode.status, episode.reason)]


def _figures(rows: Sequence[_ClaimRow]) -> tuple[Figure, ...]:
    false, true, left = (_of(rows, sort) for sort in ("false", "true", "open"))
    worst = min((_share(own) for own in _kinds(false).values()), default=float("nan"))
    return (
        Figure("structural_caught", _share(false), CAUGHT),
        Figure("structural_caught_worst_kind", worst, CAUGHT),
        Figure("true_refused", _share(true), REFUSED, better="low"),
        Figure("left_to_verifier", 1 - _share(left) if left else float("nan")),
        Figure("left_to_verifier_n", len(left)),
    )


def _wrong(row: _ClaimRow) -> bool:
    return (row.scene.sort == "false" and not row.refused) or (row.scene.sort == "true" and row.refused)


def _of(rows: Sequence[_ClaimRow], sort: str) -> list[_ClaimRow]:
    return [row for row in rows if row.scene.sort == sort]


def _share(rows: Sequence[_ClaimRow]) -> float:
    return mean_or_nan(row.refused for row in rows)


def _kinds(rows: Sequence[_ClaimRow]) -> Mapping[str, list[_ClaimRow]]:
    return grouped(rows, lambda row: row.scene.kind)


def _by_kind(rows: Sequence[_ClaimRow]) -> dict[str, Json]:
    return {
        f"{sort}: {kind}": {"n": len(own), "refused": sum(row.refused for row in own)}
        for sort in ("false", "true", "open")
        for kind, own in _kinds(_of(rows, sort)).items()
    }


def _left(rows: Sequence[_ClaimRow]) -> dict[str, Json]:
    """By kind of claim that is false by its meaning: the share that structure lets pass."""
    return {kind: 1 - _share(own) for kind, own in _kinds(_of(rows, "open")).items()}


def _told(row: _ClaimRow) -> Json:
    scene = row.scene
    cited = [one.quote or f"element {one.element}" for one in scene.shows]
    return {"kind": scene.kind, "language": scene.language, "cited": cited, "status": row.status, "reason": row.reason}


def _listing(rows: Sequence[_ClaimRow]) -> Listing:
    lines = tuple(
        (f"{sort}: {kind}", str(len(own)), str(sum(row.refused for row in own)))
        for sort in ("false", "true", "open")
        for kind, own in _kinds(_of(rows, sort)).items()
    )
    return Listing("Claims", ("", "claims", "refused at the first try"), lines)
