"""Whatever is written in a world can be read, in every look."""

import pytest

from sextant_worlds.page.colours import ACCENTS, colours, contrast

_GROUNDS = ("ground", "surface", "raised")
_WRITTEN = (
    *((ink, ground) for ink in ("ink", "muted", "accent", "danger") for ground in _GROUNDS),
    ("ink", "accent-soft"),
    ("muted", "accent-soft"),
    ("accent", "accent-soft"),
    ("muted", "hairline"),
    ("on-accent", "accent"),
    ("on-accent", "danger"),
    ("danger", "danger-soft"),
    ("ink", "warn-soft"),
    ("warn", "warn-soft"),
    ("ok", "ok-soft"),
)
"""What is written on what: the pairs that the engine draws."""


@pytest.mark.parametrize("theme", ["material", "ios", "dense", "plain"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_can_be_read_in_every_look(theme: str, dark: bool) -> None:
    found = {accent: colours(theme, dark, accent) for accent in ACCENTS}
    low = {
        f"{accent}: {ink} on {ground}": round(ratio, 2)
        for accent, tokens in found.items()
        for ink, ground in _WRITTEN
        if (ratio := contrast(tokens[ink], tokens[ground])) < 4.5
    }
    assert low == {}


def test_what_is_softly_filled_is_seen_on_its_ground() -> None:
    for theme in ("material", "ios", "dense", "plain"):
        for dark in (False, True):
            for accent in ACCENTS:
                tokens = colours(theme, dark, accent)
                assert contrast(tokens["accent-soft"], tokens["ground"]) >= 1.1, (theme, dark, accent)
