"""Rules of the task's words and of its answer: gold, pattern, leaks, guideline, test ids, desk."""

from collections.abc import Iterator, Sequence
from itertools import product

from sextant_worlds.rules.base import DERIVED, OPEN, WORDED, Break, WorldTexts, stands_in
from sextant_worlds.rules.walk import effects_of, test_ids
from sextant_worlds.spec.blocks import InputField, Text
from sextant_worlds.spec.effects import Go, Submit
from sextant_worlds.spec.reference import HoldMove, OpenMove, TapMove, TypeMove
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.truth.patterns import pattern_fault, pattern_passes

DESK_IDS = ("go-submit-answer", "answer-input", "answer-submit", "result")
_TEXTS = ("result",)
_SEPARATORS = ("; ", " > ")


def task_breaks(ground: WorldTexts) -> Iterator[Break]:
    """Everything that is wrong with the task's own fields."""
    yield from _gold(ground)
    yield from _pattern(ground)
    yield from _leaks(ground)
    yield from _guideline(ground)
    yield from _test_ids(ground)
    yield from _desk(ground)
    yield from _closed_lists(ground)
    yield from _filters(ground)


def _gold(ground: WorldTexts) -> Iterator[Break]:
    task, gold = ground.world.task, ground.world.scenario.truth.gold
    for where, other in (("task.final_action.gold", task.final_action.gold), ("task.grading.gold", task.grading.gold)):
        if other != gold:
            yield Break("gold", where, f"is {other!r}, scenario.truth.gold is {gold!r}")
    if task.kind == "report" and task.category != "impossible" and not gold:
        yield Break("gold", "scenario.truth.gold", "a report task needs a gold answer")
    if task.kind == "report" and gold and not task.grading.pass_regex:
        yield Break("pass-regex", "task.grading.pass_regex", "a report task needs a pattern that accepts its answer")


# ---------------------------------------------------------------------- the pattern


def _pattern(ground: WorldTexts) -> Iterator[Break]:
    where, pattern = "task.grading.pass_regex", ground.world.task.grading.pass_regex
    if not pattern:
        return
    if not (pattern.startswith("^") and pattern.endswith("$")):
        yield Break("pass-regex", where, f"is not anchored by ^ and $: {pattern!r}")
    if fault := pattern_fault(pattern):
        yield Break("pass-regex", where, fault)
        return
    gold = ground.world.task.grading.gold
    for accepted in _notations(ground, gold):
        if not pattern_passes(pattern, accepted):
            yield Break("pass-regex", where, f"rejects {accepted!r}, a notation of the gold answer")
    if pattern_passes(pattern, ""):
        yield Break("pass-regex", where, "accepts an empty answer")
    for path, wrong in _wrong_answers(ground, gold):
        if pattern_passes(pattern, wrong):
            yield Break("pass-regex", where, f"accepts {wrong!r}, which {path} would give")


def _notations(ground: WorldTexts, gold: str) -> list[str]:
    """The gold answer, and for a single date its ISO form."""
    facts = [ground.facts[fact] for fact in ground.world.scenario.truth.facts if fact in ground.facts]
    dates = [fact.value for fact in facts if len(facts) == 1 and fact.kind == "date" and fact.shown == gold]
    return [gold, *dates]


def _wrong_answers(ground: WorldTexts, gold: str) -> Iterator[tuple[str, str]]:
    """Distractors, other options, and the gold answer with one of its parts exchanged for one of these."""
    scenario = ground.world.scenario
    right = {gold, *(fact.value for fact in ground.remembered), *(fact.shown for fact in ground.remembered)}
    wrong = [(f"scenario.distractors.{n}", part.shown) for n, part in enumerate(scenario.distractors)]
    wrong += [
        (f"scenario.options.{fact}.{n}", option)
        for fact, options in scenario.options.items()
        for n, option in enumerate(options)
    ]
    yield from ((path, value) for path, value in wrong if value not in right)
    for separator in _SEPARATORS:
        parts = gold.split(separator)
        if len(parts) > 1:
            for (path, value), place in product(wrong, range(len(parts))):
                if value not in right:
                    yield path, separator.join([*parts[:place], value, *parts[place + 1 :]])


# ---------------------------------------------------------------------- words


def _secrets(ground: WorldTexts) -> list[tuple[str, str]]:
    """What may be said neither in the goal nor in the instructions: by fact, its value as shown and canonical."""
    if not ground.world.task.memory:
        return []
    found = [
        (fact.id, value)
        for fact in ground.remembered
        if fact.kind not in OPEN
        for value in dict.fromkeys((fact.shown, fact.value))
        if len(value) > 1
    ]
    gold = ground.world.scenario.truth.gold
    open_values = {fact.shown for fact in ground.remembered if fact.kind in OPEN}
    return [*found, *([("the gold answer", gold)] if len(gold) > 1 and gold not in open_values else [])]


def _leaks(ground: WorldTexts) -> Iterator[Break]:
    task = ground.world.task
    for fact, value in _secrets(ground):
        if stands_in(value, task.goal):
            yield Break("goal-leaks", "task.goal", f"holds {value!r}, the value of {fact!r}")
        for number, line in enumerate(task.instructions):
            if stands_in(value, line):
                yield Break(
                    "instructions-leak", f"task.instructions.{number}", f"holds {value!r}, the value of {fact!r}"
                )


def _guideline(ground: WorldTexts) -> Iterator[Break]:
    guideline = ground.world.task.guideline
    remembered = {item.fact for item in ground.world.task.memory_items}
    for fact in ground.remembered:
        if fact.id not in remembered:
            continue
        if not _says(guideline, fact):
            yield Break(
                "guideline", "task.guideline", f"does not say {fact.shown!r}, the value of the fact {fact.id!r}"
            )
        if fact.where and fact.kind not in DERIVED and fact.where not in guideline:
            yield Break("guideline", "task.guideline", f"does not say where the fact {fact.id!r} is: {fact.where!r}")


def _says(guideline: str, fact: Fact) -> bool:
    return fact.shown in guideline or fact.value in guideline


def _closed_lists(ground: WorldTexts) -> Iterator[Break]:
    """Checks that a remembered text is one of a list, because free prose cannot be graded."""
    options = ground.world.scenario.options
    for number, item in enumerate(ground.world.task.memory_items):
        fact = ground.facts.get(item.fact)
        if fact is not None and item.kind in WORDED and fact.shown not in options.get(fact.id, ()):
            told = f"{fact.shown!r} is no value of scenario.options.{fact.id}; name the states that it could be"
            yield Break("closed-list", f"task.memory_items.{number}", told)


# ---------------------------------------------------------------------- test ids


def _test_ids(ground: WorldTexts) -> Iterator[Break]:
    known: dict[str, bool] = {}
    for app in ground.world.apps:
        known[f"app-{app.id}"] = True
        for page in app.pages:
            for name, touched in test_ids(app, page):
                known[name] = known.get(name, False) or touched
    task = ground.world.task
    for number, name in enumerate(task.required_testids):
        where = f"task.required_testids.{number}"
        if name not in known:
            yield Break("required-testids", where, f"no page has the test id {name!r}")
        elif not known[name] and (name in DESK_IDS or name.startswith("tab-")) and name not in _TEXTS:
            yield Break("required-testids", where, f"{name!r} cannot be touched")
    for lacking in _lacking(ground):
        yield Break("required-testids", "task.required_testids", f"lacks {lacking!r}")
    for text, moves in task.reference.steps.items():
        for number, move in enumerate(moves):
            if isinstance(move, TapMove | HoldMove | TypeMove) and not known.get(move.test_id, _is_made(move.test_id)):
                why = "cannot be touched" if move.test_id in known else "is on no page"
                yield Break("required-testids", f"task.reference.steps.{text}.{number}", f"{move.test_id!r} {why}")


def _is_made(test_id: str) -> bool:
    """Of an iteration, of a record that is made on the way, or of the phone itself."""
    return "{" in test_id or "-new-" in test_id or test_id.startswith(("nav-", "popup-", "session-", "recent-"))


def _lacking(ground: WorldTexts) -> Sequence[str]:
    """Of what has to be required: the desk, the tabs of every app that is used, what shows the remembered facts."""
    task = ground.world.task
    needed = [*DESK_IDS] if task.kind == "report" and task.grading.pass_regex else []
    opened = {move.app for moves in task.reference.steps.values() for move in moves if isinstance(move, OpenMove)}
    needed += [f"tab-{tab.id}" for app in ground.world.apps if app.id in opened for tab in app.tabs]
    remembered = {item.fact for item in task.memory_items}
    needed += [fact.test_id for fact in ground.remembered if fact.test_id and fact.id in remembered]
    return [name for name in dict.fromkeys(needed) if name not in task.required_testids]


def _desk(ground: WorldTexts) -> Iterator[Break]:
    """A report task is decided on a page of the world: entry, field, button, result, under the paper's test ids."""
    if ground.world.task.kind != "report" or not ground.world.task.grading.pass_regex:
        return
    entry, field = "", ""
    result = hands_in = False
    for app in ground.world.apps:
        for page in app.pages:
            ids = {name for name, _ in test_ids(app, page)}
            effects = [done.effect for done in effects_of(page, "")]
            if "go-submit-answer" in ids and any(isinstance(effect, Go) for effect in effects):
                entry = page.id
            fields = {block.id for block in page.blocks if isinstance(block, InputField)}
            if "answer-input" in fields and "answer-submit" in ids:
                field = page.id
                result = any(isinstance(block, Text) and block.id == "result" for block in page.blocks)
                hands_in = any(isinstance(effect, Submit) and effect.field == "answer-input" for effect in effects)
    for held, what in (
        (entry, "a button `go-submit-answer` that opens the page where answers are handed in"),
        (field, "a page with the field `answer-input` and the button `answer-submit`"),
        (not field or result, "the text `result` on the page where answers are handed in"),
        (not field or hands_in, "an effect `submit` of the field `answer-input`"),
    ):
        if not held:
            yield Break("desk", "apps", f"a report task needs {what}")


def _filters(ground: WorldTexts) -> Iterator[Break]:
    """Filters are buttons, each with a label of its own."""
    for number, app in enumerate(ground.world.apps):
        for place, page in enumerate(app.pages):
            for spot, block in enumerate(page.blocks):
                if block.kind != "list":
                    continue
                where = f"apps.{number}.pages.{place}.blocks.{spot}.filters"
                labels = [item.label for item in block.filters]
                if not all(labels) or len(set(labels)) != len(labels):
                    yield Break("filters", where, f"every filter button needs a label of its own, not {labels}")
