"""What of an app's data a page depends on, read off its spec: too much rather than too little."""

import json
import re
from typing import NamedTuple

from sextant_worlds.engine.data import Json

_NAMED = re.compile(r"\b(var|count|sum):([a-z0-9_-]+)")
_CLIP = re.compile(r'(\{clip[|}]|"left": "clip")')


class Needs(NamedTuple):
    """`own`: the collection of the page's record, "" for none; `lists`, `vars`: names; `clip`: whether it shows it."""

    own: str
    lists: tuple[str, ...]
    vars: tuple[str, ...]
    clip: bool


def needs_of(app: Json, page: Json) -> Needs:
    """Of a page with the tabs around it."""
    text = json.dumps([page, [tab["badge"] for tab in app["tabs"]]])
    lists, variables = _named(text)
    for block in page["blocks"]:
        if "source" in block:
            lists.add(block["source"])
        if block.get("var"):
            variables.add(block["var"])
    own = page["of"] or ""
    return Needs(
        own, tuple(sorted(lists & app["collections"].keys())), tuple(sorted(variables)), bool(_CLIP.search(text))
    )


def badge_needs(app: Json) -> Needs:
    """Of the app's icon on the launcher."""
    lists, variables = _named(app["badge"])
    return Needs("", tuple(sorted(lists & app["collections"].keys())), tuple(sorted(variables)), False)


def _named(text: str) -> tuple[set[str], set[str]]:
    lists, variables = set[str](), set[str]()
    for kind, name in _NAMED.findall(text):
        (variables if kind == "var" else lists).add(name)
    return lists, variables
