"""A run in which every text that an app, a model or a person gives is markup makes the same elements as a plain one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast, get_type_hints

from sextant.journal import NOT_ACCEPTED, RunStore, Start
from sextant.journal.replay import render_replay
from sextant.types.candidates import Candidate
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.journal.test_replay import HOSTILE, Page

PLAIN = "plain"
_IDENTITIES = {"digest", "intent", "screen", "trace"}
"""Made by the runtime: hashes and numbers that join one record to another."""


def spoken(value: Any, words: str) -> Any:
    """The value with `words` for every free text in it."""
    if not is_dataclass(value) or isinstance(value, type):
        return value
    hints, changed = get_type_hints(type(value)), dict[str, Any]()
    for one in fields(value):
        held: Any = getattr(value, one.name)
        if not one.init or one.name in _IDENTITIES or not held:
            continue
        if hints[one.name] is str:
            changed[one.name] = words
        elif isinstance(held, tuple):
            items = cast("tuple[Any, ...]", held)
            free = hints[one.name] == tuple[str, ...]
            changed[one.name] = tuple(words if free else spoken(item, words) for item in items)
        elif isinstance(held, Mapping):
            changed[one.name] = {words: words}
        else:
            changed[one.name] = spoken(held, words)
    return replace(value, **changed)


def page_of(root: Path, words: str) -> Page:
    journal = RunStore.open(root)
    made: list[Transition] = [spoken(step, words) for step in sample.steps(pictures=False)]
    settings = {"budget.max_steps": f"40{words}", "budget.max_dollars": "0.5"}
    with journal.begin(Task(words), Start(f"web:{words}", words, settings)) as log:
        log.note("prefix", {"text": words})
        log.note("hand_over", {"reason": words})
        log.note(words, {words: [words, {"deep": words}]})
        for step in made:
            log.permission(words, step.step % 2 == 0, words, words)
            log.note(
                "brief", {"step": step.step, "text": f"## Screen\n{words}", "tokens": {"Screen": 7}, "tokenizer": words}
            )
            log.commit(step, Snapshot({}))
            log.note(NOT_ACCEPTED, {"step": step.step, "place": words, "reason": words})
        found = (Candidate(words, words, 0.4, words, (words,), made[0].step), Candidate(words, words, 0.3))
        end = sample.episode(log.run, made)
        log.finish(replace(end, status="unsure", answer=words, reason=words, candidates=found))
    with journal.read(log.run) as record:
        return Page(render_replay(record))


def test_markup_in_every_text_makes_no_element_and_no_attribute(tmp_path: Path) -> None:
    hostile, plain = page_of(tmp_path / "hostile", HOSTILE), page_of(tmp_path / "plain", PLAIN)
    assert hostile.tags == plain.tags
    assert Counter((tag, name) for tag, name, _ in hostile.attributes) == Counter(
        (tag, name) for tag, name, _ in plain.attributes
    )
    assert hostile.tags["script"] == 1
    assert {value[0] for value in hostile.values("href")} == {"#"}
    said = "".join(hostile.words)
    assert said.count("<img src=x onerror=alert(1)>") > 100
    assert not set(said) & {"\u202e", "\x00"}
