"""What every model of a world shares: frozen, closed, plain JSON."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

VERSION = 1
"""Version of the format. A reader refuses any other; see `sextant_worlds.spec.world.load`."""

Value = bool | int | str
"""A value in a world. Money is an integer of the smallest unit, a date is ISO 8601, a time is `HH:MM`."""

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,47}$")]
"""Lower-case name, stable: test ids are made from it."""


class SpecModel(BaseModel):
    """A frozen piece of a world; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
