"""Small helpers for words: lists in one string, sentences filled in."""

from collections.abc import Mapping


def listed(text: str) -> tuple[str, ...]:
    """The entries of a text, set apart by `|` or by a new line; blanks around them are dropped."""
    return tuple(entry.strip() for line in text.splitlines() for entry in line.split("|") if entry.strip())


def filled(text: str, slots: Mapping[str, str]) -> str:
    """The text with each `<slot>` replaced; braces stay as they are, for templates and places of values."""
    for name, value in slots.items():
        text = text.replace(f"<{name}>", value)
    return text
