"""Checks where a secret may be typed: in which app, on which site's page, and in which field.

The rules and the messages are those of the browser device; a package takes the place of an origin.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from sextant.addresses.origins import among, origin_of, origin_of_page
from sextant.devices.android.focus import Focus
from sextant.devices.browser.secret_guard import UNKNOWN, Receiver, is_open, refusal
from sextant.text.normal_form import folded
from sextant.types.secrets import NOTHING_TYPED, Binding, ConfirmsSecret, SecretUse

__all__ = ["SecretFields"]

_UNKNOWN_APP: Final = "an app that is not known"
_UNSURE: Final = "the phone does not tell for sure which app is in front"
_HIDDEN: Final = "password"  # structural: the flag of Android, and the type of HTML


class SecretFields:
    """Refuses to type a secret where it does not belong, unless `confirm` allows it; it is asked once for each case.

    Args:
        bindings: Where each secret belongs; the origin of one is a package, or that of a page.
        origins: Packages and origins that the user named besides; `*` adds none.

    Attributes:
        start: The package in which the run started, and the origin of the page that was shown there, if one was.
    """

    def __init__(self, bindings: Mapping[str, Binding], origins: Sequence[str] = ()) -> None:
        self._bindings = bindings
        self._origins = tuple(origin_of(one) for one in origins if one != "*")
        self.start: tuple[str, ...] = ()
        self._answers: dict[tuple[str, str, str], bool] = {}

    def refused(self, secret: str, focus: Focus, package: str, confirm: ConfirmsSecret | None) -> str:
        """The reason why the secret may not be typed into the field; empty if it may.

        `package` is in front; if it is empty, this is unknown, and `confirm` is asked each time.
        """
        use = self._problem(secret, focus, package or focus.field.package)
        if not package and (use is None or not use.exposed):
            unknown = SecretUse(secret, _UNKNOWN_APP, _receiver(focus, "").label, _UNSURE)
            allowed = confirm is not None and confirm(unknown)
            return "" if allowed else f"{NOTHING_TYPED}: {_UNSURE}. A person may allow it."
        if use is None:
            return ""
        case = (use.secret, use.origin, use.field)
        if case not in self._answers and confirm is not None:
            self._answers[case] = confirm(use)
        if self._answers.get(case):
            return ""
        return refusal(use, use.origin, next((name for name in _receiver(focus, "").names if name), ""))

    def _problem(self, secret: str, focus: Focus, package: str) -> SecretUse | None:
        binding, field = self._bindings.get(secret, Binding()), focus.field
        site = focus.page[0] if focus.page else package
        receiver = _receiver(focus, site)

        def use(why: str, exposed: bool = False) -> SecretUse:
            return SecretUse(secret, site, receiver.label, why, exposed)

        if field.package not in ("", package):
            return use(f"the field belongs to {field.package!r}, which is not in front")
        of_page = "://" in binding.origin
        owners = (origin_of_page(binding.origin),) if binding.origin else (*self.start, *self._origins)
        owner = site if of_page else package
        mine = among(owner, owners, wild=False)
        if (unencrypted := next(filter(is_open, focus.page or ()), "")) and not (of_page and mine):
            return use(f"{unencrypted} is not encrypted, and others could read the secret {secret!r}", exposed=True)
        if not mine:
            known = ", ".join(owners) or "the app of the start"
            return use(f"the secret {secret!r} belongs to {known}, and this field to {owner!r}")
        around = () if focus.page is None or (binding.origin and not of_page) else focus.page or (UNKNOWN,)
        stranger = next((one for one in around if not among(one, owners, wild=False)), None)
        if stranger is not None:
            return use(f"the field {receiver.label} stands in a page or a form of {stranger!r}")
        if binding.field:
            hidden = folded(binding.field) == _HIDDEN
            if receiver.kind == _HIDDEN if hidden else receiver.is_called(binding.field):
                return None
            return use(f"the secret {secret!r} belongs to the field {binding.field!r}, and this is {receiver.label}")
        if receiver.of_login:
            return None
        return use(f"the field {receiver.label} is none of a login, and shows what is typed into it")


def _receiver(focus: Focus, site: str) -> Receiver:
    """The field, as that of a page is described.

    One that is private only because a secret was typed into it shows its text.
    """
    field = focus.field
    kind = _HIDDEN if _HIDDEN in field.flags and "filled" not in field.flags else "text"
    names = (field.resource_id.rpartition("/")[2], field.hint, field.description)
    return Receiver(site, kind=kind, names=names)
