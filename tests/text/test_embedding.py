"""The shipped vectors: what they are, and that they mean something."""

import hashlib
import math

import pytest

from sextant.errors import UsageError
from sextant.text.embedding import StaticEmbedder, dot, model_file, packed, shipped

SHA256 = "d9a7097a180e6f07eb54c41ffb22f5cecafd3cb5ecce5f5be78cdac0fd025717"


def test_the_shipped_file_is_the_one_that_was_measured():
    assert hashlib.sha256(model_file().read_bytes()).hexdigest() == SHA256


def test_vectors_have_length_one_and_are_the_same_every_time():
    one, other = StaticEmbedder(model_file().read_bytes()), shipped()
    (vector,) = one.embed(["Privacy policy"])
    assert math.isclose(dot(vector, vector), 1.0, abs_tol=1e-6)
    assert other.embed(["Privacy policy"]) == [vector]
    assert len(vector) == one.dimensions


@pytest.mark.parametrize(
    ("near", "to", "far"),
    [("photo", "picture", "invoice"), ("song", "music", "calendar"), ("password", "login", "weather")],
)
def test_what_means_the_same_lies_nearer(near: str, to: str, far: str):
    a, b, c = shipped().embed([near, to, far])
    assert dot(a, b) > dot(a, c) + 0.1


def test_unknown_letters_have_no_vector():
    empty, chinese, known = shipped().embed(["", "設定", "gpxqz settings"])
    assert not any(empty)
    assert not any(chinese)
    assert any(known)


@pytest.mark.parametrize("cut", [0, 5, 60, -1])
def test_a_damaged_file_is_refused(cut: int):
    good = packed(["a", "b"], 2, bytes(4), bytes(2))
    assert StaticEmbedder(good).dimensions == 2
    with pytest.raises(UsageError, match="damaged"):
        StaticEmbedder(good[:cut])
