"""`sextant bench select`: how often the screens of a map that a goal asks for are found, without a model and with one.

Truth is a file of goals in plain words, each with the screens that fulfil it, on graphs of real apps.
"""

import hashlib
import json
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sextant.errors import UsageError
from sextant.utg.files.imported import read_map
from sextant.utg.graph import Graph
from sextant.utg.relevance import Letters
from sextant.utg.selection import Selection, Selector
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, environment
from sextant_bench.statistics import wilson

TRUTH = Path(__file__).parent / "truth" / "select.jsonl"
_HERE = Path(__file__).parent / "truth"
_GRAPHS = "../shared/data/utg"
_FORMS = ("{}_CTGwithFragment.dot", "{}.json", "{}.dot")
_TARGET = 0.75
_BINS = 10
_WHOLE = 10_000
"""More choices than any map has screens: the whole ranking."""


@dataclass(frozen=True, slots=True)
class SelectGoal:
    """A goal in words and the screens that fulfil it."""

    graph: str
    goal: str
    screens: frozenset[str]


@dataclass
class SelectScore:
    """How a way of choosing did."""

    first: int = 0
    third: int = 0
    reciprocal: float = 0.0
    asked: int = 0
    seconds: float = 0.0
    by_graph: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    sure: list[tuple[float, bool]] = field(default_factory=list[tuple[float, bool]])
    wrong: list[str] = field(default_factory=list[str])

    def add(self, asked: SelectGoal, ranked: Sequence[str], confidence: float | None = None) -> None:
        """Counts one answer, the nodes best first."""
        place = next((at for at, node in enumerate(ranked) if node in asked.screens), None)
        right = place == 0
        self.asked += 1
        self.first += right
        self.third += place is not None and place < 3
        self.reciprocal += 0.0 if place is None else 1 / (place + 1)
        counts = self.by_graph.setdefault(asked.graph, [0, 0])
        counts[0] += right
        counts[1] += 1
        if confidence is not None:
            self.sure.append((confidence, right))
        if not right:
            self.wrong.append(f"{asked.graph}: {asked.goal!r} is {sorted(asked.screens)}, not {list(ranked[:2])}")

    def share(self, value: float) -> float:
        return value / self.asked if self.asked else math.nan

    def graphs(self) -> dict[str, Json]:
        return {name: {"top1": right / count, "n": count} for name, (right, count) in sorted(self.by_graph.items())}

    def reliability(self) -> list[dict[str, Json]]:
        """For each tenth of confidence: how many answers, how sure they were, how many of them right."""
        rows: list[dict[str, Json]] = []
        for low in range(_BINS):
            within = [(sure, right) for sure, right in self.sure if min(int(sure * _BINS), _BINS - 1) == low]
            if within:
                said = sum(sure for sure, _ in within) / len(within)
                was = sum(right for _, right in within) / len(within)
                rows.append({"from": low / _BINS, "n": len(within), "confidence": said, "right": was})
        return rows

    def calibration_error(self) -> float:
        """Expected difference between confidence and share of right answers, over tenths of confidence."""
        if not self.sure:
            return math.nan
        off = 0.0
        for low in range(_BINS):
            within = [(sure, right) for sure, right in self.sure if min(int(sure * _BINS), _BINS - 1) == low]
            off += abs(sum(sure - right for sure, right in within))
        return off / len(self.sure)


def run(options: BenchOptions) -> BenchResult:
    """Seconds without a model; with `-o model=…` one question to it for each goal."""
    path = Path(options.extra.get("truth", str(TRUTH))).expanduser()
    data, every = read_truth(path)
    kept = every[: options.limit] if options.limit is not None else every
    graphs, absent = _graphs({one.graph for one in kept}, Path(options.extra.get("graphs", _GRAPHS)).expanduser())
    errors = [
        f"{one.graph}: {node!r} is no screen of the graph"
        for one in kept
        if one.graph in graphs
        for node in one.screens - set(graphs[one.graph].nodes)
    ]
    asked = [one for one in kept if one.graph in graphs and one.screens <= set(graphs[one.graph].nodes)]
    found = _measure(asked, graphs, _with(Selector()), ranks=True)
    letters = _measure(asked, graphs, _with(Selector(nearness=Letters())))
    details: dict[str, Json] = {
        "truth": path.name,
        "truth_sha256": hashlib.sha256(data).hexdigest(),
        "graphs": found.graphs(),
        "screens": {name: len(graph.nodes) for name, graph in sorted(graphs.items())},
        "letters": letters.graphs(),
        "reliability": found.reliability(),
        "skipped": absent,
        "problems": errors[:20],
    }
    figures = [
        Figure("top1", found.share(found.first), _TARGET),
        *_interval(found),
        Figure("top3", found.share(found.third)),
        Figure("mrr", found.share(found.reciprocal)),
        Figure("calibration_error", found.calibration_error(), better="low"),
        Figure("seconds_a_query", found.share(found.seconds), unit="s", better="low"),
    ]
    if spec := options.extra.get("model", ""):
        figures += _model(spec, asked, graphs, details, options.report)
    if options.flag("wrong", False):
        details["wrong"] = found.wrong
    return BenchResult(
        "select",
        tuple(figures),
        n=len(asked),
        skipped=sum(one.graph in absent for one in kept),
        errors=len(errors),
        excluded=len(every) - len(kept),
        baselines=(Figure("top1_letters", letters.share(letters.first)),),
        environment=environment(),
        details=details,
    )


def _interval(score: SelectScore) -> tuple[Figure, ...]:
    """The ends of Wilson's 95 % interval of the share of first choices that are right."""
    if not score.asked:
        return ()
    interval = wilson(score.first, score.asked)
    return Figure("top1_low", interval.low), Figure("top1_high", interval.high)


def read_truth(path: Path) -> tuple[bytes, list[SelectGoal]]:
    """The file's bytes and its goals.

    Raises:
        UsageError: It cannot be read, or a line is no goal with screens.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror}.", "Name a file of goals.") from error
    found: list[SelectGoal] = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            found.append(SelectGoal(str(row["graph"]), str(row["goal"]), frozenset(map(str, row["screens"]))))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"Line {number} of {path.name!r} is no goal.", 'Write {"graph": …, "goal": …, "screens": [ … ]}.'
            ) from error
    return data, found


def _graphs(names: Iterable[str], folder: Path) -> tuple[dict[str, Graph], dict[str, Json]]:
    """The graphs by name, from the folder or from those kept with the truth; and for each absent one, why."""
    found: dict[str, Graph] = {}
    absent: dict[str, Json] = {}
    for name in sorted(names):
        places = [place / form.format(name) for place in (folder, _HERE) for form in _FORMS]
        path = next((place for place in places if place.is_file()), None)
        if path is None:
            absent[name] = f"there is no {_FORMS[0].format(name)} or {name}.json in {folder.name}"
            continue
        try:
            found[name] = read_map(path)
        except UsageError as error:
            absent[name] = error.message
    return found, absent


def _with(selector: Selector) -> Callable[[str, Graph], Selection]:
    return lambda goal, graph: selector.select(goal, graph, most=_WHOLE)


def _measure(
    asked: Sequence[SelectGoal],
    graphs: Mapping[str, Graph],
    select: Callable[[str, Graph], Selection],
    ranks: bool = False,
    on_selection: Callable[[Selection], None] | None = None,
) -> SelectScore:
    score = SelectScore()
    for one in asked:
        begun = time.perf_counter()
        selection = select(one.goal, graphs[one.graph])
        score.seconds += time.perf_counter() - begun
        score.add(one, [choice.place.node for choice in selection.choices], selection.confidence if ranks else None)
        if on_selection is not None:
            on_selection(selection)
    return score


def _model(
    spec: str,
    asked: Sequence[SelectGoal],
    graphs: Mapping[str, Graph],
    details: dict[str, Json],
    report: Callable[[str], None],
) -> list[Figure]:
    """The same with a model in front: how often the whole is right, and how often the model decided."""
    from sextant.models import open_model

    decided: list[Selection] = []
    model = open_model(spec)
    try:
        select = _with(Selector(model))

        def count(selection: Selection) -> None:
            decided.append(selection)
            if not len(decided) % 10:
                report(f"{len(decided)}/{len(asked)} goals asked")

        score = _measure(asked, graphs, select, ranks=True, on_selection=count)
        usage = model.usage()
    finally:
        model.close()
    by_model = sum(selection.method == "model" for selection in decided)
    notes = [note for selection in decided for note in selection.notes]
    details["model"] = {
        "name": spec,
        "graphs": score.graphs(),
        "reliability": score.reliability(),
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "notes": notes[:10],
    }
    return [
        Figure("top1_model", score.share(score.first)),
        Figure("top3_model", score.share(score.third)),
        Figure("model_decided", score.share(by_model)),
        Figure("model_seconds_a_query", score.share(score.seconds), unit="s", better="low"),
    ]
