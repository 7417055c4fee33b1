"""Writes the data jobs of a tram company: two work pools, limits, variables and four deployments, through the API."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
VARIABLES = CONTENT["variables"]
LIMITS = CONTENT["limits"]
# name, description, limit, its queues as (name, priority, limit)
POOLS = [
    ("depot-south", "Machines in the southern depot", 8, [("night", 2, 3), ("slow", 3, 1)]),
    ("office", "The machine below the stairs", 2, [("slow", 2, 1)]),
]
# flow, deployment, pool, queue, cron, description, parameters
DEPLOYMENTS = CONTENT["deployments"]


def send(address: str, path: str, body: dict[str, object]) -> dict[str, object]:
    request = urllib.request.Request(
        f"{address}/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def fill(address: str) -> None:
    for name, value, tags in VARIABLES:
        send(address, "variables/", {"name": name, "value": value, "tags": tags})
    for name, limit, active in LIMITS:
        send(address, "v2/concurrency_limits/", {"name": name, "limit": limit, "active": active})
    for name, text, limit, queues in POOLS:
        pool = {
            "name": name,
            "type": "process",
            "description": text,
            "concurrency_limit": limit,
            "base_job_template": {},
        }
        send(address, "work_pools/", pool)
        for queue, priority, most in queues:
            send(address, f"work_pools/{name}/queues", {"name": queue, "priority": priority, "concurrency_limit": most})
    for flow, name, pool, queue, cron, text, parameters in DEPLOYMENTS:
        known = send(address, "flows/", {"name": flow})
        properties = {
            key: {"title": key, "type": "boolean" if isinstance(value, bool) else "integer", "position": number}
            for number, (key, value) in enumerate(parameters.items())
        }
        send(
            address,
            "deployments/",
            {
                "name": name,
                "flow_id": known["id"],
                "description": text,
                "work_pool_name": pool,
                "work_queue_name": queue,
                "entrypoint": f"flows.py:{flow.replace('-', '_')}",
                "path": "/srv/flows",
                "parameters": parameters,
                "parameter_openapi_schema": {"title": "Parameters", "type": "object", "properties": properties},
                "enforce_parameter_schema": False,
                "schedules": [{"active": True, "schedule": {"cron": cron, "timezone": "UTC"}}],
            },
        )


def main(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}/api"
    server = subprocess.Popen(
        [Path(sys.executable).parent / "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)],
        env=os.environ | {"PREFECT_API_URL": address, "PREFECT_SERVER_UI_API_URL": address},
    )
    try:
        deadline = time.monotonic() + 300
        while True:
            try:
                urllib.request.urlopen(f"{address}/health", timeout=5).close()
                break
            except OSError:
                if time.monotonic() > deadline or server.poll() is not None:
                    raise
                time.sleep(0.2)  # between two questions to a server that is coming up
        fill(address)
    finally:
        server.terminate()
        server.wait(30)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
