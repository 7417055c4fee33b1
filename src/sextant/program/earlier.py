"""What earlier versions have kept of a course, as the present one reads it."""

import json
from typing import Any

from sextant.program.language import Machine

__all__ = ["of_today"]


def of_today(state: Any, machine: Machine) -> Any:
    """A snapshot in the present form. `machine`: as a program begins, for a goal that had none."""
    if "machine" not in state:
        asked = state.get("asked") is not None
        ending = _ending(state.get("questioned", ()), state.get("trail"), int(state["refusals"]), asked)
        return {
            "machine": machine.snapshot(),
            "spent": 0,
            "refusals": 0,
            "why": state["why"],
            "claimed": bool(state["why"]),
            "ending": ending,
            "end": state["end"],
        }
    if "claims" in state:
        return {**state, "ending": _ending(("hasty",) if state.get("doubted") else (), state["claims"])}
    return state


def _ending(doubted: Any = (), trail: Any = None, refused: int = 0, asks: bool = False) -> Any:
    if trail is None:
        return None
    state = {"doubted": list(doubted), "refused": refused, "asks": asks}
    return {"state": json.dumps(state), "trail": trail}
