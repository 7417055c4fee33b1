"""What an actor read before a step: its sections, each to be opened, with what it takes of the whole."""

from collections.abc import Sequence
from dataclasses import replace

from sextant.journal.briefs import BriefPart, ReadBrief
from sextant.journal.replay.markup import inline, text
from sextant.journal.replay.words import count_words, tokens_words

__all__ = ["Reading", "render_read"]

MAX_READ_CHARACTERS = 4_000_000
"""All texts of a page together: beyond it a step tells its tokens alone."""
_LONGEST = 20_000
"""Of one section so many characters are shown."""


class Reading:
    """What was read and not yet decided on, while a record is gone through."""

    def __init__(self, most: int = MAX_READ_CHARACTERS) -> None:
        self._left = most
        self._step, self._prefix = -1, ""
        self._briefs: list[ReadBrief] = []
        self.left_out = 0
        """Prompts whose text had no room."""

    def take(self, step: int, read: ReadBrief) -> None:
        """A prompt; one that asks anew after a crash takes the place of what was read before it."""
        self._briefs = [*self._briefs, self._fitted(read)] if read.revision else [self._fitted(read)]
        self._step = step

    def of(self, step: int) -> tuple[ReadBrief, ...]:
        """What was read for that step, which is then told; empty where nothing was."""
        if step != self._step:
            return ()
        found, self._briefs, self._step = tuple(self._briefs), [], -1
        return found

    @property
    def undecided(self) -> tuple[ReadBrief, ...]:
        """What was read last, where no step came of it."""
        return tuple(self._briefs)

    def _fitted(self, read: ReadBrief) -> ReadBrief:
        """Without the static part where that was told before, and without its text where there is no more room."""
        known, self._prefix = read.prefix == self._prefix, read.prefix
        read = replace(read, prefix="" if known else read.prefix)
        self._left -= len(read.text) + len(read.prefix)
        if self._left >= 0:
            return read
        self.left_out += 1
        return replace(read, prefix="", text="")


def render_read(briefs: Sequence[ReadBrief]) -> str:
    """The prompts of a step, closed until they are asked for."""
    return "".join(map(_brief, briefs))


def _brief(read: ReadBrief) -> str:
    parts = read.parts or tuple(BriefPart(name, "", count, data=False) for name, count in read.tokens.items())
    total = sum(read.tokens.values())
    told = [count_words(total, "token"), count_words(len(parts), "section")]
    told += [count_words(read.pictures, "picture")] if read.pictures else []
    again = "Asked again after an objection: " if read.revision else ""
    static = BriefPart("Static part", read.prefix, None, data=False)
    rows = [_part(static, total, "the same at every step")] if read.prefix else []
    rows += [_part(part, total, "data" if part.data else "") for part in parts]
    data = "Data came from the screen or a model, and was marked as no instruction. "
    told_why = data if any(part.data for part in parts) else ""
    return (
        f'<details class="read"><summary>{again}{", ".join(told)}</summary>{"".join(rows)}'
        f'<p class="quiet">{told_why}Tokens without the static part, by {inline(read.tokenizer, 80)}.</p></details>'
    )


def _part(part: BriefPart, total: int, aside: str) -> str:
    count = "" if part.tokens is None else f'<span class="tokens">{tokens_words(part.tokens)}</span>'
    share = (part.tokens or 0) / total * 100 if total else 0.0
    meter = (
        '<svg class="meter" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="spent" width="{share:.1f}" height="3"/></svg>'
    )
    note = f" <small>{aside}</small>" if aside else ""
    head = f'<span class="name">{inline(part.name or "Before the sections", 80)}{note}</span>{meter}{count}'
    if not part.text:
        return f'<div class="part">{head}</div>'
    return f'<details class="part"><summary>{head}</summary><pre>{text(part.text, _LONGEST)}</pre></details>'
