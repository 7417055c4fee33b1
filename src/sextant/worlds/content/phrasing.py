"""Small helpers for words: lists in one string, sentences filled in, texts of one of two languages."""

from collections.abc import Mapping

from sextant.worlds.content.circle import Locale


def listed(text: str) -> tuple[str, ...]:
    """The entries of a text, set apart by `|` or by a new line; blanks around them are dropped."""
    return tuple(entry.strip() for line in text.splitlines() for entry in line.split("|") if entry.strip())


def filled(text: str, slots: Mapping[str, str]) -> str:
    """The text with each `<slot>` replaced; braces stay as they are, for templates and places of values."""
    for name, value in slots.items():
        text = text.replace(f"<{name}>", value)
    return text


def ways(locale: Locale, en: str, zh: str, **slots: str) -> tuple[str, ...]:
    """Wordings, one a line, in the language; `<slot>` is filled in."""
    return tuple(filled(line, slots) for line in listed(en if locale == "en" else zh))
