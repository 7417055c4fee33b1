"""`Updater`: a guide's own call, with a prompt of sections like any other (TSR, section 2.3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sextant.brief.compose import fit
from sextant.brief.text import render
from sextant.contracts import Model, Prompt
from sextant.errors import MalformedOutput
from sextant.types.decisions import Section
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Updater"]


class Updater:
    """Asks the updater's model for a new state of a guide.

    Args:
        model: Of the role `updater`.
        max_tokens: Bounds the text besides the instructions.
    """

    def __init__(self, model: Model, max_tokens: int = 6000) -> None:
        self._model, self._max_tokens = model, max_tokens
        self.dropped = 0
        """Answers that could not be used: the guide kept its state."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> "BaseModel | None":
        """An answer in that form; None where no usable one could be had. `instructions` are byte-stable for a run.

        Raises:
            ModelFault: No answer could be had at all.
            BudgetSpent: The request would exceed a limit.
        """
        shown = tuple(pictures) if self._model.vision else ()
        prompt = Prompt(instructions, render(fit(sections, self._max_tokens)), shown, role="updater")
        try:
            return self._model.ask(prompt, form).value
        except MalformedOutput:
            self.dropped += 1
            return None
