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


@pytest.mark.skipif(not DATA.is_dir(), reason="the hierarchies of ../shared/data/android are not there")
def test_every_recorded_hierarchy_is_read_or_named() -> None:
    troubles = {}
    for path in sorted(DATA.iterdir()):
        read = read_hierarchy(path.read_bytes())
        assert read.trouble or any(view.bounds.area for view in read.views()), path.name
        if read.trouble:
            troubles[path.name] = read.trouble
    assert troubles == {"droidbot-state.json": "no_hierarchy", "empty-hierarchy.xml": "empty"}


def test_page_sources_name_their_elements_by_class() -> None:
    source = '<hierarchy><android.widget.Button text="OK" displayed="true" bounds="[0,0][9,9]"/></hierarchy>'
    (view,) = read_hierarchy(source).views()
    assert (view.class_name, view.kind, view.bounds) == ("android.widget.Button", "Button", Bounds(0, 0, 9, 9))


SAVE, BOMB = dump(NODE.format(text="Save")), '<!DOCTYPE x [<!ENTITY a "ha">]>'
FORMS: dict[str, tuple[bytes | str, str, list[str]]] = {
    **{
        encoding: (dump(NODE.format(text="Zurück 返回")).encode(encoding), "", ["Zurück 返回"])
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
    },
    "words around it": (f"[Tool] device found\n{SAVE}UI hierchary dumped to: /dev/tty", "", ["Save"]),
    "the last of several": (dump(NODE.format(text="old")) + "\n" + SAVE, "", ["Save"]),
    "cut off": (SAVE.replace("</hierarchy>", "<node text='unfin"), "damaged", ["Save"]),
    "an error": ("ERROR: null root node returned by UiTestAutomationBridge.", "no_hierarchy", []),
    "nothing": (b"", "no_hierarchy", []),
    "surrogates and controls": (
        *(dump(NODE.format(text="a&#55357;&#56832;b&#0;c\x01&amp;&#128512;")), "", ["a\ufffd\ufffdb\ufffdc\ufffd&😀"]),
    ),
    "entities": (BOMB + dump(NODE.format(text="&a;")), "damaged", []),
    "entities within": (f"<hierarchy>{BOMB}{NODE.format(text='&a;')}</hierarchy>", "damaged", []),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_form_of_a_dump_is_read_or_named(form: str) -> None:
    data, trouble, texts = FORMS[form]
    found = read_hierarchy(data)
    assert (found.trouble, [view.text for view in found.views()]) == (trouble, texts)
    assert read_hierarchy(dump(NODE.format(text="Save"), 3)).rotation == 3


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
