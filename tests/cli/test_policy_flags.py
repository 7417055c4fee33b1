"""Flags of the write gate, its authorizer and the verifier, and the settings that they come to."""

from dataclasses import replace

import pytest

from sextant.assembly import Probes, RunRequest, write_mode
from sextant.cli.setting_options import Given
from sextant.errors import UsageError
from sextant.models.scripted import ScriptedModel
from sextant.settings import Settings
from sextant.types.effects import WriteMode
from sextant_bench.program.clerk import Clerk

BASE = {"config": None, "assignments": None}
WEB = RunRequest("order a lamp", "web:http://localhost:1")


def given(**values: object) -> Settings:
    return Given({**BASE, **values}).settings()


def test_read_only_refuses_writes_and_one_flag_allows_everything() -> None:
    policy = given(read_only=True, allow_request=["POST /search*"]).policy
    assert (policy.writes, policy.irreversible, policy.allowed_requests) == ("deny", "deny", ("POST /search*",))
    assert given(allow_everything=True, irreversible="ask", origin=["http://localhost"]).policy.everything_allowed
    assert write_mode(given(allow_everything=True, model="openai:gpt-5"), WEB) == "observe"


def test_no_model_plays_a_role_that_a_word_stands_for() -> None:
    models = given(model="openai:gpt-5", authorizer="person", verifier="none").models
    assert (models.authorizer, models.verifier) == ("person", "none")
    assert (models.of("authorizer"), models.of("verifier"), models.of("updater")) == ("", "", "openai:gpt-5")
    assert models.named == ("openai:gpt-5",)
    assert given(model="openai:gpt-5", verifier="openai:o9").models.named == ("openai:gpt-5", "openai:o9")


@pytest.mark.parametrize(
    ("request_", "flags", "mode"),
    [
        (WEB, {}, "ask"),
        (WEB, {"authorizer": "none"}, "observe"),
        (WEB, {"authorizer": "none", "read_only": True}, "deny"),
        (WEB, {"model": "scripted:answers.json"}, "observe"),
        (WEB, {"model": "scripted:answers.json", "authorizer": "person"}, "ask"),
        (replace(WEB, device="world:dev/1"), {"read_only": True}, "observe"),
        (replace(WEB, actor="explorer"), {}, "deny"),
        (replace(WEB, actor="navigator"), {}, "deny"),
        (replace(WEB, actor="navigator", played_by="check"), {}, "observe"),
        (replace(WEB, actor="navigator", played_by="check"), {"read_only": True}, "deny"),
    ],
)
def test_the_mode_of_the_gate_is_what_makes_sense_there(
    request_: RunRequest, flags: dict[str, object], mode: WriteMode
) -> None:
    assert write_mode(given(**flags), request_) == mode


def test_an_actor_of_ones_own_is_observed_unless_somebody_is_named_to_ask() -> None:
    probes = Probes(actor=Clerk)
    assert write_mode(given(), WEB, probes) == "observe"
    assert write_mode(given(authorizer="person"), WEB, probes) == "ask"
    assert write_mode(given(), WEB, replace(probes, authorizer=lambda: ScriptedModel([]))) == "ask"


PATTERNS = ["POST", "/orders", "POST orders", "POST /orders /more", "", "P@ST: /orders"]


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({"read_only": True, "irreversible": "allow"}, "--read-only"),
        ({"read_only": True, "allow": ["Send"]}, "--read-only"),
        ({"read_only": True, "allow_everything": True}, "--allow-everything"),
        ({"authorizer": "nobody"}, "a model such as openai:gpt-5"),
        ({"verifier": "person"}, "a model such as openai:gpt-5"),
        *(({"allow_request": ["POST /search*", one]}, r"(?s)--allow-request.*POST /search\*") for one in PATTERNS),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_is_expected(flags: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        given(**flags)
