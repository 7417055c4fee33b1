"""Tasks solved by typing what the goal says, or what it takes to find out."""

import re

from sextant.types.actions import Click, InputText, KeyboardEnter, Wait
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.screen_queries import Lost, at, button, fields, find, first, quoted, task_area, texts
from sextant_bench.miniwob.solution import Steps


def enter_text(goal: str, screen: Screen) -> Steps:
    """A word in two parts: the second is appended to the first."""
    word = quoted(goal)[0]
    half = len(word) // 2
    screen = yield InputText(text=word[:half] or word, target=at(fields(screen)[0]))
    if half:
        screen = yield InputText(text=word[half:], target=at(fields(screen)[0]), mode="append")
    yield Click(at(button(screen, "Submit")))


def enter_text_2(goal: str, screen: Screen) -> Steps:
    """A word in upper or lower case; what was typed wrong first is replaced."""
    word = quoted(goal)[0]
    wanted = word.upper() if "upper case" in goal else word.lower()
    screen = yield InputText(text=word.swapcase() + " ", target=at(fields(screen)[0]))
    screen = yield InputText(text=wanted, target=at(fields(screen)[0]), mode="replace")
    yield Click(at(button(screen, "Submit")))


def enter_text_dynamic(goal: str, screen: Screen) -> Steps:
    """A word into the field that has the focus."""
    screen = yield Click(at(fields(screen)[0]))
    screen = yield InputText(text=quoted(goal)[0])
    yield Click(at(button(screen, "Submit")))


def enter_password(goal: str, screen: Screen) -> Steps:
    """One password into two fields."""
    for place in range(2):
        screen = yield InputText(text=quoted(goal)[0], target=at(fields(screen)[place]))
    yield Click(at(button(screen, "Submit")))


def login_user(goal: str, screen: Screen) -> Steps:
    """Name and password; a popup that comes in between is dismissed and the field typed again."""
    for place, value in enumerate(quoted(goal)):
        screen = yield InputText(text=value, target=at(fields(screen)[place]))
        cancel = find(screen, "Cancel", "button")
        if cancel is not None:
            screen = yield Click(at(cancel))
            screen = yield InputText(text=value, target=at(fields(screen)[place]))
    yield Click(at(button(screen, "Login", "OK")))


def guess_number(_goal: str, screen: Screen) -> Steps:
    """Halves the range with each answer."""
    low, high = 0, 9
    while low <= high:
        guess = (low + high) // 2
        screen = yield InputText(text=str(guess), target=at(fields(screen)[0]))
        screen = yield Click(at(button(screen, "Submit")))
        said = " ".join(texts(screen))
        if "higher than" in said:
            low = guess + 1
        elif "lower than" in said:
            high = guess - 1
        else:
            return
    raise Lost("No number is left.")


def use_autocomplete(goal: str, screen: Screen) -> Steps:
    """Types the beginning, waits for suggestions, takes the one with the right end."""
    parts = quoted(goal)
    start, end = parts[0], parts[1] if len(parts) > 1 else ""
    screen = yield InputText(text=start, target=at(fields(screen)[0]))
    for _ in range(5):
        suggested = [e for e in _suggestions(screen, start) if e.label.endswith(end)]
        if suggested:
            screen = yield Click(at(suggested[0]))
            yield Click(at(button(screen, "Submit")))
            return
        screen = yield Wait(1.0)
    raise Lost(f"No suggestion begins with {start!r} and ends with {end!r}: {texts(screen)!r}.")


def search_engine(goal: str, screen: Screen) -> Steps:
    """Searches, turns to the page of the n-th result, three to a page, and opens it."""
    place = int(re.findall(r"(\d+)(?:st|nd|rd|th) search result", goal)[0]) - 1
    screen = yield InputText(text=quoted(goal)[0], target=at(fields(screen)[0]))
    screen = yield Click(at(button(screen, "Search")))
    page, row = divmod(place, 3)
    if page:
        screen = yield Click(at(button(screen, str(page + 1))))
    yield Click(at(_results(screen)[row]))


def terminal(goal: str, screen: Screen) -> Steps:
    """Lists the files, and removes one with the extension that the goal names."""
    screen = yield Click(at(_prompt(screen)))
    screen = yield InputText(text="ls", mode="append")
    screen = yield KeyboardEnter()
    extension = re.findall(r"extension (\.[\w.]+)", goal)
    files = [word for line in _lines(screen) for word in line.split()]
    suitable = [f for f in files if (f.endswith(extension[0]) if extension else "." not in f)]
    if not suitable:
        raise Lost(f"No file suits {goal!r}: {files!r}.")
    screen = yield InputText(text=f"rm {suitable[0]}", mode="append")
    yield KeyboardEnter()


def _suggestions(screen: Screen, start: str) -> list[Element]:
    return [
        e
        for e in task_area(screen)
        if e.label.lower().startswith(start.lower()) and "type" not in e.affordances and e.role != "status"
    ]


def _results(screen: Screen) -> list[Element]:
    links = [e for e in task_area(screen) if e.role == "link"]
    return [e for e in links if e.label and e.label not in ("<", ">", "First", "Last") and not e.label.isdigit()]


def _prompt(screen: Screen) -> Element:
    return first(
        (e for e in task_area(screen) if "user$" in (e.text or e.name)), f"No prompt is shown: {texts(screen)!r}."
    )


def _lines(screen: Screen) -> list[str]:
    """What the command printed: all lines between the last `ls` and the prompt that follows."""
    shown = texts(screen)
    places = [place for place, text in enumerate(shown) if text == "ls" or text.endswith(" ls")]
    if not places:
        raise Lost(f"The command is not echoed: {shown!r}.")
    return [text for text in shown[places[-1] + 1 :] if not text.startswith("user$")]
