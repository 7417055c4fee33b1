"""Checks where a secret may be typed: in which app, by its package, and in which field, by its id, hint or label."""

from collections.abc import Mapping

from sextant.devices.android.views import View
from sextant.elements.refs import collapse
from sextant.types.secrets import Binding, ConfirmsSecret, SecretUse

__all__ = ["SecretFields"]


class SecretFields:
    """Refuses to type a secret into an app or field that it is not bound to, unless `confirm` allows it."""

    def __init__(self, bindings: Mapping[str, Binding]) -> None:
        self._bindings = bindings

    def refused(self, secret: str, field: View, package: str, confirm: ConfirmsSecret | None) -> str:
        """The reason why the secret may not be typed into the field; empty if it may."""
        why = self._why(self._bindings.get(secret, Binding()), field, package)
        if not why:
            return ""
        use = SecretUse(secret, package, field.resource_id or field.hint or field.description, why)
        return "" if confirm is not None and confirm(use) else why

    def _why(self, binding: Binding, field: View, package: str) -> str:
        if binding.origin and binding.origin != package:
            return f"it belongs to {binding.origin!r}, and {package!r} is in front"
        if field.package and package and field.package != package:
            return f"the field belongs to {field.package!r}, which is not in front"
        if not binding.field or binding.field == "password":
            return "" if "password" in field.flags or not binding.field else "the field is none for passwords"
        names = (field.resource_id.rpartition("/")[2], field.hint, field.description)
        told = collapse(binding.field) in {collapse(name) for name in names if name}
        return "" if told else f"it belongs into the field {binding.field!r}"
