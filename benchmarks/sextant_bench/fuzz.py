"""`sextant bench fuzz`: every parser of what others write, given changed forms of what it reads.

Each case is a text of a small corpus with a few changes: bytes, lines and slices exchanged, numbers beyond all limits,
nesting beyond any stack. A parser may refuse with the errors that it promises; anything else is a traceback.
A case that was refused in a place of its own, broke or was slow joins the corpus.
"""

import random
import resource
import signal
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sextant.errors import SextantError
from sextant_bench.figures import BenchOptions, BenchResult, Figure, draw_seeds, environment
from sextant_bench.fuzz_corpus import TEXTS, Corpus, database_text, write_database

__all__ = ["FuzzedParser", "changed", "run", "targets"]

_HANG_SECONDS = 2.0
"""Of processor time: a busy machine makes no hang. One that only waits is told by ten times as long on the clock."""
_WAITS_FOR = 10
_ENDLESS_SECONDS = 60
"""A parser that does not return by then is interrupted, so that the others get their turn."""
_MOST_MEGABYTES = 500
_NIGHT_SECONDS, _CASES_IN_A_NIGHT = 1800, 1_000_000
_LONGEST = 200_000

_PIECES = (
    *("[", "]", "{", "}", '"', "'", ":", ",", "\n", "\\", "\0", "\ufeff", "\u202e", "=", "#", "//", "-", "\t"),
    *("null", "true", "NaN", "Infinity", "-0", "1e999", "-1e999", "9" * 5000, "0x", "1_000", "''", '""', "{}", "[]"),
    *("[" * 50_000, '{"a":' * 30_000, "(" * 20_000, "a." * 20_000, "-" * 20_000, "not " * 5_000, "<" * 10_000),
    *("```", "<think>" * 5_000, "</think>", "[THINK]" * 5_000, '"""'),
    *("\\ud800", "%00", "../../etc/passwd", "A" * 50_000, " " * 50_000, "é" * 1000),
)


@dataclass(frozen=True, slots=True)
class FuzzedParser:
    """A parser. `parse` raises `SextantError` for what it refuses, or one of `promised`."""

    parse: Callable[[str], object]
    corpus: Sequence[str]
    promised: tuple[type[Exception], ...] = ()


def run(options: BenchOptions) -> BenchResult:
    """`options.n` seconds, a minute unless told, shared out among the parsers; `only` names one of them.

    `corpus` is a directory of corpora: what earlier runs kept there is tried first, and what this one finds is kept.
    """
    seconds = options.n or 60
    only, kept_in = options.extra.get("only", ""), options.extra.get("corpus", "")
    seeds = draw_seeds(1, options.seed)
    rng = random.Random(seeds.entropy)  # noqa: S311 - cases
    cases, faults, hangs = Counter[str](), dict[str, str](), Counter[str]()
    slowest, grown = defaultdict[str, tuple[float, str]](lambda: (0.0, "")), dict[str, float]()
    kept = dict[str, int]()
    with tempfile.TemporaryDirectory(prefix="sextant-fuzz-") as scratch:
        chosen = {name: one for name, one in targets(Path(scratch)).items() if only in ("", name)}
        for name, target in chosen.items():
            until, before = time.monotonic() + seconds / len(chosen), _peak_megabytes()
            texts = Corpus(target.corpus, Path(kept_in) / name if kept_in else None)
            again = list(texts.kept)
            while again or time.monotonic() < until:
                text = again.pop() if again else changed(rng, texts.some(rng))
                came, took = _timed(target, text)
                if came.fault and came.fault not in faults:
                    faults[came.fault] = f"{name}: {text[:200]!r}"
                    options.report(f"{name}: {came.fault}")
                cases[name] += 1
                hangs[name] += took > _HANG_SECONDS
                slowest[name] = max(slowest[name], (took, f"{len(text)} characters: {text[:120]!r}"))
                texts.learn(text, came.places, must=bool(came.fault) or took > _HANG_SECONDS)
            grown[name], kept[name] = round(_peak_megabytes() - before, 1), len(texts.kept)
            options.report(f"{name}: {cases[name]} cases, slowest {slowest[name][0]:.2f} s, {grown[name]} MB more")
    return BenchResult(
        "fuzz",
        (
            Figure("tracebacks", len(faults), 0, better="low"),
            Figure("hangs", hangs.total(), 0, better="low"),
            Figure("peak_mb", _peak_megabytes(), _MOST_MEGABYTES, "MB", better="low"),
            Figure("cases", cases.total(), _CASES_IN_A_NIGHT if seconds >= _NIGHT_SECONDS else None),
        ),
        n=cases.total(),
        seeds=seeds,
        environment=environment(),
        details={
            "cases": dict(cases),
            "hangs": {name: n for name, n in hangs.items() if n},
            "faults": dict(faults),
            "slowest": {name: [round(took, 3), text] for name, (took, text) in slowest.items()},
            "grown_mb": grown,
            "kept": kept,
        },
    )


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a parser did. `places` are the lines that an error came through, empty where the text was read."""

    places: frozenset[tuple[str, int]] = frozenset()
    fault: str = ""
    """Where it broke, empty where it read or refused the text."""


def _timed(target: FuzzedParser, text: str) -> tuple[_Outcome, float]:
    """What a parser did, and the seconds that it took."""
    begun, clock = time.process_time(), time.monotonic()
    came = _outcome(target, text)
    return came, max(time.process_time() - begun, (time.monotonic() - clock) / _WAITS_FOR)


class _EndlessError(BaseException):
    """Raised within a parser that does not return."""


def _interrupt(number: int, frame: object) -> None:
    del number, frame
    raise _EndlessError


def _outcome(target: FuzzedParser, text: str) -> _Outcome:
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, _ENDLESS_SECONDS)
    try:
        target.parse(text)
    except _EndlessError:
        return _Outcome(fault=f"no end after {_ENDLESS_SECONDS} s")
    except (SextantError, *target.promised) as refused:
        return _Outcome(_places(refused))
    except Exception as error:  # noqa: BLE001 - whatever comes out is what is looked for
        last = traceback.extract_tb(error.__traceback__)[-1]
        return _Outcome(_places(error), f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return _Outcome()


def _places(error: BaseException) -> frozenset[tuple[str, int]]:
    """The lines that it and what caused it came through, each once, however deep they are nested."""
    found = set[tuple[str, int]]()
    cause: BaseException | None = error
    while cause is not None:
        found |= {(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(cause.__traceback__)}
        cause = cause.__cause__
    return frozenset(found)


def changed(rng: random.Random, corpus: Sequence[str]) -> str:
    """A text of the corpus with one to six changes."""
    text = rng.choice(corpus)
    for _ in range(rng.randint(1, 6)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 4, 30, 300)))
        match rng.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + rng.choice(_PIECES) + text[end:]
            case 2:
                text = text[:start] + text[start:end] * rng.choice((2, 3, 50)) + text[end:]
            case 3:
                text = text[:start] + chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) + text[end:]
            case 4:
                other = rng.choice(corpus)
                cut = rng.randint(0, len(other))
                text = text[:start] + other[cut : cut + 300] + text[end:]
            case _:
                lines = text.splitlines(keepends=True)
                rng.shuffle(lines)
                text = "".join(lines)
    return text[:_LONGEST]


def targets(scratch: Path) -> Mapping[str, FuzzedParser]:
    """Every parser by name."""
    from pydantic import ValidationError

    from sextant.devices.android.dumps import back_stack_of, fragments_of, screen_state
    from sextant.devices.android.views import read_hierarchy
    from sextant.devices.browser.live_view import parse_head
    from sextant.devices.browser.request_body import may_write
    from sextant.devices.browser.snapshot import FrameSnapshot, assemble
    from sextant.devices.browser.wire import abridged
    from sextant.journal import RunStore, import_trace
    from sextant.journal.entries import decode_entry, screens_named
    from sextant.journal.pages import rows
    from sextant.journal.schema import decoding
    from sextant.login.recipes import read_recipe
    from sextant.models.answers import read_answer
    from sextant.models.cassettes import read_cassette
    from sextant.program.language.parse import parse
    from sextant.prompts import decision_schema
    from sextant.qa.script_files import read_script
    from sextant.settings.sources import untrusted_values
    from sextant.types.geometry import Size
    from sextant.utg.files.imported import parse_dot, parse_json, parse_map_file
    from sextant.utg.files.saved import from_text
    from sextant.utg.served.paths import unmet
    from sextant.utg.served.routes import read_routes
    from sextant_worlds.names import find_world
    from sextant_worlds.spec.world import dumps, loads

    file, phone = scratch / "file", Size(390, 844)
    journal = RunStore.open(scratch / "runs")
    schema = decision_schema("full")

    def through_file(read: Callable[[Path], object]) -> Callable[[str], object]:
        def parse_text(text: str) -> object:
            file.write_text(text, encoding="utf-8", errors="replace")
            return read(file)

        return parse_text

    def pages(text: str) -> None:
        write_database(text, file)
        for _ in rows(file):
            pass

    def trace(text: str) -> None:
        journal.rm(import_trace(journal, text.splitlines()))

    def record(text: str) -> None:
        kind, _, body = text.partition(" ")
        with decoding(scratch, "a record"):
            decode_entry(kind, body, dict.fromkeys(screens_named(kind, body)))  # pyright: ignore[reportArgumentType]

    def message(text: str) -> None:
        data = text.encode("utf-8", "replace")
        abridged(data[:200], data[-200:], len(data))
        head = {"Content-Type": text[:40]}
        may_write({"method": "POST", "url": f"http://a/{text[:100]}", "postData": text, "headers": head})

    def scripts(text: str) -> None:
        unmet(read_routes({"http://a/app.js": text}, 1.5).routes, ["/", "/a/b/c", f"/{text[:300]}"])

    def dump(text: str) -> None:
        screen_state(text)
        fragments_of(text)
        back_stack_of(text, "com.android.chrome")

    return {
        "decisions": FuzzedParser(lambda text: read_answer(text, schema), TEXTS["decisions"]),
        "settings": FuzzedParser(
            lambda text: untrusted_values(file, text.encode("utf-8", "replace"), {}), TEXTS["settings"]
        ),
        "programs": FuzzedParser(parse, TEXTS["programs"]),
        "maps": FuzzedParser(parse_map_file, TEXTS["maps"]),
        "graphs": FuzzedParser(lambda text: parse_dot(text) if "->" in text[:80] else parse_json(text), TEXTS["maps"]),
        "routes": FuzzedParser(lambda text: from_text(text, "route"), TEXTS["routes"]),
        "recipes": FuzzedParser(lambda text: read_recipe(text, "recipe"), TEXTS["recipes"]),
        "recorded": FuzzedParser(lambda text: read_script(text, "script"), TEXTS["recorded"]),
        "traces": FuzzedParser(trace, TEXTS["traces"]),
        "records": FuzzedParser(record, TEXTS["records"], (ValidationError,)),
        "pages": FuzzedParser(pages, (database_text(scratch / "database"),)),
        "cassettes": FuzzedParser(through_file(read_cassette), TEXTS["cassettes"]),
        "worlds": FuzzedParser(loads, (dumps(find_world("train/1")),)),
        "screens": FuzzedParser(lambda text: assemble([FrameSnapshot("main", text)], phone), TEXTS["screens"]),
        "messages": FuzzedParser(message, TEXTS["screens"], (ValueError,)),
        "scripts": FuzzedParser(scripts, TEXTS["scripts"]),
        "hierarchies": FuzzedParser(read_hierarchy, TEXTS["hierarchies"]),
        "dumps": FuzzedParser(dump, TEXTS["dumps"]),
        "heads": FuzzedParser(
            lambda text: parse_head(text.encode("latin-1", "replace")), TEXTS["heads"], (ValueError,)
        ),
    }
