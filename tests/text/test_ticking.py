"""What goes on by itself, in any language, and what only looks like it."""

import pytest

from sextant.text.clocks import steady

TICKING = [
    ("12:30:01", "~"),
    ("saved 3 seconds ago", "saved ~"),
    ("Saved 1 minute ago by Ada", "Saved ~ by Ada"),
    ("in 5 minutes, then 10 sec. ago", "~, then ~"),
    ("vor 12 Minuten bearbeitet", "~ bearbeitet"),
    ("il y a 4 secondes", "~"),
    ("3 分钟前更新", "~更新"),
    ("الحفظ قبل 15 دقيقة", "الحفظ ~"),
    ("2 minuty temu", "~"),
]
RESTING = [
    "3 items",
    "12:30",
    "2 hours ago",
    "5 min walk",
    "iPhone 5 s",
    "-5 m",
    "30 seconds",
    "room 3 minutes agora",
    "",
]


@pytest.mark.parametrize(("text", "rests"), TICKING)
def test_what_goes_on_by_itself_is_left_out(text: str, rests: str) -> None:
    assert steady(text) == rests


@pytest.mark.parametrize("text", RESTING)
def test_other_numbers_stay(text: str) -> None:
    assert steady(text) == text
