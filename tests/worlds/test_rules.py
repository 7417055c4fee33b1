"""One broken world for each rule: the break names the rule and the field."""

from collections.abc import Callable
from typing import Any

import pytest

from sextant_worlds.rules import Break, breaks
from sextant_worlds.rules.base import stands_in
from sextant_worlds.spec.world import World
from tests.worlds.sample import sample
from tests.worlds.toy import toy, toy_world

Json = dict[str, Any]
Change = Callable[[Json], object]


def broken(*changes: Change) -> tuple[Break, ...]:
    world = toy()
    for change in changes:
        change(world)
    return breaks(World.model_validate(world))


def at(world: Json, way: list[str]) -> Any:
    here: Any = world
    for part in way:
        here = here[int(part) if part.isdigit() else part]
    return here


def put(path: str, value: object) -> Change:
    """Sets the field at a dotted path; `+` as last part appends."""
    *way, last = path.split(".")

    def change(world: Json) -> None:
        here = at(world, way)
        if last == "+":
            here.append(value)
        else:
            here[int(last) if last.isdigit() else last] = value

    return change


def cut(path: str) -> Change:
    """Removes the field at a dotted path."""
    *way, last = path.split(".")
    return lambda world: at(world, way).pop(int(last) if last.isdigit() else last)


LEAKING = 'Find "QX-4471" and remember its value as {A}.'
SECOND_CODE = {"id": "n3", "title": "Third", "code": "QX-4471", "read": False}
TOTAL: tuple[Change, ...] = (
    put("task.reference.loops", {"each note": {"app": "shop", "collection": "items"}}),
    put("task.reference.steps.read the code.+", {"kind": "read", "facts": [], "item": "price"}),
    put("scenario.facts.0.kind", "total"),
)

CASES: dict[str, tuple[str, str, str, tuple[Change, ...]]] = {
    "gold of the final action": ("gold", "task.final_action.gold", "QX-1", (put("task.final_action.gold", "QX-1"),)),
    "gold of the grading": ("gold", "task.grading.gold", "QX-1", (put("task.grading.gold", "QX-1"),)),
    "no pattern": ("pass-regex", "task.grading.pass_regex", "needs a pattern", (put("task.grading.pass_regex", ""),)),
    "not anchored": ("pass-regex", "task.grading.pass_regex", "anchored", (put("task.grading.pass_regex", "QX-4471"),)),
    "no pattern at all": (
        "pass-regex",
        "task.grading.pass_regex",
        "not a regular",
        (put("task.grading.pass_regex", "^($"),),
    ),
    "rejects the gold": (
        "pass-regex",
        "task.grading.pass_regex",
        "rejects 'QX-4471'",
        (put("task.grading.pass_regex", "^Q$"),),
    ),
    "accepts a distractor": (
        "pass-regex",
        "task.grading.pass_regex",
        "accepts 'QX-1174', which scenario.distractors.0",
        (put("task.grading.pass_regex", "^QX-[0-9]{4}$"),),
    ),
    "accepts an option": (
        "pass-regex",
        "task.grading.pass_regex",
        "scenario.options.code.2",
        (put("task.grading.pass_regex", "^QX-(4471|9902)$"),),
    ),
    "goal leaks": ("goal-leaks", "task.goal", "'QX-4471'", (put("task.goal", "Hand in qx-4471."),)),
    "instructions leak": (
        "instructions-leak",
        "task.instructions.2",
        "'QX-4471'",
        (put("task.instructions.2", LEAKING),),
    ),
    "a state of no list": (
        "closed-list",
        "task.memory_items.0",
        "scenario.options.code",
        (put("task.memory_items.0.kind", "condition"), put("scenario.options.code", ["QX-1174"])),
    ),
    "guideline without the value": (
        "guideline",
        "task.guideline",
        "'QX-4471'",
        (put("task.guideline", "In Notes > Second"),),
    ),
    "guideline without the way": ("guideline", "task.guideline", "where", (put("task.guideline", "It is QX-4471."),)),
    "unknown test id": (
        "required-testids",
        "task.required_testids.5",
        "'nowhere'",
        (put("task.required_testids.+", "nowhere"),),
    ),
    "lacking test id": (
        "required-testids",
        "task.required_testids",
        "lacks 'result'",
        (cut("task.required_testids.3"),),
    ),
    "lacking tab": (
        "required-testids",
        "task.required_testids",
        "lacks 'tab-cart'",
        (put("task.reference.steps.read the code.+", {"kind": "open", "app": "shop"}),),
    ),
    "touching what cannot be touched": (
        "required-testids",
        "task.reference.steps.read the code.1",
        "cannot be touched",
        (put("task.reference.steps.read the code.1.test_id", "fact-code"),),
    ),
    "no desk": ("desk", "apps", "go-submit-answer", (put("apps.2.pages.0.blocks.0.id", "enter"),)),
    "nothing handed in": (
        "desk",
        "apps",
        "submit",
        (put("apps.2.pages.1.blocks.0.enter", []), put("apps.2.pages.1.blocks.1.do", [])),
    ),
    "filters alike": (
        "filters",
        "apps.0.pages.0.blocks.0.filters",
        "label of its own",
        (put("apps.0.pages.0.blocks.0.filters.0.label", ""),),
    ),
    "fact not on its page": (
        "fact-place",
        "scenario.facts.0.shown",
        "does not stand",
        (put("apps.1.collections.notes.1.code", "?"),),
    ),
    "fact elsewhere": (
        "fact-elsewhere",
        "scenario.facts.0.shown",
        "notes/note/n1",
        (put("apps.1.collections.notes.0.code", "qx-4471"),),
    ),
    "fact of two records": (
        "fact-elsewhere",
        "scenario.facts.0.shown",
        "n3",
        (put("apps.1.collections.notes.+", SECOND_CODE),),
    ),
    "fact in a popup": (
        "fact-elsewhere",
        "phone.surprises.0",
        "QX-4471",
        (
            put(
                "phone.surprises.+",
                {"kind": "popup", "id": "p", "at": 1, "title": "Hi", "text": "QX-4471!", "close": "x"},
            ),
        ),
    ),
    "fact in pixels also as text": (
        "fact-place",
        "scenario.facts.0.medium",
        "pixels",
        (put("scenario.facts.0.medium", "pixels"),),
    ),
    "distractor as the fact": (
        "distractor",
        "scenario.distractors.0.shown",
        "two would",
        (put("scenario.distractors.0.shown", "QX-4471"),),
    ),
    "sum of other records": ("sum", "task.reference.loops.each note", "the records give 6950", TOTAL),
    "distractor in a sum": (
        "distractor",
        "scenario.distractors.0.why",
        "sum",
        (*TOTAL, put("scenario.distractors.0.why", "")),
    ),
    "rows alike": (
        "rows-alike",
        "task.reference.steps.read the code.1",
        "'Second'",
        (put("apps.1.collections.notes.0.title", "Second"),),
    ),
    "app twice": ("unique-ids", "apps", "'notes'", (put("apps.0.id", "notes"),)),
    "record twice": ("unique-ids", "apps.1.collections.notes", "'n1'", (put("apps.1.collections.notes.1.id", "n1"),)),
    "record without id": (
        "unique-ids",
        "apps.1.collections.notes.0.id",
        "needs an `id`",
        (cut("apps.1.collections.notes.0.id"),),
    ),
    "test id twice": ("unique-ids", "apps.0.pages.0.blocks", "'gift'", (put("apps.0.pages.0.blocks.4.id", "gift"),)),
    "page unknown": (
        "reference",
        "apps.0.pages.0.blocks.0.tap.0.page",
        "'itm'",
        (put("apps.0.pages.0.blocks.0.tap.0.page", "itm"),),
    ),
    "collection unknown": (
        "reference",
        "apps.0.pages.2.blocks.0.source",
        "'carts'",
        (put("apps.0.pages.2.blocks.0.source", "carts"),),
    ),
    "variable unknown": (
        "reference",
        "apps.0.pages.0.blocks.2.var",
        "'gifts'",
        (put("apps.0.pages.0.blocks.2.var", "gifts"),),
    ),
    "variable unknown in a template": (
        "reference",
        "apps.0.tabs.1.badge",
        "'cat'",
        (put("apps.0.tabs.1.badge", "{count:cat}"),),
    ),
    "switch of a number": ("reference", "apps.0.pages.0.blocks.2.var", "true or false", (put("apps.0.vars.gift", 3),)),
    "stepper of a text": ("reference", "apps.0.pages.0.blocks.3.var", "a number", (put("apps.0.vars.count", "3"),)),
    "dialog unknown": (
        "reference",
        "apps.0.pages.1.blocks.2.do.0.dialog",
        "'sur'",
        (put("apps.0.pages.1.blocks.2.do.0.dialog", "sur"),),
    ),
    "icon unknown": ("reference", "apps.0.icon", "no-such-icon", (put("apps.0.icon", "no-such-icon"),)),
    "app unknown": ("reference", "phone.start", "'nope'", (put("phone.start", "nope"),)),
    "record unknown": (
        "reference",
        "scenario.facts.0.place.record",
        "'n9'",
        (put("scenario.facts.0.place.record", "n9"),),
    ),
    "fact unknown": ("reference", "task.memory_items.0.fact", "'cod'", (put("task.memory_items.0.fact", "cod"),)),
    "page out of reach": ("unreachable", "apps.0.pages.3", "'board'", (cut("apps.0.pages.0.blocks.4"),)),
    "pages that open one another": (
        "page-cycle",
        "apps.0.pages.1.opened",
        "item -> board -> item",
        (
            put("apps.0.pages.1.opened", [{"kind": "go", "page": "board"}]),
            put("apps.0.pages.3.opened", [{"kind": "go", "page": "item"}]),
        ),
    ),
    "page that leaves at once": (
        "page-cycle",
        "apps.0.pages.1.opened",
        "leaves",
        (put("apps.0.pages.1.opened", [{"kind": "back"}]),),
    ),
    "too many records": (
        "size",
        "apps.0.collections.items",
        "500 records",
        (put("apps.0.collections.items", [{"id": f"i{n}"} for n in range(500)]),),
    ),
}


@pytest.mark.parametrize("world", [toy_world(), sample()], ids=["toy", "sample"])
def test_a_whole_world_breaks_nothing_of_its_structure(world: World) -> None:
    structural = {"size", "unique-ids", "reference", "unreachable", "page-cycle", "filters"}
    assert [found for found in breaks(world) if found.rule in structural and found.where.startswith("apps")] == []


def test_the_toy_breaks_nothing() -> None:
    assert breaks(toy_world()) == ()


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_broken_world_is_told(case: str) -> None:
    rule, where, said, changes = CASES[case]
    found = broken(*changes)
    fitting = [one for one in found if (one.rule, one.where) == (rule, where)]
    assert any(said in one.message for one in fitting), [str(one) for one in found]


@pytest.mark.parametrize(
    ("value", "text", "held"),
    [
        ("QX-1", "the code QX-1.", True),
        ("QX-1", "the code QX-12", False),
        ("12", "at 2012", False),
        ("ada", "Ask Ada!", True),
        ("李雷", "告诉李雷吧", True),
        ("", "anything", False),
    ],
)
def test_values_are_found_as_words(value: str, text: str, held: bool) -> None:
    assert stands_in(value, text) is held
