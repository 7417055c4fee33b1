"""Removes the values of secrets from screens, briefs, model calls, maps and records."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sextant.journal.redact import Redactor
from sextant.perception.marks import mask, secret_boxes
from sextant.protocols import Device, Model, PageReader, Perceive, Prompt, Reply
from sextant.settings import Settings
from sextant.settings.credentials import secret_values
from sextant.text.spellings import Spellings
from sextant.types.pages import PageScript, ReadPage
from sextant.types.screens import Element, Observation, Picture, Screen
from sextant.types.tasks import Usage

if TYPE_CHECKING:
    from pydantic import BaseModel

Clean = Callable[[str], str]
"""Removes secret values from a text."""


def known_secrets(settings: Settings) -> Spellings:
    """The values of the named secrets: those that can be read now, and each one that is read later."""
    known = Spellings()
    known.follow(secret_values(settings))
    return known


class RedactingPerceiver:
    """Perceives screens without secrets: in texts each value is replaced by its name, in pictures painted over.

    Otherwise a secret typed into an ordinary field would be readable on the next screen.
    """

    def __init__(self, perceive: Perceive, secrets: Spellings) -> None:
        self._perceive, self._secrets = perceive, secrets

    def __call__(self, observation: Observation) -> Screen:
        if not self._secrets:
            shown = (*observation.elements, *observation.unlisted)
            covered = _masked_picture(observation.picture, shown, shown)
            return self._perceive(replace(observation, picture=covered, unlisted=()))
        return self._perceive(self._redacted(observation, self._secrets.replaced))

    def _redacted(self, observation: Observation, clean: Clean) -> Observation:
        elements = tuple(_redacted_element(element, clean) for element in observation.elements)
        modal, unlisted = observation.modal, observation.unlisted
        searched = tuple(_searched(element, clean) for element in unlisted)
        return replace(
            observation,
            elements=elements,
            unlisted=(),
            location=clean(observation.location),
            title=clean(observation.title),
            landmarks=tuple(map(clean, observation.landmarks)),
            modal=None if modal is None else replace(modal, message=clean(modal.message)),
            notes=tuple(map(clean, observation.notes)),
            said=tuple(map(clean, observation.said)),
            facts={name: clean(value) for name, value in observation.facts.items()},
            picture=_masked_picture(observation.picture, (*observation.elements, *unlisted), (*elements, *searched)),
        )


def _redacted_element(element: Element, clean: Clean) -> Element:
    return replace(
        element,
        text=clean(element.text),
        name=clean(element.name),
        test_id=clean(element.test_id),
        value=clean(element.value),
        hint=clean(element.hint),
        href=clean(element.href),
        landmark=clean(element.landmark),
        drawn=clean(element.drawn),
    )


def _searched(element: Element, clean: Clean) -> Element:
    """The element, changed if it shows a value, or more than its text tells."""
    return replace(element, text="") if element.text.endswith("…") else _redacted_element(element, clean)


def _masked_picture(picture: Picture | None, before: tuple[Element, ...], after: tuple[Element, ...]) -> Picture | None:
    """The picture with password fields and all redacted elements painted over."""
    if picture is None:
        return None
    changed = tuple(old.box for old, new in zip(before, after, strict=True) if old != new)
    boxes = (*secret_boxes(before), *changed)
    return mask(picture, boxes) if boxes else picture


class RedactingModel:
    """Wraps a model, and removes secrets from its prompts, wherever they come from."""

    def __init__(self, model: Model, secrets: Spellings) -> None:
        self._model, self._secrets = model, secrets

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def vision(self) -> bool:
        return self._model.vision

    def ask(self, prompt: Prompt, schema: "type[BaseModel]") -> Reply:
        """See `Model`."""
        clean = self._secrets.replaced
        return self._model.ask(replace(prompt, prefix=clean(prompt.prefix), text=clean(prompt.text)), schema)

    def usage(self) -> Usage:
        """See `Model`."""
        return self._model.usage()

    def close(self) -> None:
        """See `Model`."""
        self._model.close()


class _RedactingPageReader:
    """Reads pages ahead, and removes secrets from them, because their names are stored in maps."""

    def __init__(self, reader: PageReader, secrets: Spellings) -> None:
        self._reader, self._redactor = reader, Redactor(secrets)

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        """See `PageReader`."""
        self._reader.read_ahead(addresses, scripted)

    def pages_read(self) -> tuple[ReadPage, ...]:
        """See `PageReader`."""
        return self._redactor.value(self._reader.pages_read())

    def scripts(self) -> tuple[PageScript, ...] | None:
        """See `PageReader`."""
        return self._reader.scripts()


def reader_of(device: Device, settings: Settings) -> PageReader | None:
    """The device as a page reader, without secrets; None if it cannot read ahead, or must not."""
    if not settings.browser.read_ahead or not isinstance(device, PageReader):
        return None
    return _RedactingPageReader(device, known_secrets(settings)) if settings.secrets else device
