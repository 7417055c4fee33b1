"""Whether the agent may leave its app: as the user named it, else as a person said it, once for an origin of a run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sextant.addresses.origins import among, named_in, origin_of, same_origin
from sextant.addresses.parts import parts_of
from sextant.protocols import Person
from sextant.text.legible import on_one_line
from sextant.types.codec import from_plain, to_plain
from sextant.types.effects import LEFT_ALONE, HeldWrite, ObservedEffect, WriteRuling
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["DepartureReview", "about"]

_KEPT = 2000
"""A bound on memory: addresses that screens showed."""
_SHOWN = 400
"""Characters of an address that a person is shown."""


class Records(Protocol):
    """Where questions and answers are recorded."""

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a person said, by what it is about, and origins whose texts stood on a screen."""

    answers: Mapping[str, bool]
    read: tuple[str, ...]


class DepartureReview:
    """Decides about what leaves an app, or uses something of the machine.

    No model is asked: what leads out may be what a page has talked the agent into.

    Args:
        task: Its goal and policy.
        person: Who is asked.
        journal: Where each question and its answer are recorded.
    """

    def __init__(self, task: Task, person: Person, journal: Records) -> None:
        self._task, self._person, self._journal = task, person, journal
        self._answers: dict[str, bool] = {}
        self._read: dict[str, None] = {}
        """Origins whose texts stood on a screen."""
        self._known: dict[str, None] = {}
        """Addresses that a page of the same origin led to, or that were open."""

    def answer(self, origin: str, special: str = "") -> bool | None:
        """Whether it may leave for an origin; None where a person has still to say."""
        policy = self._task.policy
        if policy.leave == "allow" or among(origin, policy.origins) or among(origin, named_in(self._task.goal)):
            return True
        if policy.leave == "deny":
            return False
        return self._answers.get(about(origin, special))

    def remember(self, what: str, allowed: bool) -> None:
        """Takes a person's answer about what `about` names; it holds for the run."""
        self._answers[what] = allowed

    def carries(self, address: str, screen: Screen) -> bool:
        """Whether an address composed by the actor may carry data of another origin.

        It does not where it stands in the goal, was open, or is where a page of that origin leads; nor where no page
        of another origin has been read: then there is nothing that its own server does not know.
        """
        self._see(screen)
        parts = parts_of(address)
        bare = parts.path in ("", "/") and not parts.query and not parts.fragment
        if bare or address in self._task.goal or address in self._known or "*" in self._task.policy.origins:
            return False
        return any(not same_origin(address, origin) for origin in self._read)

    def observe(self, transition: Transition) -> None:
        self._see(transition.before)
        self._see(transition.after)

    def snapshot(self) -> Json:
        return to_plain(_Stored, _Stored(self._answers, tuple(self._read)))

    def restore(self, state: Json) -> None:
        kept = from_plain(_Stored, state)
        self._answers, self._read = dict(kept.answers), dict.fromkeys(kept.read)

    def _see(self, screen: Screen) -> None:
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
        """Whether what a device holds, of kind `leave` or `permission`, may be done."""
        effect = write.effect
        leaves = effect.kind == "leave"
        what = about(effect.origin, effect.operation if leaves else effect.name)
        known = self.answer(effect.origin, effect.operation) if leaves else self._answers.get(what)
        if known is not None:
            why = f"{effect.origin} is allowed" if known else self._refused
            return self._ruled(write, WriteRuling(known, why, "policy"))
        where = ", ".join(self._task.policy.origins)
        trouble = f"it leads out of {where}" if leaves else f"{effect.origin} is not known to need it"
        if not self._person.attended:
            why = f"{trouble}, and nobody is there to ask; allow it with {_flag(effect)}"
            return self._ruled(write, WriteRuling(False, why, "nobody"))
        allowed = self._person.allow(_question(write), trouble)
        self.remember(what, allowed)
        return self._ruled(write, WriteRuling(allowed, trouble if allowed else "a person refused it", "person"))

    @property
    def _refused(self) -> str:
        return LEFT_ALONE if self._task.policy.leave == "deny" else "a person refused it"

    def _ruled(self, write: HeldWrite, ruling: WriteRuling) -> WriteRuling:
        by = "nobody there" if ruling.by == "nobody" else ruling.by
        self._journal.permission(_question(write), ruling.allowed, by, ruling.reason)
        return ruling


def about(origin: str, special: str = "") -> str:
    """What a person's answer is about: an origin, and what is special about leaving for it."""
    return f"{origin_of(origin)} {special}".strip()


def _question(write: HeldWrite) -> str:
    """What a person is asked, with all that the address would carry."""
    if write.effect.kind != "leave":
        return on_one_line(write.effect.name)
    told = f"leave for {write.address[:_SHOWN]}" + (f" ({write.effect.operation})" if write.effect.operation else "")
    if len(write.address) > _SHOWN:
        told += f", {len(write.address)} characters"
    return on_one_line(told)


def _flag(effect: ObservedEffect) -> str:
    if effect.kind == "leave":
        return f"--origin {effect.origin}"
    return f"--set browser.permissions={effect.address}"
