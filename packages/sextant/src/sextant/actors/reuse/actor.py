"""`ReusingActor`: repeats a leaf that was executed twice in the same way, without a model (AgentProg; design, Reuse).

It wraps another actor, and decides only if everything is as in both recordings. At the first mismatch the other actor
decides; after two, the recording is deleted.
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
    recorded_move,
    worked,
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
"""The name of this actor in its decisions."""
_LATEST = 3
"""The number of latest executions that are compared with a new one."""
_SURPRISES = 2
"""The number of mismatches after which a recording is deleted."""
_MOST = 60
"""The most recorded leaves; the oldest are deleted first."""
_OWN = "reused by"
_WAITING = Redone(Wait(0), (), "take the answers", None)


class ReusingActor:
    """Repeats leaves of a program that were executed twice in the same way; asks another actor for all else.

    Two executions are the same if their actions are on the same screens, and their targets, texts and expectations
    differ only in variables of the program. An action is repeated only on the same screen, if exactly one element
    matches its target, which must be visible, enabled and in the same state. A leaf is answered as done if the text
    that showed it both times is on the screen; a value is read from its earlier place. Conditions, items, and
    decisions after an undecided step go to the other actor. Decisions are reviewed and executed like any others.
    """

    def __init__(self, inner: Actor, following: ProgramFollower) -> None:
        self._inner, self._following = inner, following
        self._library = RecordingLibrary()
        self._before = tuple(following.positions())
        self._tried: ProgramPosition | None = None

    @property
    def profile(self) -> Profile:
        return self._inner.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self._before = tuple(self._following.positions())
        if objections:
            if rejected is not None and rejected.actor == REUSE and self._tried is not None:
                self._mismatched(self._tried)
            return self._inner.decide(brief, objections, rejected)
        return self._recorded_decision(brief) or self._inner.decide(brief)

    def observe(self, transition: Transition) -> None:
        """Records the action of a step with its leaf, and notices mismatches."""
        self._inner.observe(transition)
        before, self._before = self._before, tuple(self._following.positions())
        library, here = self._library, self._before[0]
        if transition.interrupt:
            if library.present is not None and library.present.replayed:
                self._mismatched(before[0])
            return
        reused = transition.decision.actor == REUSE
        untaken = self._record_done(before, here, transition)
        if untaken and reused:
            self._mismatched(before[0])
        filler = is_filler(transition.decision.action)
        library.asks = any(verdict.outcome == "undecided" for verdict in transition.verdicts) and not filler
        if here.kind != "leaf":
            library.present = None
        elif not filler:
            self._record_action(here, transition, spoiled=untaken)

    def snapshot(self) -> Json:
        return {_OWN: to_plain(RecordingLibrary, self._library), "inner": self._inner.snapshot()}

    def restore(self, state: Json) -> None:
        """Restores its own state, or only that of the other actor if the run began without reuse."""
        kept = state if isinstance(state, dict) and _OWN in state else None
        self._inner.restore(state if kept is None else kept["inner"])
        self._library = RecordingLibrary() if kept is None else from_plain(RecordingLibrary, kept[_OWN])
        self._before = tuple(self._following.positions())

    # -- doing it again ---------------------------------------------------------------------------------------

    def _recorded_decision(self, brief: Brief) -> Decision | None:
        """The decision that the recordings give for this screen; None without a matching recording."""
        screen, asked = brief.screen, bool(brief.directive.questions)
        if brief.directive.remark or not self._is_free(screen):
            return None
        answers, gained = list[Judgement](), dict[str, str]()
        for place, position in enumerate(self._before):
            if position.kind == "open" and answers:
                return self._decision(screen, position, answers, _WAITING)
            made = self._actions_so_far(position) if place == 0 else ()
            again = self._repetition(position, gained)
            if again is None or made is None or not again.begins_with(made):
                return None
            self._tried = position
            if len(made) < again.length:
                move = again.move(len(made), screen)
                if move is None:
                    return self._mismatched(position)
                no = [Judgement(position.question, "no")] if asked and position.asked else []
                return self._decision(screen, position, [*answers, *no], move, asked)
            if not position.asked:
                return self._decision(screen, position, answers, _WAITING)
            done = again.closing(screen, self._following.shows, position.target) if asked else None
            if done is None:
                return self._mismatched(position)
            answers.append(Judgement(position.question, "yes", done.quote))
            gained[position.target] = done.quote
        return None

    def _is_free(self, screen: Screen) -> bool:
        """Whether no open question or obstacle has to be handled first."""
        return not self._library.asks and screen.condition == "ok" and screen.modal is None

    def _repetition(self, position: ProgramPosition, gained: Mapping[str, str]) -> Repetition | None:
        recording = self._library.recordings.get(position.leaf)
        if position.kind != "leaf" or recording is None or recording.pair is None:
            return None
        if self._library.released == _name(position):
            return None
        values = {**position.values, **{name: value for name, value in gained.items() if name}}
        return Repetition(recording.pair, values)

    def _actions_so_far(self, position: ProgramPosition) -> Sequence[Any] | None:
        """The actions of this execution so far; None if they are unknown or cannot be repeated."""
        present = self._library.present
        if present is None or (present.leaf, present.count) != (position.leaf, position.count):
            return ()
        return None if present.spoiled else present.moves

    def _decision(
        self,
        screen: Screen,
        position: ProgramPosition,
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
            fields=self._following.fields_for(position.branch) if asked else {},
            actor=REUSE,
            irreversible=redone.irreversible,
        )

    def _mismatched(self, position: ProgramPosition) -> None:
        """Continues this execution without recordings; deletes a recording after too many mismatches."""
        recording = self._library.recordings.get(position.leaf)
        self._library.released = _name(position)
        if recording is None:
            return
        recording.surprises += 1
        if recording.surprises >= _SURPRISES:
            del self._library.recordings[position.leaf]

    # -- where answers are asked for apart from actions -------------------------------------------------------

    def answers(self, screen: Screen) -> tuple[Judgement, ...]:
        """The recorded answers to a program's questions on this screen; empty if a model has to be asked."""
        self._before = tuple(self._following.positions())
        self._tried, found, gained = None, list[Judgement](), dict[str, str]()
        for place, position in enumerate(self._before if self._is_free(screen) else ()):
            made = self._actions_so_far(position) if place == 0 else ()
            again = self._repetition(position, gained) if position.asked else None
            if again is None or made is None or not again.begins_with(made):
                break
            if len(made) < again.length:
                found += [Judgement(position.question, "no")] if again.move(len(made), screen) else []
                break
            done = again.closing(screen, self._following.shows, position.target)
            if done is None:
                self._mismatched(position)
                break
            found.append(Judgement(position.question, "yes", done.quote))
            gained[position.target] = done.quote
        self._tried = self._before[0] if found else None
        return tuple(found)

    def record_answers(self, transition: Transition) -> None:
        """Records answers that were given in a separate call; called after each `answers`."""
        before, self._before = self._before, tuple(self._following.positions())
        if self._record_done(before, self._before[0], transition) and self._tried is not None:
            self._mismatched(self._tried)

    # -- taking it down ---------------------------------------------------------------------------------------

    def _record_done(self, before: Sequence[ProgramPosition], here: ProgramPosition, transition: Transition) -> bool:
        """Records the leaves that were answered as done; True if an answer was refused."""
        said = {item.question: item for item in transition.decision.judgements}
        gained: dict[str, str] = {}
        for position in before:
            item = said.get(position.question)
            if position.kind != "leaf" or item is None or item.answer != "yes":
                return False
            if position.count >= here.count:
                return True
            execution = self._execution(replace(position, values={**position.values, **gained}))
            closing = self._done_evidence(transition.before, item.quote.strip(), position.target)
            self._finish(replace(execution, closing=closing), position.target)
            if position.target:
                gained[position.target] = item.quote.strip()
        return False

    def _done_evidence(self, screen: Screen, quote: str, target: str) -> DoneEvidence | None:
        if self._following.shows(screen, quote) is None:
            return None
        roles = frozenset(element.role for element in saying(screen, quote))
        return DoneEvidence(screen.key.id, quote, roles, places_of(screen, quote) if target else ())

    def _record_action(self, here: ProgramPosition, transition: Transition, spoiled: bool) -> None:
        """Records an action as part of its leaf."""
        execution = self._execution(here)
        move = recorded_move(transition)
        reused = transition.decision.actor == REUSE
        success = worked(transition) and (not reused or all(item.outcome == "holds" for item in _asked(transition)))
        if reused and not success:
            self._mismatched(here)
        self._library.present = replace(
            execution,
            moves=execution.moves if move is None else (*execution.moves, move),
            spoiled=execution.spoiled or spoiled or move is None or not success,
            replayed=execution.replayed or reused,
        )

    def _execution(self, position: ProgramPosition) -> Execution:
        """The current execution if it belongs to this leaf, else a new one."""
        present = self._library.present
        if present is not None and (present.leaf, present.count) == (position.leaf, position.count):
            return present
        return Execution(position.leaf, position.count, dict(position.values))

    def _finish(self, execution: Execution, target: str) -> None:
        """Stores an execution. If an earlier one was the same, both become the recording for repetitions."""
        if execution.replayed:
            return
        recordings = self._library.recordings
        recording = recordings.setdefault(execution.leaf, Recording())
        kept = None if execution.spoiled or execution.closing is None else execution.for_storage()
        if kept is not None:
            alike = next((one for one in reversed(recording.latest) if same_way(one, kept, target)), None)
            recording.pair = recording.pair if alike is None else (alike, kept)
            recording.latest = (*recording.latest, kept)[-_LATEST:]
        while len(recordings) > _MOST:
            del recordings[next(iter(recordings))]


def _name(position: ProgramPosition) -> str:
    return f"{position.leaf} {position.count}"


def _asked(transition: Transition) -> Sequence[Any]:
    """The verdicts that must hold in a repetition; none for an action without expectations."""
    return transition.verdicts if transition.decision.expectations else ()
