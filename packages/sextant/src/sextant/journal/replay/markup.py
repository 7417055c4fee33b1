"""Fills the templates of a replay. All data of a run is escaped by `text`."""

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from sextant.html_templates import Markup, Templates, escape, isolated
from sextant.journal.briefs import BriefPart, ReadBrief
from sextant.journal.replay import words
from sextant.journal.summary import describe, effect_of, effects_of
from sextant.types.transitions import Transition

_PACKAGE = "sextant.journal.replay"
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and characters that change the writing direction of their surroundings."""


def text(value: str, limit: int = 2000) -> Markup:
    """A text of a run as HTML: escaped, bounded, without control characters."""
    clean = _INVISIBLE.sub("", value[: limit + 1])
    return escape(f"{clean[:limit]}…" if len(clean) > limit else clean)


def inline(value: str, limit: int = 300) -> Markup:
    """The same within a sentence, isolated from the sentence's direction of writing."""
    return isolated(text(" ".join(value[: limit * 4].split()), limit))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, default=str)


def _sections(read: ReadBrief) -> Sequence[BriefPart]:
    """The sections of a prompt; only names and tokens if its text is left out."""
    return read.parts or [BriefPart(name, "", count, data=False) for name, count in read.tokens.items()]


@cache
def _icons() -> dict[str, Markup]:
    """The content of the `svg` element of each icon, by name."""
    found: dict[str, Markup] = {}
    for file in sorted((files(_PACKAGE) / "icons").iterdir(), key=lambda file: file.name):
        name, dot, kind = file.name.rpartition(".")
        if dot + kind == ".svg":
            source = file.read_text()
            inner = source[source.index(">", source.index("<svg")) + 1 : source.index("</svg>")]
            found[name] = Markup(" ".join(inner.split()))
    return found


def _effect(transition: Transition) -> words.VerdictMark:
    return words.EFFECTS[effect_of(transition)]


_TEMPLATES = Templates(
    _PACKAGE,
    {
        "text": text,
        "inline": inline,
        "json_text": _json,
        "sections": _sections,
        "count": words.count_words,
        "dollars": words.dollars_words,
        "gesture": words.gesture_words,
        "number": words.tokens_words,
        "permission": words.permission_mark,
        "predicate": words.predicate_words,
        "screen": words.screen_words,
        "seconds": words.seconds_words,
        "sentence": words.sentence,
        "status": words.status_mark,
        "claim": words.claim_words,
        "verdict": words.verdict_mark,
        "describe": describe,
        "effect": _effect,
        "effects": effects_of,
        "cause": words.CAUSES.__getitem__,
        "wrote": words.WROTE.__getitem__,
        "NOT_TAKEN": words.NOT_TAKEN,
        "VerdictMark": words.VerdictMark,
    },
)
render, macro = _TEMPLATES.fill, _TEMPLATES.macro


def drawn(drawing: str, **view: object) -> Markup:
    """A drawing of `screen.html.j2`."""
    return macro("screen.html.j2", drawing)(**view)


def document(**view: object) -> str:
    """The whole page, with its style and script."""
    style, script = _TEMPLATES.asset("replay.css"), _TEMPLATES.asset("replay.js")
    return str(render("page.html.j2", style=style, script=script, icons=_icons(), **view))
