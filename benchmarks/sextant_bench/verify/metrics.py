"""From judged steps to figures: how often the executor's word is true, and how often it says what is not."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sextant.types.transitions import Effectiveness
from sextant_bench.figures import Figure, Json, Listing
from sextant_bench.statistics import share, wilson
from sextant_bench.verify.episode import JudgedStep
from sextant_bench.verify.expectations import Stating

__all__ = [
    "ACCURACY",
    "FALSE_SUCCESS",
    "UNDECIDED",
    "Judgements",
    "VerdictTally",
    "baselines_of",
    "confusion",
    "figures_of",
    "listing",
    "tally",
    "telling",
]

ACCURACY, FALSE_SUCCESS, UNDECIDED = 0.98, 0.005, 0.1

Word = Callable[[JudgedStep], Effectiveness]


@dataclass(frozen=True, slots=True)
class VerdictTally:
    """Counts over judged steps; a share of nothing is no number.

    Attributes:
        steps: All that were judged.
        right: Decided, and so it was.
        decided: Called effective or ineffective.
        false_successes: Called effective, and was not.
        false_failures: Called ineffective, and was not.
        expectations: Single expectations that were decided and that the true screens decide.
        expectations_right: Those of which both say the same.
    """

    steps: int
    right: int
    decided: int
    false_successes: int
    false_failures: int
    expectations: int
    expectations_right: int

    @property
    def accuracy(self) -> float:
        return share(self.right, self.decided)

    @property
    def false_success(self) -> float:
        return share(self.false_successes, self.steps)

    @property
    def undecided(self) -> float:
        return share(self.steps - self.decided, self.steps)

    @property
    def expectation_accuracy(self) -> float:
        return share(self.expectations_right, self.expectations)


def _at_once(step: JudgedStep) -> Effectiveness:
    return step.said


def tally(steps: Iterable[JudgedStep], word: Word = _at_once) -> VerdictTally:
    """Counts what the executor said at the end of each step, or another word on it."""
    counts: Counter[str] = Counter()
    for step in steps:
        said = word(step)
        counts["steps"] += 1
        counts["decided"] += said != "uncertain"
        counts["right"] += said != "uncertain" and (said == "effective") == step.worked
        counts["false success"] += said == "effective" and not step.worked
        counts["false failure"] += said == "ineffective" and step.worked
        for _, outcome, true in step.verdicts:
            both = "undecided" not in (outcome, true)
            counts["expectations"] += both
            counts["expectations right"] += both and outcome == true
    return VerdictTally(
        counts["steps"],
        counts["right"],
        counts["decided"],
        counts["false success"],
        counts["false failure"],
        counts["expectations"],
        counts["expectations right"],
    )


def _last_word(step: JudgedStep) -> Effectiveness:
    return step.last_word


def _believed(step: JudgedStep) -> Effectiveness:
    del step  # no injection that is counted here raised an error
    return "effective"


def _seen_to_change(step: JudgedStep) -> Effectiveness:
    return "effective" if step.changed else "ineffective"


@dataclass(frozen=True, slots=True)
class Judgements:
    """What was judged, by how it was played: as in `STYLES`, and `mixed` on a device that tells of no receipt."""

    mixed: Sequence[JudgedStep] = ()
    wrong: Sequence[JudgedStep] = ()
    generic: Sequence[JudgedStep] = ()
    blind: Sequence[JudgedStep] = ()

    @property
    def telling(self) -> Sequence[JudgedStep]:
        """Those of the headline: the mixed ones of which something was said, right or wrong."""
        return telling(self.mixed)

    def stated(self, how: Stating) -> list[JudgedStep]:
        """All that were judged by such an expectation on a device that tells everything."""
        return [step for step in (*self.mixed, *self.wrong, *self.generic) if step.stated == how]


def telling(steps: Iterable[JudgedStep]) -> list[JudgedStep]:
    """The steps of which something was expected that is not true of almost any."""
    return [step for step in steps if step.stated != "vague"]


def figures_of(judged: Judgements) -> tuple[Figure, ...]:
    """The figures with their targets, of the executor's word when the step ends; then what later looks add."""
    mixed = judged.telling
    own, later = tally(mixed), tally(mixed, _last_word)
    struck = tally(step for step in mixed if step.faults)
    bound = wilson(own.false_successes, own.steps) if own.steps else None
    figures = [
        Figure("verdict_accuracy", own.accuracy, ACCURACY),
        Figure("false_success", own.false_success, FALSE_SUCCESS, better="low"),
        Figure("undecided_rate", own.undecided, UNDECIDED, better="low"),
        Figure("expectation_accuracy", own.expectation_accuracy, ACCURACY),
        Figure("false_failure", share(own.false_failures, own.steps)),
        Figure("struck", struck.steps, unit="steps"),
        Figure("struck_verdict_accuracy", struck.accuracy),
        Figure("struck_false_success", struck.false_success),
        Figure("struck_undecided_rate", struck.undecided),
        Figure("verdict_accuracy_later", later.accuracy),
        Figure("false_success_later", later.false_success),
        Figure("undecided_rate_later", later.undecided),
        *_own_figures("right", judged.stated("right")),
        *_own_figures("wrong", judged.stated("wrong"), None, FALSE_SUCCESS),
        *_own_figures("vague", judged.stated("vague")),
        *_own_figures("by_state", [step for step in mixed if step.by == "state"]),
        *_own_figures("by_screen", [step for step in mixed if step.by == "screen"]),
        *_own_figures("blind", telling(judged.blind), ACCURACY, FALSE_SUCCESS),
    ]
    if bound is not None:
        figures.insert(2, Figure("false_success_high", bound.high))
    return tuple(figures)


def _own_figures(
    name: str, steps: Sequence[JudgedStep], accuracy: float | None = None, false_success: float | None = None
) -> list[Figure]:
    """The three figures of a part of the steps, and how many those are."""
    counted = tally(steps)
    return [
        Figure(f"{name}_verdict_accuracy", counted.accuracy, accuracy),
        Figure(f"{name}_false_success", counted.false_success, false_success, better="low"),
        Figure(f"{name}_false_failure", share(counted.false_failures, counted.steps), better="low"),
        Figure(f"{name}_undecided_rate", counted.undecided, better="low"),
        Figure(f"{name}_steps", counted.steps, unit="steps"),
    ]


def baselines_of(mixed: Sequence[JudgedStep]) -> tuple[Figure, ...]:
    """Believing the device that an injection went well, and taking any change of the screen for the effect.

    Who believes the first injection makes no other: its truth is that of the first.
    """
    found: list[Figure] = []
    once = [replace(step, worked=step.at_first) for step in mixed]
    for name, steps, word in (("api_believed", once, _believed), ("screen_changed", mixed, _seen_to_change)):
        counted = tally(steps, word)
        found += [
            Figure(f"{name}_verdict_accuracy", counted.accuracy),
            Figure(f"{name}_false_success", counted.false_success),
            Figure(f"{name}_undecided_rate", counted.undecided),
        ]
    return tuple(found)


def confusion(steps: Iterable[JudgedStep]) -> dict[str, Json]:
    """How many steps were called what, of those that worked and of those that did not."""
    counts = Counter((step.worked, step.said) for step in steps)
    return {
        truth: {said: counts[worked, said] for said in ("effective", "ineffective", "uncertain")}
        for truth, worked in (("worked", True), ("did_not", False))
    }


def listing(by_fault: Mapping[str, Sequence[JudgedStep]], title: str) -> Listing:
    """A line a fault."""
    rows: list[tuple[str, ...]] = []
    for name, steps in by_fault.items():
        own, later = tally(steps), tally(steps, _last_word)
        struck, failed = sum(bool(step.faults) for step in steps), sum(not step.worked for step in steps)
        rows.append(
            (
                name,
                str(own.steps),
                str(struck),
                str(failed),
                f"{own.accuracy:.4f}",
                f"{own.false_success:.4f}",
                f"{own.undecided:.3f}",
                f"{later.undecided:.3f}",
            )
        )
    headings = ("fault", "steps", "struck", "did not work", "accuracy", "false success", "undecided", "undecided later")
    return Listing(title, headings, tuple(rows))
