"""What each task asks for, done through the app's own API."""

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path


def _send(method: str, address: str, path: str, body: dict[str, object] | None = None) -> None:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30):
        pass


def pool(address: str, _data: Path) -> None:
    text = "Machines in the northern depot"
    made = {"name": "depot-north", "type": "process", "description": text, "concurrency_limit": 6}
    _send("POST", address, "work_pools/", made)


def contact(address: str, _data: Path) -> None:
    _send("PATCH", address, "variables/name/outage_contact", {"value": "hanne.wolde@tram.example"})
    _send("POST", address, "variables/", {"name": "outage_from", "value": "2026-12-01", "tags": ["people"]})


def limits(address: str, _data: Path) -> None:
    _send("PATCH", address, "v2/concurrency_limits/ticket-database", {"limit": 9})
    _send("DELETE", address, "v2/concurrency_limits/old-archive")


def queues(address: str, _data: Path) -> None:
    made = {"name": "urgent", "concurrency_limit": 2, "priority": 4}
    _send("POST", address, "work_pools/depot-south/queues", made)
    _send("PATCH", address, "work_pools/depot-south/queues/slow", {"is_paused": True})


SOLUTIONS: dict[str, Callable[[str, Path], None]] = {
    "prefect-pool": pool,
    "prefect-contact": contact,
    "prefect-limits": limits,
    "prefect-queues": queues,
}
