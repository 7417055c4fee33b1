"""Updates of the task state by a model, and what becomes of them: evidence decides, and nothing is lost.

What a model says is done stands as said. It is shown where a verdict says so, or where the words it quotes stand on the
screen and speak of it. An update that goes against a verdict, leaves requirements out or calls everything done at once
is refused in that part, and counted. So is one whose quote denies it; one that quotes no more than what stood there
before the last act, or when the page was opened, is said, and not shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.contracts import ClaimKeeper
from sextant.evidence import held
from sextant.evidence.goals import says
from sextant.guides.task_state.pages import Pages
from sextant.guides.task_state.quotes import denies, only_leads, only_looks, tells_a_state
from sextant.guides.task_state.requirements import Requirement, akin, names_in, refined, short, telling, words_of
from sextant.guides.task_state.state import State, milestone
from sextant.guides.task_state.step import is_offer
from sextant.types.evidence import Claim, ClaimStatus, Effect, TextVisible, Verdict
from sextant.types.refs import collapse
from sextant.types.screens import Screen

__all__ = ["Mark", "Milestones", "Update", "apply", "open_items", "standing", "supported"]

MOST_AT_ONCE = 2
"""Requirements that one step may finish without a quote for each."""
_LEAST_QUOTE = 2
_SUMMARY = 300
_CLOSE = 0.5


@dataclass(frozen=True, slots=True)
class Mark:
    """A requirement that is said to be done, or not needed: by its id or in words, with what the screen says of it."""

    which: str
    quote: str = ""
    unneeded: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """What a model says of the state; None where it says nothing of that part."""

    marks: tuple[Mark, ...] = ()
    decomposition: tuple[str, ...] = ()
    remaining: tuple[str, ...] | None = None
    summary: str = ""
    subgoal: str = ""
    focus: str = ""
    result: str = ""
    effective: bool | None = None


class Milestones:
    """The claims that requirements are met: a view of the ledger."""

    def __init__(self, ledger: ClaimKeeper) -> None:
        self._ledger = ledger

    def statuses(self) -> dict[str, ClaimStatus]:
        """Status by item, of those that were ever claimed."""
        return {
            claim.id.removeprefix("milestone:"): claim.status
            for claim in self._ledger.claims
            if claim.kind == "milestone"
        }

    def propose(self, item: str, text: str, step: int) -> None:
        self._ledger.propose(Claim(milestone(item), "milestone", short(text), "done", step=step))

    def decide(self, item: str, text: str, step: int, verdict: Verdict) -> None:
        """Applies a verdict to the claim, which is entered where it never was."""
        self.propose(item, text, step)
        self._ledger.decide(milestone(item), verdict)

    def attest(self, item: str, text: str, step: int, quote: str, screen: Screen, holds: bool = True) -> bool:
        """Applies a model's judgement where the words it quotes stand on the screen; whether they do."""
        cited = standing(quote, screen, step)
        if cited is None:
            return False
        outcome = "holds" if holds else "fails"
        judged = Verdict(Effect(short(text)), outcome, f"judged from {short(quote)!r}", cited.evidence, attested=True)
        self.decide(item, text, step, judged)
        return True


def standing(quote: str, screen: Screen, step: int) -> Verdict | None:
    """The verdict that quoted words stand on the screen; None where they do not, or are none."""
    told = short(quote)
    if len(collapse(told)) < _LEAST_QUOTE:
        return None
    found = held(TextVisible(told), screen, step)
    return found if found.outcome == "holds" else None


def open_items(state: State, statuses: Mapping[str, ClaimStatus]) -> list[Requirement]:
    """Requirements that nothing shows to be done, and that are needed."""
    settled = {item for item, status in statuses.items() if status in ("attested", "verified")}
    gone = settled | set(state.unneeded) | set(state.believed) | set(state.dropped)
    return [item for item in state.requirements if item.id not in gone]


def apply(
    update: Update, state: State, milestones: Milestones, screen: Screen, step: int, trust: bool, failed: bool
) -> None:
    """Takes an update over, as far as evidence lets it: its quotes have to stand on the screen.

    With `trust` it is taken at its word, whatever is shown: what the representation does without evidence. `failed`
    says that the step that it speaks of had no effect; what stood there before the last act is `state.before`.
    """
    state.summary = short(update.summary, _SUMMARY) or state.summary
    state.subgoal = short(update.subgoal)
    state.focus = short(update.focus)
    told = (*update.decomposition, *(update.remaining or ()))
    state.requirements = refined(
        state.requirements, [text for text in told if _meant(text, state.requirements) is None]
    )
    if trust:
        _believe(update, state)
        return
    before = open_items(state, milestones.statuses())
    marked = [(item, mark) for mark in update.marks if (item := _meant(mark.which, state.requirements)) is not None]
    unknown = len(update.marks) - len(marked)
    if unknown:
        state.flag("nothing of the task", f"{unknown} marked")
    fresh = {item.id: mark for item, mark in marked if item in before}
    for item in [item for item in before if item.id in fresh and fresh[item.id].unneeded]:
        _unneeded(item, fresh.pop(item.id), state, screen, step)
    _finish(
        [(item, fresh[item.id]) for item in before if item.id in fresh], before, state, milestones, screen, step, failed
    )
    if update.remaining is not None:
        _kept(update, [item for item in before if item.id not in fresh], state)


def _finish(
    marked: Sequence[tuple[Requirement, Mark]],
    before: Sequence[Requirement],
    state: State,
    milestones: Milestones,
    screen: Screen,
    step: int,
    failed: bool,
) -> None:
    """Each mark becomes a shown or a said milestone, or is refused."""
    denied = [item for item, mark in marked if mark.quote and denies(mark.quote, item.text)]
    for item in denied:
        state.flag("denied by its quote", item.text)
    marked = [(item, mark) for item, mark in marked if item not in denied]
    pages = Pages(state.pages)
    shown = {item.id: mark.quote for item, mark in marked if supported(item, mark, screen, step, state.before, pages)}
    everything = len(marked) > 1 and len(marked) == len(before)
    at_once = everything or len(marked) > MOST_AT_ONCE
    statuses = milestones.statuses()
    quotes = {collapse(quote) for quote in shown.values()}
    for item, mark in marked:
        if item.id in shown and (not at_once or len(quotes) == len(shown)):
            milestones.attest(item.id, item.text, step, mark.quote, screen)
            state.said.pop(item.id, None)
        elif at_once:
            state.flag("everything at once" if everything else "too much at once", item.text)
        elif statuses.get(item.id) == "contradicted" or failed:
            state.flag("against the evidence", item.text)
        else:
            milestones.propose(item.id, item.text, step)
            state.said.setdefault(item.id, step)


def supported(
    item: Requirement, mark: Mark, screen: Screen, step: int, before: str | None, pages: Pages | None = None
) -> bool:
    """Whether quoted words stand on the screen, speak of the requirement, and neither deny nor merely offer it.

    `before` is what stood there before the last act; None where there was none. What stood there all along shows
    nothing done, nor does what a page held when it was opened (`pages`; None where to come to a page is enough), unless
    it says a state, or nothing but looking is wanted.
    """
    cited = standing(mark.quote, screen, step)
    if cited is None or denies(mark.quote, item.text):
        return False
    if any(is_offer(found, screen, item.text) for found in cited.evidence):
        return False
    old = before is None or collapse(mark.quote) in before
    found = pages is not None and not only_leads(item.text) and not pages.brought(cited.evidence, screen)
    if (old or found) and not (only_looks(item.text) or tells_a_state(mark.quote, item.text) or _is_on(cited, screen)):
        return False
    names, words, said = names_in(item.text), telling(item.text), words_of(mark.quote)
    named = any(says(name, mark.quote) for name in names)
    return named or any(akin(word, other) for word in words for other in said)


def _is_on(cited: Verdict, screen: Screen) -> bool:
    """Whether what is quoted is a control that is ticked or chosen: it says so without a word."""
    shown = [screen.element(found.element) for found in cited.evidence if found.element is not None]
    return any(one is not None and one.states & {"checked", "selected", "pressed"} for one in shown)


def _unneeded(item: Requirement, mark: Mark, state: State, screen: Screen, step: int) -> None:
    if standing(mark.quote, screen, step) is None:
        state.flag("dropped", item.text)
        return
    state.unneeded[item.id] = short(mark.quote)


def _kept(update: Update, before: Sequence[Requirement], state: State) -> None:
    """Requirements that an update no longer names stay; that it left them out is counted."""
    named = {item.id for text in update.remaining or () if (item := _meant(text, state.requirements)) is not None}
    for item in before:
        if item.id not in named and item.own:
            state.flag("dropped", item.text)


def _believe(update: Update, state: State) -> None:
    """The update as it stands: what it calls done is done, what it leaves out is gone."""
    done = [item.id for mark in update.marks if (item := _meant(mark.which, state.requirements)) is not None]
    state.believed = list(dict.fromkeys([*state.believed, *done]))
    if update.remaining is None:
        return
    named = {item.id for text in update.remaining if (item := _meant(text, state.requirements)) is not None}
    rest = [item.id for item in state.requirements if item.id not in named and item.id not in state.believed]
    state.dropped = rest
    state.believed = [item for item in state.believed if item not in named]


def _meant(which: str, requirements: Sequence[Requirement]) -> Requirement | None:
    """The requirement that an id or a text means; of texts the closest one."""
    told = short(which)
    head = told.partition(":")[0].strip().casefold()
    for item in requirements:
        if head == item.id or (item.line and head == f"line {item.line}"):
            return item
    scored = [(_closeness(told, item.text), item) for item in requirements]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= _CLOSE else None


def _closeness(one: str, other: str) -> float:
    """How much two texts say the same, 0-1; 0 where one names what the other does not."""
    if collapse(one).strip(" .") == collapse(other).strip(" ."):
        return 1.0
    names = {collapse(name) for name in names_in(other)}
    if names and not all(says(name, one) for name in names):
        return 0.0
    mine, theirs = telling(one), telling(other)
    if not theirs:
        return float(bool(names))
    shared = sum(any(akin(word, own) for own in mine) for word in theirs)
    extra = max(0, len(mine) - shared)
    return shared / (len(theirs) + extra / 2)
