"""Published systems as settings: each one's calls, windows and limits; and `all`, which is no published system.

`all` has all four guides, kept by deltas in the decision, and the defaults for the rest: no program is written, and
decisions have the form that fits the model rather than that of a published system.

A preset sets what nobody has set otherwise. Where a paper is silent, what its public code does is taken (AgentProg);
where that is silent too, ours.
"""

from collections.abc import Mapping
from types import MappingProxyType

from sextant.settings.schema import Preset

__all__ = ["PRESETS"]

_PLAIN: Mapping[str, object] = {"models.profile": "full", "program.reuse": False}
"""What no published system does besides its own parts."""
_WINDOW: Mapping[str, object] = {"context.history": "full", "context.pictures": 3, "context.max_tokens": 100_000}
"""The standard actor of TSR's section 2.1: all thoughts and actions as text, the last m = 3 screenshots (Table 4)."""
_LIMITS: Mapping[str, object] = {"models.temperature": 0, "models.max_output_tokens": 2048, "budget.max_steps": 50}
"""TSR, Table 4 and appendix C."""

_TASK_STATE: Mapping[str, object] = {
    "guides.use": "task-state",
    "guides.mode": "separate",
    "guides.activation": "always",
}
"""TSR, section 2.3: an update after each step, all three views in each prompt."""

_PROGRAM: Mapping[str, object] = {"program.write": True, "program.answers": "separate", "program.reuse": False}
"""AgentProg: a call that writes the program; of each step one for the action and one for the counter. What its public
code can do in loops besides (`cache_mode`) is not in the paper's two calls a step."""

PRESETS: Mapping[Preset, Mapping[str, object]] = MappingProxyType(
    {
        "none": {},
        "baseline": {**_PLAIN, **_WINDOW, **_LIMITS},
        "agentprog": {**_PLAIN, **_PROGRAM, "guides.use": "belief"},
        "agentp": {**_PLAIN, "guides.use": "map", "context.history": "full", "context.max_tokens": 100_000},
        "stamp": {**_PLAIN, "models.profile": "stamp", "guides.use": "memory"},
        "longhorizonui": {"models.profile": "reflection", "program.reuse": False},
        "tsr": {**_PLAIN, **_WINDOW, **_LIMITS, **_TASK_STATE},
        "all": {"guides.use": "task-state, belief, memory, map"},
    }
)
"""The keys of each, as they would be written in a settings file."""
