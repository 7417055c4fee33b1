"""Colours of the worlds: one table for the page and the painted twin.

Tokens are named in the scene; a theme, light or dark, and the accent of the app in front say what they are.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

ACCENTS = ("blue", "teal", "green", "amber", "orange", "red", "pink", "violet", "indigo", "slate")

_TONAL = {
    "blue": ("#0b57d0", "#a8c7fa"),
    "teal": ("#00696b", "#74d7d3"),
    "green": ("#1b6e3a", "#86d993"),
    "amber": ("#855300", "#f5bd5c"),
    "orange": ("#a43f0a", "#ffb68f"),
    "red": ("#b3261e", "#ffb4ab"),
    "pink": ("#a52c63", "#ffb0cb"),
    "violet": ("#6a46c4", "#cfbdff"),
    "indigo": ("#4353bf", "#bbc3ff"),
    "slate": ("#43566b", "#b6c9df"),
}
"""Accents, light and dark: deep on white, pale on black, both at least 4.5 : 1 with what is written on them."""
_VIVID = {
    "blue": ("#0a66e0", "#4a9dff"),
    "teal": ("#086a73", "#5ac8d8"),
    "green": ("#1f8039", "#34d05c"),
    "amber": ("#a05a00", "#ffb340"),
    "orange": ("#c03a00", "#ff9a4a"),
    "red": ("#d0021b", "#ff6e66"),
    "pink": ("#c91a5c", "#ff6f96"),
    "violet": ("#8440b0", "#d18cff"),
    "indigo": ("#4a48c4", "#918fff"),
    "slate": ("#525d6b", "#9dabbd"),
}
_PALETTES = {"material": _TONAL, "ios": _VIVID, "dense": _VIVID, "plain": _TONAL}

_NEUTRALS: Mapping[tuple[str, bool], dict[str, str]] = {
    ("material", False): {
        "ground": "#fdfcfe", "surface": "#f5f4f8", "raised": "#f1f0f5", "ink": "#1b1b1f", "muted": "#56575f",
        "faint": "#7d7e88", "hairline": "#dedde3",
    },
    ("material", True): {
        "ground": "#121316", "surface": "#1d1e22", "raised": "#292a2f", "ink": "#e5e3e9", "muted": "#b6b5be",
        "faint": "#8b8a94", "hairline": "#3a3b41",
    },
    ("ios", False): {
        "ground": "#f2f2f7", "surface": "#ffffff", "raised": "#ffffff", "ink": "#0c0c0e", "muted": "#5f5f66",
        "faint": "#8b8b92", "hairline": "#dcdce1",
    },
    ("ios", True): {
        "ground": "#000000", "surface": "#1c1c1e", "raised": "#2a2a2d", "ink": "#f5f5f7", "muted": "#a4a4ab",
        "faint": "#7b7b82", "hairline": "#343438",
    },
    ("dense", False): {
        "ground": "#ffffff", "surface": "#f6f7f9", "raised": "#ffffff", "ink": "#16181d", "muted": "#5a606d",
        "faint": "#7f8694", "hairline": "#e2e5ea",
    },
    ("dense", True): {
        "ground": "#0f1115", "surface": "#181b21", "raised": "#20242c", "ink": "#e7e9ed", "muted": "#9da4b1",
        "faint": "#767d8b", "hairline": "#282d36",
    },
    ("plain", False): {
        "ground": "#fbfaf8", "surface": "#f3f1ed", "raised": "#ffffff", "ink": "#1d1c1a", "muted": "#625e57",
        "faint": "#88837a", "hairline": "#e4e0d9",
    },
    ("plain", True): {
        "ground": "#161513", "surface": "#211f1c", "raised": "#2a2825", "ink": "#eeebe5", "muted": "#aca79d",
        "faint": "#7f7a71", "hairline": "#35322d",
    },
}  # fmt: skip
_TINT = {"material": (0.02, 0.045, 0.07), "ios": (0.0, 0.0, 0.0), "dense": (0.0, 0.0, 0.0), "plain": (0.0, 0.0, 0.0)}
"""How much of the accent is in ground, surface and raised."""
_SOFT = {False: 0.11, True: 0.15}
"""How much of the accent is in what is softly filled with it: seen at a glance, and still a ground to write on."""
_LEAST = 4.6
"""Contrast of what is written with what it is written on; AA asks for 4.5."""
_VERDICTS = {
    False: {"danger": "#b3261e", "warn": "#7d5200", "ok": "#1b6e3a"},
    True: {"danger": "#ffb4ab", "warn": "#f2c063", "ok": "#86d993"},
}
SCRIM = {False: "rgba(12,13,18,.44)", True: "rgba(0,0,0,.62)"}
"""Always opaque enough to be seen as something that lies over the rest."""


@cache
def colours(theme: str, dark: bool, accent: str) -> Mapping[str, str]:
    """Every token as `#rrggbb`, `scrim` as `rgba(…)`.

    Raises:
        KeyError: There is no such theme or accent.
    """
    found = dict(_NEUTRALS[theme, dark])
    tone = _PALETTES[theme][accent][dark]
    for name, share in zip(("ground", "surface", "raised"), _TINT[theme], strict=True):
        found[name] = mix(found[name], tone, share)
    soft = mix(found["raised" if dark else "ground"], tone, _SOFT[dark])
    grounds = (soft, *(found[name] for name in ("ground", "surface", "raised")))
    found["accent"] = _readable(tone, dark, grounds)
    found["accent-soft"] = soft
    found["muted"] = _readable(found["muted"], dark, (*grounds, found["hairline"]))
    found["on-accent"] = mix("#101114", tone, 0.12) if dark else "#ffffff"
    for name, colour in _VERDICTS[dark].items():
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
