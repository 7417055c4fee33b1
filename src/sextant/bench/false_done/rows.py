"""One run as a row: plain data for worker processes and figures."""

from dataclasses import dataclass
from pathlib import Path

from sextant.bench.false_done.cases import Case, case_of
from sextant.bench.false_done.playing import Played, play
from sextant.worlds.author.recipe import Family

__all__ = ["Job", "Row", "work"]


@dataclass(frozen=True, slots=True)
class Job:
    """One case for one worker: made once, played by every actor named."""

    number: int
    seed: int
    actors: tuple[str, ...]
    scratch: str
    family: Family = "test"


@dataclass(frozen=True, slots=True)
class Row:
    """What one run came to, and what believing the actor's first claim would have come to.

    `true`: what it ended with is so. `first` is the first claim (empty where none was made), `first_true` whether that
    was so at that moment.
    """

    case: str
    kind: str
    how: str
    actor: str
    locale: str
    status: str
    claimed: str
    true: bool
    first: str
    first_true: bool
    claims: int
    false_claims: int
    steps: int
    goal: str
    reason: str

    @property
    def verified(self) -> bool:
        """Whether the run ended as a success."""
        return self.status == "success"

    @property
    def possible(self) -> bool:
        return self.kind != "impossible"


def work(job: Job) -> list[Row]:
    """Makes the case and plays it with every actor."""
    case = case_of(job.number, job.seed, job.family)
    return [_row(case, actor, play(case, actor, Path(job.scratch), job.seed)) for actor in job.actors]


def _row(case: Case, actor: str, played: Played) -> Row:
    episode, claims = played.episode, played.claims
    return Row(
        case=case.name,
        kind=case.kind,
        how=case.how,
        actor=actor,
        locale=case.world.phone.locale,
        status=episode.status,
        claimed=episode.agent_claimed,
        true=played.true,
        first=claims[0].said if claims else "",
        first_true=bool(claims) and claims[0].true,
        claims=len(claims),
        false_claims=sum(not claim.true for claim in claims),
        steps=episode.steps,
        goal=case.world.task.goal[:300],
        reason=episode.reason[:300],
    )
