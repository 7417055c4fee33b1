"""The steps of a run as lines, bounded: what a `Goal` run remembers of its own doings."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from sextant.prompts.failures import Failures
from sextant.prompts.lines import Lines, Notebook
from sextant.prompts.listing import in_quotes
from sextant.prompts.points import lying_at
from sextant.prompts.retrospect import CAUSES, Retrospect
from sextant.prompts.schema import SECOND
from sextant.prompts.text import cut
from sextant.types.actions import Action, Answer, ByPoint, Click, DoubleTap, InputText, LongPress, Status
from sextant.types.codec import to_json
from sextant.types.decisions import Decision
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed, SettledVerdict, TextVisible, Verdict
from sextant.types.legible import on_one_line
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

_WORDS: Mapping[str, str] = {
    "effective": "worked",
    "ineffective": "no change",
    "uncertain": "unclear",
    "refused": "not carried out",
    "none": "noted",
}
_HELD = "held"

_MOST_RECALLED = 20
_REFUSED = 400
"""HTTP status from which a page is one of errors."""
_TELLING = ("request", "navigation", "download", "commit")
"""Kinds of writes that tell something of a step; beacons, sockets and storage are told where they were held."""
_MOST_WRITES = 3
_LONGEST_NAME = 120
_LONGEST_REASON = 300
_LONGEST_THOUGHT = 400
_LAST = 2
"""So many steps are told wherever the run stands: what became of the last touch has to be known."""

Active = Callable[[], Sequence[tuple[int, float]]]
"""Gives the first and last step of each span that still matters."""


def _everything() -> tuple[tuple[int, float], ...]:
    return ((0, math.inf),)


class History:
    """One line a step. `text` gives the latest ones; older ones can be recalled by number, for one decision.

    With `full` every step is told, with what its actor thought: the growing text that published agents send along,
    with which everything else is compared. With a `retrospect` the line of a step says also what its actor judged of
    it in hindsight. What failed on a screen is kept beside the lines, by target.
    """

    def __init__(self, keep: int = 30, retrospect: Retrospect | None = None, full: bool = False) -> None:
        self._failures = Failures()
        self._lines = Lines()
        self._recalled: tuple[int, ...] = ()
        self._keep, self._full = keep, full
        self._retrospect = retrospect
        self._decided = -1
        self._claimed: int | None = None
        self._held = self._ignored = ""
        self._active: Active = _everything

    def follow(self, active: "Active") -> None:
        """Tells of earlier steps only those that still matter where the run stands: the rest have to be recalled."""
        self._active = active

    def note_in(self, notebook: Notebook) -> None:
        """Keeps the latest lines alone in memory, and earlier ones there; text that tells all of them needs all."""
        self._lines.notebook = None if self._full else notebook

    def observe(self, transition: Transition) -> None:
        """Adds the line of a step; a recall action brings old ones into the next brief."""
        self._failures.observe(transition)
        said = "" if self._retrospect is None else self._retrospect.observe(transition)
        if said and (line := self._lines.get(self._decided)) is not None:
            self._lines[self._decided] = f"{line} ({said})"
        if not transition.interrupt:
            self._decided = transition.step
            action = transition.decision.action
            self._recalled = action.steps[:_MOST_RECALLED] if action.kind == "recall" else ()
            self._claimed = transition.step if isinstance(action, Answer | Status) else None
        held = held_words(transition)
        if held or not transition.interrupt:
            self._held = held
        if not transition.interrupt:
            self._ignored = _ignored(transition.decision)
        self._lines[transition.step] = step_line(transition, self._full)

    def settle(self, settled: SettledVerdict) -> None:
        """Amends the line of a step by a verdict that came later: what was uncertain may have worked after all."""
        self._failures.settle(settled)
        line = self._lines.get(settled.step)
        if line is None:
            return
        if settled.effective:
            head, unclear, rest = line.partition(f": {_WORDS['uncertain']}")
            line = f"{head}: {_WORDS['effective']}{''.join(rest.partition(' — ')[1:])}" if unclear else line
            if self._retrospect is not None:
                self._retrospect.settle(settled.step)
        self._lines[settled.step] = on_one_line(f"{line} — seen later: {settled.verdict.reason}")

    def refuse(self, remark: str) -> None:
        """Puts beside the claim of the last step why it was not accepted; where that was none, nothing."""
        if self._claimed is not None and remark:
            line = self._lines.get(self._claimed) or ""
            self._lines[self._claimed] = on_one_line(f"{line} — {remark[:_LONGEST_REASON]}")
            self._claimed = None

    def text(self) -> str:
        """The most recent lines, oldest first."""
        wanted = self._told()
        lines = self._lines.of(wanted)
        if len(self._lines) > len(wanted):
            lines.insert(0, f"({len(self._lines) - len(wanted)} earlier steps are left out; recall them by number)")
        return "\n".join(lines)

    def recalled(self) -> str:
        """The lines that the last decision asked for and that are not told anyway."""
        wanted, told = sorted(set(self._recalled)), set(self._told())
        lines = self._lines.of(step for step in wanted if step not in told)
        unknown = [str(step) for step in wanted if step not in self._lines]
        return "\n".join([*lines, *([f"There was no step {', '.join(unknown)}."] if unknown else [])])

    def _told(self) -> list[int]:
        """The steps that are told: the last ones in any case, and before them those that still matter."""
        if self._full:
            return self._lines.all()
        return self._lines.latest(self._active(), self._keep, _LAST)

    def looking_back(self) -> str:
        """What there is to say of the last step before the next is decided; empty without a retrospect."""
        return "" if self._retrospect is None else self._retrospect.text()

    def held(self) -> str:
        """What of the last step was not sent, and why; empty where nothing was held."""
        return self._held

    def ignored(self) -> str:
        """What of the last answer was left out, in a sentence; empty where all of it was read."""
        return self._ignored

    def tried_here(self, screen: Screen, compact: bool = False) -> str:
        """What was tried on this screen and did not work; empty where nothing was, or it has worked since."""
        return self._failures.text(screen, compact)

    def snapshot(self) -> Any:
        kept = {**self._lines.snapshot(), "recalled": list(self._recalled), "failures": self._failures.snapshot()}
        kept |= {"held": self._held} if self._held else {}
        kept |= {"ignored": self._ignored} if self._ignored else {}
        kept |= {} if self._claimed is None else {"claimed": self._claimed}
        if self._retrospect is None:
            return kept
        return kept | {"decided": self._decided, "retrospect": self._retrospect.snapshot()}

    def restore(self, state: Any) -> None:
        self._lines.restore(state)
        self._recalled = tuple(int(step) for step in state["recalled"])
        self._failures.restore(state.get("failures", []))
        self._held, self._ignored = str(state.get("held", "")), str(state.get("ignored", ""))
        self._claimed = state.get("claimed")
        if self._retrospect is not None and "retrospect" in state:
            self._decided = int(state["decided"])
            self._retrospect.restore(state["retrospect"])


def step_line(transition: Transition, thought: bool = False) -> str:
    """`4. click "Save" on "Note 7": worked: the page changed to "Notes"`; with what was thought before it, if asked."""
    decision = transition.decision
    what = decision.description or describe(decision.action)
    where = page_name(transition.before)
    notes = [note for attempt in transition.attempts for note in attempt.notes]
    seen = f" — the device says: {'; '.join(notes)}" if notes else ""
    seen += f" — {landed}" if (landed := landed_words(transition)) else ""
    seen += "".join(f" — {told}" for told in written_words(transition))
    seen += "".join(f" — the page said {in_quotes(text)}" for text in transition.after.observation.said)
    owner = f"[{transition.interrupt}] " if transition.interrupt else ""
    place = in_quotes(where) if where else "the screen"
    line = f"{transition.step}. {owner}{what} on {place}: {outcome_words(transition)}{seen}"
    if thought and decision.thought:
        line += f" — thought: {cut(decision.thought, _LONGEST_THOUGHT)}"
    return on_one_line(line)  # names of the app stand in it, and a step has one line


def present_line(screen: Screen, step: int) -> str:
    """The line of the step that is to be decided now: each line names the screen before its act."""
    name = page_name(screen)
    return on_one_line(f"{step}. on {in_quotes(name) if name else 'the screen'}: now")


def landed_words(transition: Transition) -> str:
    """What lay under a point that was given in place of an element: `the point lay on text "Total"`.

    Where that takes no touch, the nearest that does is named. Empty where no point was given, or none was touched, and
    where the touch had an effect on what is not listed.
    """
    action = transition.decision.action
    given = isinstance(action, Click | DoubleTap | LongPress | InputText) and isinstance(action.target, ByPoint)
    point = transition.attempts[-1].point if given and transition.attempts else None
    worked = transition.effectiveness == "effective" or transition.took_effect or transition.wrote
    return "" if point is None else lying_at(transition.before, point, worked)


def outcome_words(transition: Transition) -> str:
    """How a step went: `worked: the page changed to "Orders"`, `no change`, `unclear: 'Sent' did not appear`.

    A cause is named where it is known. Of a step that review refused the reason is.
    """
    verdict = _verdict(transition)
    if verdict == _HELD:
        return verdict
    told = [CAUSES[transition.cause]] if transition.cause in CAUSES else []
    match transition.effectiveness:
        case "refused":
            told = [item.message for item in transition.objections if not item.advisory] or told
        case "effective":
            told += [item.reason for item in transition.verdicts if item.outcome == "holds"][:1]
            told = [moved] if (moved := _moved_to(transition)) else told
        case "uncertain":
            missing = [_missing(item) for item in transition.verdicts if item.outcome != "holds"][:1]
            told = missing if missing and transition.cause == "popup" else [*told, *missing]
            came = [moved] if (moved := _moved_to(transition)) else []
            came += [one.reason for one in transition.verdicts if _shows_change(one)][:1]
            told = [*(came or ["the screen changed"]), *told] if transition.took_effect else [*told, *came]
        case "none":
            told += [item.reason for item in transition.verdicts if item.outcome != "undecided"][:1]
        case "ineffective":
            told = told or [one.reason for one in transition.verdicts if one.vacuous and one.outcome == "holds"][:1]
        case _:
            assert_never(transition.effectiveness)
    return f"{verdict}: {cut('; '.join(told), _LONGEST_REASON)}" if told else verdict


def _shows_change(verdict: Verdict) -> bool:
    return verdict.outcome == "holds" and isinstance(verdict.predicate, Changed)


def _moved_to(transition: Transition) -> str:
    """`the page changed to "Orders"`; empty where it is the same page, or none that has a name."""
    before, after = transition.before, transition.after
    name = page_name(after)
    if before.key.id == after.key.id or after.condition != "ok" or not name or name == page_name(before):
        return ""
    if name == after.key.label and name.startswith("/"):  # an address: what a person sees of the page tells more
        name = next((seen for seen in _seen_names(after) if seen not in _seen_names(before)), name)
    return f"the page changed to {in_quotes(name)}"


def page_name(screen: Screen) -> str:
    """What a page is called. One whose identity is that of an error is called by what a person sees of it."""
    status = screen.observation.facts.get("http_status", "")
    refused = status.isdecimal() and int(status) >= _REFUSED and screen.condition == "ok"
    if not refused and screen.key.label:
        return screen.key.label
    return next(iter(_seen_names(screen)), screen.key.label)


def _seen_names(screen: Screen) -> tuple[str, ...]:
    """What a person would call a page, the best first: its title, then its headings in sight."""
    headings = [
        one.label for one in screen.elements if one.role == "heading" and one.visibility in ("visible", "clipped")
    ]
    return tuple(name for name in (screen.title, *headings) if name)


def _missing(verdict: Verdict) -> str:
    if verdict.outcome == "fails" and isinstance(verdict.predicate, TextVisible):
        return f"{verdict.predicate.text!r} did not appear"
    return verdict.reason


def _ignored(decision: Decision) -> str:
    """What of a decision was left out, for whoever wrote it."""
    names = list(dict.fromkeys(decision.dropped_fields))
    told: list[str] = []
    if SECOND in names:
        names.remove(SECOND)
        told.append(f"You gave {1 + decision.dropped_fields.count(SECOND)} actions. Only the first was read.")
    if names:
        told.append(f"Not read in your last answer, since it was not in the agreed form: {', '.join(names)}.")
    return " ".join(told)


def _verdict(transition: Transition) -> str:
    """How a step went, in a word. One whose writes were all held, but for harmless ones, has not worked."""
    if isinstance(transition.decision.action, Answer | Status):
        return "this end was not accepted"  # else the run would be over
    word, caused = transition.effectiveness, _caused(transition)
    if transition.took_effect:
        word = "effective"
    held = any(effect.held for effect in caused) and all(effect.held or effect.harmless for effect in caused)
    if held and word in ("effective", "ineffective", "uncertain"):
        return _HELD
    return _WORDS[word]


def _caused(transition: Transition) -> list[ObservedEffect]:
    return [one for one in transition.effects if one.cause == "touch" and (one.held or one.kind in _TELLING)]


def written_words(transition: Transition) -> tuple[str, ...]:
    """What the step sent or committed, and what was held, as far as touches caused it; reads are never told."""
    told = tuple(dict.fromkeys(map(_written, _caused(transition))))
    return told if len(told) <= _MOST_WRITES else (*told[:_MOST_WRITES], f"and {len(told) - _MOST_WRITES} more writes")


def _written(effect: ObservedEffect) -> str:
    name = effect.name[:_LONGEST_NAME]
    if effect.held:
        why = f", because {cut(effect.reason, _LONGEST_REASON)}" if effect.reason else ""
        return f"held: {name} was {effect.undone}{why}"
    if effect.kind in ("commit", "download"):
        return f"done: {name}"
    return f"sent: {name}, {effect.outcome}"


def held_words(transition: Transition) -> str:
    """Each write of the step that was held, with the reason; a line each."""
    held = dict.fromkeys(
        f"{one.name[:_LONGEST_NAME]} was held and {one.undone}{_because(one)}."
        for one in transition.effects
        if one.held
    )
    return "\n".join(map(on_one_line, tuple(held)[:_MOST_WRITES]))


def _because(effect: ObservedEffect) -> str:
    return f": {effect.reason[:_LONGEST_REASON]}" if effect.reason else ""


def describe(action: Action) -> str:
    """The action in its shortest form, for steps whose actor gave no words. A secret shows by its name only."""
    return to_json(Action, action)
