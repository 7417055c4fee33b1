"""What a model reads of a program and its variables, and what it may say of them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from sextant.contracts import View
from sextant.program.course import ProgramCourse
from sextant.program.language import Done, Item, Place
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["NAME", "ProgramGuide"]

NAME = "program"
_MOST_VALUES = 20
_LONGEST_VALUE = 400
_SHOWN_DONE = 8


class ProgramGuide:
    """Tells the active path and the variables, and holds an action to the branch that its answers lead to.

    What is told of the path is bounded by how deep the program stands, and not by how long it has run: of each level
    its latest statements, of each loop its present turn. Variables are told whole, whenever they were written.
    """

    def __init__(self, course: ProgramCourse) -> None:
        self._course = course

    @property
    def name(self) -> str:
        return NAME

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """`branch`, and `values` that were found on the way; nothing for models that only act."""
        if profile in ("action-only", "compact"):
            return None
        from pydantic import Field, create_model

        told = "The branch that the action serves, by its id: the one that your answers lead to."
        values = "Variables whose value you see on this screen, word for word."
        form: Any = create_model(
            "ProgramFields",
            branch=(str, Field(default="", max_length=40, description=told)),
            values=(dict[str, str], Field(default_factory=dict, max_length=8, description=values)),
        )
        return cast("type[BaseModel]", form)

    def sections(self, view: View) -> Sequence[Section]:
        """Where the program is, what is known, and which items were there before."""
        del view
        machine = self._course.machine
        found = [Section("Program so far", path_in_words(machine.path), 63, 700, untrusted=True, keep="tail")]
        lines = [f"{name} = {_short(value)}" for name, value in machine.variables.items()]
        lines += [f"{name}: not known yet ({meaning})" for name, meaning in machine.meanings.items()]
        if isinstance(machine.want, Item):
            there = ", ".join(map(_short, machine.want.before[-_MOST_VALUES:]))
            found.append(Section("Items that were there before", there, 93, 400, untrusted=True, keep="tail"))
        found.append(Section("Variables", "\n".join(lines[-_MOST_VALUES:]), 94, 1200, untrusted=True, keep="tail"))
        return [section for section in found if section.text]

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        """An action that serves another branch than the one that the answers lead to."""
        del view
        said = str(_field(decision, "branch") or "")
        ways = {branch.id: branch for branch in self._course.branches}
        if not said:
            return ()
        if said not in ways:
            return (Objection("guide", f"there is no branch {said!r}; choose one of {', '.join(ways)}", advisory=True),)
        if ways[said].fits(decision.judgements):
            return ()
        fitting = [branch.id for branch in ways.values() if branch.fits(decision.judgements)]
        told = f"your answers lead to {fitting[0]}" if fitting else "your answers lead elsewhere"
        return (Objection("guide", f"the action serves the branch {said}, and {told}; let them agree"),)

    def observe(self, transition: Transition) -> None:
        """Takes the values that were read on the screen of the decision."""
        values = _field(transition.decision, "values")
        for name, value in cast("Mapping[str, Any]", values or {}).items():
            self._course.learn(str(name), str(value), transition.before)

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        del state


def path_in_words(path: Sequence[Place]) -> str:
    """The active path: each level with what was done there, the outermost first."""
    lines: list[str] = []
    for depth, place in enumerate(path):
        indent = "  " * depth
        if place.kind != "program":
            turn = f", turn {place.turn}" if place.kind == "loop" else ""
            lines.append(f"{indent}in {place.text}{turn}:")
        left_out = place.forgotten + max(0, len(place.done) - _SHOWN_DONE)
        if left_out:
            lines.append(f"{indent}  done before: {left_out}")
        lines += [f"{indent}  done: {_told(done)}" for done in place.done[-_SHOWN_DONE:]]
    return "\n".join(lines)


def _told(done: Done) -> str:
    return done.text if len(done.text) <= 160 else done.text[:159] + "…"


def _field(decision: Decision, name: str) -> Any:
    own = decision.fields.get(NAME)
    return cast("Mapping[str, Any]", own).get(name) if isinstance(own, Mapping) else None


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= _LONGEST_VALUE else f"{said[:_LONGEST_VALUE]}… ({len(said)} characters)"
