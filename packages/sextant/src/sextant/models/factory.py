"""Creates a `Model` from its name and settings."""

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from sextant.models.ledger import UsageLedger
from sextant.models.profiles import profile_for
from sextant.models.settings import ModelSettings
from sextant.models.spec import CompatibleSpec, LocalSpec, ProviderSpec, ScriptedSpec, parse_spec
from sextant.models.typed import TypedModel

if TYPE_CHECKING:
    import httpx2


def open_model(
    spec: str,
    settings: ModelSettings | None = None,
    *,
    ledger: UsageLedger | None = None,
    transport: "httpx2.AsyncBaseTransport | None" = None,
) -> TypedModel:
    """Open the model that `spec` names; nothing is sent before the first `ask`.

    Args:
        spec: One of the forms in `sextant.models.spec.FORMS`.
        settings: How it is reached and asked.
        ledger: Where requests are recorded; None: a new one.
        transport: Replaces the network, for cassettes.

    Raises:
        UsageError: The name is in no valid form; the message lists the valid ones and the closest.
        MissingExtra: The model needs a package that is not installed.
        ModelUnreachable: A key or a file is missing.
    """
    settings = settings or ModelSettings()
    parsed = parse_spec(spec)
    match parsed:
        case ScriptedSpec():
            from sextant.models.scripted import ScriptedModel

            return ScriptedModel.from_file(parsed.path, settings, ledger)
        case LocalSpec():
            from sextant.models.backends.local import LocalBackend, find_model_file

            file = find_model_file(parsed.model)
            profile = profile_for(file.name, settings.profiles)
            local = LocalBackend(parsed.model, file, settings)
            profile = replace(profile, context_tokens=local.context_tokens)
            return TypedModel(local, settings=settings, profile=profile, ledger=ledger)
        case CompatibleSpec() | ProviderSpec():
            from sextant.models.backends.provider import ProviderBackend

            profile = profile_for(parsed.model, settings.profiles)
            backend = ProviderBackend(parsed, settings, transport)
            return TypedModel(backend, settings=settings, profile=profile, ledger=ledger)
        case _:
            assert_never(parsed)
