"""The top of a replay: the goal, the result and how it relates to what the agent said, cost and course at a glance."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from sextant.journal.candidates import CandidateSummary, candidates_of
from sextant.journal.record import RunRecord
from sextant.journal.recovery import recovery_of, recovery_words
from sextant.journal.replay.events import Event
from sextant.journal.replay.markup import icon, inline, mark, text
from sextant.journal.replay.screens import FrameSheet
from sextant.journal.replay.story import NOT_TAKEN, StoryStep, title_of
from sextant.journal.replay.words import (
    ALONE,
    EFFECTS,
    STATUSES,
    VerdictMark,
    claim_words,
    count_words,
    dollars_words,
    screen_words,
    seconds_words,
    sentence,
    tokens_words,
)
from sextant.journal.summary import RunSummary, effect_of

_LONG_GOAL = 280
_HEIGHTS = 20
"""Heights of the bars, in classes of the style sheet."""

_DENSE = 48
"""From so many steps on, bars carry no shapes; the list beside them has the words."""


def render_head(record: RunRecord, summary: RunSummary, steps: Sequence[StoryStep], sheet: FrameSheet) -> str:
    """Goal, result, answer, candidates, facts."""
    episode = None if summary.status == "running" else record.episode
    seconds = episode.seconds if episode is not None else sum(step.transition.seconds for step in steps)
    reason = f"<p>{inline(sentence(summary.reason), 600)}</p>" if summary.reason else ""
    graded = _graded(summary)
    gallery = render_gallery(candidates_of(episode, record.head), steps, sheet)
    alone = summary.status == "success" and summary.verified_by == "evidence"
    status = ALONE if alone else STATUSES[summary.status]
    answer = (
        f'<div class="answer"><p class="quiet">Answer</p><pre>{text(summary.answer, 8000)}</pre></div>'
        if summary.answer
        else ""
    )
    return (
        '<header class="head"><p class="brand">Sextant <span>replay</span></p>'
        f"{_goal(summary.goal)}"
        f'<div class="result">{mark(status)}<p>{claim_words(episode, summary.status)}</p>{reason}'
        f"{answer}</div>{graded}{gallery}{_facts(record, summary, seconds)}{_refused(steps)}{_recovery(steps)}</header>"
    )


def _graded(summary: RunSummary) -> str:
    """External truth, apart from what the agent said and what the screens support."""
    if not summary.graded:
        return ""
    solved = summary.graded == "solved"
    shown = VerdictMark("good", "check", "Solved") if solved else VerdictMark("bad", "x", "Not solved")
    why = f"<p>{inline(sentence(summary.graded_reason), 600)}</p>" if summary.graded_reason else ""
    told = "So the world itself grades its end; the agent is not told."
    return f'<div class="result">{mark(shown)}<p>{told}</p>{why}</div>'


def _goal(goal: str) -> str:
    if len(goal) <= _LONG_GOAL:
        return f"<h1>{inline(goal, _LONG_GOAL)}</h1>"
    return (
        f"<h1>{inline(goal, _LONG_GOAL)}</h1><details><summary>The whole goal, {count_words(len(goal), 'character')}"
        f"</summary><pre>{text(goal, 60_000)}</pre></details>"
    )


def _facts(record: RunRecord, summary: RunSummary, seconds: float) -> str:
    usage = record.usage()
    began = datetime.fromtimestamp(summary.began, UTC)
    limits = {name.rpartition(".")[2]: value for name, value in record.head.settings.items() if "max_" in name}
    rows = [
        _fact("Steps", str(summary.steps), summary.steps, limits.get("max_steps"), ""),
        _fact("Time", seconds_words(seconds), seconds, limits.get("max_seconds"), " s"),
        _fact("Requests", tokens_words(summary.requests), 0, None, ""),
        _fact("Tokens", tokens_words(summary.tokens), summary.tokens, limits.get("max_tokens"), ""),
        _fact("Cost", dollars_words(usage.dollars), usage.dollars, limits.get("max_dollars"), " dollars"),
    ]
    places = (
        f'<p class="quiet">{inline(record.head.device)} · {inline(record.head.actor)} · '
        f'<time datetime="{began.isoformat()}">{began:%d %b %Y, %H:%M} UTC</time></p>'
    )
    return f'<dl class="facts">{"".join(rows)}</dl>{places}'


def _fact(name: str, shown: str, spent: float, limit: str | None, unit: str) -> str:
    most = _as_number(limit)
    if most is None:
        return f"<div><dt>{name}</dt><dd>{shown}</dd></div>"
    share = min(spent / most, 1.0) * 100
    meter = (
        '<svg class="meter" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="100" height="3"/><rect class="spent" width="{share:.1f}" height="3"/></svg>'
    )
    return f"<div><dt>{name}</dt><dd>{shown} <small>of {inline(limit or '')}{unit}</small>{meter}</dd></div>"


def _refused(steps: Sequence[StoryStep]) -> str:
    """How many answers were not accepted, with a way to the first; nothing where all were."""
    against = [step for step in steps if step.refused]
    if not against:
        return ""
    told = f"{count_words(sum(len(step.refused) for step in against), 'answer')} not accepted"
    return f'<p class="refused"><a href="#{against[0].told_refused}">{mark(replace(NOT_TAKEN, word=told))}</a></p>'


def _recovery(steps: Sequence[StoryStep]) -> str:
    """What was tried again, cleared and gone back over; nothing where nothing was."""
    told = recovery_words(recovery_of(step.transition for step in steps))
    rows = "".join(f"<div><dt>{text(sentence(name))}</dt><dd>{text(words)}</dd></div>" for name, words in told)
    return f'<section class="recovery" aria-label="Recovery"><dl>{rows}</dl></section>' if rows else ""


def _as_number(limit: str | None) -> float | None:
    try:
        number = float(limit or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number > 0 else None


def render_track(steps: Sequence[StoryStep]) -> str:
    """The run as a strip: a bar a step, as high as it took long, with its verdict's shape where it did not work."""
    if not steps:
        return ""
    longest = max(max(step.transition.seconds for step in steps), 0.001)
    dense = " dense" if len(steps) > _DENSE else ""
    return (
        f'<nav class="track{dense}" aria-label="Course of the run, seconds a step">'
        f"{''.join(_bar(step, longest) for step in steps)}"
        f'<p class="quiet">Seconds a step, {seconds_words(longest)} at most</p></nav>'
    )


def _bar(step: StoryStep, longest: float) -> str:
    transition = step.transition
    effect = EFFECTS[effect_of(transition)]
    height = max(round(transition.seconds / longest * _HEIGHTS), 1)
    shape = icon(effect.icon) if effect.tone != "good" else ""
    hollow = " hollow" if transition.interrupt else ""
    label = f"Step {transition.step}: {effect.word}, {seconds_words(transition.seconds)}"
    return (
        f'<a href="#{step.anchor}" class="{effect.tone}{hollow}" title="{label}" aria-label="{label}">'
        f'<span class="bar h{height}"></span>{shape}</a>'
    )


def render_list(items: Sequence[StoryStep | Event]) -> str:
    """The steps as a list to go by, with the search over them."""
    steps = [item for item in items if isinstance(item, StoryStep)]
    rows = "".join(_line(item) for item in steps)
    return (
        '<nav class="list" aria-label="Steps"><div class="sticky">'
        f'<form id="search" role="search" hidden><label>{icon("search")}'
        '<input type="search" placeholder="Search steps" aria-label="Search steps"></label><output></output></form>'
        f"<details open><summary>{count_words(len(steps), 'step')}</summary><ol>{rows}</ol></details></div></nav>"
    )


def _line(step: StoryStep) -> str:
    transition = step.transition
    effect = EFFECTS[effect_of(transition)]
    where = screen_words(transition.after)
    refused = f'<small class="refused">{mark(NOT_TAKEN)}</small>' if step.refused else ""
    aside = f"interrupt: {transition.interrupt}" if transition.interrupt else where
    return (
        f'<li><a href="#{step.anchor}"><span class="number">{transition.step}</span>'
        f'<span class="what">{inline(title_of(transition), 90)}<small>{inline(aside, 60)}</small>{refused}</span>'
        f'<span class="mark {effect.tone}" title="{effect.word}">{icon(effect.icon)}'
        f'<span class="unseen">{effect.word}</span></span></a></li>'
    )


def render_gallery(found: Sequence[CandidateSummary], steps: Sequence[StoryStep], sheet: FrameSheet) -> str:
    """A figure for each candidate, by goal where there are several; nothing where there is no candidate."""
    goals = dict.fromkeys(one.goal for one in found)
    at = {step.transition.step: step for step in reversed(steps) if not step.transition.interrupt}
    shown: list[str] = []
    number = 0
    for goal in goals:
        figures: list[str] = []
        for one in found:
            if one.goal == goal:
                number += 1
                figures.append(_figure(one, number, None if one.step is None else at.get(one.step), sheet))
        of = f" “{inline(goal, 120)}”" if len(goals) > 1 else " it"
        shown.append(f'<h2>Perhaps{of} is one of these</h2><ol class="gallery">{"".join(figures)}</ol>')
    return f'<section class="candidates" aria-label="Candidates">{"".join(shown)}</section>' if shown else ""


def _figure(one: CandidateSummary, number: int, step: StoryStep | None, sheet: FrameSheet) -> str:
    if step is None:
        picture = '<div class="phone blank"><p class="quiet">Not seen in this run: the map knows it.</p></div>'
        seen = ""
    else:
        drawing = sheet.frame(step.before, f"Candidate {number}: {one.name}", elements=False)
        picture = f'<a href="#{step.anchor}"><div class="phone">{drawing}</div></a>'
        seen = f' · <a href="#{step.anchor}">step {step.transition.step}</a>'
    address = f'<p><code class="where">{inline(one.address, 120)}</code></p>' if one.address else ""
    way = f'<p class="quiet">{" › ".join(inline(label, 40) for label in one.way)}</p>' if one.way else ""
    return (
        f'<li id="candidate-{number}"><figure>{picture}<figcaption><p><b>{inline(one.name, 80)}</b></p>'
        f"<p>{one.likelihood:.0%} likely{seen}</p>{address}{way}"
        f"<p><code>{inline(one.command, 400)}</code></p></figcaption></figure></li>"
    )
