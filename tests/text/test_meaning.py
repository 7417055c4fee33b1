"""What texts mean: cosines, and the model itself where it is installed."""

from collections.abc import Sequence

import pytest

from sextant.text.sentence_vectors import Meaning, installed


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
    meaning = installed()
    if meaning is None:
        pytest.skip("the extra `meaning` is not installed")
    near, far = meaning.near(goal, [right, wrong])
    assert near > far
