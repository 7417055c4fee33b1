"""`ScriptedModel`: a model with prepared replies, for tests, demos and replays of a run."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from sextant.models.backends.scripted import ReplyFunction, ScriptedBackend, ScriptedReply, VerbatimReply, load_script
from sextant.models.ledger import UsageLedger
from sextant.models.profiles import DEFAULT_PROFILE, ModelProfile
from sextant.models.settings import ModelSettings
from sextant.models.typed import TypedModel
from sextant.protocols import Prompt

__all__ = ["ScriptedModel", "ScriptedReply", "VerbatimReply"]


class ScriptedModel(TypedModel):
    """A `Model` with given replies, judged and retried like a real one's.

    `replies` are used up in order; a callable is called each time. `prompts` holds all prompts, retries included. It
    never waits: `pause` is a no-op unless given.
    """

    def __init__(
        self,
        replies: "Sequence[ScriptedReply] | ReplyFunction",
        *,
        name: str = "scripted",
        profile: ModelProfile = DEFAULT_PROFILE,
        settings: ModelSettings | None = None,
        ledger: UsageLedger | None = None,
        then: Literal["stop", "repeat"] = "stop",
        pause: Callable[[float], bool] = lambda seconds: False,  # noqa: ARG005 - the seam's signature
    ) -> None:
        self.script = ScriptedBackend(replies, name, then)
        super().__init__(self.script, settings=settings, profile=profile, ledger=ledger, pause=pause)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Every prompt so far, in order."""
        return tuple(exchange.prompt for exchange in self.script.exchanges)

    @classmethod
    def from_file(
        cls, path: str | Path, settings: ModelSettings | None = None, ledger: UsageLedger | None = None
    ) -> "ScriptedModel":
        """Return the model of a script file (format in docs/models.md).

        Raises:
            SettingsError: The file is missing or malformed.
        """
        script = load_script(path)
        profile = ModelProfile("*", vision=script.vision)
        return cls(
            script.replies, name=script.name, profile=profile, settings=settings, ledger=ledger, then=script.then
        )
