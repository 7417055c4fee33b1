"""The one place that translates the errors of providers into those of Sextant."""

import re

from pydantic_ai import exceptions as theirs

from sextant.dataclass import dataclass
from sextant.errors import ModelDenied, ModelFault, ModelRefused, ModelUnreachable
from sextant.models.disclosure import HOSTS
from sextant.models.exchange import Completion, TransientError
from sextant.models.keys import COMPATIBLE_KEY, KEY_VARIABLES
from sextant.models.spec import CompatibleSpec, ProviderSpec

_MAX_MESSAGE = 300
_KEY_NAME = re.compile(r"\b[A-Z][A-Z0-9_]*_(?:API_)?(?:KEY|TOKEN)\b")
_SECRET = re.compile(r"\b(?:(?:sk|pk|gsk|xai|hf|key)[-_]|AIza)[A-Za-z0-9*_-]{8,}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The model and server of a request, for messages."""

    name: str
    spec: ProviderSpec | CompatibleSpec
    host: str

    @property
    def key_remedy(self) -> str:
        """What to set if the key is missing or wrong."""
        match self.spec:
            case CompatibleSpec():
                return f"Set {COMPATIBLE_KEY} to the key of {self.host}, or api_key in the settings."
            case ProviderSpec(provider):
                variable = KEY_VARIABLES.get(provider)
                return f"Set {variable} to a valid key." if variable else f"Set the key of the provider {provider!r}."


def translate(error: Exception, endpoint: Endpoint) -> ModelFault | TransientError:
    """Return our error for one of pydantic-ai or of a provider's package. The caller raises it."""
    name, host = endpoint.name, endpoint.host
    match error:
        case TimeoutError() | theirs.ModelRequestTimeout() | theirs.ModelTimeoutError():
            return TransientError(
                f"The model {name!r} did not answer in time.", "Raise deadline_seconds, or use a faster model."
            )
        case theirs.ModelConnectionError():
            return TransientError(
                f"{host} could not be reached for the model {name!r}.",
                _reach_remedy(endpoint),
            )
        case theirs.ContentFilterError():
            return ModelRefused(
                f"The model {name!r} declined to answer: {message_of(error)}.",
                "Rephrase the goal, or use another model.",
            )
        case theirs.ModelAPIError():
            return _refusal_of_service(error, endpoint)
        case _ if _key_wanted(error):
            return ModelUnreachable(f"There is no key for the model {name!r}.", endpoint.key_remedy)
        case theirs.UserError():
            return ModelUnreachable(f"The model {name!r} cannot be used: {message_of(error)}.", endpoint.key_remedy)
        case _:
            return ModelUnreachable(
                f"The model {name!r} failed: {type(error).__name__}: {message_of(error)}.",
                "Check the model's name and the provider's package.",
            )


def _refusal_of_service(error: theirs.ModelAPIError, endpoint: Endpoint) -> ModelFault | TransientError:
    name, host = endpoint.name, endpoint.host
    status = f" (HTTP {error.status_code})" if isinstance(error, theirs.ModelHTTPError) else ""
    match error:
        case theirs.ModelAuthenticationError():
            return ModelDenied(
                f"{host} refused the key for {name!r}{status}: {message_of(error)}.", endpoint.key_remedy
            )
        case theirs.ModelNotFoundError():
            return ModelDenied(
                f"{host} does not know the model {name!r}{status}: {message_of(error)}.", _name_remedy(error, endpoint)
            )
        case theirs.ModelQuotaExceededError():
            return ModelDenied(
                f"The account at {host} has no credit left for {name!r}{status}: {message_of(error)}.",
                "Add credit with the provider, or use another model.",
            )
        case theirs.ModelContextWindowExceededError():
            return ModelFault(
                f"The prompt is longer than the context of {name!r}{status}: {message_of(error)}.",
                "Use a smaller decision profile, or a model with more context.",
            )
        case theirs.ModelRateLimitError() | theirs.ModelUnavailableError() | theirs.ModelServerError():
            return TransientError(
                f"{host} is too busy or failing{status}: {message_of(error)}.",
                "Wait and try again, or use another model.",
                error.retry_after,
            )
        case _:
            return ModelUnreachable(
                f"{host} rejected the request for {name!r}{status}: {message_of(error)}.",
                "Check the model's name and settings.",
            )


def _reach_remedy(endpoint: Endpoint) -> str:
    host = endpoint.host
    if host in HOSTS.values():
        return f"Check that this machine is online and that nothing between blocks {host}."
    return f"Check that {host} is right and running, and that this machine is online."


def _key_wanted(error: Exception) -> bool:
    """Whether the error asks for a key: then the remedy replaces the package's own advice."""
    return _KEY_NAME.search(str(error)) is not None


def _name_remedy(error: theirs.ModelAPIError, endpoint: Endpoint) -> str:
    near = error.suggested_model_id if isinstance(error, theirs.ModelHTTPError) else None
    hint = f"Did you mean {near!r}? " if near else ""
    where = " and its address" if isinstance(endpoint.spec, CompatibleSpec) else ""
    return f"{hint}Check the model's name{where}, and that the key may use it."


def garbled(error: Exception) -> Completion:
    """Return a completion for an answer that violates the provider's interface, such as one without any choice."""
    return Completion("", "garbled", detail=f"{type(error).__name__}: {message_of(error)}")


def message_of(error: Exception) -> str:
    """Return the core of an error's message, without keys, bounded."""
    body = getattr(error, "body", None)
    text = _message_in(body) or str(error)
    text = _SECRET.sub("[key]", " ".join(text.split())).rstrip(".")
    return text if len(text) <= _MAX_MESSAGE else f"{text[: _MAX_MESSAGE - 1]}…"


def _message_in(body: object) -> str:
    """Return the `message` of an error body, wherever the provider puts it."""
    for _ in range(3):
        if not isinstance(body, dict):
            return ""
        fields: dict[object, object] = body  # pyright: ignore[reportUnknownVariableType] - JSON of unknown shape
        message = fields.get("message")
        if isinstance(message, str):
            return message
        body = fields.get("error") or fields.get("detail")
    return ""
