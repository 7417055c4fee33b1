"""A world of two apps that uses every block and shape, for the tests of scene and page: `data/sample.yaml`."""

from dataclasses import dataclass
from typing import Any

from sextant_worlds.data_files import read_yaml
from sextant_worlds.genres.app_file import filled_in
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.world import World
from tests.worlds.toy import toy

Json = dict[str, Any]


@dataclass(frozen=True)
class Speech:
    """The language that texts in two languages are put in."""

    locale: Locale

    def say(self, en: str, zh: str) -> str:
        return zh if self.locale == "zh" else en


def sample(theme: str = "material", locale: Locale = "en", large_text: bool = False, dark: bool = False) -> World:
    """The world in a theme and a language."""
    return World.model_validate(sample_json(theme, locale, large_text, dark))


def sample_json(theme: str = "material", locale: Locale = "en", large_text: bool = False, dark: bool = False) -> Json:
    """The same as JSON."""
    made: Json = filled_in(read_yaml("tests.worlds", "data/sample.yaml"), {}, Speech(locale))
    made["phone"]["look"] = {"theme": theme, "dark": dark, "large_text": large_text}
    return {**made, "task": toy()["task"]}
