"""Words of addresses that the page shows to be names: made-up pages, some with words of the data that benches serve."""

from dataclasses import replace

import pytest

from sextant.perception import identify
from sextant.perception.shown import shown_in
from sextant.types.geometry import Size
from sextant.types.screens import Observation

ROOT = "http://a.test"


def page(address: str, *names: str, title: str = "", heading: str = "", **facts: str) -> Observation:
    told = {"names": "\n".join(names), "headings": f"1:{heading}" if heading else "", **facts}
    return Observation(ROOT, ROOT + address, title, Size(412, 915), (), (), facts=told)


def label(observation: Observation) -> str:
    return identify(observation).key.label


def one(*pages: Observation) -> bool:
    return len({identify(each).key.id for each in pages}) == 1


# ---- a Git forge: /owner/repository/section/number


def forge(owner: str, repo: str, rest: str = "", title: str = "", *names: str) -> Observation:
    tabs = ("sign pulls as", "sign settings other", "sign activity other")
    return page(
        f"/{owner}/{repo}{rest}", "trail 0 page", "trail 1 page", *tabs, *names, title=title or f"{owner}/{repo}"
    )


def test_repositories_of_a_forge_are_one_screen() -> None:
    assert one(forge("ada", "tides"), forge("bo", "lamps"), forge("ada", "notes-of-mine"))
    assert label(forge("ada", "tides")) == "/{id}/{id}"
    assert dict(identify(forge("ada", "tides")).binding) == {"id": "ada", "id2": "tides"}


def test_sections_of_a_repository_are_places() -> None:
    releases = [forge(owner, "tides", "/releases", "Releases · tides") for owner in ("ada", "bo")]
    assert one(*releases)
    assert label(releases[0]) == "/{id}/{id}/releases"
    assert not one(releases[0], forge("ada", "tides", "/milestones", "Milestones · tides"))
    assert label(forge("ada", "tides", "/issues/4", "Leak · Issue 4 · tides")) == "/{id}/{id}/issues/{id}"


def test_a_person_is_told_by_the_title_alone() -> None:
    assert one(page("/ada", title="ada · forge"), page("/bo", title="bo (Bo Lund)"), page("/cy", heading="@cy"))


# ---- a wiki at the root: /Some_page


def wiki(address: str, *names: str, title: str = "", heading: str = "") -> Observation:
    signs = ("sign changelog other", "sign settings other")
    return page(address, *signs, *names, title=title, heading=heading)


def test_pages_of_a_wiki_at_the_root_are_one_screen() -> None:
    assert one(
        wiki("/Fog_horn", title="Fog horn - Lighthouse"),
        wiki("/Lamp", heading="Lamp"),
        wiki("/Stairs", "trail 0 page", heading="How many there are"),
        wiki("/Keeper", "below edit other", "below history other", heading="Who keeps it"),
    )
    assert label(wiki("/roadmap", title="Roadmap - Lighthouse", heading="Roadmap")) == "/roadmap"


def test_what_can_be_edited_and_renamed_is_a_thing() -> None:
    assert label(page("/lamp", "below edit other", "below rename other")) == "/{id}"
    assert label(page("/lamp", "below edit other")) == "/lamp"


# ---- an administration of a database: /database/table/row


def test_tables_and_rows_of_a_database_are_one_screen_each() -> None:
    tables = [
        page("/harbour/ships", "trail 0 nav", title="harbour: ships: 30 rows", heading="ships"),
        page("/library/loans", "trail 0 nav", title="library: loans: 2 rows", heading="loans (view)"),
    ]
    rows = [
        page(
            "/library/readers/Aurora", "trail 0 nav", "trail 1 nav", title="library: readers", heading="readers: Aurora"
        ),
        page("/harbour/ships/3", "trail 0 nav", "trail 1 nav", title="harbour: ships", heading="ships: 3"),
    ]
    assert one(*tables)
    assert one(*rows)
    assert [label(tables[0]), label(rows[0])] == ["/{id}/{id}", "/{id}/{id}/{id}"]


def test_a_word_of_interfaces_has_to_be_shown_twice() -> None:
    assert label(page("/library", title="library")) == "/library"
    assert label(page("/library", "below books as", "below loans as", title="library")) == "/{id}"
    assert label(page("/library", "trail 0 nav", title="library: a query")) == "/{id}"
    assert label(page("/library", "near books as", "near loans as", "near ships as", title="library")) == "/{id}"
    assert label(page("/library", "trail 0 nav", title="Library")) == "/library"


def test_a_page_within_a_thing_is_not_the_thing() -> None:
    thing = page("/harbour", title="harbour", heading="harbour")
    within = page("/harbour?sql=select+1", "trail 0 nav", title="harbour: select 1", heading="harbour")
    assert shown_in(within).inside
    assert not one(thing, within)
    assert one(within, page("/islands?sql=select+2", "trail 0 nav", title="islands: select 2", heading="islands"))


# ---- a mail client with routes in the fragment: #/Folder/12


def test_folders_of_a_mail_client_are_one_screen() -> None:
    def mail(folder: str, *rest: str) -> Observation:
        return page("/#/" + "/".join((folder, *rest)), "trail 0 nav", "sign settings other", title=folder)

    assert one(mail("Inbox"), mail("Harbour"))
    assert one(mail("Inbox", "12"), mail("Harbour", "7"))
    assert label(mail("Inbox", "12")).endswith("#/{id}/{id}")


# ---- a shop: /shoes/red-sneaker


def test_what_the_page_calls_a_product_is_one() -> None:
    sneaker, boot = (
        page(f"/{name}", f"about {kind}") for name, kind in (("sneaker", "product"), ("boot", "product.item"))
    )
    assert one(sneaker, boot)
    assert not one(page("/imprint", "about website"), page("/prices", "about website"))
    assert label(page("/checkout", "about product")) == "/checkout"


# ---- what is no name


@pytest.mark.parametrize(
    ("address", "title", "heading"),
    [
        ("/roadmap", "Roadmap - Lighthouse", "Roadmap"),
        ("/roadmap", "The roadmap", "All of the roadmap"),
        ("/size-guide", "Size guide", "Size guide"),
        ("/harbour/depth-chart", "Depth chart", "Depth Chart"),
    ],
)
def test_places_are_written_out_for_people(address: str, title: str, heading: str) -> None:
    assert label(page(address, title=title, heading=heading)) == address


def test_where_places_are_written_as_they_stand_in_the_address_nothing_follows() -> None:
    small = page("/roadmap", "sign about as", "sign contact as", "trail 0 nav", title="roadmap", heading="roadmap")
    assert label(small).startswith("/roadmap")
    capital = page("/Warehouses", "sign Users as", "sign Reports as", "sign Login other", title="Warehouses")
    assert label(capital) == "/Warehouses"
    assert (
        label(page("/Warehouses", "sign Users as", "sign login other", "sign help other", title="Warehouses"))
        == "/{id}"
    )


def test_two_neighbours_called_as_they_are_written_tell() -> None:
    assert label(page("/ships", "near lamps as", "near tides as")) == "/{id}"
    assert label(page("/ships", "near lamps as")) == "/ships"
    assert label(page("/ships", "near lamps as", "near tides as", "near rocks other", "near buoys other")) == "/ships"
    assert label(page("/ships", "near lamps as", "near lamps other", "near tides as", "near tides other")) == "/{id}"


def test_neighbours_called_as_places_are_may_be_other_views_of_one_thing() -> None:
    assert label(page("/3/annotate", "near history as", "near edit as", "near raw as")) == "/{id}/annotate"


# ---- paths of any depth


def forged(path: str, *kin: str, title: str = "") -> Observation:
    return page(f"/ada/tides/{path}", "trail 0 nav", "trail 1 nav", title=title, kin="\n".join(kin))


def test_other_views_of_what_lies_in_a_tree_are_as_deep_as_it_is() -> None:
    deep, flat, upper = (
        forged(f"annotate/main/{path}", "2:blob", title=f"{path} at main")
        for path in ("src/a/lamp.c", "b.c", "Makefile")
    )
    main = [replace(each, title=f"{each.title} (main)") for each in (deep, flat, upper)]
    assert one(*main)
    assert label(main[0]) == "/{id}/{id}/annotate/{id}"
    assert one(forged("log/storm", "2:tree"), forged("log/2dc18706bd", "2:tree"))
    assert label(forged("log/settings", "2:tree")) == "/{id}/{id}/log/settings"
    assert label(forged("log/rocks", "2:docs")) == "/{id}/{id}/log/rocks"  # pages of `docs` may be places themselves
    assert label(forged("tables/storm", "3:tree")) == "/{id}/{id}/tables/storm"


def test_folders_on_the_way_to_a_file_may_have_any_name() -> None:
    assert one(page("/files/notes.txt"), page("/files/app/settings/notes.txt"), page("/files/lamps/help/north.c"))
    assert one(forged("tree/release-3.10/lamps"), forged("tree/release-3.10/lamps/old"))
    assert label(page("/wiki/Lamps/edit")) == "/wiki/{id}/edit"
    assert label(page("/wiki/Lamps/attachments/north.png")) == "/wiki/{id}/attachments/{id}"
    assert label(page("/files/lamps/upload")) == "/files/{id}/upload"
    assert label(page("/help/settings/notes.txt")) == "/help/settings/{id}"


def test_a_path_to_a_file_that_is_written_in_one_piece_is_one_name() -> None:
    files = [
        page("/explore/readme.txt", title="readme.txt"),
        page("/explore/lamps/north.txt", title="lamps/north.txt - Files"),
        page("/explore/lamps/old/north.txt", title="Files", heading="lamps / old / north.txt"),
        page("/explore/lamps/old/far/away", heading="/lamps/old/far/away"),
    ]
    assert one(*files)
    assert label(files[0]) == "/explore/{id}"
    assert dict(identify(files[1]).binding) == {"explore": "lamps/north.txt"}
    # Two names may be somebody and what is theirs, and a path at the root has no word that it lies below.
    assert label(page("/explore/ada/tides", title="ada/tides")) == "/explore/{id}/{id}"
    assert label(page("/ada/north.txt", title="ada/north.txt")) == "/{id}/{id}"


@pytest.mark.parametrize(
    "kind", ["branches", "commit", "databases", "experiments", "jobs", "mailbox", "queues", "runs"]
)
def test_things_of_machines_have_names_too(kind: str) -> None:
    assert one(page(f"/{kind}/nightly"), page(f"/{kind}/lamps"), page(f"/{kind}/7"))
    assert label(page(f"/{kind}/settings")) == f"/{kind}/settings"


def test_a_list_of_those_in_a_state_is_no_thing() -> None:
    assert label(page("/jobs/running")) == "/jobs/running"
    assert label(page("/tag/running")) == "/tag/{id}"


@pytest.mark.parametrize("key", ["by-name", "created_by", "items_per_page", "filter_state", "sort-field"])
def test_a_key_that_says_that_it_narrows_makes_no_screen(key: str) -> None:
    assert one(page("/"), page(f"/?{key}=yes"))
    assert not one(page("/"), page("/?ship_id=3"))
    assert not one(page("/"), page("/?baby=3"))


def test_a_page_in_a_tree_may_be_called_as_a_place_is() -> None:
    crumbs = ("trail 0 page", "trail 1 page", "trail 2 page", "trail 3 page")
    assert label(page("/source/lamps/log/notes", *crumbs, title="lamps / log / notes")) == "/source/{id}"
    assert label(page("/wiki/Team/history", title="History of Team")) == "/wiki/{id}/history"


@pytest.mark.parametrize("fact", ["trail x nav", "near", "near lamps", "about", "sign", "below", "  ", "trail"])
def test_facts_that_cannot_be_read_tell_nothing(fact: str) -> None:
    assert label(page("/ships", fact)) == "/ships"


# ---- a small site whose bar holds its pages as their addresses are written


@pytest.mark.parametrize(
    "bar", [("Impressum", "Kontakt", "Datenschutz", "Leistungen"), ("colophon", "imprint", "now", "uses")]
)
def test_pages_that_the_bar_of_a_site_names_are_places(bar: tuple[str, ...]) -> None:
    signs = [f"sign {word} as" for word in bar]
    seen = [label(page(f"/{word}", "trail 0 nav", *signs, title=word, heading=word)) for word in bar]
    assert seen == [f"/{word}" for word in bar]
