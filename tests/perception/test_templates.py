import string
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.perception.templates import is_parameter, template_of

SAME = [
    ("/notes/5", "/notes/17"), ("/notes/5/edit", "/notes/9000/edit"),
    ("/p/0b9e3f7a-7c1d-4c55-9a54-0d1c1c1d2e3f", "/p/7d3c2a10-0000-4c55-9a54-0d1c1c1d2e3f"),
    ("/commit/9fceb02", "/commit/0a1b2c3d4e"), ("/day/2024-05-01", "/day/2025-11-30"), ("/2024/05/", "/2023/12/"),
    ("/blog/why-we-moved-to-sqlite", "/blog/how-to-bake-good-bread"), ("/u/alice/", "/u/alice"),
    ("/account/Assets:Bank:Checking", "/account/Assets:Cash1"), ("/items/42-blue-shoes", "/items/7-red-hat"),
    ("/list", "/list?page=2"), ("/create", "/create?project_id=7"), ("/#/tasks/new", "/#/tasks/new?project_id=7"),
    ("/list?sort=name&dir=asc", "/list?sort=date"), ("/list?q=foo", "/list?q="), ("/list?all=", "/list"),
    ("/list?status=open&tag=x", "/list"), ("/view.php?id=5", "/view.php?id=6"), ("/index.php", "/"),
    ("/index.php?page=users", "/?page=users"), ("/index.php?page=user&id=3", "/index.php?id=4&page=user"),
    ("/#/notes/3", "/#/notes/4"), ("/#!/inbox", "/#/inbox"), ("/docs/intro#install", "/docs/intro#usage"),
    ("/login", "/login?next=%2Fnotes%2F5"), ("/thing?utm_source=x", "/thing"), ("/thing;jsessionid=ABC", "/thing"),
    ("/file/report.pdf", "/file/photo.jpg"), ("/roadmap?show=completed", "/roadmap"),
    ("/list?show=nodates", "/list?show=all"), ("/newticket?component=horn", "/newticket"),
    ("/new-task?type=task", "/new-task"), ("/n/V1StGXR8_Z5jdHi6B-myT", "/n/3kTMd9qPp0aQ7xYv2_LrW"),
    ("/?read=yes&important=no", "/"), ("/list.php?starred=all", "/list.php"), ("/list.php?user_id=all", "/list.php"),
]  # fmt: skip
DIFFERENT = [
    ("/notes", "/notes/5"), ("/wiki/Lamp", "/wiki/Lamp/history"), ("/projects/lamp/kanban", "/projects/lamp"),
    ("/admin/ticket/components", "/admin/ticket/priority"),
    ("/admin/ticket/components", "/admin/ticket/components/lamp"),
    ("/admin/ticket/components/lamp", "/admin/ticket/milestones/lamp"),
    ("/settings/notifications/email", "/settings/notifications"), ("/notes/5", "/notes/5/edit"),
    ("/notes/new", "/notes/5"), ("/users/login", "/users/logout"), ("/settings/profile", "/settings/security"),
    ("/index.php?r=site/login", "/index.php?r=site/contact"), ("/#/inbox", "/#/sent"), ("/#/", "/#/settings"),
    ("/terms-of-service", "/privacy-policy"), ("/api/v1", "/api/v2"), ("/accounts/login", "/accounts/signup"),
    ("/tasks/today", "/tasks/upcoming"), ("/about", "/contact"), ("/page/about", "/page/help"),
    ("/shelf/order/1", "/shelf/1"), ("/newest", "/"), ("/sort", "/"),
]  # fmt: skip


def route(path: str) -> str:
    return template_of(f"http://app.test{path}").route


@pytest.mark.parametrize(("one", "other"), SAME)
def test_addresses_of_one_screen(one: str, other: str) -> None:
    assert route(one) == route(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_addresses_of_two_screens(one: str, other: str) -> None:
    assert route(one) != route(other)


def test_parameters_are_bound() -> None:
    found = template_of("http://app.test/projects/7/tasks/12?page=3&tab=files")
    assert found.route == "/projects/{id}/tasks/{id}"
    assert dict(found.binding) == {"projects": "7", "tasks": "12", "page": "3", "tab": "files"}
    assert found.parametric


def test_filters_bind_without_making_the_screen_parametric() -> None:
    found = template_of("http://app.test/list?q=milk&page=2")
    assert dict(found.binding) == {"q": "milk", "page": "2"}
    assert not found.parametric


def test_tokens_are_not_bound() -> None:
    assert template_of("http://app.test/a?key=bXkA8Qm2kD9xZ0qLp4Ws7Y").binding == ()
    assert template_of("http://app.test/a?key=0b9e3f7a-7c1d-4c55-9a54-0d1c1c1d2e3f").binding != ()


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_numbers_never_matter_in_paths(one: int, other: int) -> None:
    assert route(f"/notes/{one}") == route(f"/notes/{other}")


@given(st.uuids(), st.uuids())
def test_uuids_never_matter(one: object, other: object) -> None:
    assert route(f"/x/{one}/edit") == route(f"/x/{other}/edit")


@given(
    st.dictionaries(st.sampled_from(["q", "sort", "order", "utm_medium", "next"]), st.text(max_size=20)), st.integers(0)
)
def test_filters_never_split(query: dict[str, str], page: int) -> None:
    assert route("/list?" + urlencode({**query, "page": str(page)})) == route("/list")


@given(st.text(max_size=300))
def test_any_text_is_an_address(text: str) -> None:
    template_of(text)
    template_of(f"http://app.test/{text}", fragment_routes=True)


@given(st.permutations(["tab=files", "id=4", "page=2", "x=1"]))
def test_the_order_of_a_query_does_not_matter(pairs: list[str]) -> None:
    assert template_of("/a.php?" + "&".join(pairs)) == template_of("/a.php?tab=files&id=4&page=2&x=1")


@given(st.text(string.ascii_lowercase, min_size=1, max_size=12))
def test_a_short_lower_case_word_at_the_root_is_a_place(word: str) -> None:
    assert not is_parameter(word)


@pytest.mark.parametrize(
    ("path", "numbered", "route", "binding"),
    [
        ("/bug7", ("bug",), "/bug{id}", {"bug": "7"}), ("/Bug1234", ("bug",), "/Bug{id}", {"bug": "1234"}),
        ("/bug7/edit", ("bug",), "/bug{id}/edit", {"bug": "7"}),
        ("/keyword3", ("bug", "milestone"), "/keyword{id}", {"keyword": "3"}),
        ("/keyword3", ("bug",), "/keyword3", {}), ("/bug7", (), "/bug7", {}), ("/html5", (), "/html5", {}),
    ],
)  # fmt: skip
def test_an_id_written_onto_the_word_for_its_kind(
    path: str, numbered: tuple[str, ...], route: str, binding: dict[str, str]
) -> None:
    found = template_of(f"http://app.test{path}", numbered=numbered)
    assert found.route == route
    assert dict(found.binding) == binding
    assert found.parametric == bool(binding)


@pytest.mark.parametrize(
    ("query", "picking", "kept"),
    [
        ("page=users&sort=name", ["page"], "?page=users"), ("page=users&sort=name", [], ""),
        ("page=17", ["page"], ""), ("r=site/login&x=1", [], "?r=site/login"), ("date=2024/05", [], ""),
    ],
)  # fmt: skip
def test_a_key_counts_where_the_navigation_picks_by_it_or_its_value_is_a_path(
    query: str, picking: list[str], kept: str
) -> None:
    assert template_of(f"http://app.test/index.php?{query}", picking=picking).route == "/" + kept


def test_names_below_a_word_are_one_path() -> None:
    found = template_of(
        "http://app.test/ada/tides/tree/main/docs/pictures", names=["ada", "tides", "main", "docs", "pictures"]
    )
    assert found.route == "/{id}/{id}/tree/{id}"
    assert dict(found.binding) == {"id": "ada", "id2": "tides", "tree": "main/docs/pictures"}
