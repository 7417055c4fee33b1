"""Texts as vectors: those that are shipped, and the model of meaning where it is installed."""

import hashlib
import math
from collections.abc import Sequence

import pytest

from sextant.errors import UsageError
from sextant.text.embedding import StaticEmbedder, dot, model_file, packed, shipped
from sextant.text.sentence_vectors import Meaning, installed

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


@pytest.mark.parametrize("cut", [0, 5, 60, -1])
def test_a_damaged_file_is_refused(cut: int):
    good = packed(["a", "b"], 2, bytes(4), bytes(2))
    assert StaticEmbedder(good).dimensions == 2
    with pytest.raises(UsageError, match="damaged"):
        StaticEmbedder(good[:cut])


class Vector(tuple[float, ...]):
    """A vector with the product that the model's have."""

    def __matmul__(self, other: Sequence[float]) -> float:
        return sum(one * two for one, two in zip(self, other, strict=True))


class Model:
    """Knows the words of one sentence; counts what it is asked."""

    asked = 0

    def query(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += len(texts)
        return [Vector((1.0, 0.0)) if "coat" in text else Vector((0.6, 0.8)) for text in texts]


def test_a_text_is_as_near_as_its_vector_and_is_asked_for_once() -> None:
    model = Model()
    meaning = Meaning(model)
    assert meaning.near("a warm coat", ["coats", "ships", ""]) == [1.0, 0.6, 0.0]
    assert meaning.near("a warm coat", ["ships", "coats"]) == [0.6, 1.0]
    assert model.asked == 3


@pytest.mark.parametrize(
    ("goal", "right", "wrong"),
    [
        ("privacy policy", "Datenschutzerklärung", "Bestellungen"),
        ("mein Passwort ändern", "Change password", "List of users"),
        (
            "filters and triggers of bridge closures",
            "Filters & Triggers, Bridge closures",
            "Filters & Triggers, Ferries",
        ),
    ],
)
def test_the_model_tells_across_languages_and_of_what(goal: str, right: str, wrong: str) -> None:
    model = installed()
    if model is None:
        pytest.skip("the extra `meaning` is not installed")
    near, far = Meaning(model).near(goal, [right, wrong])
    assert near > far
