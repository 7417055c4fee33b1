"""Sentences with slots."""

from collections.abc import Mapping


def filled(text: str, slots: Mapping[str, str]) -> str:
    """The text with each `<slot>` replaced; braces stay as they are, for templates and places of values."""
    for name, value in slots.items():
        text = text.replace(f"<{name}>", value)
    return text
