"""The service `sync:`, to transfer files; its versions 1 and 2 (AOSP `SYNC.TXT`, `file_sync_protocol.h`)."""

import os
import posixpath
import stat
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress

from sextant.integrations.adb_bridge.endpoints import ByteStream, read_exactly
from sextant.integrations.adb_bridge.files import Files, FileStat
from sextant.integrations.adb_bridge.messages import AdbProtocolError

__all__ = ["serve_sync"]

_REQUEST = struct.Struct("<4sI")
_STAT = struct.Struct("<4sIII")
_DENT = struct.Struct("<4sIIII")
_STAT_V2 = struct.Struct("<4sIQQIIIIQqqq")
_FLAGS = struct.Struct("<I")

_PATH_BYTES = 1024
_CHUNK = 64 << 10
_BATCH = 192 << 10
"""Answers are collected up to this size, because each message waits for a confirmation."""
_SHELL_ID = 2000
_BLOCK_DEVICE = 0xFD00


def serve_sync(files: Files, stream: ByteStream) -> None:
    """Answers requests until the client quits."""
    _Session(files, stream).run()


class _Session:
    def __init__(self, files: Files, stream: ByteStream) -> None:
        self._files, self._stream = files, stream
        self._waiting = bytearray()
        self._requests: dict[bytes, Callable[[bytes, str], None]] = {
            b"STAT": self._stat,
            b"STA2": self._stat_v2,
            b"LST2": self._stat_v2,
            b"LIST": self._list,
            b"LIS2": self._list,
            b"SEND": self._send,
            b"SND2": self._send_v2,
            b"RECV": self._receive,
            b"RCV2": self._receive_v2,
        }

    def run(self) -> None:
        while True:
            try:
                name, length = self._read_request()
            except EOFError:
                return
            if name == b"QUIT":
                return
            request = self._requests.get(name)
            if request is None or length > _PATH_BYTES:
                self._fail("path too long" if request else f"unknown command {name.hex()}")
                self._flush()
                return
            path = read_exactly(self._stream, length).decode(errors="surrogateescape")
            try:
                request(name, path)
            except AdbProtocolError as error:
                self._fail(str(error))
                self._flush()
                return
            self._flush()

    def _stat(self, name: bytes, path: str) -> None:
        try:
            found = self._files.stat(path, follow=False)
        except OSError:
            found = FileStat(0, 0, 0)
        self._put(_STAT.pack(name, found.mode, found.size, found.mtime))

    def _stat_v2(self, name: bytes, path: str) -> None:
        self._put(self._row_v2(name, path, follow=name == b"STA2"))

    def _row_v2(self, name: bytes, path: str, *, follow: bool) -> bytes:
        try:
            found = self._files.stat(path, follow=follow)
        except OSError as error:
            return _STAT_V2.pack(name, error.errno or 5, *[0] * 10)
        inode = zlib.crc32(path.encode(errors="surrogatepass"))
        owner = (_SHELL_ID, _SHELL_ID)
        times = (found.mtime,) * 3
        return _STAT_V2.pack(name, 0, _BLOCK_DEVICE, inode, found.mode, 1, *owner, found.size, *times)

    def _list(self, name: bytes, path: str) -> None:
        second = name == b"LIS2"
        names: tuple[str, ...] = ()
        with suppress(OSError):
            names = (".", "..", *self._files.names(path))
        for entry in names:
            encoded, at = entry.encode(errors="surrogateescape"), posixpath.join(path, entry)
            if second:
                self._put(self._row_v2(b"DNT2", at, follow=False) + struct.pack("<I", len(encoded)) + encoded)
                continue
            with suppress(OSError):  # removed meanwhile
                found = self._files.stat(at, follow=False)
                self._put(_DENT.pack(b"DENT", found.mode, found.size, found.mtime, len(encoded)) + encoded)
        size = _STAT_V2.size + 4 if second else _DENT.size
        self._put(b"DONE" + bytes(size - 4))

    def _send(self, _: bytes, path: str) -> None:
        path, comma, mode = path.rpartition(",")
        try:
            number = int(mode, 8 if mode.startswith("0") else 10)
        except ValueError:
            comma = ""
            number = 0
        self._take(path, number, "" if comma else "missing , in ID_SEND")

    def _send_v2(self, _: bytes, path: str) -> None:
        name, mode = self._read_request()
        (flags,) = _FLAGS.unpack(read_exactly(self._stream, _FLAGS.size))
        if name != b"SND2":
            raise AdbProtocolError("SND2 without its second part")
        self._take(path, mode, f"unsupported flags: {flags:#x}" if flags else "")

    def _take(self, path: str, mode: int, refusal: str) -> None:
        """Receives a file. After an error, drops the rest: clients keep sending until they read the error."""
        if stat.S_ISLNK(mode):
            refusal = refusal or f"couldn't create link: {os.strerror(1)}"
        mode &= 0o777
        mode |= (mode >> 3 & 0o070) | (mode >> 3 & 0o007)
        try:
            refusal = refusal or self._begin(path, mode)
            if refusal:
                self._fail(refusal)
                self._flush()
            while True:
                name, length = self._read_request()
                if name == b"DONE":
                    break
                if name != b"DATA" or length > _CHUNK:
                    raise AdbProtocolError("oversize data message" if name == b"DATA" else "invalid data message")
                data = read_exactly(self._stream, length)
                if refusal:
                    continue
                refusal = self._add(path, data)
        except (EOFError, AdbProtocolError):
            if not refusal:
                self._drop(path)
            raise
        if not refusal:
            with suppress(OSError):  # removed meanwhile
                self._files.touch(path, mtime=length)
            self._put(_REQUEST.pack(b"OKAY", 0))

    def _begin(self, path: str, mode: int) -> str:
        """Creates the file and the folders above it. Returns the reason if it cannot be created."""
        try:
            try:
                self._files.write(path, b"", mode)
            except FileNotFoundError:
                self._files.make_folder(posixpath.dirname(path), parents=True)
                self._files.write(path, b"", mode)
        except OSError as error:
            return f"couldn't create file: {error.strerror}"
        return ""

    def _add(self, path: str, data: bytes) -> str:
        try:
            self._files.append(path, data)
        except OSError as error:
            self._drop(path)
            refusal = f"write failed: {error.strerror}"
            self._fail(refusal)
            self._flush()
            return refusal
        return ""

    def _drop(self, path: str) -> None:
        with suppress(OSError):
            self._files.remove(path)

    def _receive(self, _: bytes, path: str) -> None:
        offset = 0
        try:
            while part := self._files.read_part(path, offset, _CHUNK):
                self._put(_REQUEST.pack(b"DATA", len(part)) + part)
                offset += len(part)
        except OSError as error:
            self._fail(f"open failed: {error.strerror}")
            return
        self._put(_REQUEST.pack(b"DONE", 0))

    def _receive_v2(self, name: bytes, path: str) -> None:
        second, flags = self._read_request()
        if second != b"RCV2":
            raise AdbProtocolError("RCV2 without its second part")
        if flags:
            self._fail(f"unsupported flags: {flags:#x}")
            return
        self._receive(name, path)

    def _read_request(self) -> tuple[bytes, int]:
        name, number = _REQUEST.unpack(read_exactly(self._stream, _REQUEST.size))
        return name, number

    def _fail(self, why: str) -> None:
        data = why.encode(errors="replace")
        self._put(_REQUEST.pack(b"FAIL", len(data)) + data)

    def _put(self, data: bytes) -> None:
        self._waiting += data
        if len(self._waiting) >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        data, self._waiting = bytes(self._waiting), bytearray()
        self._stream.write(data)
