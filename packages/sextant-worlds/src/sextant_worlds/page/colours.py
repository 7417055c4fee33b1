"""Colours of the worlds: one table for the page and the painted twin.

Tokens are named in the scene; a theme, light or dark, and the accent of the app in front say what they are.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Literal

from sextant_worlds.data_files import read
from sextant_worlds.spec.base import SpecModel


class _Theme(SpecModel):
    accents: str
    light: dict[str, str]
    dark: dict[str, str]


class _Table(SpecModel):
    """What `colours.yaml` holds."""

    accents: dict[str, dict[str, tuple[str, str]]]
    themes: dict[str, _Theme]
    verdicts: dict[Literal["light", "dark"], dict[str, str]]


_TABLE = read(_Table, "sextant_worlds.page", "colours.yaml")
ACCENTS = tuple(_TABLE.accents["tonal"])

_TINT = {"material": (0.02, 0.045, 0.07), "ios": (0.0, 0.0, 0.0), "dense": (0.0, 0.0, 0.0), "plain": (0.0, 0.0, 0.0)}
"""How much of the accent is in ground, surface and raised."""
_SOFT = {False: 0.11, True: 0.15}
"""How much of the accent is in what is softly filled with it: seen at a glance, and still a ground to write on."""
_LEAST = 4.6
"""Contrast of what is written with what it is written on; AA asks for 4.5."""
SCRIM = {False: "rgba(12,13,18,.44)", True: "rgba(0,0,0,.62)"}
"""Always opaque enough to be seen as something that lies over the rest."""


@cache
def colours(theme: str, dark: bool, accent: str) -> Mapping[str, str]:
    """Every token as `#rrggbb`, `scrim` as `rgba(…)`.

    Raises:
        KeyError: There is no such theme or accent.
    """
    table = _TABLE.themes[theme]
    found = dict(table.dark if dark else table.light)
    tone = _TABLE.accents[table.accents][accent][dark]
    for name, share in zip(("ground", "surface", "raised"), _TINT[theme], strict=True):
        found[name] = mix(found[name], tone, share)
    soft = mix(found["raised" if dark else "ground"], tone, _SOFT[dark])
    grounds = (soft, *(found[name] for name in ("ground", "surface", "raised")))
    found["accent"] = _readable(tone, dark, grounds)
    found["accent-soft"] = soft
    found["muted"] = _readable(found["muted"], dark, (*grounds, found["hairline"]))
    found["on-accent"] = mix("#101114", tone, 0.12) if dark else "#ffffff"
    for name, colour in _TABLE.verdicts["dark" if dark else "light"].items():
        found[name] = colour
        found[f"{name}-soft"] = mix(found["ground"], colour, 0.2 if dark else 0.12)
    found["scrim"] = SCRIM[dark]
    return MappingProxyType(found)


def _readable(colour: str, dark: bool, grounds: Sequence[str]) -> str:
    """The colour, so much darker or lighter that it can be read on all the grounds."""
    made, share = colour, 0.0
    while min(contrast(made, ground) for ground in grounds) < _LEAST and share < 1:
        share += 0.02
        made = mix(colour, "#ffffff" if dark else "#000000", share)
    return made


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(base: str, other: str, share: float) -> str:
    """The base with so large a share of the other colour in it."""
    pairs = [(int(base[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(low + (high - low) * share):02x}" for low, high in pairs)


def style_sheet(theme: str, dark: bool) -> str:
    """CSS variables of a theme: those of every accent, to be chosen by `data-accent` on an element."""
    blocks: list[str] = []
    for accent in ACCENTS:
        tokens = "".join(f"--{name}:{value};" for name, value in colours(theme, dark, accent).items())
        blocks.append(f"[data-accent={accent}]{{{tokens}}}")
    return "\n".join(blocks)
