"""The commands about maps that exist: what they print, how they exit, and that bad input harms nothing."""

import json
import sqlite3
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from sextant.errors import JournalFault
from sextant.qa.map_plans import PlanRequest, plan_on_map
from sextant.qa.stored_maps import FoundMap
from sextant.text.sentence_vectors import BYTES, MODEL
from sextant.utg.files.exported import map_json
from sextant.utg.files.imported import MOST_BYTES, parse_map, parse_map_file, read_graph
from sextant.utg.graph import Graph
from sextant.utg.planning.fast_downward import FastDownward, Installation
from sextant.utg.store import MapStore
from sextant.utg.vectors import VectorStore
from tests.cli.test_commands import Ran, run
from tests.utg.builds import APP, build_one, build_two

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "utg"
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 40
DOT = (
    'digraph { Home -> Settings [label="gear", cost=2]; Home -> Search; Search -> Settings; Settings -> Zone; '
    "Lost -> Home; }"
)


@pytest.fixture
def one(tmp_path: Path) -> Path:
    path = tmp_path / "one.json"
    path.write_text(map_json(build_one(), {"label": "build 1"}, {"home": PNG}), encoding="utf-8")
    return path


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.json"
    path.write_text(map_json(build_two()), encoding="utf-8")
    return path


@pytest.fixture
def dot(tmp_path: Path) -> Path:
    path = tmp_path / "small.dot"
    path.write_text(DOT, encoding="utf-8")
    return path


def stored(state: Path) -> Graph:
    with MapStore(state / "sextant" / "maps.sqlite") as store:
        return store.load(APP)


def refused(ran: Ran, *words: str, code: int = 2) -> None:
    assert ran.code == code, (ran.code, ran.out, ran.err)
    assert "Traceback" not in ran.err
    assert ran.err.startswith("error: ")
    assert "next: " in ran.err
    for word in words:
        assert word in ran.err, ran.err


def test_a_map_goes_in_and_comes_out_equal(one: Path, tmp_path: Path, state: Path) -> None:
    taken = run("map", "import", str(one), "--json")
    assert (taken.code, taken.json["screens"], taken.json["new_transitions"]) == (0, 9, 10)
    assert run("map", "export", APP, "--out", str(tmp_path / "out.json"), "--pictures").code == 0
    back = parse_map_file((tmp_path / "out.json").read_text(encoding="utf-8"), APP)
    assert (back.graph.nodes, back.graph.edges) == (build_one().nodes, build_one().edges)
    assert list(back.graph.nodes) == list(build_one().nodes)
    assert (back.notes, back.pictures) == ({"label": "build 1"}, {"home": PNG})
    plain = run("map", "export", f"web:{APP}/anything")
    assert parse_map(plain.out).edges == build_one().edges
    assert "pictures" not in json.loads(plain.out) or not json.loads(plain.out)["pictures"]


def test_importing_twice_is_importing_once_and_needs_to_be_asked_for(one: Path, two: Path, state: Path) -> None:
    assert run("map", "import", str(one)).code == 0
    refused(run("map", "import", str(one)), "already", "--merge", "forget")
    assert run("map", "import", str(one), "--merge", "--json").json["new_screens"] == 0
    assert stored(state).edges == build_one().edges
    merged = run("map", "import", str(two), "--merge", "--json").json
    assert (merged["new_screens"], merged["screens"]) == (5, 14)


def test_static_knowledge_has_been_seen_by_nobody(one: Path, state: Path) -> None:
    assert run("map", "import", str(one), "--static").code == 0
    graph = stored(state)
    assert {one.origin for one in (*graph.nodes.values(), *graph.edges.values())} == {"static"}
    assert sum(edge.successes + edge.failures for edge in graph.edges.values()) == 0


def test_show_writes_one_page(one: Path, tmp_path: Path, state: Path) -> None:
    ran = run("map", "show", str(one), "--out", str(tmp_path / "deep" / "page.html"), "--from", "Help", "--json")
    assert (ran.code, ran.json["screens"]) == (0, 9)
    page = Path(ran.json["file"]).read_text(encoding="utf-8")
    assert "build 1" in page
    assert page.startswith("<!doctype html>")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["page.html"]


def test_maps_are_listed_forgotten_and_counted(one: Path, dot: Path, state: Path) -> None:
    assert "No maps yet" in run("map", "list").out
    assert not (state / "sextant" / "maps.sqlite").exists()  # looking makes nothing
    run("map", "import", str(one))
    run("map", "import", str(dot), "--app", "web:http://plain.test/page")
    told = {row["app"]: (row["screens"], row["pictures"]) for row in run("map", "list", "--json").json["maps"]}
    assert told == {APP: (9, 1), "http://plain.test": (5, 0)}
    vectors = state / "sextant" / "vectors.sqlite"
    with closing(VectorStore(vectors, MODEL, BYTES)) as kept:
        kept.keep({"Orders": bytes(BYTES)})
    assert run("map", "forget", f"web:{APP}").code == 0
    with closing(VectorStore(vectors, MODEL, BYTES)) as kept:
        assert kept.read(["Orders"]) == {}, "what was made of the texts of apps goes as well"
    assert [row["app"] for row in run("map", "list", "--json").json["maps"]] == ["http://plain.test"]
    refused(run("map", "forget", APP), "no map", "http://plain.test")
    told = run("map", "stats", str(one), "--json").json
    assert (told["screens"], told["transitions"], told["parametric"], told["pictures"]) == (9, 10, 1, 1)
    assert told["depth"] == {"0": 1, "1": 4, "2": 4}
    plain = run("map", "stats", str(dot))
    assert "not reached   1: Lost" in plain.out
    assert run("map", "stats", str(dot), "--from", "lost", "--json").json["unreachable"] == []


def test_diff_tells_what_changed_and_fails_where_asked(one: Path, two: Path, state: Path) -> None:
    ran = run("map", "diff", str(one), str(two))
    assert ran.code == 0
    for line in (
        "+ added    What's new  /news",
        "- removed  About  /about",
        "~ renamed  Settings -> Preferences  /settings",
        "> moved    Help  /help -> /support/help",
        "Home: link 'Notes' is now link 'All notes', to Notes",
        "Help: link 'Contact' leads to Write to us, no longer to About",
        "Notes: link 'Export' to Export, tried in vain",
        "known to OLD alone, and not tried in NEW: 1 screen, 1 transition",
    ):
        assert line in ran.out, ran.out
    assert run("map", "diff", str(one), str(two), "--fail-on-change").code == 1
    assert run("map", "diff", str(one), str(one), "--fail-on-change").code == 0
    told = run("map", "diff", str(one), str(two), "--json").json
    assert told["changed"]
    assert sorted(row["change"] for row in told["screens"]) == ["added", "added", "moved", "removed", "renamed"]
    assert told["known_to_one_alone"]["old"]["screens"][0]["name"] == "Archive"


def test_plan_in_words(one: Path, dot: Path, tmp_path: Path, state: Path) -> None:
    ran = run("map", "plan", str(one), "Home", "privacy", "/notes/2")
    assert ran.code == 1  # nothing leads back from privacy
    assert "tap ‘Privacy’" in ran.out
    assert "not reached:" in ran.out
    told = run("map", "plan", str(one), "Home", "Privacy", "--json").json
    assert (told["status"], told["cost"]) == ("optimal", 2)
    assert [step["does"] for step in told["steps"]] == ["tap ‘Settings’", "tap ‘Privacy’"]
    priced = run("map", "plan", str(dot), "home", "Settings", "Zone", "--json").json
    assert (priced["cost"], [step["target"] for step in priced["steps"]]) == (3, ["Settings", "Zone"])
    assert run("map", "plan", str(dot), "Home", "Settings", "--costs", "uniform", "--json").json["cost"] == 1
    found = run("map", "plan", str(dot), "Home", "Zone", "--pddl", str(tmp_path / "pddl"), "--json").json
    assert [Path(path).name for path in found["files"]] == ["domain.pddl", "problem.pddl"]
    assert "(:requirements" in (tmp_path / "pddl" / "domain.pddl").read_text(encoding="ascii")
    nowhere = run("map", "plan", str(dot), "Home", "Lost", "--json")
    assert (nowhere.code, nowhere.json["status"], nowhere.json["unreached"]) == (1, "unreachable", ["Lost"])
    same = run("map", "plan", str(dot), "Home", "Home", "--json")
    assert (same.code, same.json["status"], same.json["steps"]) == (0, "optimal", [])


@pytest.mark.long
@pytest.mark.skipif(find_spec("up_fast_downward") is None, reason="the extra planning is not installed")
def test_fast_downward_says_the_same(one: Path, dot: Path, state: Path) -> None:
    for words in ([str(dot), "Home", "Settings", "Zone"], [str(one), "Home", "Privacy"]):
        for order in ("ordered", "unordered"):
            told = [
                run("map", "plan", *words, "--order", order, "--planner", planner, "--json").json
                for planner in ("exact", "fast-downward")
            ]
            assert told[0]["cost"] == told[1]["cost"]
            assert told[0]["status"] == told[1]["status"] == "optimal"


@pytest.mark.long
@pytest.mark.skipif(not DATA.is_dir(), reason="the graphs of ../shared/data/utg are not there")
@pytest.mark.parametrize("name", ["vlc_CTGwithFragment", "tasks_CTG"])
def test_the_graphs_of_iccbot_go_in_and_are_planned_on(name: str, tmp_path: Path, state: Path) -> None:
    path = DATA / f"{name}.dot"
    taken = run("map", "import", str(path), "--json").json
    assert run("map", "export", name, "--out", str(tmp_path / "out.json")).code == 0
    again = run("map", "import", str(tmp_path / "out.json"), "--merge", "--json").json
    assert (again["screens"], again["new_screens"], again["new_transitions"]) == (taken["screens"], 0, 0)
    assert run("map", "diff", str(tmp_path / "out.json"), name, "--fail-on-change").code == 0
    assert run("map", "show", str(path), "--out", str(tmp_path / "page.html")).code == 0
    stats = run("map", "stats", str(path), "--json").json
    assert stats["observed_screens"] == 0


BAD = {
    "empty_map.json": (b'{"nodes": [], "edges": []}', "contains no screen"),
    "garbage.dot": (b"this is no graph", "DOT file is invalid"),
    "truncated.dot": (DOT.encode()[:40], "DOT file is invalid"),
    "encoding.dot": ("digraph { Überblick -> Menü }".encode("latin-1"), "UTF-8"),
    "utf16.json": ('{"nodes": []}'.encode("utf-16"), "UTF-8"),
    "deep.dot": (b"digraph " + b"{" * 100_000, "nested"),
    "negative.dot": (b"digraph { a -> b [cost=-3] }", "cost"),
    "garbage.json": (b'{"nodes": 7', "not valid JSON"),
    "list.json": (b"[1, 2]", "not a graph"),
    "deep.json": (b'{"nodes":' + b"[" * 200_000, "not valid JSON"),
    "negative.json": (b'{"edges": [{"source": "a", "target": "b", "cost": -1}]}', "cost"),
    "truncated.json": (map_json(build_one()).encode()[:2000], "not valid JSON"),
    "newer.json": (map_json(build_one()).replace('"version":1', '"version":99').encode(), "version 99"),
    "nowhere.json": (map_json(build_one()).replace('"target":"help-1"', '"target":"gone"').encode(), "not on the map"),
    "twice.json": (map_json(build_one()).replace('"id":"about"', '"id":"home"').encode(), "twice"),
    "counts.json": (map_json(build_one()).replace('"successes":1', '"successes":-2', 1).encode(), "invalid counts"),
    "empty.json": (b"", "DOT file is invalid"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_and_nothing_is_taken_in(name: str, tmp_path: Path, state: Path) -> None:
    data, words = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)
    refused(run("map", "import", str(path), *(("--app", "x.test") if name == "empty_map.json" else ())), words)
    assert run("map", "list", "--json").json["maps"] == []


def test_a_bad_file_is_refused_by_every_command(one: Path, state: Path) -> None:
    data, words = BAD["truncated.json"]
    path = one.parent / "bad.json"
    path.write_bytes(data)
    run("map", "import", str(one))
    for command, more in (("show", []), ("stats", []), ("diff", [APP]), ("plan", ["Home", "Help"]), ("export", [])):
        refused(run("map", command, str(path), *more), words)
    refused(run("map", "import", str(path), "--merge"), words)
    assert stored(state).edges == build_one().edges
    assert not list(one.parent.glob("*.html"))


def test_duplicates_and_strangers_of_plain_json_are_told(tmp_path: Path, state: Path) -> None:
    path = tmp_path / "odd.json"
    nodes = [{"id": "a", "label": "A"}, {"id": "a", "label": "Another"}]
    path.write_text(json.dumps({"nodes": nodes, "edges": [{"source": "a", "target": "b"}]}), encoding="utf-8")
    ran = run("map", "import", str(path), "--app", "odd")
    assert ran.code == 0
    assert "declared more than once" in ran.err
    assert "not among the nodes" in ran.err


@pytest.mark.parametrize("name", ["large.dot", "large.json"])
def test_gigabytes_are_refused_before_they_are_read(name: str, tmp_path: Path, state: Path) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(1000 * MOST_BYTES)  # sparse: it takes no room
    for command in ("import", "show"):
        refused(run("map", command, str(tmp_path / name)), "larger than 32 MiB")


def test_a_map_of_another_app(one: Path, dot: Path, tmp_path: Path, state: Path) -> None:
    refused(run("map", "import", str(one), "--app", "web:http://other.test"), "'http://notes.test'", "--force")
    assert run("map", "import", str(one), "--app", "web:http://other.test", "--force").code == 0
    refused(run("map", "diff", str(one), "http://other.test"), "two apps", "--force")
    same = run("map", "diff", str(one), "http://other.test", "--force", "--fail-on-change")
    assert same.code == 0, same.out
    assert run("map", "import", str(dot), "--app", "http://third.test").code == 0


def test_names_that_are_none_list_what_there_is(one: Path, dot: Path, state: Path) -> None:
    refused(run("map", "show", "web:http://nothing.test"), "stored yet", "sextant map web:")
    run("map", "import", str(one))
    run("map", "import", str(dot), "--app", "http://notes.example")
    refused(run("map", "show", "web:http://nothing.test"), "no map", "'http://notes.test'")
    refused(run("map", "show", "notes"), "matches 2", "'http://notes.test'")
    refused(run("map", "show", "missing.json"), "cannot be read")
    assert run("map", "stats", "notes.test").code == 0


@pytest.mark.long
def test_a_world_is_named_as_its_map_was_drawn(dot: Path, state: Path) -> None:
    taken = run("map", "import", str(dot), "--app", "world:lite/0", "--json").json
    assert taken["app"].startswith("world:")
    for name in ("world:lite/0", "world:lite/0+chromium", taken["app"]):
        assert run("map", "stats", name, "--json").json["screens"] == 5


NONE: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("plan", "one.json", "Home", "Setings"), ("no screen 'Setings'", "'Settings'")),
    (("plan", "small.dot", "Hom", "Zone"), ("no screen 'Hom'", "'Home'")),
    (("plan", "one.json", "Home", "Help", "--order", "random"), ("no order",)),
    (("plan", "one.json", "Home", "Help", "--planner", "magic"), ("no planner",)),
    (("plan", "one.json", "Home", "Help", "--costs", "dear"), ("no costs",)),
    (("plan", "small.dot", "Home", "Zone", "--costs", "measured"), ("its own costs",)),
    (("plan", "small.dot", "Home", *["Zone"] * 201), ("too many",)),
    (("show", "one.json", "--from", "Nowhere"), ("no screen 'Nowhere'",)),
    (("export", "one.json", "--format", "svg"), ("no format",)),
    (("export", "one.json", "--format", "dot", "--pictures"), ("contain pictures",)),
    (("export", "one.json", "--json"), ("--out",)),
]


def test_screens_and_words_that_are_none(one: Path, dot: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(one.parent)
    for words, said in NONE:
        refused(run("map", *words), *said)


def test_an_unwritable_out(one: Path, state: Path) -> None:
    for path in (one / "below-a-file.html", one.parent):
        refused(run("map", "show", str(one), "--out", str(path)), "cannot be written", "--out")
    refused(run("map", "export", str(one), "--out", str(one / "x.json")), "cannot be written")
    refused(run("map", "plan", str(one), "Home", "Help", "--pddl", str(one / "x")), "cannot be written")
    assert parse_map(one.read_text(encoding="utf-8")).edges == build_one().edges
    assert not list(one.parent.glob(".*"))


def test_a_corrupt_store_and_one_of_a_newer_version(one: Path, state: Path) -> None:
    path = state / "sextant" / "maps.sqlite"
    path.parent.mkdir(parents=True)
    for data in (b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000):
        path.write_bytes(data)
        for words in (["list"], ["show", APP], ["import", str(one)], ["forget", APP]):
            refused(run("map", *words), "cannot be used", code=4)
        assert path.read_bytes() == data
    path.unlink()
    run("map", "import", str(one))
    broken, newer = "UPDATE nodes SET body = '{' WHERE id = 'about'", "PRAGMA user_version=99"
    for change, commands, said in (
        (broken, (["show", APP], ["import", str(one), "--merge"]), "unreadable row"),
        (newer, (["list"], ["show", APP], ["import", str(one), "--merge"]), "newer version"),
    ):
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(change)
        for words in commands:
            refused(run("map", *words), said, code=4)


def test_a_store_that_another_process_holds(tmp_path: Path) -> None:
    path = tmp_path / "maps.sqlite"
    with MapStore(path) as store:
        store.take(build_one())
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with MapStore(path, patience_seconds=0.02) as store:
        with pytest.raises(JournalFault, match="in use by another process") as caught:
            store.take(build_two())
        assert "Try again" in caught.value.remedy
        assert store.load(APP).edges == build_one().edges  # reading goes on
        holder.execute("ROLLBACK")
        store.take(build_two())
        assert len(store.load(APP).nodes) == 14
    holder.close()


def died(*program: str) -> FastDownward:
    return FastDownward(Installation(program, program))


@pytest.mark.parametrize(
    ("planner", "status", "words"),
    [
        (died("/bin/false"), "failed", "ended with status 1"),
        (died("/bin/sh", "-c", "kill -9 $$"), "failed", "killed by signal 9"),
        (died("/nowhere/downward"), "failed", "could not be started"),
        (died("/bin/sh", "-c", "sleep 60"), "out_of_time", "No plan within 0.2 s"),
    ],
)
@pytest.mark.parametrize("plain", [True, False])
def test_a_planner_that_dies_or_takes_for_ever(
    planner: FastDownward, status: str, words: str, plain: bool, dot: Path
) -> None:
    if plain:
        found = FoundMap(Graph("small"), plain=read_graph(dot))
        request = PlanRequest("Home", ("Zone",), planner=planner, deadline_seconds=0.2)
    else:
        found, request = FoundMap(build_one()), PlanRequest("Home", ("Privacy",), planner=planner, deadline_seconds=0.2)
    told = plan_on_map(found, request)
    assert (told.status, told.steps, told.complete) == (status, (), False)
    assert words in told.reason
