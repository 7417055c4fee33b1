"""The bench of first contact on small data: the rival on a site of four pages, the record, the figures."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant_bench.apps import App
from sextant_bench.figures import BenchOptions
from sextant_bench.first_contact import Contact, contact_of, figures_of, recorded, run
from sextant_bench.navigate_truth import Target
from sextant_bench.navigate_walks import Visit
from sextant_bench.rival import answer, read, successes
from sextant_bench.web_server import HttpAnswer, HttpRequest, LoopbackServer

PAGES = {
    "/": "<title>Harbour</title><a href=/tides>Tides</a> <a href=/ships#list>Ships</a> <a href=//elsewhere.test/>x</a>",
    "/tides": "<h1>Tide tables</h1>High water at nine <script>tide tables of ships</script><a href='/'>Home</a>",
    "/ships": "<h1>Ships</h1><a href=/ships/7>The ferry <b>Anna</b></a>",
    "/ships/7": "<h1>Number 7</h1>Built in 1931",
}
TIDE = Target("toy", "tide", "tide tables", "/tides", ("High water",), ("Tides",))
FERRY = Target("toy", "ferry", "the ferry", "/ships/7", ("Built in 1931",), ("Ships", "The ferry Anna"))
NOWHERE = Target("toy", "moon", "phases", "/moon", (), ("Moon",))
VISIT = Visit("toy", "tide", 0, "first", True, True, "success", 2, 0, 1, 4.0, "/tides")
CONTACT = Contact("toy", "1", "c", "t", 12, 0.9, 0.0, 0.6, 1.0, 1.0, 3.0, 0.5, 40, 2.0)


class Harbour(LoopbackServer):
    def answer(self, request: HttpRequest) -> HttpAnswer:
        return HttpAnswer(PAGES.get(request.address, ""), status=200 if request.address in PAGES else 404)


def test_the_rival_reads_a_site_and_answers_with_most_words_in_common() -> None:
    with Harbour() as site:
        reading = read(f"{site.url}/")
    assert [page.address.removeprefix(site.url) for page in reading.pages] == list(PAGES)
    assert reading.possible
    assert successes(reading, [TIDE, FERRY, NOWHERE]) == 2  # the ferry by what its link says
    assert answer(reading, "phases") is None


def test_what_visits_come_to(tmp_path: Path) -> None:
    (tmp_path / "targets.jsonl").write_text("x")
    app = App(tmp_path, "toy", "Toy", "1", "MIT", "/", "/", ("true",))
    wrong = replace(VISIT, target="moon", success=False)
    second = [replace(VISIT, phase="second", steps=1), replace(wrong, phase="second", claimed=False, steps=9)]
    contact = contact_of(app, [VISIT, wrong, *second], 2)
    assert (contact.n, contact.success, contact.wrong_claims, contact.spl) == (2, 0.5, 0.5, 0.25)
    assert (contact.second_success, contact.second_path, contact.rival_success) == (0.5, 5.0, 1.0)
    assert not contact.ahead
    assert contact_of(app, [VISIT], None).ahead


def test_first_contact_is_over_the_apps_taken_in_last() -> None:
    record = [replace(CONTACT, app=f"a{n}", success=0.0) for n in range(3)]
    record += [replace(CONTACT, app=f"b{n}", success=0.9, rival_success=0.9 if n else 0.2) for n in range(5)]
    figures = {one.name: one for one in figures_of(record, [CONTACT], [VISIT])}
    assert figures["contact_success"].value == pytest.approx(0.9)
    assert figures["contact_behind_rival"].value == 4
    assert figures["success"].value == 1.0
    assert [figures[name].met for name in ("contact_behind_rival", "apps")] == [False, False]
    assert not {one.name: one for one in figures_of([], [], [])}["contact_success"].met


def test_a_first_contact_is_kept_once_and_an_app_that_is_not_there_refused(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    assert recorded(record) == []
    line = json.dumps(asdict(CONTACT))
    record.write_text(f"{line}\n")
    assert recorded(record) == [CONTACT]
    for text, named in ((f"{line}\n{line}\n", "Line 2"), (f"{line[:-1]}\n", "Line 1")):
        record.write_text(text)
        with pytest.raises(UsageError, match=named):
            recorded(record)
    with pytest.raises(UsageError):
        run(BenchOptions(extra={"folder": str(tmp_path)}))
