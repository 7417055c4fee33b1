"""The desk: where an answer is handed in. Every world has it; it never says whether the answer is right."""

from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.base import Cast
from sextant_worlds.spec.apps import AppSpec


def desk(cast: Cast) -> AppSpec:
    """The desk in the language of the cast. Test ids: `go-submit-answer`, `answer-input`, `answer-submit`, `result`."""
    book = AppBuilder(cast, "desk")
    book.named()
    return book.bilingual(book.spec(book.accent(), book.face(), {}, {}))
