"""Which views are told at a step (the paper, section 5: activate views only where they are needed).

Views cost attention. In the paper the whole representation gains 12 points on tasks of 25 steps and loses 3 on tasks of
13 (tables 1 and 2); without the view of the last step it loses nothing there. So by default a view is told where there
is something that the history does not say by itself.

On development tasks with a simulated actor the thresholds are worth as much as telling everything, for 22 % fewer
tokens, and by the rule of `sextant bench guides -o thresholds=sweep` none gives way to a cheaper one (decision 0014).
What reading costs a model in attention, no simulation shows.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sextant.guides.task_state.state import State

__all__ = ["DEFAULT", "Thresholds", "active"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the rule goes by.

    Attributes:
        long: Steps from which on a task is long: above the mean of the paper's short benchmark, below that of its long
            one.
        many: Requirements, or lines, of which one is easily forgotten; from ten on short tasks lose points.
        recent: For so many steps after it a failure, or a change of app, counts.
    """

    long: int = 15
    many: int = 3
    recent: int = 3


DEFAULT = Thresholds()


def active(state: State, step: int, lines: int = 0, thresholds: Thresholds = DEFAULT) -> Collection[str]:
    """The views that the rule tells at a step of an instruction of so many numbered lines.

    - `transition`: after a step that was uncertain, failed or was not carried out, after something came in between,
      and after another app came to the front.
    - `tracker`: on long tasks, after failures, where requirements or lines are many, and where one was left out.
    - `summary`: on long tasks and after another app came to the front.
    """
    long = step >= thresholds.long
    failed = any(step - thresholds.recent <= number for number in state.failures)
    switched = state.switched >= 0 and step - state.switched <= thresholds.recent
    doubtful = state.last.effective is not True and state.last.kind not in ("", "noted")
    found: set[str] = set()
    if doubtful or state.last.interrupt or switched:
        found.add("transition")
    many = max(len(state.requirements), lines) >= thresholds.many
    if long or failed or many or state.way.ahead or state.way.wrong:
        found.add("tracker")
    if long or switched:
        found.add("summary")
    return found
