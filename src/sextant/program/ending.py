"""`Ending`: how a run ends. What its actor says of the end is taken where the screens bear it out (`Claims`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.program.claims import Claims, against_schema, nothing_holds
from sextant.program.language import End
from sextant.program.support import shown
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Finished
from sextant.types.evidence import Verdict
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["REFUSALS", "Ending", "Ruling"]

REFUSALS = 2
"""After this many refused claims the run ends unverified (design, Evidence before belief)."""
_MOST, _LONGEST = 20, 2000
_EVERY, _HASTY = "every", "hasty"
_NONE_LEFT = "the goal speaks of all, and here is one more to do the same to; claim again at once if it is not meant"
_VALUE_WANTED = "the goal asks for a value; give it with `answer`, on the screen where it stands"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a claim: why it is not taken, or nothing; and the end of the run where it has come to one."""

    why: str = ""
    end: Finished | None = None


@dataclass(slots=True)
class _State:
    doubted: tuple[str, ...] = ()
    refused: int = 0
    asks: bool = False
    borne_out: bool = False
    read: Verdict | None = None
    """What was quoted last for a value."""
    sound: tuple[str, ...] = ()
    """Values that were quoted where the question's words stand, and `beside`: elsewhere."""
    beside: tuple[str, ...] = ()


class Ending:
    """Judges what is said of the end of a run, by an act or by words that are quoted. Doubts are raised once.

    Args:
        task: Its goal is what is claimed.
        claims: Follows the run, and knows what bears a claim out.
        ledger: Where the verdicts are entered.
        requirement: Id of the goal in the ledger.
    """

    def __init__(self, task: Task, claims: Claims, ledger: ClaimKeeper, requirement: str) -> None:
        self._task, self._claims, self._ledger, self._requirement = task, claims, ledger, requirement
        self._state = _State()

    def begin(self, screen: Screen) -> None:
        """The first screen; told again it changes nothing."""
        self._claims.begin(screen)

    def observe(self, transition: Transition) -> None:
        self._claims.observe(transition)
        if not transition.interrupt and not isinstance(transition.decision.action, Status | Answer):
            self._state.doubted = tuple(item for item in self._state.doubted if item != _EVERY)

    @property
    def borne_out(self) -> bool:
        """Whether words that were quoted have shown that all of it is done."""
        return self._state.borne_out

    @property
    def asks(self) -> bool:
        """Whether the actor is asked, since no screen decides its last claim."""
        return self._state.asks

    def asked(self) -> None:
        """What was asked was answered, or not: a claim has to be made anew before it is asked again."""
        self._state.asks = False

    def claimed(self, action: Status | Answer, transition: Transition) -> Ruling:
        """What becomes of an act that says that it is done, or gives what was asked for."""
        screen, verdicts = transition.before, transition.verdicts
        if isinstance(action, Answer):
            return self._answered(action.text, transition)
        problem = nothing_holds(verdicts)
        if not problem and self._claims.wants_answer:
            problem = _VALUE_WANTED
        problem = problem or self._claims.unsupported(transition, verdicts, self._state.refused > 0)
        failing = tuple(verdict for verdict in verdicts if verdict.outcome == "fails")
        for verdict in failing or (() if problem else verdicts):  # one that fails speaks louder
            self._ledger.decide(self._requirement, verdict)
        if problem:
            self._state.asks = not failing and any(verdict.outcome == "undecided" for verdict in verdicts)
            return self._refused(problem)
        if self._claims.more_to_do(screen) and self._doubts(_EVERY):
            return Ruling(_NONE_LEFT)
        reasons = "; ".join(verdict.reason for verdict in verdicts if verdict.outcome == "holds")
        return Ruling(end=Finished(claimed="complete", reason=action.reason or reasons))

    def quoted(self, quote: str, over: End | None, transition: Transition, again: bool) -> str:
        """Why words that are quoted for a step are not taken; empty where they are. They may bear the goal out.

        On the way nothing stands against them. At the last step they have to show the goal, unless it was shown before,
        or be the value that is asked for; where the program has no such value, it is claimed when the program is over.

        `over`: the end that the program would come to; `again`: words that were quoted before did not show it.
        """
        if self._claims.wants_answer or (self._claims.asks and over is not None and over.result is not None):
            problem = self._value_read(quote, transition)
            if over is None or (problem and over.result == quote):
                return "" if over is None else problem
            self._returns(over)
            return ""
        if self._claims.asks_beside and over is not None and over.result == quote:
            return self._claims.unfounded(quote, transition)  # what shows the deed was quoted before, or is claimed
        problem = self._unshown(quote, transition, again or self._state.refused > 0)
        more = self._claims.more_to_do(transition.before)
        if not problem and (not more or (over is not None and not self._doubts(_EVERY))):
            self._bear_out(quote, transition)
        if over is None or self._state.borne_out:
            return ""
        return problem or _NONE_LEFT

    def over(self, over: End) -> None:
        """The program is over by an answer that shows nothing itself; what it returns may bear the goal out."""
        if self._claims.wants_answer:
            self._returns(over)

    def attested(self, quote: str, transition: Transition) -> str:
        """Why a yes to what was asked about the goal is not taken; empty where it is."""
        return self.quoted(quote, End(), transition, True)

    def hasty(self, screen: Screen) -> str:
        """What was not looked at before something was called impossible; said once, then empty."""
        missed = self._claims.missed(screen)
        return missed if missed and self._doubts(_HASTY) else ""

    def snapshot(self) -> Any:
        return {"state": to_json(_State, self._state), "trail": self._claims.snapshot()}

    def restore(self, state: Any) -> None:
        self._state = from_json(_State, state["state"])
        self._claims.restore(state["trail"])

    def _answered(self, text: str, transition: Transition) -> Ruling:
        claims = self._claims
        problem = against_schema(text, self._task.answer_schema) or claims.unfounded(text, transition)
        problem = problem or claims.undone(transition)
        if problem:
            return self._refused(problem, text)
        stands = shown(transition.before, text)
        read = () if stands is None else (self._claims.read(transition, stands, text),)
        for verdict in read or transition.verdicts:
            self._ledger.decide(self._requirement, verdict)
        return Ruling(end=Finished(text, claimed="complete", reason="the answer stands on the screen"))

    def _value_read(self, quote: str, transition: Transition) -> str:
        """Takes down a value that was quoted; says why it would be no answer by itself."""
        state, stands = self._state, shown(transition.before, quote)
        problem = self._claims.unfounded(quote, transition)
        state.read = state.read if stands is None else self._claims.read(transition, stands, quote)
        text = quote[:_LONGEST]
        if not problem:
            state.sound = tuple(dict.fromkeys((*state.sound, text)))[-_MOST:]
        elif text not in state.beside:
            state.beside = (*state.beside, text)[-_MOST:]
        return problem

    def _returns(self, over: End) -> None:
        """What is returned bears the goal out where some of it was read where the question's words stand.

        Where a schema tells what it consists of, nothing more is asked. A text that only says a value from elsewhere
        does not bear it out.
        """
        state = self._state
        sound = bool(state.sound) or self._task.answer_schema is not None
        if over.foreign and sound and state.read is not None and not self._is_elsewhere(over.result):
            state.borne_out = True
            self._ledger.decide(self._requirement, state.read)

    def _is_elsewhere(self, result: object) -> bool:
        """Whether a text says one value that stood elsewhere, in whatever words, and no other one."""
        if not isinstance(result, str):
            return False
        said, state = collapse(result), self._state
        sound, beside = (_said_in(said, values) for values in (state.sound, state.beside))
        return not sound and len(beside) == 1

    def _unshown(self, quote: str, transition: Transition, again: bool) -> str:
        """Why a quote does not show the goal, with what else was named for it. An act's expectations are none of it."""
        verdicts: tuple[Verdict, ...] = () if transition.attempts else transition.verdicts
        named = (*(one for one in verdicts if one.outcome != "undecided"), self._claims.quoted(transition, quote))
        return self._claims.unsupported(transition, named, again)

    def _bear_out(self, quote: str, transition: Transition) -> None:
        stands = shown(transition.before, quote)
        if stands is not None:
            self._state.borne_out = True
            self._ledger.decide(self._requirement, self._claims.read(transition, stands, quote))

    def _refused(self, problem: str, answer: str = "") -> Ruling:
        self._state.refused += 1
        end = Finished(answer, verified=False, claimed="complete", reason=problem)
        return Ruling(problem, end if self._state.refused >= REFUSALS else None)

    def _doubts(self, what: str) -> bool:
        """Raises a doubt; False where it was raised before."""
        if what in self._state.doubted:
            return False
        self._state.doubted = (*self._state.doubted, what)
        return True


def _said_in(text: str, values: Sequence[str]) -> list[str]:
    """The values that a text says, those left out that are only part of another one of them."""
    found = [value for value in map(collapse, values) if value and whole_words(value).search(text)]
    return [value for value in found if not any(value != other and whole_words(value).search(other) for other in found)]
