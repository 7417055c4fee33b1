"""`ReusingActor`: what was done the same way twice is done again without a model (AgentProg; design, Reuse).

It stands before another actor and decides only where everything is as it was both times. At the first surprise the
other one decides; after two, what was recorded is forgotten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sextant.actors.reuse.places import places_of, saying
from sextant.actors.reuse.position import ProgramFollower, ProgramPosition
from sextant.actors.reuse.recording import (
    DoneEvidence,
    Execution,
    Recording,
    RecordingLibrary,
    is_filler,
    move_of,
    took,
)
from sextant.actors.reuse.repetition import Redone, Repetition, same_way
from sextant.protocols import Actor
from sextant.types.actions import Wait
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Brief, Decision, Judgement, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["REUSE", "ReusingActor"]

REUSE = "reuse"
"""What decides, as decisions name it."""
_LATEST = 3
"""So many executions are looked back on for one that was the same way."""
_SURPRISES = 2
"""After so many a recording is forgotten."""
_MOST = 60
"""So many leaves are remembered; those that were recorded first are forgotten first."""
_OWN = "reused by"
_WAITING = Redone(Wait(0), (), "take the answers", None)


class ReusingActor:
    """Does leaves of a program again that were carried out the same way twice, and asks another actor for all else.

    The same way is: the same actions on the same screens, their targets, texts and expectations equal but for the
    variables of the program that stand in them. Done again is only what has the same screen, a target that is there
    once, visible, enabled and set as it was. That a leaf is done is answered where the words that showed it both times
    stand there now; a value is read where both stood. Conditions and items go to the other actor; so does whatever
    follows something that no screen decided. What it decides is reviewed and carried out as any other decision.
    """

    def __init__(self, inner: Actor, following: ProgramFollower) -> None:
        self._inner, self._following = inner, following
        self._library = RecordingLibrary()
        self._before = tuple(following.standings())
        self._tried: ProgramPosition | None = None

    @property
    def profile(self) -> Profile:
        return self._inner.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self._before = tuple(self._following.standings())
        if objections:
            if rejected is not None and rejected.actor == REUSE and self._tried is not None:
                self._surprised(self._tried)
            return self._inner.decide(brief, objections, rejected)
        return self._again(brief) or self._inner.decide(brief)

    def observe(self, transition: Transition) -> None:
        """Takes down what was done of which leaf, and whether something was not as it was before."""
        self._inner.observe(transition)
        before, self._before = self._before, tuple(self._following.standings())
        library, here = self._library, self._before[0]
        if transition.interrupt:
            if library.present is not None and library.present.replayed:
                self._surprised(before[0])
            return
        reused = transition.decision.actor == REUSE
        untaken = self._close(before, here, transition)
        if untaken and reused:
            self._surprised(before[0])
        filler = is_filler(transition.decision.action)
        library.asks = any(verdict.outcome == "undecided" for verdict in transition.verdicts) and not filler
        if here.kind != "leaf":
            library.present = None
        elif not filler:
            self._serve(here, transition, spoiled=untaken)

    def snapshot(self) -> Json:
        return {_OWN: to_plain(RecordingLibrary, self._library), "inner": self._inner.snapshot()}

    def restore(self, state: Json) -> None:
        """Takes up its own state, or that of the other actor alone, where a run was begun without it."""
        kept = state if isinstance(state, dict) and _OWN in state else None
        self._inner.restore(state if kept is None else kept["inner"])
        self._library = RecordingLibrary() if kept is None else from_plain(RecordingLibrary, kept[_OWN])
        self._before = tuple(self._following.standings())

    # -- doing it again ---------------------------------------------------------------------------------------

    def _again(self, brief: Brief) -> Decision | None:
        """The decision that recordings come to here; None where one of them says nothing, or not this."""
        screen, asked = brief.screen, bool(brief.directive.questions)
        if brief.directive.remark or not self._may(screen):
            return None
        answers, gained = list[Judgement](), dict[str, str]()
        for place, standing in enumerate(self._before):
            if standing.kind == "open" and answers:
                return self._decision(screen, standing, answers, _WAITING)
            made = self._made(standing) if place == 0 else ()
            again = self._known(standing, gained)
            if again is None or made is None or not again.begins_with(made):
                return None
            self._tried = standing
            if len(made) < again.length:
                move = again.move(len(made), screen)
                if move is None:
                    return self._surprised(standing)
                no = [Judgement(standing.question, "no")] if asked and standing.asked else []
                return self._decision(screen, standing, [*answers, *no], move, asked)
            if not standing.asked:
                return self._decision(screen, standing, answers, _WAITING)
            done = again.closing(screen, self._following.shows, standing.target) if asked else None
            if done is None:
                return self._surprised(standing)
            answers.append(Judgement(standing.question, "yes", done.quote))
            gained[standing.target] = done.quote
        return None

    def _may(self, screen: Screen) -> bool:
        """Whether no open question or obstacle has to be handled first."""
        return not self._library.asks and screen.condition == "ok" and screen.modal is None

    def _known(self, standing: ProgramPosition, gained: Mapping[str, str]) -> Repetition | None:
        recording = self._library.recordings.get(standing.leaf)
        if standing.kind != "leaf" or recording is None or recording.pair is None:
            return None
        if self._library.released == _name(standing):
            return None
        values = {**standing.values, **{name: value for name, value in gained.items() if name}}
        return Repetition(recording.pair, values)

    def _made(self, standing: ProgramPosition) -> Sequence[Any] | None:
        """What was done of this execution so far; None where that is not known, or can be no beginning."""
        present = self._library.present
        if present is None or (present.leaf, present.count) != (standing.leaf, standing.count):
            return ()
        return None if present.spoiled else present.moves

    def _decision(
        self,
        screen: Screen,
        standing: ProgramPosition,
        answers: Sequence[Judgement],
        redone: Redone,
        asked: bool = True,
    ) -> Decision:
        return Decision(
            redone.action,
            screen.digest,
            redone.description,
            expectations=redone.expectations,
            judgements=tuple(answers),
            fields=self._following.serving(standing.branch) if asked else {},
            actor=REUSE,
            irreversible=redone.irreversible,
        )

    def _surprised(self, standing: ProgramPosition) -> None:
        """This execution goes on without recordings; a recording that surprised too often is forgotten."""
        recording = self._library.recordings.get(standing.leaf)
        self._library.released = _name(standing)
        if recording is None:
            return
        recording.surprises += 1
        if recording.surprises >= _SURPRISES:
            del self._library.recordings[standing.leaf]

    # -- where answers are asked for apart from actions -------------------------------------------------------

    def answers(self, screen: Screen) -> tuple[Judgement, ...]:
        """The recorded answers to a program's questions on this screen; empty if a model has to be asked."""
        self._before = tuple(self._following.standings())
        self._tried, found, gained = None, list[Judgement](), dict[str, str]()
        for place, standing in enumerate(self._before if self._may(screen) else ()):
            made = self._made(standing) if place == 0 else ()
            again = self._known(standing, gained) if standing.asked else None
            if again is None or made is None or not again.begins_with(made):
                break
            if len(made) < again.length:
                found += [Judgement(standing.question, "no")] if again.move(len(made), screen) else []
                break
            done = again.closing(screen, self._following.shows, standing.target)
            if done is None:
                self._surprised(standing)
                break
            found.append(Judgement(standing.question, "yes", done.quote))
            gained[standing.target] = done.quote
        self._tried = self._before[0] if found else None
        return tuple(found)

    def hear(self, transition: Transition) -> None:
        """Takes down what was answered apart from actions, by whomever; it follows `answers`."""
        before, self._before = self._before, tuple(self._following.standings())
        if self._close(before, self._before[0], transition) and self._tried is not None:
            self._surprised(self._tried)

    # -- taking it down ---------------------------------------------------------------------------------------

    def _close(self, before: Sequence[ProgramPosition], here: ProgramPosition, transition: Transition) -> bool:
        """Takes down the leaves that were answered to be done; True where an answer was not taken."""
        said = {item.question: item for item in transition.decision.judgements}
        gained: dict[str, str] = {}
        for standing in before:
            item = said.get(standing.question)
            if standing.kind != "leaf" or item is None or item.answer != "yes":
                return False
            if standing.count >= here.count:
                return True
            execution = self._execution(replace(standing, values={**standing.values, **gained}))
            closing = self._closing(transition.before, item.quote.strip(), standing.target)
            self._finish(replace(execution, closing=closing), standing.target)
            if standing.target:
                gained[standing.target] = item.quote.strip()
        return False

    def _closing(self, screen: Screen, quote: str, target: str) -> DoneEvidence | None:
        if self._following.shows(screen, quote) is None:
            return None
        roles = frozenset(element.role for element in saying(screen, quote))
        return DoneEvidence(screen.key.id, quote, roles, places_of(screen, quote) if target else ())

    def _serve(self, here: ProgramPosition, transition: Transition, spoiled: bool) -> None:
        """Takes down an action as one of the leaf that it serves."""
        execution = self._execution(here)
        move = move_of(transition)
        reused = transition.decision.actor == REUSE
        worked = took(transition) and (not reused or all(item.outcome == "holds" for item in _asked(transition)))
        if reused and not worked:
            self._surprised(here)
        self._library.present = replace(
            execution,
            moves=execution.moves if move is None else (*execution.moves, move),
            spoiled=execution.spoiled or spoiled or move is None or not worked,
            replayed=execution.replayed or reused,
        )

    def _execution(self, standing: ProgramPosition) -> Execution:
        """The one under way, where it is of this leaf; else a new one."""
        present = self._library.present
        if present is not None and (present.leaf, present.count) == (standing.leaf, standing.count):
            return present
        return Execution(standing.leaf, standing.count, dict(standing.values))

    def _finish(self, execution: Execution, target: str) -> None:
        """Remembers an execution; where one of those before was the same way, both are what is done again."""
        if execution.replayed:
            return
        recordings = self._library.recordings
        recording = recordings.setdefault(execution.leaf, Recording())
        kept = None if execution.spoiled or execution.closing is None else execution.kept()
        if kept is not None:
            alike = next((one for one in reversed(recording.latest) if same_way(one, kept, target)), None)
            recording.pair = recording.pair if alike is None else (alike, kept)
            recording.latest = (*recording.latest, kept)[-_LATEST:]
        while len(recordings) > _MOST:
            del recordings[next(iter(recordings))]


def _name(standing: ProgramPosition) -> str:
    return f"{standing.leaf} {standing.count}"


def _asked(transition: Transition) -> Sequence[Any]:
    """Verdicts that a repetition is held to; of a wait or a scroll nothing is expected that was not said."""
    return transition.verdicts if transition.decision.expectations else ()
