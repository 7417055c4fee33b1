"""The words by which a screen identifies itself."""

from sextant.utg.faces import face_of
from tests.utg.walks import element, screen


def test_what_an_open_dialog_covers_does_not_name_the_screen() -> None:
    behind = (element(0, "Pool bridge", role="heading", visibility="covered"), element(1, "12 V", visibility="covered"))
    inside = element(2, "Save pool", role="heading")
    page = face_of(screen("/bridges", *behind, inside))
    assert (page.headings, page.texts) == (("Pool bridge", "Save pool"), ("12 V",))
    asking = face_of(screen("/bridges", *behind, inside, landmarks=("dialog:Change the bridge",)))
    assert (asking.heads, asking.headings, asking.texts) == (("Change the bridge",), ("Save pool",), ())
