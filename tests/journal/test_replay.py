"""The replay is one page that needs nothing, shows everything and runs nothing that a page has put into it."""

import base64
import hashlib
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sextant.errors import UsageError
from sextant.journal import NOT_ACCEPTED, Privacy, RunStore, in_plain_words
from sextant.journal.replay import render_replay, write_replay
from sextant.journal.replay.markup import text
from sextant.journal.replay.words import sentence
from sextant.types.decisions import Judgement
from sextant.types.evidence import Gone, TextVisible, Verdict
from sextant.types.screens import Element
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.support.logs import stored

VOID = {"meta", "input", "br"}
HOSTILE = "</script></title><img src=x onerror=alert(1)><script>alert(2)</script>\"'`&<!--\u202e\x00"


class Page(HTMLParser):
    """Counts elements and keeps attributes; fails on tags that do not match."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style", "script"):
            self.words.append(data)

    def values(self, attribute: str) -> list[str]:
        return [value for _, name, value in self.attributes if name == attribute]


def open_journal(root: Path) -> RunStore:
    clock = sample.ticking()
    return RunStore.open(
        root, clock=lambda: next(clock), privacy=Privacy({"larder password": sample.SECRET}, sample.paint_over)
    )


def replay_of(journal: RunStore, run: str) -> str:
    with journal.read(run) as record:
        return render_replay(record)


def squeezed(words: str) -> str:
    """Without white space: tags may stand where words meet."""
    return "".join(words.split())


def committed(journal: RunStore, steps: Sequence[Transition]) -> str:
    with sample.begin(journal) as log:
        for step in steps:
            log.commit(step, stored())
        return log.run


@pytest.fixture
def journal(tmp_path: Path) -> RunStore:
    return open_journal(tmp_path)


def test_the_page_needs_nothing_but_itself(journal: RunStore) -> None:
    source = replay_of(journal, sample.record(journal))
    assert source.startswith("<!doctype html>")
    page = Page(source)
    assert page.tags["link"] == page.tags["img"] == page.tags["iframe"] == 0
    assert page.values("src") == page.values("style") == []
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    for target in page.values("href"):
        assert target.startswith(("#", "data:image/")), target[:80]
    assert "url(" not in source
    assert "@import" not in source


def test_the_policy_allows_exactly_the_style_and_script_that_are_there(journal: RunStore) -> None:
    source = replay_of(journal, sample.record(journal, pictures=False))
    (policy,) = [value for value in Page(source).values("content") if value.startswith("default-src")]
    assert policy.startswith("default-src 'none'; img-src data:;")
    for tag in ("style", "script"):
        (inner,) = re.findall(f"<{tag}>(.*?)</{tag}>", source, re.DOTALL)
        assert f"sha256-{base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()}" in policy
    assert "unsafe" not in policy


def test_every_link_within_the_page_leads_somewhere(journal: RunStore) -> None:
    page = Page(replay_of(journal, sample.record(journal)))
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in page.values("href") if target.startswith("#")} <= set(ids)
    assert [name for name in ids if re.fullmatch(r"step-\d+", name)] == [f"step-{n}" for n in range(1, 15)]


def test_every_picture_stands_once(journal: RunStore) -> None:
    run = sample.record(journal)
    source = replay_of(journal, run)
    uris = [value for value in Page(source).values("href") if value.startswith("data:")]
    with journal.read(run) as record:
        shown = {picture.id for picture in record.stored_pictures()}
    assert len(uris) == len(set(uris)) == len(shown)


def test_it_tells_what_happened_in_words(journal: RunStore) -> None:
    words = squeezed("".join(Page(replay_of(journal, sample.record(journal))).words))
    for said in (
        "Success The agent said the task was complete, and the evidence on the screens supports it.",
        "$63.40",
        "the touch missed",
        "Interrupt popup: Click “Not now”",
        "Veto irreversible",
        "Allowed by terminal",
        "Uncertain what was expected did not appear",
        "Proves nothing already true before",
        "Undecided",
        "Tue 24 Nov, 10-12",
        "type the secret ‹larder password› into 195, 278",
        "each step sends to api.openai.com: screen text and element names; a picture of each screen.",
    ):
        assert squeezed(said) in words, said


def test_what_was_tried_again_and_cleared_stands_in_the_head_and_only_where_it_was(journal: RunStore) -> None:
    told = squeezed(" ".join(Page(replay_of(journal, sample.record(journal, pictures=False))).words))
    assert squeezed("Tried again 1 of 13 steps, 1 worked in the end") in told
    assert squeezed("Cleared popup 1") in told
    calm = replay_of(journal, committed(journal, sample.steps(pictures=False)[:2]))
    assert "Recovery" not in calm


def refusing(journal: RunStore, *reasons: str, read: str = "") -> str:
    """A run of three steps whose second said `now`, which was not taken."""
    one, two, three = sample.steps(pictures=False)[:3]
    said = replace(two.decision, judgements=(Judgement("now", "yes", "13:05"), Judgement("now.yes", "no")))
    with sample.begin(journal) as log:
        log.commit(one, stored())
        if read:
            tokens = {"Open questions": 7}
            log.note("brief", {"step": two.step, "text": read, "tokens": tokens, "tokenizer": "toy"})
        log.commit(replace(two, decision=said), stored())
        for reason in reasons:
            log.note(NOT_ACCEPTED, {"step": two.step, "place": "line 4", "reason": reason})
        log.commit(three, stored())
        return log.run


def test_what_was_not_accepted_is_pointed_to_from_the_head_the_list_and_the_answer(journal: RunStore) -> None:
    why = "'read the time' was not taken: your quote '13:05' stands nowhere on the screen"
    read = "## Open questions\nnow: is this done: read the time?\nnow.yes: is it so: it is late?"
    source = replay_of(journal, refusing(journal, why, why, HOSTILE, read=read))
    page, number = Page(source), sample.steps(pictures=False)[1].step
    told = f"step-{number}-not-accepted"
    assert page.values("id").count(told) == 1
    assert page.values("href").count(f"#{told}") == 2, "from the head and from the answer"
    assert page.values("data-step") == [f"step-{number}"] * 2, "each reason once"
    words = " ".join("".join(page.words).split())
    assert "2 answers not accepted" in words
    assert f"Step {number}, line 4, read the time: the quoted “13:05” is nowhere on the screen." in words
    assert squeezed("Is this done: read the time? yes 13:05 Not accepted Is it so: it is late? no") in squeezed(words)
    (list_,) = re.findall(r'<nav class="list".*?</nav>', source, re.DOTALL)
    assert list_.count("Not accepted") == 1


def test_a_claim_without_an_answer_is_marked_at_its_verdict(journal: RunStore) -> None:
    one, two = sample.steps(pictures=False)[:2]
    with sample.begin(journal) as log:
        log.commit(one, stored())
        log.note(NOT_ACCEPTED, {"step": one.step, "place": "", "reason": "nothing was named"})
        log.commit(two, stored())
    source = replay_of(journal, log.run)
    verdicts = re.findall(r"<dt>Verdict</dt><dd>(.*?)</dd>", source, re.DOTALL)
    assert [f'href="#step-{one.step}-not-accepted"' in verdict for verdict in verdicts] == [True, False]
    assert "1 answer not accepted" in "".join(Page(source).words)


def test_where_nothing_was_refused_nothing_is_said_of_it(journal: RunStore) -> None:
    assert "accepted" not in "".join(Page(replay_of(journal, refusing(journal))).words)


def test_a_refusal_of_a_step_that_is_not_there_is_told_none_the_less(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        log.note(NOT_ACCEPTED, {"step": "7", "place": "", "reason": "nothing was named"})
    page = Page(replay_of(journal, log.run))
    assert "Step 7: nothing was named." in "".join(page.words)
    assert page.values("data-step") == []


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("'open it' was not taken: nothing was quoted for it", "open it: nothing was quoted for it"),
        (r"""'say "it\'s"' was not taken: no""", "say “it's”: no"),
        ("the value of day was not taken: it is no day", "the value of day: it is no day"),
        ("first; the end was not taken: no", "first; the end: no"),
        (
            'your quote "Ada\'s" stands nowhere on the screen',
            "the quoted “Ada's” is nowhere on the screen",
        ),
        (
            "'x' was not taken: 'Home' is what the screen is called; quote words that stand on it",
            "x: the quoted “Home” is only what the screen is called",
        ),
        ("the users' data isn't there", "the users' data isn't there"),
        ("", ""),
    ],
)
def test_a_reason_is_told_to_people(kept: str, told: str) -> None:
    assert in_plain_words(kept) == told


@given(st.text())
def test_any_reason_can_be_told(reason: str) -> None:
    assert len(in_plain_words(reason)) <= len(reason) + 40


def test_nothing_that_a_page_says_becomes_markup(journal: RunStore) -> None:
    step = sample.steps(pictures=False)[6]
    nasty = Verdict(TextVisible(HOSTILE), "fails", HOSTILE, step.verdicts[0].evidence)
    elements = tuple(replace(element, text=HOSTILE, name=HOSTILE, value=HOSTILE) for element in step.after.elements)
    observation = replace(step.after.observation, elements=elements, title=HOSTILE, location=HOSTILE, notes=(HOSTILE,))
    screen = replace(step.after, key=replace(step.after.key, label=HOSTILE), observation=observation)
    bad = replace(
        step,
        before=screen,
        after=screen,
        verdicts=(nasty, Verdict(Gone(HOSTILE), "undecided", HOSTILE)),
        decision=replace(step.decision, description=HOSTILE, thought=HOSTILE, fields={HOSTILE: HOSTILE}, actor=HOSTILE),
        interrupt=HOSTILE,
    )
    plain = Page(replay_of(journal, committed(journal, [replace(bad, interrupt="x")])))
    with sample.begin(journal) as log:
        log.note("hand_over", {"reason": HOSTILE})
        log.note(HOSTILE, {HOSTILE: [HOSTILE, {"deep": HOSTILE}]})
        log.permission(HOSTILE, True, HOSTILE, HOSTILE)
        log.commit(bad, stored())
        log.finish(replace(sample.episode(log.run, [bad]), answer=HOSTILE, reason=HOSTILE))
        run = log.run
    source = replay_of(journal, run)
    page = Page(source)
    assert page.tags["img"] == plain.tags["img"] == 0
    assert page.tags["script"] == plain.tags["script"] == 1
    assert "\u202e" not in source
    assert "\x00" not in source
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert "</title><img src=x" in "".join(page.words)


@given(st.text())
def test_text_is_never_markup(value: str) -> None:
    shown = text(value)
    assert not set(shown) & set("<>\"'\x00\u202e")


def test_secrets_and_passwords_are_not_in_it(journal: RunStore) -> None:
    source = replay_of(journal, sample.record(journal))
    assert sample.SECRET not in source
    page = Page(source)
    assert "hidden" in page.values("class")


def test_without_pictures_the_elements_draw_the_screen(journal: RunStore) -> None:
    page = Page(replay_of(journal, sample.record(journal, pictures=False)))
    assert page.tags["image"] == 0
    assert any(value.startswith("#w-") for value in page.values("href"))
    assert "Rye sourdough, sliced  $3.80" in "".join(page.words)


def test_a_run_that_was_cut_off_shows_the_injection_in_doubt(journal: RunStore) -> None:
    made = sample.steps()
    with sample.begin(journal) as log:
        sample.write(log, made[:11])
        log.intend(sample.intent_of(made[11], made[11].attempts[0]), made[11].before)
        run = log.run
    source = replay_of(journal, run)
    page = Page(source)
    words = "".join(page.words)
    assert "Cut off" in words
    assert "In doubt" in words
    assert "pending-1" in page.values("id")
    (doubt,) = re.findall(r'<aside class="event" id="pending-1">.*?</aside>', source, re.DOTALL)
    assert 'class="ring"' in doubt


def test_a_run_without_a_step_is_a_page_too(journal: RunStore) -> None:
    with journal.begin(Task("Go <b>on</b>"), sample.START) as log:
        run = log.run
    words = "".join(Page(replay_of(journal, run)).words)
    assert "Go <b>on</b>" in words
    assert "No step was committed." in words


def test_a_goal_of_fifty_kilobytes_is_folded(journal: RunStore) -> None:
    with journal.begin(Task("Order bread. " * 4000), sample.START) as log:
        run = log.run
    source = replay_of(journal, run)
    assert "The whole goal, 52.0k characters" in source
    assert len(source) < 150_000


def test_resumes_settlements_and_salvage_are_told(journal: RunStore) -> None:
    made = sample.steps(pictures=False)
    with sample.begin(journal) as log:
        log.intend(sample.intent_of(made[0], made[0].attempts[0]), made[0].before)
        run = log.run
    with journal.resume(run) as log:
        log.settle("001-1", None, "page", "No field shows it.")
        log.note("salvaged", {"steps": 3, "lost_steps": 1, "damaged": "run.sqlite.damaged"})
        log.commit(made[0], stored())
        log.commit(replace(made[1], step=1), stored())
    page = Page(replay_of(journal, run))
    words = " ".join("".join(page.words).split())
    assert "Leg 2 of the run" in words
    assert "Nobody could tell, says page. No field shows it." in words
    assert "3 steps were kept, 1 could not be read." in words
    assert "step-1-2" in page.values("id")


@pytest.mark.long
def test_a_long_run_stays_small_and_says_what_it_left_out(journal: RunStore) -> None:
    def noisy(step: Transition, seed: int) -> Transition:
        noise = Image.effect_noise((156, 338), 60 + seed)
        data = io.BytesIO()
        noise.save(data, "PNG")
        assert step.after.picture is not None
        picture = replace(step.after.picture, data=data.getvalue())
        observation = replace(step.after.observation, picture=picture, at=float(seed))
        return replace(step, after=replace(step.after, observation=observation))

    run = committed(journal, [noisy(step, n) for n, step in enumerate(sample.many(8))])
    with journal.read(run) as record:
        small = render_replay(record, max_picture_bytes=90_000)
        tiny = render_replay(record, max_picture_bytes=20_000)
    assert len(small) < 90_000 * 1.4 + 250_000
    assert "Pictures are reduced" in small
    assert len(tiny) < 20_000 * 1.4 + 250_000
    assert re.search(r"\d+ pictures are left out", tiny)
    Page(tiny)


def test_a_page_of_a_thousand_elements_is_drawn_in_part(journal: RunStore) -> None:
    step = sample.steps(pictures=False)[0]
    one: Element = step.after.elements[1]
    observation = replace(step.after.observation, elements=tuple(replace(one, index=n) for n in range(1000)))
    run = committed(journal, [replace(step, after=replace(step.after, observation=observation))] * 2)
    assert len(replay_of(journal, run)) < 600_000


def test_it_is_written_whole_or_not_at_all(journal: RunStore, tmp_path: Path) -> None:
    run = sample.record(journal, pictures=False)
    with journal.read(run) as record:
        size = write_replay(record, tmp_path / "deep" / "replay.html")
        assert (tmp_path / "deep" / "replay.html").stat().st_size == size
        (tmp_path / "taken").mkdir()
        with pytest.raises(UsageError, match="cannot be written"):
            write_replay(record, tmp_path / "taken")
    assert [path.name for path in tmp_path.glob(".taken*")] == []


def test_an_address_at_the_beginning_of_a_sentence_keeps_its_letters() -> None:
    assert sentence("api.openai.com could not be reached") == "api.openai.com could not be reached"
    assert sentence("127.0.0.1:9 could not be reached") == "127.0.0.1:9 could not be reached"
    assert sentence("nothing changed") == "Nothing changed"
    assert sentence("done. it holds") == "Done. it holds"
