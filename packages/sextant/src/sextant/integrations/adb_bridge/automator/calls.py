"""What the calls of UiAutomator's server take and how they fail."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sextant.integrations.adb_bridge.automator.selectors import Locator

__all__ = ["Arguments", "CallError", "Method", "not_found", "not_implemented"]

FAILED = -32001
"""The code of every exception that a method of the server throws."""
INVALID_PARAMS = -32602


class CallError(Exception):
    """An error object of JSON-RPC. `message` is the name of the Java exception, `data` what it says."""

    def __init__(self, code: int, message: str, data: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def not_found(locator: Locator | str) -> CallError:
    """What the server answers where a selector finds nothing."""
    return CallError(FAILED, "androidx.test.uiautomator.UiObjectNotFoundException", str(locator))


def not_implemented(what: str) -> CallError:
    """What the server answers to a method that this phone has no gesture for."""
    name = "com.wetest.uia2.exceptions.NotImplementedException"
    return CallError(FAILED, name, f"{name}: {what}")


class Arguments:
    """The parameters of one call, by position. Numbers may come as text or fractions, as Jackson reads them."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def at(self, place: int, default: object = None) -> Any:
        """The parameter as it came; the default where there are fewer."""
        return self._values[place] if place < len(self._values) else default

    def number(self, place: int, default: int | None = None) -> int:
        """A whole number."""
        value = self.at(place, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2**31:
            raise self.invalid()
        return int(value)

    def text(self, place: int, default: str | None = None) -> str:
        value = self.at(place, default)
        if not isinstance(value, str):
            raise self.invalid()
        return value

    def flag(self, place: int, default: bool | None = None) -> bool:
        value = self.at(place, default)
        if not isinstance(value, bool):
            raise self.invalid()
        return value

    @staticmethod
    def invalid() -> CallError:
        """The error for a parameter of another type."""
        return CallError(INVALID_PARAMS, "method parameters invalid")


Method = Callable[[Arguments], object]
"""A call: its result as JSON."""
Methods = Mapping[str, Method]
