"""The section about the last step in the next brief: why it failed, the attempts, and the actor's judgement.

The actor's own word (the historical status) counts as attested where the words it quotes stand on the screen. It never
overrules hard evidence: where the two disagree, the disagreement is told. Hard is that nothing was carried out, that
the screen is still the same, and that an expectation held that did not hold before.
"""

from collections.abc import Mapping
from dataclasses import field, replace

from sextant.dataclass import dataclass
from sextant.prompts.reflection import contents_of
from sextant.text import folded, quote_pattern
from sextant.text.legible import on_one_line
from sextant.types.decisions import LAST_STEP, Judgement
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition

__all__ = ["CAUSES", "LastDecision", "Retrospect", "cited"]

_SEEN = frozenset({"visible", "clipped"})
_CONTENTS = 8
_LONGEST = 300

_WENT: Mapping[Effectiveness, str] = {
    "effective": "worked",
    "ineffective": "changed nothing",
    "uncertain": "may or may not have worked",
    "refused": "was not carried out",
    "none": "touched nothing",
}
_HELD = "sent nothing: it was held"
_UNPREDICTED = "had an effect, though not all that you predicted"
CAUSES: Mapping[Cause, str] = {
    "unanswered": "the app got the touch and shows nothing of it; it may have acted all the same",
    "wrong_element": "the link led elsewhere than its address says",
    "covered": "something else covered the target",
    "moved": "the target moved away, and nothing was touched",
    "delayed": "the screen was still changing; the effect may come late",
    "error_dialog": "the app reported an error",
    "disabled": "the target was disabled",
    "popup": "a dialog came up",
    "stale": "the target was chosen on a screen that is gone",
    "absent": "the target was not on the screen",
    "device": "the device or the app failed",
}
"""Causes that are known, in words. Of a touch that shows no effect nobody knows why, so that nothing is said of it."""


@dataclass(frozen=True, slots=True)
class LastDecision:
    """The stored facts of the last step."""

    number: int
    what: str
    decided: str
    """`worked` or `failed` where it was computed, else empty."""
    account: str
    """Why it failed and what was tried; of one that worked, what its brief would say had it failed."""
    proven: bool = False
    """Whether it was computed from more than what changed on the screen."""
    digest: str = ""
    """The screen that it was decided on."""


@dataclass(frozen=True, slots=True)
class Retrospect:
    """The last step and the important contents of earlier ones. `text` is bounded, however long the run.

    Attributes:
        last: The last decided step.
        told: What its actor said of the step before it, for the next brief.
        contents: What the actor read, word for word, with the step at which it did.
    """

    last: LastDecision | None = None
    told: str = ""
    contents: Mapping[str, int] = field(default_factory=dict[str, int])

    def after(self, transition: Transition) -> "Retrospect":
        """The retrospect with a decided step."""
        contents = on_one_line(contents_of(transition.decision))[:_LONGEST]
        kept = dict(self.contents)
        if contents:
            kept.pop(contents, None)
            kept[contents] = transition.step
        kept = {one: kept[one] for one in list(kept)[-_CONTENTS:]}
        return Retrospect(_step_of(transition), on_one_line(self._judged(transition).told), kept)

    def said(self, transition: Transition) -> str:
        """The retrospect with the actor's judgement of the previous step, if it adds to the computed result."""
        return on_one_line(self._judged(transition).said)

    def worked(self, step: int) -> "Retrospect":
        """The retrospect after a later screen has shown that the step worked, so that its account is dropped."""
        if self.last is None or self.last.number != step:
            return self
        return replace(self, last=replace(self.last, decided="worked", proven=True))

    def text(self) -> str:
        """The text for the next brief; empty if there is none."""
        last = self.last
        lines = [self.told] if self.told else []
        if last is not None and last.decided != "worked":
            lines.append(last.account)
        if self.contents:
            lines.append("Important contents, as you read them:")
            lines += [f"- step {step}: {contents}" for contents, step in self.contents.items()]
        return "\n".join(lines)

    def _judged(self, transition: Transition) -> "_Judged":
        last = self.last
        said = next((item for item in transition.decision.judgements if item.question == LAST_STEP), None)
        if last is None or said is None or said.answer == "unknown":
            return _Judged()
        word = "worked" if said.answer == "yes" else "failed"
        if word == last.decided:
            return _Judged()
        if not cited(said, transition.before):
            return _Judged(f"You judged that step {last.number} {word}, and quoted nothing that its screen shows.")
        judged = f"you judged that it {word}, from {said.quote!r}"
        if not last.decided or not (last.proven or (word == "worked" and last.digest == transition.before.digest)):
            told = "" if "worked" in (word, last.decided) else f"Step {last.number}: {judged}. {last.account}"
            return _Judged(told, f"attested: it {word}, from {said.quote!r}")
        against = f"Step {last.number} ({last.what}): {judged}, but by its verdicts it {last.decided}, which counts."
        return _Judged(f"{against} {last.account}" if word == "failed" else against, f"disputed: {judged}")


@dataclass(frozen=True, slots=True)
class _Judged:
    """The actor's judgement of the last step: for the next brief, and for the history line of that step."""

    told: str = ""
    said: str = ""


def cited(said: Judgement, screen: Screen) -> bool:
    """Whether the quote of a judgement is on the screen, by the rules for visible texts."""
    says = quote_pattern(said.quote)
    if says is None or screen.condition != "ok":
        return False
    texts = [screen.title, "" if screen.modal is None else screen.modal.message, *screen.observation.said]
    for element in screen.elements:
        if element.visibility in _SEEN:
            texts += [element.name, element.text] + ([] if "password" in element.states else [element.value])
    shown = " ".join(element.text for element in screen.elements if element.visibility in _SEEN and element.text)
    return any(says.search(folded(text)) for text in (*texts, shown))


def _step_of(transition: Transition) -> LastDecision:
    what = transition.decision.description or transition.decision.action.kind.replace("_", " ")
    decided = {"effective": "worked", "ineffective": "failed", "refused": "failed"}.get(transition.effectiveness, "")
    if transition.effectiveness == "none":
        decided = "worked"
    if transition.refused:
        decided = "failed"
    held = any(
        one.outcome == "holds" and not one.vacuous and one.predicate.kind != "changed" for one in transition.verdicts
    )
    proven = transition.refused or transition.effectiveness == "refused" or (decided == "worked" and held)
    return LastDecision(transition.step, what, decided, _account(transition, what), proven, transition.before.digest)


def _account(transition: Transition, what: str) -> str:
    """The account of a failure: its cause, the attempts, and the messages of the screen."""
    went = _UNPREDICTED if transition.took_effect else _WENT[transition.effectiveness]
    went = _HELD if transition.refused else went
    parts = [f"Step {transition.step} ({what}) {went}"]
    if known := CAUSES.get(transition.cause):
        parts[0] += f": {known}"
    tried = [_tried(attempt, transition.before) for attempt in transition.attempts]
    if any(tried):
        parts.append(f"Tried: {'; '.join(filter(None, tried))}")
    missing = [verdict.reason for verdict in transition.verdicts if verdict.outcome == "fails"]
    if missing:
        parts.append(f"Missing: {'; '.join(missing)}")
    if transition.objections and transition.effectiveness == "refused":
        parts.append(f"Objections: {'; '.join(item.message for item in transition.objections if not item.advisory)}")
    return on_one_line(". ".join(part.removesuffix(".") for part in parts) + ".")


def _tried(attempt: Attempt, screen: Screen) -> str:
    """`index on button 'Save' at (500, 62)`, the point on the 0-1000 frame."""
    if attempt.point is None:
        return ""
    x, y = attempt.point.normalised(screen.size)
    on = "" if attempt.element is None else f" on {attempt.element.role} {attempt.element.name!r}"
    known = CAUSES.get(attempt.cause)
    why = f", {known}" if known else ""
    return f"{attempt.encoding}{on} at ({x:.0f}, {y:.0f}){why}"
