"""Checks where a run may type secrets: the device does, or the screen is judged by the same rules in its place."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sextant.devices.browser.secret_guard import UNKNOWN, Receiver, SecretGuard
from sextant.execution import SecretCheck, anywhere
from sextant.protocols import Device, Journal, Person, SecretKeeper
from sextant.types.screens import Element, Screen
from sextant.types.secrets import NOTHING_TYPED, Binding, ConfirmsSecret, SecretUse

__all__ = ["secret_check"]

_UNREAL = ("scripted:", "world:")
"""Devices that have no sites, and in which nothing is real."""


def secret_check(
    device: Device,
    origins: Sequence[str],
    bindings: Mapping[str, Binding],
    asked: tuple[Person, Journal],
    look: Callable[[], Screen],
) -> SecretCheck:
    """The check of a run on that device, which asks the person before a secret is typed where it does not belong.

    `origins`: the run's own, where unbound secrets belong on a device that does not check itself.
    """
    confirm = partial(_ask_person, *asked)
    if isinstance(device, SecretKeeper):
        device.confirm_secrets(confirm)
        return anywhere
    if device.name.startswith(_UNREAL):
        return anywhere
    return _ScreenCheck(SecretGuard("", origins, bindings), confirm, look)


class _ScreenCheck:
    """A `SecretCheck` by what the screen says of the field. What it does not say speaks against the field."""

    def __init__(self, guard: SecretGuard, confirm: ConfirmsSecret, look: Callable[[], Screen]) -> None:
        self._guard, self._confirm, self._look = guard, confirm, look

    def __call__(self, secret: str, field: Element | None, screen: Screen) -> str:
        refused = self._guard.refused(secret, _receiver(field, screen))
        use = self._guard.question()
        if use is None:
            return refused
        allowed = self._confirm(use)
        self._guard.answer(use, allowed)
        if allowed and self._look().digest != screen.digest:
            return f"{NOTHING_TYPED}: the screen changed as the secret was to be typed; try again"
        return "" if allowed else refused


def _receiver(field: Element | None, screen: Screen) -> Receiver:
    """The field as a page would describe it; no screen tells where its form is sent."""
    around = [screen.app or UNKNOWN]
    if screen.modal is not None:
        around.insert(0, screen.modal.origin or UNKNOWN)
    if field is None:
        return Receiver(around[0], tuple(around[1:]))
    if field.frame:
        around.insert(0, field.frame.split(" ")[0] or UNKNOWN)
    hidden = "password" in field.states
    kind = "password" if hidden else field.input_type or field.role
    names = (field.test_id, field.test_id.rpartition("/")[2], field.hint, field.name)  # an id of Android has a path
    return Receiver(around[0], tuple(around[1:]), kind, names=names, masked=hidden or field.masked is not None)


def _ask_person(person: Person, journal: Journal, use: SecretUse) -> bool:
    """Asks the person and records the answer; without a person, or for an unencrypted page, the answer is no."""
    question = f"Type the secret {use.secret!r} into the field {use.field} of {use.origin}?"
    asked = person.attended and not use.exposed
    allowed = asked and person.allow(question, use.why)
    journal.permission(question, allowed, "person" if asked else "policy" if use.exposed else "nobody there", use.why)
    return allowed
