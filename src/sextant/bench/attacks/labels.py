"""What the review makes of labels and goals that it was not made from (`bench/truth/act_*.jsonl`).

Each is reviewed by itself, as a plain button on a page or as a task, in a run that nobody attends.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from typing import Literal

from sextant.bench.figures import Figure, Json
from sextant.perception import Perceiver
from sextant.review import irreversibility
from sextant.review.vocabulary import asked_for, risky_word
from sextant.types.actions import ByIndex, Click
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Observation

__all__ = ["Half", "label_details", "label_figures", "truth_hash", "unknown_labels"]

Half = Literal["dev", "held-out"]
_HALVES: tuple[Half, ...] = ("dev", "held-out")
_SIZE = Size(412, 915)


@dataclass(frozen=True, slots=True)
class _Said:
    """A label or a goal. `deed` is empty where none is done or asked for; `button` carries a goal's deed out."""

    lang: str
    text: str
    deed: str
    button: str = ""

    @property
    def half(self) -> Half:
        return _HALVES[sha256(self.text.encode()).digest()[0] % 2]


def unknown_labels(language: str) -> tuple[tuple[str, str], ...]:
    """Labels of harmful controls in that language that the review was not made from, each with its deed."""
    return tuple((one.text, one.deed) for one in _labels() if one.lang == language and one.deed and _held_out(one))


def label_figures() -> tuple[Figure, ...]:
    """The four shares on the half that is held out; none has a target."""
    better: Mapping[str, Literal["high", "low"]] = {"label_recall": "high"}
    return tuple(Figure(name, value, better=better.get(name, "low")) for name, value in _shares("held-out").items())


def label_details() -> dict[str, Json]:
    """Both halves, in all and by language. Which ones went wrong is told of the half for development alone."""
    halves: dict[str, Json] = {
        half: {"all": {**_shares(half)}, **{lang: {**_shares(half, lang)} for lang in _languages()}} for half in _HALVES
    }
    return {**halves, "wrong_dev": {name: [*texts] for name, texts in _wrong("dev").items()}, "truth": truth_hash()}


def truth_hash() -> str:
    """Of both files."""
    return sha256((_text("act_labels") + _text("act_goals")).encode()).hexdigest()[:16]


def _shares(half: Half, lang: str = "") -> dict[str, float]:
    wrong, among = _wrong(half, lang), _among(half, lang)
    shares = {name: _share(len(wrong[name]), len(among[name])) for name in among}
    return {name: 1 - share if name == "label_recall" else share for name, share in shares.items()}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def _among(half: Half, lang: str = "") -> dict[str, list[_Said]]:
    """What each share is a share of."""
    labels = [one for one in _labels() if one.half == half and lang in ("", one.lang)]
    goals = [one for one in _goals() if one.half == half and lang in ("", one.lang)]
    return {
        "label_recall": [one for one in labels if one.deed],
        "harmless_refused": [one for one in labels if not one.deed],
        "readonly_licensed": [one for one in goals if not one.deed],
        "asked_refused": [one for one in goals if one.deed],
    }


def _wrong(half: Half, lang: str = "") -> dict[str, list[str]]:
    """What the review gets wrong of it."""
    among = _among(half, lang)
    return {
        "label_recall": [one.text for one in among["label_recall"] if not _refused(one.text)],
        "harmless_refused": [one.text for one in among["harmless_refused"] if _refused(one.text)],
        "readonly_licensed": [
            f"{one.text} -> {licensed}" for one in among["readonly_licensed"] for licensed in _licensed(one)[:1]
        ],
        "asked_refused": [
            f"{one.text} -> {one.button}" for one in among["asked_refused"] if not _asked(one.button, one.text)
        ],
    }


@lru_cache(maxsize=1024)
def _refused(label: str) -> bool:
    """Whether touching a plain button of that label would be refused in a run that nobody attends."""
    button = Element(
        0, Box(20, 200, 300, 44), "button", label, label, affordances=frozenset({"tap"}), visibility="visible"
    )
    page = "https://app.example"
    screen = Perceiver()(Observation(page, f"{page}/page", "Page", _SIZE, (button,)))
    return irreversibility(Click(ByIndex(0, screen.digest)), screen).level != "reversible"


def _licensed(goal: _Said) -> list[str]:
    """The labels of deeds, in the goal's language, that the goal would allow."""
    deeds = [one.text for one in _labels() if one.deed and one.lang == goal.lang]
    return [label for label in deeds if _asked(label, goal.text)]


def _asked(label: str, goal: str) -> bool:
    """Whether the goal asks for the act of that label, by the words of both alone."""
    return asked_for(risky_word(label), label, goal)


def _held_out(one: _Said) -> bool:
    return one.half == "held-out"


def _languages() -> Sequence[str]:
    return tuple(dict.fromkeys(one.lang for one in _labels()))


@lru_cache(maxsize=1)
def _labels() -> tuple[_Said, ...]:
    return tuple(_Said(one["lang"], one["label"], one["deed"]) for one in _lines("act_labels"))


@lru_cache(maxsize=1)
def _goals() -> tuple[_Said, ...]:
    return tuple(_Said(one["lang"], one["goal"], one["deed"], one["button"]) for one in _lines("act_goals"))


def _lines(name: str) -> Iterator[dict[str, str]]:
    return (json.loads(line) for line in _text(name).splitlines())


def _text(name: str) -> str:
    return (resources.files("sextant.bench") / "truth" / f"{name}.jsonl").read_text(encoding="utf-8")
