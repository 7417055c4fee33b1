"""Writes: what an app did, or tried to do, beyond its screen, as the device saw it (design, The write gate)."""

from dataclasses import dataclass, field
from typing import Literal, assert_never

__all__ = [
    "AFTER_PRIVATE",
    "LEFT_ALONE",
    "READ_ONLY",
    "WITHIN_FRAME",
    "EffectCause",
    "EffectKind",
    "HeldWrite",
    "LeaveMode",
    "ObservedEffect",
    "WriteMode",
    "WriteRuling",
]

WriteMode = Literal["observe", "ask", "deny"]
"""How a device treats writes: lets them pass, holds them until they are allowed, or refuses them."""

LeaveMode = Literal["ask", "allow", "deny"]
"""How it treats pages of other origins: holds them until they are allowed, lets them pass, or refuses them."""

EffectKind = Literal[
    "request", "navigation", "beacon", "socket", "storage", "download", "commit", "leave", "permission"
]
"""`navigation`: a form that is sent as a page load. `commit`: a change of a virtual world's state. `leave`: a page of
another origin in the place of the app's, or a touch within one. `permission`: the use of something of the machine. The
last two are told only where they were refused: they write nothing."""

READ_ONLY = "this run changes nothing"
"""Why a gate in mode `deny` holds a write."""

LEFT_ALONE = "this run does not leave its app"
"""Why it refuses a request to another origin if nobody is asked."""

AFTER_PRIVATE = "after something private was typed"
WITHIN_FRAME = "touch within its frame"
"""What is special about an effect of kind `leave`."""

EffectCause = Literal["touch", "load", "timer"]
"""What made the app do it: a touch of this run, the loading of a document, or neither."""


@dataclass(frozen=True, slots=True)
class ObservedEffect:
    """One write that the device saw.

    Attributes:
        kind: How it was done.
        method: HTTP method of a request; `set`, `remove` or `clear` for storage; else empty.
        address: Address template: path with its parametric parts as `{}`, without the values of a query. For storage
            the area and key or store; for a commit its name.
        origin: Origin that received it, or whose storage it is.
        status: HTTP status of the answer; 0 where there was none when the step ended.
        cause: What made the app do it.
        held: True where the gate refused it: then it has not happened.
        operation: What its body calls: a GraphQL operation (`mutation addItem`) or a JSON-RPC method; what is special
            about leaving; else empty.
        reason: Why it was held; else empty.
        harmless: Whether it was let go as a kind that may be sent again and again.
        whole: The address of a request as it was sent, secrets masked; bounded. No part of what tells effects apart.
    """

    kind: EffectKind
    method: str = ""
    address: str = ""
    origin: str = ""
    status: int = 0
    cause: EffectCause = "touch"
    held: bool = False
    operation: str = ""
    reason: str = ""
    harmless: bool = False
    whole: str = field(default="", compare=False)

    @property
    def may_have_happened(self) -> bool:
        """Whether it was let go and no answer says that it failed."""
        return not self.held and self.status < 400

    @property
    def happened(self) -> bool:
        """Whether it is known to have happened: a request was answered with 2xx or 3xx, anything else was let go.

        The device sees the status also where the page cannot (`no-cors`).
        """
        return self.may_have_happened and not self.unanswered

    @property
    def unanswered(self) -> bool:
        """Whether it is a request that was let go and that no answer came for."""
        return self._is_request and not self.held and self.status < 200

    @property
    def touched(self) -> bool:
        """Whether a touch of this run made the app do it, and it may have happened."""
        return self.cause == "touch" and self.may_have_happened

    @property
    def sent(self) -> bool:
        """Whether a touch is known to have sent it to the server or storage of the app."""
        return self.cause == "touch" and self.happened and self.kind not in ("beacon", "storage")

    @property
    def _is_request(self) -> bool:
        return self.kind in ("request", "navigation", "beacon")

    @property
    def name(self) -> str:
        """What was sent, kept or committed, in short: `POST /orders/{}`, `commit cart`."""
        match self.kind:
            case "request" | "navigation" | "beacon":
                operation = f" ({self.operation})" if self.operation else ""
                return f"{self.method} {self.address}{operation}"
            case "storage":
                return f"storage {self.method} {self.address}"
            case "socket" | "download" | "commit":
                return f"{self.kind} {self.address}"
            case "leave":
                how = f" ({self.operation})" if self.operation else ""
                return f"leave for {self.origin}{self.address}{how}"
            case "permission":
                return f"permission {self.address} for {self.origin}"
            case _:
                assert_never(self.kind)

    @property
    def undone(self) -> str:
        """What a refusal came to: `not sent`, `not allowed`."""
        return "not allowed" if self.kind in ("leave", "permission", "download") else "not sent"

    @property
    def outcome(self) -> str:
        """What became of it: `held`, `answered 201`, `no answer`; empty for what is never answered."""
        if self.held:
            return "held"
        if self.unanswered:
            return "no answer"
        return f"answered {self.status}" if self.status else ""

    def flag(self, app: str) -> str:
        """The flag that would let its like pass in an app of that origin; empty where there is none."""
        if self.kind == "download":
            return "--set browser.downloads=on"
        allowance = self.allowance(app)
        return f'--allow-request "{allowance}"' if allowance else ""

    def allowance(self, app: str) -> str:
        """The `METHOD pattern` that lets requests like it pass in an app of that origin; empty for other kinds."""
        if not self._is_request:
            return ""
        whole = "" if not self.origin or self.origin == app else self.origin
        return f"{self.method} {whole}{self.address.partition('?')[0].replace('{}', '*')}"


@dataclass(frozen=True, slots=True)
class HeldWrite:
    """A held request in the form in which it is decided. Secrets are masked.

    Attributes:
        effect: Its kind, method, address template and origin.
        address: The full address.
        fields: Names and values that it sends, from its address and body; bounded.
        bytes: Size of its body.
        complete: False where the body could not be read, or holds more than `fields` tells.
    """

    effect: ObservedEffect
    address: str
    fields: tuple[tuple[str, str], ...] = ()
    bytes: int = 0
    complete: bool = True


@dataclass(frozen=True, slots=True)
class WriteRuling:
    """What was decided about a held write, by whom and why.

    `needs_person`: nobody there could decide. `harmless`: it may be sent again and again.
    """

    allowed: bool
    reason: str
    by: Literal["policy", "authorizer", "person", "nobody"] = "policy"
    needs_person: bool = False
    harmless: bool = False
