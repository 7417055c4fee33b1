"""The cases of a world, put before the review as a run would put them."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from sextant.perception.perceive import Perceiver
from sextant.review import OPEN_ACTS, RuleReviewer
from sextant.review.hit_test import reaches
from sextant.state import PROGRESS, EventLog
from sextant.types import actions as act
from sextant.types.decisions import Decision
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Transition
from sextant_bench.review.wrong_decisions import SECRET, Changed, absent, foreign
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.recipe import Family
from sextant_worlds.oracle.decisions import action_of
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.oracle.walker import ReadNote, ReferenceEnd
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

__all__ = ["WRONG", "Class", "ReviewedDecision", "judge_world", "walk"]

_LONGEST = 60
_ALPHABET = "bdfgklmnprstvzаеикмнорстуйあいえおかきく"

Class = Literal["right", "absent", "foreign", "unauthorised"]

WRONG: tuple[Class, ...] = ("absent", "foreign", "unauthorised")
"""What structure shows to be wrong: each has to be vetoed."""


@dataclass(frozen=True, slots=True)
class ReviewCase:
    """One decision. `kind` tells within its class, `where` names the world or page it is of."""

    truth: Class
    kind: str
    where: str
    task: Task
    screen: Screen
    decision: Decision
    at: int = 0
    """Of which step of the oracle it takes the place."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """One decision after its review. `vetoes` and `advice` are the rules that spoke against it."""

    truth: Class
    kind: str
    where: str
    said: str
    goal: str
    vetoes: tuple[str, ...]
    advice: tuple[str, ...]
    why: str = ""

    @property
    def vetoed(self) -> bool:
        return bool(self.vetoes)

    @property
    def advised(self) -> bool:
        """Whether there was advice and no veto."""
        return bool(self.advice) and not self.vetoes


@dataclass(frozen=True, slots=True)
class RightDecision:
    """One right decision: what is shown, what is done to which element."""

    screen: Screen
    action: act.Action
    element: Element | None


@dataclass(frozen=True, slots=True)
class OracleWalk:
    """A whole walk, and the screen at its end."""

    moments: tuple[RightDecision, ...]
    end: Screen


def walk(world: World, longest: int = 200) -> OracleWalk:
    """The walk of the oracle; touches that change nothing are left out.

    Raises:
        LostError: The reference cannot be carried out.
    """
    twin, perceive, noted = Twin(world), Perceiver(), list[ReadNote]()
    oracle = Oracle(world)
    walker = oracle.walker(oracle.moves(lambda: twin.state), noted.append)
    moments: list[RightDecision] = []
    screen = perceive(twin.observation())
    while len(moments) < longest:
        screen = perceive(twin.observation())
        wish = walker.next(screen)
        if isinstance(wish, ReferenceEnd):
            break
        state = twin.snapshot()
        if not twin.perform(wish.gesture) and isinstance(wish.gesture, act.Tap):
            twin.restore(state)
            continue
        moments.append(RightDecision(screen, action_of(wish, screen), wish.element))
    return OracleWalk(tuple(moments), perceive(twin.observation()))


def judge_world(seed: int, family: Family, each: int) -> tuple[ReviewedDecision, ...]:
    """The oracle's decisions in the world of a seed, and at most `each` wrong ones of every class and kind.

    Raises:
        UsageError: No world can be written from that seed.
        LostError: The oracle does not come through.
    """
    rng = random.Random(f"review/{family}/{seed}")  # noqa: S311 - what is tried, not secrecy
    locale = "zh" if seed % 4 == 3 else "en"
    world = build(seed, Dials(popups=int(seed % 3 == 1)), TaskRecipe("", family, 1, _LONGEST, locale))
    way = walk(world)
    cases = sorted(_cases(world, way, each, rng), key=lambda case: (case.at, case.truth == "right"))
    desk = _Desk(frozenset({*(app.name for app in world.apps), *(app.id for app in world.apps)}))
    found: list[ReviewedDecision] = []
    for case in cases:
        found.append(desk.judge(case))
        if case.truth == "right":
            desk.carry_out(case, way)
    return tuple(found)


class _Desk:
    """The review as a run has it. It remembers the oracle's steps; of a wrong decision it remembers nothing."""

    def __init__(self, apps: frozenset[str]) -> None:
        self._log = EventLog((PROGRESS, OPEN_ACTS))
        self._reviewer = RuleReviewer(self._log, apps.__contains__)

    def judge(self, case: ReviewCase) -> ReviewedDecision:
        """What the review says."""
        found = self._reviewer.objections(case.decision, case.screen, case.task)
        return ReviewedDecision(
            case.truth,
            case.kind,
            case.where,
            case.decision.action.kind,
            case.task.goal,
            tuple(one.rule for one in found if not one.advisory),
            tuple(one.rule for one in found if one.advisory),
            "; ".join(one.message for one in found),
        )

    def carry_out(self, case: ReviewCase, way: OracleWalk) -> None:
        """Takes note of a step of the oracle, whatever was said against it."""
        after = way.moments[case.at + 1].screen if case.at + 1 < len(way.moments) else way.end
        final = self._reviewer.irreversible(case.decision, case.screen)
        attempt = Attempt(f"{case.at}.oracle", act.Pause(0.0))
        step = Transition(case.at, case.screen, case.decision, after, "effective", (attempt,), irreversible=final)
        self._log.append(step)


def _cases(world: World, way: OracleWalk, each: int, rng: random.Random) -> Iterator[ReviewCase]:
    origins = {moment.screen.app for moment in way.moments}
    origins |= {f"{origin.partition(':')[0]}:{app.id}" for origin in origins for app in world.apps}
    task = Task(world.task.goal, policy=Policy(tuple(sorted(origins))), secrets=(SECRET,))
    for at, moment in enumerate(way.moments):
        span = _span(task.goal, rng)
        decision = Decision(moment.action, moment.screen.digest, irreversible=bool(at % 2), authorised_by=span)
        yield ReviewCase("right", moment.action.kind, world.id, task, moment.screen, decision, at)
    screens = [moment.screen for moment in way.moments]
    for at in rng.sample(range(len(screens)), min(each, len(screens))):
        found = absent(screens[at], screens[max(0, at - 1)], rng)
        yield from _changed("absent", found, world, task, at)
    for at in rng.sample(range(len(screens)), min(each, len(screens))):
        yield from _changed("foreign", foreign(screens[at], rng), world, task, at)
    acting = [at for at, moment in enumerate(way.moments) if reaches(moment.action)]  # a wait needs nobody's word
    for at in rng.sample(acting, min(each, len(acting))):
        yield from _unauthorised(way.moments[at], world, task, at, rng)


def _changed(truth: Class, found: Iterable[Changed], world: World, task: Task, at: int) -> Iterator[ReviewCase]:
    for one in found:
        yield ReviewCase(truth, one.kind, world.id, task, one.screen, Decision(one.action, one.screen.digest), at)


def _unauthorised(moment: RightDecision, world: World, task: Task, at: int, rng: random.Random) -> Iterator[ReviewCase]:
    """The oracle's own act, called irreversible, with words that the goal does not hold."""
    spans = {"no_span": "", "made_up": "".join(rng.choices(_ALPHABET, k=12)), "cut_word": _span(task.goal, rng) + "q"}
    spans["of_the_screen"] = _foreign_words(moment.screen, task.goal)
    for kind, span in spans.items():
        decision = Decision(moment.action, moment.screen.digest, irreversible=True, authorised_by=span)
        yield ReviewCase("unauthorised", kind, world.id, task, moment.screen, decision, at)


def _span(goal: str, rng: random.Random) -> str:
    """Some words of the goal, one after the other, the last of them whole."""
    words = goal.split()
    first = rng.randrange(len(words))
    return " ".join(words[first : first + rng.randint(1, 6)])


def _foreign_words(screen: Screen, goal: str) -> str:
    """A label of the screen that the goal does not hold."""
    low = goal.casefold()
    return next((one.label for one in screen.elements if one.label and one.label.casefold() not in low), "")
