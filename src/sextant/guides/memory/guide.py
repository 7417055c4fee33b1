"""`MemoryGuide`: what was seen on screens that are no longer there, kept beside an actor (STAMP)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sextant.contracts import ClaimKeeper, View
from sextant.guides.memory.asking import Asker
from sextant.guides.memory.entries import Entry, Refusal
from sextant.guides.memory.fields import form_for
from sextant.guides.memory.keeping import FIELDS, KIND, Keeper, Kept
from sextant.guides.memory.noted import noted_in
from sextant.guides.memory.telling import Manner, Need, Wording, told
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.evidence import ClaimStatus
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["NAME", "MemoryGuide", "MemorySettings"]

NAME = "memory"
_LEAD = "Values kept from earlier screens."
_ROOM_COMPACT = 60


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """How memory is kept and told.

    Attributes:
        trust: Values that no screen showed are told like those that one did. For comparisons only.
        wording: Which of two ways of saying an entry.
        reads: Whether values that the task asks for are kept from screens without a model.
        hidden: Kept up to date and not told.
        max_tokens: Of the section.
        a_screen: Values read off one screen; where several alike are asked for, three times as many.
    """

    trust: bool = False
    wording: Wording = "first"
    reads: bool = True
    hidden: bool = False
    max_tokens: int = 350
    a_screen: int = 4


@dataclass(frozen=True, slots=True)
class _Record:
    """A snapshot."""

    kept: Kept
    instruction: str = ""
    need: str = ""
    unanswered: int = 0


class MemoryGuide:
    """A `Guide` that keeps values with their meaning, their source, and evidence that they stood there.

    An entry comes from the actor's own decisions (`fields`), from a call of its own (`asker`), or, without any model,
    from a screen that shows what the task asks for. Each is a claim of kind `memory`: verified where its value stood
    word for word on the screen of its step, else told as unseen. Nothing of a password's field or a secret's is kept.

    Args:
        goal: Of the task.
        ledger: Where claims are kept.
        profile: How much the actor reads and says.
        count: Tokens of a text.
        asker: Its own call; None: the actor's decisions keep it.
        settings: How it is kept and told.
        conceal: Gives a text without secret values.
    """

    def __init__(
        self,
        goal: str,
        ledger: ClaimKeeper,
        profile: Profile,
        count: Callable[[str], int],
        asker: Asker | None = None,
        settings: MemorySettings | None = None,
        conceal: Callable[[str], str] = str,
    ) -> None:
        self._goal, self._ledger, self._count, self._asker = goal, ledger, count, asker
        self._profile: Profile = profile
        self._settings = settings or MemorySettings()
        self._keeper = Keeper(ledger, conceal, self._settings.a_screen)
        self._instruction, self._need = "", ""
        """What the actor was to do on the last screen; what it asked to be shown."""
        self._unanswered = 0

    @property
    def name(self) -> str:
        return NAME

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is remembered, in the order in which it came."""
        return self._keeper.entries.all

    @property
    def refused(self) -> Mapping[Refusal, int]:
        """What was not kept, by why."""
        return self._keeper.record.refused

    @property
    def counts(self) -> Mapping[str, int]:
        """Calls of its own without a usable answer, and values that were not kept."""
        found = {"no_answer": self._unanswered, "refused": sum(self.refused.values())}
        return {name: count for name, count in found.items() if count}

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """Notes in the actor's decisions, by how much room its profile has; none where it has calls of its own."""
        return None if self._asker is not None else form_for(profile)

    def sections(self, view: View) -> Sequence[Section]:
        """What is remembered, most needed first; nothing where nothing is."""
        self._instruction = view.directive.instruction
        if self._settings.hidden or not (self.entries or self._need):
            return ()
        compact = self._profile == "compact"
        room = _ROOM_COMPACT if compact else self._settings.max_tokens
        need = Need(self._need, " ".join([*self._present(), *_open_fields(view.screen)]), view.task.goal)
        text = told(self.entries, need, self._manner(), room - self._count(_LEAD) - 1)
        return (Section("Memory", text if compact else f"{_LEAD}\n{text}", 88, room, untrusted=True),)

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        """Memory informs; it objects to nothing."""
        del decision, view
        return ()

    def observe(self, transition: Transition) -> None:
        """Keeps what the screen of the step shows of what is wanted, and what was noted of it."""
        keeper, before, step = self._keeper, transition.before, transition.step
        keeper.guard(transition)
        if self._settings.reads and not transition.interrupt:
            keeper.read(before, step, self._goal, *self._present())
        noted = noted_in(transition.decision.fields.get(NAME))
        if not transition.interrupt:
            self._need = noted.need
        keeper.take(noted, "note", step, before)
        if self._asker is not None and not transition.interrupt:
            kept = told(self.entries, Need(), self._manner(), self._settings.max_tokens)
            said = self._asker.ask(self._goal, self._instruction, kept, transition)
            self._unanswered += said is None
            keeper.follow(transition)
            if said is not None:
                keeper.take(said, "update", step, transition.after, before)
        else:
            keeper.follow(transition)

    def snapshot(self) -> Any:
        return json.loads(
            to_json(_Record, _Record(self._keeper.record, self._instruction, self._need, self._unanswered))
        )

    def restore(self, state: Any) -> None:
        record = from_json(_Record, json.dumps(state))
        self._keeper.take_up(record.kept)
        self._instruction, self._need, self._unanswered = record.instruction, record.need, record.unanswered

    def _present(self) -> tuple[str, ...]:
        """The present instruction, where it is another than the goal."""
        return (self._instruction,) if self._instruction not in ("", self._goal) else ()

    def _manner(self) -> Manner:
        statuses: dict[str, ClaimStatus] = {
            claim.id: claim.status for claim in self._ledger.claims if claim.kind == KIND
        }
        form = self.fields(self._profile)
        fields = frozenset[str]() if form is None else frozenset(form.model_fields)
        asks = "; name in memory.need what you want" if "need" in fields else ""
        asks = asks or ('; write "need" and what you want' if "remember" in fields else "")
        named = "forget" in fields or self._asker is not None
        settings = self._settings
        return Manner(statuses, settings.trust, settings.wording, named, asks, self._count)


def _open_fields(screen: Screen) -> list[str]:
    """What the fields on a screen are called: what is to be typed next is needed now."""
    return [item.label for item in screen.elements if item.role in FIELDS and item.visibility == "visible"][:20]
