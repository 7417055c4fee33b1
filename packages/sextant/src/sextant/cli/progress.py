"""Prints one line a step during a run, and the summary at its end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from sextant.cli.guide_report import calls_in_words
from sextant.cli.output import Json, Output, counted
from sextant.dataclass import dataclass
from sextant.journal import (
    CandidateSummary,
    RecoveryStatistics,
    StepSummary,
    in_plain_words,
    recovery_words,
    status_words,
)
from sextant.text.legible import on_one_line
from sextant.types.tasks import Episode, EpisodeStatus, Usage
from sextant.types.transitions import Effectiveness

if TYPE_CHECKING:
    from rich.text import Text

__all__ = [
    "EXIT_CODES",
    "episode_json",
    "exit_code",
    "money",
    "next_command",
    "recovery_json",
    "say_candidates",
    "say_episode",
    "say_recovery",
    "say_step",
    "say_unprompted",
]

EXIT_CODES: dict[EpisodeStatus, int] = {
    "success": 0,
    "unverified": 1,
    "infeasible": 1,
    "unsure": 1,
    "blocked": 1,
    "stuck": 3,
    "over_budget": 3,
    "device_fault": 4,
    "model_fault": 4,
    "needs_person": 5,
    "interrupted": 130,
}
"""Exit status of `run`, `resume` and `goto`, by how the episode ended."""

_STYLES: Mapping[EpisodeStatus, str] = MappingProxyType({"success": "green", "unsure": "yellow"})
"""The others are red."""


@dataclass(frozen=True, slots=True)
class VerdictStyle:
    """How a verdict is shown: a word, and its colour on a terminal."""

    word: str
    style: str


VERDICTS: dict[Effectiveness, VerdictStyle] = {
    "effective": VerdictStyle("ok", "green"),
    "ineffective": VerdictStyle("no effect", "red"),
    "uncertain": VerdictStyle("unclear", "yellow"),
    "refused": VerdictStyle("refused", "yellow"),
    "none": VerdictStyle("-", "dim"),
}


_CAUSES: dict[str, str] = {
    "missed": "nothing came of it",
    "unanswered": "the app got it, and shows nothing",
    "wrong_element": "something else came of it",
    "delayed": "still loading",
    "error_dialog": "an error came up",
    "popup": "a dialog came up",
    "device": "the app is gone",
}
"""Words for causes whose names are unclear; other causes are shown by name."""

_LONGEST_WHY = 240
"""Most characters of the reason why a step was not accepted, on its line."""
_WHOLE_WHY = 1000
_MOST_EFFECTS = 5
"""Most writes shown below a step during a run."""


def say_step(out: Output, step: StepSummary, whole: bool = False) -> None:
    """Print a step: in columns on a terminal, with the reason why it was not accepted below; else as a plain line.

    `whole`: the reason is not shortened.
    """
    marks = [f"[{mark}]" for mark in (step.place, step.interrupt) if mark]
    what = on_one_line(" ".join([*marks, step.what]))
    console = out.people
    if console.is_terminal:
        from rich.padding import Padding
        from rich.text import Text

        console.print(_columns(step, what, console.width), no_wrap=True, overflow="ellipsis", crop=True)
        if step.why and whole:
            console.print(Padding(Text(_reason(step, _WHOLE_WHY), style="yellow"), (0, 0, 0, 6)))
        elif step.why:
            console.print(_below(_reason(step)), no_wrap=True, overflow="ellipsis", crop=True)
    else:
        out.say(
            f"{step.step}  {what} -> {on_one_line(step.where)}  {_verdict(step, _WHOLE_WHY if whole else _LONGEST_WHY)}"
            f"  {step.seconds:.1f} s{'  '.join(['', *_model(step.requests, step.dollars)])}"
        )
    for asked in step.asked:
        out.say(f"      {asked.line}", style="" if asked.allowed else "yellow")
    _say_effects(out, step, whole)


def _say_effects(out: Output, step: StepSummary, whole: bool) -> None:
    """Print the app's writes below a step. Those without a touch are shown only with `whole`, or if they were held."""
    shown = [effect for effect in step.effects if whole or effect.held or effect.cause == "touch"]
    most = len(shown) if whole else _MOST_EFFECTS
    for effect in shown[:most]:
        out.say(f"      {effect.line}", style="yellow" if effect.held else "dim")
    if len(shown) > most:
        out.say(f"      and {len(shown) - most} more; sextant runs show lists them", style="dim")


def say_unprompted(out: Output, count: int, run: str) -> None:
    """Print the number of writes that the app sent without a touch; nothing where there were none."""
    if count:
        out.say(f"sent without a touch: {counted(count, 'write')} (sextant runs show {run} lists them)", style="yellow")


def _verdict(step: StepSummary, longest: int) -> str:
    """The verdict, with its cause and the reason why the step was not accepted."""
    word = VERDICTS[step.verdict].word
    if step.verdict == "refused":
        return f"{word}: {_reason(step, longest)}" if step.why else word
    if step.verdict == "none" and step.why:
        return _reason(step, longest)
    cause = f" ({_CAUSES.get(step.cause, step.cause)})" if step.cause else ""
    return f"{word}{cause}, {_reason(step, longest)}" if step.why else f"{word}{cause}"


def _reason(step: StepSummary, longest: int = _LONGEST_WHY) -> str:
    """The reason why a step was not accepted, shortened."""
    why = on_one_line(step.why if step.verdict == "refused" else in_plain_words(step.why))
    short = why if len(why) <= longest else f"{why[: longest - 1]}…"
    return short if step.verdict == "refused" else f"not accepted: {short}"


def _below(text: str) -> "Text":
    from rich.text import Text

    return Text(f"      {text}", style="yellow")


def _columns(step: StepSummary, what: str, width: int) -> "Text":
    from rich.text import Text

    calls, dollars = _model(step.requests, step.dollars) or ("", "")
    tail = f"  {step.seconds:6.1f} s  {calls:>8}  {dollars:>8}"
    room = max(24, width - 6 - 11 - len(tail))
    where_room = max(10, room * 2 // 5)
    verdict = VERDICTS[step.verdict]
    text = Text(f"{step.step:4d}  ")
    text.append(_cut(what, room - where_room - 1))
    text.append(" " + _cut(on_one_line(step.where), where_room), style="dim")
    text.append(f"  {verdict.word:<9}", style=verdict.style)
    text.append(tail, style="dim")
    return text


def _cut(text: str, room: int) -> str:
    """The text in exactly `room` terminal cells (wide characters take two)."""
    from rich.cells import cell_len, set_cell_size

    return text + " " * (room - cell_len(text)) if cell_len(text) <= room else set_cell_size(text, room - 1) + "…"


def _model(requests: int, dollars: float) -> tuple[str, str] | tuple[()]:
    """Calls and cost of the model; empty where none was used."""
    return (_calls(requests), money(dollars)) if requests or dollars else ()


def _calls(count: int) -> str:
    return "1 call" if count == 1 else f"{count} calls"


def money(dollars: float) -> str:
    """Dollars with two or four digits."""
    if dollars == 0:
        return "$0"
    return f"${dollars:.4f}" if dollars < 0.1 else f"${dollars:.2f}"


def exit_code(episode: Episode) -> int:
    """The exit status of an episode."""
    return EXIT_CODES[episode.status]


def next_command(episode: Episode) -> str:
    """The next command to copy, with a reason as its comment."""
    run = episode.run
    match episode.status:
        case "success":
            return f"sextant replay {run}"
        case "unsure":
            return f"sextant replay {run}  # shows the candidates"
        case "unverified" | "infeasible" | "blocked" | "stuck":
            return f"sextant replay {run}  # shows what it saw"
        case "over_budget":
            return f"sextant resume {run} {_raised(episode)}  # raises the limit that was reached"
        case "device_fault":
            return f"sextant doctor && sextant resume {run}"
        case "model_fault":
            return f"sextant resume {run}  # once the model answers; sextant doctor shows whether its key is set"
        case "needs_person":
            return f"sextant resume {run}  # at a terminal, to answer what it asks"
        case "interrupted":
            return f"sextant resume {run}"
        case _:
            assert_never(episode.status)


def _raised(episode: Episode) -> str:
    """The flag that raises the limit that was reached."""
    for word, flag in (
        ("tokens", "--max-tokens"),
        ("dollars", "--max-dollars"),
        (" s ", "--max-seconds"),
        ("seconds", "--max-seconds"),
    ):
        if word in episode.reason:
            return f"{flag} MORE"
    return f"--max-steps {episode.steps + 100}"


def say_recovery(out: Output, recovery: RecoveryStatistics) -> None:
    """Print retries, cleared popups and rollbacks in one line; nothing where there were none."""
    counts = "; ".join(f"{name}: {words}" for name, words in recovery_words(recovery))
    if counts:
        out.say(f"recovery: {counts}")


def recovery_json(recovery: RecoveryStatistics) -> dict[str, Json]:
    """All counts of the recovery as JSON, zeros included."""
    return asdict(recovery)


def say_episode(
    out: Output,
    episode: Episode,
    with_next: bool = True,
    calls: Mapping[str, int] = MappingProxyType({}),
    candidates: Sequence[CandidateSummary] = (),
) -> None:
    """Print the summary: result, candidates, answer, cost, and the next command unless `with_next` is False.

    `calls`: the number of calls of each role.
    """
    out.say("")
    out.labelled(
        status_words(episode.status, episode.verified_by),
        _STYLES.get(episode.status, "red"),
        f": {episode.reason}" if episode.reason else "",
    )
    say_candidates(out, candidates)
    if episode.answer:
        out.say(f"answer: {episode.answer}")
    spent = episode.usage
    used = spent.requests or spent.tokens or spent.dollars
    asked = calls_in_words(spent.requests, Counter(calls))
    cost = f", {asked}, {spent.tokens} tokens, {money(spent.dollars)}" if used else ""
    out.say(f"{episode.steps} {'step' if episode.steps == 1 else 'steps'}, {episode.seconds:.1f} s{cost}")
    if with_next:
        out.say(f"next: {next_command(episode)}")


def say_candidates(out: Output, candidates: Sequence[CandidateSummary]) -> None:
    """Print the candidate screens, a line each; grouped by goal where there are several."""
    goals = dict.fromkeys(one.goal for one in candidates)
    for goal in goals:
        if len(goals) > 1:
            out.say(f"for {goal!r}:")
        for one in candidates:
            if one.goal == goal:
                out.say(f"  {one.line}")


def episode_json(episode: Episode) -> dict[str, Json]:
    """The episode as JSON."""
    return {
        "run": episode.run,
        "status": episode.status,
        "exit_code": exit_code(episode),
        "verified_by": episode.verified_by,
        "agent_claimed": episode.agent_claimed,
        "answer": episode.answer,
        "reason": episode.reason,
        "steps": episode.steps,
        "seconds": round(episode.seconds, 3),
        "usage": usage_json(episode.usage),
        "counters": dict(episode.counters),
        "next": next_command(episode),
    }


def usage_json(usage: Usage) -> dict[str, Json]:
    """The usage as JSON."""
    return {
        "requests": usage.requests,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "image_tokens": usage.image_tokens,
        "static_tokens": usage.static_tokens,
        "model_seconds": round(usage.seconds, 3),
        "dollars": round(usage.dollars, 6),
    }
