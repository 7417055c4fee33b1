"""The authorities for held requests: one for writes, one for leaving the app."""

from collections.abc import Iterator, Sequence

from sextant.dataclass import dataclass
from sextant.review.authorizer import WriteAuthorizer
from sextant.review.departure import DepartureReview
from sextant.types.effects import HeldWrite, WriteRuling

__all__ = ["Authorities"]


@dataclass(frozen=True, slots=True)
class Authorities:
    """The `WriteAuthority` of a run.

    Attributes:
        leaving: Decides about other origins and permissions of pages; None if nobody does.
        writes: Decides about writes and downloads; None allows them all.
        gated: Whether a gate asks it. Otherwise `writes` is asked before each act that the actor calls irreversible.
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
