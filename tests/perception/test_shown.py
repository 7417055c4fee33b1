"""Words of addresses that the page shows to be names: made-up pages, some with words of the data that benches serve."""

import pytest

from sextant.perception import identify
from sextant.perception.address_names import shown_in
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
    return page(f"/{owner}/{repo}{rest}", "trail 0 nav", "trail 1 nav", *tabs, *names, title=title or f"{owner}/{repo}")


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
        wiki("/Stairs", "near Lamp as", "near Horn as", heading="How many there are"),
    )
    assert label(wiki("/roadmap", title="Roadmap - Lighthouse", heading="Roadmap")) == "/roadmap"


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


def test_a_page_within_a_thing_is_not_the_thing() -> None:
    thing = page("/harbour", title="harbour", heading="harbour")
    within = page("/harbour?sql=select+1", "trail 0 nav", title="harbour: select 1", heading="harbour")
    assert shown_in(within).inside
    assert not one(thing, within)
    assert one(within, page("/islands?sql=select+2", "trail 0 nav", title="islands: select 2", heading="islands"))


# ---- a mail client with routes in the fragment: #/Folder/12


# ---- a shop: /shoes/red-sneaker


def test_what_the_page_calls_a_product_is_one() -> None:
    sneaker, boot = (
        page(f"/{name}", f"about {kind}") for name, kind in (("sneaker", "product"), ("boot", "product.item"))
    )
    assert one(sneaker, boot)
    assert not one(page("/imprint", "about website"), page("/prices", "about website"))


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


# ---- paths of any depth


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
    assert label(page("/ada/tides", title="ada/tides")) == "/{id}/{id}"
    assert label(page("/ada/north.txt", title="ada/north.txt")) == "/{id}/{id}"


@pytest.mark.parametrize("fact", ["trail x nav", "near", "near lamps", "about", "sign", "  ", "trail"])
def test_facts_that_cannot_be_read_tell_nothing(fact: str) -> None:
    assert label(page("/ships", fact)) == "/ships"


# ---- a small site whose bar holds its pages as their addresses are written
