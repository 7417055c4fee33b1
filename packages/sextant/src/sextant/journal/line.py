"""A run as one line of JSON for a leaderboard, computed from the run's record alone."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Literal

from sextant.dataclass import dataclass
from sextant.journal.run_reader import RunRecord
from sextant.types.codec import from_json
from sextant.types.tasks import Claimed, EpisodeStatus, Graded

__all__ = ["Head", "RunLine", "line_of"]


@dataclass(frozen=True, slots=True)
class Head:
    """The data of a run's line that `Start` stores in addition to the settings, as values of `RunHead.settings`."""

    task: str = ""
    """The benchmark's name of the task."""
    seed: int | None = None
    unattended: bool = False
    version: str = ""

    def as_settings(self) -> dict[str, str]:
        """The entries of `RunHead.settings`. Their names contain no dot, so none looks like a setting."""
        seed = {} if self.seed is None else {"seed": str(self.seed)}
        named = {"task": self.task} if self.task else {}
        return {**named, **seed, "unattended": "yes" if self.unattended else "no", "version": self.version}

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> "Head":
        """Reads the result of `as_settings`."""
        seed = settings.get("seed")
        return cls(
            settings.get("task", ""),
            None if seed is None else int(seed),
            settings.get("unattended") == "yes",
            settings.get("version", ""),
        )


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run. Seconds are wall time, dollars are US dollars, tokens are the provider's counts where it reports them.

    `claimed` is the agent's claim, `success` the result by Sextant's evidence, `judged` the verdict of the benchmark's
    own judge (None: not judged). Only the last is a score.
    """

    task: str
    seed: int | None
    goal: str
    device: str
    run: str
    began: str
    """ISO 8601, UTC."""
    status: EpisodeStatus | Literal["unfinished"]
    claimed: Claimed
    success: bool
    verified_by: Literal["verifier", "evidence", ""]
    judged: bool | None
    reward: float | None
    judge: str
    answer: str
    reason: str
    steps: int
    seconds: float
    requests: int
    calls: Mapping[str, int]
    """Requests by role."""
    input_tokens: int
    output_tokens: int
    dollars: float
    model: str
    """The actor's model; `models` has those of the other roles."""
    models: Mapping[str, str]
    preset: str
    guides: str
    unattended: bool
    everything_allowed: bool
    """Whether no decision of the agent could be refused for lack of permission."""
    version: str
    """The version of Sextant."""

    def as_json(self) -> str:
        """The line, without a line break."""
        return json.dumps(asdict(self), ensure_ascii=False, allow_nan=False)


def line_of(record: RunRecord, graded: Graded | None = None) -> RunLine:
    """The line of a run; `graded` is a verdict given after the run, which replaces the recorded one."""
    head, episode, usage = record.head, record.episode, record.usage()
    about, settings = Head.of(head.settings), head.settings
    judged = graded or _on_record(record)
    models = {name.partition(".")[2]: value for name, value in settings.items() if name in _MODELS}
    return RunLine(
        task=about.task,
        seed=about.seed,
        goal=head.task.goal,
        device=head.device,
        run=record.run,
        began=datetime.fromtimestamp(head.began, UTC).isoformat(timespec="seconds"),
        status="unfinished" if episode is None else episode.status,
        claimed="" if episode is None else episode.agent_claimed,
        success=episode is not None and episode.status == "success",
        verified_by="" if episode is None else episode.verified_by,
        judged=None if judged is None else judged.solved,
        reward=None if judged is None else judged.outcome,
        judge="" if judged is None else judged.by,
        answer="" if episode is None else episode.answer,
        reason="" if episode is None else episode.reason,
        steps=record.steps(),
        seconds=round(record.seconds() if episode is None else episode.seconds, 3),
        requests=usage.requests,
        calls=dict(record.calls()),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        dollars=round(usage.dollars, 6),
        model=models.get("actor") or models.get("default") or head.actor,
        models=models,
        preset=settings.get("context.preset", ""),
        guides=settings.get("guides.use", ""),
        unattended=about.unattended,
        everything_allowed=head.task.policy.everything_allowed,
        version=about.version,
    )


_MODELS = frozenset(
    f"models.{role}"
    for role in ("default", "actor", "author", "updater", "verifier", "authorizer", "selector", "grounder")
)


def _on_record(record: RunRecord) -> Graded | None:
    notes = record.notes("graded")
    return from_json(Graded, json.dumps(dict(notes[-1].data))) if notes else None
