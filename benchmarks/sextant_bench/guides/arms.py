"""The arms of the comparison: what stands beside one simulated actor, and how it fails."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from sextant.settings import Settings
from sextant.settings.schema import ContextChoices, GuideChoices
from sextant.settings.sources import settings_of

__all__ = ["ARMS", "DIALS", "GUIDES", "TOKENS", "GuideArm", "arms_of", "cheap_arm"]

TOKENS = 4000
"""The budget of every arm, full history and guides alike."""

GUIDES = ("task-state", "belief", "memory")

DIALS: Mapping[str, str] = MappingProxyType(
    {"task-state": "lost=0.3", "belief": "trusting=1", "memory": "forget=3"},
)
"""The failure that each guide is meant for, as a dial of the simulated actor."""


@dataclass(frozen=True, slots=True)
class GuideArm:
    """One way of playing a task.

    Attributes:
        guided: Whether the guide stands beside the actor; else the full history of all thoughts and actions does.
        failing: Whether the actor fails as it may.
        reminding: Somebody who knows nothing stands in the guide's place: see `reminding`.
        noting: The actor writes into its thoughts what it reads, so that the history holds it.
        placebo: What the guide told in another task stands there instead, of any step or of the same.
        wrong: Whether wrong updates are written into the guide's fields.
        bare: The loop of the preset `plain`: without review and verifier, with the full history.
    """

    name: str
    guided: bool
    failing: bool = True
    placebo: Literal["", "any step", "same step"] = ""
    reminding: bool = False
    noting: bool = False
    wrong: bool = False
    bare: bool = False

    def settings(self, guide: str) -> Settings:
        """Of its runs; models, limits and journal are the bench's own."""
        if self.bare:  # a simulated actor has one form of decisions
            return settings_of("plain", {"models.profile": "full", "context.max_tokens": str(TOKENS)})
        if not self.guided:
            return Settings(context=ContextChoices(history="full", max_tokens=TOKENS))
        return Settings(context=ContextChoices(max_tokens=TOKENS), guides=GuideChoices(use=(guide,)))


ARMS: tuple[GuideArm, ...] = (
    GuideArm("history", guided=False),
    GuideArm("plain", guided=False, bare=True),
    GuideArm("guide", guided=True),
    GuideArm("reminder", guided=True, reminding=True),
    GuideArm("noting", guided=False, noting=True),
    GuideArm("placebo", guided=True, placebo="any step"),
    GuideArm("placebo_in_step", guided=True, placebo="same step"),
    GuideArm("sound_history", guided=False, failing=False),
    GuideArm("sound_guide", guided=True, failing=False),
    GuideArm("wrong", guided=True, wrong=True),
)
"""`guide` before `placebo`, which shows what it told."""


def arms_of(guide: str, noise: float) -> tuple[GuideArm, ...]:
    """Those that are played: without noise no wrong update is written, and each guide has one cheap rival."""
    cheap = cheap_arm(guide)
    rivals = {"reminder", "noting"} - {cheap}
    return tuple(arm for arm in ARMS if arm.name not in rivals and (noise or not arm.wrong))


def cheap_arm(guide: str) -> str:
    """What is as cheap as can be and may do as well: for memory a history with thoughts, else a reminder."""
    return "noting" if guide == "memory" else "reminder"
