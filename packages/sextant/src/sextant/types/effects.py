"""Effects: requests and stored data of an app, sent or attempted, as the device saw them (design, The write gate)."""

from dataclasses import field
from shlex import quote
from typing import Literal, assert_never

from sextant.dataclass import dataclass

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
"""How a device treats pages of other origins: holds them until they are allowed, lets them pass, or refuses them."""

EffectKind = Literal[
    "request", "navigation", "beacon", "socket", "storage", "download", "commit", "leave", "permission"
]
"""`navigation`: a form that is sent as a page load. `commit`: a change of a virtual world's state. `leave`: a page of
another origin in place of the app, or a touch within one. `permission`: the use of a resource of the machine. The last
two are reported only if they were refused, because they write nothing."""

READ_ONLY = "this run refuses writes"
"""Why a gate in mode `deny` holds a write."""

LEFT_ALONE = "this run does not leave its app"
"""Why a gate refuses a request to another origin if nobody is asked."""

AFTER_PRIVATE = "after something private was typed"
WITHIN_FRAME = "touch within its frame"
"""Special case of an effect of kind `leave`."""

EffectCause = Literal["touch", "load", "timer"]
"""The cause of an effect: a touch of this run, the loading of a document, or neither."""


@dataclass(frozen=True, slots=True)
class ObservedEffect:
    """One write that the device saw.

    Attributes:
        kind: The kind of write.
        method: HTTP method of a request; `set`, `remove` or `clear` for storage; else empty.
        address: Address template: path with its parametric parts as `{}`, without the values of a query. For storage
            the area and key or store; for a commit its name.
        origin: The origin that received it, or that owns the storage.
        status: The HTTP status of the answer; 0 if there was none when the step ended.
        cause: What caused it.
        held: Whether the gate refused it, so that it has not happened.
        operation: The GraphQL operation (`mutation addItem`) or JSON-RPC method of its body; the special case of
            leaving; else empty.
        reason: Why it was held; else empty.
        harmless: Whether it was allowed as a kind that is harmless to repeat.
        whole: The address of a request as sent, with masked secrets; bounded, and ignored in comparisons.
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
        """Whether it was allowed and no answer says that it failed."""
        return not self.held and self.status < 400

    @property
    def happened(self) -> bool:
        """Whether it is known to have happened: a request with an answer 2xx or 3xx, or any other allowed write.

        The device sees the status even if the page cannot (`no-cors`).
        """
        return self.may_have_happened and not self.unanswered

    @property
    def unanswered(self) -> bool:
        """Whether it is an allowed request without an answer."""
        return self._is_request and not self.held and self.status < 200

    @property
    def touched(self) -> bool:
        """Whether a touch of this run caused it, and it may have happened."""
        return self.cause == "touch" and self.may_have_happened

    @property
    def sent(self) -> bool:
        """Whether a touch of this run caused it, and it is known to have happened, other than in page storage."""
        return self.cause == "touch" and self.happened and self.kind not in ("beacon", "storage")

    @property
    def unprompted(self) -> bool:
        """Whether the app sent it without a touch: while a document loaded, or at another time."""
        return self.cause != "touch" and not self.held and (self._is_request or self.kind == "socket")

    @property
    def _is_request(self) -> bool:
        return self.kind in ("request", "navigation", "beacon")

    @property
    def name(self) -> str:
        """A short name of the write: `POST /orders/{}`, `commit cart`."""
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
        """The result of a refusal in words: `not sent`, `not allowed`."""
        return "not allowed" if self.kind in ("leave", "permission", "download") else "not sent"

    @property
    def outcome(self) -> str:
        """The result: `held`, `answered 201`, `no answer`; empty for kinds that are never answered."""
        if self.held:
            return "held"
        if self.unanswered:
            return "no answer"
        return f"answered {self.status}" if self.status else ""

    def flag(self, app: str) -> str:
        """The command-line flag that allows such effects in an app of that origin; empty if there is none."""
        if self.kind == "download":
            return "--set browser.downloads=on"
        allowance = self.allowance(app)
        return f"--allow-request {quote(allowance)}" if allowance else ""

    def allowance(self, app: str) -> str:
        """The `METHOD pattern` that allows such requests in an app of that origin; empty for other kinds."""
        if not self._is_request:
            return ""
        whole = "" if not self.origin or self.origin == app else self.origin
        return f"{self.method} {whole}{self.address.partition('?')[0].replace('{}', '*')}"


@dataclass(frozen=True, slots=True)
class HeldWrite:
    """A held request as shown to the authorizer, with masked secrets.

    Attributes:
        effect: The kind, method, address template and origin.
        address: The full address.
        fields: The names and values in its address and body; bounded.
        bytes: The size of its body.
        complete: False if the body could not be read, or has more than `fields`.
    """

    effect: ObservedEffect
    address: str
    fields: tuple[tuple[str, str], ...] = ()
    bytes: int = 0
    complete: bool = True


@dataclass(frozen=True, slots=True)
class WriteRuling:
    """The ruling on a held write: the answer, its reason, and who gave it.

    `needs_person`: nobody could decide. `harmless`: such requests are harmless to repeat.
    """

    allowed: bool
    reason: str
    by: Literal["policy", "authorizer", "person", "nobody"] = "policy"
    needs_person: bool = False
    harmless: bool = False
