"""The reader of view hierarchies: every form in which tools give them, and what is broken or hostile."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sextant.devices.android.views import MOST_BYTES, MOST_VIEWS, Bounds, read_hierarchy

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "android" / "hierarchies"
NODE = '<node index="0" text="{text}" class="android.widget.Button" clickable="true" bounds="[10,20][110,70]" />'


def dump(inside: str, rotation: int = 0) -> str:
    return f"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"{rotation}\">{inside}</hierarchy>"


def texts(data: bytes | str) -> list[str]:
    return [view.text for view in read_hierarchy(data).views()]


@pytest.mark.skipif(not DATA.is_dir(), reason="the hierarchies of ../shared/data/android are not there")
def test_every_recorded_hierarchy_is_read_or_named() -> None:
    troubles = {}
    for path in sorted(DATA.iterdir()):
        read = read_hierarchy(path.read_bytes())
        assert read.trouble or any(view.bounds.area for view in read.views()), path.name
        if read.trouble:
            troubles[path.name] = read.trouble
    assert troubles == {"droidbot-state.json": "no_hierarchy", "empty-hierarchy.xml": "empty"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_any_encoding_of_a_redirected_dump_is_read(encoding: str) -> None:
    assert texts(dump(NODE.format(text="Zurück 返回")).encode(encoding)) == ["Zurück 返回"]


def test_what_a_tool_prints_around_the_document_is_dropped() -> None:
    found = read_hierarchy(
        "[Tool] device found\n" + dump(NODE.format(text="Save"), 3) + "UI hierchary dumped to: /dev/tty"
    )
    assert (found.trouble, found.rotation, [view.text for view in found.views()]) == ("", 3, ["Save"])


def test_of_several_dumps_the_last_is_read() -> None:
    assert texts(dump(NODE.format(text="old")) + "\n" + dump(NODE.format(text="new"))) == ["new"]


def test_page_sources_name_their_elements_by_class() -> None:
    source = '<hierarchy><android.widget.Button text="OK" displayed="true" bounds="[0,0][9,9]"/></hierarchy>'
    (view,) = read_hierarchy(source).views()
    assert (view.class_name, view.kind, view.bounds) == ("android.widget.Button", "Button", Bounds(0, 0, 9, 9))


def test_what_was_read_of_a_damaged_dump_is_kept_and_named() -> None:
    found = read_hierarchy(dump(NODE.format(text="Save") + "<node text='unfinished")[:-12])
    assert (found.trouble, [view.text for view in found.views()]) == ("damaged", ["Save"])
    assert read_hierarchy("ERROR: null root node returned by UiTestAutomationBridge.").trouble == "no_hierarchy"
    assert read_hierarchy(b"").trouble == "no_hierarchy"


def test_surrogates_and_control_characters_do_not_break_it() -> None:
    assert texts(dump(NODE.format(text="a&#55357;&#56832;b&#0;c\x01&amp;&#128512;"))) == [
        "a\ufffd\ufffdb\ufffdc\ufffd&😀"
    ]


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE hierarchy [<!ENTITY a "ha">]>' + dump(NODE.format(text="&a;"))
    found = read_hierarchy(bomb)
    assert (found.trouble, list(found.views())) == ("damaged", [])
    inside = read_hierarchy('<hierarchy><!DOCTYPE x [<!ENTITY a "ha">]>' + NODE.format(text="&a;") + "</hierarchy>")
    assert inside.trouble == "damaged"


def test_large_and_deep_dumps_are_bounded() -> None:
    start = time.process_time()
    many = read_hierarchy(dump(NODE.format(text="x") * (MOST_VIEWS + 5)))
    assert (many.trouble, sum(1 for _ in many.views())) == ("cut", MOST_VIEWS)
    deep = read_hierarchy(dump('<node bounds="[0,0][5,5]">' * 5000 + "</node>" * 5000))
    assert deep.trouble == "cut"
    assert read_hierarchy("x" * (MOST_BYTES + 1)).trouble == "too_large"
    assert time.process_time() - start < 5


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: dump(text)))
def test_no_content_raises(data: bytes | str) -> None:
    read_hierarchy(data)
