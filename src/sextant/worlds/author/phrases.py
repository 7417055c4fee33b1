"""Wordings of goals, by family and language; one a line. Test and train share none.

Slots: `<label>` a value, `<app>` where it stands, `<desk>` where answers go, `<labels>` several, `<whole>` several
in one phrase, `<rank>` in which order, `<names>` what is ranked, `<task>` something to do. Ways that end in `_said`
are for tasks that are told rather than ordered (`I am coming to …; accept that`), those in `_clause` for values that
are questions (`what the … cost`).
"""

from collections.abc import Mapping

from sextant.worlds.author.phrases_of_test import TEST
from sextant.worlds.author.phrases_of_train import TRAIN
from sextant.worlds.author.recipe import Family
from sextant.worlds.genres.base import Locale

PHRASES: Mapping[tuple[Family, Locale], Mapping[str, str]] = {
    ("test", "en"): TEST["en"],
    ("train", "en"): TRAIN["en"],
    ("test", "zh"): TEST["zh"],
    ("train", "zh"): TRAIN["zh"],
}
