"""Intents, in the notation that `am` reads and prints."""

import re
from dataclasses import field

from sextant.dataclass import dataclass

__all__ = ["AndroidIntent", "Extra", "read_intent"]

Extra = str | int | float | bool | tuple[int, ...]

_VALUED = {
    "--user",
    "--display",
    "--windowingMode",
    "--activityType",
    "--task",
    "--receiver-permission",
    "-R",
    "--start-profiler",
    "--sampling",
    "-P",
    "--attach-agent",
    "--attach-agent-bind",
    "--abi",
    "--splashscreen-style",
}


@dataclass(slots=True)
class AndroidIntent:
    """An intent: action, data, component and so on. `options` are the options of the command itself."""

    action: str = ""
    data: str = ""
    kind: str = ""
    categories: list[str] = field(default_factory=list[str])
    component: str = ""
    package: str = ""
    flags: int = 0
    extras: dict[str, Extra] = field(default_factory=dict[str, Extra])
    options: set[str] = field(default_factory=set[str])

    def __str__(self) -> str:
        parts = [
            f"act={self.action}" * bool(self.action),
            f"cat=[{','.join(self.categories)}]" * bool(self.categories),
            f"dat={_shown(self.data)}" * bool(self.data),
            f"typ={self.kind}" * bool(self.kind),
            f"flg=0x{self.flags:x}" * bool(self.flags),
            f"pkg={self.package}" * bool(self.package),
            f"cmp={self.component}" * bool(self.component),
            "(has extras)" * bool(self.extras),
        ]
        return f"Intent {{ {' '.join(part for part in parts if part)} }}"

    @property
    def target(self) -> tuple[str, str]:
        """Package and full class name of the component."""
        package, _, name = self.component.partition("/")
        return package, package + name if name.startswith(".") else name


def _shown(data: str) -> str:
    """A web address without its path, as Android prints it."""
    found = re.match(r"(https?://[^/?#]*)(.*)", data)
    return f"{found[1]}/..." if found and found[2].strip("/") else data


def read_intent(words: list[str]) -> AndroidIntent:
    """Parses the options of an intent.

    Raises:
        ValueError: An option is unknown, or a value has the wrong type.
        IndexError: A value is missing.
    """
    intent = AndroidIntent()
    left = list(words)
    while left:
        word = left.pop(0)
        if word in ("-a", "-d", "-t", "-c", "-n", "-p", "-f"):
            _set(intent, word, left.pop(0))
        elif word in ("-e", "--es", "--esn", "--ez", "--ei", "--el", "--ef", "--ed", "--eu", "--ecn") or re.fullmatch(
            r"--e(ia|ial|la|lal|fa|fal|sa|sal)", word
        ):
            name = left.pop(0)
            intent.extras[name] = "" if word == "--esn" else _extra(word, left.pop(0))
        elif word in _VALUED:
            left.pop(0)
        elif word.startswith("-"):
            intent.options.add(word)
        elif ":" in word:
            intent.data = word
            intent.action = intent.action or "android.intent.action.VIEW"
        elif "/" in word:
            _set(intent, "-n", word)
        else:
            intent.package = word
    return intent


def _set(intent: AndroidIntent, option: str, value: str) -> None:
    match option:
        case "-a":
            intent.action = value
        case "-d":
            intent.data = value
        case "-t":
            intent.kind = value
        case "-c":
            intent.categories.append(value)
        case "-p":
            intent.package = value
        case "-f":
            intent.flags |= int(value, 0)
        case _:
            package, slash, name = value.partition("/")
            if not slash or not package or not name:
                raise ValueError(f"Bad component name: {value}")
            if name.startswith(package + "."):
                name = name[len(package) :]
            intent.component = f"{package}/{name}"


def _extra(option: str, value: str) -> Extra:
    match option:
        case "--ez":
            if value.lower() not in ("true", "t", "1", "false", "f", "0"):
                raise ValueError(f"Invalid boolean value: {value}")
            return value.lower() in ("true", "t", "1")
        case "--ei" | "--el":
            return int(value[:30], 0)
        case "--ef" | "--ed":
            return float(value[:60])
        case "--eia" | "--eial" | "--ela" | "--elal":
            return tuple(int(number, 0) for number in value.split(",")[:20_000] if number.strip())
        case _:
            return value
