"""The candidates of an unsure end as a gallery: the picture of each, with the step it was seen at and the command."""

from collections.abc import Sequence

from sextant.journal.candidates import CandidateSummary
from sextant.journal.replay.markup import inline
from sextant.journal.replay.screens import FrameSheet
from sextant.journal.replay.story import StoryStep


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
