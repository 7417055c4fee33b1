"""Templates escape whatever they are filled with, and no template of the packages can switch that off."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from sextant.html_templates import Markup, Templates

ROOT = Path(__file__).resolve().parent.parent
FOUND = sorted((ROOT / "packages").glob("*/src/**/templates/*.j2"))
TOY = Templates("tests.support", {"loud": str.upper})
NASTY = "\"'><script>alert(1)</script>{{ 7 * 7 }}<!--"


class Reader(HTMLParser):
    """Elements, attributes and the text within each element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: dict[str, str] = {}
        self.text = ""
        self.script = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name: value or "" for name, value in attrs}

    def handle_data(self, data: str) -> None:
        if self.tags[-1] == "script":
            self.script += data
        else:
            self.text += data


@given(st.text())
def test_any_text_stays_text_in_elements_attributes_and_scripts(words: str) -> None:
    page = TOY.fill("toy.html.j2", words=words, data={words: [words]})
    read = Reader(page)
    assert read.tags == ["p", "a", "script"]
    assert read.attributes == {"title": words, "href": "#x", "type": "application/json"}
    assert json.loads(read.script) == {words: [words]}
    assert not set(read.script) & set("<>&'")


def test_only_what_is_typed_as_markup_is_markup() -> None:
    assert Reader(TOY.fill("toy.html.j2", words=NASTY, data=0)).tags == ["p", "a", "script"]
    assert Reader(TOY.fill("toy.html.j2", words=Markup("<b>x</b>"), data=0)).tags[:2] == ["p", "b"]
    assert "7 * 7" in TOY.fill("toy.html.j2", words=NASTY, data=0)


def test_a_value_that_is_not_there_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        TOY.fill("toy.html.j2", data=0)


def test_no_not_a_number_reaches_a_script() -> None:
    with pytest.raises(ValueError, match="JSON"):
        TOY.fill("toy.html.j2", words="x", data=float("nan"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: "-".join(path.parts[-4:]))
def test_no_template_switches_escaping_off(path: Path) -> None:
    source = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"\|\s*(safe|forceescape|striptags|urlize|xmlattr)\b|autoescape|Markup", source)
    tags = re.findall(r"<[a-zA-Z][^<>]*>", re.sub(r"\{%.*?%\}", "", source, flags=re.DOTALL))
    for tag in tags:
        bare = re.sub(r'"[^"]*"', '""', re.sub(r"\{\{.*?\}\}", "VALUE", tag))
        assert "=VALUE" not in bare, f"an attribute without quotes: {tag}"
        assert not re.search(r"\son\w+=", bare), f"a script in an attribute: {tag}"
    for address in re.findall(r'(?:href|src)="([^"]*)"', source):
        assert re.match(r"#|/world$|\{\{ (uri|one\.picture|shot\.uri) \}\}$", address), address
