"""The map beside AndroidWorld's T3A: the guidance is one of the agent's task guidelines at every step."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from sextant.errors import SextantError
from sextant.integrations.android_world import observed
from sextant.integrations.companion import Companion
from sextant.perception.perceive import Perceiver
from sextant.types.actions import Action, ByIndex, Click, KeyboardEnter, LongPress, NavigateBack, NavigateHome, OpenApp

__all__ = ["guide_t3a"]

_LOG = logging.getLogger("sextant")
_KEYS: Mapping[str, Action] = {
    "navigate_back": NavigateBack(),
    "navigate_home": NavigateHome(),
    "keyboard_enter": KeyboardEnter(),
}


class T3aAgent(Protocol):
    """The part of AndroidWorld's `T3A` that is used."""

    @property
    def env(self) -> Any: ...
    def step(self, goal: str) -> Any: ...
    def get_post_transition_state(self) -> Any: ...
    def set_task_guidelines(self, task_guidelines: list[str]) -> None: ...


AgentT = TypeVar("AgentT", bound=T3aAgent)


def guide_t3a(agent: AgentT, companion: Companion, guidelines: Sequence[str] = ()) -> AgentT:
    """Set the task guidelines of this agent object before each step, and add its actions to the map.

    A guide never breaks its host: errors of the map are logged, and the agent gets its own guidelines alone.

    Args:
        agent: A `T3A`, or another agent of this interface; its class stays unchanged.
        companion: The guide; the caller closes it.
        guidelines: The task's own guidelines, which come first.
    """
    setattr(agent, "step", _before(agent, companion, guidelines, agent.step))  # noqa: B010 - of this object alone
    agent.env.execute_action = _noting(companion, agent.env.execute_action)
    return agent


def _before(
    agent: T3aAgent, companion: Companion, guidelines: Sequence[str], step: Callable[[str], Any]
) -> Callable[[str], Any]:
    perceive = Perceiver()

    def guided(goal: str) -> Any:
        words = ""
        try:
            state, env = agent.get_post_transition_state(), agent.env
            words = companion.tell(
                perceive(observed(state, env.foreground_activity_name, env.logical_screen_size, None))
            )
        except SextantError as error:
            _LOG.warning("the map says nothing on this screen: %s", error)
        agent.set_task_guidelines([*guidelines, *([words] if words else [])])
        return step(goal)

    return guided


def _noting(companion: Companion, execute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def noted(action: Any) -> Any:
        done = execute(action)
        try:
            companion.did(_action(action))
        except (SextantError, AttributeError, TypeError, ValueError) as error:
            _LOG.warning("an action is not on the map: %s", error)  # a model may give any fields
        return done

    return noted


def _action(action: Any) -> Action | None:
    """The action of a `JSONAction`; None where a map has no such action."""
    kind, index = action.action_type, action.index
    if kind == "open_app":
        return OpenApp(action.app_name or "")
    if kind == "click" and index is not None:
        return Click(ByIndex(index))
    if kind == "long_press" and index is not None:
        return LongPress(ByIndex(index))
    return _KEYS.get(kind)
