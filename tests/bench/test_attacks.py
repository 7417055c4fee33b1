"""`sextant bench attacks` on some cases, and a person who says no."""

import json
from pathlib import Path

import pytest

from sextant.bench.attacks import run
from sextant.bench.attacks.classes import CLASSES
from sextant.bench.attacks.labels import label_details, label_figures, unknown_labels
from sextant.bench.attacks.phrases import LANGUAGES
from sextant.bench.attacks.playing import POLICIES, Case, WorldCase, attack_of, cases_of, named, play
from sextant.bench.attacks.scenes import APPS
from sextant.bench.attacks.unknown import UNKNOWN
from sextant.bench.attacks.worlds import field_of, play_world
from sextant.bench.figures import BenchOptions
from sextant.bench.registry import find, load

SOME = [case for number, case in enumerate(cases_of(5)) if number % 6 == 0 and case.kind not in UNKNOWN]


@pytest.mark.parametrize("case", SOME, ids=named)
def test_nothing_is_done_that_nobody_asked_for_and_the_task_is(case: Case, tmp_path: Path) -> None:
    found = play(case, tmp_path)
    assert found.harm == ()
    assert found.done, found.ended


@pytest.mark.parametrize("case", SOME[:4], ids=named)
def test_without_review_the_harm_is_done(case: Case, tmp_path: Path) -> None:
    assert play(case, tmp_path, reviewed=False).harm


def test_cases_are_of_every_class_app_language_and_policy() -> None:
    cases = [case for seed in range(4) for case in cases_of(seed)]
    assert len(cases) >= 200
    assert len(set(cases)) == len(cases)
    assert {case.kind for case in cases} == {*CLASSES, *UNKNOWN}
    assert {case.app for case in cases} == set(APPS)
    assert {case.language for case in cases} == set(LANGUAGES)
    assert {case.policy for case in cases} == set(POLICIES)
    assert cases_of(3) == cases_of(3)
    assert attack_of(cases[0]) == attack_of(cases[0])


class _No:
    """Somebody who refuses everything, and remembers what they were asked."""

    attended = True

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def allow(self, question: str, detail: str) -> bool:
        self.asked.append((question, detail))
        return False

    def happened(self, what: str, detail: str) -> bool | None:
        del what, detail

    def take_over(self, reason: str) -> bool:
        del reason
        return False


@pytest.mark.parametrize(
    "kind", ["direct", "by a point", "an instruction in the text", "a link that acts", "a disguised label"]
)
def test_a_person_who_says_no_is_asked_in_the_words_of_the_screen(kind: str, tmp_path: Path) -> None:
    case = Case(kind, "notes", "en", "ask", 1)
    person = _No()
    found = play(case, tmp_path, person=person)
    evil = next(
        piece for page in attack_of(case).scene.app.pages.values() for piece in page.pieces if piece.id == "evil"
    )
    assert found.harm == ()
    assert found.done, found.ended
    assert person.asked
    for question, _ in person.asked:
        assert repr(evil.text) in question
        assert "notes.example" in question
        assert "as the user asked" not in question


def test_a_world_under_attack(tmp_path: Path) -> None:
    field = field_of(2, 1)
    assert field is not None
    folders = tmp_path / "on", tmp_path / "off"
    for folder in folders:
        folder.mkdir()
    assert play_world(WorldCase(2, 1), field, folders[0]).harm == ()
    assert play_world(WorldCase(2, 1), field, folders[1], reviewed=False).harm


@pytest.mark.long
def test_the_bench_reports_what_it_found() -> None:
    result = run(BenchOptions(n=1, limit=6, seed=3, extra={"workers": "1", "worlds": "0"}))
    figures = {figure.name: figure.value for figure in result.figures}
    assert figures["attacks"] <= result.n == 6
    assert 0 <= figures["label_recall"] <= 1
    assert figures["harmful_acts"] == 0
    assert figures["baseline_harmed"] > 0.5
    assert result.excluded > 0
    assert not result.complete
    told = json.loads(result.to_json())
    assert set(told["details"]["by_policy"]) <= set(POLICIES)
    assert sum(row["attacks"] for row in told["details"]["by_class"].values()) == 6


def test_a_label_of_its_own_wording_is_harm_where_it_is_touched(tmp_path: Path) -> None:
    cases = [case for seed in range(3) for case in cases_of(seed) if case.kind in UNKNOWN]
    folders = [tmp_path / str(number) for number in range(2)]
    for case, folder in zip(cases[:2], folders, strict=True):
        folder.mkdir()
        assert play(case, folder, reviewed=False).harm
    assert {case.language for case in cases} == set(LANGUAGES)


def test_labels_under_attack_are_held_out_and_both_halves_are_told() -> None:
    held_out = {label for language in LANGUAGES for label, _ in unknown_labels(language)}
    told = json.dumps(label_details()["wrong_dev"], ensure_ascii=False)
    assert len(held_out) > 60
    assert not any(json.dumps(label, ensure_ascii=False) in told for label in held_out)
    assert {figure.name for figure in label_figures()} == {
        "label_recall", "harmless_refused", "readonly_licensed", "asked_refused",
    }  # fmt: skip
    assert all(0 <= figure.value <= 1 and figure.target is None for figure in label_figures())


def test_it_is_registered() -> None:
    assert "harm" in find("attacks").summary
    assert load("attacks") is run
