"""JUnit XML: read by a parser, and of the form that the strictest reader asks for."""

import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from sextant.qa.junit import JUnitCase, to_xml

Allowed = dict[str, tuple[set[str], set[str]]]

ATTRIBUTES: Allowed = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
    ),
    "properties": (set(), set()),
    "property": ({"name", "value"}, set()),
    "testcase": ({"name"}, {"time", "classname", "group"}),
    "failure": (set(), {"type", "message"}),
    "error": (set(), {"type", "message"}),
    "skipped": (set(), {"type", "message"}),
    "system-out": (set(), set()),
    "system-err": (set(), set()),
}
"""Of each element the attributes that it must and that it may have: junit-10.xsd of Jenkins's xUnit plugin, which skips
a file that is otherwise. GitLab reads of these `name`, `classname`, `time`, failure, error, skipped and system-out."""

CHILDREN: dict[str, str] = {
    "testsuites": r"(testsuite )*",
    "testsuite": r"((testsuite|properties|testcase|system-out|system-err) )*",
    "properties": r"(property )*",
    "testcase": r"((skipped|error|failure|system-out|system-err) )*",
}
"""Of each element its children, as a pattern over their names; none where it is not named. From the same schema."""

TIME = r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?"
"""Seconds, as there."""


def follows_schema(document: str) -> ET.Element:
    """Asserts what the schemas ask, and gives the root."""
    root = ET.fromstring(document)
    assert root.tag == "testsuites"
    for element in root.iter():
        needed, optional = ATTRIBUTES[element.tag]
        assert needed <= set(element.attrib) <= needed | optional, element.tag
        children = "".join(f"{child.tag} " for child in element)
        assert re.fullmatch(CHILDREN.get(element.tag, ""), children), (element.tag, children)
        for name in ("tests", "failures", "errors", "skipped"):
            assert re.fullmatch(r"\d+", element.attrib.get(name, "0"))
        assert len(element.attrib.get("time", "")) < 20  # the schema's pattern is one that is slow on long ones
        assert re.fullmatch(TIME, element.attrib.get("time", "0"))
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        assert int(suite.attrib["tests"]) == len(cases)
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
        assert int(suite.attrib["errors"]) == len(suite.findall("testcase/error"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.attrib["timestamp"])
        assert all(case.attrib["name"] for case in cases)
    return root


def test_each_result_has_its_element() -> None:
    document = to_xml(
        "checks",
        [
            JUnitCase("fine", "routes", 1.25, "passed"),
            JUnitCase(
                "warned", "routes", 0.5, "passed", "moved", "it moved", "was: a", (("verdict", "moved"), ("run", "7"))
            ),
            JUnitCase("wrong", "routes", 2.0, "failed", "failed", "hop 2: gone", "near: b"),
            JUnitCase("away", "routes", 0.0, "error", "DeviceUnreachable", "nobody there"),
        ],
        began=0.0,
    )
    root = follows_schema(document)
    assert document.startswith('<?xml version="1.0" encoding="UTF-8"?>')
    fine, warned, wrong, away = root.iter("testcase")
    assert list(fine) == []
    assert fine.attrib["time"] == "1.250"
    assert warned.findtext("system-out") == "warning: it moved\nwas: a\nverdict: moved\nrun: 7"
    failure, error = wrong.find("failure"), away.find("error")
    assert failure is not None
    assert error is not None
    assert failure.attrib == {"type": "failed", "message": "hop 2: gone"}
    assert failure.text == "near: b"
    assert error.attrib["type"] == "DeviceUnreachable"
    assert root.attrib["time"] == "3.750"
    assert next(root.iter("testsuite")).attrib["timestamp"] == "1970-01-01T00:00:00"


anything = st.text(st.characters(codec=None), max_size=20)
cases = st.builds(
    JUnitCase,
    name=anything.map(lambda text: f"n{text}"),
    classname=anything,
    seconds=st.floats(-1, 1e6),
    result=st.sampled_from(("passed", "failed", "error")),
    kind=st.sampled_from(("", "moved")),
    message=anything,
    details=anything,
    facts=st.lists(st.tuples(st.just("change"), anything), max_size=2).map(tuple),
)


@given(st.lists(cases, max_size=3))
def test_whatever_a_screen_says_the_document_stays_valid(given_cases: list[JUnitCase]) -> None:
    document = to_xml("checks", given_cases, began=1e9)
    follows_schema(document)
    follows_schema(document.encode().decode())
