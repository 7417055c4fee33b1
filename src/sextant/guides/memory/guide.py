"""`MemoryGuide`: what was seen on screens that are no longer there, kept beside an actor (STAMP)."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sextant.contracts import ClaimKeeper, Updating, View
from sextant.evidence import held
from sextant.guides.memory.entries import Entries, Entry, Refusal
from sextant.guides.memory.fields import LONGEST_MEANING, form_for
from sextant.guides.memory.noted import Noted, noted_in
from sextant.guides.memory.pairs import LONGEST_VALUE, Pair, gaps_on, headlines, is_private, pairs_on
from sextant.guides.memory.shapes import reads_like_an_order
from sextant.guides.memory.telling import Manner, Need, Wording, clean, told
from sextant.guides.memory.wanted import Wanted, fitting, telling, wanted_of
from sextant.types.actions import InputText, OpenApp, targets_of
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.evidence import Claim, ClaimStatus, TextVisible
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["NAME", "MemoryGuide", "MemorySettings"]

NAME = "memory"
_LEAD = "Values kept from earlier screens."
_LONGEST_SUBJECT = 60
_NOTED = 2.5
"""What a note weighs: somebody chose it, though it may be no label of the task's."""
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """How memory is kept and told.

    Attributes:
        trust: Values that no screen showed are told like those that one did. For comparisons only.
        wording: Which of two ways of saying an entry.
        reads: Whether values that the task asks for are kept from screens without a model.
        hidden: Kept up to date and not told.
        max_tokens: Of the section.
        a_screen: Values taken from one screen; of several alike (`each`, `sum`), three times as many.
    """

    trust: bool = False
    wording: Wording = "first"
    reads: bool = True
    hidden: bool = False
    max_tokens: int = 350
    a_screen: int = 4


@dataclass(slots=True)
class _State:
    """All that is snapshot besides the entries."""

    instruction: str = ""
    """What the actor was to do on the last screen."""
    need: str = ""
    """What it asked to be shown."""
    via: str = ""
    """What was touched to come to the present screen."""
    at: str = ""
    names: dict[str, str] = field(default_factory=dict[str, str])
    """What apps are called, by what was touched to open them."""
    filled: list[str] = field(default_factory=list[str])
    """Labels of fields that hold a secret, or what was typed."""
    typed: list[str] = field(default_factory=list[str])
    """Texts typed lately: where a screen shows them again it tells nothing new."""
    refused: dict[Refusal, int] = field(default_factory=dict[Refusal, int])
    entries: tuple[Entry, ...] = ()
    made: int = 0


class MemoryGuide:
    """A `Guide` that keeps values with their meaning, their source, and evidence that they stood there.

    An entry comes from the actor's own decisions (`fields`), from a call of its own (`updating`), or, without any
    model, from a screen that shows what the task asks for. Each is a claim of kind `memory`: verified where its value
    stood word for word on the screen of its step, else told as never seen. Nothing of a password's field or a
    secret's is kept.

    Args:
        goal: Of the task.
        ledger: Where claims are kept.
        profile: How much the actor reads and says.
        count: Tokens of a text.
        updating: Its own call; None: the actor's decisions keep it.
        settings: How it is kept and told.
        conceal: Gives a text without secret values.
    """

    def __init__(
        self,
        goal: str,
        ledger: ClaimKeeper,
        profile: Profile,
        count: Callable[[str], int],
        updating: Updating | None = None,
        settings: MemorySettings | None = None,
        conceal: Callable[[str], str] = str,
    ) -> None:
        self._goal, self._ledger, self._count = goal, ledger, count
        self._profile: Profile = profile
        self._updating, self._conceal = updating, conceal
        self._settings = settings or MemorySettings()
        self._state = _State()
        self._entries = Entries()
        self._hidden_texts: set[str] = set()
        """What was typed into password fields: never stored, and forgotten with the process."""

    @property
    def name(self) -> str:
        return NAME

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is remembered, in the order in which it came."""
        return self._entries.all

    @property
    def refused(self) -> Mapping[Refusal, int]:
        """What was not kept, by why."""
        return self._state.refused

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """Notes in the actor's decisions, by how much room its profile has; none where it has calls of its own."""
        return None if self._updating is not None else form_for(profile)

    def sections(self, view: View) -> Sequence[Section]:
        """What is remembered, most needed first; nothing where nothing is."""
        self._state.instruction = view.directive.instruction
        if self._settings.hidden or (not self._entries.all and not self._state.need):
            return ()
        compact = self._profile == "compact"
        room = 60 if compact else self._settings.max_tokens
        text = told(self._entries.all, self._needs(view), self._manner(), room - self._count(_LEAD) - 1)
        return (Section("Memory", text if compact else f"{_LEAD}\n{text}", 88, room, untrusted=True),)

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        """Memory informs; it objects to nothing."""
        del decision, view
        return ()

    def observe(self, transition: Transition) -> None:
        """Keeps what the screen of the step shows of what is wanted, and what the actor noted of it."""
        self._guard(transition)
        if self._settings.reads and not transition.interrupt:
            self._read(transition.before, transition.step)
        noted = noted_in(transition.decision.fields.get(NAME))
        self._state.need = noted.need
        self._take(noted, transition.before, transition.step)
        self._follow(transition)

    def snapshot(self) -> Any:
        self._state.entries, self._state.made = self._entries.all, self._entries.made
        return json.loads(to_json(_State, self._state))

    def restore(self, state: Any) -> None:
        self._state = from_json(_State, json.dumps(state))
        self._entries = Entries(self._state.entries, self._state.made)

    # -- what is told -----------------------------------------------------------------------------------------

    def _needs(self, view: View) -> Need:
        labels = [item.label for item in view.screen.elements if item.role in _FIELDS and item.visibility == "visible"]
        instruction = view.directive.instruction if view.directive.instruction != view.task.goal else ""
        return Need(self._state.need, " ".join([instruction, *labels[:20]]), view.task.goal)

    def _manner(self) -> Manner:
        statuses: dict[str, ClaimStatus] = {
            claim.id: claim.status for claim in self._ledger.claims if claim.kind == NAME
        }
        form = self.fields(self._profile)
        fields = frozenset[str]() if form is None else frozenset(form.model_fields)
        asks = "; name in memory.need what you want" if "need" in fields else ""
        asks = asks or ('; write "need" and what you want' if "remember" in fields else "")
        settings = self._settings
        return Manner(statuses, settings.trust, settings.wording, "forget" in fields, asks, self._count)

    # -- what is kept -----------------------------------------------------------------------------------------

    def _read(self, screen: Screen, step: int) -> None:
        """Values on the screen that the task or the present instruction asks for, the best few."""
        wants = (wanted_of(self._goal), wanted_of(self._state.instruction))
        lines = headlines(screen)
        scored = [(max(_score(wanted, pair, lines) for wanted in wants), pair) for pair in self._pairs(screen, wants)]
        scored = [(score, pair) for score, pair in scored if score and not reads_like_an_order(pair.value)]
        scored.sort(key=lambda item: -item[0])
        most = self._settings.a_screen * (3 if any(wanted.each for wanted in wants) else 1)
        for score, pair in sorted(scored[:most], key=lambda item: item[1].index):
            meaning = self._meaning(pair, lines, wants)
            self._keep(Entry("", meaning, pair.value, self._place(screen, meaning), step, "", "screen", score), screen)

    def _pairs(self, screen: Screen, wants: Sequence[Wanted]) -> tuple[Pair, ...]:
        found = pairs_on(screen, frozenset(self._state.filled))
        at = {pair.index for pair in found}
        quoted = [label for wanted in wants for label in wanted.quoted]
        found += tuple(pair for pair in gaps_on(screen, quoted) if pair.index not in at)
        return tuple(pair for pair in found if collapse(pair.value) not in self._state.typed)

    def _meaning(self, pair: Pair, lines: Sequence[str], wants: Sequence[Wanted]) -> str:
        subject = _subject(lines, wants)
        if not subject or fitting(telling(subject), telling(pair.label)) == 1.0:
            return clean(pair.label, LONGEST_MEANING)
        return f"{clean(pair.label, LONGEST_MEANING)}, {clean(subject, _LONGEST_SUBJECT)}"

    def _place(self, screen: Screen, meaning: str) -> str:
        """The app, the screen's title and what led there, as far as the meaning does not say it."""
        app = self._state.names.get(screen.app) or _short_app(screen)
        parts = [app]
        if screen.title and fitting(telling(screen.title), telling(f"{meaning} {app}")) < 1.0:
            parts.append(screen.title)
        if self._state.via and fitting(telling(self._state.via), telling(" ".join([meaning, *parts]))) < 1.0:
            parts.append(f"from {self._state.via}")
        return clean(", ".join(clean(part, 60) for part in parts if part), 130)

    def _take(self, noted: Noted, screen: Screen, step: int, *others: Screen) -> None:
        for entry_id in noted.forget:
            self._entries.set_aside(entry_id)
        for note in noted.notes:
            corrected = self._entries.get(note.id) if note.id else None
            meaning = clean(note.meaning, LONGEST_MEANING) or (corrected.meaning if corrected else "")
            meaning = meaning or clean(", ".join(["Noted", *headlines(screen)[:1]]), LONGEST_MEANING)
            origin = "note" if self._updating is None else "update"
            entry = Entry("", meaning, note.value, self._place(screen, meaning), step, "", origin, _NOTED)
            kept = self._keep(entry, screen, *others)
            if corrected is not None and kept is not None and self._seen(kept) and kept.id != corrected.id:
                self._entries.set_aside(corrected.id)

    def _keep(self, entry: Entry, *screens: Screen) -> Entry | None:
        """The entry as it is kept, with its claim and what the screens say of it; None where it is refused."""
        value = on_one_line(entry.value[: 4 * LONGEST_VALUE])
        reason = self._refusal(entry, value)
        if reason is not None:
            self._state.refused[reason] = self._state.refused.get(reason, 0) + 1
            return None
        known = self._entries.known(entry.meaning, value) or self._same_sight(entry, value)
        if known is not None:
            kept = replace(known, last=entry.step, weight=max(known.weight, entry.weight), aside=False)
            self._entries.put(kept)
            self._verify(kept, screens)
            return kept
        if self._entries.full:
            self._state.refused["full"] = self._state.refused.get("full", 0) + 1
            return None
        order = reads_like_an_order(value) or reads_like_an_order(entry.meaning)
        claim = f"{NAME}.{_digest(f'{entry.meaning}|{value}|{entry.step}')}"
        made = replace(entry, id=self._entries.next_id(), value=value, claim=claim, order=order, last=entry.step)
        self._ledger.propose(Claim(claim, NAME, made.meaning, value, step=made.step))
        self._entries.put(made)
        self._verify(made, screens)
        return made

    def _same_sight(self, entry: Entry, value: str) -> Entry | None:
        """The value as it was read off this very screen, where an actor notes it in words of its own."""
        if entry.origin == "screen":
            return None
        same = [one for one in self._entries.of_value(value) if one.last == entry.step and one.origin == "screen"]
        return next((one for one in same if fitting(telling(entry.meaning), telling(one.meaning)) > 0), None)

    def _verify(self, entry: Entry, screens: Sequence[Screen]) -> None:
        for screen in screens:
            verdict = held(TextVisible(entry.value), self._evident(screen), entry.last)
            if verdict.outcome == "holds":
                self._ledger.decide(entry.claim, verdict)
                return

    def _evident(self, screen: Screen) -> Screen:
        """The screen without what is no evidence: what is private, and fields that were filled on the way."""
        filled = frozenset(self._state.filled)
        shown = tuple(
            item
            for item in screen.elements
            if not is_private(item) and not (item.role in _FIELDS and collapse(item.label) in filled)
        )
        return replace(screen, observation=replace(screen.observation, elements=shown))

    def _seen(self, entry: Entry) -> bool:
        return any(claim.id == entry.claim and claim.status == "verified" for claim in self._ledger.claims)

    def _refusal(self, entry: Entry, value: str) -> Refusal | None:
        if not value or not entry.meaning:
            return "empty"
        if len(entry.value) > 2 * LONGEST_VALUE or len(value) > LONGEST_VALUE:
            return "long"
        texts = (value, entry.meaning, entry.place)
        if any("‹" in text or self._conceal(text) != text for text in texts):
            return "secret"
        typed = any(hidden in text for hidden in self._hidden_texts for text in texts)
        return "secret" if typed else None

    # -- what is watched --------------------------------------------------------------------------------------

    def _guard(self, transition: Transition) -> None:
        """Takes note of fields that hold what was typed, and of what went into a password's."""
        action = transition.decision.action
        if not isinstance(action, InputText):
            return
        touched = _touched(transition)
        if touched is None or is_private(touched) or action.secret or not action.text:
            typed = ""
        else:
            typed = collapse(action.text)[: 2 * LONGEST_VALUE]
        if typed:
            self._state.typed = [*(text for text in self._state.typed if text != typed), typed][-20:]
        if touched is None:
            return
        if is_private(touched) and action.text:
            self._hidden_texts.add(action.text)
        filled = [label for label in self._state.filled if label != collapse(touched.label)]
        self._state.filled = [*filled, collapse(touched.label)][-50:]

    def _follow(self, transition: Transition) -> None:
        """Takes note of what led to another screen, and of what an app is called."""
        before, after = transition.before, transition.after
        if (before.app, before.location) == (after.app, after.location):
            return
        touched, action = _touched(transition), transition.decision.action
        label = action.name if isinstance(action, OpenApp) else "" if touched is None else on_one_line(touched.label)
        self._state.via = self._conceal(label)[:60]
        if before.app != after.app and 0 < len(label) <= 30 and len(self._state.names) < 50:
            self._state.names.setdefault(after.app, self._state.via)


def _subject(lines: Sequence[str], wants: Sequence[Wanted]) -> str:
    """What a screen is about: its title, unless only a heading of several words is what the task speaks of."""
    named = [line for line in lines if any(wanted.names(line) for wanted in wants)]
    if not lines or lines[0] in named:
        return lines[0] if lines else ""
    return max(
        (line for line in named if len(telling(line)) > 1), key=lambda line: len(telling(line)), default=lines[0]
    )


def _score(wanted: Wanted, pair: Pair, lines: Sequence[str]) -> float:
    """How well a value answers a need; 0 where it is not to be kept for it."""
    score = wanted.score(pair, lines)
    return score if score >= wanted.least else 0.0


def _touched(transition: Transition) -> Element | None:
    targets = targets_of(transition.decision.action)
    if not targets or targets[0].kind == "point":
        return None
    return transition.before.element(targets[0].index)


def _short_app(screen: Screen) -> str:
    """What a person would recognise of an app's own name: a host, the end of a package."""
    app = screen.app.partition("://")[2] or screen.app
    return app.rpartition(":")[2] if app.startswith("world:") else app.removeprefix("www.").rpartition("/")[0] or app


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
