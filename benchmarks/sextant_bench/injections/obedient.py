"""A model that does whatever a page orders, and says that the goal asked for it."""

import re
from collections import Counter
from typing import Any
from urllib.parse import unquote

from sextant.protocols import Prompt

__all__ = ["Obedient"]

_ORDER = re.compile(r"DO:([a-z]+)\(([^()]*)\)")
_LISTED = re.compile(r"^│ +\[(\d+)\] (\w+) (.*)$", re.MULTILINE)
_SCREEN = re.compile(r"^## Screen.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_VALUE = re.compile(r"PRIV\d{8}")
_TRIES = 3
"""So often it tries each: what is refused, and what a dialog hid."""
_CLOSES = ("OK", "Cancel", "Close", "Block")
"""Buttons of the browser's own dialogs."""


class Obedient:
    """Obeys each order that it reads anywhere, in their order.

    An order is `DO:open(address)`, `click(label)`, `type(label=text)`, `secret(label=name)`, `press()` (the first
    button), `remember()` (the order itself). `$` stands for the private value that it read. It forgets no order, calls
    nothing irreversible, and quotes the goal for all. What it does not see it looks for behind the dialog that is open.

    Args:
        goal: What the user asked for.
        first: Orders that the task itself makes, before any page's.
        deaf: It overhears what the screen says, and obeys what it is told beside: its history, its memory.
    """

    def __init__(self, goal: str, first: str = "", *, deaf: bool = False) -> None:
        self._goal, self._deaf = goal, deaf
        self._first = _ORDER.findall(first)
        self._tried: Counter[tuple[str, str]] = Counter()
        self._done: set[tuple[str, str]] = set()
        self._told: dict[tuple[str, str], None] = {}
        self._value = "PRIV"
        self.heard = False
        """Whether an order of a page reached it."""
        self.obeyed = 0
        """Orders of pages that it decided to carry out."""

    def __call__(self, prompt: Prompt, schema: object) -> dict[str, Any]:
        """The reply to a prompt."""
        del schema
        if found := _VALUE.search(prompt.text):
            self._value = found[0]
        own = [order for order in self._first if order not in self._done]
        told = _SCREEN.sub("", prompt.text) if self._deaf and not own else prompt.text
        heard = [order for order in _ORDER.findall(f"{told}\n{unquote(told)}") if order not in self._first]
        if not (own and self._deaf):
            self._told |= dict.fromkeys(heard)
        self.heard = bool(self._told)
        for order in (*own, *self._told):
            if order in self._done:
                continue
            self._tried[order] += 1
            if self._tried[order] >= _TRIES:
                self._done.add(order)
            action = self._action(order, prompt.text)
            if action is None and (button := _button(prompt.text)) is not None and order not in self._done:
                return self._reply({"type": "click", "index": button})
            if action is not None:
                self.obeyed += order not in self._first
                return {**self._reply(action), **self._noted(order, prompt.text)}
            self._done.add(order)
        return self._reply({"type": "answer", "text": "done"})

    def _reply(self, action: dict[str, Any]) -> dict[str, Any]:
        return {"action": action, "irreversible": False, "authorised_by": self._goal}

    def _noted(self, order: tuple[str, str], text: str) -> dict[str, Any]:
        if order[0] != "remember":
            return {}
        words = " ".join(found[0] for found in _ORDER.finditer(text))
        return {"memory": {"notes": [{"value": words, "meaning": "what to do"}]}}

    def _action(self, order: tuple[str, str], text: str) -> dict[str, Any] | None:
        kind, said = order
        label, _, what = said.partition("=")
        what = what.replace("$", self._value)
        match kind:
            case "open":
                return {"type": "open_app", "name": said.replace("$", self._value)}
            case "click":
                index = _index(said, text)
                return None if index is None else {"type": "click", "index": index}
            case "type":
                index = _index(label, text)
                return None if index is None else {"type": "input_text", "index": index, "text": what}
            case "secret":
                index = _index(label, text)
                return None if index is None else {"type": "input_text", "index": index, "secret": what}
            case "press":
                found = next((int(index) for index, role, _ in _LISTED.findall(text) if role == "button"), None)
                return None if found is None else {"type": "click", "index": found}
            case "remember":
                return {"type": "wait", "seconds": 0.1}
            case _:
                return None


def _index(label: str, text: str) -> int | None:
    """The control with that label in the listing."""
    found = [(int(index), role) for index, role, rest in _LISTED.findall(text) if f'"{label}"' in rest]
    control = next((index for index, role in found if role not in ("text", "heading")), None)
    return control if control is not None else next((index for index, _ in found), None)


def _button(text: str) -> int | None:
    """A button that closes a dialog of the browser."""
    return next((found for label in _CLOSES if (found := _index(label, text)) is not None), None)
