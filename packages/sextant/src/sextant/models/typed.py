"""`TypedModel`: implements `Model` on a backend, with retries, ledger and budget."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from sextant.dataclass import dataclass
from sextant.errors import MalformedOutput, ModelDenied, ModelFault, ModelRefused, ModelUnreachable, UsageError
from sextant.models.answers import Accepted, Judgement, Refused, Rejected, judge
from sextant.models.exchange import Backend, Completion, Correction, Exchange, TransientError
from sextant.models.ledger import Counted, LedgerEntry, Outcome, UsageLedger
from sextant.models.prices import Cost, cost_by_profile
from sextant.models.profiles import DEFAULT_PROFILE, ModelProfile
from sextant.models.settings import ModelSettings
from sextant.models.tokens import estimate_image_tokens, estimate_tokens, schema_tokens
from sextant.protocols import Prompt, Reply
from sextant.types.tasks import Usage

if TYPE_CHECKING:
    from pydantic import BaseModel

LONGEST_WAIT = 60.0
"""Seconds; a provider that asks for a longer pause is treated as unreachable."""
_FIRST_WAIT = 0.5
_MAX_DETAIL = 300


@dataclass(slots=True)
class _Asking:
    """The state of one `ask`."""

    prompt: Prompt
    schema: "type[BaseModel]"
    deadline: float
    corrections: tuple[Correction, ...] = ()
    attempts: int = 0
    rejected: int = 0
    faults: int = 0
    spent: Usage = Usage()


class TypedModel:
    """Any backend as a `Model`: typed answers, bounded retries, every request in the ledger.

    `clock` is monotonic seconds; `pause` waits so many seconds and returns True if the model was closed meanwhile.
    """

    def __init__(
        self,
        backend: Backend,
        *,
        settings: ModelSettings | None = None,
        profile: ModelProfile = DEFAULT_PROFILE,
        ledger: UsageLedger | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self.settings = settings or ModelSettings()
        self.profile = profile if self.settings.vision is None else replace(profile, vision=self.settings.vision)
        self.ledger = ledger or UsageLedger()
        self._backend = backend
        self._clock = clock
        self._closing = threading.Event()
        self._denied: ModelDenied | None = None
        self._pause = pause or self._closing.wait
        self._own = Usage()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._backend.name

    @property
    def vision(self) -> bool:
        return bool(self.profile.vision)

    def usage(self) -> Usage:
        """Return the usage through this object; the ledger also holds that of other models."""
        with self._lock:
            return self._own

    def close(self) -> None:
        """Close the backend; a pause ends. Idempotent."""
        self._closing.set()
        self._backend.close()

    def deny(self, fault: ModelDenied) -> None:
        """Send nothing more: the provider has denied the same key and name."""
        self._denied = fault

    def ask(self, prompt: Prompt, schema: "type[BaseModel]") -> Reply:
        """See `sextant.protocols.Model.ask`. After `ModelDenied` nothing more is sent: it is raised again."""
        if self._denied is not None:
            raise ModelDenied(self._denied.message, self._denied.remedy)
        if self._closing.is_set():
            raise ModelUnreachable(f"The model {self.name!r} has been closed.", "Open it again.")
        if prompt.pictures and not self.vision:
            raise UsageError(
                f"The model {self.name!r} cannot see pictures, and {len(prompt.pictures)} were sent.",
                "Omit the pictures, or set models.vision if the model can see.",
            )
        state = _Asking(prompt, schema, self._clock() + self.settings.deadline_seconds)
        while True:
            judgement = self._attempt(state)
            match judgement:
                case Accepted(value):
                    return Reply(value, state.spent, state.attempts, judgement.beside)
                case Refused(reason):
                    refusal = _bounded(reason).rstrip(".") or "it gave no reason"
                    raise ModelRefused(
                        f"The model {self.name!r} declined to answer: {refusal}.",
                        "Rephrase the goal, or use another model.",
                    )
                case Rejected():
                    self._reject(state, judgement)
                case None:
                    continue
                case _:
                    assert_never(judgement)

    def _attempt(self, state: _Asking) -> Judgement | None:
        """Send one request, judge and record it; return None after a transient fault and its pause."""
        left = state.deadline - self._clock()
        if left <= 0:
            raise ModelUnreachable(
                f"The model {self.name!r} gave no usable answer within {self.settings.deadline_seconds:g} seconds "
                f"({_times(state.attempts)}).",
                "Raise deadline_seconds, or use a faster model.",
            )
        exchange = Exchange(state.prompt, state.schema, left, state.corrections)
        guess = self._estimate(exchange)
        state.attempts += 1
        begun = self._clock()
        with self.ledger.reserve(guess.input_tokens):
            try:
                completion = self._backend.complete(exchange)
            except (TransientError, ModelFault) as fault:
                self._record(state, replace(guess, seconds=self._clock() - begun, detail=_bounded(fault.message)))
                if isinstance(fault, ModelDenied):
                    self.deny(fault)
                if isinstance(fault, ModelFault):
                    raise
                if fault.notice:
                    self.ledger.notify(fault.notice)
                self._wait(state, fault)
                return None
            judgement = judge(completion, state.schema)
            self._record(state, self._settle(guess, completion, judgement, self._clock() - begun))
        return judgement

    def _reject(self, state: _Asking, rejected: Rejected) -> None:
        if state.rejected < self.settings.malformed_retries:
            state.rejected += 1
            if rejected.why != "garbled":
                state.corrections = (*state.corrections, Correction(_bounded(rejected.raw, 4000), rejected.complaint))
            return
        tries = _times(state.attempts)
        if rejected.why == "truncated":
            most = self.settings.output_tokens(state.prompt.role)
            raise MalformedOutput(
                f"The answer of {self.name!r} was cut off at {most} tokens ({tries}).",
                rejected.raw,
                "Raise max_output_tokens, or use a smaller decision profile (lite, action-only, compact).",
            )
        raise MalformedOutput(
            f"The model {self.name!r} gave no usable answer in {tries}: {_bounded(rejected.problem)}.",
            rejected.raw,
            "Check the server's address."
            if rejected.why == "garbled"
            else "Use a smaller decision profile (lite, action-only, compact), or a more capable model.",
        )

    def _wait(self, state: _Asking, fault: TransientError) -> None:
        if not fault.counted:
            return
        state.faults += 1
        wait = fault.retry_after if fault.retry_after is not None else _FIRST_WAIT * 2 ** (state.faults - 1)
        left = state.deadline - self._clock()
        if state.faults > self.settings.transport_retries or wait > min(LONGEST_WAIT, left):
            asked = f" It asked to wait {wait:.0f} s." if fault.retry_after else ""
            raise ModelUnreachable(
                f"{fault.message.rstrip('.')} ({_times(state.attempts)}).{asked}",
                fault.remedy,
            ) from fault
        if self._pause(wait):
            raise ModelUnreachable(f"The model {self.name!r} was closed during a request.") from fault

    def _estimate(self, exchange: Exchange) -> LedgerEntry:
        """Return the entry of the request if it failed: estimated input, no output."""
        prompt = exchange.prompt
        static = estimate_tokens(prompt.prefix) + (schema_tokens(exchange.schema) if self._backend.sends_schema else 0)
        image = estimate_image_tokens(prompt.pictures, self.profile)
        corrections = sum(estimate_tokens(item.raw) + estimate_tokens(item.complaint) for item in exchange.corrections)
        return LedgerEntry(
            role=prompt.role,
            model=self.name,
            outcome="unreachable",
            input_tokens=static + image + corrections + estimate_tokens(prompt.text),
            image_tokens=image,
            static_tokens=static,
        )

    def _settle(self, guess: LedgerEntry, completion: Completion, judgement: Judgement, seconds: float) -> LedgerEntry:
        counts = completion.counts
        estimated: list[Counted] = ["static"]
        if counts.input is None:
            estimated.append("input")
        if counts.output is None:
            estimated.append("output")
        if counts.image is None and guess.image_tokens:
            estimated.append("image")
        input_tokens = guess.input_tokens if counts.input is None else counts.input
        image = guess.image_tokens if counts.image is None else counts.image
        output = estimate_tokens(completion.text) if counts.output is None else counts.output
        cached = min(counts.cached or 0, input_tokens)
        cost = self._cost(completion, input_tokens, output, cached)
        return replace(
            guess,
            outcome=_outcome(judgement),
            input_tokens=input_tokens,
            output_tokens=output,
            cached_tokens=cached,
            image_tokens=min(image, input_tokens),
            static_tokens=min(guess.static_tokens, max(input_tokens - image, 0)),
            seconds=seconds,
            dollars=cost.dollars,
            price=cost.source,
            estimated=tuple(estimated),
            detail=_detail(judgement),
        )

    def _cost(self, completion: Completion, input_tokens: int, output: int, cached: int) -> Cost:
        if self._backend.free:
            return Cost(0.0, "free")
        if completion.dollars is not None:
            return Cost(completion.dollars, "list")
        if self.profile.prices is not None:
            return cost_by_profile(input_tokens, output, cached, self.profile.prices)
        return Cost(None, "unknown")

    def _record(self, state: _Asking, entry: LedgerEntry) -> None:
        if entry.outcome == "unreachable":
            entry = replace(entry, input_tokens=0, image_tokens=0, static_tokens=0)
        entry = replace(entry, attempt=state.attempts, at=self.ledger.clock())
        state.spent += entry.usage
        with self._lock:
            self._own += entry.usage
        self.ledger.record(entry)


def _times(attempts: int) -> str:
    return f"{attempts} {'attempt' if attempts == 1 else 'attempts'}"


def _outcome(judgement: Judgement) -> Outcome:
    match judgement:
        case Accepted():
            return "ok"
        case Refused():
            return "refused"
        case Rejected(why="truncated"):
            return "truncated"
        case Rejected():
            return "malformed"
        case _:
            assert_never(judgement)


def _detail(judgement: Judgement) -> str:
    match judgement:
        case Accepted():
            return "its JSON was mended" if judgement.repaired else ""
        case Refused(reason):
            return _bounded(reason)
        case Rejected(problem):
            return _bounded(problem)
        case _:
            assert_never(judgement)


def _bounded(text: str, limit: int = _MAX_DETAIL) -> str:
    text = text.strip()
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
