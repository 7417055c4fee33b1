"""The map beside a MobileUse agent: the guidance follows the goal at every step.

All sub-agents of MobileUse's `MultiAgent` format `episode_data.goal` into their prompts. MobileUse sees screenshots
alone, so Sextant reads the screen through its own device on the same phone.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from sextant.errors import SextantError
from sextant.integrations.android import element_at
from sextant.integrations.companion import Companion
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device
from sextant.types.actions import Action, ByIndex, Click, KeyboardEnter, LongPress, NavigateBack, NavigateHome, OpenApp
from sextant.types.geometry import Point
from sextant.types.screens import Screen

__all__ = ["guide_agent"]

_LOG = logging.getLogger("sextant")
_BUTTONS: Mapping[str, Action] = {"Back": NavigateBack(), "Home": NavigateHome(), "Enter": KeyboardEnter()}
_MOST_PLACES = 60
"""Most elements whose points are listed."""


class MobileUseAgent(Protocol):
    """The part of MobileUse's `MultiAgent` that is used."""

    env: Any
    goal: str
    episode_data: Any

    def step(self) -> Any: ...


AgentT = TypeVar("AgentT", bound=MobileUseAgent)


def guide_agent(agent: AgentT, companion: Companion, device: Device) -> AgentT:
    """Add the guidance to the goal of each step of this agent object, and its actions to the map.

    A guide never breaks its host: errors of the map and of the device are logged, and the goal stays as it was.

    Args:
        agent: A `MultiAgent`; its class stays unchanged.
        companion: The guide; the caller closes it.
        device: Sextant's device on the agent's phone, open, such as `open_device("android:SERIAL", settings)`.
    """
    guide = _Guide(agent, companion, device)
    agent.step, agent.env.execute_action = guide.before(agent.step), guide.noting(agent.env.execute_action)
    return agent


class _Guide:
    def __init__(self, agent: MobileUseAgent, companion: Companion, device: Device) -> None:
        self._agent, self._companion, self._device = agent, companion, device
        self._perceive = Perceiver()
        self._screen: Screen | None = None

    def before(self, step: Callable[[], Any]) -> Callable[[], Any]:
        def guided() -> Any:
            goal, words = self._agent.goal, self._words()
            self._agent.episode_data.goal = f"{goal}\n\n{words}" if words else goal
            return step()

        return guided

    def noting(self, execute: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def noted(action: Any) -> Any:
            done = execute(action)
            try:
                self._companion.did(self._action(action.name, action.parameters or {}))
            except (SextantError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                _LOG.warning("an action is not on the map: %s", error)  # a model may give any parameters
            return done

        return noted

    def _words(self) -> str:
        self._screen = None
        try:
            self._screen = self._perceive(self._device.look(picture=False))
            words = self._companion.tell(self._screen)
        except SextantError as error:
            _LOG.warning("the map says nothing on this screen: %s", error)
            return ""
        return f"{words}\n\n{self._places(self._screen)}" if words else ""

    def _places(self, screen: Screen) -> str:
        """Where the numbered elements are: the agent touches points of its screenshot."""
        across, down = self._scale()
        shown = [one for one in screen.elements if "tap" in one.affordances and one.visibility == "visible"]
        centres = [(one.index, one.box.centre) for one in shown[:_MOST_PLACES]]
        points = (f"[{index}] ({round(at.x * across)}, {round(at.y * down)})" for index, at in centres)
        return f"Places in the screenshot (x, y): {', '.join(points)}"

    def _scale(self) -> tuple[float, float]:
        """Pixels of the screenshot per pixel of the device."""
        width, height = self._agent.env.window_size
        return width / self._device.size.width, height / self._device.size.height

    def _action(self, name: str, parameters: Mapping[str, Any]) -> Action | None:
        """The action of a MobileUse action; None where a map has no such action."""
        if name == "system_button":
            return _BUTTONS.get(str(parameters.get("button", "")))
        if name == "open":
            return OpenApp(str(parameters.get("text", "")))
        at = parameters.get("coordinate")
        if name not in ("click", "left_click", "long_press") or at is None or self._screen is None:
            return None
        across, down = self._scale()
        element = element_at(self._screen, Point(at[0] / across, at[1] / down))
        if element is None:
            return None
        return LongPress(ByIndex(element.index)) if name == "long_press" else Click(ByIndex(element.index))
