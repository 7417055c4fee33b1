"""Whatever is written in a world can be read, in every look."""

import pytest

from sextant_worlds.page.colours import ACCENTS, colours, contrast

_GROUNDS = ("ground", "surface", "raised")
_WRITTEN = (
    *((ink, ground) for ink in ("ink", "muted", "accent", "danger") for ground in _GROUNDS),
    *((ink, "accent-soft") for ink in ("ink", "muted", "accent")),
    *(("on-accent", ground) for ground in ("accent", "danger")),
    *(("muted", "hairline"), ("danger", "danger-soft"), ("ok", "ok-soft")),
    *((ink, "warn-soft") for ink in ("ink", "warn")),
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
    for accent, tokens in found.items():
        assert contrast(tokens["accent-soft"], tokens["ground"]) >= 1.1, f"{accent} is seen on its ground"
