"""How a simulated actor fails: one dial a failure, read from a short text, each with a random stream of its own."""

import random
from dataclasses import dataclass, fields
from typing import Literal

from sextant.errors import UsageError

__all__ = ["FaultyDials", "Stream", "parse_dials"]

Stream = Literal["misclick", "repeat", "drift", "invent", "overdecompose", "stale", "early", "quit", "lost", "trusting"]


@dataclass(frozen=True, slots=True)
class FaultyDials:
    """The failure rates of a simulated actor. By default it does everything right that the brief allows.

    Attributes:
        forget: Working memory in decisions; older briefs are forgotten. 0: nothing is forgotten.
        sees: The number of latest briefs in memory with their screens; older ones have only the other text. 0: all.
        misclick: Share of touches that hit another element.
        repeat: Share of decisions that repeat the last one.
        drift: Share of decisions that touch an unrelated element.
        invent: Share of decisions that count the present line as done and continue with the next.
        overdecompose: Share of decisions with an unneeded step.
        stale: Share of decisions based on the previous screen.
        early: Share of decisions that claim completion too early, see `actors.completion_claims`.
        quit: Share of decisions that claim the task is infeasible.
        lost: Share of decisions without the position from the history. They use an explicit statement of progress in
            the brief, else a guess that is wrong by up to three lines.
        trusting: Share of decisions that do not check whether a typed text is still there, unless the brief says that
            it is gone.
        seed: The seed of all streams.
    """

    forget: int = 0
    sees: int = 0
    misclick: float = 0.0
    repeat: float = 0.0
    drift: float = 0.0
    invent: float = 0.0
    overdecompose: float = 0.0
    stale: float = 0.0
    early: float = 0.0
    quit: float = 0.0
    lost: float = 0.0
    trusting: float = 0.0
    seed: int = 0

    def fires(self, stream: Stream, number: int) -> bool:
        """Whether that failure happens in the decision of that number: the same in every run of one seed."""
        share = float(getattr(self, stream))
        return share > 0 and self.rng(stream, number).random() < share

    def rng(self, stream: Stream, number: int) -> random.Random:
        """The stream of one dial at one decision. Turning one dial moves no draw of another."""
        return random.Random(f"{self.seed}/{stream}/{number}")  # noqa: S311 - simulated mistakes

    def __str__(self) -> str:
        turned = [f"{item.name}={getattr(self, item.name):g}" for item in fields(self) if getattr(self, item.name)]
        return "faulty" + (f":{','.join(turned)}" if turned else "")


def parse_dials(text: str) -> FaultyDials:
    """`faulty:forget=3,misclick=0.1` or the part behind the colon.

    Raises:
        UsageError: A dial has no such name, or no such setting.
    """
    body = text.removeprefix("faulty").removeprefix(":").strip()
    found: dict[str, float] = {}
    whole = {"forget", "sees", "seed"}
    names = [item.name for item in fields(FaultyDials)]
    for part in filter(None, (part.strip() for part in body.split(","))):
        name, _, value = part.partition("=")
        if name not in names:
            raise UsageError(f"There is no dial {name!r}.", f"The dials are: {', '.join(names)}.")
        try:
            number = float(value)
        except ValueError as error:
            raise UsageError(f"The dial {name!r} needs a number, not {value!r}.", f"Write {name}=3.") from error
        if name in whole and (number != int(number) or number < 0):
            raise UsageError(f"The dial {name!r} needs a whole number, not {value!r}.", f"Write {name}=3.")
        if name not in whole and not 0 <= number <= 1:
            raise UsageError(
                f"The dial {name!r} needs a share from 0 to 1, not {value!r}.", "Write a number from 0 to 1."
            )
        found[name] = number
    return FaultyDials(**{name: int(value) if name in whole else value for name, value in found.items()})  # pyright: ignore[reportArgumentType]
