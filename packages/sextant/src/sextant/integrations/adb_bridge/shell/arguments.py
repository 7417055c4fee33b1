"""Options of a command as toybox reads them."""

from dataclasses import dataclass, field

__all__ = ["Options", "options"]


@dataclass(slots=True)
class Options:
    """The letters given, the values of those that take one, and the remaining words."""

    flags: set[str] = field(default_factory=set[str])
    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    rest: list[str] = field(default_factory=list[str])

    def value(self, letter: str, default: str = "") -> str:
        return self.values.get(letter, [default])[-1]

    def number(self, letter: str, default: int) -> int:
        """The value as a number.

        Raises:
            ValueError: It is none.
        """
        told = self.value(letter, str(default))
        if not told.lstrip("+-").isdigit() or len(told) > 12:
            raise ValueError(f"not integer: {told}")
        return int(told)


def options(args: tuple[str, ...], flags: str, valued: str = "", *, early: bool = False) -> Options:
    """Splits words into options and the rest; `early` ends at the first word that is none.

    Raises:
        ValueError: An option that there is not.
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
            if early:
                found.rest += words
                break
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
