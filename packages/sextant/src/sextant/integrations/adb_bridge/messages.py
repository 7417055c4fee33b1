"""The messages of the adb protocol: 24 bytes of header, then the data (AOSP `packages/modules/adb/protocol.txt`)."""

import struct
from collections.abc import Callable

from sextant.dataclass import dataclass

__all__ = [
    "AUTH",
    "CLSE",
    "CNXN",
    "HEADER",
    "OKAY",
    "OPEN",
    "WRTE",
    "AdbProtocolError",
    "Message",
    "read_message",
]

CNXN = int.from_bytes(b"CNXN", "little")
AUTH = int.from_bytes(b"AUTH", "little")
OPEN = int.from_bytes(b"OPEN", "little")
OKAY = int.from_bytes(b"OKAY", "little")
WRTE = int.from_bytes(b"WRTE", "little")
CLSE = int.from_bytes(b"CLSE", "little")

OLDEST_VERSION = 0x01000000
"""Before Android 9: each message has a checksum."""
VERSION = 0x01000001
"""Checksums are neither sent nor read."""

OLDEST_PAYLOAD = 4096
"""Most bytes of data that each side accepts before the versions are known."""
PAYLOAD = 256 << 10
"""Most bytes of data that this side accepts after that."""

HEADER = struct.Struct("<6I")


class AdbProtocolError(Exception):
    """The other side violated the protocol; its connection ends."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. The meaning of the two arguments depends on the command."""

    command: int
    arg0: int = 0
    arg1: int = 0
    data: bytes = b""

    def packed(self, version: int = OLDEST_VERSION) -> bytes:
        """The bytes of the message; with a checksum for versions that need one."""
        check = checksum(self.data) if version < VERSION else 0
        head = HEADER.pack(self.command, self.arg0, self.arg1, len(self.data), check, self.command ^ 0xFFFFFFFF)
        return head + self.data


def checksum(data: bytes) -> int:
    """The sum of all bytes, which the protocol calls a CRC."""
    return sum(data) & 0xFFFFFFFF


def read_message(read_exact: Callable[[int], bytes], limit: int, version: int | None) -> Message:
    """The next message.

    Args:
        read_exact: Reads exactly a number of bytes.
        limit: Most bytes of data that are accepted.
        version: The agreed version; None before it is known, when checksums are not checked.

    Raises:
        AdbProtocolError: It is not a message, it is too long, or its checksum is wrong.
    """
    command, arg0, arg1, length, check, magic = HEADER.unpack(read_exact(HEADER.size))
    if magic != command ^ 0xFFFFFFFF:
        raise AdbProtocolError("no message of the adb protocol")
    if length > limit:
        raise AdbProtocolError(f"a message of {length} bytes, where {limit} are accepted")
    data = read_exact(length) if length else b""
    if version is not None and version < VERSION and checksum(data) != check:
        raise AdbProtocolError("a wrong checksum")
    return Message(command, arg0, arg1, data)
