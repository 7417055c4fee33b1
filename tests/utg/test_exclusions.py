"""What an explorer leaves alone: by structure on every device, by a few labels where no gate guards."""

import pytest

from sextant.types.screens import Element
from sextant.utg.exclusions import address_excluded, element_excluded, exclusion_of, unguarded
from tests.support.screens import element, screen

APP = "http://app.test:8080"


def link(label: str, href: str) -> Element:
    return element(0, "link", label, href=href)


@pytest.mark.parametrize(
    ("href", "kind"),
    [
        ("mailto:a@b.test", "other site"), ("http://elsewhere.test/", "other site"),
        ("//elsewhere.test/x", "other site"), ("https://app.test:8080/", "other site"), ("/table.csv", "file"),
        ("/notes?format=rss", "file"), ("/harbour/blob/main/lamps.tar.gz", "file"),
        ("/harbour/blob/main/prices.csv?raw=true", "file"), ("/item/3/delete", "risky"), ("/delete-item/3", "risky"),
        ("/user/signOut", "risky"), ("/index?@action=logout", "risky"), ("/set/language/de", "risky"),
        ("/?lang=de", "risky"),
    ],
)  # fmt: skip
def test_addresses_that_are_left_alone(href: str, kind: str) -> None:
    assert exclusion_of(address_excluded(href, APP)) == kind
    assert element_excluded(link("Ways", href), APP)


@pytest.mark.parametrize(
    "href",
    [
        *("", "#part", "javascript:void(0)", "/", f"{APP}/orders/4", "/orders?page=2&sort=name", "/archive/2024"),
        *("/wiki/how-to-delete-a-branch", "/harbour/blob/main/prices.csv", "/languages/polish"),
    ],
)
def test_addresses_that_may_be_fetched(href: str) -> None:
    assert address_excluded(href, APP) == ""


@pytest.mark.parametrize("label", ["Delete", "Delete account", "Konto entfernen", "Log out", "退出登录", "удалить всё"])
def test_a_link_with_a_listed_label_is_left_alone_everywhere(label: str) -> None:
    assert element_excluded(link(label, "/3"), APP)
    assert unguarded(element(0, "button", label), screen())
    assert element_excluded(element(0, "button", label), APP) == "", "what a button writes is the gate's business"


@pytest.mark.parametrize("label", ["Orders", "Deleted items", "Sendai", "Undelete", "Usuń konto", ""])
def test_a_label_that_is_not_listed_says_nothing(label: str) -> None:
    assert not unguarded(element(0, "button", label), screen())


def test_a_button_that_sends_is_left_alone() -> None:
    assert unguarded(element(0, "button", "Send message"), screen())
    assert element_excluded(link("Send message", "/messages/new"), APP) == ""


@pytest.mark.parametrize(
    "control",
    [
        element(0, "checkbox", "Dark"),
        element(0, "textbox", "Name"),
        element(0, "button", "Go", input_type="submit"),
        element(0, "button", "Clear", input_type="reset"),
        element(0, "button", "Choose", input_type="file"),
    ],
)
def test_controls_of_forms_are_left_alone(control: Element) -> None:
    assert exclusion_of(element_excluded(control, APP)) == "form control"
