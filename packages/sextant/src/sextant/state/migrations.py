"""Converts stored states of the previous version."""

import json
from collections.abc import Mapping
from typing import Any, cast

from sextant.errors import JournalFault
from sextant.types.codec import json_text
from sextant.types.snapshots import VERSION, Snapshot

__all__ = ["migrated"]

_UNCLEAR = ": unclear"
_SETTLED = ("attested", "verified")


def migrated(snapshot: Snapshot) -> Snapshot:
    """Converts a snapshot to the format of this version.

    Raises:
        JournalFault: A later version wrote it.
    """
    if snapshot.version > VERSION:
        raise JournalFault(
            f"The state of this run has version {snapshot.version}; this Sextant reads versions up to {VERSION}.",
            "It was written by a newer Sextant: upgrade to resume it.",
        )
    states = snapshot.states if snapshot.version == VERSION else _from_version_1(snapshot.states)
    return Snapshot(_with_requirements(states))


def _with_requirements(states: Mapping[str, str]) -> Mapping[str, str]:
    """Adds the stated requirements, which the judge of claims stored before the log folded them."""
    if "requirements" in states or "course" not in states:
        return states
    stated = _judged_by(json.loads(states["course"]))
    return {**states, "requirements": json_text(stated)} if stated else states


def _judged_by(course: Any) -> Any:
    """The requirements that the judge of a course stored; a course may hold others."""
    if not isinstance(course, dict):
        return None
    found = cast("dict[str, Any]", course)
    own = found["judge"].get("requirements") if isinstance(found.get("judge"), dict) else None
    return own or _judged_by(found.get("course")) or _judged_by(found.get("goal"))


def _from_version_1(states: Mapping[str, str]) -> dict[str, str]:
    """Converts states of version 1, in which each part stored its own past."""
    old: dict[str, Any] = {name: json.loads(text) for name, text in states.items()}
    new = {name: state for name, state in old.items() if name in ("agent", "course", "actor") or name[:6] == "guide "}
    if "history" in old:
        new["history"] = _history(old["history"])
        new["failures"] = old["history"].get("failures", [])
    if "stagnation" in old:
        new["progress"] = _progress(old["stagnation"], old.get("rollback"))
    if "once" in old:
        new["once"] = {name: _open_act(act) for name, act in old["once"].items()}
    if isinstance(old.get("pages"), str):  # an older version; it starts empty
        new["pages"] = json.loads(old["pages"])
    if "ledger" in old:
        new["ledger"] = _claims(old["ledger"])
    if "hints" in old:
        names = {name: (n[0], n[1], n[2:6], n[6:8]) for name, n in old["hints"].items()}
        new["hints"] = {name: dict(zip(("x", "y", "box", "size"), n, strict=True)) for name, n in names.items()}
    if "asking" in old:
        new["asking"] = _expectations(old["asking"])
    if "course" in old:
        new["course"] = _course(old["course"])
    if "authority" in old:
        kinds = {key: _opened(one) for key, one in old["authority"].get("harmless_kinds", {}).items()}
        unsure = dict.fromkeys(old["authority"].get("unsure", ()), True)
        old["authority"] |= {"harmless_kinds": kinds, "unsure": unsure}
    new["review"] = {name: old[name] for name in ("leaving", "provenance", "authority") if name in old}
    return {name: json_text(state) for name, state in new.items()}


def _history(old: Mapping[str, Any]) -> dict[str, Any]:
    entries = {step: _entry(line) for step, line in old["lines"].items()}
    told = {name: old[name] for name in ("recalled", "claimed", "held", "ignored", "decided") if name in old}
    found = {"near": entries, "far": old.get("noted", []), **told}
    if "retrospect" not in old:
        return found
    last = old["retrospect"]["last"]
    names = ("number", "what", "decided", "account", "proven", "digest")
    kept = None if last is None else dict(zip(names, last, strict=False))
    return {**found, "retrospect": {**old["retrospect"], "last": kept}}


def _entry(line: str) -> dict[str, Any]:
    """The history entry of a rendered line. The result of an uncertain step may be decided later."""
    head, unclear, rest = line.partition(_UNCLEAR)
    if not unclear:
        return {"head": line}
    told, *beside = rest.removeprefix(": ").split(" — ")
    return {"head": head, "verdict": _UNCLEAR[2:], "told": told, "beside": beside}


def _progress(stagnation: Mapping[str, Any], rollback: Mapping[str, Any] | None) -> dict[str, Any]:
    counts = {"tried": stagnation["seen"], "effective": stagnation.get("effective", {}), "last": stagnation["last"]}
    found = {**counts, "screens": dict.fromkeys(stagnation.get("known", ()), 0)}
    if rollback is None:
        return found
    pages = {"pages": dict.fromkeys(rollback["known"], 0), "began": rollback["began"]}
    return {**found, **pages, **{name: rollback[name] for name in ("failed", "rollbacks", "restarts")}}


def _open_act(old: Any) -> dict[str, Any]:
    if isinstance(old, int):  # as it was kept before later screens counted
        return {"step": old, "before": "", "element": None}
    return {**old, **{name: _opened(old.get(name)) for name in ("element", "act")}, "missing": _all(old.get("missing"))}


def _claims(old: Any) -> dict[str, Any]:
    told: Mapping[str, Any] = {"claims": old} if isinstance(old, str) else old
    claims: list[dict[str, Any]] = json.loads(told["claims"])
    if not told.get("run"):  # the run of their cited screens is unknown
        claims = [{**one, "status": "stale"} if one["status"] in _SETTLED else one for one in claims]
    return {str(one["id"]): one for one in claims}


def _expectations(old: Mapping[str, str]) -> dict[str, Any]:
    kept = {name: json.loads(text) for name, text in old.items() if name != "last" and '"before"' in text}
    return {"last": int(old.get("last", -1)), "open": kept}


def _course(old: Any) -> Any:
    """Parses the typed parts of a course, which were stored as text."""
    if not isinstance(old, dict):
        return old
    new: dict[str, Any] = {**old, **{name: _course(old[name]) for name in ("course", "goal") if name in old}}
    if set(new) == {"state"}:  # of a route
        return _opened(new["state"])
    if isinstance(new.get("end"), str):
        new["end"] = _opened(new["end"])
    if isinstance(new.get("judge"), dict):
        new["judge"] = _opened(new["judge"]["state"])
    if isinstance(new.get("rows"), dict):
        new["rows"] = {**new["rows"], "kinds": _opened(new["rows"]["kinds"])}
    return new


def _opened(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _all(texts: list[str] | None) -> list[Any]:
    return [json.loads(text) for text in texts or ()]
