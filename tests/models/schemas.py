"""The schema and the prompt that the tests of this room ask with."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from sextant.models import TypedModel
from sextant.protocols import Prompt

CASSETTES = Path(__file__).parent / "cassettes"
PROMPT = Prompt("You choose the next action. Answer in JSON.", "Goal: open the settings.\n[3] button Settings")


class Choice(BaseModel):
    """The next action."""

    model_config = ConfigDict(extra="forbid")

    action: Literal["click", "type"]
    index: int
    why: str


GOOD = Choice(action="click", index=3, why="It opens the settings.")

OPENED: list[TypedModel] = []
"""Models to be closed when the test is over."""


def kept(model: TypedModel) -> TypedModel:
    """The same model, closed at the end of the test."""
    OPENED.append(model)
    return model
