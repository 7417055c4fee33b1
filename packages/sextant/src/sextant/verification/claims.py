"""`ClaimJudge` judges a claim that the goal is reached: requirements, then citations, then the verifier."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace

from sextant.dataclass import dataclass
from sextant.evidence import held
from sextant.prompts.listing import list_screen
from sextant.protocols import ClaimKeeper
from sextant.state import PAGES, REQUIREMENTS, EventLog, restated
from sextant.text import bare, figures_in, figures_stand_in, folded, stands_in
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Citation, Finished, Requirement
from sextant.types.evidence import Effect, Evidence, TextVisible, Verdict
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.verification.answers import against_schema
from sextant.verification.citations import (
    CitationRefused,
    ClaimScreen,
    Exhibit,
    Screens,
    cited_by,
    exhibit,
    quoted_on,
    shown_by,
)
from sextant.verification.deeds import HARMLESS, acts_in_words, kept_in_words, notes_in_words, write_in_words
from sextant.verification.uncited import earlier_screens, misquoted
from sextant.verification.verifier import VerificationCase, Verified, Verifier

__all__ = ["GOAL", "REFUSALS", "ClaimJudge", "ClaimJudgeParts"]

GOAL = "goal"
"""Id of the only requirement where the actor stated none."""
REFUSALS = 2
"""After this many refused claims the run ends unverified."""
_MOST_EFFECTS, _MOST_SHOWN = 30, 24
_UNTRIED = (
    "nothing was tried in this run yet; look where it could be before you give up, or say it again if it is so all the "
    "same"
)

_NOTHING_NEW = (
    "nothing on this screen is new since your last act, so nothing shows that it is done; do what is missing, or go to "
    "the screen that shows it, and say it again"
)
_TAKEN = "it was claimed; nobody judges claims in this run"
_STATE = ". If it only has to be so, whoever did it, state it in `requirements` with the kind state"

Report = Callable[[str, Mapping[str, object]], None]


def _no_screens(step: int) -> Screen | None:
    del step
    return None


def _unreported(kind: str, data: Mapping[str, object]) -> None:
    del kind, data


@dataclass(frozen=True, slots=True)
class ClaimJudgeParts:
    """Parts and options of a `ClaimJudge`.

    Attributes:
        log: Has the page baseline (`PAGES`) and the stated requirements (`REQUIREMENTS`); by default the judge has a
            log of its own.
        verifier: The model that judges the evidence; None leaves it to the evidence alone.
        place: The goal is a place: reaching it is enough.
        cites: Whether the actor has fields for citations. If not, the verifier quotes and code checks its quotes;
            without a verifier, what the last act brought up is cited.
        screens: The screens of earlier steps, where available.
        report: Receives every verdict of the verifier (`verified`) and every refusal that it causes.
        program: The program that is followed, shown to the verifier.
        taken: A claim ends the run at once, without a judgement.
    """

    log: EventLog | None = None
    verifier: Verifier | None = None
    place: bool = False
    cites: bool = True
    screens: Screens = _no_screens
    report: Report = _unreported
    program: str = ""
    taken: bool = False


@dataclass(frozen=True, slots=True)
class _Pending:
    """A claim whose citations were accepted, and that the verifier has not judged yet."""

    step: int
    answer: str
    reason: str
    exhibits: tuple[Exhibit, ...]
    quotes: bool = False
    computed: bool = False
    """Whether a program computed the answer from quoted values."""
    missing: tuple[str, ...] = ()
    """Quotes for steps of a program that are not where they were said to be."""


@dataclass(slots=True)
class _State:
    refused: int = 0
    questioned: bool = False
    tried: bool = False
    worked: bool = False
    """Whether the last touch was effective."""
    pending: _Pending | None = None
    offered: bool = False
    """Whether the quotes of a finished program were judged: then only the actor may claim."""
    acts: list[str] = field(default_factory=list[str])
    effects: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    leaves: list[Citation] = field(default_factory=list[Citation])


class ClaimJudge:
    """Follows a run, and judges claims of its end.

    A claim cites evidence for each requirement; without citations, its own expectations that hold are used. An
    expectation that fails refuses a claim only of an actor without fields for citations, and one of a place. Code
    checks the citations (`exhibit`); then the verifier is asked once a claim, when the course is asked for the next
    directive. What the citations mean is left to the verifier.

    Args:
        task: The goal that is claimed.
        ledger: Receives the verdicts.
        requirement: Id of the goal in the ledger.
    """

    def __init__(
        self, task: Task, ledger: ClaimKeeper, requirement: str = GOAL, judging: ClaimJudgeParts | None = None
    ) -> None:
        self._task, self._ledger, self._requirement = task, ledger, requirement
        self._with = judging or ClaimJudgeParts()
        self._log = self._with.log or EventLog((PAGES, REQUIREMENTS))
        self._state = _State()

    @property
    def cites(self) -> bool:
        """Whether the actor has fields for citations."""
        return self._with.cites

    @property
    def pending(self) -> bool:
        """Whether a claim waits for the verifier."""
        return self._state.pending is not None

    @property
    def computed(self) -> bool:
        """Whether the waiting claim was made by a finished program, not by the actor."""
        return self._state.pending is not None and self._state.pending.computed

    def observe(self, transition: Transition) -> None:
        """Record a step: its acts, notes, and the app's writes."""
        state = self._state
        if transition.attempts and not transition.interrupt:
            state.tried, state.worked = True, transition.effectiveness == "effective"
        state.acts += [f"step {transition.step}: {act}" for act in acts_in_words(transition)]
        del state.acts[:-_MOST_EFFECTS]
        state.notes = [*state.notes, *notes_in_words(transition)][-_MOST_EFFECTS:]
        writes = dict.fromkeys(write_in_words(transition.step, one) for one in transition.effects)
        known = [*state.effects, *(line for line in writes if line not in state.effects)]
        state.effects = sorted(known, key=lambda line: not line.endswith(f"{HARMLESS})"))[-_MOST_EFFECTS:]
        if self._with.log is None and not self._with.place:
            self._log.append(transition)

    def seen_before(self, words: str, since: int, step: int) -> Evidence | None:
        """The last screen of steps `since` to `step - 1` that showed the words; None where none did."""
        if not folded(words):
            return None
        stood = (one for one in range(step - 1, since - 1, -1) if self._log[PAGES].shown_at(one, bare(words)))
        found = next(stood, None)
        if found is None:
            return None
        screen = self._with.screens(found)
        element = None if screen is None else quoted_on(screen, words)
        digest = "" if screen is None else screen.digest
        if element is None:
            return Evidence(digest, found, quote=words[:200])
        return Evidence(digest, found, element.index, element.box, words[:200])

    def leaf(self, quote: str, step: int) -> None:
        """Record a quote for a step of a program; it is cited once the program is over."""
        self._state.leaves = [*self._state.leaves, Citation(GOAL, quote, step=step)][-_MOST_SHOWN:]

    def claimed(self, action: Status | Answer, transition: Transition) -> str:
        """Check a claim; return why it is refused, or "" where it now waits for `settle`."""
        answer = action.text if isinstance(action, Answer) else ""
        reason = action.reason if isinstance(action, Status) else ""
        if self._with.taken:
            self._state.pending = _Pending(transition.step, answer, reason, ())
            return ""
        problem = self._misshapen(action)
        quotes = False
        exhibits: tuple[Exhibit, ...] = ()
        if not problem:
            checked = self._checked(answer, transition)
            quotes = isinstance(checked, str) and self._verifier_quotes(transition)
            problem = checked if isinstance(checked, str) and not quotes else ""
            exhibits = () if isinstance(checked, str) else checked
        for verdict in transition.verdicts:
            if verdict.outcome == "fails" or not problem:
                self._ledger.decide(self._requirement, verdict)
        if problem:
            self._state.refused += 1
            return problem
        self._state.pending = _Pending(transition.step, answer, reason, exhibits, quotes)
        return ""

    def over(self, answer: str, step: int, screen: Screen) -> bool:
        """Whether the quotes of a finished program suffice to end the run; otherwise the actor must claim it."""
        if not self._state.leaves or self._state.offered:
            return False
        sight = self._sight(screen, step)
        kind = "value" if answer else "deed"
        wanted = self._log[REQUIREMENTS] or (Requirement(GOAL, kind, self._task.goal),)
        found = [exhibit(one, Requirement(GOAL, "state", ""), sight) for one in self._state.leaves]
        shown = tuple(one for one in found if isinstance(one, Exhibit))
        deeds = [exhibit(one, Requirement(GOAL, "deed", ""), sight) for one in self._state.leaves]
        new = any(isinstance(one, Exhibit) for one in deeds)
        if not shown or (not new and any(one.kind == "deed" for one in wanted)):
            return False
        lost = tuple(
            f"{cited.quote[:160]!r}: {one.why}"
            for cited, one in zip(self._state.leaves, found, strict=True)
            if isinstance(one, CitationRefused)
        )
        self._state.pending = _Pending(step, answer, "the program is over", shown, computed=True, missing=lost)
        return True

    def refuse(self, why: str) -> Finished | None:
        """The end of the run, once as many claims were refused as are allowed."""
        return Finished(verified=False, claimed="complete", reason=why) if self._state.refused >= REFUSALS else None

    def settle(self, screen: Screen) -> Finished | str:
        """Ask the verifier about the waiting claim: the end of the run, or why it is refused.

        Raises:
            BudgetSpent: The verifier cannot be asked any more; the claim waits.
        """
        state, pending, verifier = self._state, self._state.pending, self._with.verifier
        assert pending is not None
        if self._with.taken:
            return Finished(pending.answer, verified=False, claimed="complete", reason=pending.reason or _TAKEN)
        verified = Verified() if verifier is None else verifier.verify(self._case(pending, screen))
        if verifier is not None and (unfound := self._misquoted(pending, verified, screen)):
            again = (*pending.missing, f"what you quoted last: {unfound}")
            second = verifier.verify(replace(self._case(pending, screen), missing=again))
            verified = second if second.rulings else verified
        state.pending = None
        if verifier is not None:
            text = "; ".join(f"{one.requirement}: {one.word}, {one.reason}".strip(", ") for one in verified.rulings)
            report = {"step": pending.step, "rulings": [asdict(one) for one in verified.rulings]}
            self._with.report("verified", {**report, "absent": verified.absent, "text": text or verified.absent})
        problem = self._against(pending, verified, screen)
        if not problem and not verified.rulings and self._uncited_answer(pending):
            problem = f"the answer {pending.answer[:80]!r} stands in nothing that was cited"
            if not _answers(pending.answer, tuple(_texts_on(screen))):
                why = f"{problem}, and no verifier was there to judge it; an answer that is composed needs one"
                return Finished(pending.answer, verified=False, claimed="complete", reason=why)
            problem += "; cite the words that hold it, they stand on this screen"
        state.offered |= pending.computed
        if problem:
            state.refused += not pending.computed  # not a claim of the actor
            self._with.report("not accepted", {"step": pending.step, "place": "", "reason": problem})
            end = self.refuse(problem)
            return problem if end is None else replace(end, answer=pending.answer)
        judged = bool(verified.rulings)
        self._enter(pending, screen, judged)
        shown = "; ".join(f"{one.text!r} {one.since}".strip() for one in pending.exhibits[:4])
        return Finished(
            pending.answer, claimed="complete", reason=pending.reason or shown, by="verifier" if judged else "evidence"
        )

    def given_up(self) -> str:
        """Why a claim of impossibility is questioned: once, and only where nothing was tried."""
        if self._with.place or self._with.taken or self._state.tried or self._state.questioned:
            return ""
        self._state.questioned = True
        return _UNTRIED

    def snapshot(self) -> Json:
        return to_plain(_State, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, state)

    # -- citations --------------------------------------------------------------------------------------------

    def _checked(self, answer: str, transition: Transition) -> tuple[Exhibit, ...] | str:
        """The checked citations of a claim, or why they are not enough."""
        failing = [verdict.reason for verdict in transition.verdicts if verdict.outcome == "fails"]
        if failing and (self._with.place or not self._with.cites):  # else it only predicts, and citations are evidence
            return f"you expect what is not so on this screen: {failing[0]}"
        if self._with.place:
            held = any(verdict.outcome == "holds" for verdict in transition.verdicts)
            return () if held or quoted_on(transition.before, answer) else "nothing that you name stands on this screen"
        sight = self._sight(transition.before, transition.step)
        found: list[Exhibit] = []
        problems: list[str] = []
        stated = self._stated(transition)
        for requirement in self._wanted(answer, transition):
            cited = tuple(self._citations(requirement, answer, transition))
            if not cited:
                leaves = self._leaves(requirement, sight) or self._brought_up(requirement, sight)
                found += leaves
                problems += [] if leaves else [_uncited(requirement, transition) if self._with.cites else _NOTHING_NEW]
                continue
            shown, problem = shown_by(cited, requirement, sight)
            found += shown
            hint = "" if stated or self._log[PAGES].acts else _STATE
            problems += [f"{requirement.id}: {problem}{hint}"] if problem else []
        if problems:
            return "; ".join(problems[:3])
        return (*found, *self._cited_beside(transition, sight))

    def _cited_beside(self, transition: Transition, sight: ClaimScreen) -> Iterator[Exhibit]:
        """Valid citations that name none of the requirements: the verifier reads them too."""
        wanted = {one.id for one in self._stated(transition)}
        shows = transition.decision.shows[:_MOST_SHOWN] if wanted else ()
        beside = [one for one in shows if one.requirement.strip() not in wanted]
        if len(wanted) == 1 and len(beside) == len(shows):  # taken for the only one
            return
        for one in beside:
            shown = exhibit(one, Requirement(one.requirement, "state", ""), sight)
            yield from (shown,) if isinstance(shown, Exhibit) else ()

    def _wanted(self, answer: str, transition: Transition) -> tuple[Requirement, ...]:
        kind = "value" if answer else "deed"
        return self._stated(transition) or (Requirement(GOAL, kind, self._task.goal),)

    def _stated(self, transition: Transition) -> tuple[Requirement, ...]:
        """What the actor has stated, with this claim, which may already be in the log."""
        return restated(self._log[REQUIREMENTS], transition.decision.requirements)

    def _citations(self, requirement: Requirement, answer: str, transition: Transition) -> Iterator[Citation]:
        """The citations for a requirement; by default the claim's expectations, or its answer."""
        shows = transition.decision.shows[:_MOST_SHOWN]
        if shows:
            stated = self._stated(transition)
            own = [one for one in shows if one.requirement.strip() == requirement.id]
            only = not stated or (len(stated) == 1 and not own)  # what else could they show
            yield from shows if only else own
            return
        expected = tuple(cited_by(transition.verdicts, transition.before, requirement.id))
        yield from expected
        if not expected and answer and requirement.kind == "value" and quoted_on(transition.before, answer) is not None:
            yield Citation(requirement.id, answer)

    def _leaves(self, requirement: Requirement, sight: ClaimScreen) -> tuple[Exhibit, ...]:
        """Quotes for the steps of a program, where they show the requirement."""
        cited = [replace(leaf, requirement=requirement.id) for leaf in self._state.leaves]
        shown, problem = shown_by(cited, requirement, sight)
        return () if problem else shown

    def _brought_up(self, requirement: Requirement, sight: ClaimScreen) -> tuple[Exhibit, ...]:
        """What the last act brought up, for an actor without citation fields and without a verifier."""
        if self._with.cites or self._with.verifier is not None or requirement.kind == "value" or not self._state.worked:
            return ()
        for element in sight.screen.elements:
            if element.visibility in ("visible", "clipped") and (text := element.text or element.name):
                shown = exhibit(Citation(requirement.id, text), requirement, sight)
                if isinstance(shown, Exhibit):
                    return (shown,)
        return ()

    def _misshapen(self, action: Status | Answer) -> str:
        schema = self._task.answer_schema
        if isinstance(action, Answer):
            return against_schema(action.text, schema)
        return "" if schema is None else "an answer is wanted that follows a schema; give it with `answer`"

    def _verifier_quotes(self, transition: Transition) -> bool:
        """Whether the verifier must quote, since the actor has no fields for it."""
        return not (self._with.cites or self._with.verifier is None or transition.decision.expectations)

    def _sight(self, screen: Screen, step: int) -> ClaimScreen:
        return ClaimScreen(screen, step, self._log[PAGES].with_screen(screen, step), self._with.screens)

    # -- the verifier -----------------------------------------------------------------------------------------

    def _judged(self, pending: _Pending) -> tuple[Requirement, ...]:
        """The requirements that a claim is judged by; where none was stated, the goal."""
        kind = "value" if pending.answer else "deed"
        return self._log[REQUIREMENTS] or (Requirement(GOAL, kind, self._task.goal),)

    def _case(self, pending: _Pending, screen: Screen) -> VerificationCase:
        return VerificationCase(
            task=self._task,
            requirements=self._judged(pending),
            exhibits=pending.exhibits,
            answer=pending.answer,
            listing=list_screen(screen, "full"),
            acts=tuple(self._state.acts),
            effects=tuple(self._state.effects),
            notes=tuple(dict.fromkeys((*kept_in_words(self._ledger.claims), *self._state.notes))),
            program=self._with.program,
            quotes=pending.quotes,
            earlier=earlier_screens(self._with.screens, pending.step, screen) if pending.quotes else "",
            picture=screen.picture,
            missing=pending.missing,
        )

    def _against(self, pending: _Pending, verified: Verified, screen: Screen) -> str:
        """Why a claim is refused after the verifier's verdict; empty where it is accepted."""
        if verified.open:
            return "; ".join(f"{one.requirement} is {one.word}: {one.reason}" for one in verified.open[:3])
        if not pending.quotes:
            return ""
        if not verified.rulings:
            return f"nothing shows that it is done, and no verifier could be asked: {verified.absent}"
        unfound = self._misquoted(pending, verified, screen)
        return "" if not unfound else f"the verifier quotes what does not show it: {unfound}; end again where it stands"

    def _misquoted(self, pending: _Pending, verified: Verified, screen: Screen) -> str:
        """Why the verifier's own quotes show nothing; empty where they do, or where it had none to give."""
        if not pending.quotes or verified.open:
            return ""
        kinds = {one.id: one for one in self._judged(pending)}
        quotes = [(one.quote, kinds[one.requirement]) for one in verified.rulings]
        return misquoted(quotes, self._sight(screen, pending.step))

    def _uncited_answer(self, pending: _Pending) -> bool:
        """Whether the reported value is in none of the citations."""
        if not pending.answer or not pending.exhibits or pending.computed:
            return False
        wanted = self._log[REQUIREMENTS]
        if wanted and all(one.kind != "value" for one in wanted):
            return False
        return not _answers(pending.answer, [one.text for one in pending.exhibits])

    def _enter(self, pending: _Pending, screen: Screen, judged: bool) -> None:
        """Enter the evidence into the ledger: verified where a predicate holds, else attested."""
        for one in pending.exhibits:
            computed = held(TextVisible(one.text), screen, pending.step)
            if not judged and one.step == pending.step and computed.outcome == "holds":
                self._ledger.decide(self._requirement, computed)
                continue
            seen = one.evidence or Evidence(screen.digest, pending.step, quote=one.text[:200])
            verdict = Verdict(Effect(self._task.goal), "holds", f"judged from {one.text!r}", (seen,), attested=True)
            self._ledger.decide(self._requirement, verdict)


def _answers(answer: str, texts: Sequence[str]) -> bool:
    """Whether texts contain an answer: all its numbers, or else its words."""
    if any(figures_in(answer)):
        return figures_stand_in(answer, *texts)
    return any(stands_in(answer, text) or stands_in(text, answer) for text in texts)


def _texts_on(screen: Screen) -> Iterator[str]:
    yield screen.title
    for element in screen.elements:
        yield from (element.text, element.name, element.value)


def _uncited(requirement: Requirement, transition: Transition) -> str:
    named = ", ".join(dict.fromkeys(one.requirement for one in transition.decision.shows))
    given = f"; you cite {named}" if named else ""
    return (
        f"nothing is cited for {requirement.id!r} ({requirement.text[:120]}){given}. Cite in `shows` words of a screen "
        "that show it, or an element of this one"
    )
