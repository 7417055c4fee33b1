"""What the next brief says of the last step: why it failed, what was tried, and what its actor says of it.

The actor's own word (the historical status) counts as attested where the words it quotes stand on the screen. It never
overrules hard evidence: where the two disagree, the disagreement is told. Hard is that nothing was carried out, that
the screen is still the same, and that an expectation held that did not hold before.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from sextant.prompts.reflection import contents_of
from sextant.types.decisions import LAST_STEP, Judgement
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition

__all__ = ["CAUSES", "Retrospect", "cited"]

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
class _Step:
    """What is kept of the last step: JSON-able as it stands."""

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


class Retrospect:
    """Keeps the last step and the important contents of earlier ones. `text` is bounded, however long the run."""

    def __init__(self) -> None:
        self._last: _Step | None = None
        self._told = ""
        self._contents: dict[str, int] = {}

    def observe(self, transition: Transition) -> str:
        """Takes note of a step. Gives what its actor said of the step before, where that says more than was computed.

        Steps of interrupts are nobody's decisions; the last step is the one before them.
        """
        if transition.interrupt:
            return ""
        told, said = map(on_one_line, self._judged(transition))
        contents = on_one_line(contents_of(transition.decision))[:_LONGEST]
        if contents:
            self._contents.pop(contents, None)
            self._contents[contents] = transition.step
            for old in list(self._contents)[:-_CONTENTS]:
                del self._contents[old]
        self._last, self._told = _step_of(transition), told
        return said

    def settle(self, step: int) -> None:
        """A later screen has shown that the step worked: nothing is left to say of it."""
        if self._last is not None and self._last.number == step:
            self._last = replace(self._last, decided="worked", proven=True)

    def text(self) -> str:
        """For the next brief; empty where there is nothing to tell."""
        last = self._last
        lines = [self._told] if self._told else []
        if last is not None and last.decided != "worked":
            lines.append(last.account)
        if self._contents:
            lines.append("Important contents, as you read them:")
            lines += [f"- step {step}: {contents}" for contents, step in self._contents.items()]
        return "\n".join(lines)

    def snapshot(self) -> Any:
        last = self._last
        kept = None if last is None else [*astuple(last)]
        return {"last": kept, "told": self._told, "contents": dict(self._contents)}

    def restore(self, state: Any) -> None:
        last = state["last"]
        self._last = None if last is None else _Step(*last)
        self._told = str(state["told"])
        self._contents = {str(text): int(step) for text, step in state["contents"].items()}

    def _judged(self, transition: Transition) -> tuple[str, str]:
        """For the next brief, and for the line of the step that was judged."""
        last = self._last
        said = next((item for item in transition.decision.judgements if item.question == LAST_STEP), None)
        if last is None or said is None or said.answer == "unknown":
            return "", ""
        word = "worked" if said.answer == "yes" else "failed"
        if word == last.decided:
            return "", ""
        if not cited(said, transition.before):
            return f"You judged that step {last.number} {word}, and quoted nothing that its screen shows.", ""
        judged = f"you judged that it {word}, from {said.quote!r}"
        if not last.decided or not (last.proven or (word == "worked" and last.digest == transition.before.digest)):
            told = "" if "worked" in (word, last.decided) else f"Step {last.number}: {judged}. {last.account}"
            return told, f"attested: it {word}, from {said.quote!r}"
        against = f"Step {last.number} ({last.what}): {judged}, but by its verdicts it {last.decided}, which counts."
        return (f"{against} {last.account}" if word == "failed" else against), f"disputed: {judged}"


def cited(said: Judgement, screen: Screen) -> bool:
    """Whether the words that a judgement quotes stand on the screen, as a text that is visible would be found."""
    wanted = collapse(said.quote)
    if not wanted or screen.condition != "ok":
        return False
    texts = [screen.title, "" if screen.modal is None else screen.modal.message, *screen.observation.said]
    for element in screen.elements:
        if element.visibility in _SEEN:
            texts += [element.name, element.text] + ([] if "password" in element.states else [element.value])
    shown = " ".join(element.text for element in screen.elements if element.visibility in _SEEN and element.text)
    says = whole_words(wanted)
    return any(says.search(collapse(text)) for text in (*texts, shown))


def _step_of(transition: Transition) -> _Step:
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
    return _Step(transition.step, what, decided, _account(transition, what), proven, transition.before.digest)


def _account(transition: Transition, what: str) -> str:
    """The root cause: what went wrong, what was tried and where, what the screen said of it."""
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
    return on_one_line(". ".join(parts) + ".")


def _tried(attempt: Attempt, screen: Screen) -> str:
    """`index on button 'Save' at (500, 62)`, the point on the 0-1000 frame."""
    if attempt.point is None:
        return ""
    x, y = attempt.point.normalised(screen.size)
    on = "" if attempt.element is None else f" on {attempt.element.role} {attempt.element.name!r}"
    known = CAUSES.get(attempt.cause)
    why = f", {known}" if known else ""
    return f"{attempt.encoding}{on} at ({x:.0f}, {y:.0f}){why}"
