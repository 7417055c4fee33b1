"""Masks named secrets and what private fields hold or held in descriptions of requests. In memory only."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from sextant.addresses.parts import clean_location
from sextant.devices.browser.request_body import Body, effect_of, fields_of
from sextant.text.spellings import Spellings
from sextant.types.effects import EffectCause, HeldWrite, ObservedEffect

__all__ = ["HELD", "PrivateValues"]

HELD: Final = "sextant.held()"
"""What the private fields of a frame hold, for the agent."""
_MOST: Final = 500
_LONGEST: Final = 4096
_IN_ALL: Final = 200_000
"""Limits on memory: the number of fields' values, the characters of each, and those of all."""
_LONGEST_ADDRESS: Final = 300
_READ_OF_ADDRESS: Final = 5000
"""Characters of an address that are searched before it is cut, so that no part of a value stays at its end."""
_MASK: Final = "•••"


class PrivateValues:
    """The values that nobody may be shown. Of more than fit, `full` says so: then no value of a request is shown."""

    def __init__(self) -> None:
        self._spellings = Spellings()
        self._known: set[str] = set()
        self._characters = 0
        self.full = False
        """Whether the value of a field is unknown, because there were too many."""
        self.form_told = False
        """Whether a page has told what its private fields hold, as it does when a form is sent, since the last form."""

    def learn(self, value: str) -> None:
        """Add a value, such as a secret."""
        if value and value not in self._known:
            self._known.add(value)
            self._spellings.learn(str(len(self._known)), value)

    def learn_fields(self, values: Iterable[str]) -> None:
        """Add what private fields hold, as far as it fits; of a long text more than a request's field shows."""
        for value in (value[:_LONGEST] for value in values):
            if value in self._known:
                continue
            self._characters += len(value)
            if len(self._known) >= _MOST or self._characters > _IN_ALL:
                self.full = True
                return
            self.learn(value)

    def effect(self, kind: str, method: str, address: str, cause: EffectCause, body: Body) -> ObservedEffect:
        """Return the effect of a request without these values; see `effect_of`."""
        return self._masked_effect(effect_of(kind, method, address, cause, body, address), address)

    def write(self, effect: ObservedEffect, address: str, body: Body, known: bool) -> HeldWrite:
        """Return a held request as it may be shown; of its fields the names alone unless all values are `known`."""
        shown = known and not self.full
        fields = tuple(
            (self._masked(name), self._masked(value) if shown else _MASK)
            for name, value in (*fields_of(address), *body.fields)
        )
        if not shown:
            address = address.partition("?")[0]
        effect = self._masked_effect(effect, address)
        return HeldWrite(effect, self._masked(address), fields, body.bytes, body.complete and shown)

    def _masked_effect(self, effect: ObservedEffect, address: str) -> ObservedEffect:
        whole = self._masked(clean_location(address)[:_READ_OF_ADDRESS])[:_LONGEST_ADDRESS] if effect.whole else ""
        template, operation = self._masked(effect.address), self._masked(effect.operation)
        return replace(effect, address=template, operation=operation, whole=whole)

    def _masked(self, text: str) -> str:
        return self._spellings.replaced(text, _mask)


def _mask(name: str) -> str:
    del name
    return _MASK
