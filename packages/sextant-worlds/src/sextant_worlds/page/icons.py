"""The vendored icons: Lucide, 24 by 24, drawn with a stroke of 1.5."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@cache
def icons() -> Mapping[str, str]:
    """Every icon by name: the shapes inside its `<svg>`."""
    text = files("sextant_worlds.page").joinpath("icons.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))
