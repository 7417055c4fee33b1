"""Starts the master once, lets every builder build, two of them twice, and stops it again."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

DATA = Path(os.environ["HOME"])
BUILDS = (1, 2, 3, 4, 2, 1)
SECONDS = 60.0


def ask(port: int, path: str, body: object = None) -> dict:
    """One question to the master."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers), timeout=10
    ) as answer:
        return json.load(answer)


def until(port: int, path: str, good) -> None:
    """Waits for an answer."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            if good(ask(port, path)):
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit(f"{path} did not come to be as expected")


def main() -> None:
    """Leaves a master with finished builds in the data folder."""
    shutil.copy(os.environ["APP_CONFIG"], DATA / "master.cfg")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    twistd = [
        Path(sys.executable).parent / "twistd",
        "--nodaemon",
        "--no_save",
        "--pidfile=",
        f"--python={DATA}/buildbot.tac",
    ]
    server = subprocess.Popen(twistd, cwd=DATA, env={**os.environ, "APP_PORT": str(port)})
    try:
        until(port, "/api/v2/workers", lambda got: sum(bool(one["connected_to"]) for one in got["workers"]) == 2)
        for number, builder in enumerate(BUILDS, 1):
            call = {
                "jsonrpc": "2.0",
                "method": "force",
                "id": number,
                "params": {"builderid": str(builder), "reason": "seed", "owner": "ada"},
            }
            ask(port, "/api/v2/forceschedulers/force", call)
            until(
                port, "/api/v2/builds", lambda got, n=number: sum(bool(one["complete"]) for one in got["builds"]) >= n
            )
    finally:
        server.terminate()
        server.wait(20)


main()
