"""What a paper expects of each call, against the requests that a run has sent."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from pydantic import TypeAdapter

from sextant.prompts import count_tokens
from sextant.settings.schema import Preset
from sextant_bench.presets.recording import Recording, Request, act_mark, memo_mark, thought_mark

__all__ = ["Call", "Expected", "PresetComparison", "compare", "expectations"]

_SECTIONS: Mapping[str, str] = {
    "map": "## Map",
    "memory": "## Memory",
    "task-state": "## Task state",
    "belief": "## Believed, out of sight",
    "program": "## Program so far",
}
"""What heads the section of each guide."""
_EARLY = 3
"""Steps after which every guide has something to tell."""


@dataclass(frozen=True, slots=True)
class Call:
    """One kind of call; None and the empty value: the paper is silent."""

    role: str
    when: str
    temperature: float | None = None
    output_tokens: int | None = None
    pictures: int | None = None
    marked: bool | None = None
    labelled: bool = False
    fields: str | Sequence[str] = ()
    reads: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """What a paper says of a preset's requests."""

    paper: str
    call: Sequence[Call]
    steps: int | None = None
    remembers: str = ""
    guides: Sequence[str] = ()
    tokens: int | None = None
    silent: str = field(default="")


@dataclass(frozen=True, slots=True)
class PresetComparison:
    """One comparison: what of which call, as the paper has it and as it was sent."""

    preset: Preset
    role: str
    what: str
    expected: str
    sent: str

    @property
    def agrees(self) -> bool:
        return self.expected == self.sent


def expectations() -> Mapping[Preset, Expected]:
    """What was written down from the papers, by preset."""
    text = (resources.files("sextant_bench") / "truth" / "presets.toml").read_text(encoding="utf-8")
    return TypeAdapter(dict[Preset, Expected]).validate_python(tomllib.loads(text))


def compare(expected: Expected, recorded: Recording) -> Iterator[PresetComparison]:
    """Every figure that the paper names, each against all requests of its call."""

    def told(role: str, what: str, wanted: object, sent: object) -> PresetComparison:
        return PresetComparison(recorded.preset, role, what, str(wanted), str(sent))

    roles = sorted({call.role for call in expected.call})
    yield told("all", "roles", roles, sorted({request.role for request in recorded.requests}))
    for call in expected.call:
        sent = recorded.of(call.role)
        yield told(call.role, f"calls ({call.when})", *_counted(call, recorded))
        for what, wanted, read in _figures(call, recorded):
            values = sorted({str(read(request)) for request in sent})
            yield told(call.role, what, wanted, ", ".join(values))
    if expected.steps is not None:
        taken = len({one.step for one in recorded.steps if not one.interrupt})
        yield told("all", "steps", f"{expected.steps}, over_budget", f"{taken}, {recorded.status}")
    actor = recorded.of("actor")
    if expected.remembers:
        yield told("actor", "remembers", expected.remembers, _remembered(actor[-1]))
    if expected.tokens is not None:
        most = max(count_tokens(request.text) for request in actor)
        yield told("actor", "tokens", f"at most {expected.tokens}", f"at most {max(most, expected.tokens)}")
    late = [request for request in actor if request.step >= _EARLY]
    told_of = [name for name, head in _SECTIONS.items() if any(head in request.text for request in late)]
    yield told("actor", "guides", sorted(expected.guides), sorted(told_of))


def _counted(call: Call, recorded: Recording) -> tuple[object, object]:
    """How many calls there should have been, and how many there were."""
    sent, steps = len(recorded.of(call.role)), len(recorded.of("actor"))
    acts = [one for one in recorded.steps if one.attempts and not one.interrupt]
    match call.when:
        case "begin":
            first = min((request.step for request in recorded.of(call.role)), default=-1)
            return "1 before step 0", f"{sent} before step {first}"
        case "step":
            decided = len([one for one in recorded.steps if not one.interrupt])
            return decided, steps
        case "after":
            after = [request.step - 1 for request in recorded.of(call.role)]
            missing = {one.step for one in acts if one.step < steps - 1} - set(after)
            return (
                "1 after each, 0 missing",
                f"{max(map(after.count, after), default=0)} after each, {len(missing)} missing",
            )
        case "attempt":
            return sum(one.gesture.kind != "pause" for act in acts for one in act.attempts), sent
        case "plan":
            most = [sum(request.step == step for request in recorded.of(call.role)) for step in range(steps)]
            return "1 or more, 1 a step at most", f"{'1 or more' if sent else 0}, {max(most)} a step at most"
        case other:
            raise AssertionError(f"there is no moment {other!r}")


def _figures(call: Call, recorded: Recording) -> Iterator[tuple[str, object, Callable[[Request], object]]]:
    """What is named of a call, as it is expected, and how it is read off a request."""
    yield "temperature", call.temperature, lambda request: request.temperature
    if call.output_tokens is not None:
        yield "longest answer", call.output_tokens, lambda request: request.output_tokens
    if call.pictures is not None:
        whole = call.pictures

        def pictures(request: Request) -> int:
            """The window fills up over the first steps."""
            there = len(request.pictures)
            return whole if there == min(whole, request.step + 1) and request.role == "actor" else there

        yield "pictures", whole, pictures
    if call.marked is not None:
        yield "marked", call.marked, lambda request: request.pictures[-1][1] not in recorded.shown
    if call.labelled:
        yield "labelled", True, lambda request: all(label.strip() for label, _ in request.pictures)
    if call.fields:
        wanted = call.fields if isinstance(call.fields, str) else list(call.fields)
        yield "form", wanted, lambda request: _form(request, call.fields)
    for name in call.reads:
        yield f"reads {name}", True, lambda request: thought_mark(request.step - 1) in request.text


def _form(request: Request, wanted: str | Sequence[str]) -> object:
    """The fields that are asked for, as far as the paper names them; a plain list has nothing behind it."""
    if not request.fields:
        return "text"
    named = [name for name in request.fields if name in wanted]
    return named if len(wanted) > 2 else list(request.fields)


def _remembered(last: Request) -> str:
    """What the last decision was told of the steps before it: the most that holds of all of them."""
    before = range(last.step)
    if all(thought_mark(step) in last.text for step in before):
        return "thoughts"
    if all(act_mark(step) in last.text for step in before):
        noted = sum(memo_mark(step) in last.text for step in before)
        return "actions" if noted else "actions without what was remembered"
    shown = sum(act_mark(step) in last.text for step in before)
    return "path" if _SECTIONS["program"] in last.text and shown else f"{shown} of {len(before)} actions"
