import pytest

from sextant.types.geometry import Box
from sextant.types.screens import Affordance, Element
from sextant.utg.caution import address_risk, element_change, element_risk

APP = "http://app.test:8080"


@pytest.mark.parametrize(
    "href",
    [
        "/delete/3",
        "/item/3/delete",
        "/logout",
        "/user/sign-out",
        "/article?action=delete",
        "/poll/4/vote",
        "/files/report.pdf",
        "/export/csv",
        "/notes/3/download",
        "/feed",
        "mailto:a@b.test",
        "tel:+123",
        "http://elsewhere.test/",
        "//elsewhere.test/x",
        "https://app.test:8080/",
        "/set/language/de",
        "/?lang=de",
        "/sub/archive/9",
        "data:text/html,x",
    ],
)
def test_addresses_that_do_something_are_left_alone(href: str) -> None:
    assert address_risk(href, APP)


@pytest.mark.parametrize(
    "href",
    [
        "/",
        "/settings",
        "/settings/profile",
        "/orders/3",
        "/archive-of-the-year-2020-in-pictures",
        "/start",
        "/reading-list",
        "/help/how-to-delete-your-account",
        "http://app.test:8080/privacy",
        "#/inbox",
        "?page=2",
        "/index.php?controller=Settings",
        "/moved-here",
    ],
)
def test_addresses_that_show_something_may_be_looked_at(href: str) -> None:
    assert address_risk(href, APP) == ""


def made(
    label: str, role: str = "button", href: str = "", input_type: str = "", affordance: Affordance = "tap"
) -> Element:
    able = frozenset((affordance,))
    return Element(0, Box(0, 0, 1, 1), role, label, href=href, input_type=input_type, affordances=able)


def test_form_controls_and_submits_are_left_alone() -> None:
    assert element_risk(made("Agree", "checkbox"), APP)
    assert element_risk(made("Go", input_type="submit"), APP)
    assert element_risk(made("Name", "textbox", affordance="type"), APP)
    assert not element_risk(made("Menu"), APP)


@pytest.mark.parametrize("label", ["Save", "Add note", "Speichern", "Créer", "Añadir", "Создать", "Refresh"])
def test_buttons_that_change_say_so(label: str) -> None:
    assert element_change(made(label))


@pytest.mark.parametrize("element", [made("Menu"), made("Details"), made("Add note", "link", "/notes/add")])
def test_what_only_opens_something_does_not(element: Element) -> None:
    assert element_change(element) == ""
