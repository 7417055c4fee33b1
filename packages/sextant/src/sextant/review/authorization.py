"""Finds the words of the user that ask for an irreversible act: in the goal, the program or a variable."""

from collections.abc import Callable, Sequence

from sextant.dataclass import dataclass
from sextant.prompts.positions import places
from sextant.review.hit_test import pressed_by_enter, reached, typed_into
from sextant.state.rows import row_elements, row_name
from sextant.text import folded, stands_in
from sextant.text.legible import state_in_words
from sextant.types.actions import Action, InputText, KeyboardEnter, OpenApp, targets_of
from sextant.types.decisions import Decision, Objection
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Policy

__all__ = [
    "AuthoritySource",
    "Sources",
    "authorization_objections",
    "control_in_words",
    "control_of",
    "label_allowed",
    "label_of",
    "source_of",
    "touch_in_words",
]

_LONGEST_LABEL = 120
_MAX_SWITCHES = 3
_ON_OR_OFF = frozenset({"checked", "pressed", "unchecked", "unpressed"})  # structural: states

EVERY_ACT = "*"
"""In `Policy.allowed_acts`: allows acts with any label."""


@dataclass(frozen=True, slots=True)
class AuthoritySource:
    """A text from the user that may ask for an act: `goal`, `program`, or `variable NAME` with its value."""

    name: str
    text: str


Sources = Callable[[], Sequence[AuthoritySource]]
"""Returns the current texts that may ask for an act; variables change during a run."""


def source_of(span: str, sources: Sequence[AuthoritySource]) -> AuthoritySource | None:
    """The first text that contains the quote verbatim; None if there is none."""
    return next((source for source in sources if stands_in(span, source.text)), None)


def control_of(action: Action, screen: Screen) -> Element | None:
    """The control that an action presses: the one at its point, or the button of its Enter key; None if none.

    A control that lies within the target takes the touch, and is judged by its own label.
    """
    if isinstance(action, KeyboardEnter | InputText) and (buttons := pressed_by_enter(action, screen)):
        return buttons[0]
    targets = targets_of(action)
    return reached(action, targets[0], screen) if targets else None


def label_of(action: Action, screen: Screen) -> str:
    """The label of the control that an action presses; empty if there is none."""
    element = control_of(action, screen)
    return "" if element is None else element.label


def touch_in_words(action: Action, screen: Screen) -> str:
    """Describes the touched control by role, label and row: `click on button 'Delete' in row 'Invoice'`."""
    control = control_of(action, screen)
    what = "" if control is None else control_in_words(control, screen)
    if control is not None and control.label and (row := row_name(control, screen)):
        what += f" in row {row!r}{_row_switches(control, screen)}"
    if isinstance(action, KeyboardEnter):
        field = typed_into(action, screen)
        into = "" if field is None or field == control else f" in {control_in_words(field, screen)}"
        return f"the Enter key{into}{f', which presses {what}' if what else ''}"
    if isinstance(action, OpenApp):
        return f"opened {action.name[:_LONGEST_LABEL]!r}"
    kind = action.kind.replace("_", " ")
    return f"{kind} on {what}" if what else kind


def _row_switches(control: Element, screen: Screen) -> str:
    """The states of the other switches in the row of a control: ` (switch 'Active' not checked)`."""
    told = [
        f"{control_in_words(one, screen)} {state_in_words(state)}"
        for one in row_elements(control, screen)
        if one is not control
        for state in sorted(one.states & _ON_OR_OFF)
    ]
    return f" ({', '.join(told[:_MAX_SWITCHES])})" if told else ""


def control_in_words(control: Element, screen: Screen) -> str:
    """The role and label of a control, never the content of a field; without a label, its position."""
    label = control.name or control.hint if "type" in control.affordances else control.label
    if label:
        return f"{control.role} {label[:_LONGEST_LABEL]!r}"
    return f"{control.role} without a name {places(screen, (control,)).get(control.index, '')}".rstrip()


def label_allowed(label: str, policy: Policy) -> bool:
    """Whether the policy allows acts with that label."""
    allowed = {folded(act) for act in policy.allowed_acts}
    return EVERY_ACT in allowed or (bool(label) and folded(label) in allowed)


def authorization_objections(
    decision: Decision, screen: Screen, policy: Policy, sources: Sequence[AuthoritySource]
) -> tuple[Objection, ...]:
    """The objection to an irreversible act that the policy denies, or that no words of the user ask for."""
    if not decision.irreversible or policy.irreversible == "allow":
        return ()
    if label_allowed(label_of(decision.action, screen), policy):
        return ()
    if policy.irreversible == "deny":
        return (
            Objection(
                "authorization",
                "this run does nothing that cannot be taken back; do without this act, or claim that the goal is "
                "infeasible",
            ),
        )
    span = decision.authorised_by
    if span and source_of(span, sources) is not None:
        return ()
    places = ", ".join(source.name for source in sources)
    missing = f"{span[:200]!r} stands in none of them" if span else "none were given"
    return (
        Objection(
            "authorization",
            "an act that cannot be taken back needs authorised_by: words that ask for it, verbatim from one of these: "
            f"{places}; {missing}. Quote such words, choose another act, or end with status infeasible",
            ask=True,
        ),
    )
