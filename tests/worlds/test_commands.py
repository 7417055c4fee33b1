"""The commands about worlds: what they write and say, and what they refuse."""

import json
import shutil
from pathlib import Path

import pytest

from sextant.utg.files.imported import read_map
from sextant_worlds.author.splits import entry
from sextant_worlds.envs.tasks import memory_world
from sextant_worlds.runtime.model_author import sealed
from sextant_worlds.spec import World, load, save
from tests.cli.test_commands import Ran, run
from tests.worlds.modelled_case import PAGE, TASK


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """A world's file, and what the command that wrote it said."""
    path = tmp_path_factory.mktemp("made") / "w.json"
    ran = run("world", "new", "--seed", "12", "--out", str(path))
    assert ran.code == 0
    return path, ran


@pytest.fixture
def world_file(made: tuple[Path, Ran], tmp_path: Path) -> Path:
    path = tmp_path / "w.json"
    shutil.copy(made[0], path)
    return path


def changed(path: Path, world: World, **task: object) -> str:
    """The same world, its task altered, as another file."""
    other = path.with_name("changed.json")
    save(world.model_copy(update={"task": world.task.model_copy(update=task)}), other)
    return str(other)


def test_new_says_the_goal_and_what_to_do_next_but_no_value(made: tuple[Path, Ran]) -> None:
    path, ran = made
    world = load(path)
    assert ran.out.splitlines()[-1] == f"next: sextant world show {path}"
    assert world.task.goal in ran.out
    secret = [fact.shown for fact in world.scenario.facts if fact.kind != "condition"]  # what may be is no secret
    assert secret
    assert not [shown for shown in secret if shown in ran.out]


def test_equal_seeds_write_equal_files_and_json_is_one_object(world_file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    ran = run("world", "new", "--seed", "12", "--out", str(again), "--json")
    assert again.read_bytes() == world_file.read_bytes()
    assert ran.out.count("\n") == 1
    assert (ran.json["seed"], ran.json["oracle_steps"]) == (12, load(again).task.oracle_steps)


def test_look_and_language_are_as_asked_and_templates_listed(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    ran = run("world", "new", "--seed", "3", "--theme", "ios", "--dark", "--language", "zh", "--out", str(path))
    assert ran.code == 0
    phone = load(path).phone
    assert (phone.look.theme, phone.look.dark, phone.locale) == ("ios", True, "zh")
    assert "sweep" in run("world", "new", "--template", "list").out.split()
    assert "sweep" in run("world", "new", "--template", "list", "--json").json["templates"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("new --seed 1 --language tlh", "en or zh"),
        ("new --seed 1 --theme skeuomorphic", "material, ios, dense or plain"),
        ("new --seed 1 --dial distanse=3", "distance"),
        ("new --seed 1 --dial popups=many", "popups"),
        ("new --seed 1 --dial popups=99", "popups"),
        ("new --seed 1 --template nothing-like-it", "nothing-like-it"),
        ("new --template errands --dial distance=4", "'errands' does not support distance=4"),
        ("new --template errands --dial distance=4", "report"),
        ("check nowhere.json", "'nowhere.json' cannot be read: No such file or directory."),
        ("check lite/999", "0 to"),
        ("check grand/1", "lite, standard"),
        ("check what", "SPLIT/INDEX"),
        ("show what --no-open", "SPLIT/INDEX"),
        ("gallery --genre opera", "shop"),
    ],
)
def test_wrong_input_is_named_with_what_to_do(words: str, part: str, state: Path, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "w.json")) if words.startswith("new") else ()
    ran = run("world", *words.split(), *out, "--json")
    assert ran.code == 2
    assert part in ran.json["error"]["message"] + ran.json["error"]["remedy"]
    assert list(tmp_path.glob("*.json*")) == []


@pytest.mark.long
def test_check_admits_what_new_wrote_and_a_task_of_a_split(world_file: Path) -> None:
    ran = run("world", "check", str(world_file), "lite/0")
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "2 of 2 admitted"


def test_check_refuses_a_gold_that_is_not_the_same_in_its_three_places_and_a_goal_that_leaks(world_file: Path) -> None:
    world = load(world_file)
    final = world.task.final_action.model_copy(update={"gold": "something else"})
    ran = run("world", "check", changed(world_file, world, final_action=final), "--json")
    assert ran.code == 1
    report = ran.json["reports"][0]
    assert not report["admitted"]
    assert any("gold" in item["rule"] + item["where"] + item["message"] for item in report["breaks"])
    value = next(fact.shown for fact in world.scenario.facts if fact.kind != "condition")
    ran = run("world", "check", changed(world_file, world, goal=f"{world.task.goal} It is {value}."))
    assert ran.code == 1
    assert "refused" in ran.out
    assert "0 of 1 admitted" in ran.out


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("no json at all", "is not JSON"),
        ("{}", "version None"),
        ('{"version": 0}', "version 0"),
        ("[1, 2]", "is not a world"),
        ('{"version": 1, "id": "w", "seed": "x"}', "seed"),
        ("", "task.goaal"),
    ],
)
def test_a_file_that_is_no_world_is_refused_by_the_field(text: str, part: str, world_file: Path) -> None:
    told = json.loads(world_file.read_text(encoding="utf-8"))
    told["task"]["goaal"] = "a slip of the pen"
    world_file.write_text(text or json.dumps(told), encoding="utf-8")
    ran = run("world", "check", str(world_file), "--json")
    assert ran.code == 2
    assert part in ran.json["error"]["message"]


@pytest.mark.browser
def test_the_gallery_of_a_genre_is_one_page_with_its_pictures(tmp_path: Path) -> None:
    path = tmp_path / "gallery.html"
    ran = run("world", "gallery", "--genre", "tiles", "--out", str(path), "--json")
    assert ran.code == 0
    page = path.read_text(encoding="utf-8")
    assert page.count("<figure") == page.count("data:image/") == ran.json["screens"] >= 4
    assert 'src="http' not in page


def test_records_and_worlds_are_counted_as_one_would_say_it_and_mistakes_that_fit_no_walk_told(
    tmp_path: Path, world_file: Path
) -> None:
    words = ("world", "demonstrate", str(world_file), "--out", str(tmp_path / "demos.jsonl"))
    ran = run(*words)
    assert ran.code == 0
    assert "records of 1 world:" in ran.out
    again = run(*words)
    assert again.code == 2
    assert "--force" in again.err
    ran = run(*words, "--mistakes", "50", "--force", "--json")
    assert ran.code == 0
    assert 0 <= ran.json["mistakes"] < 50
    assert f"{ran.json['mistakes']} of 50 mistakes fit" in ran.err


def test_the_command_line_and_the_server_hold_the_same_tasks_of_train() -> None:
    last = memory_world().count("train") - 1
    assert entry("train", last).index == last
    ran = run("world", "check", f"train/{last + 1}")
    assert ran.code == 2
    assert f"0 to {last}" in ran.err


def test_a_world_that_is_there_is_not_written_over_unless_asked(world_file: Path) -> None:
    before = world_file.read_bytes()
    refused = run("world", "new", "--seed", "13", "--out", str(world_file))
    assert refused.code == 2
    assert "already exists" in refused.err
    assert "--force" in refused.err
    assert world_file.read_bytes() == before
    assert run("world", "new", "--seed", "13", "--out", str(world_file), "--force").code == 0
    assert world_file.read_bytes() != before


def test_dials_are_told_as_asked_and_as_achieved(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    words = ("world", "new", "--seed", "5000", "--template", "report", "--dial", "hops=2", "--dial", "popups=1")
    rows = [line.split() for line in run(*words, "--out", str(path)).out.splitlines()]
    assert ["hops", "2", "2"] in rows
    assert ["popups", "1", "1"] in rows
    assert any(row[:2] == ["distance", "free"] for row in rows)
    told = run("world", "check", str(path), "--json").json["reports"][0]["dials"]
    assert told["hops"] == {"asked": 2, "achieved": 2}
    assert told["distance"]["asked"] is None
    assert run(*words, "--out", str(tmp_path / "v.json"), "--json").json["dials"] == told
    assert "hops 2" in run("world", "check", str(path)).out


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    path = tmp_path / "library.html"
    path.write_text(sealed(PAGE), encoding="utf-8")
    path.with_suffix(".task.json").write_text(TASK.model_dump_json(indent=1), encoding="utf-8")
    return path


def test_a_page_of_a_model_is_checked_with_its_task(page_file: Path) -> None:
    ran = run("world", "check", str(page_file))
    assert ran.code == 0, ran.out + ran.err
    assert "task and page satisfy all rules; nothing was played" in ran.out
    report = run("world", "check", str(page_file), "--json").json["reports"][0]
    assert (report["admitted"], report["oracle"], report["dials"]) == (True, None, {})
    page_file.write_text(PAGE, encoding="utf-8")
    assert run("world", "check", str(page_file)).code == 0


def test_a_page_of_a_model_that_breaks_a_rule_is_refused(page_file: Path) -> None:
    page_file.write_text(sealed(PAGE.replace("F 812", "F 813")), encoding="utf-8")
    ran = run("world", "check", str(page_file))
    assert ran.code == 1
    assert "refused" in ran.out
    assert "facts shelf" in ran.out
    hostile = TASK.model_copy(update={"grading": TASK.grading.model_copy(update={"pass_regex": "^(?:(?:a+)+b|x)$"})})
    page_file.with_suffix(".task.json").write_text(hostile.model_dump_json(), encoding="utf-8")
    assert "grading.pass_regex: repeats a repetition" in run("world", "check", str(page_file)).out


def test_a_page_without_its_task_with_another_or_cut_off_is_said(page_file: Path) -> None:
    def refusal() -> str:
        ran = run("world", "check", str(page_file))
        assert ran.code == 2
        return ran.err

    whole, task = page_file.read_text(encoding="utf-8"), page_file.with_suffix(".task.json")
    at = whole.index('atob("') + 40
    page_file.write_text(whole[:at] + whole[whole.index('")', at) :], encoding="utf-8")
    assert "cannot be opened" in refusal()
    page_file.write_text(whole, encoding="utf-8")
    task.write_text('{"title": 3}', encoding="utf-8")
    assert "is not the task of a model: title" in refusal()
    task.unlink()
    said = refusal()
    assert "No such file or directory" in said
    assert "world new --model" in said


@pytest.mark.long
def test_the_true_and_the_static_map_are_written(tmp_path: Path, world_file: Path) -> None:
    true, static = tmp_path / "true.json", tmp_path / "static.json"
    told = run("world", "utg", str(world_file), "--out", str(true), "--json").json
    assert (told["precision"], told["recall"], told["whole"]) == (1.0, 1.0, True)
    assert read_map(true).app == told["app"]
    asked = ("--static", "--missing", "0.3", "--infeasible", "0.1", "--seed", "4")
    less = run("world", "utg", str(world_file), *asked, "--out", str(static), "--json").json
    assert less["precision"] < 1 > less["recall"]
    assert {edge.origin for edge in read_map(static).edges.values()} == {"static"}


def test_mistakes_that_cannot_be_are_refused(world_file: Path) -> None:
    wrong = {"--missing 0.3": "static map only", "--static --missing 1.5": "1.5", "--static --infeasible -1": "-1"}
    for more, said in wrong.items():
        ran = run("world", "utg", str(world_file), *more.split())
        assert ran.code == 2
        assert said in ran.err
