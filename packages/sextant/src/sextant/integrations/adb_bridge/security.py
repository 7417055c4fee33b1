"""What a client must show and how the bytes travel."""

import ssl
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Security", "Signatures"]


class Signatures(Protocol):
    """The keys that may connect."""

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether the owner of an allowed key has signed the token."""
        ...


@dataclass(frozen=True, slots=True)
class Security:
    """Without keys anyone may connect; without a context the bytes travel as they are."""

    keys: Signatures | None = None
    tls: ssl.SSLContext | None = None
