"""`sextant bench prompts`: what the prompts of each preset cost, how they read, and how often answers miss their form.

Tokens are estimates of what an actor reads on a walk through a world, at step 50 and before. Form errors come from
recorded answers (cassettes): each is read again by the schema of its profile.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from sextant.models.answers import Accepted, read_answer
from sextant.prompts import count_tokens, decision_schema
from sextant.settings.schema import Preset
from sextant.settings.sources import PRESET_NAMES, settings_of
from sextant.types.decisions import Profile
from sextant_bench.context.episode import ContextWalk, Read, walk
from sextant_bench.context.stage import stage_of
from sextant_bench.context.walker import plan_of, with_program
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.harness import play_all, scratch

__all__ = ["Language", "form_errors", "language_of", "run"]

STEP = 50
_STAGES = 4
_AT_50 = 4000
_FORM_ERRORS = 2.0
_CASSETTES = Path("benchmarks/by_hand/cassettes")
_SCRIPTED = "machinery-"
"""Cassettes that a script answered: they prove the machinery and tell nothing of models."""
_OLD_DIALECT = re.compile(  # structural: words that the style guide of this project's own texts rules out
    r"\b(told|kept|meant|stands?|ways?|whoever|who reads|leave be|are not for you|gone back)\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.:!?])\s+")
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_VOWELS = re.compile(r"[aeiouy]+")


@dataclass(frozen=True, slots=True)
class Language:
    """How a text reads: sentences, words in them, the US school grade (Flesch-Kincaid), words of the old dialect."""

    sentences: int
    mean: float
    longest: int
    grade: float
    old: tuple[str, ...]


def run(options: BenchOptions) -> BenchResult:
    """Walks with each preset, and reads the cassettes; figures are those of the worst."""
    seeds = draw_seeds(options.n or _STAGES, options.seed)
    cases: list[tuple[Preset, int]] = [
        (preset, seed) for preset in PRESET_NAMES for seed in (seeds.all if preset == "all" else seeds.all[:1])
    ]
    played = play_all(cases, _walked, name=lambda case: case[0], report=options.report)
    walked: dict[Preset, list[ContextWalk]] = {}
    for preset, one in played.records:
        walked.setdefault(preset, []).append(one)
    folder = Path(options.extra.get("cassettes", str(_CASSETTES)))
    forms = form_errors(folder)
    errors = [*played.errors, *([] if forms else [f"There are no cassettes in {folder}."])]
    texts: dict[Preset, Language] = {preset: language_of(*_texts(taken)) for preset, taken in walked.items()}
    return BenchResult(
        name="prompts",
        figures=_figures(walked, texts, forms),
        n=sum(map(len, walked.values())),
        errors=len(errors),
        seeds=seeds,
        environment=environment(),
        details=_details(walked, texts, forms, errors),
        listings=(_listing(walked),),
    )


def _walked(case: tuple[Preset, int]) -> list[tuple[Preset, ContextWalk]]:
    preset, seed = case
    stage, settings = stage_of(seed), settings_of(preset, {"program.reuse": False})
    settings = with_program(settings, stage) if preset == "agentprog" else settings
    with scratch("prompts") as folder:
        return [(preset, walk(stage, plan_of(stage, STEP + 2), settings, folder))]


def _dynamic(walked: Sequence[ContextWalk]) -> int:
    return max((one.at(STEP).total for one in walked), default=0)


def _static(read: Read) -> int:
    return count_tokens(read.prefix)


def _texts(walked: Sequence[ContextWalk]) -> tuple[str, ...]:
    """The texts of a preset that are ours: instructions without the task, and what is trusted of each brief."""
    first = walked[0].reads[0].prefix.partition("\n\nGoal: ")[0]
    return (first, *dict.fromkeys(read.ours for one in walked for read in one.reads))


def language_of(instructions: str, *more: str) -> Language:
    """How the prose of some instructions reads. `more` is searched for words of the old dialect alone.

    Lines that show a form or an example are no prose.
    """
    prose = [line for line in _paragraphs(instructions) if not re.search(r"[{}\[\]|]", line)]
    sentences = [words for line in prose for part in _SENTENCE.split(line) if (words := _WORD.findall(part))]
    words = [word for sentence in sentences for word in sentence]
    syllables = sum(map(_syllables, words))
    mean = len(words) / max(1, len(sentences))
    grade = 0.39 * mean + 11.8 * syllables / max(1, len(words)) - 15.59
    old = tuple(found[0] for text in (instructions, *more) for found in _OLD_DIALECT.finditer(text))
    return Language(len(sentences), mean, max(map(len, sentences), default=0), grade, old)


def _paragraphs(text: str) -> Iterator[str]:
    """Lines that were wrapped, joined again: a new one begins at a bullet, after an empty line and after a head."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("  ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.removeprefix("- ").strip())
    return iter(found)


def _syllables(word: str) -> int:
    """Syllables of an English word, roughly: groups of vowels, a silent e at the end aside."""
    low = word.casefold()
    silent = low.endswith("e") and not low.endswith(("le", "ee"))
    return max(1, len(_VOWELS.findall(low)) - silent)


@dataclass
class FormErrors:
    """Answers of one profile: how many, how many no decision could be read from, how many lost a part."""

    answers: int = 0
    unread: int = 0
    parts: Counter[str] = field(default_factory=Counter[str])

    @property
    def per_100(self) -> float:
        return 100 * self.unread / max(1, self.answers)


def form_errors(folder: Path) -> Mapping[Profile, FormErrors]:
    """Form errors of the actors' answers in a folder of cassettes, by profile; empty where there are none."""
    found: dict[Profile, FormErrors] = {}
    for path in sorted(folder.glob("*.jsonl.gz")):
        if path.name.startswith(_SCRIPTED):
            continue
        lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
        counted = found.setdefault(_profile_of(lines), FormErrors())
        schema = decision_schema(_profile_of(lines))
        for line in lines:
            exchange = line.get("exchange", {})
            if exchange.get("role") == "actor":
                read = read_answer(str(exchange["answer"]), schema)
                counted.answers += 1
                counted.unread += not isinstance(read, Accepted)
                if isinstance(read, Accepted):
                    counted.parts["mended"] += read.repaired
                    counted.parts["second action"] += read.beside + int(getattr(read.value, "further", 0))
    return found


def _profile_of(lines: Sequence[Mapping[str, Any]]) -> Profile:
    """The profile that a run's settings name; `full`, which models of unknown name have, where they name none."""
    text = next((json.dumps(line) for line in lines if "models.profile" in json.dumps(line)[:20_000]), "")
    named = re.search(r'"models\.profile": "([a-z-]+)"', text)
    return next((one for one in get_args(Profile) if named is not None and one == named[1]), "full")


def _figures(
    walked: Mapping[Preset, Sequence[ContextWalk]],
    texts: Mapping[Preset, Language],
    forms: Mapping[Profile, FormErrors],
) -> tuple[Figure, ...]:
    nothing = float("nan")
    sizes = [(_static(one[0].reads[0]), one[0].reads[0].schema) for one in walked.values()]
    every = texts.values()
    return (
        Figure("at_50", _dynamic(walked.get("all", [])) or nothing, _AT_50, "tokens", "low"),
        Figure("static", max((static for static, _ in sizes), default=nothing), unit="tokens", better="low"),
        Figure("schema", max((schema for _, schema in sizes), default=nothing), unit="tokens", better="low"),
        Figure("grade", max((one.grade for one in every), default=nothing), 8.0, "", "low"),
        Figure("sentence", max((one.mean for one in every), default=nothing), 15.0, "words", "low"),
        Figure("longest_sentence", max((one.longest for one in every), default=nothing), unit="words", better="low"),
        Figure("old_dialect", sum(len(one.old) for one in every) if texts else nothing, 0, "", "low"),
        Figure(
            "form_errors",
            max((one.per_100 for one in forms.values()), default=nothing),
            _FORM_ERRORS,
            "per 100 decisions",
            "low",
        ),
    )


def _details(
    walked: Mapping[Preset, Sequence[ContextWalk]],
    texts: Mapping[Preset, Language],
    forms: Mapping[Profile, FormErrors],
    errors: list[str],
) -> Mapping[str, Json]:
    return {
        "tokens": {
            row[0]: dict(zip(("static", "schema", "dynamic"), map(int, row[1:]), strict=True)) for row in _rows(walked)
        },
        "language": {
            str(preset): {
                "sentences": one.sentences,
                "mean": round(one.mean, 1),
                "longest": one.longest,
                "grade": round(one.grade, 1),
                "old_dialect": sorted(set(one.old)),
            }
            for preset, one in texts.items()
        },
        "form_errors": {
            str(profile): {"answers": one.answers, "unread": one.unread, "per_100": round(one.per_100, 2)}
            | {name: count for name, count in one.parts.items() if count}
            for profile, one in forms.items()
        },
        "simulated": "a scripted walker reads the prompts; the recorded answers are those of capable readers",
        "errors": errors,
    }


def _rows(walked: Mapping[Preset, Sequence[ContextWalk]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (str(preset), str(_static(first)), str(first.schema), str(_dynamic(taken)))
        for preset, taken in walked.items()
        for first in (taken[0].reads[0],)
    )


def _listing(walked: Mapping[Preset, Sequence[ContextWalk]]) -> Listing:
    return Listing("tokens by preset", ("preset", "static", "schema", f"dynamic at {STEP}"), _rows(walked))
