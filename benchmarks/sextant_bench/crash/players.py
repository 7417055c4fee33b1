"""Who plays at the desk: one who places order after order, and one who does so as a program says."""

import re
from collections.abc import Sequence
from typing import Literal

from sextant.types.actions import Action, ByIndex, Click, Status, Wait
from sextant.types.decisions import Brief, Decision, Judgement, Objection, Profile
from sextant.types.evidence import Effect, Gone, Predicate, TextVisible
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant_bench.stage import CountingActor

__all__ = ["CURTAIN", "DeskActor", "DeskClerk", "order_of"]

CURTAIN = "Show the desk"
_DONE = re.compile(r"is this done: (.*?)\?(?: If so.*)?$")


class DeskActor(CountingActor):
    """Places every order once: from the screen where that shows it, else from its own count."""

    def __init__(self, mode: Literal["evidence", "silent"], ambiguous: bool = False) -> None:
        self._mode, self._ambiguous = mode, ambiguous

    profile: Profile = "action-only"

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen = brief.screen
        curtain = _labelled(screen, CURTAIN)
        if curtain is not None:
            return _shows_the_desk(curtain, screen)
        buttons = [item for item in screen.elements if item.role == "button" and item.label.startswith("Place order")]
        if self._mode == "silent":
            buttons = buttons[self.done :]
        if not buttons:
            done: Predicate = Gone("Place order") if self._mode == "evidence" else TextVisible("Order desk")
            return Decision(Status("complete"), screen.digest, "all orders are placed", expectations=(done,))
        number = buttons[0].label.split()[-1]
        return Decision(
            Click(ByIndex(buttons[0].index, screen.digest)),
            screen.digest,
            f"place order {number}",
            expectations=(self.expected(number),),
            irreversible=True,
        )

    def expected(self, number: str) -> Predicate:
        """What has to come of an order."""
        if self._ambiguous:
            return Gone(f"Place order {number}")
        if self._mode == "silent":
            return Effect(f"order {number} placed")
        return TextVisible(f"Order {number} is placed")

    def observe(self, transition: Transition) -> None:
        self.done += transition.decision.action.kind == "click" and bool(transition.attempts)


class DeskClerk(DeskActor):
    """Answers what a program asks, from the screen where that shows it, and places the order that follows."""

    profile: Profile = "full"

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        screen = brief.screen
        curtain = _labelled(screen, CURTAIN)
        if curtain is not None:
            return _shows_the_desk(curtain, screen)
        asked = {question.id: question.text for question in brief.directive.questions}
        ways = dict(re.findall(r"^\[([\w.]+)\] (.*)$", brief.directive.instruction, re.MULTILINE))
        answers, name = list[Judgement](), "now"
        while name in asked and not name.endswith(".no"):
            quote = self._quote(asked[name], screen)
            answers.append(Judgement(name, "yes" if quote else "no", quote))
            name = f"{name}.{answers[-1].answer}"
        number = order_of(ways.get(name, ""))
        button = _labelled(screen, f"Place order {number}")
        action: Action = Wait(0) if button is None else Click(ByIndex(button.index, screen.digest))
        return Decision(
            action,
            screen.digest,
            "take the answers" if button is None else f"place order {number}",
            expectations=() if button is None else (self.expected(str(number)),),
            judgements=tuple(answers),
            fields={"program": {"branch": name}} if name in ways else {},
            irreversible=button is not None,
        )

    def _quote(self, question: str, screen: Screen) -> str:
        """Words that show what is asked about to be done; empty where it is not."""
        done = _DONE.match(question)
        number = 0 if done is None else order_of(done.group(1))
        if self._mode == "silent":
            return "Order desk" if 0 < number <= self.done else ""
        shown = f"Order {number} is placed"
        return shown if any(item.label == shown for item in screen.elements) else ""


def order_of(text: str) -> int:
    """The number of the order that a text is about; 0 where it is about none."""
    return next((int(word) for word in text.replace("?", " ").split() if word.isdigit()), 0)


def _labelled(screen: Screen, label: str) -> Element | None:
    return next((item for item in screen.elements if item.role == "button" and item.label == label), None)


def _shows_the_desk(curtain: Element, screen: Screen) -> Decision:
    target = ByIndex(curtain.index, screen.digest)
    return Decision(Click(target), screen.digest, "show the desk", expectations=(Gone(CURTAIN),))
