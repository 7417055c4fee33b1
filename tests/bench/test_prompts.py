import gzip
import json
from pathlib import Path

from sextant.prompts.prefix import prefix_of
from sextant.types.tasks import Task
from sextant_bench.prompts import form_errors, language_of


def test_sentences_are_counted_and_forms_are_no_prose() -> None:
    read = language_of(
        '- Tap it. Then wait\n  for the next screen.\n- index: {"type": "click"}\n\nAsk a person: you may.'
    )
    assert (read.sentences, read.longest, read.old) == (4, 6, ())
    assert read.mean == (2 + 6 + 3 + 2) / 4


def test_our_instructions_hold_none() -> None:
    assert language_of(prefix_of(Task("x"), "full", "step('x')")).old == ()


def test_form_errors_are_counted_by_profile(tmp_path: Path) -> None:
    good = {"action": {"type": "wait"}}
    answers = [json.dumps(good), "no form at all", json.dumps(good).replace('"wait"', "'wait',")]
    lines: list[object] = [{"cassette": 1}, {"trace": "sextant", "settings": {"models.profile": "lite"}}]
    lines += [{"exchange": {"number": n, "role": "actor", "answer": answer}} for n, answer in enumerate(answers)]
    lines.append({"exchange": {"number": 9, "role": "verifier", "answer": "not an actor's"}})
    text = "\n".join(json.dumps(line) for line in lines).encode()
    for name in ("a.jsonl.gz", "machinery-b.jsonl.gz"):
        (tmp_path / name).write_bytes(gzip.compress(text))
    found = form_errors(tmp_path)
    assert list(found) == ["lite"]
    assert (found["lite"].answers, found["lite"].unread, found["lite"].parts["mended"]) == (3, 1, 1)
    assert round(found["lite"].per_100, 1) == 33.3
    assert form_errors(tmp_path / "nowhere") == {}
