"""The judges of claims and touches: the verifier's model, and the screens for citations."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from sextant.assembly.models import OpenModels
from sextant.assembly.run import Probes
from sextant.execution import ExecutionSettings
from sextant.journal import NOT_ACCEPTED, RunLog, in_plain_words
from sextant.perception.marks import mark
from sextant.prompts import Updater
from sextant.protocols import Model
from sextant.settings import Settings
from sextant.state import EventLog
from sextant.types.geometry import Point
from sextant.types.screens import Picture, Screen
from sextant.verification import AttemptVerifier, ClaimJudgeParts, ModelVerifier

__all__ = ["execution_of", "judging_of", "verifier_of"]

NONE = "none"
"""Names no model: the evidence decides alone."""


def verifier_of(settings: Settings, models: OpenModels | None, device: str) -> Model | None:
    """The model that verifies claims: the one of the settings, else the actor's; None uses evidence only.

    Unless one is named there is none on worlds, which know the truth themselves, nor beside a scripted model, whose
    replies are not written for it.
    """
    named = settings.models.verifier
    if models is None or named == NONE:
        return None
    scripted = settings.models.of("actor").startswith("scripted:")
    world = device.partition(":")[0].endswith("world")
    return None if not named and (scripted or world) else models.router.model("verifier")


def judging_of(
    model: Model | None,
    log: RunLog,
    events: EventLog,
    note: Callable[[str, Mapping[str, object]], None],
    say: Callable[[str], None],
) -> ClaimJudgeParts:
    """The parts of the judge of claims."""

    def screen_of(step: int) -> Screen | None:
        found = log.step(step)
        return None if found is None else found.before

    def report(kind: str, data: Mapping[str, object]) -> None:
        if kind != "verified":
            note(NOT_ACCEPTED, data)
            say(f"The verifier does not accept it: {in_plain_words(str(data['reason']))}")
            return
        note("verified", data)
        if data["absent"]:
            say(f"The verifier is unavailable ({data['absent']}); only the evidence decides.")

    verifier = None if model is None else ModelVerifier(Updater(model, max_tokens=9000, role="verifier"))
    return ClaimJudgeParts(events, verifier, screens=screen_of, report=report)


def execution_of(settings: Settings, models: OpenModels | None, probes: Probes) -> ExecutionSettings:
    """The settings of execution: without retries if only policy is checked; with a model that judges each touch.

    Beside an actor of one's own a verifier of one's own is asked.
    """
    found = probes.execution or ExecutionSettings()
    if settings.review.use == "policy":
        found = replace(found, compensate=False)
    if settings.review.attempts != "model":
        return found

    played = probes.verifier
    model = models.router.model("verifier") if models is not None else None if played is None else played()
    return found if model is None else replace(found, judging=AttemptVerifier(Updater(model, role="verifier"), _ringed))


def _ringed(picture: Picture, point: Point) -> Picture:

    return mark(picture, (), point)
