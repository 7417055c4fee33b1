"""Presets: the calls, windows and limits of each published system, and two of our own.

`all` has the mechanisms of all five, in one call a step where they allow it. `plain` is a ReAct loop without any of
them, the baseline of comparisons.

A preset sets only keys that no other source sets. `benchmarks/sextant_bench/truth/presets.toml` states the calls of
each paper; `sextant bench presets` compares the requests of a run with it. If a paper is silent, its public code
decides (AgentProg), else we do.
"""

from collections.abc import Mapping
from types import MappingProxyType

from sextant.settings.schema import Preset

__all__ = ["PRESETS"]

_OWN: Mapping[str, object] = {"models.profile": "full", "models.further_actions": 0, "program.reuse": False}
"""Our own extras that no published system has."""
_TEXT: Mapping[str, object] = {"context.history": "full", "context.max_tokens": 100_000}
"""Every step as text: published agents limit pictures, not words."""
_WINDOW: Mapping[str, object] = {**_TEXT, "context.pictures": 3}
"""The standard actor of TSR's section 2.1: all thoughts and actions as text, the last m = 3 screenshots (Table 4)."""
_LIMITS: Mapping[str, object] = {"models.temperature": 0, "models.max_output_tokens": 2048}
"""TSR, Table 4; LongHorizonUI, appendix D.1."""
_STEPS: Mapping[str, object] = {"budget.max_steps": 50}
"""TSR, appendix C."""
_STANDARD: Mapping[str, object] = {**_OWN, **_WINDOW, **_LIMITS, **_STEPS}

_TASK_STATE: Mapping[str, object] = {
    "guides.use": "task-state",
    "guides.mode": "separate",
    "guides.activation": "always",
    "models.updater_output_tokens": 1024,
    "guides.trust": "word",
}
"""TSR, section 2.3 and table 4: an update after each step, accepted as is; all three views in each prompt."""

_PROGRAM: Mapping[str, object] = {"program.write": True, "program.answers": "separate", "program.reuse": False}
"""AgentProg: one call writes the program; each step has one call for the action and one for the program counter.

The loop cache of its public code (`cache_mode`) is not part of the paper's two calls a step.
"""

PRESETS: Mapping[Preset, Mapping[str, object]] = MappingProxyType(
    {
        "none": {},
        "plain": {**_STANDARD, "models.profile": "react", "models.verifier": "none", "review.use": "policy"},
        "baseline": _STANDARD,
        "agentprog": {**_OWN, **_PROGRAM, "guides.use": "belief", "guides.activation": "always"},
        "agentp": {**_OWN, **_TEXT, "guides.use": "map", "guides.target": "model"},
        "stamp": {**_OWN, **_TEXT, "models.profile": "stamp"},
        "longhorizonui": {
            **_LIMITS,
            "models.profile": "reflection",
            "models.further_actions": 0,
            "models.marks": True,
            "review.attempts": "model",
            "program.reuse": False,
        },
        "tsr": {**_STANDARD, **_TASK_STATE},
        "all": {
            "guides.use": "task-state, belief, memory, map",
            "models.profile": "reflection",
            "models.marks": True,
            "program.write": True,
        },
    }
)
"""The keys of each preset, as written in a settings file."""
