"""A goal in words, taken apart without a model: what it quotes, and its sentences. Pure functions.

Programs, task state and memory all begin with this, and differ in what they make of it. A program asks which names have
to be dealt with before `done` is believed: capitalised words are names to it, it leaves out whatever line has a number,
and much counts as a condition. Task state lists deeds: figures are names to it, numbered lines are counted, and a
condition only keeps a sentence in one piece. Memory looks for labels of values. The words of each are compared by stems
of their own: a program's are cut short, those of guides are those of the map.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sextant.types.refs import collapse, whole_words

__all__ = [
    "CONDITIONS",
    "SLOT",
    "Hidden",
    "Quote",
    "hidden",
    "orders_in",
    "quotes_in",
    "says",
    "sends_something",
    "sentences",
    "trimmed",
    "unquoted",
]

CONDITIONS = (
    r"\b(?:if|unless|otherwise|(?<!thing )else|depending|whichever|in (?:the |any )?(?:other )?case|sofern)\b"
    r"|如果|若|要是|否则|则"
)
"""Words that make a sentence of a goal hang on something, as part of a pattern: `anything else` does not."""

SLOT = "\ue000"
"""Stands, on both sides of a number, for a quoted text while the rest is read."""

_SLOTS = re.compile(f"{SLOT}(\\d+){SLOT}")
_QUOTED = re.compile(
    r'(?<!\\)"((?:[^"“”\\\n]|\\.|“[^“”"\n]*”)+)["”]|(?<!\\)"((?:[^"\\\n]|\\.)+)"'
    r'|“([^“”\n]+)”|[“„]([^“„”"\n]+)[“”"]'
    r"|「([^「」\n]+)」|『([^『』\n]+)』|《([^《》\n]+)》|«([^«»\n]+)»"
)
"""No quotation has its own opening mark in it: so a text full of opened ones is read once, however long it is."""
_ESCAPED = re.compile(r'\\(["\\])')
_SENTENCE = re.compile(
    r"(?<=[!?。！？])\s*|(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bProf\.)(?<=\.)\s+|\n+"
)


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted text of a goal; as it is `written`, with its marks, it begins at `start`."""

    text: str
    written: str
    start: int

    @property
    def end(self) -> int:
        """Where the text goes on."""
        return self.start + len(self.written)


@dataclass(frozen=True, slots=True)
class Hidden:
    """A text with a slot for each quotation, so that nothing inside of one ends a sentence or is a word of it."""

    text: str
    quotes: tuple[Quote, ...]

    def shown(self, part: str) -> str:
        """A part of the text as it was written."""
        return _SLOTS.sub(lambda found: self.quotes[int(found[1])].written, part)

    def bare(self, part: str) -> str:
        """A part of the text with one `SLOT` alone for each quotation."""
        return _SLOTS.sub(f" {SLOT} ", part)

    def quoted(self, part: str) -> tuple[str, ...]:
        """What is quoted in a part of the text."""
        return tuple(self.quotes[int(number)].text for number in _SLOTS.findall(part))


def quotes_in(text: str) -> Iterator[Quote]:
    """What a text quotes, in any of the usual marks; a mark or a backslash after a backslash stands for itself."""
    for found in _QUOTED.finditer(text):
        inner = next(group for group in found.groups() if group is not None)
        yield Quote(_ESCAPED.sub(r"\1", inner) if found[0][0] == '"' else inner, found[0], found.start())


def hidden(text: str) -> Hidden:
    """The text with its quotations hidden. Slots that it has of itself are left out: nobody sees them."""
    plain = text.replace(SLOT, "")
    quotes, kept, end = tuple(quotes_in(plain)), list[str](), 0
    for number, quote in enumerate(quotes):
        kept += plain[end : quote.start], f"{SLOT}{number}{SLOT}"
        end = quote.end
    return Hidden("".join((*kept, plain[end:])), quotes)


def unquoted(text: str, instead: str = " ") -> str:
    """The text without what it quotes."""
    return _QUOTED.sub(instead, text)


def trimmed(name: str) -> str:
    """A name without the marks of the sentence that it stands in."""
    return name.strip(" .,!?;:。，！？；：…")


def sentences(text: str) -> list[str]:
    """The sentences of a text, each line one at least; a title (`Dr. Chen`) ends none."""
    return [sentence for sentence in _SENTENCE.split(text) if sentence and sentence.strip()]


def says(name: str, text: str) -> bool:
    """Whether a text says a name, as whole words, whatever its spaces and capitals."""
    wanted = collapse(name)
    return bool(wanted) and whole_words(wanted).search(collapse(text)) is not None


_SENDS = re.compile(
    r"(?:please |now |also )?(?:(?:add|send|post|save|submit|reply|comment|publish|create|order|book|buy|invite"
    r"|schedule|upload|register)\b"
    r"|(?:hand|turn) (?:(?:it|them|this|that|(?:the|my) [\w ]{1,30}?) )?(?:in|over)\b"
    r"|(?:sende|schicke|speichere|bestelle|buche|lege \w+ an|füge)\b"
    r"|.{0,8}?(?:添加|加入|发送|發送|保存|提交|发布|发表|创建|预订|下单))"
)
_DEEDS = re.compile(r"[,;.:]\s+|\s+(?:and|then|und|dann)\s+|\n")


def orders_in(told: str) -> list[str]:
    """What is told to be done, deed by deed, folded; `it` stands for what is quoted."""
    return [deed.strip() for deed in _DEEDS.split(unquoted(told, " it ").casefold())]


def sends_something(told: str) -> bool:
    """Whether something is to be sent, saved or added somewhere: what was only typed is not that yet.

    The order comes first in its clause: `type it into the comment field` sends nothing.
    """
    return any(map(_SENDS.match, orders_in(told)))
