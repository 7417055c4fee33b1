"""The ledger: every request to any model, with its cost, and the limits checked before the next one."""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Literal

from sextant.dataclass import dataclass
from sextant.errors import BudgetSpent, JournalFault
from sextant.models.prices import Source
from sextant.types.tasks import Budget, Usage

Outcome = Literal["ok", "malformed", "truncated", "refused", "unreachable"]
Counted = Literal["input", "output", "cached", "image", "static"]

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One request. Tokens are the provider's own counts, except those named in `estimated`."""

    role: str
    model: str
    outcome: Outcome
    attempt: int = 1
    """Counts from 1 within one `ask`."""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    """Part of the input that the provider read from its cache."""
    image_tokens: int = 0
    """Part of the input that is pictures."""
    static_tokens: int = 0
    """Part of the input that is the byte-stable prefix."""
    seconds: float = 0.0
    dollars: float | None = None
    """None: no price is known."""
    price: Source = "unknown"
    estimated: tuple[Counted, ...] = ()
    at: float = 0.0
    """Unix seconds at the end of the request."""
    detail: str = ""

    @property
    def usage(self) -> Usage:
        return Usage(
            requests=1,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cached_tokens=self.cached_tokens,
            image_tokens=self.image_tokens,
            static_tokens=self.static_tokens,
            seconds=self.seconds,
            dollars=self.dollars or 0.0,
        )


@dataclass(frozen=True, slots=True)
class _Book:
    version: int
    entries: tuple[LedgerEntry, ...]


class UsageLedger:
    """All requests of a run, across roles and models. Thread-safe.

    It checks these limits of `Budget`: tokens, dollars, and seconds spent waiting for models. Requests without a known
    price count as 0 dollars; `notes` says so. `on_record` receives every request as it is recorded, so that spending
    survives a crash; `on_notice` receives each notice of `notify` once.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        entries: Iterable[LedgerEntry] = (),
        clock: Callable[[], float] = time.time,
        on_record: Callable[[LedgerEntry], None] | None = None,
        on_notice: Callable[[str], None] | None = None,
    ) -> None:
        self.budget = budget or Budget(max_steps=None)
        self.clock = clock
        self._on_record, self._on_notice = on_record, on_notice
        self._notices: tuple[str, ...] = ()
        self._entries = list[LedgerEntry]()
        self._totals: dict[tuple[str, str], Usage] = {}  # by role and model: reading totals stays cheap in long runs
        for entry in entries:
            self._enter(entry)
        self._reserved = 0
        self._lock = threading.Lock()

    def notify(self, text: str) -> None:
        """Record a notice for the user, such as a part that a provider rejects; `on_notice` gets each text once."""
        with self._lock:
            new, self._notices = text not in self._notices, (*self._notices, text)
        if new and self._on_notice is not None:
            self._on_notice(text)

    @property
    def notices(self) -> tuple[str, ...]:
        """All notices in order, repetitions included."""
        with self._lock:
            return self._notices

    @property
    def entries(self) -> tuple[LedgerEntry, ...]:
        with self._lock:
            return tuple(self._entries)

    @contextmanager
    def reserve(self, tokens: int) -> Generator[None]:
        """Reserve `tokens` of the budget during a request, so that threads cannot overspend together.

        Raises:
            BudgetSpent: A limit is reached, or the tokens would exceed it.
        """
        with self._lock:
            self._check(tokens)
            self._reserved += tokens
        try:
            yield
        finally:
            with self._lock:
                self._reserved -= tokens

    def record(self, entry: LedgerEntry) -> None:
        """Add a request, whatever its outcome."""
        with self._lock:
            self._enter(entry)
        if self._on_record is not None:
            self._on_record(entry)

    def usage(self, role: str | None = None, model: str | None = None) -> Usage:
        """Return the totals, of one role or model if named."""
        with self._lock:
            return self._total(role, model)

    def notes(self) -> tuple[str, ...]:
        """Return caveats on the totals: unpriced and estimated requests."""
        entries = [entry for entry in self.entries if entry.outcome != "unreachable"]
        priceless = [entry for entry in entries if entry.dollars is None]
        unpriced = sorted({entry.model for entry in priceless})
        # For free requests an estimate does not matter.
        guessed = sum(1 for entry in entries if entry.dollars != 0 and {"input", "output"} & set(entry.estimated))
        notes: list[str] = []
        if unpriced:
            notes.append(
                f"No price is known for {', '.join(map(repr, unpriced))}: {len(priceless)} requests count as "
                "0 dollars, and a dollar limit does not stop them. Set prices in the model's profile."
            )
        if guessed:
            notes.append(f"The tokens of {guessed} requests are estimates; the provider gave no counts.")
        return tuple(notes)

    def to_json(self) -> str:
        """Return all entries as JSON text, for a journal or a report."""
        from sextant.types.codec import to_json

        return to_json(_Book, _Book(FORMAT_VERSION, self.entries))

    @classmethod
    def from_json(
        cls, text: str | bytes, budget: Budget | None = None, clock: Callable[[], float] = time.time
    ) -> "UsageLedger":
        """Restore a ledger from `to_json`, to continue it after a resume.

        Raises:
            JournalFault: The text is not a ledger of this version.
        """
        from pydantic import ValidationError

        from sextant.types.codec import from_json

        try:
            book: _Book = from_json(_Book, text)
        except ValidationError as error:
            raise JournalFault("The ledger of model requests cannot be read.", "Start a new run.") from error
        if book.version != FORMAT_VERSION:
            raise JournalFault(
                f"The ledger has version {book.version}; this program reads {FORMAT_VERSION}.",
                "Start a new run.",
            )
        return cls(budget, book.entries, clock)

    def _check(self, tokens: int) -> None:
        spent, budget = self._total(), self.budget
        if budget.max_tokens is not None and spent.tokens + self._reserved + tokens > budget.max_tokens:
            raise BudgetSpent(
                f"The token budget is spent: {spent.tokens} of {budget.max_tokens} tokens used, "
                f"and the next request needs about {tokens}.",
                "Raise --max-tokens to continue.",
            )
        if budget.max_dollars is not None and spent.dollars >= budget.max_dollars:
            raise BudgetSpent(
                f"The dollar budget is spent: {spent.dollars:.4f} of {budget.max_dollars:.4f} dollars.",
                "Raise --max-dollars to continue.",
            )
        if budget.max_seconds is not None and spent.seconds >= budget.max_seconds:
            raise BudgetSpent(
                f"The time budget is spent: models alone took {spent.seconds:.0f} of {budget.max_seconds:.0f} seconds.",
                "Raise --max-seconds to continue.",
            )

    def _enter(self, entry: LedgerEntry) -> None:
        self._entries.append(entry)
        name = (entry.role, entry.model)
        self._totals[name] = self._totals.get(name, Usage()) + entry.usage

    def _total(self, role: str | None = None, model: str | None = None) -> Usage:
        wanted = (
            spent for (by, of), spent in self._totals.items() if (role is None or by == role) and model in (None, of)
        )
        return sum(wanted, Usage())
