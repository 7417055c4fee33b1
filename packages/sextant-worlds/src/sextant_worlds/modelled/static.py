"""Rules that need no model: of a task as authored, and of a page as HTML text."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

from sextant_worlds.modelled.forms import AuthoredTask
from sextant_worlds.rules.base import Break, stands_in
from sextant_worlds.truth.patterns import pattern_fault, pattern_passes

MAX_HTML = 1_000_000
_SUBMIT = ("go-submit-answer", "answer-input", "answer-submit", "result")
_REACHES_OUT = re.compile(
    r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|RTCPeerConnection|serviceWorker)\b"
)
_ADDRESS = re.compile(r"""(?:https?:|wss?:|ftp:)?//[\w.-]+\.[a-z]{2,}""", re.IGNORECASE)
_LOADING = {"src", "href", "action", "formaction", "poster", "data", "srcset", "background", "ping", "manifest"}
_HARMLESS = ("#", "data:", "javascript:void", "")
_NAMESPACES = ("http://www.w3.org/", "https://www.w3.org/")


def task_breaks(task: AuthoredTask) -> tuple[Break, ...]:
    """Contract rules of a task (STAMP, table 19), each with the field it was found in."""
    return (*_of_gold(task), *_of_pattern(task), *_of_test_ids(task), *_of_words(task), *_of_parts(task))


def _of_gold(task: AuthoredTask) -> Iterator[Break]:
    gold = task.truth_gold
    if task.final_action.gold != gold:
        yield Break("gold", "final_action.gold", f"is {task.final_action.gold!r}, truth_gold is {gold!r}")
    if task.grading.gold != gold:
        yield Break("gold", "grading.gold", f"is {task.grading.gold!r}, truth_gold is {gold!r}")


def _of_test_ids(task: AuthoredTask) -> Iterator[Break]:
    needed = {*_SUBMIT, *(f"tab-{tab.id}" for tab in task.tabs), *(fact.test_id for fact in task.facts)}
    if task.has_search:
        needed.add("search-input")
    for missing in sorted(needed - set(task.required_testids)):
        yield Break("required-testids", "required_testids", f"lacks {missing!r}")


def _of_words(task: AuthoredTask) -> Iterator[Break]:
    for value in (task.truth_gold, *(fact.value for fact in task.facts)):
        if stands_in(value, task.natural_language):
            yield Break("goal-leaks", "natural_language", f"holds the value {value!r}, which has to be remembered")
    for fact in task.facts:
        if not stands_in(fact.value, task.guideline):
            yield Break("guideline", "guideline", f"does not say the value {fact.value!r} of the fact {fact.id!r}")
        if not all(stands_in(part, task.guideline) for part in _way(fact.where)):
            yield Break("guideline", "guideline", f"does not name the way {fact.where!r} to the fact {fact.id!r}")


def _of_parts(task: AuthoredTask) -> Iterator[Break]:
    known = {fact.id for fact in task.facts}
    for place, item in enumerate(task.memory_items):
        if item.fact not in known:
            yield Break("memory-items", f"memory_items.{place}.fact", f"names {item.fact!r}, which is no fact")
    for place, distractor in enumerate(task.distractors):
        if distractor.value in {task.truth_gold, *(fact.value for fact in task.facts)}:
            yield Break("distractors", f"distractors.{place}.value", f"{distractor.value!r} is a fact as well")
    doubled = [name for name, count in Counter(fact.value for fact in task.facts).items() if count > 1]
    for value in doubled:
        yield Break("facts", "facts", f"two facts have the value {value!r}")


def _of_pattern(task: AuthoredTask) -> Iterator[Break]:
    text = task.grading.pass_regex
    if not (text.startswith("^") and text.endswith("$")):
        yield Break("pass-regex", "grading.pass_regex", "is not anchored with ^ and $")
    if fault := pattern_fault(text):
        yield Break("pass-regex", "grading.pass_regex", fault)
        return
    if not pattern_passes(text, task.truth_gold):
        yield Break("pass-regex", "grading.pass_regex", f"rejects the gold {task.truth_gold!r}")
    for distractor in task.distractors:
        if pattern_passes(text, distractor.value):
            yield Break("pass-regex", "grading.pass_regex", f"accepts the distractor {distractor.value!r}")


class _Reader(HTMLParser):
    """Gathers what the rules ask of a page. The parser never runs anything."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.test_ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.loads: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "data-testid" and value:
                self.test_ids[value] += 1
            if name in _LOADING and value is not None and not value.strip().lower().startswith(_HARMLESS[:-1]):
                self.loads.append(f"{tag} {name}={value[:80]!r}")
            if tag == "meta" and name == "http-equiv" and (value or "").lower() == "refresh":
                self.loads.append("meta refresh")


def page_breaks(task: AuthoredTask, html: str) -> tuple[Break, ...]:
    """Contract rules of a page (STAMP, table 20). Test ids that scripts make are looked for in the scripts' text."""
    if len(html) > MAX_HTML:
        return (Break("size", "html", f"is {len(html):,} characters long; {MAX_HTML:,} are allowed"),)
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return (*_of_network(reader, html), *_of_elements(reader, task, html), *_of_values(task, html))


def _of_network(reader: _Reader, html: str) -> Iterator[Break]:
    for load in reader.loads:
        yield Break("network", "html", f"reaches out of the page: {load}")
    if found := _REACHES_OUT.search(html):
        yield Break("network", "html", f"uses {found.group(1)}")
    for address in sorted({m.group(0) for m in _ADDRESS.finditer(html) if not m.group(0).startswith(_NAMESPACES)}):
        yield Break("network", "html", f"holds the address {address!r}")
    for tag in ("iframe", "object", "embed", "base", "link", "portal"):
        if reader.tags[tag]:
            yield Break("network", "html", f"holds a <{tag}> element")


def _of_elements(reader: _Reader, task: AuthoredTask, html: str) -> Iterator[Break]:
    if reader.tags["select"]:
        yield Break("filters", "html", "has a <select> element; filters are buttons")
    for test_id, count in sorted(reader.test_ids.items()):
        if count > 1:
            yield Break("required-testids", f"html [data-testid={test_id}]", f"stands there {count} times")
    for test_id in task.required_testids:
        if not reader.test_ids[test_id] and not _made_by_script(test_id, html):
            yield Break("required-testids", "html", f"lacks the test id {test_id!r}")


def _of_values(task: AuthoredTask, html: str) -> Iterator[Break]:
    for fact in task.facts:
        if fact.value not in html:
            yield Break("facts", f"facts {fact.id}", f"{fact.value!r} does not stand in the page word for word")
    if task.truth_gold not in {fact.value for fact in task.facts} and task.truth_gold in html:
        yield Break("gold", "html", "holds the answer itself, which has to be worked out")


def _made_by_script(test_id: str, html: str) -> bool:
    """Whether a script names it, whole or by its stem: `'fact-' + id`, `` `tab-${id}` ``."""
    if re.search(rf"""["'`]{re.escape(test_id)}["'`]""", html):
        return True
    stem, dash, rest = test_id.partition("-")
    return bool(dash) and bool(re.search(rf"""["'`]{re.escape(stem)}-(?:\$\{{|["'`]\s*\+)""", html)) and rest in html


def _way(where: str) -> list[str]:
    return [part.strip() for part in re.split(r"[>›/→]", where) if part.strip()]
