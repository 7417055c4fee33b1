"""A secret is typed where it belongs and nowhere else; what was private once stays private."""

from collections.abc import Generator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.addresses.origins import origin_of_page
from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome
from sextant.devices.browser.secret_guard import Receiver, SecretGuard
from sextant.types.actions import LaunchApp, TypeText
from sextant.types.screens import Element, Observation
from sextant.types.secrets import NOTHING_TYPED, Binding, SecretUse
from tests.devices.browsing import Hand, labelled, running, texts, until
from tests.devices.site import Site

VALUE = "hunter2-the-secret"


class Somebody:
    """A person who is asked about secrets, and what they were asked."""

    def __init__(self) -> None:
        self.allows = False
        self.asked: list[SecretUse] = []

    def __call__(self, use: SecretUse) -> bool:
        self.asked.append(use)
        return self.allows


@pytest.fixture(scope="module")
def opened(site: Site) -> Generator[Hand]:
    bound = {
        "note": Binding(field="comment"),
        "stranger": Binding(f"http://localhost:{site.port}", "password"),
        "bank": Binding("https://bank.example", "password"),
    }
    with running(BrowserOptions(url=site.url("secrets.html"), secrets=bound)) as device:
        yield Hand(device)


@pytest.fixture
def own(opened: Hand, site: Site) -> Hand:
    """The page as it is at first."""
    opened.go(site.url("plain.html"))
    opened.go(site.url("secrets.html"))
    return opened


@pytest.fixture
def somebody(own: Hand) -> Somebody:
    found = Somebody()
    own.device.confirm_secrets(found)
    return found


def typed(hand: Hand, label: str, secret: str, text: str = VALUE) -> str:
    seen = hand.look()
    return " ".join(hand.device.perform(TypeText(text, labelled(seen, label).box.centre, secret=secret)).notes)


def held(hand: Hand, name: str) -> str:
    return str(hand.device.evaluate(f"document.querySelector('[name={name}]').value"))


@pytest.mark.browser
@pytest.mark.parametrize(("label", "name"), [("Password", "pw"), ("User", "user"), ("Card", "card"), ("Code", "code")])
def test_an_unbound_secret_goes_into_the_fields_of_a_login(own: Hand, label: str, name: str) -> None:
    assert NOTHING_TYPED not in typed(own, label, "pin")
    assert held(own, name) == VALUE


@pytest.mark.browser
@pytest.mark.parametrize("label", ["Comment", "Elsewhere", "Stranger", "Note"])
def test_an_unbound_secret_goes_nowhere_else_unless_a_person_says_so(own: Hand, somebody: Somebody, label: str) -> None:
    secret = f"pin for {label}"
    note = typed(own, label, secret)
    assert note.startswith(NOTHING_TYPED)
    assert "[secrets]" in note
    assert VALUE not in note
    assert [use.secret for use in somebody.asked] == [secret]
    typed(own, label, secret)
    assert len(somebody.asked) == 1
    assert VALUE not in str(own.device.evaluate("[...document.querySelectorAll('input')].map(f => f.value)"))
    assert VALUE not in str(own.device.evaluate("document.body.innerText"))
    somebody.allows = True
    assert NOTHING_TYPED not in typed(own, label, f"another {secret}")
    assert len(somebody.asked) == 2


@pytest.mark.browser
def test_a_bound_secret_goes_where_it_is_bound_and_nowhere_else(own: Hand, somebody: Somebody) -> None:
    for elsewhere in ("note", "bank", "stranger"):
        assert typed(own, "Password", elsewhere).startswith(NOTHING_TYPED)
    assert held(own, "pw") == ""
    assert NOTHING_TYPED not in typed(own, "Comment", "note")
    assert held(own, "comment") == VALUE
    assert NOTHING_TYPED not in typed(own, "Stranger", "stranger")
    assert len(somebody.asked) == 3


@pytest.mark.browser
def test_a_dialog_of_the_page_gets_a_secret_on_a_persons_word_alone(own: Hand, site: Site, somebody: Somebody) -> None:
    own.device.evaluate("setTimeout(() => { document.title = prompt('Your pin?') || 'none'; }, 50); 1")
    assert until(lambda: own.look().modal is not None)
    assert typed(own, "Answer", "dialog pin").startswith(NOTHING_TYPED)
    own.tap("OK")
    assert VALUE not in str(own.device.evaluate("document.title"))
    assert [use.secret for use in somebody.asked] == ["dialog pin"]
    own.go(site.url("private"))
    own.device.perform(TypeText(VALUE, labelled(own.look(), "Password").box.centre, secret="login pin"))
    own.tap("Cancel")
    assert len(somebody.asked) == 1


@pytest.mark.browser
def test_keys_do_not_follow_the_focus_to_another_field(own: Hand) -> None:
    note = typed(own, "Thief", "pin")
    assert held(own, "comment") == ""
    assert "moved the focus" in note


@pytest.mark.browser
def test_a_redirect_to_another_site_is_given_no_secret(site: Site) -> None:
    url = site.url(f"moved/{site.url('secrets.html', 'localhost')}")
    with running(BrowserOptions(url=url)) as device:
        hand = Hand(device)
        assert hand.look().location == site.url("secrets.html", "localhost")
        assert typed(hand, "Password", "pin").startswith(NOTHING_TYPED)
        assert held(hand, "pw") == ""


@pytest.mark.browser
def test_no_secret_is_typed_where_it_would_leave_in_clear(site: Site) -> None:
    chrome = Chrome(arguments=("--host-resolver-rules=MAP app.example 127.0.0.1",))
    device = BrowserDevice(BrowserOptions(url=site.url("secrets.html", "app.example"), chrome=chrome))
    asked = Somebody()
    device.confirm_secrets(asked)
    try:
        device.open()
        assert "not encrypted" in typed(Hand(device), "Password", "pin")
        assert held(Hand(device), "pw") == ""
        assert [use.exposed for use in asked.asked] == [True]
    finally:
        device.close()


def field(seen: Observation, label: str) -> Element:
    return next(one for one in seen.elements if one.label == label and "type" in one.affordances)


@pytest.mark.browser
@pytest.mark.parametrize("button", ["Show", "Swap"])
def test_a_password_that_is_shown_later_stays_private(own: Hand, button: str) -> None:
    own.device.perform(TypeText(VALUE, labelled(own.look(), "Password").box.centre))
    own.tap(button)
    assert held(own, "pw") == VALUE
    assert own.device.evaluate("document.querySelector('[name=pw]').type") == "text"
    shown = field(own.look(), "Password")
    assert "password" in shown.states
    assert VALUE not in str(own.look())


@pytest.mark.browser
def test_a_password_that_was_shown_before_anybody_looked_stays_private(own: Hand, site: Site) -> None:
    own.device.perform(LaunchApp(site.url("plain.html")))
    own.device.perform(LaunchApp(site.url("secrets.html")))
    own.device.evaluate(f"pw.value = '{VALUE}'; pw.type = 'text'; pw.id = 'x'; 1")
    assert VALUE not in str(own.look())


@pytest.mark.browser
def test_a_field_of_another_name_that_shows_a_password_is_private(own: Hand) -> None:
    own.device.evaluate(f"pw.value = '{VALUE}'; 1")
    own.look()
    own.device.evaluate(
        "pw.insertAdjacentHTML('afterend', '<input aria-label=Twin>'); pw.nextSibling.value = pw.value; 1"
    )
    seen = own.look()
    assert "password" in field(seen, "Twin").states
    assert VALUE not in str(seen)


@pytest.mark.browser
def test_what_is_drawn_masked_is_private(own: Hand) -> None:
    own.device.perform(TypeText(VALUE, labelled(own.look(), "Code").box.centre))
    seen = own.look()
    assert "password" in field(seen, "Code").states
    assert VALUE not in str(seen)
    assert "whispered" not in texts(seen)
    own.device.evaluate("document.querySelector('[name=code]').style = ''; 1")
    assert VALUE not in str(own.look())


@pytest.mark.browser
@pytest.mark.parametrize("label", ["Comment", "Note"])
def test_a_field_that_was_filled_from_a_secret_is_private(own: Hand, somebody: Somebody, label: str) -> None:
    somebody.allows = True
    typed(own, label, f"filled {label}", "swordfish swordfish")
    assert "swordfish" in str(
        own.device.evaluate("document.body.innerText + document.querySelector('[name=comment]').value")
    )
    seen = own.look()
    assert "swordfish" not in str(seen)
    assert "password" in field(seen, label).states


@pytest.mark.browser
def test_what_was_private_is_so_for_the_next_process(site: Site) -> None:
    first = BrowserDevice(BrowserOptions(url=site.url("secrets.html")))
    first.open()
    hand = Hand(first)
    first.perform(TypeText(VALUE, labelled(hand.look(), "Password").box.centre))
    hand.tap("Show")
    lease = first.lease()
    first.detach()
    later = BrowserDevice(BrowserOptions(url=site.url("secrets.html")), lease)
    try:
        assert later.open().how == "reattached"
        seen = later.look(picture=False)
        assert later.evaluate("pw.type + pw.value") == f"text{VALUE}"
        assert "password" in field(seen, "Password").states
        assert VALUE not in str(seen)
    finally:
        later.close()


origins = st.sampled_from(
    ["https://app.example", "http://app.example", "https://other.example", "https://evil.example", "null", "file://"]
)
receivers = st.builds(
    Receiver,
    origins,
    st.lists(origins, max_size=2).map(tuple),
    st.sampled_from(["text", "password", "textarea", ""]),
    st.sampled_from([frozenset[str](), frozenset({"username"}), frozenset({"cc-csc"}), frozenset({"email"})]),
    masked=st.booleans(),
)


@given(receivers, st.lists(st.sampled_from(["*", "https://evil.example/path", "https://other.example", "file:///a"])))
def test_whatever_receives_an_unbound_secret_belongs_to_the_start_page_and_to_a_login(
    receiver: Receiver, added: list[str]
) -> None:
    """Origins that the user added count as that of the start page, and masked fields as those of a login."""
    guard = SecretGuard("https://app.example/start?x", added, {})
    own = {"https://app.example", *(origin_of_page(one) for one in added if one != "*")}
    if not guard.refused("pin", receiver):
        assert {receiver.origin, *receiver.around} <= own
        assert receiver.of_login or receiver.masked
    else:
        assert guard.question() is not None


def test_an_added_origin_and_a_masked_field_receive_an_unbound_secret() -> None:
    for added, masked in ((True, True), (True, False), (False, True)):
        guard = SecretGuard("https://app.example", ("https://login.example",) if added else ("*",), {})
        field = Receiver("https://login.example", ("https://app.example",), "text", masked=masked)
        assert bool(guard.refused("pin", field)) is not (added and masked)


@pytest.mark.parametrize(
    ("origin", "opened"),
    [
        ("http://127.0.0.1:80", False),
        ("http://localhost:3000", False),
        ("http://[::1]:3000", False),
        ("http://10.0.0.7", True),
        ("http://localhost.evil.example", True),
        ("https://10.0.0.7", False),
    ],
)
def test_only_what_others_could_read_is_called_open(origin: str, opened: bool) -> None:
    guard = SecretGuard(origin, (), {})
    receiver = Receiver(guard_origin(origin), kind="password")
    assert bool(guard.refused("pin", receiver)) is opened


def test_nobody_is_asked_about_a_form_that_is_sent_in_clear() -> None:
    guard = SecretGuard("https://app.example", (), {})
    assert guard.refused("pin", Receiver("https://app.example", ("http://10.0.0.7",), kind="password"))
    question = guard.question()
    assert question is not None
    assert question.exposed


def guard_origin(address: str) -> str:
    return address.removesuffix(":80")


@pytest.mark.browser
def test_a_user_name_that_equals_the_password_can_be_read(own: Hand) -> None:
    own.device.evaluate(f"pw.value = '{VALUE}'; pw.insertAdjacentHTML('afterend', '<input aria-label=User>'); 1")
    own.look()
    own.type("User", VALUE)
    assert field(own.look(), "User").value == VALUE
