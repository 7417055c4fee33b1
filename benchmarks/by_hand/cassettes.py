"""Cassettes: runs that were played by hand, with their screens, so that what structure says of the same answers can be
compared with what it said then. One gzipped file of JSON lines a run:

    {"cassette": 1, "how": "played by a reader, DATE, tree COMMIT", "record": {…}, "said": […], "wrong": […]}
    {"exchange": {"number": 1, "role": "actor", "prompt": "sha256 of the request", "answer": "…"}}
    {"trace": "sextant", …}   and the further lines of the run's trace, without pictures and prompts
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from benchmarks.by_hand.endpoint import Exchange
from benchmarks.by_hand.truth import ROOT
from sextant.journal import export_trace
from sextant.journal.run_reader import RunRecord

FOLDER = ROOT / "cassettes"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Cassette:
    """One run: how it came about, its record, what was answered, and the lines of its trace.

    Attributes:
        said: What structure said of each answer when the run was kept, as `replay.Said` has it.
        wrong: Numbers of the exchanges whose act or claim was wrong, by the verdict of whoever studied the run.
    """

    path: Path
    how: str
    record: Mapping[str, Any]
    said: Sequence[Mapping[str, Any]]
    wrong: Sequence[int]
    exchanges: Sequence[Mapping[str, Any]]
    trace: Sequence[str]


def write(path: Path, how: str, record: Mapping[str, Any], run: RunRecord, asked: Sequence[Exchange]) -> Cassette:
    """Keeps a run as a cassette, without what structure says of it: see `rewrite`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    exchanges: list[dict[str, Any]] = []
    for one in asked:
        digest = hashlib.sha256(json.dumps(one.prompt, sort_keys=True).encode()).hexdigest()
        exchanges.append({"number": one.number, "role": one.role, "prompt": digest, "answer": one.answer})
    made = Cassette(path, how, record, (), (), exchanges, list(_trace(run)))
    rewrite(made)
    return made


def rewrite(cassette: Cassette) -> None:
    """Writes a cassette to its file; equal ones give equal bytes."""
    head = {"cassette": _FORMAT, "how": cassette.how, "record": cassette.record}
    lines = [_line({**head, "said": cassette.said, "wrong": cassette.wrong})]
    lines += [_line({"exchange": one}) for one in cassette.exchanges]
    cassette.path.write_bytes(gzip.compress("\n".join([*lines, *cassette.trace]).encode(), mtime=0))


def _trace(run: RunRecord) -> Iterator[str]:
    """The run's trace. What was read follows from the screens and is most of a trace: of it only the step is kept.

    Where the journal lay is left out too.
    """
    for line in export_trace(run, pictures=False):
        told = cast("dict[str, Any]", json.loads(line))
        body = told.get("record", {}).get("body", {})
        if body.get("kind") in ("brief", "prefix") and "text" in body.get("data", {}):
            body["data"]["text"] = ""
            line = _line(told)
        elif body.get("settings", {}).pop("journal.directory", ""):
            line = _line(told)
        yield line


def read(path: Path) -> Cassette:
    """A cassette.

    Raises:
        ValueError: It is none, or newer than this version.
    """
    lines = gzip.decompress(path.read_bytes()).decode().split("\n")
    head = cast("dict[str, Any]", json.loads(lines[0]))
    if head.get("cassette") != _FORMAT:
        raise ValueError(f"{path.name}: no cassette of version {_FORMAT}")
    asked = [json.loads(line)["exchange"] for line in lines if line.startswith('{"exchange"')]
    trace = [line for line in lines[1:] if not line.startswith('{"exchange"')]
    return Cassette(path, head["how"], head["record"], head["said"], head["wrong"], asked, trace)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
