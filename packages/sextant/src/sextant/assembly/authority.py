"""The authorities for held requests of a run."""

from sextant.assembly.models import OpenModels
from sextant.assembly.run import ActorKind, Probes
from sextant.prompts import Updater
from sextant.protocols import Device, GatedDevice, Journal, Model, Person
from sextant.review import Authorities, DepartureReview, Provenance, Sources, WriteAuthorizer
from sextant.settings import Settings
from sextant.types.tasks import Task

__all__ = ["authorizer_of", "install_authorities", "model_for"]


def model_for(settings: Settings, models: OpenModels | None, probes: Probes) -> Model | None:
    """The model of the authorizer's role; None leaves all to the person."""
    if probes.authorizer is not None:
        return probes.authorizer()
    return None if models is None or settings.models.authorizer == "person" else models.router.model("authorizer")


def authorizer_of(
    task: Task,
    sources: Sources,
    model: Model | None,
    asked: tuple[Person, Journal],
    cites: bool,
    hold_seconds: float,
) -> WriteAuthorizer:
    """The authority for held writes. `cites`: see `WriteAuthorizer`."""
    provenance = Provenance(task.goal, sources)
    updater = None if model is None else Updater(model, role="authorizer")
    return WriteAuthorizer(task, sources, updater, *asked, provenance, hold_seconds, cites)


def install_authorities(
    device: Device,
    kind: ActorKind,
    leaving: DepartureReview,
    writes: WriteAuthorizer | None,
) -> Authorities:
    """Passes the authorities to the device; exploration without a model asks nobody about other origins."""
    gated = isinstance(device, GatedDevice)
    authorities = Authorities(leaving, writes, gated)
    if isinstance(device, GatedDevice) and (kind == "model" or writes is not None):
        device.authorise(authorities)
    return authorities
