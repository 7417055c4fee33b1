"""JUnit XML: read by a parser, and of the form that the common schemas share."""

import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from sextant.build.junit import Case, to_xml

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {
        "name",
        "tests",
        "failures",
        "errors",
        "skipped",
        "time",
        "timestamp",
        "hostname",
        "id",
        "package",
    },
    "properties": set[str](),
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "system-out": set[str](),
    "system-err": set[str](),
}
"""Every element with all its attributes, in Ant's schema and Jenkins's; each is always there."""

CHILDREN = {
    "testsuites": r"(testsuite )*",
    "testsuite": r"properties (testcase )*system-out system-err ",
    "properties": r"(property )*",
    "testcase": r"(properties )?((failure|error) )?(system-out )?",
}
"""The order of children, as a pattern over their names."""


def follows_schema(document: str) -> ET.Element:
    """Asserts what the schemas ask, and gives the root."""
    root = ET.fromstring(document)
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) == ATTRIBUTES[element.tag], element.tag
        children = "".join(f"{child.tag} " for child in element)
        assert re.fullmatch(CHILDREN.get(element.tag, ""), children), (element.tag, children)
        for name in ("time", "tests", "failures", "errors"):
            if name in element.attrib:
                assert re.fullmatch(r"\d+(\.\d{3})?", element.attrib[name])
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
            Case("fine", "routes", 1.25, "passed"),
            Case("warned", "routes", 0.5, "passed", "moved", "it moved", "was: a", (("verdict", "moved"),)),
            Case("wrong", "routes", 2.0, "failed", "failed", "hop 2: gone", "near: b"),
            Case("away", "routes", 0.0, "error", "DeviceUnreachable", "nobody there"),
        ],
        began=0.0,
    )
    root = follows_schema(document)
    assert document.startswith('<?xml version="1.0" encoding="UTF-8"?>')
    fine, warned, wrong, away = root.iter("testcase")
    assert list(fine) == []
    assert fine.attrib["time"] == "1.250"
    assert (warned.findtext("system-out") or "").startswith("warning: it moved")
    prop = warned.find("properties/property")
    assert prop is not None
    assert prop.attrib == {"name": "verdict", "value": "moved"}
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
    Case,
    name=anything.map(lambda text: f"n{text}"),
    classname=anything,
    seconds=st.floats(-1, 1e6),
    result=st.sampled_from(("passed", "failed", "error")),
    kind=st.sampled_from(("", "moved")),
    message=anything,
    details=anything,
    properties=st.lists(st.tuples(st.just("change"), anything), max_size=2).map(tuple),
)


@given(st.lists(cases, max_size=3))
def test_whatever_a_screen_says_the_document_stays_valid(given_cases: list[Case]) -> None:
    document = to_xml("checks", given_cases, began=1e9)
    follows_schema(document)
    follows_schema(document.encode().decode())
