"""What an actor reads of the writes that its steps caused."""

from dataclasses import replace

from sextant.prompts import BriefComposer
from sextant.prompts.history import held_words, step_line
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Act, Decision
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Effect, SettledVerdict, Verdict
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.support.logs import Told
from tests.support.screens import element, screen

SEEN = screen(element(0, "button", "Order"))
SENT = ObservedEffect("request", "POST", "/orders/{}", "http://shop", 201)
HELD = replace(SENT, status=0, held=True, reason="nobody is there to allow it")


def step(*effects: ObservedEffect, number: int = 3, interrupt: str = "") -> Transition:
    decision = Decision(Click(ByIndex(0)), SEEN.digest, "order")
    return Transition(number, SEEN, decision, SEEN, "uncertain", interrupt=interrupt, effects=effects)


def test_a_step_tells_what_it_sent() -> None:
    assert step_line(step(SENT)).endswith("unclear — sent: POST /orders/{}, answered 201")
    assert step_line(step(replace(SENT, status=0))).endswith("sent: POST /orders/{}, no answer")
    assert step_line(step(HELD)).endswith(
        "held — held: POST /orders/{} was not sent, because nobody is there to allow it"
    )
    assert step_line(step(ObservedEffect("commit", address="cart"))).endswith("done: commit cart")


def test_a_step_all_of_whose_writes_were_held_is_never_told_to_have_worked() -> None:
    shown = Verdict(Effect("a note"), "holds", "'Sent' is on the screen")
    worked = replace(step(HELD), effectiveness="effective", verdicts=(shown,))
    assert step_line(worked).endswith(
        ": held — held: POST /orders/{} was not sent, because nobody is there to allow it"
    )
    assert ": worked: " in step_line(replace(worked, effects=(HELD, SENT))), "a part of it was sent"
    asked = replace(SENT, address="/orders/filter", harmless=True)
    assert ": held — held: POST /orders/{}" in step_line(replace(worked, effects=(HELD, asked))), "the rest only reads"
    assert ": worked: " in step_line(replace(worked, effects=(replace(HELD, cause="timer"),)))
    history = Told()
    history.observe(step(HELD))
    history.hear(SettledVerdict(3, shown, effective=True))
    assert "worked" not in history.text()


def test_a_flood_of_writes_stays_short() -> None:
    flood = [replace(SENT, address=f"/a{number}" + "x" * 500) for number in range(50)]
    line = step_line(step(*flood))
    assert len(line) < 700
    assert line.endswith("and 47 more requests")
    assert step_line(step(*[SENT] * 50)) == step_line(step(SENT)), "alike ones are told once"


def test_the_reason_of_a_held_write_stands_in_the_next_brief_only() -> None:
    composer = BriefComposer(Task("order a lamp"), "full")
    composer.log.append(step(HELD))
    composer.log.append(step(number=4, interrupt="popup"))
    (about,) = _about(composer)
    assert about == "POST /orders/{} was held and not sent: nobody is there to allow it."
    taken_up = BriefComposer(Task("order a lamp"), "full")
    taken_up.log.restore(composer.log.states())
    assert _about(taken_up) == [about]
    composer.log.append(step(SENT, number=5))
    assert _about(composer) == []


def _about(composer: BriefComposer) -> list[str]:
    sections = composer.compose(Act("order a lamp"), SEEN, 6).sections
    return [section.text for section in sections if section.name == "About the last step"]


def test_letters_of_an_address_are_letters_for_an_actor_and_other_signs_stay_as_sent() -> None:
    address = "/wiki/G%C3%A4steb%C3%A5t%2F{}"
    assert "sent: POST /wiki/Gästebåt%2F{}, answered 201" in step_line(step(replace(SENT, address=address)))
    assert "POST /wiki/Gästebåt%2F{} was held" in held_words(step(replace(HELD, address=address)))
    seen = screen(element(0, "text", "x"), location="http://app.test/wiki/%E6%9D%B1%E4%BA%AC?q=a%20b")
    listing = next(one.text for one in BriefComposer(Task("go"), "full").compose(Act("go"), seen, 0).sections)
    assert listing.startswith("Screen: Notes — http://app.test/wiki/東京?q=a%20b")
    assert seen.location.endswith("/wiki/%E6%9D%B1%E4%BA%AC?q=a%20b"), "what is compared and sent is as it was"
