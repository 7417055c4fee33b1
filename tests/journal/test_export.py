"""A trace goes out as JSON lines and comes back as the same run."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sextant.errors import JournalFault, UsageError
from sextant.journal import Privacy, RunRecord, RunStore, export_trace, import_trace
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.tasks import Usage
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.support.logs import stored


def open_journal(root: Path) -> RunStore:
    clock = sample.ticking()
    return RunStore.open(root, clock=lambda: next(clock), privacy=Privacy(mask=sample.paint_over))


def told(record: RunRecord, pictures: bool = False) -> list[object]:
    """All that a trace tells, apart from the run's name."""
    return [(r.seq, r.at, r.step, r.entry) for r in record.records(pictures=pictures)]


@pytest.mark.parametrize("pictures", [True, False])
def test_a_trace_comes_back_as_it_went(tmp_path: Path, pictures: bool) -> None:
    here, there = open_journal(tmp_path / "here"), open_journal(tmp_path / "there")
    with here.read(sample.record(here)) as record:
        lines = list(export_trace(record, pictures))
        run = import_trace(there, lines)
        with there.read(run) as copy:
            assert told(copy, pictures) == told(record, pictures)
            assert (copy.steps(), copy.usage(), copy.episode) == (record.steps(), record.usage(), record.episode)
            assert copy.head == replace(record.head, run=run)
            again = list(export_trace(copy, pictures))
        assert again[1:] == lines[1:]
    summary = there.show(run)
    assert (summary.status, summary.answer) == ("success", "$63.40")
    assert not summary.has_state


@pytest.mark.parametrize("claimed", [False, None])
def test_a_trace_from_elsewhere_is_not_carried_on_with_its_settings(tmp_path: Path, claimed: bool | None) -> None:
    """It may be one that was never ended, and its settings may name a script as the browser."""
    journal = open_journal(tmp_path / "journal")
    with sample.begin(journal) as log:
        name = log.run
    with journal.read(name) as record:
        assert record.head.to_resume() == record.head.settings
        lines = [json.loads(line) for line in export_trace(record)]
    (begin,) = [line["record"] for line in lines if line.get("record", {}).get("kind") == "begin"]
    begin["body"]["settings"] = {"browser.executable": "/tmp/evil.sh"}
    if claimed is None:
        begin["body"].pop("imported")  # as versions wrote it that had no such word
    run = import_trace(journal, [json.dumps(line) for line in lines])
    with journal.read(run) as copy:
        assert copy.head.settings["browser.executable"] == "/tmp/evil.sh"
        with pytest.raises(UsageError, match="was imported"):
            copy.head.to_resume()
    assert journal.show(run).status == "crashed"


_words = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_number = st.floats(allow_nan=False, allow_infinity=False, width=32)
_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | _number | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=6,
)
_decisions = st.builds(
    Decision,
    action=st.sampled_from([step.decision.action for step in sample.steps(pictures=False)]),
    screen=_words,
    description=_words,
    thought=_words,
    fields=st.dictionaries(_words, _json, max_size=3),
)


@st.composite
def _screen(draw: st.DrawFn) -> Screen:
    base = sample.steps(pictures=False)[0].before
    elements = tuple(
        replace(
            draw(st.sampled_from(base.elements)), index=index, text=draw(_words), value=draw(_words), name=draw(_words)
        )
        for index in range(draw(st.integers(0, 3)))
    )
    observation = replace(
        base.observation,
        elements=elements,
        title=draw(_words),
        location=draw(_words),
        notes=tuple(draw(st.lists(_words, max_size=2))),
        facts=draw(st.dictionaries(_words, _words, max_size=2)),
    )
    return replace(base, digest=draw(st.text("0123456789abcdef", min_size=8, max_size=8)), observation=observation)


@st.composite
def _transition(draw: st.DrawFn) -> Transition:
    return replace(
        draw(st.sampled_from(sample.steps(pictures=False))),
        before=draw(_screen()),
        after=draw(_screen()),
        decision=draw(_decisions),
        usage=draw(st.builds(Usage, requests=st.integers(0, 9), dollars=st.floats(0, 10))),
        seconds=draw(st.floats(0, 1000)),
    )


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(made=st.lists(_transition(), max_size=2))
def test_whatever_happened_comes_back(tmp_path_factory: pytest.TempPathFactory, made: list[Transition]) -> None:
    journal = open_journal(tmp_path_factory.mktemp("journal"))
    with sample.begin(journal) as log:
        for transition in made:
            log.commit(transition, stored())
        kept = list(log.transitions())
        for went, came in zip(made, kept, strict=True):
            # A secret's value stays behind; all the rest is as it was.
            action = came.decision.action
            assert replace(went, attempts=came.attempts, decision=replace(went.decision, action=action)) == came
        run = import_trace(journal, export_trace(log))
        with journal.read(run) as copy:
            assert list(copy.transitions()) == kept


def lines_of(tmp_path: Path) -> list[str]:
    journal = open_journal(tmp_path / "source")
    with journal.read(sample.record(journal)) as record:
        return list(export_trace(record))


def changed(line: str, *path: str, to: object) -> str:
    data: Any = json.loads(line)
    inner = data
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = to
    return json.dumps(data)


def hostile(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    at = {
        kind: next(n for n, line in enumerate(lines) if line.startswith(f'{{"{kind}"'))
        for kind in ("picture", "screen", "record")
    }

    def put(kind: str, *path: str, to: object) -> list[str]:
        place = at[kind]
        return [*lines[:place], changed(lines[place], kind, *path, to=to), *lines[place + 1 :]]

    yield "no trace", ["{}"]
    yield "no object", ["[]"]
    yield "nothing", []
    yield "half a line", [*lines[:5], lines[5][:40]]
    yield "cut short", lines[:-1]
    yield "a record is missing", [*lines[:-2], lines[-1]]
    yield "something after the end", [*lines, lines[3]]
    yield "unknown line", [*lines[:2], '{"code": "import os"}', *lines[2:]]
    yield "a path for a name", put("picture", "id", to="../../etc/passwd")
    yield "another picture", put("picture", "data", to="AAAA")
    yield "no base64", put("picture", "data", to="<svg>")
    yield "not a picture", put("picture", "media_type", to="text/html")
    yield "a screen that is none", put("screen", "body", to={"key": 1})
    yield "a time beyond time", put("record", "at", to=1e18)
    yield "a huge number", put("record", "seq", to=10**40)
    yield "a kind that is none", put("record", "kind", to="system")
    yield "a screen that is not there", [line for line in lines if not line.startswith('{"screen"')]
    yield "infinity", [lines[0], lines[1].replace('"at":', '"at":1e999,"was":'), *lines[2:]]
    yield "deep", [lines[0], '{"record":' + "[" * 100_000]


def test_hostile_traces_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "journal")
    for what, lines in hostile(lines_of(tmp_path)):
        with pytest.raises(UsageError) as refused:
            import_trace(journal, lines)
        assert refused.value.remedy, what
        assert journal.runs() == (), what


def test_a_newer_trace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="newer Sextant"):
        import_trace(open_journal(tmp_path), ['{"trace":"sextant","version":99,"run":"x"}'])
