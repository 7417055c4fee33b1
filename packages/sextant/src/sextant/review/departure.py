"""Decides whether the agent may leave its app: by policy, else by a person, once for each origin of a run."""

from collections.abc import Mapping
from shlex import quote
from typing import Protocol

from sextant.addresses.origins import among, named_in, origin_of, same_origin
from sextant.addresses.parts import has_user_info, parts_of, readable
from sextant.dataclass import dataclass
from sextant.protocols import Person
from sextant.text.legible import on_one_line
from sextant.types.codec import from_plain, to_plain
from sextant.types.effects import LEFT_ALONE, HeldWrite, ObservedEffect, WriteRuling
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["DepartureReview", "answer_key"]

_KEPT = 2000
"""The most addresses that are remembered."""
_SHOWN = 400
"""The most characters of an address in a question."""


class Records(Protocol):
    """Where questions and answers are recorded."""

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class _Stored:
    """The answers of a person by `answer_key`, and the origins whose texts were on a screen."""

    answers: Mapping[str, bool]
    read: tuple[str, ...]


class DepartureReview:
    """Decides about leaving the app and about permissions of the machine.

    No model is asked, because a page may have talked the agent into leaving.

    Args:
        task: Has the goal and the policy.
        person: Is asked if the policy does not decide.
        journal: Records each question and its answer.
    """

    def __init__(self, task: Task, person: Person, journal: Records) -> None:
        self._task, self._person, self._journal = task, person, journal
        self._answers: dict[str, bool] = {}
        self._read: dict[str, None] = {}
        """Origins whose texts were on a screen."""
        self._known: dict[str, None] = {}
        """Addresses that were open, or that a page of the same origin linked to."""

    def answer(self, origin: str, special: str = "") -> bool | None:
        """Whether the agent may leave for an origin; None if a person has not decided yet."""
        policy = self._task.policy
        if policy.leave == "allow" or among(origin, policy.origins) or among(origin, named_in(self._task.goal)):
            return True
        if policy.leave == "deny":
            return False
        return self._answers.get(answer_key(origin, special))

    def remember(self, what: str, allowed: bool) -> None:
        """Stores the answer of a person under an `answer_key`, for the rest of the run."""
        self._answers[what] = allowed

    def may_carry_data(self, address: str, screen: Screen) -> bool:
        """Whether an address composed by the actor may carry data of another origin.

        It cannot if it is in the goal, was open, or is linked from a page of its origin. It cannot either if no page of
        another origin was read, because its server then knows all data already. A user name or a password in it always
        may: a page has no use for one that nobody gave.
        """
        self._remember_addresses(screen)
        if address in self._task.goal or address in self._known or "*" in self._task.policy.origins:
            return False
        parts = parts_of(address)
        bare = parts.path in ("", "/") and not parts.query and not parts.fragment
        return has_user_info(address) or (not bare and any(not same_origin(address, origin) for origin in self._read))

    def observe(self, transition: Transition) -> None:
        self._remember_addresses(transition.before)
        self._remember_addresses(transition.after)

    def snapshot(self) -> Json:
        return to_plain(_Stored, _Stored(self._answers, tuple(self._read)))

    def restore(self, state: Json) -> None:
        kept = from_plain(_Stored, state)
        self._answers, self._read = dict(kept.answers), dict.fromkeys(kept.read)

    def _remember_addresses(self, screen: Screen) -> None:
        location = screen.observation.location
        frames = {one.frame.split(" ")[0] for one in screen.elements if one.frame}
        for origin in (screen.app, *sorted(frames)):
            if parts_of(origin).netloc:
                self._read[origin_of(origin)] = None
        links = (one.href for one in screen.elements if one.href and same_origin(one.href, location))
        for address in (location, *links):
            self._known[address] = None
        while len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]

    def rule(self, write: HeldWrite) -> WriteRuling:
        """Decides about a held effect of kind `leave` or `permission`."""
        effect = write.effect
        leaves = effect.kind == "leave"
        what = answer_key(effect.origin, effect.operation if leaves else effect.name)
        known = self.answer(effect.origin, effect.operation) if leaves else self._answers.get(what)
        if known is not None:
            why = f"{effect.origin} is allowed" if known else self._refused
            return self._recorded(write, WriteRuling(known, why, "policy"))
        where = ", ".join(self._task.policy.origins)
        trouble = f"it leads out of {where}" if leaves else f"{effect.origin} is not known to need it"
        if not self._person.attended:
            why = f"{trouble}, and nobody is there to ask; allow it with {_flag(effect)}"
            return self._recorded(write, WriteRuling(False, why, "nobody"))
        allowed = self._person.allow(_question(write), trouble)
        self.remember(what, allowed)
        return self._recorded(write, WriteRuling(allowed, trouble if allowed else "a person refused it", "person"))

    @property
    def _refused(self) -> str:
        return LEFT_ALONE if self._task.policy.leave == "deny" else "a person refused it"

    def _recorded(self, write: HeldWrite, ruling: WriteRuling) -> WriteRuling:
        by = "nobody there" if ruling.by == "nobody" else ruling.by
        self._journal.permission(_question(write), ruling.allowed, by, ruling.reason)
        return ruling


def answer_key(origin: str, special: str = "") -> str:
    """The key of a person's answer: an origin, and the special case of leaving for it, if any."""
    return f"{origin_of(origin)} {special}".strip()


def _question(write: HeldWrite) -> str:
    """The question for a person, with the address and all its data."""
    if write.effect.kind != "leave":
        return on_one_line(readable(write.effect.name))
    told = f"leave for {readable(write.address[:_SHOWN])}" + (
        f" ({write.effect.operation})" if write.effect.operation else ""
    )
    if len(write.address) > _SHOWN:
        told += f", {len(write.address)} characters"
    return on_one_line(told)


def _flag(effect: ObservedEffect) -> str:
    if effect.kind == "leave":
        return f"--origin {quote(effect.origin)}"
    return f"--set browser.permissions={quote(effect.address)}"
