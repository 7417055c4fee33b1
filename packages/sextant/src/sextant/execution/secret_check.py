"""Checks whether a secret may be typed into a field of the present screen."""

from typing import Protocol

from sextant.types.screens import Element, Screen

__all__ = ["SecretCheck", "anywhere"]


class SecretCheck(Protocol):
    """Returns why a secret may not be typed into a field of that screen; empty if it may. It may ask a person."""

    def __call__(self, secret: str, field: Element | None, screen: Screen) -> str: ...


def anywhere(secret: str, field: Element | None, screen: Screen) -> str:
    """No check: the device itself types secrets only where they belong, or there are none."""
    del secret, field, screen
    return ""
