"""The candidates of an unsure end, each with the command that goes there."""

import shlex
from collections import Counter
from collections.abc import Iterator

from sextant.addresses.origins import origin_of
from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.journal.entries import RunHead
from sextant.text.legible import on_one_line
from sextant.types.candidates import Candidate
from sextant.types.tasks import Episode

__all__ = ["CandidateSummary", "candidates_of"]

_WEB = "web:"


@dataclass(frozen=True, slots=True)
class CandidateSummary:
    """One line below an unsure end: the fields of `Candidate`, and the command that goes there."""

    goal: str
    name: str
    likelihood: float
    address: str
    way: tuple[str, ...]
    step: int | None
    command: str

    @property
    def line(self) -> str:
        """`perhaps 'Password' (31%), /settings/password, step 7: sextant goto web:http://localhost:8000 Password`."""
        seen = "not seen in this run" if self.step is None else f"step {self.step}"
        where = ", ".join(filter(None, (on_one_line(readable(self.address)), seen)))
        return f"perhaps {on_one_line(self.name)!r} ({self.likelihood:.0%}), {where}: {on_one_line(self.command)}"


def candidates_of(episode: Episode | None, head: RunHead) -> tuple[CandidateSummary, ...]:
    """The candidates of a run by goal, the likeliest first; empty if the end was sure or the run has not ended."""
    return () if episode is None else tuple(_summaries(episode.candidates, head))


def _summaries(found: tuple[Candidate, ...], head: RunHead) -> Iterator[CandidateSummary]:
    called = Counter((one.goal, one.name.casefold()) for one in found)
    for one in found:
        tells = one.name not in ("", one.address) and one.name.casefold() != one.goal.casefold()
        command = _command(one, head, by_name=tells and called[one.goal, one.name.casefold()] == 1)
        yield CandidateSummary(one.goal, one.name, one.likelihood, one.address, one.way, one.step, command)


def _command(one: Candidate, head: RunHead, by_name: bool) -> str:
    """The command that goes to a candidate: by its name, or from its address if the name is not unique."""
    device, flags = head.device, list[str]()
    if not by_name and device.startswith(_WEB) and one.address.startswith("/"):
        device = _WEB + origin_of(device.removeprefix(_WEB)) + one.address
    if profile := head.settings.get("browser.profile"):
        flags += ["--profile", profile]
    if head.settings.get("browser.by_address") == "true":
        flags.append("--by-address")
    return shlex.join(["sextant", "goto", device, one.name, *flags])
