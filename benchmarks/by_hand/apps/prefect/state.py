"""What the app schedules and what its jobs may use, from its API. Health of pools and times are left out."""

import json
import urllib.request
from pathlib import Path

POOL = ("name", "type", "description", "concurrency_limit", "is_paused", "base_job_template")
JOB = ("name", "flow", "description", "paused", "schedules", "parameters", "tags", "work_pool_name", "work_queue_name")
TABLES = {
    "variables": ("variables", ("name", "value", "tags")),
    "limits": ("v2/concurrency_limits", ("name", "limit", "active", "slot_decay_per_second")),
    "task_limits": ("concurrency_limits", ("tag", "concurrency_limit")),
    "pools": ("work_pools", POOL),
    "flows": ("flows", ("name", "tags")),
    "deployments": ("deployments", JOB),
    "runs": ("flow_runs", ("name", "state_type", "parameters")),
    "automations": ("automations", ("name", "enabled")),
    "blocks": ("block_documents", ("name", "data")),
}
QUEUE = ("name", "description", "is_paused", "concurrency_limit", "priority")


def state(address: str, _data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by their ids in the app; queues with the name of their pool."""
    found: dict[str, dict[str, dict[str, object]]] = {}
    flows = {one["id"]: one["name"] for one in read(address, "flows")}
    for table, (path, fields) in TABLES.items():
        rows = read(address, path)
        for row in rows:
            row["flow"] = flows.get(str(row.get("flow_id")))
            if "schedules" in row:
                row["schedules"] = [[one["active"], one["schedule"].get("cron")] for one in row["schedules"]]
        found[table] = {row["id"]: {field: row.get(field) for field in fields} for row in rows}
    found["queues"] = {
        row["id"]: {"pool": pool["name"]} | {field: row[field] for field in QUEUE}
        for pool in found["pools"].values()
        for row in read(address, f"work_pools/{pool['name']}/queues")
    }
    return found


def read(address: str, path: str) -> list[dict]:
    body = json.dumps({"limit": 200}).encode()
    request = urllib.request.Request(f"{address}/api/{path}/filter", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())
