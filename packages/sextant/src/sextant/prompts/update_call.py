"""`Updater`: a model call separate from the actor's, with a prompt of sections (TSR, section 2.3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sextant.errors import MalformedOutput
from sextant.prompts.composer import fit
from sextant.prompts.form_text import field_lines
from sextant.prompts.text import render
from sextant.protocols import Model, Prompt, TextSchema
from sextant.types.decisions import Section
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Updater"]

_FIELDS = "Answer with one JSON object and nothing else. Its fields; a ? marks what may be left out:"


def _with_fields(instructions: str, form: "type[BaseModel]") -> str:
    return instructions if isinstance(form, TextSchema) else f"{instructions}\n\n{_FIELDS}\n{field_lines(form)}"


class Updater:
    """Asks a model for a new state of a guide, or for a program.

    Args:
        model: Of that role.
        max_tokens: Bounds the text besides the instructions.
        role: Under which the call is entered into the ledger.
    """

    def __init__(self, model: Model, max_tokens: int = 6000, role: str = "updater") -> None:
        self._model, self._max_tokens, self._role = model, max_tokens, role
        self.dropped = 0
        """Answers that could not be used: the guide kept its state."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> "BaseModel | None":
        """An answer in that form; None without a usable one. `instructions` are byte-stable for a run.

        What the form holds is written beneath them: not every server shows a schema to the model.

        Raises:
            ModelFault: No answer could be had at all.
            BudgetSpent: The request would exceed a limit.
        """
        shown = tuple(pictures) if self._model.vision else ()
        prompt = Prompt(
            _with_fields(instructions, form), render(fit(sections, self._max_tokens)), shown, role=self._role
        )
        try:
            return self._model.ask(prompt, form).value
        except MalformedOutput:
            self.dropped += 1
            return None
