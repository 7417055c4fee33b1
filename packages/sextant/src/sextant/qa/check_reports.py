"""Reports checks to people and programs: exit status, details, JUnit XML, and annotations of GitHub."""

from collections.abc import Callable, Sequence
from typing import Literal

from sextant.actors.element_lookup import called
from sextant.addresses.parts import readable
from sextant.qa.checks import FileChecked
from sextant.qa.file_check import RouteResult
from sextant.qa.junit import JUnitCase, to_xml
from sextant.utg.files.saved import SavedRoute

__all__ = ["annotations", "details", "exit_code", "hop_in_words", "junit_xml", "result_of"]


def result_of(done: FileChecked, strict: bool) -> Literal["passed", "failed", "error"]:
    """The result for a test runner; `strict`: a route that has moved counts as failed."""
    verdict = done.checked.verdict
    if verdict == "error":
        return "error"
    not_accepted = strict and verdict == "moved" and not done.written
    return "failed" if verdict == "failed" or not_accepted else "passed"


def exit_code(results: Sequence[FileChecked], strict: bool) -> int:
    """1 where a route failed; else the exit code of the first check with an error, or 0."""
    if any(result_of(done, strict) == "failed" for done in results):
        return 1
    return next((done.checked.exit_code for done in results if done.checked.verdict == "error"), 0)


def details(done: FileChecked) -> list[str]:
    """Describe a route that is not exact, one fact a line."""
    checked = done.checked
    if checked.verdict == "error":
        return [checked.reason]
    if checked.verdict == "moved":
        lines = [f"{hop_in_words(one.hop, checked.unit)}: {one.text}" for one in checked.messages]
        if checked.old is not None and checked.new is not None:
            lines += [f"was: {checked.old.way}", f"now: {checked.new.way}"]
        return [*lines, "written"] if done.written else lines
    lines = [f"{hop_in_words(one.hop, checked.unit)}: {one.text}" for one in checked.deviations]
    found = checked.found
    if isinstance(checked.old, SavedRoute):
        lines.append(f"sought: {called(checked.old.stops[-1])}")
    if found.screen:
        lines.append(f"left the {_noun(checked)} on the screen: {found.screen!r} ({readable(found.address)})")
    lines += [f"nearest: {one.text}" for one in found.nearest]
    lines.append(f"in the end: {found.ended or checked.reason}")
    if found.picture is not None:
        lines.append(f"picture: {found.picture}")
    if checked.run:
        lines.append(f"replay: sextant replay {checked.run}")
    return lines


def _noun(checked: RouteResult) -> str:
    return "script" if checked.unit == "step" else "route"


def hop_in_words(hop: int, unit: str = "hop") -> str:
    """A hop of a route, or a step of a script, by its number; 0 is the start."""
    return f"{unit} {hop}" if hop else "start"


def junit_xml(results: Sequence[FileChecked], strict: bool, began: float, clean: Callable[[str], str] = str) -> str:
    """One test case a route; one that has moved passes with a warning, unless `strict`. `began` is in Unix seconds.

    `clean` removes secrets from each text: in the finished document it could change the names of elements.
    """
    cases: list[JUnitCase] = []
    for done in results:
        checked = done.checked
        facts = [("verdict", checked.verdict), ("file", done.file.as_posix())]
        facts += [("run", checked.run)] if checked.run else []
        moved = checked.messages if checked.verdict == "moved" else ()
        facts += [("change", f"{hop_in_words(one.hop, checked.unit)}: {one.text}") for one in moved]
        facts += [("picture", str(checked.found.picture))] if checked.found.picture is not None else []
        cases.append(
            JUnitCase(
                name=clean(done.file.stem if checked.old is None else f"{done.file.stem}: {checked.old.goal}"),
                classname=clean(".".join(part for part in done.file.parent.parts if part.strip("/.")) or "routes"),
                seconds=checked.seconds,
                result=result_of(done, strict),
                kind=checked.fault or checked.verdict,
                message=clean("" if checked.verdict == "exact" else f"{checked.verdict}: {checked.reason}"),
                details=clean("\n".join(details(done)) if checked.verdict != "exact" else ""),
                facts=tuple((name, clean(text)) for name, text in facts),
            )
        )
    return to_xml("sextant check", cases, began)


def annotations(results: Sequence[FileChecked], strict: bool) -> list[str]:
    """A workflow command of GitHub Actions for each route that is not exact, one line each.

    One that has moved is a warning, with `strict` an error, once written a notice.
    """
    return [_annotation(done, strict) for done in results if done.verdict != "exact"]


def _annotation(done: FileChecked, strict: bool) -> str:
    checked = done.checked
    level = "error" if result_of(done, strict) != "passed" else "notice" if done.written else "warning"
    goal = "" if checked.old is None else f": {checked.old.goal}"
    file, title = (_escaped(text, ":,") for text in (done.file.as_posix(), f"{checked.verdict}{goal}"))
    message = _escaped("\n".join(dict.fromkeys((checked.reason, *details(done)))))
    return f"::{level} file={file},title={title}::{message}"


def _escaped(text: str, more: str = "") -> str:
    """The text without line ends, so that no text of an app begins a command of its own."""
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
