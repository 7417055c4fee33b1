"""The routes of the code are read once, in the background, from what the device hands over."""

from collections.abc import Sequence

from sextant.errors import DeviceLost
from sextant.types.pages import PageScript, ReadPage
from sextant.utg.served.routes import ServedRoutes

APP = "http://boats.test"
CODE = """use([{path:"/",component:X,children:[{path:"boats",component:X},{path:"boats/:id",component:X},
{path:"crew",component:X,meta:{title:"Crew"}},{path:"logout",component:X},{path:"*",component:X}]}])"""


class Harbour:
    """Hands over one script, at the third time that it is asked."""

    def __init__(self, lost: bool = False) -> None:
        self.lost, self.asked = lost, 0

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        pass

    def pages_read(self) -> tuple[ReadPage, ...]:
        return ()

    def scripts(self) -> tuple[PageScript, ...] | None:
        self.asked += 1
        if self.lost:
            raise DeviceLost("The browser has gone.", "Open it again.")
        return (PageScript(f"{APP}/app.js", CODE),) if self.asked > 2 else None


def test_a_device_that_goes_leaves_no_routes() -> None:
    served = ServedRoutes(Harbour(lost=True))
    assert served.take(5.0) is None
    found = ServedRoutes(Harbour()).take(5.0)
    assert found is not None
    assert len(found.routes) == 6
