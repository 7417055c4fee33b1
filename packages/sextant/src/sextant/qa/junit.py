"""Writes results of checks as JUnit XML, which every CI reads."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from sextant.dataclass import dataclass

__all__ = ["JUnitCase", "to_xml"]


@dataclass(frozen=True, slots=True)
class JUnitCase:
    """One test case.

    Attributes:
        name: The test's name within its class.
        classname: The group, with dots between its parts.
        seconds: How long it took.
        result: `failed`: the tested thing does not hold; `error`: it could not be tested.
        kind: Kind of failure or error, one word.
        message: Failure, error, or warning, in a line.
        details: Further text.
        facts: Further facts by name, with repetitions; written to the output of the test, a line each.
    """

    name: str
    classname: str
    seconds: float
    result: Literal["passed", "failed", "error"]
    kind: str = ""
    message: str = ""
    details: str = ""
    facts: tuple[tuple[str, str], ...] = ()


def to_xml(suite: str, cases: Sequence[JUnitCase], began: float) -> str:
    """A document with one suite. `began` is in Unix seconds; times are written in seconds.

    It follows the schema of Jenkins's xUnit plugin (junit-10), which refuses anything else: a test case has no
    properties, and only the attributes name, classname and time.
    """
    failures = sum(case.result == "failed" for case in cases)
    errors = sum(case.result == "error" for case in cases)
    counts = {"tests": str(len(cases)), "failures": str(failures), "errors": str(errors)}
    total = _seconds(sum(case.seconds for case in cases))
    root = ET.Element("testsuites", {"name": suite, **counts, "time": total})
    when = datetime.fromtimestamp(began, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    facts = {"skipped": "0", "time": total, "timestamp": when, "hostname": "localhost", "id": "0", "package": suite}
    one = ET.SubElement(root, "testsuite", {"name": suite, **counts, **facts})
    ET.SubElement(one, "properties")
    for case in cases:
        one.append(_case(case))
    ET.SubElement(one, "system-out")
    ET.SubElement(one, "system-err")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(case: JUnitCase) -> ET.Element:
    names = {"classname": _clean(case.classname), "name": _clean(case.name), "time": _seconds(case.seconds)}
    element = ET.Element("testcase", names)
    problem = case.result != "passed"
    if problem:
        tag = "failure" if case.result == "failed" else "error"
        failure = ET.SubElement(element, tag, {"type": case.kind or case.result, "message": _clean(case.message)})
        failure.text = _clean(case.details or case.message)
    warning = [f"warning: {case.message}", *case.details.splitlines()] if case.message and not problem else []
    lines = [*warning, *(f"{name}: {value}" for name, value in case.facts)]
    if lines:
        ET.SubElement(element, "system-out").text = _clean("\n".join(lines))
    return element


def _seconds(value: float) -> str:
    return f"{max(0.0, value):.3f}"


def _clean(text: str) -> str:
    """Replace characters that XML 1.0 does not allow."""
    return "".join(letter if _allowed(ord(letter)) else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _allowed(code: int) -> bool:
    if code < 0x20:
        return code in (0x9, 0xA, 0xD)
    return code < 0xD800 or 0xE000 <= code <= 0xFFFD or code >= 0x10000
