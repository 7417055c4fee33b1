"""Roles, names, values and states as the in-page pass reports them, on Chromium."""

# ruff: noqa: E501 -- HTML reads better unbroken

import json

import pytest

from sextant.devices.browser.collector import collect
from tests.devices.snapshot_page import Looker, only, role, text, texts

pytestmark = pytest.mark.browser


NAMES = {
    "aria-labelledby wins": (
        '<b id=a>One</b> <b id=b>Two</b><button aria-labelledby="b a" aria-label=No>x</button>',
        "Two One",
    ),
    "aria-labelledby reads hidden": (
        "<span id=a hidden>Hidden words</span><button aria-labelledby=a>x</button>",
        "Hidden words",
    ),
    "aria-label": ("<button aria-label=Close>x</button>", "Close"),
    "content": ("<button>Save <b>all</b></button>", "Save all"),
    "content with image": ("<button><img alt=Bin width=20 height=20> Delete</button>", "Bin Delete"),
    "aria-hidden icon is silent": ("<button><i aria-hidden=true>menu</i> Open</button>", "Open"),
    "ligature of an icon font": ("<button><i class=material-icons>delete</i></button>", "delete"),
    "visually hidden text counts": (
        "<button>x<span style='position:absolute;width:1px;height:1px;overflow:hidden'>Close</span></button>",
        "x Close",
    ),
    "svg title": (
        "<button><svg width=20 height=20><title>Settings</title><rect width=20 height=20 /></svg></button>",
        "Settings",
    ),
    "title": ("<button title=Refresh><svg width=20 height=20><rect width=20 height=20 /></svg></button>", "Refresh"),
    "input submit": ("<input type=submit value='Log in'>", "Log in"),
    "input submit default": ("<input type=submit>", "Submit"),
    "input image": ("<input type=image alt=Go src=x style='width:30px;height:30px'>", "Go"),
    "br separates": ("<button>Line<br>break</button>", "Line break"),
    "inline does not separate": ("<button>Hel<b>lo</b></button>", "Hello"),
    "block separates": ("<button><div>Top</div><div>Bottom</div></button>", "Top Bottom"),
    "unknown role ignored": ("<button role=banana>Fine</button>", "Fine"),
    "first known role": ("<div role='banana button' tabindex=0>Odd</div>", "Odd"),
    "embedded shadow": (
        "<x-b></x-b><script>document.querySelector('x-b').attachShadow({mode:'open'}).innerHTML='<button><slot></slot>In</button>'</script>",
        "In",
    ),
    "slot content": (
        "<x-b>Slotted</x-b><script>document.querySelector('x-b').attachShadow({mode:'open'}).innerHTML='<button><slot>Default</slot></button>'</script>",
        "Slotted",
    ),
    "slot default": (
        "<x-b></x-b><script>document.querySelector('x-b').attachShadow({mode:'open'}).innerHTML='<button><slot>Default</slot></button>'</script>",
        "Default",
    ),
    "right to left": ("<div dir=rtl><button>حفظ التغييرات</button></div>", "حفظ التغييرات"),
    "emoji and joiners": ("<button>👩‍💻 Größe 漢字</button>", "👩‍💻 Größe 漢字"),
}


def test_a_hidden_ligature_is_the_label_where_nothing_else_is(looker: Looker) -> None:
    found = role(looker.see("<button><i class=material-icons aria-hidden=true>delete</i></button>"), "button")
    assert (found.name, found.label) == ("", "delete")


@pytest.mark.parametrize("case", NAMES)
def test_a_buttons_accessible_name(looker: Looker, case: str) -> None:
    html, expected = NAMES[case]
    found = role(looker.see(html), "button")
    assert found.name == expected
    assert "tap" in found.affordances


FIELDS = {
    "label for": ("<label for=f>Email</label><input id=f>", "Email"),
    "wrapping label": ("<label>Email <input></label>", "Email"),
    "label leaves the field's value out": ("<label>Email <input value=me@x.y></label>", "Email"),
    "two labels": ("<label for=f>Your</label><label for=f>email</label><input id=f>", "Your email"),
    "placeholder last": ("<input placeholder=Search>", "Search"),
    "title before placeholder": ("<input placeholder=p title=Town>", "Town"),
    "aria-label beats label": ("<label>A <input aria-label=B></label>", "B"),
    "textarea": ("<label>Notes <textarea>text</textarea></label>", "Notes"),
    "contenteditable": ("<div contenteditable aria-label=Body>hello</div>", "Body"),
    "role textbox": ("<div role=textbox contenteditable aria-labelledby=q>v</div><p id=q>Question</p>", "Question"),
}


@pytest.mark.parametrize("case", FIELDS)
def test_a_fields_accessible_name(looker: Looker, case: str) -> None:
    html, expected = FIELDS[case]
    found = only(looker.see(html), lambda element: "type" in element.affordances)
    assert found.name == expected


def test_values_and_hints(looker: Looker) -> None:
    seen = looker.see(
        "<input aria-label=a value=typed placeholder=hint><textarea aria-label=b>long text</textarea>"
        "<select aria-label=c><option>One<option selected>Two</select><div contenteditable aria-label=d>rich <b>text</b></div>"
        "<input type=range aria-label=e min=0 max=10 value=7><div role=slider aria-label=f aria-valuenow=3 tabindex=0>o</div>"
    )
    values = {element.name: element.value for element in seen.elements if element.affordances}
    assert values == {"a": "typed", "b": "long text", "c": "Two", "d": "rich text", "e": "7", "f": "3"}
    assert only(seen, lambda e: e.name == "a").hint == "hint"


def test_a_field_that_is_drawn_masked_is_private_without_an_agent(looker: Looker) -> None:
    looker.show(
        '<label>Code <input value=hunter2 style="-webkit-text-security: disc"></label><label>Name <input value=Ada></label>'
    )
    assert "hunter2" not in json.dumps(looker.raw())
    code, name = [one for one in looker.look().elements if one.role == "textbox"]
    assert (code.value, "password" in code.states, name.value) == ("", True, "Ada")


def test_a_page_cannot_pass_elements_off_as_the_collector(looker: Looker) -> None:
    async def ask(expression: str) -> object:
        return looker.evaluate(expression)

    looker.show(
        "<form id=sextant><div id=__sextantPass></div><embed id=__sextantDrawn><button>Pay</button></form><iframe name=sextant></iframe><iframe name=__sextantPass></iframe>"
    )
    for _ in range(2):
        with pytest.raises(StopIteration) as done:
            collect(ask).send(None)
        assert [one.get("t") for one in json.loads(done.value.value)["els"] if one["r"] == "button"] == ["Pay"]


def test_a_password_never_leaves_the_page(looker: Looker) -> None:
    looker.show(
        "<label>Password <input type=password value=hunter2></label><p id=p>x</p><input type=password aria-labelledby=q><span id=q>Repeat <input type=password value=hunter2></span>"
    )
    raw = looker.frames()[0].raw
    assert "hunter2" not in raw
    assert raw.count('"password"') >= 2
    fields = [one for one in looker.look().elements if "password" in one.states]
    assert [(one.value, one.masked) for one in fields] == [("", 7), ("", 0), ("", 7)]


def test_a_password_that_is_shown_later_stays_private_without_an_agent(looker: Looker) -> None:
    looker.show("<label>Password <input id=p type=password value=hunter2></label><label>Name <input value=Ada></label>")
    looker.look()
    looker.page.evaluate("p.type = 'text'")
    assert "hunter2" not in looker.frames()[0].raw
    code, name = [one for one in looker.look().elements if "type" in one.affordances]
    assert ("password" in code.states, code.value, code.masked) == (True, "", 7)
    assert ("password" in name.states, name.value, name.masked) == (False, "Ada", None)


def test_options_of_a_closed_select_stay_unseen(looker: Looker) -> None:
    seen = looker.see("<select><option>Apple<option selected>Pear<option>Plum</select>")
    found = role(seen, "combobox")
    assert (found.value, found.affordances) == ("Pear", frozenset({"tap", "select"}))
    assert "Apple" not in str(seen.elements)


def test_options_of_an_open_listbox_are_listed(looker: Looker) -> None:
    seen = looker.see(
        "<div role=listbox><div role=option aria-selected=true>Apple</div><div role=option>Pear</div></div>"
    )
    assert [(e.name, sorted(e.states)) for e in seen.elements if e.role == "option"] == [
        ("Apple", ["selected"]),
        ("Pear", []),
    ]


STATES = {
    "checkbox": ("<input type=checkbox aria-label=x checked>", "checkbox", {"checked"}),
    "unchecked": ("<input type=checkbox aria-label=x>", "checkbox", {"unchecked"}),
    "mixed": ("<input type=checkbox aria-label=x id=m><script>m.indeterminate=true</script>", "checkbox", {"mixed"}),
    "radio": ("<input type=radio aria-label=x checked>", "radio", {"checked"}),
    "switch": ("<div role=switch tabindex=0 aria-checked=true>Dark</div>", "switch", {"checked"}),
    "disabled": ("<fieldset disabled><button>x</button></fieldset>", "button", {"disabled"}),
    "aria-disabled": ("<button aria-disabled=true>x</button>", "button", {"disabled"}),
    "expanded": ("<button aria-expanded=true>x</button>", "button", {"expanded"}),
    "switch that is off": ("<div role=switch tabindex=0 aria-checked=false>Dark</div>", "switch", {"unchecked"}),
    "switch that does not say": ("<div role=switch tabindex=0>Dark</div>", "switch", set[str]()),
    "item of a menu that is off": (
        "<div role=menu><div role=menuitemcheckbox tabindex=0 aria-checked=false>Grid</div></div>",
        "menuitemcheckbox",
        {"unchecked"},
    ),
    "pressed": ("<button aria-pressed=true>x</button>", "button", {"pressed"}),
    "pressed in parts": ("<button aria-pressed=mixed>x</button>", "button", {"mixed"}),
    "not pressed": ("<button aria-pressed=false>x</button>", "button", {"unpressed"}),
    "no toggle": ("<button>x</button>", "button", set[str]()),
    "required and invalid": (
        "<input aria-label=x required aria-invalid=true>",
        "textbox",
        {"required", "invalid", "editable"},
    ),
    "readonly": ("<input aria-label=x readonly>", "textbox", {"readonly"}),
    "password": ("<input aria-label=x type=password>", "textbox", {"password", "editable"}),
    "focused": ("<input aria-label=x autofocus>", "textbox", {"focused", "editable"}),
    "selected tab": ("<div role=tablist><button role=tab aria-selected=true>x</button></div>", "tab", {"selected"}),
    "current page": ("<nav><a href=/ aria-current=page>x</a></nav>", "link", {"selected"}),
    "active class in a navigation": ("<ul class=nav><li class=active><a href=/>x</a></ul>", "link", {"selected"}),
    "active class elsewhere": ("<p><a href=/ class=active>x</a></p>", "link", set[str]()),
    "open details": ("<details open><summary>More</summary>Text</details>", "button", {"expanded"}),
}


@pytest.mark.parametrize("case", STATES)
def test_states(looker: Looker, case: str) -> None:
    html, wanted, states = STATES[case]
    found = role(looker.see(html), wanted)
    assert found.states == states
    assert bool(found.affordances) is ("disabled" not in states)


def test_test_ids_and_addresses(looker: Looker) -> None:
    seen = looker.see('<a href="/a?b=1" data-testid=home id=x>Home</a><p data-qa=words>Words</p>')
    link = role(seen, "link")
    assert (link.test_id, link.href) == ("home", "http://app.test/a?b=1")
    assert text(seen, "Words").test_id == "words"


def test_a_button_that_does_not_say_what_it_is_for_sends_its_form(looker: Looker) -> None:
    kinds = {
        "<form><button>Go</button></form>": "submit",
        "<form><button type=button>Go</button></form>": "button",
        "<form><button type=reset>Go</button></form>": "reset",
        "<form><button type=nonsense>Go</button></form>": "submit",
        "<form id=f></form><button form=f>Go</button>": "submit",
        "<button>Go</button>": "",
        "<form><button aria-expanded=false>Go</button></form>": "",
        "<form><button role=tab>Go</button></form>": "",
        "<form><input name=form><button>Go</button></form>": "submit",
    }
    for html, kind in kinds.items():
        seen = looker.see(html)
        assert only(seen, lambda e: e.label == "Go").input_type == kind, html


FORM = "<form>{}<input aria-label=x>{}</form>{}"
ENTER = {
    "the button of its form": (FORM.format("", "<button>Go</button>", ""), "Go"),
    "the first one that sends": (
        FORM.format("<button type=button>No</button>", "<input type=submit value=Go><button>No</button>", ""),
        "Go",
    ),
    "one that stands outside": (FORM.format("", "", "<button form=f>Go</button>").replace("<form", "<form id=f"), "Go"),
    "no button of another form": (FORM.format("", "", "<form><button>No</button></form>"), None),
    "none that only looks near": ("<input aria-label=x><form><button>No</button></form>", None),
    "none where it is disabled": (FORM.format("", "<button disabled>No</button><button>No 2</button>", ""), None),
    "none where nobody sees it": (
        FORM.format("<button style='display:none'>No</button>", "<button>No 2</button>", ""),
        None,
    ),
    "none in a text of many lines": ("<form><textarea aria-label=x></textarea><button>No</button></form>", None),
}


@pytest.mark.parametrize("case", ENTER)
def test_enter_presses_the_default_button_of_the_form(looker: Looker, case: str) -> None:
    html, wanted = ENTER[case]
    seen = looker.see(html)
    field = role(seen, "textbox")
    assert (
        None if field.enter is None else seen.elements[field.enter].text or seen.elements[field.enter].name
    ) == wanted


def test_upload(looker: Looker) -> None:
    found = only(looker.see("<label>Photo <input type=file></label>"), lambda e: "upload" in e.affordances)
    assert found.name == "Photo"


def test_a_label_beside_its_control_is_text(looker: Looker) -> None:
    seen = looker.see("<input type=checkbox id=c><label for=c>Dark mode</label>")
    assert role(seen, "checkbox").name == "Dark mode"
    assert not text(seen, "Dark mode").affordances


ONE_CONTROL = {
    "card": "<div style='cursor:pointer'><h3>Title</h3><p>Words</p></div>",
    "wrapper and button": "<div style='cursor:pointer'><button>Title</button></div>",
    "tab index wrapper": "<div tabindex=0><a href=/x>Title</a></div>",
    "link around a button": "<a href=/x><button>Title</button></a>",
    "menu item around a link": "<ul role=menu><li role=menuitem tabindex=-1><a href=/x>Title</a></li></ul>",
    "spans in a button": "<button><span style='cursor:pointer'><span>Title</span></span></button>",
    "onclick": "<span onclick='1'>Title</span>",
    "summary": "<details><summary>Title</summary>Hidden</details>",
    "pointer leaf": "<div><div><span style='cursor:pointer'>Title</span></div></div>",
    "a body with a pointer": "<style>body{cursor:pointer}</style><p>Words</p><button>Title</button>",
    "item of its name": "<ul><li title=Title><a href=/h>Title</a></ul>",
}


@pytest.mark.parametrize("case", ONE_CONTROL)
def test_each_control_is_listed_once(looker: Looker, case: str) -> None:
    seen = looker.see(ONE_CONTROL[case])
    found = only(seen, lambda element: "tap" in element.affordances)
    assert found.text.startswith("Title")
    assert sum("Title" in one.label for one in seen.elements) == 1


def test_a_header_that_opens_a_menu_is_listed_beside_the_link_in_it(looker: Looker) -> None:
    header = "<div role=button tabindex=0 style='padding:12px' aria-label=Menu aria-expanded=false>{}</div>"
    seen = looker.see(header.format("<a href=/ aria-label=Home><img alt='' width=30 height=30></a><i></i>"))
    assert [one.label for one in seen.elements if "tap" in one.affordances] == ["Menu", "Home"]
    seen = looker.see(header.format("<a href=/ style='display:block;height:40px'>Home</a>"))
    assert [one.label for one in seen.elements if "tap" in one.affordances] == ["Home"], "the link fills it"


def test_rows_anchor_their_buttons(looker: Looker) -> None:
    seen = looker.see("<table><tr><td>Alice<td><button>Delete</button><tr><td>Bob<td><button>Delete</button></table>")
    buttons = [element for element in seen.elements if element.role == "button"]
    assert [seen.elements[button.parent or 0].name for button in buttons] == ["Alice", "Bob"]


def test_text_blocks(looker: Looker) -> None:
    seen = looker.see(
        "<h2>News</h2><p>Please read the <a href=/t>terms</a> and <em>smile</em>.</p><ul><li>First</li><li>Second</li></ul><div>Loose <span>words</span></div><table><tr><th>Name</th></tr><tr><td>Ann</td></tr></table>"
    )
    assert [(e.role, e.text) for e in seen.elements if not e.affordances] == [
        ("heading", "News"),
        ("text", "Please read the terms and smile."),
        ("listitem", "First"),
        ("listitem", "Second"),
        ("text", "Loose words"),
        ("columnheader", "Name"),
        ("cell", "Ann"),
    ]


def test_display_contents(looker: Looker) -> None:
    seen = looker.see("<div style='display:contents'><p>Words</p></div><button style='display:contents'>Go</button>")
    assert text(seen, "Words").visibility == "visible"
    found = role(seen, "button")
    assert (found.text, found.visibility) == ("Go", "visible")
    assert found.box.area > 0


def test_landmarks_and_headings(looker: Looker) -> None:
    seen = looker.see(
        "<header>H</header><nav aria-label=Site><a href=/>Home</a></nav><main><h1>Notes</h1><h2>More</h2></main><div role=dialog aria-modal=true aria-label='Delete note'>Sure?<button>Yes</button></div><footer>F</footer>"
    )
    assert (
        ", ".join(seen.landmarks) == "banner, navigation: Site, main, heading: Notes, dialog: Delete note, contentinfo"
    )
    assert role(seen, "link").landmark == "navigation: Site"
    assert text(seen, "Yes").landmark == "dialog: Delete note"


def test_clobbered_forms_are_read(looker: Looker) -> None:
    seen = looker.see(
        "<form id=f><input name=children aria-label=a><input name=parentNode aria-label=b><input name=tagName aria-label=c>"
        "<input name=getAttribute aria-label=d><input name=firstChild aria-label=e><input name=closest aria-label=g></form>"
        "<img name=title alt=t width=50 height=50><img name=documentElement alt=u width=50 height=50><img name=body alt=v "
        "width=50 height=50><img name=querySelectorAll alt=w width=50 height=50>"
    )
    assert not seen.errors
    assert "".join(element.name for element in seen.elements if "type" in element.affordances) == "abcdeg"
    assert seen.title == "Page"


def test_lone_surrogates_and_control_characters(looker: Looker) -> None:
    looker.show("<p id=p></p><script>p.textContent='a\\ud800b\\u0007c'</script>")
    words = texts(looker.look())
    assert len(words) == 1
    words[0].encode("utf-8")
    assert "\x07" not in words[0]


@pytest.mark.parametrize(
    "inside",
    [
        '<svg width=16 height=16><use href="#icon-trash-can"></use></svg>',
        '<i class="bi bi-trash-can" style="display:inline-block;width:16px;height:16px"></i>',
        '<svg width=16 height=16 data-testid="TrashCanIcon"><path d="M0 0h9v9z"/></svg>',
        '<svg width=16 height=16 data-icon="trash-can"><path d="M0 0h9v9z"/></svg>',
    ],
)
def test_a_button_that_says_nothing_is_hinted_by_what_its_picture_is_called(looker: Looker, inside: str) -> None:
    seen = looker.see(f"<button>{inside}</button>")
    assert [(one.name, one.hint) for one in seen.elements if one.role == "button"] == [("", "trash can icon")]


@pytest.mark.parametrize(
    ("classes", "hint"),
    [
        ("fas fa-trash fa-fw", "trash icon"),
        ("far fa-2x fa-trash-alt", "trash alt icon"),
        ("fa-solid fa-bell", "bell icon"),
        ("ri-delete-bin-line", "delete bin icon"),
        ("el-icon-delete", "delete icon"),
        ("icon icon-tabler icons-tabler-outline icon-tabler-trash", "trash icon"),
        ("lucide lucide-trash-2", "trash icon"),
        ("iconify i-lucide:trash", "trash icon"),
        ("fa-spin fa-lg", ""),
        ("font-bold mr-2", ""),
    ],
)
def test_classes_of_a_font_of_pictures_call_a_picture_whatever_else_they_say(
    looker: Looker, classes: str, hint: str
) -> None:
    glyph = f"<style>i{{display:inline-block;width:16px;height:16px}}</style><button><i class='{classes}'></i></button>"
    assert role(looker.see(glyph), "button").hint == hint


ICON = "<i class='fa fa-x' style='display:inline-block;width:16px;height:16px'></i>"
AROUND = {
    "tooltip": (f"<button aria-describedby=t>{ICON}</button><div role=tooltip id=t hidden>Archive</div>", "Archive"),
    "no tooltip": (f"<button aria-describedby=t>{ICON}</button><div id=t hidden>Archive</div>", ""),
    "style sheet's tooltip": (f"<button data-tooltip=Archive>{ICON}</button>", "Archive"),
    "tooltip of a script": (f"<button data-tooltip data-bs-original-title=Archive>{ICON}</button>", "Archive"),
    "older script": (f"<button data-original-title=Archive>{ICON}</button>", "Archive"),
    "wrapper": (f"<span aria-label=Archive><span><button>{ICON}</button></span></span>", "Archive"),
    "wrapper of two": (f"<span aria-label=Archive><button>{ICON}</button><a href=a>More</a></span>", ""),
    "dialog": (f"<div role=dialog aria-label=Archive><p>Words</p><button>{ICON}</button></div>", ""),
    "custom element": (
        f"<x-b aria-label=Archive></x-b><script>document.querySelector('x-b').attachShadow({{mode:'open'}}).innerHTML=`<button>{ICON}</button>`</script>",
        "Archive",
    ),
}


@pytest.mark.parametrize("case", AROUND)
def test_a_button_that_says_nothing_is_named_by_its_tooltip_or_by_what_is_around_it(looker: Looker, case: str) -> None:
    html, name = AROUND[case]
    assert role(looker.see(html), "button").name == name


def test_a_table_that_takes_the_focus_is_no_control_and_not_named_by_its_content(looker: Looker) -> None:
    seen = looker.see("<table tabindex=0><tr><th>Name<tr><td>Alice<td><button>Delete</button></table>")
    assert [one.label for one in seen.elements if one.affordances] == ["Delete"]
