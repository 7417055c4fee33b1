"""Who may be left for: named, allowed by a person once for a run, or refused with the flag that allows it."""

from dataclasses import replace

import pytest

from sextant.addresses.origins import among, of_site, origin_of_page
from sextant.devices.browser.own_pages import OwnPages
from sextant.devices.browser.secret_guard import Receiver, SecretGuard
from sextant.review import Authorities, DepartureReview, RuleReviewer
from sextant.types.actions import OpenApp
from sextant.types.decisions import Decision
from sextant.types.effects import AFTER_PRIVATE, WITHIN_FRAME, HeldWrite, LeaveMode, ObservedEffect, WriteRuling
from sextant.types.screens import Screen
from sextant.types.tasks import Policy, Task
from tests.review.test_authorizer import Record
from tests.support.runs import NOBODY, Somebody
from tests.support.screens import element, screen

OWN, OTHER = "http://app.test", "https://elsewhere.test"


def leaving(
    person: Somebody = NOBODY, goal: str = "Read it.", leave: LeaveMode = "ask", record: Record | None = None
) -> DepartureReview:
    return DepartureReview(Task(goal, policy=Policy(origins=(OWN,), leave=leave)), person, record or Record())


def held(origin: str = OTHER, special: str = "", path: str = "/a?q=1") -> HeldWrite:
    effect = ObservedEffect("leave", "", path.partition("?")[0], origin, operation=special)
    return HeldWrite(effect, f"{origin}{path}", (("q", "1"),))


def test_with_nobody_there_it_is_refused_with_the_flag_that_allows_it() -> None:
    record = Record()
    ruling = leaving(record=record).rule(held())
    assert (ruling.allowed, ruling.needs_person) == (False, False), "the run goes on without it"
    assert f"--origin {OTHER}" in ruling.reason
    ((question, allowed, by, _),) = record.permissions
    assert ("?q=1" in question, allowed, by) == (True, False, "nobody there")


@pytest.mark.parametrize("allows", [True, False])
def test_a_person_is_asked_once_for_an_origin(allows: bool) -> None:
    person = Somebody(allows=allows)
    found = leaving(person)
    rulings = [found.rule(held(path=path)).allowed for path in ("/a", "/b", "/c?d=1")]
    assert rulings == [allows] * 3
    assert len(person.asked) == 1
    again = leaving(NOBODY)
    again.restore(found.snapshot())
    assert again.rule(held()).allowed is allows, "it lives as long as the run"
    found.rule(held("https://third.test"))
    assert len(person.asked) == 2


@pytest.mark.parametrize("special", [AFTER_PRIVATE, WITHIN_FRAME])
def test_what_is_special_about_it_is_a_question_of_its_own(special: str) -> None:
    person = Somebody(allows=True)
    found = leaving(person)
    assert found.rule(held()).allowed
    assert found.rule(held(special=special)).allowed
    assert found.rule(held(special=special)).allowed
    assert len(person.asked) == 2
    assert special in person.asked[1]


@pytest.mark.parametrize(
    ("goal", "allowed"),
    [
        ("Compare it with https://elsewhere.test/prices.", True),
        ("Compare it with HTTPS://ELSEWHERE.TEST", True),
        ("Compare it with elsewhere.test", False),
        ("Compare it with http://elsewhere.test", False),
        ("Compare it with https://elsewhere.test.evil.test", False),
        ("Compare it with https://elsewhere.test@evil.test", False),
    ],
)
def test_an_origin_that_the_goal_names_in_full_is_allowed(goal: str, allowed: bool) -> None:
    assert leaving(goal=goal).rule(held()).allowed is allowed


def test_the_policy_speaks_before_anybody_is_asked() -> None:
    person = Somebody(allows=True)
    assert leaving(person, leave="allow").rule(held()).allowed
    assert not leaving(person, leave="deny").rule(held()).allowed
    assert leaving(person).rule(held(OWN)).allowed
    assert person.asked == []


def test_a_permission_is_asked_about_once_and_names_its_setting() -> None:
    asked = HeldWrite(ObservedEffect("permission", "", "camera", OWN), OWN)
    assert "--set browser.permissions=camera" in leaving().rule(asked).reason
    person = Somebody(allows=True)
    found = leaving(person)
    assert [found.rule(asked).allowed for _ in range(2)] == [True, True]
    assert len(person.asked) == 1


def test_writes_are_decided_by_whoever_decides_about_writes() -> None:
    write = HeldWrite(ObservedEffect("request", "POST", "/orders", OWN), f"{OWN}/orders")
    rulings = {one.effect.kind: ruling for one, ruling in Authorities(leaving()).decide([held(), write])}
    assert rulings["request"] == WriteRuling(True, "nothing is held in this run")
    assert not rulings["leave"].allowed


HERE = screen(element(0, "link", "Next", href="http://app.test/list?page=2"))


def there(origin: str) -> Screen:
    observation = replace(HERE.observation, app=origin, location=f"{origin}/", elements=())
    return replace(HERE, observation=observation)


def test_an_address_may_be_composed_while_no_other_site_was_read() -> None:
    found = leaving()
    here = there(OWN)
    assert not found.may_carry_data(f"{OWN}/search?q=whatever", here)
    assert found.may_carry_data(f"{OWN}/search?q=whatever", there(OTHER))
    assert found.may_carry_data(f"{OWN}/search?q=whatever", here), "what was read stays read"
    assert not found.may_carry_data(f"{OWN}/", here), "it carries nothing"


def test_user_info_that_the_actor_composed_may_carry_data() -> None:
    found = leaving(goal="Open http://ada:pw@app.test/ and read it.")
    told = RuleReviewer(leaving=found).objections(
        Decision(OpenApp("http://balance-4711@app.test/"), HERE.digest), HERE, Task("x", policy=Policy(origins=(OWN,)))
    )
    assert [one.rule for one in told] == ["policy"]
    assert "user name or password" in told[0].message
    for composed in ("http://:x@app.test", "http://x%40@app.test/", "http://x\\@app.test/", "http://ada:pw@app.test/a"):
        assert found.may_carry_data(composed, there(OWN))
    assert not found.may_carry_data("http://ada:pw@app.test/", there(OWN)), "it is in the goal"


def test_an_address_that_a_page_of_its_origin_shows_is_not_composed() -> None:
    found = leaving(goal="Open http://app.test/named?x=1 and read it.")
    shown = replace(HERE, observation=replace(HERE.observation, app=OWN, location=f"{OWN}/open"))
    assert not found.may_carry_data("http://app.test/list?page=2", shown)
    elsewhere = replace(
        HERE, observation=replace(HERE.observation, app=OTHER, location=f"{OTHER}/", elements=HERE.elements)
    )
    assert not found.may_carry_data("http://app.test/list?page=2", elsewhere)
    assert not found.may_carry_data("http://app.test/open", elsewhere)
    assert not found.may_carry_data("http://app.test/named?x=1", elsewhere)
    assert found.may_carry_data("http://app.test/list?page=3", elsewhere)


def test_a_link_of_another_site_makes_no_address_known() -> None:
    found = leaving()
    elsewhere = replace(
        HERE, observation=replace(HERE.observation, app=OTHER, location=f"{OTHER}/", elements=HERE.elements)
    )
    assert found.may_carry_data("http://app.test/list?page=2", elsewhere)


@pytest.mark.parametrize(
    ("address", "site", "same"),
    [
        ("https://login.shop.test/", "shop.test", True),
        *((address, "shop.test", False) for address in ("http://login.shop.test/", "https://evilshop.test/")),
        *((address, "shop.test", False) for address in ("https://shop.test.evil.test/", "https://[::")),
        ("https://login.shop.test/", "", False),
    ],
)
def test_what_belongs_to_a_site(address: str, site: str, same: bool) -> None:
    assert of_site(address, site, "https://app.shop.test") is same


def test_the_origin_of_a_page() -> None:
    for address, origin in (
        ("file:///tmp/a.html", "file://"),
        ("data:text/html,https://shop.example", "data://"),
        ("https://me:pin@Shop.example:443/x", "https://shop.example"),
        ("about:blank", "about:blank"),
        ("http://[::1]:80/", "http://[::1]"),
    ):
        assert origin_of_page(address) == origin


@pytest.mark.parametrize("spelled", ["https://shop.example", "https://SHOP.example:443/x", "https://me@shop.example/"])
@pytest.mark.parametrize("page", ["https://shop.example", "https://Shop.example:443", "https://other.example"])
def test_whose_a_page_is_is_told_alike_by_all_who_decide(spelled: str, page: str) -> None:
    own = page != "https://other.example"
    policy = Policy(origins=(spelled,), leave="ask")
    assert among(page, policy.origins) is own
    assert OwnPages([spelled]).owns(page) is own
    assert (DepartureReview(Task("Buy it", policy=policy), NOBODY, Record()).answer(page) is True) is own
    assert (SecretGuard(spelled, (), {}).refused("pin", Receiver(page, kind="password")) == "") is own


def test_what_is_open_to_all_origins_names_none_for_a_secret() -> None:
    assert OwnPages(["*"]).owns("https://any.example")
    assert SecretGuard("https://shop.example", ("*",), {}).refused(
        "pin", Receiver("https://any.example", kind="password")
    )
    assert not among("https://any.example", ["*"], wild=False)
