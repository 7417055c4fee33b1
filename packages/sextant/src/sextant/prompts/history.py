"""The history of a run in its prompts: a fold over its events, and the lines for each brief."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Protocol, assert_never

from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.prompts.positions import lying_at
from sextant.prompts.retrospect import CAUSES, Retrospect
from sextant.prompts.schema import SECOND
from sextant.prompts.text import cut, in_quotes
from sextant.state import EventLog, Fold
from sextant.text.legible import on_one_line
from sextant.types.actions import Action, Answer, ByPoint, Click, DoubleTap, InputText, LongPress, Recall, Status
from sextant.types.codec import to_json
from sextant.types.decisions import THEN, Decision, Profile
from sextant.types.effects import ObservedEffect
from sextant.types.events import Aside, CourseRemark, Event
from sextant.types.evidence import Changed, SettledVerdict, TextVisible, Verdict
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
_UNSURE = "what came before did not surely work"
_LONGEST_NAME = 120
_LONGEST_REASON = 300
_LONGEST_THOUGHT = 400
_LAST = 2
"""So many steps are told wherever the run stands: what became of the last touch has to be known."""

_NEAR = 300
"""So many of the latest entries are in the state; the rest is made anew from the steps when it is asked for."""
_TOGETHER = 100
"""So many entries leave the state at once."""
_LATER = 4
"""So many steps after one are read with it: what its actor said of it then belongs to its entry."""

Spans = Sequence[tuple[int, float]]
"""First and last step of each span."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One step of the history.

    Attributes:
        head: Its number, what was done, and where.
        verdict: How it went, in a word; empty where `head` holds the whole line.
        told: What there is to say of that.
        beside: What the device saw of it, what the page said, what was thought.
        later: What was said of it later.
    """

    head: str
    verdict: str = ""
    told: str = ""
    beside: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    def text(self) -> str:
        """The line of the step: names of the app stand in it, and a step has one line."""
        went = f"{self.verdict}: {self.told}" if self.told else self.verdict
        line = f"{self.head}: {went}" if went else self.head
        return on_one_line("".join((line, *(f" — {one}" for one in self.beside), *self.later)))


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a run in its prompts.

    Attributes:
        near: The entries of the latest steps, by step.
        far: First and last step of each stretch of earlier ones, in order.
        recalled: Earlier steps that the last decision asked for.
        claimed: The last step, where that was a claim.
        remark: What was said of that claim. Its line has it from the next step on: the first brief tells it by itself.
        held: What of the last step was not sent, and why.
        ignored: What of the last answer was left out, in a sentence.
        left: The number of its further actions that were not carried out yet.
        ended: Why they end here, if this step did not surely work; else empty.
        decided: The last decided step.
        retrospect: What is said of it.
    """

    near: Mapping[int, HistoryEntry] = field(default_factory=dict[int, HistoryEntry])
    far: tuple[tuple[int, int], ...] = ()
    recalled: tuple[int, ...] = ()
    claimed: int | None = None
    remark: str = ""
    held: str = ""
    ignored: str = ""
    left: int = 0
    ended: str = _UNSURE
    decided: int = -1
    retrospect: Retrospect = field(default_factory=Retrospect)

    def __len__(self) -> int:
        return len(self.near) + sum(last - first + 1 for first, last in self.far)

    def __contains__(self, step: int) -> bool:
        return step in self.near or self.is_far(step)

    def is_far(self, step: int) -> bool:
        """Whether the step has an entry that is not in the state."""
        return any(first <= step <= last for first, last in self.far)

    def undone(self, why: str) -> str:
        """The end of the last answer's list of actions, for an actor that decides again; empty if there is none.

        `why` tells it of a list whose steps worked.
        """
        what = "action of your `then` was" if self.left == 1 else f"{self.left} actions of your `then` were"
        cause = self.ended or why
        return f"The last {what} not carried out{f': {cause}' if cause else ''}." if self.left > 0 else ""

    def latest(self, spans: Spans, most: int, always: int) -> list[int]:
        """The latest steps within spans, in order; the last `always` of all are among them."""
        near = sorted(self.near, reverse=True)
        found = [step for number, step in enumerate(near) if number < always or any(a <= step <= b for a, b in spans)]
        for first, last in reversed(self.far):
            if len(found) >= most:
                break
            inside = {step for a, b in spans for step in range(max(a, first), int(min(b, last)) + 1)}
            found += sorted(inside, reverse=True)
        return found[:most][::-1]

    def amended(self, step: int, entry: HistoryEntry) -> "Steps":
        """The steps with a changed entry."""
        return replace(self, near={**self.near, step: entry})


def history_fold(profile: Profile = "full", full: bool = False) -> Fold[Steps]:
    """The fold of the history for a profile; `full`: with thoughts, and with all steps in the state."""
    looks_back = profile == "reflection"

    def fold(state: Steps, event: Event) -> Steps:
        match event:
            case Transition():
                return _bounded(_with_step(state, event, looks_back, full), full)
            case SettledVerdict():
                return _with_settled(state, event, looks_back)
            case CourseRemark(step=step, text=text) if step == state.claimed and not state.remark:
                return replace(state, remark=text[:_LONGEST_REASON])
            case _:
                return state

    return Fold("history", Steps, Steps(), fold)


def _with_step(state: Steps, step: Transition, looks_back: bool, full: bool) -> Steps:
    """The history with a step; a recall brings earlier ones into the next brief."""
    held, number = held_words(step), step.step
    if step.interrupt:
        return replace(state.amended(number, _entry(step, full)), held=held or state.held)
    said = state.retrospect.said(step) if looks_back else ""
    later = tuple(filter(None, (state.remark and f" — {state.remark}", said and f" ({said})")))
    if later and (entry := state.near.get(state.decided)) is not None:
        state = state.amended(state.decided, replace(entry, later=(*entry.later, *later)))
    action, further = step.decision.action, step.decision.actor == THEN
    return replace(
        state.amended(number, _entry(step, full)),
        recalled=action.steps[:_MOST_RECALLED] if isinstance(action, Recall) else (),
        claimed=number if isinstance(action, Answer | Status) else None,
        remark="",
        held=held,
        ignored=state.ignored if further else _ignored(step.decision),
        left=state.left - 1 if further else len(step.decision.then),
        ended=_end_of_list(step),
        decided=number,
        retrospect=state.retrospect.after(step) if looks_back else state.retrospect,
    )


def _end_of_list(step: Transition) -> str:
    """Why the further actions end after this step; empty if it worked."""
    held = any(effect.held and not effect.harmless for effect in step.effects)
    typed = step.effectiveness == "ineffective" and isinstance(step.decision.action, InputText) and bool(step.verdicts)
    holds = all(verdict.outcome == "holds" for verdict in step.verdicts)
    return "" if holds and not held and (step.effectiveness == "effective" or typed) else _UNSURE


def _with_settled(state: Steps, settled: SettledVerdict, looks_back: bool) -> Steps:
    """Updates the entry of an uncertain step that turned out to have worked."""
    entry = state.near.get(settled.step)
    if settled.effective and looks_back:
        state = replace(state, retrospect=state.retrospect.worked(settled.step))
    if entry is None:
        return state
    if settled.effective and entry.verdict == _WORDS["uncertain"]:
        entry = replace(entry, verdict=_WORDS["effective"], told="")
    entry = replace(entry, later=(*entry.later, f" — seen later: {settled.verdict.reason}"))
    return state.amended(settled.step, entry)


def _bounded(state: Steps, full: bool) -> Steps:
    if full or len(state.near) < _NEAR:
        return state
    gone = sorted(state.near)[:_TOGETHER]
    far = list(state.far)
    for step in gone:
        if far and far[-1][1] == step - 1:
            far[-1] = (far[-1][0], step)
        else:
            far = sorted([*far, (step, step)])
    return replace(state, near={step: state.near[step] for step in sorted(state.near)[_TOGETHER:]}, far=tuple(far))


class Archive(Protocol):
    """All events of a run, as in its journal."""

    def step(self, number: int) -> Transition | None: ...

    def asides(self) -> Iterable[Aside]: ...


def everything() -> Spans:
    """The whole run."""
    return ((0, math.inf),)


class History:
    """The history in a brief: the latest steps, one on each line; others can be recalled by number.

    With `full` every step is told, with what its actor thought: the growing text that published agents send along,
    with which everything else is compared.

    Args:
        log: What happened.
        fold: Its view of the steps.
        keep: So many steps at most, unless `full`.
        active: Gives the spans that still matter where the run stands.
        archive: Has the steps that are in no state any more.
        recalls: Whether the actor has an action that shows earlier steps again.
    """

    def __init__(
        self,
        log: EventLog,
        fold: Fold[Steps],
        keep: int = 30,
        full: bool = False,
        active: Callable[[], Spans] = everything,
        archive: Archive | None = None,
        recalls: bool = True,
    ) -> None:
        self._log, self._fold, self._archive = log, fold, archive
        self._keep, self._full, self._active, self._recalls = keep, full, active, recalls
        self._fetched: dict[int, HistoryEntry] = {}

    @property
    def steps(self) -> Steps:
        """The steps in the state of the log."""
        return self._log[self._fold]

    def text(self) -> str:
        """The most recent lines, oldest first."""
        wanted = self._told_entries()
        lines = self._lines(wanted)
        if (left := len(self.steps) - len(wanted)) > 0:
            again = "; recall them by number" if self._recalls else ""
            lines.insert(0, f"({left} earlier steps are left out{again})")
        return "\n".join(lines)

    def recalled(self) -> str:
        """The lines that the last decision recalled and that are not shown anyway."""
        wanted, told = sorted(set(self.steps.recalled)), set(self._told_entries())
        lines = self._lines([step for step in wanted if step not in told])
        unknown = [str(step) for step in wanted if step not in self.steps]
        return "\n".join([*lines, *([f"There was no step {', '.join(unknown)}."] if unknown else [])])

    def _told_entries(self) -> list[int]:
        """The shown steps: the last ones in any case, and before them those that still matter."""
        if self._full:
            return sorted(self.steps.near)
        return self.steps.latest(self._active(), self._keep, _LAST)

    def _lines(self, steps: Sequence[int]) -> list[str]:
        near = self.steps.near
        missing = [step for step in steps if step not in near and step not in self._fetched and self.steps.is_far(step)]
        if missing:
            kept = {step: entry for step, entry in self._fetched.items() if step in steps}
            self._fetched = kept | self._made_anew(missing)
        found = (near.get(step) or self._fetched.get(step) for step in steps)
        return [entry.text() for entry in found if entry is not None]

    def _made_anew(self, steps: Sequence[int]) -> dict[int, HistoryEntry]:
        """The entries of steps that are no longer in the state, computed from their events."""
        archive = self._archive
        if archive is None:
            return {}
        asides = [
            one for one in archive.asides() if isinstance(one, SettledVerdict | CourseRemark) and one.step in set(steps)
        ]
        found: dict[int, HistoryEntry] = {}
        for step in steps:
            after = (archive.step(number) for number in range(step, step + 1 + _LATER))
            events: list[Event] = [one for one in after if one is not None]
            about = [one for one in asides if one.step == step]
            remarks = [one for one in about if isinstance(one, CourseRemark)]
            told = [*events[:1], *remarks, *events[1:], *(one for one in about if isinstance(one, SettledVerdict))]
            entry = self._fold.over(told).near.get(step)
            found |= {} if entry is None else {step: entry}
        return found


def step_line(transition: Transition, thought: bool = False) -> str:
    """`4. click "Save" on "Note 7": worked: the page changed to "Notes"`; with what was thought before it, if asked."""
    return _entry(transition, thought).text()


def _entry(transition: Transition, thought: bool) -> HistoryEntry:
    decision = transition.decision
    what = decision.description or describe(decision.action)
    where = page_name(transition.before)
    notes = [note for attempt in transition.attempts for note in attempt.notes]
    beside = [f"the device says: {'; '.join(notes)}"] if notes else []
    beside += [landed] if (landed := landed_words(transition)) else []
    beside += written_words(transition)
    beside += [f"the page said {in_quotes(text)}" for text in transition.after.observation.said]
    if thought and decision.thought:
        beside.append(f"thought: {cut(decision.thought, _LONGEST_THOUGHT)}")
    owner = f"[{transition.interrupt}] " if transition.interrupt else ""
    place = in_quotes(where) if where else "the screen"
    head = f"{transition.step}. {owner}{what} on {place}"
    return HistoryEntry(head, _verdict(transition), _outcome_text(transition), tuple(beside))


def present_line(screen: Screen, step: int) -> str:
    """The line of the present step, which names the present screen."""
    name = page_name(screen)
    return on_one_line(f"{step}. on {in_quotes(name) if name else 'the screen'}: now")


def landed_words(transition: Transition) -> str:
    """The element under a point that was given instead of an element: `the point lay on text "Total"`.

    Where that takes no touch, the nearest that does is named. Empty where no point was given, or none was touched, and
    where the touch had an effect on what is not listed.
    """
    action = transition.decision.action
    given = isinstance(action, Click | DoubleTap | LongPress | InputText) and isinstance(action.target, ByPoint)
    point = transition.attempts[-1].point if given and transition.attempts else None
    worked = transition.effectiveness == "effective" or transition.took_effect or transition.wrote
    return "" if point is None else lying_at(transition.before, point, worked)


def _outcome_text(transition: Transition) -> str:
    """The details of a step's result, besides its verdict. Of a step that review refused the reason is."""
    if _verdict(transition) == _HELD:
        return ""
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
        case "none" if isinstance(transition.decision.action, Answer | Status):
            pass  # a remark of the course tells why it was not accepted
        case "none":
            told += [item.reason for item in transition.verdicts if item.outcome != "undecided"][:1]
        case "ineffective":
            told = told or [one.reason for one in transition.verdicts if one.vacuous and one.outcome == "holds"][:1]
        case _:
            assert_never(transition.effectiveness)
    return cut("; ".join(told), _LONGEST_REASON)


def _shows_change(verdict: Verdict) -> bool:
    return verdict.outcome == "holds" and isinstance(verdict.predicate, Changed)


def _moved_to(transition: Transition) -> str:
    """`the page changed to "Orders"`; empty for the same page, or one without a name."""
    before, after = transition.before, transition.after
    name = page_name(after)
    if before.key.id == after.key.id or after.condition != "ok" or not name or name == page_name(before):
        return ""
    if name == after.key.label and name.startswith("/"):  # an address: what a person sees of the page tells more
        name = next((seen for seen in _seen_names(after) if seen not in _seen_names(before)), name)
    return f"the page changed to {in_quotes(name)}"


def page_name(screen: Screen) -> str:
    """The name of a page. An error page is named by its visible text."""
    status = screen.observation.facts.get("http_status", "")
    refused = status.isdecimal() and int(status) >= _REFUSED and screen.condition == "ok"
    if not refused and screen.key.label:
        return screen.key.label
    return next(iter(_seen_names(screen)), screen.key.label)


def _seen_names(screen: Screen) -> tuple[str, ...]:
    """The visible names of a page, the best first: its title, then its visible headings."""
    headings = [
        one.label for one in screen.elements if one.role == "heading" and one.visibility in ("visible", "clipped")
    ]
    return tuple(name for name in (screen.title, *headings) if name)


def _missing(verdict: Verdict) -> str:
    if verdict.outcome == "fails" and isinstance(verdict.predicate, TextVisible):
        return f"{verdict.predicate.text!r} did not appear"
    return verdict.reason


def _ignored(decision: Decision) -> str:
    """The ignored parts of a decision, for its author."""
    names = list(dict.fromkeys(decision.dropped_fields))
    told: list[str] = []
    if SECOND in names:
        names.remove(SECOND)
        told.append(f"You gave {1 + decision.dropped_fields.count(SECOND)} actions. Only the first was read.")
    if names:
        told.append(f"Not read in your last answer, since it was not in the agreed form: {', '.join(names)}.")
    return " ".join(told)


def _verdict(transition: Transition) -> str:
    """The verdict on a step in a word. A step with only held writes, except harmless ones, has not worked."""
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
    """What a step sent, committed or had held, if touches caused it; what is harmless to repeat comes last."""
    told = tuple(dict.fromkeys(map(_written, sorted(_caused(transition), key=lambda one: one.harmless))))
    more = len(told) - _MOST_WRITES
    return told if more <= 0 else (*told[:_MOST_WRITES], f"and {more} more request{'s' if more > 1 else ''}")


def _written(effect: ObservedEffect) -> str:
    name = readable(effect.name)[:_LONGEST_NAME]
    if effect.held:
        why = f", because {cut(effect.reason, _LONGEST_REASON)}" if effect.reason else ""
        return f"held: {name} was {effect.undone}{why}"
    if effect.kind in ("commit", "download"):
        return f"done: {name}"
    return f"sent: {name}, {effect.outcome}"


def held_words(transition: Transition) -> str:
    """The held writes of the step with their reasons, one on each line."""
    held = dict.fromkeys(
        f"{readable(one.name)[:_LONGEST_NAME]} was held and {one.undone}{_because(one)}."
        for one in transition.effects
        if one.held
    )
    return "\n".join(map(on_one_line, tuple(held)[:_MOST_WRITES]))


def _because(effect: ObservedEffect) -> str:
    return f": {effect.reason[:_LONGEST_REASON]}" if effect.reason else ""


def describe(action: Action) -> str:
    """The action in its shortest form, for steps without a description. A secret is shown by its name only."""
    return to_json(Action, action)
