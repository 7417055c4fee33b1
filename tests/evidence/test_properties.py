"""What holds of evaluation whatever is shown and whatever is asked."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sextant.elements.refs import collapse, ref_of
from sextant.evidence import change_between, dialog_of, evaluate, held, judge_step
from sextant.types.evidence import Changed, Effect, Gone, Predicate, TextVisible, Verdict
from sextant.types.screens import Screen
from tests.evidence.strategies import PREDICATES, TEXTS, screens

MANY = settings(max_examples=120, deadline=None)


def cites(verdict: Verdict, shown: Screen) -> bool:
    """Whether every citation stands on that very screen."""
    for item in verdict.evidence:
        if item.screen != shown.digest:
            return False
        texts = [shown.title, shown.location, *shown.observation.landmarks]
        texts += [shown.modal.message] if shown.modal is not None else []
        texts += [element.label for element in shown.elements if element.role == "heading"]
        if item.element is not None:
            element = shown.element(item.element)
            if element is None or element.box != item.box:
                return False
            texts = [element.text, element.value, element.name]
        if not any(item.quote in text[:200] or item.quote == text[:200] for text in texts):
            return False
    return True


@MANY
@given(PREDICATES, st.one_of(st.none(), screens()), screens())
def test_every_verdict_that_holds_cites_the_screen_it_was_evaluated_on(
    predicate: Predicate, before: Screen | None, after: Screen
) -> None:
    verdict = evaluate(predicate, before, after, 3)
    assert verdict.predicate == predicate
    assert verdict.reason
    assert not verdict.attested
    assert cites(verdict, after)
    assert all(item.step == 3 for item in verdict.evidence)
    if verdict.outcome == "holds":
        assert verdict.evidence
        assert not isinstance(predicate, Effect)


@MANY
@given(PREDICATES, screens(), screens())
def test_vacuous_is_exactly_what_holds_and_held_before(predicate: Predicate, before: Screen, after: Screen) -> None:
    verdict = evaluate(predicate, before, after, 0)
    already = held(predicate, before).outcome == "holds" and not isinstance(predicate, Changed)
    assert verdict.vacuous == (verdict.outcome == "holds" and already)


@MANY
@given(TEXTS, screens())
def test_a_text_is_never_visible_and_gone_at_once(text: str, shown: Screen) -> None:
    outcomes = [held(TextVisible(text), shown).outcome, held(Gone(text), shown).outcome]
    assert outcomes != ["holds", "holds"]
    assert outcomes != ["fails", "fails"]


@MANY
@given(screens())
def test_whatever_is_in_view_can_be_found_visible(shown: Screen) -> None:
    for element in shown.elements:
        if shown.condition == "ok" and element.visibility == "visible" and collapse(element.text):
            assert held(TextVisible(element.text), shown).outcome == "holds"
            assert held(Gone(element=ref_of(shown, element)), shown).outcome != "holds"


@MANY
@given(screens(), screens())
def test_nothing_changes_between_a_screen_and_itself(before: Screen, after: Screen) -> None:
    assert change_between(before, before).kind in ("same", "unknown")
    assert judge_step((), before, before, 0).effectiveness in ("ineffective", "uncertain")
    change = change_between(before, after)
    if change.element is not None:
        assert after.element(change.element.index) == change.element


@MANY
@given(st.lists(PREDICATES, max_size=4), screens(), screens())
def test_a_step_is_effective_only_by_a_predicate_that_holds_anew(
    expected: list[Predicate], before: Screen, after: Screen
) -> None:
    judgement = judge_step(expected, before, after, 0)
    proving = [item for item in judgement.verdicts if item.outcome == "holds" and not item.vacuous]
    failing = [item for item in judgement.verdicts if item.outcome == "fails"]
    if judgement.effectiveness == "effective":
        assert proving
        assert not failing
    if judgement.effectiveness == "ineffective":
        assert change_between(before, after).kind in ("same", "moved")
        assert not proving


@MANY
@given(screens())
def test_a_dialog_is_made_of_what_is_in_view(shown: Screen) -> None:
    dialog = dialog_of(shown)
    if dialog is None:
        return
    inside = {item.index for item in dialog.elements}
    assert all(item.visibility in ("visible", "clipped") for item in dialog.elements)
    assert all(item.index in inside and item.affordances for item in (*dialog.closers, *dialog.offers))
    assert not {item.index for item in dialog.closers} & {item.index for item in dialog.offers}
    assert dialog.same(dialog)
