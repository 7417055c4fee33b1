"""Parses the options of a command as toybox does."""

from dataclasses import field

from sextant.dataclass import dataclass

__all__ = ["Options", "options"]


@dataclass(slots=True)
class Options:
    """The given option letters, the values of options that take one, and the remaining words."""

    flags: set[str] = field(default_factory=set[str])
    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    rest: list[str] = field(default_factory=list[str])

    def value(self, letter: str, default: str = "") -> str:
        return self.values.get(letter, [default])[-1]

    def number(self, letter: str, default: int) -> int:
        """The value of an option as a number.

        Raises:
            ValueError: It is not a number.
        """
        number = self.value(letter, str(default))
        if not number.lstrip("+-").isdigit() or len(number) > 12:
            raise ValueError(f"not integer: {number}")
        return int(number)


def options(args: tuple[str, ...], flags: str, valued: str = "") -> Options:
    """Splits words into options and the rest.

    Raises:
        ValueError: An option is unknown.
    """
    found = Options()
    words = list(args)
    while words:
        word = words.pop(0)
        if word == "--":
            found.rest += words
            break
        if not word.startswith("-") or word == "-":
            found.rest.append(word)
            continue
        if word.startswith("--"):
            found.flags.add(word)
            continue
        for at, letter in enumerate(word[1:], 1):
            if letter in valued:
                value = word[at + 1 :] or (words.pop(0) if words else None)
                if value is None:
                    raise ValueError(f"Missing argument to -{letter}")
                found.values.setdefault(letter, []).append(value)
                break
            if letter not in flags:
                raise ValueError(f"Unknown option '{letter}'")
            found.flags.add(letter)
    return found
