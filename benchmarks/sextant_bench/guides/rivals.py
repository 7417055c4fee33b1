"""Who knows nothing and is cheap: what guides have to be better than, besides the history."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sextant.protocols import GuideView
from sextant.types.decisions import Brief, Decision, Objection, Section
from sextant.types.transitions import Transition
from sextant_bench.guides.placebo import QuietGuide
from sextant_bench.stage import ActorBetween
from sextant_worlds.actors.brief_text import read_brief
from sextant_worlds.actors.faulty import serialised
from sextant_worlds.actors.values import beside
from sextant_worlds.instructions import FindInstruction

__all__ = ["Largest", "Noting", "Reminder"]

_OF_LINE = re.compile(r"\bline (\d+)(, under way)?:")
_TOKENS = 200


class Reminder(QuietGuide):
    """Stands where the guide of that name would, and says again what can be read anyway. It remembers one step.

    For belief, each text field of the present screen that is empty; for the task state, which line is next, from the
    actor's own words for its last step and from whether that had an effect.
    """

    def sections(self, view: GuideView) -> Sequence[Section]:
        lines: list[str] = []
        if self.name == "belief":
            fields = [one for one in view.screen.elements if "editable" in one.states]
            lines = [f'field "{one.label}" [empty]' for one in fields if not one.value]
        elif self.at:
            lines = [f"next: requirement {self.at} [open]"]
        return (Section("Reminder", "\n".join(lines), 80, _TOKENS, untrusted=True),) if lines else ()

    def observe(self, transition: Transition) -> None:
        said = _OF_LINE.search(transition.decision.description)
        if said is not None and not transition.interrupt:
            done = not said[2] and transition.effectiveness not in ("ineffective", "refused")
            self.at = int(said[1]) + done


class Noting(ActorBetween):
    """The actor, writing into its thoughts what it has just read, as models do. It reads and decides as before."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        decision = super().decide(brief, objections, rejected)
        noted = _just_read(serialised(brief), decision)
        return replace(decision, thought=" ".join(noted)) if noted else decision


class Largest(ActorBetween):
    """The actor, and the most tokens that the part of a brief had which a budget bounds."""

    tokens = 0

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self.tokens = max(self.tokens, sum(brief.tokens.values()))
        return super().decide(brief, objections, rejected)


def _just_read(text: str, decision: Decision) -> list[str]:
    """The values asked for in the lines between the last one carried out and the one that the decision is about."""
    brief, said = read_brief(text), _OF_LINE.search(decision.description)
    if said is None:
        return []
    noted: list[str] = []
    for number in range(brief.position, int(said[1])):
        line = brief.instructions.get(number)
        value = beside(replace(brief, lines=()), line.field, line.row) if isinstance(line, FindInstruction) else ""
        if isinstance(line, FindInstruction) and value:
            noted.append(f"{line.field} {{{line.slot}}} = {value};")
    return noted
