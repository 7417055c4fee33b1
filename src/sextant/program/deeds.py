"""What steps and goals order that merely reading, or merely typing, does not do."""

import re

from sextant.evidence.goals import orders_in, sends_something
from sextant.types.actions import InputText
from sextant.types.refs import collapse
from sextant.types.transitions import Transition

__all__ = ["did_something", "drafts", "orders_deed"]

_VARIABLE = re.compile(r"\{\w+\}|'[^'\n]*'")
_DEED = re.compile(
    r"(?:please |now |also |then |finally |next )?"
    r"(?:send|submit|pay|buy|order|book|reserve|transfer|save|confirm|create|delete|remove|cancel|add|enter|type|write"
    r"|publish|post|upload|share|donate|approve|accept|decline|archive|sign up|log in|return|mute|unmute|move|rename"
    r"|mark|rate|pin|block|invite|reply|forward|withdraw|deposit|freeze|unfreeze|install|uninstall"
    r"|(?:turn|switch) o(?:n|ff))"
    r" (?:the|a|an|it|this|that|these|those|my|all|both|every|each|one|two|three|some|him|her|them|to|for|with"
    r"|[\d€$£¥]+\S*|\w+(?: \w+)?['’]s)(?![\w])"
    r"|(?:hand|turn) (?:in|over)\b"
    r"|(?:hand|turn|switch) (?:it|them|this|that|(?:the|my) [\w ]{1,30}?) (?:in|over|on|off)\b"
    r"|(?:sende|schicke|zahle|bezahle|kaufe|bestelle|buche|überweise|speichere|lösche|bestätige|lege|schreibe)\b"
)
"""A verb with something that it is done to: `order the book`, and not `order number of the parcel`."""


def orders_deed(told: str) -> bool:
    """Whether any part of a step orders something that changes data: a value that stands there does not show that."""
    return any(_DEED.match(collapse(order)) for order in orders_in(_VARIABLE.sub("it", told)))


def drafts(transition: Transition, told: str) -> bool:
    """Whether a step has written what was told to be sent: from then on that is to be done, whatever came before."""
    wrote = isinstance(transition.decision.action, InputText) and transition.effectiveness == "effective"
    return wrote and sends_something(told)


def did_something(transition: Transition, told: str) -> bool:
    """Whether a step had an effect that may be what was told; what has to be sent is not done by typing it."""
    return bool(transition.attempts) and transition.effectiveness == "effective" and not drafts(transition, told)
