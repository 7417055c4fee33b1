"""The program and its variables in the prompt, and the decision fields about them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, cast

from sextant.program.course import NAME, ProgramCourse, named_values
from sextant.program.program_text import MOST_LETTERS, WINDOW, numbered, path_in_words, variables_in_words
from sextant.protocols import GuideView
from sextant.types.codec import field_of, from_plain
from sextant.types.decisions import THEN, WITHOUT_FIELDS, Decision, Objection, Profile, Section
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["ProgramGuide"]

_MOST_VALUES = 20
_MOST_SHOWN = 4
_LONGEST_NAME = 80


class ProgramGuide:
    """A `Guide` that shows the active path and the variables, and checks that an action fits the branch of its answers.

    The size of the path depends on the nesting of the program, not on the length of the run: it has the latest
    statements of each level, and the current turn of each loop. Variables are always listed; those that are read next
    are shown in full.

    Args:
        separate_update: Whether a separate call answers the questions about steps. Then branches have no ids, and the
            prompt shows the program with its current line.
    """

    def __init__(self, course: ProgramCourse, separate_update: bool = False) -> None:
        self._course, self._separate_update = course, separate_update
        self._shown: tuple[str, ...] = ()
        self._untaken: tuple[str, ...] = ()

    lasting = ("values",)

    @property
    def name(self) -> str:
        return NAME

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """The fields `branch`, and `values` for values found early; None for profiles that only act."""
        if profile in WITHOUT_FIELDS:
            return None
        from pydantic import BeforeValidator, Field, create_model

        told = "The branch that the action serves, by its id: the one that your answers lead to."
        values = "Variables whose value you see on this screen, word for word."
        plain = BeforeValidator(_plain)
        known: Any = (dict[str, Annotated[str, plain]], Field(default_factory=dict, max_length=8, description=values))
        branch: Any = (Annotated[str, plain], Field(default="", max_length=40, description=told))
        asked = "Names of variables to show in full in the next turn."
        show: Any = (list[str], Field(default_factory=list, max_length=_MOST_SHOWN, description=asked))
        more = {} if self._separate_update else {"branch": branch}
        more |= {} if profile == "lite" else {"show": show}
        form: Any = create_model("ProgramFields", **more, values=known)
        return cast("type[BaseModel]", form)

    def sections(self, view: GuideView) -> Sequence[Section]:
        """The prompt sections: the position in the program, the variables, and previous items of loops."""
        machine = self._course.machine
        found = [
            Section(
                "Program so far", path_in_words(machine.path, self._course.span), 63, 700, untrusted=True, keep="tail"
            )
        ]
        if self._separate_update:
            lines = numbered(machine.program.source, machine.line, WINDOW)
            found.append(Section("The program, with the line that it stands at", lines, 64, 1000))
        elif self._course.changed:
            told = f"From here on it now reads so, in place of what was written:\n{self._course.changed}"
            found.append(Section("The program was changed", told, 88, 700, untrusted=True))
        found += self._course.items(view.screen)
        found.append(Section("Variables", self._variables(), 94, 1200, untrusted=True))
        return [section for section in found if section.text]

    def _variables(self) -> str:
        """All variables with their values, and the missing ones that the program reads."""
        machine = self._course.machine
        known = machine.variables
        unknown = {name: "" for name in machine.program.undeclared if name not in known} | dict(machine.meanings)
        lines = [f"{name}: not known yet{f' ({meaning})' if meaning else ''}" for name, meaning in unknown.items()]
        told = "\n".join([*self._untaken, *lines[:_MOST_VALUES]])[: MOST_LETTERS // 2]
        return "\n".join(filter(None, [told, variables_in_words(machine, MOST_LETTERS - len(told), self._shown)]))

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]:
        """Objects to an action for another branch than the one that its answers lead to.

        After the answer `unknown`, the actor may choose any branch; the program does not advance until it is known.
        """
        del view
        said = "" if self._separate_update else str(_field(decision, "branch") or "").strip(" []")
        ways = {branch.id: branch for branch in self._course.branches}
        if not said:
            return ()
        if said not in ways:
            return (Objection("guide", f"there is no branch {said!r}; choose one of {', '.join(ways)}", advisory=True),)
        if ways[said].fits(decision.judgements) or not (open_ := ways[said].against(decision.judgements)):
            return ()
        fitting = [branch.id for branch in ways.values() if branch.fits(decision.judgements)]
        told = f"your answers lead to {fitting[0]}" if fitting else "your answers lead elsewhere"
        answered = {item.question for item in decision.judgements}
        silent = [question for question in open_ if question not in answered]
        told += f" ({', '.join(silent)} has no answer, which counts as no)" if silent else ""
        return (Objection("guide", f"the action serves the branch {said}, and {told}; change one of them"),)

    def observe(self, transition: Transition) -> None:
        """Stores the values that the decision read, and the names of variables that it wants to see."""
        if not transition.interrupt and transition.decision.actor != THEN:
            shown = _field(transition.decision, "show")
            names = cast("list[Any]", shown) if isinstance(shown, list) else []
            self._shown = tuple(str(name)[:_LONGEST_NAME] for name in names[:_MOST_SHOWN])
            self._untaken = ()
        said = named_values(transition.decision)
        against = [self._course.learn(name, value, transition.before) for name, value in said.items()]
        self._untaken = (*self._untaken, *filter(None, against))[:_MOST_SHOWN]

    def snapshot(self) -> Json:
        return {"shown": list[Json](self._shown), "untaken": list[Json](self._untaken)}

    def restore(self, state: Json) -> None:
        self._shown = from_plain(tuple[str, ...], field_of(state, "shown") or [])
        self._untaken = from_plain(tuple[str, ...], field_of(state, "untaken") or [])


def _plain(value: object) -> object:
    """Converts a number or null from a model to text, so that its other fields stay valid."""
    return "" if value is None else str(value) if isinstance(value, int | float) else value


def _field(decision: Decision, name: str) -> Any:
    own = decision.fields.get(NAME)
    return cast("Mapping[str, Any]", own).get(name) if isinstance(own, Mapping) else None
