"""Draws popups of five designs, and covers: text, language and position come from a random stream."""

import random
import unicodedata
from typing import Literal, assert_never

from sextant.dataclass import dataclass
from sextant.devices.faults.overlay import Overlay, Part
from sextant.devices.faults.overlay_words import LANGUAGES, Language, Offer, words_in
from sextant.types.geometry import Box, Size

__all__ = ["CLOSABLE", "Design", "Popup", "draw_cover", "draw_popup"]

Design = Literal["corner", "later", "sheet", "offers", "no_close"]
CLOSABLE: tuple[Design, ...] = ("corner", "later", "sheet", "offers")
"""An X in the top right corner; a button to postpone; a sheet with a close icon; two offers and a small link."""

PADDING = 20.0
LINE = 22.0
BUTTON = 48.0
ICON = 44.0


@dataclass(frozen=True, slots=True)
class Popup:
    """An overlay with its design and language."""

    design: Design
    language: Language
    overlay: Overlay


def draw_popup(rng: random.Random, size: Size, closable: bool = True) -> Popup:
    """Draw a popup for a viewport of that size, of a closable design or of the one without a close control."""
    design: Design = rng.choice(CLOSABLE) if closable else "no_close"
    language = rng.choice(LANGUAGES)
    offer = words_in(language).offer(rng)
    card = _Card(design, offer, size)
    return Popup(design, language, card.laid_out(rng, language))


def draw_cover(rng: random.Random, over: Box, size: Size) -> Overlay:
    """Draw a card across the viewport that hides the box and is no dialog."""
    text = rng.choice(words_in(rng.choice(LANGUAGES)).news)
    height = min(max(over.height + 16, 64.0), size.height * 0.4)
    top = min(max(over.centre.y - height / 2, 0.0), size.height - height)
    card = Box(0, top, size.width, height)
    line = Box(PADDING, card.centre.y - LINE / 2, size.width - 2 * PADDING, LINE)
    return Overlay(text, card, (Part(line, "text", "body", text),), dialog=False)


class _Card:
    """The layout of one design: heading and text from the top, buttons below them."""

    def __init__(self, design: Design, offer: Offer, size: Size) -> None:
        self._design: Design = design
        self._offer = offer
        self._sheet = design == "sheet"
        margin = 0.0 if self._sheet else float(round(size.width * 0.07))
        self._left, self._width = margin, size.width - 2 * margin
        inner = self._width - 2 * PADDING
        self._beside = ICON if design in ("corner", "sheet") else 0.0
        self._title_height = LINE * _lines(offer.title, inner - self._beside, 18.0) + 4
        self._text_height = LINE * _lines(offer.text, inner, 15.0)
        rows = {"corner": 1, "later": 2, "sheet": 1, "offers": 2, "no_close": 1}[design]
        links = 40.0 if design == "offers" else 0.0
        height = 3.5 * PADDING + self._title_height + self._text_height + rows * (BUTTON + 8) + links
        self._top = size.height - height if self._sheet else max(0.0, float(round((size.height - height) / 2)))
        self._card = Box(self._left, self._top, self._width, height)

    def laid_out(self, rng: random.Random, language: Language) -> Overlay:
        words, offer = words_in(language), self._offer
        parts = self._head()
        first, second = self._row(0), self._row(1)
        parts.append(Part(first, "button", "primary", offer.accept, act="accept"))
        design = self._design
        match design:
            case "corner":
                corner = Box(self._card.right - ICON - 4, self._top + 4, ICON, ICON)
                parts.append(Part(corner, "button", "cross", "×", rng.choice(words.close), "close"))
            case "later":
                parts.append(Part(second, "button", "plain", rng.choice(words.later), act="close"))
            case "sheet":
                left = self._left + 4 if rng.random() < 0.5 else self._card.right - ICON - 4
                parts = [self._past(part, left) for part in parts]
                name = rng.choice((*words.close, ""))
                parts.append(Part(Box(left, self._top + 4, ICON, ICON), "button", "cross", "", name, "close"))
            case "offers":
                parts.append(Part(second, "button", "primary", offer.more, act="accept"))
                parts.append(self._link(rng.choice(words.close)))
            case "no_close":
                pass
            case _:
                assert_never(design)
        outside = "close" if design == "no_close" else ""
        return Overlay(offer.title, self._card, tuple(parts), outside=outside)

    def _head(self) -> list[Part]:
        left, top, inner = self._left + PADDING, self._top + PADDING, self._width - 2 * PADDING
        title = Box(left, top, inner - self._beside, self._title_height)
        text = Box(left, title.bottom + PADDING / 2, inner, self._text_height)
        return [
            Part(title, "heading", "title", self._offer.title),
            Part(text, "text", "body", self._offer.text),
        ]

    def _past(self, part: Part, icon: float) -> Part:
        """Move a heading to the right of an icon in the left corner."""
        if part.style != "title" or icon > self._left + 4:
            return part
        box = part.box
        return Part(Box(box.x + self._beside, box.y, box.width, box.height), part.role, part.style, part.text)

    def _row(self, number: int) -> Box:
        top = self._top + 2.5 * PADDING + self._title_height + self._text_height + number * (BUTTON + 8)
        return Box(self._left + PADDING, top, self._width - 2 * PADDING, BUTTON)

    def _link(self, word: str) -> Part:
        width = _width(word, 12.0) + 16
        middle = self._card.centre.x
        return Part(Box(middle - width / 2, self._row(2).y, width, 28.0), "link", "link", word, act="close")


def _lines(text: str, width: float, font: float) -> int:
    return max(1, int(-(-_width(text, font) // max(width, font))))


def _width(text: str, font: float) -> float:
    """Estimate the drawn width of the text, rather too wide."""
    return sum(font if unicodedata.east_asian_width(letter) in "WF" else font * 0.6 for letter in text)
