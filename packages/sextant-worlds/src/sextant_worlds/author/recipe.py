"""Which task the author writes: template, family of splits, length."""

from dataclasses import dataclass, field
from typing import Literal

from sextant_worlds.spec.phone import Locale

Family = Literal["test", "train"]
"""Test and train share neither a template, nor a wording, nor the content of an app."""


@dataclass(frozen=True, slots=True)
class TaskRecipe:
    """Which task to write.

    Attributes:
        template: Name of the template; empty lets the seed choose one of the family.
        family: Which templates, wordings and contents.
        shortest: Steps of the oracle at least.
        longest: Steps of the oracle at most.
        locale: Language of the phone.
        borrowed: Whose templates, where they are another family's than words and contents: a suite made of one family's
            templates is developed on the other's words.
    """

    template: str = ""
    family: Family = "test"
    shortest: int = 1
    longest: int = 150
    locale: Locale = "en"
    borrowed: Family | None = field(default=None, repr=False)

    @property
    def templates(self) -> Family:
        """The family whose templates are drawn from."""
        return self.borrowed or self.family
