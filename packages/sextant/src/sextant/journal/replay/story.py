"""Renders one step from top to bottom: screen, decision, action, expectations, result and verdict."""

from collections.abc import Mapping, Sequence

from sextant.dataclass import dataclass
from sextant.html_templates import Markup
from sextant.journal.briefs import ReadBrief
from sextant.journal.entries import Permission
from sextant.journal.replay.markup import render
from sextant.journal.replay.screens import FrameSheet, Outline
from sextant.journal.replay.words import screen_words, sentence, verdict_mark
from sextant.journal.summary import describe
from sextant.types.actions import Answer, HandOver, Status, targets_of
from sextant.types.decisions import Judgement
from sextant.types.evidence import Predicate
from sextant.types.tasks import Usage
from sextant.types.transitions import Transition

_ASKED = "Open questions"
"""The section of a prompt with questions, one in each line, with the id before it."""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A step with the data of its page: anchor, screens by id, questions before it."""

    anchor: str
    transition: Transition
    before: str
    after: str
    permissions: tuple[Permission, ...] = ()
    spent: Usage = Usage()
    """The usage of all steps up to this one."""
    read: tuple[ReadBrief, ...] = ()
    refused: tuple[str, ...] = ()
    """The reasons why answers of the step were rejected, without duplicates."""

    @property
    def refusal_anchor(self) -> str:
        """The anchor of the block with the reasons for a rejection."""
        return f"{self.anchor}-not-accepted"

    @property
    def title(self) -> str:
        """The step in one line."""
        decision = self.transition.decision
        return decision.description or describe(decision.action, self.transition.before)

    @property
    def answer(self) -> str | None:
        """The text of an answer; None for other actions."""
        action = self.transition.decision.action
        return action.text if isinstance(action, Answer) else None

    @property
    def reason(self) -> str:
        """The reason for ending or handing over; empty for other actions."""
        action = self.transition.decision.action
        return action.reason if isinstance(action, Status | HandOver) else ""

    @property
    def expected(self) -> Sequence[Predicate]:
        """The judged predicates, then the expectations without a verdict."""
        judged = [verdict.predicate for verdict in self.transition.verdicts]
        return [*judged, *(one for one in self.transition.decision.expectations if one not in judged)]

    @property
    def questions(self) -> Mapping[str, str]:
        """The recorded questions by id."""
        sections = (part for brief in self.read for part in brief.parts if part.name == _ASKED)
        lines = (line.partition(": ") for part in sections for line in part.text.split("\n"))
        return {name: sentence(words) for name, parted, words in lines if parted and words}

    @property
    def not_taken(self) -> Sequence[Judgement]:
        """The rejected answers: those whose quote is in a reason, or the only one."""
        judgements = self.transition.decision.judgements
        if not self.refused or len(judgements) == 1:
            return judgements if self.refused else ()
        return [one for one in judgements if one.quote and any(repr(one.quote[:80]) in why for why in self.refused)]


def render_step(step: StoryStep, sheet: FrameSheet) -> Markup:
    """Renders the step: heading, screens, story."""
    transition = step.transition
    on_before, on_after = _outlines(transition)
    before = sheet.frame(
        step.before,
        f"Screen before step {transition.step}: {screen_words(transition.before)}",
        elements=True,
        gestures=tuple(attempt.gesture for attempt in transition.attempts),
        target=_target_index(transition),
        outlines=on_after if step.before == step.after else on_before,
    )
    after = None
    if step.before != step.after:
        label = f"Screen after step {transition.step}: {screen_words(transition.after)}"
        after = sheet.frame(step.after, label, elements=False, outlines=on_after)
    return render("step.html.j2", step=step, before=before, after=after)


def _target_index(transition: Transition) -> int | None:
    for target in targets_of(transition.decision.action):
        index = getattr(target, "index", None)
        if index is not None:
            return int(index)
    return None


def _outlines(transition: Transition) -> tuple[list[Outline], list[Outline]]:
    """The evidence on the screens before and after, numbered like the verdicts."""
    before: list[Outline] = []
    after: list[Outline] = []
    for number, verdict in enumerate(transition.verdicts, 1):
        for evidence in verdict.evidence:
            on_after = evidence.screen == transition.after.digest
            if not on_after and evidence.screen != transition.before.digest:
                continue
            screen = transition.after if on_after else transition.before
            element = None if evidence.element is None else screen.element(evidence.element)
            box = evidence.box or (element.box if element is not None else None)
            if box is not None:
                (after if on_after else before).append(Outline(box, number, verdict_mark(verdict).tone))
    return before, after
