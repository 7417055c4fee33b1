"""Devices that tell less: as good as the one behind them, and silent on what many real ones cannot say."""

from dataclasses import replace

from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Perceive
from sextant.types.geometry import Point
from sextant.types.screens import Observation, Screen

__all__ = ["Blind", "FrameOnly", "framed", "perceiving_frames"]

_ANY_APP = "screen"


class Blind(DeviceWrapper):
    """Cannot tell whether an input arrived, nor where: `injected` and `touched` are always None."""

    def injected(self, intent: str) -> bool | None:
        del intent
        return None

    def touched(self, intent: str) -> Point | None:
        del intent
        return None


class FrameOnly(Blind):
    """Tells nothing but the frame: its title, its elements, its picture; see `sextant.devices.faults.frames`.

    No app in front, no address, no component, no record, no status, nor whether an input arrived. An app that is gone
    is a black screen like any other.
    """

    def look(self, picture: bool = True) -> Observation:
        return framed(super().look(picture))


def framed(seen: Observation) -> Observation:
    """What is left of a look without the system's word and without named facts."""
    condition = "blank" if seen.condition == "app_gone" else seen.condition
    return replace(seen, app=_ANY_APP, location="", condition=condition, notes=(), facts={})


def perceiving_frames(perceive: Perceive) -> Perceive:
    """Screens with the identities that they have where only frames are told, for who knows more of them."""

    def perceived(observation: Observation) -> Screen:
        screen = perceive(framed(observation))
        told = replace(screen.observation, app=observation.app, location=observation.location, facts=observation.facts)
        return replace(screen, observation=told)

    return perceived
