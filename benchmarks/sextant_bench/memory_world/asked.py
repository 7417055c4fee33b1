"""What is asked of the bench, looked at before anything is played: who plays, and where episodes are kept."""

from pathlib import Path

from sextant.assembly.guests import GUEST_FORMS
from sextant.assembly.models import model_settings
from sextant.errors import UsageError
from sextant.models import open_model
from sextant.settings import ModelChoices, Settings
from sextant_bench.memory_world.playing import SIMULATED
from sextant_bench.memory_world.rows import keep, kept

__all__ = ["checkpoint_of", "resolve"]


def resolve(model: str) -> None:
    """Opens the model of that name and closes it again, so that what is wrong with it is said once.

    Raises:
        UsageError: It is no model's name.
        MissingExtra: The model needs a package that is not installed.
        ModelUnreachable: A key or a file is missing.
    """
    from sextant.models.spec import parse_spec

    try:
        parse_spec(model)
    except UsageError as error:
        told = f"There is no actor {model!r}, and no model of that name."
        raise UsageError(told, f"Actors: {', '.join((*SIMULATED, *GUEST_FORMS))}. {error.remedy}") from error
    open_model(model, model_settings(Settings(models=ModelChoices(default=model)))).close()


def checkpoint_of(name: str) -> Path | None:
    """The file that keeps episodes; None for an empty name.

    Raises:
        UsageError: It cannot be read or written.
    """
    if not name:
        return None
    path = Path(name)
    try:
        kept(path)
        keep(path, [])
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(
            f"The checkpoint {name!r} cannot be used: {why}.", "Name a file in a folder that there is."
        ) from error
    return path
