"""Authentication: RSA keys in the format of adb, and the token that a client signs."""

import base64
import binascii
import struct
from collections.abc import Iterable
from pathlib import Path

from sextant.errors import MissingExtra, UsageError

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding, rsa, utils
except ImportError as error:
    raise MissingExtra("cryptography", "bridge") from error

__all__ = ["KeyRing", "encode_key", "parse_key", "read_keys"]

_WORDS = 64
_KEY = struct.Struct(f"<II{_WORDS * 4}s{_WORDS * 4}sI")
"""Words of the modulus, -1/n modulo 2^32, the modulus, R^2 modulo n, the exponent (AOSP `libcrypto_utils`)."""


class KeyRing:
    """The public keys whose owners may connect."""

    def __init__(self, keys: Iterable[rsa.RSAPublicKey]) -> None:
        self._keys = tuple(keys)

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether the owner of one of the keys has signed the token, which is signed as a SHA-1 digest."""
        return any(_verified(key, token, signature) for key in self._keys)


def _verified(key: rsa.RSAPublicKey, token: bytes, signature: bytes) -> bool:
    digest = utils.Prehashed(hashes.SHA1())  # noqa: S303 - the protocol has no other
    try:
        key.verify(signature, token, padding.PKCS1v15(), digest)
    except InvalidSignature:
        return False
    return True


def read_keys(path: Path) -> KeyRing:
    """The keys in a file, one per line, as in `~/.android/adbkey.pub` and in Android's `adb_keys`.

    Raises:
        UsageError: The file cannot be read, has no key, or has a line that is not a key.
    """
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeError) as error:
        raise UsageError(
            f"The key file {str(path)!r} cannot be read: {error}.", "Give a copy of adbkey.pub."
        ) from error
    keys = [parse_key(line) for line in lines if line.strip() and not line.startswith("#")]
    if not keys or None in keys:
        raise UsageError(f"{str(path)!r} is no file of adb keys.", "Give a copy of ~/.android/adbkey.pub.")
    return KeyRing(key for key in keys if key is not None)


def parse_key(text: str) -> rsa.RSAPublicKey | None:
    """The key in a line; None if it is not a key in the format of adb."""
    try:
        words, _, modulus, _, exponent = _KEY.unpack(base64.b64decode(text.split()[0], validate=True))
        if words != _WORDS:
            return None
        return rsa.RSAPublicNumbers(exponent, int.from_bytes(modulus, "little")).public_key()
    except (ValueError, IndexError, binascii.Error, struct.error):
        return None


def encode_key(key: rsa.RSAPublicKey) -> str:
    """The line of a 2048-bit key, as `adb keygen` writes it."""
    numbers = key.public_numbers()
    modulus = numbers.n
    inverse = -pow(modulus, -1, 1 << 32) % (1 << 32)
    square = (1 << (2 * _WORDS * 32)) % modulus
    size = _WORDS * 4
    packed = _KEY.pack(_WORDS, inverse, modulus.to_bytes(size, "little"), square.to_bytes(size, "little"), numbers.e)
    return f"{base64.b64encode(packed).decode()} sextant"
