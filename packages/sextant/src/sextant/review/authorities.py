"""The authorities for held requests: one for writes, one for leaving the app."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sextant.review.authorizer import WriteAuthorizer
from sextant.review.departure import DepartureReview
from sextant.types.effects import HeldWrite, WriteRuling

__all__ = ["Authorities"]


@dataclass(frozen=True, slots=True)
class Authorities:
    """The `WriteAuthority` of a run.

    Attributes:
        leaving: About other origins, and what pages may use of the machine; None: nobody does.
        writes: About writes and downloads; None lets them pass.
        gated: Whether a gate asks it. Where none does, `writes` is asked before an act that the actor calls
            irreversible.
    """

    leaving: DepartureReview | None = None
    writes: WriteAuthorizer | None = None
    gated: bool = True

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        """See `WriteAuthority`."""
        rest: list[HeldWrite] = []
        for write in writes:
            if self.leaving is not None and write.effect.kind in ("leave", "permission"):
                yield write, self.leaving.rule(write)
            elif self.writes is None:
                yield write, WriteRuling(True, "nothing is held in this run")
            else:
                rest.append(write)
        if rest and self.writes is not None:
            yield from self.writes.decide(rest)
