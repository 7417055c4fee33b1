"""One step as it reads from top to bottom: what was true, what was wanted, done, expected, seen, and the verdict."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sextant.journal.briefs import ReadBrief
from sextant.journal.records import Permission
from sextant.journal.replay.markup import inline, mark, text
from sextant.journal.replay.prompt_view import render_read
from sextant.journal.replay.screens import FrameSheet, Outline
from sextant.journal.replay.words import (
    CAUSES,
    EFFECTS,
    WROTE,
    VerdictMark,
    count_words,
    dollars_words,
    gesture_words,
    predicate_words,
    screen_words,
    seconds_words,
    sentence,
    verdict_mark,
)
from sextant.journal.summary import EffectSummary, describe, effect_of, effects_of
from sextant.types.actions import Answer, HandOver, Status, targets_of
from sextant.types.decisions import Judgement
from sextant.types.screens import Screen
from sextant.types.tasks import Usage
from sextant.types.transitions import Attempt, Transition

NOT_TAKEN = VerdictMark("warn", "x", "Not accepted")
"""How an answer or a claim is marked that was not taken."""

_MOST_WRITES = 40

_ASKED = "Open questions"
"""The section of a prompt with what was asked, a question a line, its id before it."""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A step and what its page needs: its address, its screens by id, what was asked on the way."""

    anchor: str
    transition: Transition
    before: str
    after: str
    permissions: tuple[Permission, ...] = ()
    spent: Usage = Usage()
    """All steps up to and with this one."""
    read: tuple[ReadBrief, ...] = ()
    refused: tuple[str, ...] = ()
    """Why what it said was not taken, each reason once."""

    @property
    def told_refused(self) -> str:
        """Address of the block that says why something was not taken."""
        return f"{self.anchor}-not-accepted"


def title_of(transition: Transition) -> str:
    """The step in one line."""
    return transition.decision.description or describe(transition.decision.action, transition.before)


def render_step(step: StoryStep, sheet: FrameSheet) -> str:
    """The step's article: heading, screens, story."""
    transition = step.transition
    effect = EFFECTS[effect_of(transition)]
    kind = " interrupt" if transition.interrupt else ""
    return (
        f'<article class="step{kind}" id="{step.anchor}" aria-labelledby="{step.anchor}-title">'
        f'<header><a class="number" href="#{step.anchor}">{transition.step}</a>'
        f'<h2 id="{step.anchor}-title">{inline(title_of(transition))}</h2>{mark(effect)}</header>'
        f'<div class="body">{_screens(step, sheet)}<div class="story">{_story(step)}{_cost(step)}</div></div></article>'
    )


def _screens(step: StoryStep, sheet: FrameSheet) -> str:
    transition = step.transition
    gestures = tuple(attempt.gesture for attempt in transition.attempts)
    on_before, on_after = _outlines(transition)
    before = sheet.frame(
        step.before,
        f"Screen before step {transition.step}: {screen_words(transition.before)}",
        elements=True,
        gestures=gestures,
        target=_target_index(transition),
        outlines=on_after if step.before == step.after else on_before,
    )
    if step.before == step.after:
        return f'<div class="frames one">{_figure("", "Screen", before, transition.before)}</div>'
    after = sheet.frame(
        step.after,
        f"Screen after step {transition.step}: {screen_words(transition.after)}",
        elements=False,
        outlines=on_after,
    )
    flip = (
        f'<fieldset class="flip"><legend>Screen</legend>'
        f'<label><input type="radio" name="{step.anchor}" value="before" checked>Before</label>'
        f'<label><input type="radio" name="{step.anchor}" value="after">After</label></fieldset>'
    )
    return (
        f'<div class="frames">{flip}{_figure("before", "Before", before, transition.before)}'
        f"{_figure('after', 'After', after, transition.after)}</div>"
    )


def _figure(kind: str, word: str, drawing: str, screen: Screen) -> str:
    return (
        f'<figure class="{kind}"><div class="phone">{drawing}</div>'
        f"<figcaption><b>{word}</b> {inline(screen_words(screen), 80)}{_condition(screen)}</figcaption></figure>"
    )


def _condition(screen: Screen) -> str:
    words: list[str] = []
    if screen.condition != "ok":
        words.append(screen.condition.replace("_", " "))
    if not screen.observation.settled:
        words.append("still changing")
    return f' <em class="warn">{", ".join(words)}</em>' if words else ""


def _target_index(transition: Transition) -> int | None:
    for target in targets_of(transition.decision.action):
        index = getattr(target, "index", None)
        if index is not None:
            return int(index)
    return None


def _outlines(transition: Transition) -> tuple[list[Outline], list[Outline]]:
    """Evidence on the screen before and on the one after, numbered like the verdicts."""
    before: list[Outline] = []
    after: list[Outline] = []
    for number, verdict in enumerate(transition.verdicts, 1):
        for evidence in verdict.evidence:
            on_after = evidence.screen == transition.after.digest
            if not on_after and evidence.screen != transition.before.digest:
                continue
            screen = transition.after if on_after else transition.before
            element = None if evidence.element is None else screen.element(evidence.element)
            box = evidence.box or (element.box if element is not None else None)
            if box is not None:
                (after if on_after else before).append(Outline(box, number, verdict_mark(verdict).tone))
    return before, after


def _story(step: StoryStep) -> str:
    transition = step.transition
    rows = [
        _row("Before", _before(transition.before)),
        _row("Read", render_read(step.read)),
        _row("Wants", f"<p>{text(transition.decision.thought)}</p>" if transition.decision.thought else ""),
        _row("Did", _did(transition)),
        _row("Objections", _objections(transition)),
        _row("Asked", "".join(_permission(permission) for permission in step.permissions)),
        _row("Wrote", _wrote(transition)),
        _row("Expected", _expected(transition)),
        _row("Seen", _seen(transition)),
        _row("Hindsight", _hindsight(step)),
        _row("Verdict", _verdict(step)),
        _row("Guides", _fields(transition)),
    ]
    return f"<dl>{''.join(rows)}</dl>"


def _row(name: str, content: str) -> str:
    return f"<div><dt>{name}</dt><dd>{content}</dd></div>" if content else ""


def _before(screen: Screen) -> str:
    lines = [f'<p>{inline(screen_words(screen))} <code class="where">{inline(screen.location, 200)}</code></p>']
    if screen.modal is not None:
        lines.append(f"<p>A {screen.modal.kind} is open: {inline(screen.modal.message)}</p>")
    lines += [f"<p>{inline(note)}</p>" for note in screen.observation.notes[:5]]
    lines += [f"<p>The page said {inline(text)}; it is gone by now.</p>" for text in screen.observation.said]
    return "".join(lines)


def _did(transition: Transition) -> str:
    action = transition.decision.action
    who = f"Interrupt {inline(transition.interrupt, 60)}: " if transition.interrupt else ""
    said = f"<p>{who}<b>{inline(sentence(describe(action, transition.before)))}</b></p>"
    match action:
        case Answer():
            said = f"<p><b>Answer</b></p><pre>{text(action.text, 4000)}</pre>"
        case Status() | HandOver() if action.reason:
            said += f"<p>{inline(action.reason, 600)}</p>"
        case _:
            pass
    if not transition.attempts:
        return said
    many = len(transition.attempts) > 1
    listed = "".join(f"<li>{_attempt(attempt)}</li>" for attempt in transition.attempts)
    return f'{said}<ol class="attempts{"" if many else " single"}">{listed}</ol>'


def _attempt(attempt: Attempt) -> str:
    busy = f", page busy {seconds_words(attempt.busy_seconds)}" if attempt.busy_seconds else ""
    by = f" by {attempt.encoding}" if attempt.encoding != "none" else ""
    cause = f' <em class="warn">{CAUSES[attempt.cause]}</em>' if attempt.cause else ""
    intent = f'<code title="Intention, as the journal names it">{inline(attempt.intent, 60)}</code>'
    return (
        f"{inline(gesture_words(attempt.gesture))}{by}{cause} "
        f'<span class="quiet">{seconds_words(attempt.seconds)}{busy} · {intent}</span>'
    )


def _wrote(transition: Transition) -> str:
    """Writes that the device saw: what became of each, and of held ones why and how they could be allowed."""

    def item(effect: EffectSummary) -> str:
        failed = "failed" if effect.status >= 400 else "done"
        shown = WROTE["held" if effect.held else "unanswered" if effect.unanswered else failed]
        told = [effect.origin, str(effect.status or ""), f"{effect.times} times" if effect.times > 1 else ""]
        told.append("" if effect.cause == "touch" else f"by {effect.cause}")
        detail = f'<p class="quiet">{inline(", ".join(filter(None, told)), 200)}</p>' if any(told) else ""
        why = f"<p>{inline(sentence(effect.reason), 600)}</p>" if effect.reason else ""
        flag = f"--allow-request '{effect.allow}'"
        allow = f'<p class="quiet">Allow it with <code>{inline(flag, 400)}</code></p>' if effect.allow else ""
        return f"<li>{mark(shown)}<p><code>{inline(effect.what, 400)}</code></p>{detail}{why}{allow}</li>"

    seen = effects_of(transition)
    rest = f"<p>And {len(seen) - _MOST_WRITES} more.</p>" if len(seen) > _MOST_WRITES else ""
    return f'<ul class="plain">{"".join(map(item, seen[:_MOST_WRITES]))}</ul>{rest}' if seen else ""


def _objections(transition: Transition) -> str:
    def item(number: int) -> str:
        objection = transition.objections[number]
        shown = VerdictMark("calm", "minus", "Advice") if objection.advisory else VerdictMark("warn", "ban", "Veto")
        ask = " A person may allow it." if objection.ask else ""
        rule = f'<span class="quiet">{objection.rule}</span>'
        return f"<li>{mark(shown, rule)}<p>{inline(sentence(objection.message), 600)}{ask}</p></li>"

    return (
        f'<ul class="plain">{"".join(map(item, range(len(transition.objections))))}</ul>'
        if transition.objections
        else ""
    )


def _permission(permission: Permission) -> str:
    shown = VerdictMark("good", "check", "Allowed") if permission.answer else VerdictMark("bad", "ban", "Denied")
    detail = f'<p class="quiet">{inline(permission.detail, 600)}</p>' if permission.detail else ""
    return f"<p>{inline(permission.question, 600)}</p>{mark(shown, f'by {inline(permission.by, 60)}')}{detail}"


def _expected(transition: Transition) -> str:
    judged = [verdict.predicate for verdict in transition.verdicts]
    expected = [*judged, *(p for p in transition.decision.expectations if p not in judged)]
    if not expected:
        return ""
    return f"<ol>{''.join(f'<li>{inline(sentence(predicate_words(predicate)))}</li>' for predicate in expected)}</ol>"


def _seen(transition: Transition) -> str:
    if not transition.verdicts:
        return ""
    items: list[str] = []
    for verdict in transition.verdicts:
        shown = verdict_mark(verdict)
        notes = [
            word
            for word, there in (("already true before", verdict.vacuous), ("judged by a model", verdict.attested))
            if there
        ]
        detail = f'<span class="quiet">{", ".join(notes)}</span>' if notes else ""
        quotes = [evidence.quote for evidence in verdict.evidence if evidence.quote][:3]
        cited = "".join(f"<q>{inline(quote, 160)}</q> " for quote in quotes if quote not in verdict.reason)
        items.append(f"<li>{mark(shown, detail)}<p>{inline(sentence(verdict.reason), 600)} {cited}</p></li>")
    return f'<ol class="verdicts">{"".join(items)}</ol>'


def _hindsight(step: StoryStep) -> str:
    judgements = step.transition.decision.judgements
    if not judgements:
        return ""
    asked, against = _questions(step.read), _not_taken(step)
    items = (
        f"<li>{inline(asked.get(judgement.question, judgement.question))} <b>{judgement.answer}</b>"
        f"{f' <q>{inline(judgement.quote, 160)}</q>' if judgement.quote else ''}"
        f"{f' {_refusal(step)}' if judgement in against else ''}</li>"
        for judgement in judgements
    )
    return f'<ul class="plain">{"".join(items)}</ul>'


def _questions(read: Sequence[ReadBrief]) -> Mapping[str, str]:
    """What was asked, by its id, as far as the record tells it."""
    lines = (line for brief in read for part in brief.parts if part.name == _ASKED for line in part.text.split("\n"))
    return {
        name: sentence(words) for name, parted, words in (line.partition(": ") for line in lines) if parted and words
    }


def _not_taken(step: StoryStep) -> Sequence[Judgement]:
    """The answers that were not taken: those whose quote a reason speaks of, or the only one."""
    judgements = step.transition.decision.judgements
    if not step.refused or len(judgements) == 1:
        return judgements if step.refused else ()
    return [one for one in judgements if one.quote and any(repr(one.quote[:80]) in why for why in step.refused)]


def _refusal(step: StoryStep) -> str:
    """That something was not taken, which leads to why."""
    return f'<a href="#{step.told_refused}">{mark(NOT_TAKEN)}</a>'


def _verdict(step: StoryStep) -> str:
    transition = step.transition
    told = mark(EFFECTS[effect_of(transition)], CAUSES[transition.cause])
    return f"{told} {_refusal(step)}" if step.refused and not _not_taken(step) else told


def _fields(transition: Transition) -> str:
    decision = transition.decision
    parts: list[str] = []
    if decision.fields:
        parts.append(details("What the guides asked for", decision.fields))
    if decision.dropped_fields:
        parts.append(f'<p class="quiet">Malformed and dropped: {inline(", ".join(decision.dropped_fields))}</p>')
    return "".join(parts)


def details(summary: str, data: Any) -> str:
    """JSON that can be opened."""
    shown = json.dumps(data, ensure_ascii=False, indent=1, default=str)
    return f"<details><summary>{inline(summary)}</summary><pre>{text(shown, 6000)}</pre></details>"


def _cost(step: StoryStep) -> str:
    transition, usage, spent = step.transition, step.transition.usage, step.spent
    busy = sum(attempt.busy_seconds for attempt in transition.attempts)
    parts = [seconds_words(transition.seconds)]
    if busy:
        parts.append(f"page busy {seconds_words(busy)}")
    if usage.requests:
        cached = f" ({count_words(usage.cached_tokens, 'cached', 'cached')})" if usage.cached_tokens else ""
        parts += [count_words(usage.requests, "request"), f"{count_words(usage.tokens, 'token')}{cached}"]
        parts.append(dollars_words(usage.dollars))
    actor = f"decided by {inline(transition.decision.actor, 60)}"
    total = " · ".join(
        (count_words(spent.requests, "request"), count_words(spent.tokens, "token"), dollars_words(spent.dollars))
    )
    return f'<p class="cost">{" · ".join([*parts, actor])}{f"<br>So far {total}" if spent.requests else ""}</p>'
