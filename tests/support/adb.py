"""The real adb client with a server of its own, and a phone with a shell of a few commands."""

import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sextant.integrations.adb_bridge.commands import CommandStreams
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant_worlds.names import find_world
from sextant_worlds.twin.device import TwinDevice

ADB = shutil.which("adb")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@dataclass
class Adb:
    """`adb`, whose server and keys belong to this test."""

    home: Path
    port: int = field(default_factory=free_port)

    def run(self, *arguments: str, stdin: bytes = b"", seconds: float = 30.0) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, "HOME": str(self.home), "ANDROID_ADB_SERVER_PORT": str(self.port)}
        command = (str(ADB), *arguments)
        return subprocess.run(command, input=stdin, capture_output=True, env=environment, timeout=seconds, check=False)

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "HOME": str(self.home), "ANDROID_ADB_SERVER_PORT": str(self.port)}
        pipe = subprocess.PIPE
        return subprocess.Popen((str(ADB), *arguments), stdin=pipe, stdout=pipe, stderr=pipe, env=environment)

    def text(self, *arguments: str) -> str:
        """What a command prints; it must succeed."""
        result = self.run(*arguments)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout.decode().strip()

    def close(self) -> None:
        self.run("kill-server")


def python_with(package: str) -> str:
    """An interpreter that has the packages: this one, or one of those that `ADB_CLIENTS_PYTHON` names."""
    for path in (sys.executable, *filter(None, os.environ.get("ADB_CLIENTS_PYTHON", "").split(":"))):
        if subprocess.run([path, "-c", f"import {package}"], capture_output=True, check=False).returncode == 0:
            return path
    pytest.skip(f"no interpreter of ADB_CLIENTS_PYTHON has {package}")


def lite_phone() -> BridgedPhone:
    device = TwinDevice(find_world("lite/0"))
    device.open()
    return BridgedPhone(device)


def few_commands(line: str, streams: CommandStreams) -> int:
    """A shell of five commands; one that asks for lines where there is none."""
    name, _, rest = line.partition(" ")
    match name:
        case "echo":
            streams.write(rest.encode() + b"\n")
        case "cat":
            while data := streams.read():
                streams.write(data)
        case "fail":
            streams.write_error(b"it fails\n")
            return int(rest)
        case "yes":
            while True:
                streams.write(b"y\n" * 4096)
        case "":
            return _interactive(streams)
        case _:
            streams.write_error(f"/system/bin/sh: {name}: inaccessible or not found\n".encode())
            return 127
    return 0


def _interactive(streams: CommandStreams) -> int:
    streams.write(b"$ ")
    while line := streams.read():
        if line.startswith(b"exit"):
            return int(line[4:] or b"0")
        streams.write(b"ran " + line + b"$ ")
    return 0
