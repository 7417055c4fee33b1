"""A model that is asked after each touch (LongHorizonUI, equation 3): what its word changes, and what it cannot."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sextant.actors.model_actor import ModelActor
from sextant.assembly import RunRequest, build_run
from sextant.errors import ModelUnreachable
from sextant.models.profiles import ModelProfile
from sextant.models.scripted import ScriptedModel, ScriptedReply
from sextant.prompts import Updater
from sextant.settings.schema import ReviewChoices
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.evidence import Effect
from sextant.types.geometry import Point
from sextant.types.screens import Picture, Screen
from sextant.types.transitions import Transition
from sextant.verification import AttemptVerifier
from tests.support.runs import NOBODY, Bench
from tests.verification.runs import page

GIVE_UP: dict[str, Any] = {"action": {"type": "status", "goal_status": "infeasible", "reason": "enough"}}
STICKY, IDLE, SEND = 3, 4, 1


def steps_of(
    tmp_path: Path, index: int, verdicts: Sequence[ScriptedReply], expect: str = ""
) -> tuple[Transition, ScriptedModel]:
    """The first step of a run that touches an element, with a verifier that says this of each attempt."""
    tmp_path.mkdir(exist_ok=True)
    bench = Bench(tmp_path)
    expected = [{"type": "text_visible", "text": expect}] if expect else []
    touch: dict[str, Any] = {"action": {"type": "click", "index": index}, "does": "touch it", "expect": expected}
    actor = ModelActor(ScriptedModel([touch, GIVE_UP, GIVE_UP]), "full", lambda x, y, screen: (x, y))
    verifier = ScriptedModel(verdicts)
    hooks = bench.hooks(actor=lambda: actor)
    hooks = replace(hooks, probes=replace(hooks.probes, verifier=lambda: verifier))
    settings = replace(bench.settings([]), review=ReviewChoices(attempts="model"))
    build_run(RunRequest("Open it.", f"scripted:{tmp_path / 'app.json'}"), settings, NOBODY, hooks).go()
    return bench.steps[0], verifier


def test_a_yes_settles_what_the_screen_left_open(tmp_path: Path) -> None:
    step, verifier = steps_of(tmp_path, 0, [{"verdict": 1, "reason": "The settings are open."}], "Préférences")
    assert (step.effectiveness, len(step.attempts)) == ("effective", 1)
    assert step.verdicts[-1].attested
    (prompt,) = verifier.prompts
    assert (prompt.role, "touch it" in prompt.text, '"Password"' in prompt.text) == ("verifier", True, True)


def test_a_no_on_a_screen_without_any_change_leads_to_the_next_encoding(tmp_path: Path) -> None:
    step, verifier = steps_of(tmp_path, STICKY, [{"verdict": 0}, {"verdict": 0}, {"verdict": 1}])
    encodings = [attempt.encoding for attempt in step.attempts]
    assert encodings == ["index", "relative", "absolute"], "the third one opens it"
    assert (step.effectiveness, len(verifier.prompts)) == ("effective", 3), "once after each attempt"


def test_a_no_about_a_touch_that_changed_something_is_never_a_reason_to_repeat_it(tmp_path: Path) -> None:
    step, _ = steps_of(tmp_path, SEND, [{"verdict": 0, "reason": "It is not what was meant."}])
    assert (step.effectiveness, len(step.attempts)) == ("uncertain", 1)
    step, _ = steps_of(tmp_path / "idle", IDLE, [{"verdict": 1}] * 4)
    assert step.effectiveness == "uncertain", "a yes does not make an effect of none"


def test_without_an_answer_evidence_stands_alone(tmp_path: Path) -> None:
    step, _ = steps_of(tmp_path, 0, [ModelUnreachable("gone")])
    assert step.effectiveness == "effective"
    assert not any(verdict.attested for verdict in step.verdicts)


def test_the_point_and_both_pictures_are_named_where_they_stand() -> None:
    drawn: list[Point] = []

    def draw(picture: Picture, point: Point) -> Picture:
        drawn.append(point)
        return replace(picture, data=b"ringed")

    def pictured(text: str) -> Screen:
        picture = Picture(text.encode(), "image/png", 1.0)
        return replace(page(text), observation=replace(page(text).observation, picture=picture))

    seen = ScriptedModel([{"verdict": 1}], profile=ModelProfile("*", vision=True))
    decision, verifier = (
        Decision(Click(ByIndex(0)), "", "open it"),
        AttemptVerifier(Updater(seen, role="verifier"), draw),
    )
    verdict = verifier.judge(decision, pictured("before"), pictured("after"), Point(3, 4))
    assert verdict is not None
    assert (verdict.outcome, verdict.predicate) == ("holds", Effect("open it"))
    (prompt,) = seen.prompts
    pictures = [(picture.data, picture.label.split()[1]) for picture in prompt.pictures]
    assert (pictures, drawn) == ([(b"ringed", "before"), (b"after", "after")], [Point(3, 4)])
    assert issubclass(seen.script.exchanges[0].schema, BaseModel)
