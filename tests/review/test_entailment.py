"""Whether an act has to do with the task: advice where it clearly has not, silence everywhere else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.build.reviewing import open_entailment
from sextant.contracts import View
from sextant.review import Entailment
from sextant.review.interface import deed_of
from sextant.review.keywords import Meaning, keywords, language_of, quantified
from sextant.review.lexicon import lexicon
from sextant.types.actions import Action, ByIndex, ByPoint, Click, InputText, NavigateBack, Scroll
from sextant.types.decisions import Act, Decision, Judgement, Objection, Question
from sextant.types.evidence import Claim
from sextant.types.screens import Modal, Screen
from sextant.types.tasks import Task
from sextant.utg.selection.embedding import shipped
from tests.support.runs import Bench, click, done
from tests.support.screens import element, screen

ENTAILMENT = open_entailment()

WEATHER = screen(
    element(0, "heading", "Weather"),
    element(1, "button", "Forecast for Bergen"),
    element(2, "button", "Forecast for Oslo"),
    element(3, "button", "Follow"),
    element(4, "switch", "Face recognition"),
    element(5, "tab", "Radar"),
    element(6, "button", "Next"),
    element(7, "button", "Menu"),
    element(8, "textbox", "Search"),
    element(9, "link", "Marathon results"),
    title="Weather",
)
REPORT = "Read the weather report for Bergen"


def review(
    goal: str, index: int, on: Screen = WEATHER, *, instruction: str = "", claims: tuple[Claim, ...] = ()
) -> tuple[Objection, ...]:
    return said(Click(ByIndex(index, on.digest)), goal, on, instruction, claims)


def said(
    action: Action, goal: str, on: Screen = WEATHER, instruction: str = "", claims: tuple[Claim, ...] = ()
) -> tuple[Objection, ...]:
    view = View(Task(goal), Act(instruction or goal), on, claims, 0)
    return ENTAILMENT.review(Decision(action, on.digest, "touch it"), view)


def test_a_deed_that_nobody_asked_for_is_advised_against_and_never_vetoed() -> None:
    for index in (3, 4):
        (objection,) = review(REPORT, index)
        assert (objection.rule, objection.advisory, objection.ask) == ("entailment", True, False)
        assert "nothing in the task asks for" in objection.message


def test_the_evidence_quotes_what_fits_better() -> None:
    (objection,) = review(REPORT, 2)
    assert "'Forecast for Oslo'" in objection.message
    assert "[1] button 'Forecast for Bergen'" in objection.message


@pytest.mark.parametrize("index", [0, 1, 5, 6, 7, 8])
def test_what_only_leads_somewhere_is_always_entailed(index: int) -> None:
    assert review(REPORT, index) == ()


@pytest.mark.parametrize("action", [NavigateBack(), Scroll("down"), InputText("x", ByIndex(8)), Click(ByPoint(-5, 3))])
def test_only_touches_on_elements_are_read(action: Action) -> None:
    assert said(action, REPORT) == ()


def test_a_dialog_answers_for_itself() -> None:
    asked = screen(element(0, "button", "Follow"), modal=Modal("confirm", "Follow?"))
    inside = screen(element(0, "button", "Follow", landmark="dialog: Follow them?"))
    assert review(REPORT, 0, asked) == review(REPORT, 0, inside) == ()


@pytest.mark.parametrize(
    ("goal", "role", "label", "entailed"),
    [
        ("Bookmark the recipe", "button", "Add to favourites", True),
        ("Silence the group", "button", "Mute notifications", True),
        ("Turn the alerts off", "switch", "Notifications", True),
        ("Turn the alerts off", "switch", "Location", False),
        ("Tick off the task", "button", "Mark as done", True),
        ("Read the rules", "button", "Write a review", False),
        ("Read the rules", "button", "Invite friends", False),
        ("I would like to read the rules", "button", "Like", False),
        ("Like the newest post", "button", "Like", True),
        ("Follow Ada Marsh", "button", "Follow", True),
        ("Pinned notes: is the first one pinned? If not, do so", "button", "Pin", True),
        ("Benachrichtigungen ausschalten", "switch", "Benachrichtigung", True),
        ("Lies den Wetterbericht", "button", "Freunde einladen", False),
        ("Bewerte das Restaurant", "button", "Restaurant bewerten", True),
        ("Ouvre la recette de la soupe", "button", "S'abonner", False),
        ("Abre la receta de la sopa", "button", "Compartir", False),
        ("Включи тёмную тему", "switch", "Тёмная тема", True),
        ("Включи тёмную тему", "button", "Пригласить друга", False),
        ("把明天早上七点的闹钟打开", "button", "分享应用", False),
        ("给这条动态点赞", "button", "点赞", True),
        ("アプリの言語を英語に変更", "switch", "位置情報", False),
    ],
)
def test_words_count_inflected_and_as_synonyms(goal: str, role: str, label: str, entailed: bool) -> None:
    page = screen(element(0, role, label), element(1, "button", "?"), title="App")
    assert (review(goal, 0, page) == ()) is entailed


def test_of_several_things_another_one_than_the_task_names() -> None:
    rows = [element(n, "button", name) for n, name in enumerate(["Ultrasound", "Eye test", "Check-up", "Blood draw"])]
    visits = screen(*rows, title="Visits")
    goal = "When is the ultrasound?"
    assert review(goal, 0, visits) == ()
    assert "fits it better" in review(goal, 1, visits)[0].message
    assert "names none of them" in review("When does the shop open?", 1, visits)[0].message


def test_where_all_of_them_are_meant_none_is_another_one() -> None:
    rows = [element(n, "button", name) for n, name in enumerate(["Cortisol", "Lipase", "Ferritin", "Uric acid"])]
    results = screen(*rows, title="Results")
    assert review("Mark every new result as read", 1, results) == ()
    assert review("Find the largest of the results", 1, results) == ()
    assert review("Archive every note", 1, results) != ()


def test_of_equal_buttons_that_of_the_row_that_is_named() -> None:
    rows = screen(
        element(0, "button", "Shelf measurements Mon"),
        element(1, "button", "Mark as done"),
        element(2, "button", "Packing list Tue"),
        element(3, "button", "Mark as done"),
        title="Tasks",
    )
    goal = "Mark the task Packing list as done"
    assert review(goal, 3, rows) == ()
    assert "belongs to 'Shelf measurements Mon'" in review(goal, 1, rows)[0].message


def test_an_act_that_is_asked_for_and_cannot_be_taken_back_is_left_to_the_policy() -> None:
    page = screen(element(0, "button", "Send"), element(1, "button", "Purchase"))
    assert review("Deliver the code to the front desk", 0, page) == ()
    assert review("Settle the bill", 1, page) == ()


def test_another_language_is_not_judged() -> None:
    page = screen(
        element(0, "switch", "Ortung"), element(1, "text", "Wo ist das und wie wird es auf der Karte gezeigt?")
    )
    assert review("Turn off the email notifications and tell me what is on", 0, page) == ()
    assert review("Turn off the email notifications", 0, screen(element(0, "switch", "定位"))) == ()


def test_instruction_and_notes_belong_to_what_is_wanted() -> None:
    other = Claim("c", "variable", "city", "Oslo")
    assert review(REPORT, 2, claims=(other,)) == ()
    assert review("Do as told", 2, instruction="open the forecast for Oslo") == ()
    assert review("Do as told", 4, instruction="open the forecast for Oslo") != ()


def test_the_item_that_the_same_decision_names_belongs_to_what_is_wanted() -> None:
    bergen = Claim("c", "variable", "city", "Bergen")
    directive = Act("read {city}", (Question("now", "is there another one of: city?"),))
    view = View(Task("Read the weather"), directive, WEATHER, (bergen,), 0)
    other = Click(ByIndex(2, WEATHER.digest))
    for question, advised in (("now", False), ("something else", True)):
        said = (Judgement(question, "yes", "Forecast for Oslo"),)
        found = ENTAILMENT.review(Decision(other, WEATHER.digest, "touch it", judgements=said), view)
        assert bool(found) is advised


def test_what_is_not_to_be_done_is_not_wanted() -> None:
    assert review("Read the report and do not follow anybody", 3) != ()


def test_the_same_question_has_the_same_answer() -> None:
    assert review(REPORT, 3) == review(REPORT, 3)
    assert Entailment().review(Decision(Click(ByIndex(3)), ""), View(Task(REPORT), Act(REPORT), WEATHER, (), 0)) != ()


@given(st.text(max_size=60), st.text(max_size=80), st.sampled_from(["button", "switch", "link", "row"]))
def test_arbitrary_labels_and_goals_are_never_vetoed(label: str, goal: str, role: str) -> None:
    page = screen(element(0, role, label), element(1, "button", goal[:20]), title=goal[:10])
    assert all(objection.advisory for objection in review(goal, 0, page))


def test_keywords() -> None:
    assert keywords("Open the boardingPass of Zoë's trip, please") == ("boarding", "pass", "zoe", "trip")
    assert keywords("点击新建笔记") == ("点击"[1:] + "新", "新建", "建笔", "笔记")
    assert quantified("Mark every new result as read. Then go.") == ("new", "result", "read")
    assert language_of("Wo ist das und wie geht es mir") == "de"
    assert language_of("Zanzibar 4711") == ""
    assert deed_of("Write a review") is not None
    assert deed_of("Wardrobe") is None


def test_meaning_brings_sections_together_and_names_never() -> None:
    meaning = Meaning(shipped())
    assert meaning.nearest("kyoto", ("hanoi",)) == 0.0
    assert meaning.nearest("pinned", ("pin",)) > 0.8
    assert meaning.nearest("picture", ("photo",)) >= 0.5
    assert meaning.nearest("brightness", ("luminosity",), by_meaning=True) >= meaning.nearest(
        "brightness", ("luminosity",)
    )


def test_the_lexicon_is_whole() -> None:
    words = lexicon()
    assert len(words.navigation) > 250
    assert set(words.stop) == {"en", "de", "fr", "es", "it", "pt", "ru", "zh", "ja"}
    assert all(phrases for phrases in words.deeds.values())
    assert not words.navigation & {phrase for group in ("follow", "share", "rate") for phrase in words.deeds[group]}


def test_a_model_is_told_once_and_may_insist(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    replies = [click(4), click(4), done("Idle"), done("Idle")]
    episode = bench.run("open the settings", replies).go()
    insisted = bench.steps[0]
    assert [objection.rule for objection in insisted.objections] == ["entailment"]
    assert insisted.attempts
    assert episode.counters["revisions"] >= 1
