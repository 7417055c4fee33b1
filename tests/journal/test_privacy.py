"""No secret reaches the disk: not in text, not in gestures, not in pictures."""

import base64
import io
import sqlite3
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from sextant.journal import Privacy, RunStore, Start
from sextant.journal.redact import Redactor
from sextant.types.actions import ByIndex, InputText, TypeText
from sextant.types.codec import from_json, to_json
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from tests.journal import sample
from tests.support.logs import stored

PRIVACY = Privacy({"larder password": sample.SECRET}, sample.paint_over)


def everything(root: Path) -> bytes:
    """All bytes under the directory, and what compressed screens hold."""
    found = [path.read_bytes() for path in root.rglob("*") if path.is_file()]
    for database in root.rglob("*.sqlite"):
        connection = sqlite3.connect(database)
        found += [zlib.decompress(body) for (body,) in connection.execute("SELECT body FROM screens")]
        connection.close()
    return b"\n".join(found)


def journal(tmp_path: Path, privacy: Privacy) -> RunStore:
    clock = sample.ticking()
    return RunStore.open(tmp_path, clock=lambda: next(clock), privacy=privacy)


def test_a_secret_that_was_typed_is_nowhere_on_disk(tmp_path: Path) -> None:
    sample.record(journal(tmp_path, PRIVACY))
    assert sample.SECRET.encode() not in everything(tmp_path)


def test_a_secret_that_the_journal_was_not_told_of_is_learnt_from_the_gesture(tmp_path: Path) -> None:
    made = list(sample.steps(pictures=False))
    made[1] = replace(made[1], decision=replace(made[1].decision, thought=f"I type {sample.SECRET}"))
    with sample.begin(journal(tmp_path, Privacy())) as log:
        sample.write(log, made)
    assert sample.SECRET.encode() not in everything(tmp_path)
    assert "‹larder password›".encode() in everything(tmp_path)


def test_secrets_leave_every_kind_of_record(tmp_path: Path) -> None:
    secret = sample.SECRET
    step = sample.steps(pictures=False)[0]
    shown = replace(step.after.elements[0], text=f"Hello {secret}", value=secret)
    observation = replace(
        step.after.observation, elements=(shown, *step.after.elements[1:]), title=f"{secret}!", notes=(secret,)
    )
    step = replace(
        step,
        after=replace(step.after, observation=observation),
        decision=replace(step.decision, fields={"memory": {secret: [f"it is {secret}"]}}),
    )
    store = journal(tmp_path, PRIVACY)
    with store.begin(Task(f"log in with {secret}"), Start("web:x", "model", {"note": secret})) as log:
        log.intend(replace(sample.intent_of(step, step.attempts[0]), description=f"type {secret}"), step.before)
        log.commit(step, stored({"guide": {"seen": secret}}))
        log.permission(f"Type {secret}?", True, "person", secret)
        log.note("hand_over", {"reason": secret})
        log.finish(replace(sample.episode(log.run, [step]), answer=secret, reason=f"because {secret}"))
        last = log.last()
    assert secret.encode() not in everything(tmp_path)
    assert last is not None
    assert last.after.elements[0].value == "‹larder password›"


@pytest.mark.parametrize("privacy", [PRIVACY, Privacy(mask=sample.paint_over)])
def test_password_fields_are_painted_over(tmp_path: Path, privacy: Privacy) -> None:
    store = journal(tmp_path, privacy)
    run = sample.record(store)
    with store.read(run) as record:
        second = list(record.transitions(pictures=True))[1]
    field = next(element for element in second.after.elements if "password" in element.states)
    assert second.after.picture is not None
    image = Image.open(io.BytesIO(second.after.picture.data)).convert("RGB")
    inside = image.crop(
        (int(field.box.x) + 2, int(field.box.y) + 2, int(field.box.right) - 2, int(field.box.bottom) - 2)
    )
    assert len(inside.getcolors(1 << 16) or ()) == 1


def test_without_a_mask_a_private_picture_is_left_out(tmp_path: Path) -> None:
    store = journal(tmp_path, Privacy({"larder password": sample.SECRET}))
    run = sample.record(store)
    with store.read(run) as record:
        shown = [step.after.picture is not None for step in record.transitions(pictures=True)]
    assert shown[:3] == [False, False, True]


def test_a_field_filled_from_a_secret_stays_masked_after_a_resume(tmp_path: Path) -> None:
    step = sample.steps()[0]
    email = step.before.elements[1]
    attempt = replace(step.attempts[0], gesture=TypeText("pin", email.box.centre, secret="one-time code"))
    step = replace(
        step, attempts=(attempt,), decision=replace(step.decision, action=InputText("", ByIndex(1), secret="x"))
    )
    store = journal(tmp_path, Privacy(mask=sample.paint_over))
    with sample.begin(store) as log:
        log.intend(sample.intent_of(step, attempt), step.before)
        log.commit(step, stored())
        run = log.run
    with store.resume(run) as log:
        log.record_screen(step.after)
        screen = log.screen_by_digest(step.after.digest, picture=True)
    assert screen is not None
    assert screen.picture is not None
    image = Image.open(io.BytesIO(screen.picture.data)).convert("RGB")
    assert image.getpixel((int(email.box.x) + 60, int(email.box.centre.y))) == (120, 126, 130)


def test_text_typed_into_a_password_field_is_hidden_though_no_secret_was_named(tmp_path: Path) -> None:
    step = sample.steps(pictures=False)[1]
    attempt = step.attempts[0]
    assert isinstance(attempt.gesture, TypeText)
    attempt = replace(attempt, gesture=replace(attempt.gesture, text="swordfish", secret=""))
    decision = replace(step.decision, action=InputText("swordfish", ByIndex(2)))
    step = replace(step, attempts=(attempt,), decision=decision)
    with sample.begin(journal(tmp_path, Privacy())) as log:
        log.record_screen(step.before)
        log.intend(sample.intent_of(step, attempt), step.before)
        log.commit(step, stored())
    assert b"swordfish" not in everything(tmp_path)


@pytest.mark.parametrize("secret", ["pass word", 'qu"ote\\', "käse&brot", "a b\tc\nd", "button", "true", "1234"])
def test_secrets_in_any_form_leave_text_and_break_no_record(secret: str) -> None:
    redactor = Redactor({"s": secret})
    screen = sample.steps(pictures=False)[0].after
    field = replace(
        screen.elements[1], value=f"<{secret}>", href=f"https://x/?q={base64.b64encode(b'').decode()}{secret}"
    )
    dirty = replace(screen, observation=replace(screen.observation, elements=(screen.elements[0], field)))
    clean: Screen = redactor.value(dirty)
    assert clean.elements[1].value == "<‹s›>"
    assert from_json(Screen, to_json(Screen, clean)) == clean
    assert clean.elements[1].states == field.states
    assert clean.digest == screen.digest


def test_the_longer_of_two_secrets_goes_first() -> None:
    assert Redactor({"a": "hunter2", "b": "hunter2hunter2"}).text("hunter2hunter2") == "‹b›"
