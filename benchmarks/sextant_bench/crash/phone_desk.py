"""The order desk as the world of a phone: a bridge in another process shows it, and its state counts every order."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sextant.types.actions import LaunchApp
from sextant_bench.android.bridges import BridgeProcess, Plugged, adb_server
from sextant_bench.crash.desk import Desk, Mode
from sextant_worlds.names import find_world
from sextant_worlds.spec import World, save
from sextant_worlds.spec.apps import AppSpec

__all__ = ["desk_world", "phone_desks"]

_POLL = 0.005


def desk_world(mode: Mode, orders: int) -> World:
    """A world of one app with a button for each order. A button that is touched twice counts twice."""
    numbers = range(1, orders + 1)
    app: dict[str, object] = {
        "id": "orders",
        "name": "Order desk",
        "genre": "desk",
        "icon": "inbox",
        "accent": "slate",
        "home": "desk",
        "vars": {f"order{number}": f"Place order {number}" for number in numbers},
        "collections": {"placed": []},
        "pages": [{"id": "desk", "title": "Order desk", "blocks": [_button(mode, number) for number in numbers]}],
    }
    return find_world("lite/10").model_copy(update={"apps": (AppSpec.model_validate(app),)})


def _button(mode: Mode, number: int) -> dict[str, object]:
    fields = {"number": number, "times": 1}
    count = {"kind": "put", "into": "placed", "fields": fields, "key": ["number"], "count": "times"}
    tell = {"kind": "set", "var": f"order{number}", "value": f"Order {number} is placed"}
    label = f"{{var:order{number}}}"
    does = [count, tell] if mode == "evidence" else [count]
    return {"kind": "button", "id": f"order-{number}", "label": label, "do": does}


class _PhoneDesk(Desk):
    """A desk that is told of its orders by the world behind the bridge."""

    def __init__(self, mode: Mode, orders: int, phone: Plugged) -> None:
        super().__init__(mode, orders=orders, device=f"android:{phone.address}")
        self._phone = phone

    def quiet(self, timeout: float = 5.0) -> None:
        """Counts anew; an order of a world is answered at once."""
        del timeout
        placed = self._phone.state()["data"]["orders"]["c"]["placed"]
        self.counts = Counter({int(one["number"]): int(one["times"]) for one in placed})

    def wait_for_next(self, seen: int, timeout: float = 20.0) -> int:
        deadline, pace = time.monotonic() + timeout, threading.Event()
        while True:
            self.quiet()
            if self.counts.total() > seen or time.monotonic() >= deadline:
                return self.counts.total()
            pace.wait(_POLL)


@contextmanager
def phone_desks(room: Path) -> Generator[Callable[[Mode, int], AbstractContextManager[Desk]]]:
    """Gives desks on phones of their own, that live as long as they are used; adb has a server of its own.

    Raises:
        UsageError: adb is not installed.
    """
    with adb_server(), BridgeProcess() as process:

        @contextmanager
        def opened(mode: Mode, orders: int) -> Generator[Desk]:
            file = room / f"desk-{mode}-{orders}.json"
            save(desk_world(mode, orders), file)
            with process.plugged(str(file)) as phone:
                phone.perform(LaunchApp("orders"))
                yield _PhoneDesk(mode, orders, phone)

        yield opened
