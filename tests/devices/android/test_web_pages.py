"""Pages of web views, read through their debugging sockets: which socket, which page, where it is, and what fails."""

import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.devices.android.debug_sockets import DebugSocket, PageTarget, sockets_of, targets_in
from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.listing import ViewFrame
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.page_place import agrees, candidates, focused_field, origin_of, placed, web_views
from sextant.devices.android.views import Bounds, View, read_hierarchy
from sextant.devices.android.web_pages import BY_SOCKET, BY_TREE, NO_SOCKET, OTHER, WebPages
from sextant.devices.browser.snapshot import PAGE_JS, Assembled, FrameSnapshot, assemble
from sextant.types.geometry import Box, Size
from sextant.types.screens import Observation
from tests.devices.android.fake_pages import FakePage, FakePages
from tests.devices.android.fake_phone import SCALE, FakePhone

APP = "org.reference"
HEAD = "Num       RefCount Protocol Flags    Type St Inode Path\n"
LISTENS = "0000000000000000: 00000002 00000000 00010000 0001 01 31337"
SOCKETS = f"{LISTENS} @webview_devtools_remote_4242\n"
PROCESSES = f"  PID NAME\n    1 init\n 4242 {APP}\n 4250 {APP}:sync\n"
TOP = 24 * SCALE
"""Where the web view begins on the screen, in Android's pixels."""
BOUNDS = Bounds(0, TOP, 412 * SCALE, 915 * SCALE)
FRAME = ViewFrame(412 * SCALE, 915 * SCALE, 1 / SCALE)
WEB_VIEW = (
    f'<node class="android.widget.FrameLayout" package="{APP}" bounds="[0,0][{412 * SCALE},{915 * SCALE}]">'
    f'<node class="android.webkit.WebView" package="{APP}" text="Shop" '
    f'bounds="[0,{TOP}][{412 * SCALE},{915 * SCALE}]">'
    f'<node class="android.widget.Button" package="{APP}" text="Native pay" clickable="true" '
    f'bounds="[0,{TOP}][300,{TOP + 90}]"/></node></node>'
)


def told(**more: Any) -> dict[str, Any]:
    """What a web view that fills `BOUNDS` tells of itself in the list of pages."""
    place = {"screenX": 0, "screenY": TOP, "width": BOUNDS.width, "height": BOUNDS.height}
    return {"attached": True, "empty": False, "visible": True, **place, **more}


def answer(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the collector answers for a page that fills `BOUNDS` at three device pixels to one of its own."""
    told = {"title": "Shop", "view": [0, 0, 412, 891], "ratio": SCALE, "hidden": False}
    return {**told, "els": list(entries), "scroll": [0, 300, 0, 0], "painted": 0.5, **more}


PAY = {"n": 0, "b": [20, 100, 200, 40], "r": "button", "t": "Pay", "z": "visible", "f": ["tap"]}
FIELD = {"r": "textbox", "a": "Name", "v": "Ada", "f": ["tap", "type"], "s": ["focused", "editable"]}
NAME = {"n": 1, "b": [20, 200, 200, 40], "z": "visible", **FIELD}


def window() -> View:
    (found,) = read_hierarchy(f"<hierarchy rotation='0'>{WEB_VIEW}</hierarchy>").windows
    return found


@contextmanager
def opened(*pages: FakePage, seconds: float = 10.0, **phone: Any) -> Generator[tuple[WebPages, FakePages, View]]:
    """The reader of a phone whose screen is one web view, the server, and that view."""
    server = FakePages(*pages)
    fake = FakePhone(sockets=SOCKETS, processes=PROCESSES, web=server, **phone)
    reader = WebPages(fake, seconds)
    yield reader, server, window()
    reader.close()
    deadline = time.monotonic() + 5
    while server.open_streams and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.open_streams == 0


def labels(found: Assembled) -> list[str]:
    return [element.label for element in found.elements]


def only(reader: WebPages, window: View) -> list[str] | None:
    """The labels of the one page that is read."""
    found = tuple(reader.read([window], FRAME).values())
    assert len(found) <= 1
    return labels(found[0]) if found else None


def listed(sockets: str, processes: str = PROCESSES) -> list[str]:
    return [one.name for one in sockets_of(f"{sockets}\n{processes}", APP)]


def test_the_socket_of_an_app_is_that_with_the_number_of_one_of_its_processes() -> None:
    rows = (
        f"{LISTENS} @webview_devtools_remote_4242\n"
        f"{LISTENS} @webview_devtools_remote_4250\n"
        f"{LISTENS} @webview_devtools_remote_1\n"
        f"{LISTENS} @chrome_devtools_remote\n"
        f"{LISTENS} @chrome_devtools_remote_99\n"
        f"{LISTENS} /dev/socket/webview_devtools_remote_4242\n"
        f"{LISTENS.replace('00010000', '00000000')} @webview_devtools_remote_4250\n"
        f"{LISTENS} @evil$(reboot)_devtools_remote\n"
    )
    names = ["webview_devtools_remote_4242", "webview_devtools_remote_4250", "chrome_devtools_remote"]
    assert listed(HEAD + rows) == names
    assert sockets_of(f"{rows}\n{PROCESSES}", APP)[-1] == DebugSocket("chrome_devtools_remote", False)
    assert listed(SOCKETS, f"PID NAME\n4242 {APP}.debug\n") == [], "an app whose name begins alike is another"


@pytest.mark.parametrize("text", ["", "\n", "grep: /proc/net/unix: Permission denied\n\nPID NAME\n", PROCESSES])
def test_no_socket_is_found_where_none_is_listed(text: str) -> None:
    assert sockets_of(text, APP) == ()


@given(st.text(), st.text())
def test_whatever_the_phone_prints_is_no_error(sockets: str, processes: str) -> None:
    sockets_of(f"{sockets}\n\n{processes}", APP)


LEAF = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_whatever_a_socket_lists_is_no_error(value: object) -> None:
    row = {"type": "page", "id": "A1", "description": json.dumps(value)}
    assert targets_in(value, "s") == () or isinstance(value, list)
    both: list[object] = [row, value]
    assert [one.id for one in targets_in(both, "s")] == ["A1"]


def test_the_place_of_a_view_comes_from_its_own_description() -> None:
    page, chrome = FakePage("A", told=told(visible=False)), FakePage("B")
    worker = {**FakePage("C").row, "type": "service_worker"}
    assert targets_in([page.row, chrome.row, worker, {**page.row, "id": "../../evil"}], "s") == (
        PageTarget("A", "Shop", BOUNDS, False, "s"),
        PageTarget("B", "Shop", None, True, "s"),
    )


def view_at(bounds: Bounds, text: str = "") -> View:
    return View(class_name="android.webkit.WebView", package=APP, text=text, bounds=bounds)


def test_the_page_of_a_view_is_told_apart_by_place_then_by_title() -> None:
    left, right = Bounds(0, 0, 600, 900), Bounds(600, 0, 1200, 900)
    targets = [PageTarget("L", "One", left), PageTarget("R", "Two", right), PageTarget("H", "Two", right, False)]
    assert [one.id for one in candidates(view_at(right), targets)] == ["R"]
    tabs = [PageTarget("A", "One"), PageTarget("B", "Two"), PageTarget("C", "Three")]
    assert [one.id for one in candidates(view_at(left, text="Two"), tabs)] == ["B", "A", "C"]


def test_the_origin_is_where_the_view_says_it_is_even_where_it_is_cut_off() -> None:
    cut = view_at(Bounds(0, 100, 1080, 800))
    whole = Bounds(0, -300, 1080, 1700)
    assert origin_of(cut, PageTarget("A", bounds=whole), 1080, 2000) == (0, -300)
    assert origin_of(cut, PageTarget("A", bounds=whole), 900, 2000) is None
    assert origin_of(cut, PageTarget("A"), 1080, 700) == (0, 100)
    assert origin_of(cut, PageTarget("A"), 1080, 2000) is None  # nobody tells which part of it is shown
    assert origin_of(cut, PageTarget("A"), 540, 350) is None


def test_chromes_own_view_has_its_page_at_the_bottom_under_its_bars() -> None:
    chrome = View(resource_id="com.android.chrome:id/compositor_view_holder", bounds=Bounds(0, 60, 1080, 2340))
    assert origin_of(chrome, PageTarget("A"), 1080, 2100) == (0, 240)
    assert origin_of(chrome, PageTarget("A"), 1080, 1100) is None  # a keyboard may be over it
    assert web_views([View(bounds=chrome.bounds, children=[chrome])], Bounds(0, 0, 1080, 2400)) == [chrome]
    inner = view_at(Bounds(0, 240, 1080, 2340))
    chrome.children = [inner]
    assert web_views([chrome], Bounds(0, 0, 1080, 2400)) == [inner]
    inner, outside = view_at(Bounds(0, 0, 500, 500)), view_at(Bounds(2000, 0, 2500, 500))
    outer = view_at(Bounds(0, 0, 500, 500))
    outer.children = [inner]
    found = web_views([View(children=[outer, outside])], Bounds(0, 0, 1080, 2400))
    assert found == [outer], "of nested ones the outermost counts, and one off the screen does not"


def mapped(
    *elements: dict[str, Any], bounds: Bounds = BOUNDS, stated: bool = True, frame: ViewFrame = FRAME, **more: Any
) -> Assembled:
    """A page as it lies on the screen; its place is `stated` in the list or has to be found."""
    page = assemble([FrameSnapshot(json.dumps(answer(*elements, **more)))], Size(1, 1))
    there = placed(page, view_at(bounds), PageTarget("A", bounds=bounds if stated else None), frame)
    assert there
    return there


def test_boxes_come_from_the_pixels_of_the_page_to_those_of_the_screen() -> None:
    there = mapped(PAY, {**PAY, "n": 1, "b": [20, 900, 200, 40]})
    assert there.elements[0].box == Box(20, 124, 200, 40)
    assert there.scroll.below == 300
    assert there.elements[1].visibility == "offscreen", "what lies outside the view cannot be touched"


def test_a_page_that_is_zoomed_or_laid_out_for_a_desk_is_mapped_by_its_ratio() -> None:
    (zoomed,) = mapped(PAY, stated=False, view=[0, 50, 206, 445.5], ratio=SCALE * 2).elements
    assert (zoomed.box, zoomed.visibility) == (Box(40, 24 + 2 * 50, 400, 80), "clipped")
    (desk,) = mapped(PAY, stated=False, view=[0, 0, 980, 2119], ratio=SCALE * 412 / 980).elements
    assert desk.box.width == pytest.approx(200 * 412 / 980, abs=0.01)


@given(st.floats(1, 4), st.floats(0.25, 4), st.integers(-500, 500), st.integers(0, 300), st.integers(0, 300))
def test_the_mapping_is_that_of_the_screen_for_any_density_zoom_and_place(
    density: float, zoom: float, top: int, x: int, y: int
) -> None:
    ratio = density * zoom
    bounds = Bounds(10, top, 10 + round(400 * ratio), top + round(800 * ratio))
    frame = ViewFrame(2000, 4000, 1 / density)
    pay = {**PAY, "b": [x, y, 30, 20]}
    box = mapped(pay, bounds=bounds, frame=frame, view=[0, 0, 400, 800], ratio=ratio).elements[0].box
    found = (box.x * density, box.y * density, box.width * density)
    assert found == pytest.approx((10 + x * ratio, top + y * ratio, 30 * ratio), abs=0.1)


def test_a_focused_field_is_a_view_in_androids_pixels_and_a_password_only_its_length() -> None:
    field = focused_field({view_at(BOUNDS): mapped(PAY, NAME)}, FRAME)
    assert field
    assert (field.text, field.description, field.package) == ("Ada", "Name", APP)
    assert field.bounds == Bounds(60, 672, 660, 792)
    secret = {**NAME, "s": ["focused", "editable", "password"], "m": 3}
    field = focused_field({view_at(BOUNDS): mapped(secret)}, FRAME)
    assert field
    assert (field.text, "password" in field.flags) == ("•••", True)


def page_with(*elements: dict[str, Any]) -> Assembled:
    return assemble([FrameSnapshot(json.dumps(answer(*elements)))], Size(1, 1))


@pytest.mark.parametrize(
    ("texts", "told", "agreed"),
    [
        (["Pay", "Cart"], ["Pay", "Cart", "More"], True),
        (["Pay", "Cart"], ["Pay"], True),
        (["Pay", "Cart", "Send"], ["Pay"], False),
        (["Pay now"], ["Pay", "now"], True),
        (["PAY"], ["Pay"], True),
        (["Send money"], ["Cancel"], False),
        ([], ["Cancel"], False),
        (["Pay"], [], True),
        (["Pay"], [""], True),
        ([], [], True),
    ],
)
def test_a_page_agrees_with_the_tree_of_its_view(texts: list[str], told: list[str], agreed: bool) -> None:
    view = view_at(BOUNDS, text="Send money")
    view.children = [View(text=one) for one in told]
    assert agrees(page_with(*({**PAY, "t": text} for text in texts)), view) is agreed


# ---------------------------------------------------------------------- reading, and what fails


def test_a_page_is_read_and_only_the_collector_is_evaluated() -> None:
    page = FakePage("A", told=told(), answer=answer(PAY, NAME))
    with opened(page) as (reader, server, window):
        for _ in range(3):
            assert only(reader, window) == ["Pay", "Name"]
        assert reader.notes() == (BY_SOCKET,)
        assert reader.notes() == ()
        assert reader.address == "https://shop.test/cart?token=***"
    assert page.connections == 1
    assert set(server.asked) == {"localabstract:webview_devtools_remote_4242"}
    methods = {method for method, _ in page.commands}
    assert methods == {"Target.setAutoAttach", "Page.getFrameTree", "Page.createIsolatedWorld", "Runtime.evaluate"}
    for expression in {expression for _, expression in page.commands if expression}:
        assert expression in (
            'Object.hasOwn(globalThis, "__sextantPass") ? __sextantPass({}) : null',
            f"(globalThis.__sextantPass = {PAGE_JS})({{}})",
        )


def test_a_socket_without_a_number_is_asked_whose_it_is() -> None:
    page = FakePage("A", answer=answer(PAY))
    reader = WebPages(FakePhone(sockets="", processes=PROCESSES), 1.5)
    assert only(reader, window()) is None
    assert reader.notes() == (f"{BY_TREE}: {NO_SOCKET}",)
    rows = f"{LISTENS} @chrome_devtools_remote\n"
    for package, found in ((APP, True), ("com.android.chrome", False)):
        reader = WebPages(FakePhone(sockets=rows, processes=PROCESSES, web=FakePages(page, package=package)), 1.5)
        assert (only(reader, window()) is not None) is found
        reader.close()


def test_a_frozen_page_costs_its_deadline_once_and_is_left_alone_for_a_while() -> None:
    page = FakePage("A", told=told(), how="freezes")
    with opened(page, seconds=0.3) as (reader, _, window):
        begun = time.monotonic()
        assert only(reader, window) is None
        assert 0.25 < time.monotonic() - begun < 2
        assert reader.notes() == (f"{BY_TREE}: its page did not answer within 0.3 s",)
        begun = time.monotonic()
        for _ in range(5):
            assert only(reader, window) is None
        assert time.monotonic() - begun < 1
        assert reader.notes() == ()
    assert page.connections == 1


@pytest.mark.parametrize("how", ["crashes", "refuses", "garbles"])
def test_a_page_that_fails_is_read_from_the_tree_and_again_when_it_is_back(how: Any) -> None:
    page = FakePage("A", told=told(), answer=answer(PAY), how=how)
    with opened(page) as (reader, _, window):
        assert only(reader, window) is None
        (note,) = reader.notes()
        assert note.startswith(f"{BY_TREE}: its page cannot be read (")
        page.how = "answers"
        assert only(reader, window) == ["Pay"]
        assert reader.notes() == (BY_SOCKET,)


def test_the_connection_ends_with_the_page_and_a_socket_that_is_gone_is_looked_for_again() -> None:
    page = FakePage("A", told=told(), answer=answer(PAY))
    with opened(page) as (reader, server, window):
        assert only(reader, window) == ["Pay"]
        assert server.open_streams >= 1
        assert reader.read([View()], FRAME) == {}
        assert (only(reader, window), page.connections) == (["Pay"], 2)
        server.gone = True
        assert only(reader, window) is None
        server.gone = False
        assert only(reader, window) == ["Pay"]


DEEP = "[" * 200_000


@pytest.mark.parametrize("body", [b"", b"{", b"null", b"[1]", b"\xff\xfe", b"[]", DEEP.encode(), b" " * 2_000_001])
def test_a_list_that_is_none_is_no_error(body: bytes) -> None:
    reader = WebPages(FakePhone(sockets=SOCKETS, processes=PROCESSES, web=FakePages(listed=body)), 1.5)
    assert only(reader, window()) is None
    assert reader.notes()[0].startswith(BY_TREE)
    reader.close()


def test_a_description_that_is_nested_too_deeply_tells_no_place() -> None:
    row = {**FakePage("A").row, "description": DEEP}
    assert targets_in([row], "s") == (PageTarget("A", "Shop", None, True, "s"),)


@pytest.mark.parametrize(
    ("sent", "opcode"),
    [
        (DEEP.encode(), 0x1),
        (b"[]", 0x1),
        (b'{"id": 2, "result": {}}', 0x1),
        (b'{"id": 2, "result": []}', 0x1),
        (b" " * 8_000_001, 0x1),
        (b" " * 8_000_001, 0x9),
    ],
)
def test_what_a_page_answers_instead_of_what_was_asked_is_no_error(sent: bytes, opcode: int) -> None:
    page = FakePage("A", told=told(), answer=answer(PAY), sends=sent, opcode=opcode)
    with opened(page) as (reader, _, window):
        assert only(reader, window) is None
        assert reader.notes()[0].startswith(f"{BY_TREE}: its page cannot be read (")


HUGE = 10**400
"""No float is as large."""


@pytest.mark.parametrize(
    "page",
    [
        FakePage("A", told=told(width=HUGE), answer=answer(PAY)),
        FakePage("A", told=told(screenX=-HUGE, width=2 * HUGE), answer=answer(PAY)),
        FakePage("A", told=told(), answer=answer(PAY, ratio=HUGE)),
        FakePage("A", told=told(), answer=answer(PAY, view=[0, 0, HUGE, HUGE])),
        FakePage("A", told=told(), answer=answer({**PAY, "b": [HUGE] * 4})),
    ],
)
def test_a_huge_number_in_what_a_page_tells_is_no_error(page: FakePage) -> None:
    with opened(page) as (reader, _, window):
        assert only(reader, window) is None
        assert reader.notes()[0].startswith(f"{BY_TREE}: its page cannot be read (")


def test_of_two_pages_the_one_that_is_shown_is_read() -> None:
    back = FakePage("A", "Shop", answer=answer(NAME, hidden=True))
    front = FakePage("B", "Shop", answer=answer(PAY))
    with opened(back, front) as (reader, _, window):
        assert only(reader, window) == ["Pay"]
    wide = FakePage("C", "Shop", answer=answer(PAY, view=[0, 0, 1280, 720], ratio=1))
    with opened(back, wide) as (reader, _, window):
        assert only(reader, window) is None
        assert reader.notes() == (f"{BY_TREE}: none of the app's pages is sure to be the one shown",)


def test_a_page_with_other_texts_than_the_tree_is_not_believed() -> None:
    page = FakePage("A", told=told(), answer=answer({**PAY, "t": "Cancel"}, {**NAME, "a": "Amount"}))
    with opened(page) as (reader, _, window):
        assert only(reader, window) is None
        assert reader.notes() == (f"{BY_TREE}: {OTHER}",)
        assert reader.origins == {}


VIEW = [0, 0, 206, 891]


def test_two_views_have_each_their_own_page() -> None:
    half = BOUNDS.left + BOUNDS.width // 2
    places = (Bounds(0, TOP, half, BOUNDS.bottom), Bounds(half, TOP, BOUNDS.right, BOUNDS.bottom))
    pages = [
        FakePage(name, told=told(screenX=place.left, width=place.width), answer=answer({**PAY, "t": name}, view=VIEW))
        for name, place in zip("AB", places, strict=True)
    ]
    with opened(*reversed(pages), seconds=0.4) as (reader, _, _):
        views = [view_at(place) for place in places]
        found = reader.read([View(children=views)], FRAME)
        assert [labels(found[view]) for view in views] == [["A"], ["B"]]
        assert [found[view].elements[0].box.x for view in views] == [20, 226]
        pages[0].how = "freezes"
        assert views[0] not in reader.read([View(children=views)], FRAME)
        assert list(reader.read([View(children=views)], FRAME)) == views[1:]


def look(page: FakePage, tree: str = WEB_VIEW) -> Observation:
    phone = FakePhone(sockets=SOCKETS, processes=PROCESSES, web=FakePages(page), web_view=tree)
    device = AndroidDevice(AndroidOptions(driver="plain", quiet=0.0, settle=1.0), connect=lambda _: phone)
    device.open()
    seen = device.look(picture=False)
    device.close()
    return seen


def test_the_page_takes_the_place_of_what_the_hierarchy_has_below_its_view() -> None:
    seen = look(FakePage("A", told=told(), answer=answer(PAY, NAME)))
    assert [(element.index, element.label) for element in seen.elements] == [(0, "Pay"), (1, "Name")]
    assert (seen.title, seen.scroll.below) == ("Shop", 300)
    assert seen.facts["web_address"] == "https://shop.test/cart?token=***"
    assert BY_SOCKET in seen.notes


def test_without_its_page_a_look_has_what_the_hierarchy_has() -> None:
    seen = look(FakePage("A", told=told(), how="crashes"))
    assert [element.label for element in seen.elements] == ["Native pay"]
    assert any(note.startswith(BY_TREE) for note in seen.notes)
    assert "web_address" not in seen.facts


def test_views_over_a_page_cover_it_and_elements_of_a_page_do_not_cover_each_other() -> None:
    over = {**PAY, "n": 1, "t": "Over", "b": [20, 100, 200, 40]}
    sheet = (
        f'<node class="android.widget.Button" package="{APP}" text="Sheet" clickable="true" '
        f'bounds="[0,600][{412 * SCALE},{915 * SCALE}]"/></node>'
    )
    tree = WEB_VIEW.replace("Native pay", "Pay over name").removesuffix("</node>") + sheet
    seen = look(FakePage("A", told=told(), answer=answer(PAY, over, {**NAME, "n": 2})), tree)
    found = {element.label: element.visibility for element in seen.elements}
    assert found == {"Pay": "visible", "Over": "visible", "Name": "covered", "Sheet": "visible"}
