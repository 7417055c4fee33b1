"""Screens as apps show them, labelled by hand: `sextant/bench/truth/review_pages.jsonl`."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

from sextant.bench.review.cases import Case, Class, policy, worded
from sextant.errors import UsageError
from sextant.types import actions as act
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScreenKey
from sextant.types.tasks import Task

__all__ = ["page_cases", "pages_text"]

_FILE = "review_pages.jsonl"
_SIZE = Size(412, 915)
_ROW = 48.0
_AFFORDS: Mapping[str, tuple[Affordance, ...]] = {
    "heading": (),
    "text": (),
    "textbox": ("tap", "type"),
    "searchbox": ("tap", "type"),
}
_CLASSES: Mapping[str, Class] = {
    "right": "right",
    "off_task": "off_task",
    "irreversible": "irreversible",
    "foreign": "foreign",
}


def pages_text(path: str = "") -> str:
    """The labelled screens, one a line of JSON: those of the package, or of a file.

    Raises:
        UsageError: The file cannot be read.
    """
    if not path:
        return (resources.files("sextant.bench") / "truth" / _FILE).read_text(encoding="utf-8")
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"The screens {path!r} cannot be read: {error.strerror}.", "Check the path.") from error


def page_cases(text: str, seed: int) -> Iterator[Case]:
    """A case for every labelled element: touched, or typed into where it is a field."""
    for line in text.splitlines():
        page: dict[str, Any] = json.loads(line)
        screen = _screen(page)
        rng = random.Random(f"{seed}/{page['id']}")  # noqa: S311 - wording, not secrecy
        task = Task(page["goal"], policy=policy(page["app"]))
        for element, told in zip(screen.elements, page["elements"], strict=True):
            if "is" not in told:
                continue
            target = act.ByIndex(element.index, screen.digest)
            typed = "type" in element.affordances
            action: act.Action = act.InputText("500", target) if typed else act.Click(target)
            said = worded(action, element, page["lang"], rng)
            decision = Decision(action, screen.digest, said)
            yield Case(_CLASSES[told["is"]], "page", page["id"], task, screen, decision)


def _screen(page: dict[str, Any]) -> Screen:
    told: Sequence[dict[str, Any]] = page["elements"]
    elements = tuple(_element(index, one) for index, one in enumerate(told))
    observation = Observation(page["app"], page["app"], page["title"], _SIZE, elements)
    digest = sha256(json.dumps(page, sort_keys=True).encode()).hexdigest()[:16]
    return Screen(ScreenKey(page["app"], page["id"], page["title"]), digest, observation)


def _element(index: int, told: dict[str, Any]) -> Element:
    role = str(told["role"])
    typed = role in ("textbox", "searchbox")
    made = Element(index, Box(0, index * _ROW, _SIZE.width, _ROW), role, name=told["label"], href=told.get("href", ""))
    shown = made if typed else replace(made, text=told["label"])
    return replace(shown, affordances=frozenset(_AFFORDS.get(role, ("tap",))))
