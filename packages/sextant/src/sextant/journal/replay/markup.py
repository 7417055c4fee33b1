"""Small pieces of HTML. Everything that comes from a run goes through `text`: it is data, never markup."""

import html
import re
from functools import cache
from importlib.resources import files

from sextant.journal.replay.words import VerdictMark

_INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and those that would turn the direction of what stands around them."""


def text(value: str, limit: int = 2000) -> str:
    """A run's text as HTML: escaped, bounded, without control characters."""
    clean = _INVISIBLE.sub("", value[: limit + 1])
    if len(clean) > limit:
        clean = f"{clean[:limit]}…"
    return html.escape(clean)


def inline(value: str, limit: int = 300) -> str:
    """The same for a run's text within a sentence; its direction does not touch the sentence."""
    return f"<bdi>{text(' '.join(value[: limit * 4].split()), limit)}</bdi>"


def icon(name: str) -> str:
    """An icon; the word stands beside it."""
    return f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}"/></svg>'


def mark(shown: VerdictMark, detail: str = "") -> str:
    """A verdict: shape, word, colour. `detail` is HTML already."""
    extra = f" <span>{detail}</span>" if detail else ""
    return f'<span class="mark {shown.tone}">{icon(shown.icon)}<b>{inline(shown.word, 80)}</b>{extra}</span>'


@cache
def icon_symbols() -> str:
    """Every icon once, to be used by name."""
    folder = files("sextant.journal.replay") / "icons"
    symbols: list[str] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        name, dot, kind = file.name.rpartition(".")
        if dot + kind != ".svg":
            continue
        source = file.read_text()
        inner = source[source.index(">", source.index("<svg")) + 1 : source.index("</svg>")]
        drawn = " ".join(inner.split())
        symbols.append(f'<symbol id="icon-{name}" viewBox="0 0 24 24">{drawn}</symbol>')
    return "".join(symbols)


@cache
def asset(name: str) -> str:
    """A file of this package as text: the page's style or script."""
    return (files("sextant.journal.replay") / name).read_text()
