"""`SequenceActor`: carries out the further actions of a decision step by step, without asking for each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sextant.actors.reuse.recording import TargetMark, target_mark
from sextant.actors.reuse.repetition import aimed
from sextant.elements.refs import collapse, ref_of
from sextant.prompts import action_words
from sextant.protocols import Actor
from sextant.types.actions import Action, ByPoint, InputText, targets_of
from sextant.types.decisions import THEN, Act, Brief, Decision, Judgement, Objection, Profile
from sextant.types.evidence import ElementState, FieldHas, Predicate
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["SequenceActor"]

_CHOICES = frozenset(  # structural: ARIA roles
    {"checkbox", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch"}
)


@dataclass(frozen=True, slots=True)
class _Rest:
    """The further actions that are left, each with the marks of its targets.

    Attributes:
        brief: The brief of the decision that listed them.
        undone: The steps of a program that this decision answered are not done.
        expected: What the decision predicts of the elements of these actions.
        carried_out: Whether the last step was of the list, and worked.
    """

    actions: tuple[tuple[Action, tuple[TargetMark, ...]], ...]
    brief: Brief
    undone: frozenset[str]
    expected: tuple[Predicate, ...] = ()
    carried_out: bool = False


class SequenceActor:
    """Takes a decision's further actions (`Decision.then`) one after another; asks another actor for all else.

    An action of the list is taken only if the step before it was of the list and worked, nothing came in between, the
    course asks and says nothing new, and the screen is still the same one. Its targets must be there once, enabled,
    uncovered and in the same state as on the screen of the decision. Otherwise the rest is dropped, and the other actor
    decides. A resumed run begins without a rest. The decisions are reviewed and executed like any others.

    A program asks at each step whether its present step is done. If the decision with the list said no to that, the
    decisions of the list say it again; after the last one, the other actor is asked.
    """

    def __init__(self, inner: Actor) -> None:
        self._inner = inner
        self._rest: _Rest | None = None

    @property
    def profile(self) -> Profile:
        return self._inner.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        rest, self._rest = self._rest, None
        found = None if rest is None or objections else _next_decision(rest, brief)
        if rest is not None and found is not None:
            self._rest = replace(rest, actions=rest.actions[1:], carried_out=False)
            return found
        decision = self._inner.decide(brief, objections, rejected)
        marked = _marked(decision.then, brief.screen)
        of_others, own = _divided(decision, [action for action, _ in marked], brief.screen)
        self._rest = _Rest(marked, brief, _undone(decision, brief.directive), of_others)
        return decision if not of_others else replace(decision, expectations=own)

    def observe(self, transition: Transition) -> None:
        self._inner.observe(transition)
        rest = self._rest
        if rest is not None:
            goes_on = not (rest.carried_out or transition.interrupt) and _carried_out(transition)
            self._rest = replace(rest, carried_out=True) if goes_on else None

    def snapshot(self) -> Json:
        return self._inner.snapshot()

    def restore(self, state: Json) -> None:
        """Restores the other actor; what was left of a list is dropped."""
        self._inner.restore(state)
        self._rest = None


def _marked(actions: Sequence[Action], screen: Screen) -> tuple[tuple[Action, tuple[TargetMark, ...]], ...]:
    """The actions with the marks of their targets, up to the first with a point, a twin, or no field for its text."""
    found: list[tuple[Action, tuple[TargetMark, ...]]] = []
    for action in actions:
        targets = [None if isinstance(one, ByPoint) else screen.element(one.index) for one in targets_of(action)]
        marks = tuple(target_mark(screen, one) for one in targets if one is not None)
        if len(marks) < len(targets) or any(_only(screen, mark) is None for mark in marks):
            break
        if isinstance(action, InputText) and not marks:
            break
        found.append((action, marks))
    return tuple(found)


def _next_decision(rest: _Rest, brief: Brief) -> Decision | None:
    """The next action of the list as a decision on the present screen; None if the list ends here."""
    screen, directive = brief.screen, brief.directive
    if not (rest.actions and rest.carried_out) or not _same_screen(screen, rest.brief.screen):
        return None
    if not _asks_the_same(directive, rest):
        return None
    listed, marks = rest.actions[0]
    targets = [found for mark in marks if (found := _only(screen, mark)) is not None]
    if len(targets) < len(marks) or any(one.visibility == "covered" or "disabled" in one.states for one in targets):
        return None
    action = aimed(listed, [one.index for one in targets], screen.digest)
    return Decision(
        action,
        screen.digest,
        action_words(action, screen),
        expectations=_expected(action, targets, screen, rest.expected),
        judgements=tuple(Judgement(one.id, "no") for one in directive.questions if one.leaf in rest.undone),
        actor=THEN,
    )


def _undone(decision: Decision, directive: Act) -> frozenset[str]:
    """The steps of a program of which the decision says that they are not done."""
    said = {item.question for item in decision.judgements if item.answer == "no"}
    return frozenset(question.leaf for question in directive.questions if question.leaf and question.id in said)


def _asks_the_same(directive: Act, rest: _Rest) -> bool:
    """Whether the course wants nothing else than as the actions were listed."""
    first = rest.brief.directive
    if directive.remark:
        return False
    if directive.questions or first.questions:
        return directive.leaf in rest.undone
    return (directive.instruction, directive.leaf) == (first.instruction, first.leaf)


def _same_screen(screen: Screen, other: Screen) -> bool:
    """Whether it is the same screen with the same dialog, whatever its fields hold."""
    if screen.condition != "ok" or screen.modal != other.modal:
        return False
    return (screen.app, screen.key.id, screen.binding) == (other.app, other.key.id, other.binding)


def _only(screen: Screen, mark: TargetMark) -> Element | None:
    """The only element with that name and place, if it is in the same state."""
    of_role = [(one, target_mark(screen, one)) for one in screen.elements if one.role == mark.role]
    alike = [(one, own) for one, own in of_role if replace(own, states=mark.states) == mark]
    return alike[0][0] if len(alike) == 1 and alike[0][1] == mark else None


def _divided(
    decision: Decision, then: Sequence[Action], screen: Screen
) -> tuple[tuple[Predicate, ...], tuple[Predicate, ...]]:
    """The predictions that further actions bring about, and the others, which are about the first action.

    Further actions bring about what a field holds that they type into, and the state of a choice that they touch.
    """
    own = {*_refs(decision.action, screen)}
    typed = {ref for action in then if isinstance(action, InputText) for ref in _refs(action, screen)} - own
    touched = {ref for action in then for ref in _refs(action, screen) if ref.role in _CHOICES} - own
    of_later = tuple(
        one
        for one in decision.expectations
        if (isinstance(one, FieldHas) and one.element in typed)
        or (isinstance(one, ElementState) and one.element in touched)
    )
    return of_later, tuple(one for one in decision.expectations if one not in of_later)


def _refs(action: Action, screen: Screen) -> Iterator[ElementRef]:
    for target in targets_of(action):
        element = None if isinstance(target, ByPoint) else screen.element(target.index)
        if element is not None:
            yield ref_of(screen, element)


def _expected(
    action: Action, targets: Sequence[Element], screen: Screen, told: Sequence[Predicate]
) -> tuple[Predicate, ...]:
    """What a text should come to, and what was predicted of the targets; without either, any change is expected."""
    refs = [ref_of(screen, one) for one in targets]
    of_these = tuple(one for one in told if isinstance(one, FieldHas | ElementState) and one.element in refs)
    told_text = any(isinstance(one, FieldHas) for one in of_these)
    if told_text or not isinstance(action, InputText) or not _sets_text(action):
        return of_these
    return (*of_these, FieldHas(refs[0], action.text))


def _carried_out(transition: Transition) -> bool:
    """Whether a step worked beyond doubt, or typed what its field held already."""
    if any(effect.held and not effect.harmless for effect in transition.effects):
        return False
    holds = all(verdict.outcome == "holds" for verdict in transition.verdicts)
    if transition.effectiveness == "effective":
        return holds
    return (
        transition.effectiveness == "ineffective"
        and _holds_text(transition)
        and (holds or not transition.decision.expectations)
    )


def _holds_text(transition: Transition) -> bool:
    """Whether the step typed a text into a field that holds just this text now."""
    action, before, after = transition.decision.action, transition.before, transition.after
    if not isinstance(action, InputText) or not _sets_text(action):
        return False
    target = action.target
    element = None if target is None or isinstance(target, ByPoint) else before.element(target.index)
    found = None if element is None else _only(after, target_mark(before, element))
    return found is not None and collapse(found.value) == collapse(action.text)


def _sets_text(action: InputText) -> bool:
    """Whether the field holds just this text afterwards; a line end at its end presses Enter."""
    return not action.secret and action.mode == "replace" and not action.text.endswith("\n")
