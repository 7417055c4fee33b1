"""Decides whether a secret may be typed into the focused field, from the frame's own state at that moment."""

import json
import re
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from sextant.addresses.origins import among, origin_of_page
from sextant.dataclass import dataclass
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.sheets import Sheet, SheetField
from sextant.devices.browser.tabs import Tab
from sextant.text.legible import shortened
from sextant.text.normal_form import folded
from sextant.types.secrets import NOTHING_TYPED, Binding, SecretUse

__all__ = ["UNKNOWN", "Receiver", "SecretGuard", "is_open", "receiver_of", "refusal"]

_LOGIN = frozenset({"username", "current-password", "one-time-code"})
_CARD = "cc-"
UNKNOWN = "a page that cannot be asked"
_ITSELF = ("javascript:", "about:")
"""Form targets that the page handles itself."""
_NAMED = 40
"""Characters of a field's name that are repeated."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """The field that would receive a secret.

    Attributes:
        origin: Origin of its document; `null` for an opaque one.
        around: Origins of the documents around it, and of the servers that its form is sent to.
        kind: The input's type, or the element's name.
        autocomplete: The tokens of that attribute, in lower case.
        names: Its id, name, label and placeholder.
        masked: Whether its text is drawn unreadable.
    """

    origin: str
    around: tuple[str, ...] = ()
    kind: str = ""
    autocomplete: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    masked: bool = False

    @property
    def label(self) -> str:
        """The field's name for a person."""
        named = next((name for name in reversed(self.names) if name), "")
        return f"{shortened(named, _NAMED)!r} ({self.kind or 'no field'})" if named else self.kind or "no field"

    @property
    def of_login(self) -> bool:
        """Whether it is a login or payment field, by its type or its `autocomplete`."""
        words = self.autocomplete
        return self.kind == "password" or bool(words & _LOGIN) or any(word.startswith(_CARD) for word in words)

    def is_called(self, field: str) -> bool:
        """Whether a binding names this field."""
        wanted = folded(field)
        return wanted in (self.kind, *self.autocomplete) or wanted in map(folded, self.names)


class SecretGuard:
    """Knows which field each secret may be typed into; asks about others once, for the whole run.

    Args:
        start: The start page; empty if there is none besides `origins`.
        origins: Further origins that the user named; `*` adds none.
        bindings: The field of each secret, by its name.
    """

    def __init__(self, start: str, origins: Sequence[str], bindings: Mapping[str, Binding]) -> None:
        self._own = [origin_of_page(start)] if start else []
        if start.startswith("http:"):
            self._own.append("https:" + self._own[0].removeprefix("http:"))  # the same site over TLS
        self._own += [origin_of_page(one) for one in origins if one != "*"]
        self._bindings = bindings
        self._answers: dict[tuple[str, str, str], bool] = {}
        self._asked: SecretUse | None = None

    def refused(self, secret: str, receiver: Receiver) -> str:
        """Return why the secret may not be typed there; empty if it may. A new case becomes the open question."""
        use = self._problem(secret, receiver)
        if use is None:
            return ""
        answer = self._answers.get((use.secret, use.origin, use.field))
        if answer:
            return ""
        if answer is None:
            self._asked = use
        site = receiver.origin if receiver.origin.startswith(("http://", "https://")) else "https://…"
        return refusal(use, site, next((word for word in receiver.names if word), "") or receiver.kind)

    def refused_on(self, sheet: Sheet, secret: str) -> str:
        """Return the same for a dialog of the browser: a login of a server, or a prompt of a page.

        Other dialogs pass no typed text to a site.
        """
        if not secret or sheet.modal.kind not in ("auth", "prompt"):
            return ""
        field = sheet.fields[sheet.focus] if sheet.focus < len(sheet.fields) else SheetField("")
        kind = "password" if field.password else "text"
        login = frozenset({"username"} if sheet.modal.kind == "auth" and not field.password else ())
        return self.refused(secret, Receiver(sheet.modal.origin, (), kind, login, (field.label,)))

    def question(self) -> SecretUse | None:
        """Return and clear the open question."""
        asked, self._asked = self._asked, None
        return asked

    def answer(self, use: SecretUse, allowed: bool) -> None:
        """Record an answer, which holds for that secret in that field of that site."""
        self._answers[(use.secret, use.origin, use.field)] = allowed

    def _problem(self, secret: str, receiver: Receiver) -> SecretUse | None:
        binding = self._bindings.get(secret, Binding())

        def use(why: str, exposed: bool = False) -> SecretUse:
            return SecretUse(secret, receiver.origin, receiver.label, why, exposed)

        origins = [origin_of_page(binding.origin)] if binding.origin else self._own
        if not among(receiver.origin, origins, wild=False):
            known = ", ".join(origins) or "the page of the start"
            return use(f"the secret {secret!r} belongs to {known}, and this field to {receiver.origin!r}")
        if not binding.origin and (is_open(receiver.origin) or any(map(is_open, receiver.around))):
            return use(f"{receiver.origin} is not encrypted, and others could read the secret {secret!r}", exposed=True)
        stranger = next((one for one in receiver.around if not among(one, (*origins, *self._own), wild=False)), None)
        if stranger is not None:
            return use(f"the field {receiver.label} stands in a page or a form of {stranger!r}")
        if binding.field:
            if receiver.is_called(binding.field):
                return None
            return use(f"the secret {secret!r} belongs to the field {binding.field!r}, and this is {receiver.label}")
        if receiver.of_login or receiver.masked:
            return None
        return use(f"the field {receiver.label} is none of a login, and shows what is typed into it")


def refusal(use: SecretUse, site: str, field: str) -> str:
    """Return the note about a secret that was kept back: why, and how it would be bound to that site and field."""
    name = use.secret if re.fullmatch(r"[\w-]+", use.secret, re.ASCII) else json.dumps(use.secret, ensure_ascii=False)
    return (
        f"{NOTHING_TYPED}: {use.why}. A person may allow it, or bind the secret in the settings under [secrets]: "
        f'{name} = {{ref = "env:…", origin = "{Binding(site).place}", field = "{field[:_NAMED]}"}}'
    )


async def receiver_of(tab: Tab, frame: Frame) -> Receiver:
    """Describe the focused field of a frame, by the frame's own document.

    Raises:
        ProtocolError: The document has gone.
    """
    said = await tab.ask(frame, "({...sextant.receiver(), origin: sextant.origin()})")
    around: list[str] = []
    inner: Frame | None = frame
    while inner is not None and inner.id != tab.main and len(around) < len(tab.frames):
        inner = tab.frames.get(inner.parent)
        around.append(
            str(await tab.ask(inner, "sextant.origin()")) if inner is not None and inner.contexts else UNKNOWN
        )
    sent = [str(address) for address in said["destinations"] if not str(address).startswith(_ITSELF)]
    return Receiver(
        str(said["origin"]),
        tuple(dict.fromkeys([*around, *map(origin_of_page, sent)])),
        str(said["type"]).lower(),
        frozenset(str(said["autocomplete"]).lower().split()),
        tuple(str(name) for name in said["names"]),
        bool(said["masked"]),
    )


def is_open(origin: str) -> bool:
    """Whether others can read what is sent there: `http` to another machine."""
    parts = urlsplit(origin)
    if parts.scheme != "http":
        return False
    host = parts.hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True
