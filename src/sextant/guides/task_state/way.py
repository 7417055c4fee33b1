"""Where a run is in numbered lines of its instruction: words say which line a step is for, deeds whether it is done.

A step belongs to the line that its words name (`line 4: …`); where they name none, to the one that is due, if it
touched something and all that the line quotes stands in its words, its target or what it typed. It has carried that
line out unless it was refused, had no effect, or touched something else than the line quotes; who does that a third
time is taken at its word, and so is a step of a line that quotes nothing. Lines are followed in order. A line that
names other lines may lead there; one that only asks to look, remember or choose needs no step.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sextant.guides.task_state.requirements import Instruction, names_in, short
from sextant.guides.task_state.step import Step
from sextant.types.screens import State

__all__ = ["Line", "Way", "WayState"]

MOST_TOLD = 2
"""So often it is said of a line that it was left out; who goes on all the same may know better."""
_STRAY = 8
"""After so many steps in a row that belong to no line, nobody can tell where in the lines a run is."""
_NAMED = re.compile(r"\b(?:line|step|point)\s+(\d{1,3})\b([^:：]{0,40})[:：]\s*(.*)", re.IGNORECASE)
_LINES = re.compile(r"\b(?:line|step|point)\s+(\d{1,3})\b", re.IGNORECASE)
_JUMP = re.compile(r"^\s*(?:go on|go to|continue|jump|repeat|return)\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"\b(?:otherwise|else|if not)\b", re.IGNORECASE)
_PASSIVE = re.compile(
    r"^\s*(?:if|find|look|note|remember|memori[sz]e|read|check|see|compare|add up|sum up|calculate|work out|count"
    r"|put in order|sort out|wait|make sure|verify|decide|determine|report|say|tell)\b",
    re.IGNORECASE,
)
_END = re.compile(r"^\s*(?:finish|done|stop|end|(?:answer|reply) with|say that it)\b", re.IGNORECASE)
_SO_ALREADY: frozenset[State] = frozenset({"selected", "checked", "pressed", "expanded"})


@dataclass(frozen=True, slots=True)
class Line:
    """A numbered line. `acts`: it takes a step; `follows`: lines that may come after it."""

    number: int
    text: str
    names: tuple[str, ...]
    acts: bool
    follows: tuple[int, ...]


@dataclass(slots=True)
class WayState:
    """What is kept of it. All of it counts for the present turn: what is done again begins anew.

    Attributes:
        at: The line that was carried out last, in order; 0 before the first.
        last: The step that did so, as a line of a history.
        done: Lines carried out in this turn.
        said: Those of them of which no screen showed it.
        ahead: A line that the actor went on to although one before it is due; 0 where there is none.
        wrong: What the last step did instead of what its line says, as a line of a history.
        told: How often each line was told to be left out.
        idle: How often each line came to nothing.
        updated: Whether it was moved by something else than a step that names its line, and by none since.
        named: Whether the actor names the lines that its steps belong to; then it is taken at its word.
        stray: Steps in a row that belonged to no line.
    """

    at: int = 0
    last: str = ""
    done: list[int] = field(default_factory=list[int])
    said: list[int] = field(default_factory=list[int])
    ahead: int = 0
    wrong: str = ""
    told: dict[int, int] = field(default_factory=dict[int, int])
    idle: dict[int, int] = field(default_factory=dict[int, int])
    updated: bool = False
    named: bool = False
    stray: int = 0


class Way:
    """The lines of an instruction, and how far they have been followed."""

    def __init__(self, instruction: Instruction, state: WayState | None = None) -> None:
        self.lines: Mapping[int, Line] = {line.number: line for line in _lines(instruction.way)}
        self.state = state or WayState()

    def observe(self, step: Step) -> int:
        """Takes note of a step; gives the line that it is shown to have carried out, 0 where it is none."""
        number, whole = self._line_of(step)
        line, state = self.lines.get(number), self.state
        if step.kind == "noted" or line is None:
            state.stray += step.kind in ("worked", "uncertain")
            return 0
        state.stray = 0
        state.wrong, state.updated = "", False
        if not whole or step.kind in ("no effect", "refused"):
            state.idle[number] = state.idle.get(number, 0) + (whole and step.kind == "no effect")
            self._stands_at(number, step, done=False)
            return 0
        if line.acts and not step.touches(line.names) and self._tell(number):
            instead = f'line {number}, under way: it touched "{step.touched}"'
            state.wrong, state.ahead = step.told(instead, "uncertain"), 0
            return 0
        self._stands_at(number, step, done=True)
        if state.named and _NAMED.search(step.what) is None and state.at == number:
            state.last, state.updated = step.told(f"line {number}: {line.text}"), True
        return number if step.kind == "worked" else 0

    def due(self) -> tuple[Line, ...]:
        """The lines that come next, up to the first that takes a step; of a fork both ways."""
        found, ahead, seen = list[Line](), list(self._after(self.state.at)), set[int]()
        while ahead:
            number = ahead.pop(0)
            line = self.lines.get(number)
            if line is None or number in seen:
                continue
            seen.add(number)
            passed = line.acts and number in self.state.done
            if not passed:
                found.append(line)
            if passed or not line.acts:
                ahead += line.follows
        return tuple(found)

    def coming(self) -> tuple[Line, ...]:
        """The lines that are due, and those behind the last of them as they follow each other."""
        found = list(self.due()) if self.followed else []
        seen = {line.number for line in found}
        while found and (ahead := [number for number in found[-1].follows if number not in seen]):
            seen.add(ahead[0])
            found.append(self.lines[ahead[0]])
        return tuple(found)

    @property
    def followed(self) -> bool:
        """Whether the actor goes by the lines at all, as far as its steps tell."""
        return bool(self.lines) and self.state.stray < _STRAY

    @property
    def left_out(self) -> Line | None:
        """The line that is due although the actor is further on; None where it is not, or nobody can tell."""
        due = [line for line in self.due() if line.acts]
        return due[0] if self.state.ahead and len(due) == 1 else None

    @property
    def to_do(self) -> Line | None:
        """A line that has to be carried out before the end; None where the end may be near."""
        due = self.due() if self.followed else ()
        ends = any(not line.follows and not line.acts for line in due)
        acting = [line for line in due if line.acts]
        return None if ends or not acting else acting[0]

    @property
    def corrected(self) -> str:
        """Where the run is, as a line of a history, where the actor's own steps tell it otherwise; else empty."""
        state = self.state
        return state.wrong or (state.last if self.left_out is not None or state.updated else "")

    def line_of(self, which: str) -> Line | None:
        """The line that an update means (`line 4`); None where it means none."""
        found = _LINES.match(which.strip())
        return None if found is None else self.lines.get(int(found[1]))

    def mark(self, line: Line, step: Step) -> None:
        """An update says that the line is carried out."""
        state = self.state
        state.at, state.ahead, state.wrong, state.updated = line.number, 0, "", True
        state.last = step.told(f"line {line.number}: {line.text}", "worked")
        if line.number not in state.done:
            state.done.append(line.number)

    def _line_of(self, step: Step) -> tuple[int, bool]:
        """The line that a step belongs to, and whether it is meant to carry it out.

        A step that names none and says all that the due line quotes belongs to that. Of an actor that never names lines
        it may also be one behind: there may be other ways to get there.
        """
        found = _NAMED.search(step.what)
        if found is not None and int(found[1]) in self.lines:
            self.state.named = True
            return int(found[1]), not found[2].strip(" ,.)-")
        if not step.touched:
            return 0, False
        due = [line for line in self.due() if line.acts]
        behind = [line for line in self.lines.values() if line.acts and line.number > self.state.at]
        for lines in (due,) if self.state.named else (due, behind):
            meant = [line for line in lines if line.names and step.says_all(line.names)]
            if meant:
                return meant[0].number, True
        return 0, False

    def _stands_at(self, number: int, step: Step, done: bool) -> None:
        """The actor is at that line. Going back begins a new turn; going on past a line that is due is told."""
        state = self.state
        reach = {line.number for line in self.due()}
        skipped = [line for line in self.due() if line.acts]
        ahead = number not in reach and number not in state.done and number > state.at
        if (
            ahead
            and state.named
            and len(skipped) == 1
            and not self._excused(skipped[0], step)
            and self._tell(skipped[0].number)
        ):
            state.ahead = number
            if done and number not in state.done:
                state.done.append(number)
            return
        state.ahead = 0
        if not done:
            if ahead:
                state.at, state.last = self._before(number), ""
            return
        if number in state.done or number <= state.at:
            state.done = [other for other in state.done if other < number]
            state.said = [other for other in state.said if other < number]
        state.at, state.last = number, step.told()
        state.done.append(number)
        state.told.pop(number, None)
        state.idle.pop(number, None)
        if step.kind != "worked" and number not in state.said:
            state.said.append(number)

    def _excused(self, line: Line, step: Step) -> bool:
        """Whether a line may be passed over: what it asks for is so already, or it came to nothing twice."""
        return self.state.idle.get(line.number, 0) >= 2 or step.finds(line.names, _SO_ALREADY)

    def _tell(self, number: int) -> bool:
        """Counts that a line is told to be left out; False where that was told often enough."""
        times = self.state.told.get(number, 0)
        self.state.told[number] = times + 1
        return times < MOST_TOLD

    def _after(self, number: int) -> tuple[int, ...]:
        line = self.lines.get(number)
        return line.follows if line is not None else tuple(self.lines)[:1]

    def _before(self, number: int) -> int:
        return max((other for other in self.lines if other < number), default=0)


def _lines(way: Sequence[tuple[int, str]]) -> list[Line]:
    known = {number for number, _ in way}
    found: list[Line] = []
    for number, text in way:
        named = [int(other) for other in _LINES.findall(text) if int(other) in known]
        on = [number + 1] if number + 1 in known else []
        forks = bool(named) and (bool(_JUMP.match(text)) or (len(named) > 1 and bool(_OTHERWISE.search(text))))
        ends = bool(_END.match(text))
        follows = [] if ends else named if forks else [*named, *on]
        acts = not ends and not _PASSIVE.match(text) and not (named and _JUMP.match(text))
        found.append(Line(number, short(text), names_in(text), acts, tuple(dict.fromkeys(follows))))
    return found
