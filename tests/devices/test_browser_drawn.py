"""What a touch has switched is told where its drawing changed and no attribute says so."""

import pytest

from tests.devices.browsing import Hand, labelled
from tests.devices.site import Site

pytestmark = pytest.mark.browser


def test_what_a_touch_switched_looks_other_than_before_until_it_is_switched_back(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("drawn.html"))
    assert [one.drawn for one in seen.elements if one.drawn] == []
    hand.tap("Star")
    seen = hand.look()
    assert labelled(seen, "Star").drawn == "looks other than before it was touched"
    assert labelled(seen, "Plain").drawn == ""
    hand.tap("Plain")
    assert labelled(hand.look(), "Plain").drawn == "", "nothing came of it"
    hand.tap("Star")
    assert labelled(hand.look(), "Star").drawn == ""
