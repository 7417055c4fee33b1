"""Arguments and errors of the calls to UiAutomator's server."""

from collections.abc import Callable, Sequence
from typing import Any

from sextant.integrations.adb_bridge.automator.selectors import Locator

__all__ = ["Arguments", "CallError", "Method", "not_found", "not_implemented"]

FAILED = -32001
"""The JSON-RPC error code of all exceptions of the server's methods."""
INVALID_PARAMS = -32602


class CallError(Exception):
    """An error object of JSON-RPC. `message` is the name of the Java exception, `data` its message."""

    def __init__(self, code: int, message: str, data: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def not_found(locator: Locator | str) -> CallError:
    """The error if a selector finds no view."""
    return CallError(FAILED, "androidx.test.uiautomator.UiObjectNotFoundException", str(locator))


def not_implemented(what: str) -> CallError:
    """The error for a method without a corresponding gesture of the device."""
    name = "com.wetest.uia2.exceptions.NotImplementedException"
    return CallError(FAILED, name, f"{name}: {what}")


class Arguments:
    """The parameters of one call, by position. Numbers may be strings or fractions, as for Jackson (Java)."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def at(self, place: int, default: object = None) -> Any:
        """The parameter unchanged; the default if there are fewer parameters."""
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
"""The function behind a call; it returns the result as JSON."""
