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
        "/table.csv",
        "/static/history/1998.pdf",
        "/harbour/blob/main/lamps.tar.gz",
        "/harbour/raw/main/prices.csv",
        "/harbour/blob/main/prices.csv?raw=true",
        "/harbour/blob/main/prices.csv?v=2&download=1",
        "/tree/members.csv",
        "/media/tree/oak.jpg",
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
        "/item/3/archive",
        "/archive?id=3",
        "/message_archive?message_id=3",
        "/builders/linux/start",
        "/builders/4/start",
        "/start/build",
        "/start-build",
        "/server/stop",
        "/stop",
        "/sync",
        "/cache/clear",
        "/cron/run",
        "/jobs/run-now",
        "/server-start",
        "/posts/my-post/archive",
        "/posts/my-post/publish",
        "/repo/star",
        "/vote/up",
        "/users?action=ban",
        "/list?view=delete",
        "/list?archive=1",
        "/list?do=archive",
        "/unsubscribe",
        "/newsletters/unsubscribe?u=abc",
        "/reset",
        "/cart/checkout/confirm",
        "data:text/html,x",
        "/admin/deleteUserAccount?id=5",
        "/user/signMeOut",
        "/api/clearAllCaches",
        "/confirm-delete-order/7",
        "/item/5/delete-this-entry",
        "/?r=admin/user/delete",
        "/report?asc=1&format=rss",
        "/timeline?max=50&format=csv",
        "/index.php?route=account/session/logout",
    ],
)
def test_addresses_that_do_something_are_left_alone(href: str) -> None:
    assert address_risk(href, APP)


@pytest.mark.parametrize(
    "href",
    [
        "/harbour/blob/main/prices/spring.csv",
        "/annotate/trunk/photo.png",
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
        "/archive",
        "/blog/archive",
        "/archive/2024/05",
        "/runs/7",
        "/votes",
        "/archive?page=2",
        "/orders?status=unread&sort=start",
        "/install",
    ],
)
def test_addresses_that_show_something_may_be_looked_at(href: str) -> None:
    assert address_risk(href, APP) == ""


def made(
    label: str, role: str = "button", href: str = "", input_type: str = "", affordance: Affordance = "tap"
) -> Element:
    able = frozenset((affordance,))
    return Element(0, Box(0, 0, 1, 1), role, label, href=href, input_type=input_type, affordances=able)


@pytest.mark.parametrize(
    ("label", "href"),
    [
        ("WikiStart", "/wiki/WikiStart"),
        ("Quick start", "/docs/quick-start"),
        ("Archive", "/archive"),
        ("Archive", "/blog/archive/"),
        ("May 2024", "/archive/2024/05"),
        ("Dry run", "/docs/dry-run"),
        ("Upgrade", "/upgrade"),
    ],
)
def test_a_link_by_its_title_is_a_page(label: str, href: str) -> None:
    assert element_risk(made(label, "link", href), APP) == ""


@pytest.mark.parametrize(
    ("label", "href"),
    [
        ("Start server", "/server-start"),
        ("Stop", "/server/stop"),
        ("Archive", "/item/3/archive"),
        ("Archive this", "/posts/my-post/archive"),
        ("", "/wiki-start"),
        ("Delete", "/wiki/WikiStart"),
        ("Reset", "/reset"),
        ("WikiStart", "/wiki/WikiStart?action=delete"),
        ("Log out", "/archive"),
        ("Unsubscribe", "/lists"),
    ],
)
def test_a_link_that_orders_something_is_left_alone(label: str, href: str) -> None:
    assert element_risk(made(label, "link", href), APP)


def test_form_controls_and_submits_are_left_alone() -> None:
    assert element_risk(made("Agree", "checkbox"), APP)
    assert element_risk(made("Go", input_type="submit"), APP)
    assert element_risk(made("Name", "textbox", affordance="type"), APP)
    assert not element_risk(made("Menu"), APP)


@pytest.mark.parametrize(
    "label", ["Save", "Add note", "Speichern", "Créer", "Añadir", "Создать", "Refresh", "New", "Notiz hinzufügen"]
)
def test_buttons_that_change_say_so(label: str) -> None:
    assert element_change(made(label))


@pytest.mark.parametrize(
    "label",
    [
        "New note",
        "Mark as read",
        "Archive",
        "Start",
        "Stop the server",
        "Quick add",
        "Auto save",
        "Complete task",
        "Flag as urgent",
        "Bookmark",
        "Copy",
        "Like",
        "Delete all",
        "Run now",
        "Bulk delete",
        "Clear cache",
        "Cancel visit",
        "Save for later",
        "Remind me",
        "I am going",
        "Turn off",
        "Ask",
    ],
)
def test_orders_are_changes(label: str) -> None:
    assert element_change(made(label))


@pytest.mark.parametrize(
    "element",
    [
        made("Invites", "tab"),
        made("Record", "tab"),
        made("Updates", "tab"),
        made("Reports"),
        made("Exchange rate"),
        made("Cortisol New"),
        made("Medical record"),
        made("Final copy"),
    ],
)
def test_names_of_things_are_no_changes(element: Element) -> None:
    assert element_change(element) == ""


def test_a_tab_that_adds_is_a_change() -> None:
    assert element_change(made("New tab", "tab"))


@pytest.mark.parametrize("element", [made("Menu"), made("Details"), made("Add note", "link", "/notes/add")])
def test_what_only_opens_something_does_not(element: Element) -> None:
    assert element_change(element) == ""


@pytest.mark.parametrize(
    ("label", "harmless"),
    [
        ("End session", False),
        ("Clear everything now please", False),
        ("Delete this account for good", False),
        ("Close to the sea: an evening by boat", True),
        ("Clear skies over the town", True),
        ("End of the season", True),
    ],
)
def test_a_link_that_orders_is_left_alone_wherever_it_leads(label: str, harmless: bool) -> None:
    link = Element(0, Box(0, 0, 10, 10), "link", label, label, href=f"{APP}/x/5", affordances=frozenset({"tap"}))
    assert (element_risk(link, APP) == "") is harmless


@pytest.mark.parametrize(
    "href",
    ["/blog/how-to-delete-a-branch", "/news/clear-skies-over-town", "/search?q=a/b/c", "/?path=docs/reading/list"],
)
def test_titles_with_such_words_are_no_orders(href: str) -> None:
    assert address_risk(APP + href, APP) == ""


@pytest.mark.parametrize("href", ["http://[", "//[", "http://[::1", "https://exa mple:port/"])
def test_a_malformed_address_stops_nothing(href: str) -> None:
    assert isinstance(address_risk(href, "http://app.test"), str)
    assert isinstance(element_risk(Element(0, Box(0, 0, 9, 9), "link", "Go", href=href), "http://app.test"), str)
