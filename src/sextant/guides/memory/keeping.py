"""What is kept: values read off screens and values noted, each with its claim, and what must never be kept."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sextant.contracts import ClaimKeeper
from sextant.evidence import held
from sextant.guides.memory.entries import Entries, Entry, Refusal
from sextant.guides.memory.fields import LONGEST_MEANING
from sextant.guides.memory.noted import Note, Noted
from sextant.guides.memory.pairs import LONGEST_VALUE, Pair, gaps_on, headlines, is_private, pairs_on
from sextant.guides.memory.telling import clean
from sextant.guides.memory.unkept import is_secret, reads_like_an_order
from sextant.guides.memory.wanted import Wanted, fitting, telling, wanted_of
from sextant.types.actions import InputText, OpenApp, targets_of
from sextant.types.evidence import Claim, TextVisible, Verdict
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["FIELDS", "KIND", "Keeper", "Kept"]

KIND = "memory"
"""Of the claims."""
FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_LONGEST_SUBJECT = 60
_NOTED = 3.0
"""What a note weighs: as much as a label that the task quotes, since somebody chose it."""


@dataclass(slots=True)
class Kept:
    """All that is on record of memory, JSON-able."""

    entries: tuple[Entry, ...] = ()
    made: int = 0
    via: str = ""
    """What was touched to come to the present screen."""
    names: dict[str, str] = field(default_factory=dict[str, str])
    """What apps are called, by what was touched to open them."""
    filled: list[str] = field(default_factory=list[str])
    """Labels of fields that hold a secret, or what was typed."""
    typed: list[str] = field(default_factory=list[str])
    """Texts typed lately: where a screen shows them again it tells nothing new."""
    refused: dict[Refusal, int] = field(default_factory=dict[Refusal, int])


class Keeper:
    """Keeps entries. Each is a claim, verified where its value stood word for word on the screen of its step.

    Args:
        ledger: Where claims are kept.
        conceal: Gives a text without secret values.
        a_screen: Values read off one screen; where several alike are asked for, three times as many.
    """

    def __init__(self, ledger: ClaimKeeper, conceal: Callable[[str], str], a_screen: int) -> None:
        self._ledger, self._conceal, self._a_screen = ledger, conceal, a_screen
        self._kept = Kept()
        self.entries = Entries()
        self._hidden: set[str] = set()
        """What was typed into password fields: never on record, and forgotten with the process."""

    @property
    def record(self) -> Kept:
        """What has to be restored."""
        return replace(self._kept, entries=self.entries.all, made=self.entries.made)

    def take_up(self, record: Kept) -> None:
        """Goes on from there."""
        self._kept, self.entries = record, Entries(record.entries, record.made)

    # -- what is kept

    def read(self, screen: Screen, step: int, *needs: str) -> None:
        """Values on the screen that one of the needs asks for, the best few. No model is asked."""
        wants = tuple(wanted_of(need) for need in needs if need)
        lines = headlines(screen)
        scored = [(max(_score(one, pair, lines) for one in wants), pair) for pair in self._pairs(screen, wants)]
        scored = [(score, pair) for score, pair in scored if score and not _orders(pair)]
        scored.sort(key=lambda item: -item[0])
        most = self._a_screen * (3 if any(wanted.each for wanted in wants) else 1)
        for score, pair in sorted(scored[:most], key=lambda item: item[1].index):
            meaning = _meaning(pair, _subject(lines, wants))
            self._keep(self._entry(meaning, pair.value, "screen", score, screen, step), screen)

    def take(self, noted: Noted, origin: Literal["note", "update"], step: int, *screens: Screen) -> None:
        """What somebody noted of these screens; each value is filed under the first that shows it."""
        for entry_id in noted.forget:
            self.entries.set_aside(entry_id)
        for note in noted.notes:
            self._note(note, origin, step, screens)

    def _note(self, note: Note, origin: Literal["note", "update"], step: int, screens: Sequence[Screen]) -> None:
        corrected = self.entries.get(note.id) if note.id else None
        meaning = clean(note.meaning, LONGEST_MEANING) or (corrected.meaning if corrected else "")
        where = next((screen for screen in screens if self._shown(note.value, screen, step)), screens[0])
        meaning = meaning or clean(", ".join(["Noted", *headlines(where)[:1]]), LONGEST_MEANING)
        entry = self._entry(meaning, note.value, origin, _NOTED, where, step)
        kept = self._keep(replace(entry, order=reads_like_an_order(note.meaning)), where)
        if corrected is not None and kept is not None and self._seen(kept) and kept.id != corrected.id:
            self.entries.set_aside(corrected.id)

    def _entry(
        self,
        meaning: str,
        value: str,
        origin: Literal["screen", "note", "update"],
        weight: float,
        screen: Screen,
        step: int,
    ) -> Entry:
        place = self._place(screen, meaning)
        where = (screen.key.id, screen.location[:LONGEST_VALUE])
        return Entry("", meaning, value, place, step, "", origin, weight, page=where[0], record=where[1])

    def _pairs(self, screen: Screen, wants: Sequence[Wanted]) -> tuple[Pair, ...]:
        if not wants:
            return ()
        found = pairs_on(screen, frozenset(self._kept.filled))
        at = {pair.index for pair in found}
        quoted = [label for wanted in wants for label in wanted.quoted]
        found += tuple(pair for pair in gaps_on(screen, quoted) if pair.index not in at)
        return tuple(pair for pair in found if collapse(pair.value) not in self._kept.typed)

    def _place(self, screen: Screen, meaning: str) -> str:
        """The app, the screen's title and what led there, as far as the meaning does not say it."""
        app = self._kept.names.get(screen.app) or _short_app(screen)
        parts = [app]
        if screen.title and fitting(telling(screen.title), telling(f"{meaning} {app}")) < 1.0:
            parts.append(screen.title)
        via = self._kept.via
        if via and fitting(telling(via), telling(" ".join([meaning, *parts]))) < 1.0:
            parts.append(f"from {via}")
        return clean(", ".join(clean(part, 60) for part in parts if part), 130)

    def _keep(self, entry: Entry, screen: Screen) -> Entry | None:
        """The entry as it is kept, with its claim and what the screen says of it; None where it is refused."""
        value = on_one_line(entry.value[: 4 * LONGEST_VALUE])
        order = entry.order or any(map(reads_like_an_order, (entry.value, value, entry.meaning)))
        entry = replace(entry, value=value, last=entry.step) if len(entry.value) <= 4 * LONGEST_VALUE else entry
        known = self.entries.known(entry) or self._same_sight(entry)
        reason = self._refusal(entry) or ("full" if known is None and self.entries.full else None)
        if reason is not None:
            self._kept.refused[reason] = self._kept.refused.get(reason, 0) + 1
            return None
        verdict = self._shown(value, screen, entry.step)
        entry = replace(entry, shown=verdict is not None)
        if known is not None:
            shown = known.shown or entry.shown
            entry = replace(known, shown=shown, last=entry.step, weight=max(known.weight, entry.weight), aside=False)
            entry = replace(entry, order=known.order or order)
        else:
            claim = f"{KIND}.{_digest(f'{entry.meaning}|{value}|{entry.record}|{entry.step}')}"
            entry = replace(entry, id=self.entries.next_id(), claim=claim, order=order)
            self._ledger.propose(Claim(claim, KIND, entry.meaning, value, step=entry.step))
        self.entries.put(entry)
        if verdict is not None:
            self._ledger.decide(entry.claim, verdict)
        return entry

    def _same_sight(self, entry: Entry) -> Entry | None:
        """The value as it was read off this very screen, where it is noted in words of somebody's own."""
        if entry.origin == "screen":
            return None
        same = [one for one in self.entries.of_value(entry.value) if one.last == entry.step and one.origin == "screen"]
        return next((one for one in same if fitting(telling(entry.meaning), telling(one.meaning)) > 0), None)

    def _shown(self, value: str, screen: Screen, step: int) -> Verdict | None:
        """The verdict that the value stands on the screen word for word; None where it does not."""
        verdict = held(TextVisible(value[:LONGEST_VALUE]), self._evident(screen), step)
        return verdict if verdict.outcome == "holds" else None

    def _evident(self, screen: Screen) -> Screen:
        """The screen without what is no evidence: what is private, and fields that were filled on the way."""
        filled = frozenset(self._kept.filled)
        shown = tuple(
            item
            for item in screen.elements
            if not is_private(item) and not (item.role in FIELDS and collapse(item.label) in filled)
        )
        return replace(screen, observation=replace(screen.observation, elements=shown))

    def _seen(self, entry: Entry) -> bool:
        return any(claim.id == entry.claim and claim.status == "verified" for claim in self._ledger.claims)

    def _refusal(self, entry: Entry) -> Refusal | None:
        if not entry.value or not entry.meaning:
            return "empty"
        if len(entry.value) > LONGEST_VALUE:
            return "long"
        texts = (entry.value, entry.meaning, entry.place)
        if any("‹" in text or self._conceal(text) != text for text in texts):
            return "secret"
        if is_secret(entry.meaning, entry.value):
            return "secret"
        typed = any(hidden in text for hidden in self._hidden for text in texts)
        return "secret" if typed else None

    # -- what is watched

    def guard(self, transition: Transition) -> None:
        """Takes note of fields that hold what was typed, and of what went into a password's."""
        action = transition.decision.action
        touched = _touched(transition)
        if not isinstance(action, InputText):
            return
        private = bool(action.secret) or (touched is not None and is_private(touched))
        if action.text and private:
            self._hidden.add(action.text)
        elif action.text:
            self._kept.typed = _latest(self._kept.typed, collapse(action.text)[: 2 * LONGEST_VALUE], 20)
        if touched is not None:
            self._kept.filled = _latest(self._kept.filled, collapse(touched.label), 50)

    def follow(self, transition: Transition) -> None:
        """Takes note of what led to another screen, and of what an app is called."""
        before, after = transition.before, transition.after
        if (before.app, before.location) == (after.app, after.location):
            return
        touched, action = _touched(transition), transition.decision.action
        label = action.name if isinstance(action, OpenApp) else "" if touched is None else on_one_line(touched.label)
        kept = self._kept
        kept.via = self._conceal(label)[:60]
        if before.app != after.app and 0 < len(label) <= 30 and len(kept.names) < 50:
            kept.names.setdefault(after.app, kept.via)


def _orders(pair: Pair) -> bool:
    """Whether a value reads like an order, or is taken out of a sentence that does."""
    return reads_like_an_order(pair.value) or (pair.kind == "within" and reads_like_an_order(pair.label))


def _meaning(pair: Pair, subject: str) -> str:
    """What a value is called, and of what."""
    if not subject or fitting(telling(subject), telling(pair.label)) == 1.0:
        return clean(pair.label, LONGEST_MEANING)
    return f"{clean(pair.label, LONGEST_MEANING)}, {clean(subject, _LONGEST_SUBJECT)}"


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


def _latest(texts: Sequence[str], text: str, most: int) -> list[str]:
    return [*(one for one in texts if one != text), text][-most:]


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
