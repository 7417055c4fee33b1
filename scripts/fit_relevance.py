"""Fits the weights of `sextant.utg.relevance`, and says how well they do on apps they have not seen.

    python scripts/fit_relevance.py [--write]

Reads the walks that `scripts/record_walks.py` recorded; `--write` puts the weights into
`packages/sextant/src/sextant/utg/relevance.json`. Needs NumPy and the extra `meaning`.

Each goal is asked twice. Before its screen is found, the ways on that lead straight to it are right, among all ways on
of the app and all other screens; once it is found, the screen itself is, among all screens and all other ways on. The
weights are those of greatest likelihood (a conditional logit), with a small penalty on their size.

Then each goal is searched for on the recorded walks: from the first screen on, the exit of most worth is taken, until a
screen is claimed. This tells what the stop rule of the navigator comes to where only a part of an app has been seen.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sextant.text.embedding import WordNearness, shipped
from sextant.text.sentence_vectors import installed
from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit, Kind
from sextant.utg.faces import Face
from sextant.utg.graph import Place
from sextant.utg.relevance import (
    FIGURES,
    ComparedText,
    GoalRelevance,
    Led,
    Nearness,
    Weights,
    screen_words,
    shared_titles,
    way_words,
)
from sextant.utg.search import ENOUGH, PRIORS, KnownScreen, SearchOption, likelihood

Floats = NDArray[np.float64]

ROOT = Path(__file__).parent.parent
WALKS = ROOT / "benchmarks/relevance"
SIZE = len(FIGURES)
PLAIN = Weights((0.0,) * SIZE, (0.0,) * SIZE, (0.0,) * SIZE, 0.0, 0.0)
PENALTY, FREE = 1.0, 0.001
ROUNDS, LONGEST = 40, 1.0
MOST_TRIED = 25
LEVELS = (0.05, 0.1, 0.2, 0.3, 0.5)


@dataclass
class App:
    """What is known of an app: its screens and ways on in words, and for each goal which of them are right."""

    name: str
    words: list[ComparedText]
    screens: int
    goals: list[tuple[str, set[int]]]
    exits: list[set[int]] = field(default_factory=list[set[int]])
    """By screen, its exits."""
    behind: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """By exit, the screens that it led to."""
    kinds: list[Kind] = field(default_factory=list[Kind])
    documents: list[tuple[str, tuple[str, ...]]] = field(default_factory=list[tuple[str, tuple[str, ...]]])
    """By screen, its address and texts."""


@dataclass
class Question:
    """A goal, what may be chosen, how many of them are screens, and which are right."""

    app: str
    text: str
    figures: Floats
    screens: int
    right: Floats
    found: bool


def main() -> None:
    """Fits, tells, and writes where it is asked to."""
    sentences = installed()
    if sentences is None:
        sys.exit("Install the extra first: pip install -e 'packages/sextant[meaning]'")
    apps = walked()
    fitted: dict[str, Any] = {}
    for nearness in (sentences, WordNearness(shipped())):
        asked, typical = questions(apps, nearness)
        tell(nearness.name, asked, [app.name for app in apps])
        tell_searches(asked, typical, apps, nearness)
        weights = fit(asked)
        fitted[nearness.name] = {
            name: round(value, 3) if isinstance(value, float) else [round(one, 3) for one in value]
            for name, value in asdict(as_weights(weights, typical, asked)).items()
        }
    print(json.dumps(fitted, indent=1))
    if "--write" in sys.argv:
        path = ROOT / "packages/sextant/src/sextant/utg/relevance.json"
        path.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")


def walked() -> list[App]:
    """The apps of which walks were recorded."""
    found: list[App] = []
    for truth in sorted((WALKS / "targets").glob("*.jsonl")):
        path = WALKS / f"{truth.stem}.jsonl.gz"
        if not path.exists():
            continue
        rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
        screens = [row for row in rows if "screen" in row and not row.get("stub")]
        ways = [row for row in rows if "way" in row]
        shared = shared_titles({row["screen"]["location"]: str(row["screen"]["title"]) for row in screens}.values())
        words = [_screen(row, shared) for row in screens] + [_way(row["way"]) for row in ways]
        right: dict[str, set[int]] = defaultdict(set)
        for at, row in enumerate([*screens, *ways]):
            for target in row["true"]:
                right[target].add(at)
        targets = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
        app = App(truth.stem, words, len(screens), [(one["words"], right[one["id"]]) for one in targets])
        found.append(_connected(app, screens, ways))
    return found


def _connected(app: App, screens: list[dict[str, Any]], ways: list[dict[str, Any]]) -> App:
    """The app with the exits of each screen, and the screens behind each exit."""
    place = {row["id"]: at for at, row in enumerate(ways)}
    links, labels = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for at, row in enumerate(ways):
        links[row["way"]["href"] or "-"].append(at)
        labels[row["way"]["label"]].append(at)
    behind = defaultdict[int, list[int]](list)
    for at, row in enumerate(screens):
        led = (row["came"] or row["led"])[:1]
        into = [] if row["opened"] else links[row["screen"]["location"]]
        for way in into or (labels[led[0]["label"]] if led else ()):
            behind[way].append(at)
    exits = [{place[way] for way in row["ways"] if way in place} for row in screens]
    said = [row["screen"] for row in screens]
    documents = [
        (one["location"], (one["title"], *one["heads"], *one["headings"], *one["texts"], *_labels(ways, exits[at])))
        for at, one in enumerate(said)
    ]
    return replace(
        app, exits=exits, behind=dict(behind), kinds=[row["way"]["kind"] for row in ways], documents=documents
    )


def _labels(ways: list[dict[str, Any]], which: set[int]) -> tuple[str, ...]:
    return tuple(ways[at]["way"]["label"] for at in which)


def _screen(row: dict[str, Any], shared: frozenset[str]) -> ComparedText:
    """A screen in words, as one that is looked at: with what led there on a walk, else as the map has it."""
    said = row["screen"]
    lists = {name: tuple(map(str, said[name])) for name in ("heads", "headings", "selected", "texts")}
    face = Face(
        str(said["title"]), lists["heads"], lists["headings"], str(said["location"]), lists["selected"], lists["texts"]
    )
    led = row["came"][: 2 if row["opened"] else 1] or row["led"]
    return screen_words(face, [Led(**one) for one in led], (), shared)


def _way(said: dict[str, Any]) -> ComparedText:
    one = Exit(ElementRef("link", said["label"]), href=said["href"], row=said["row"], hint=said["hint"])
    return way_words(one, said["page"])


def questions(apps: list[App], nearness: Nearness) -> tuple[list[Question], Floats]:
    """What is asked, and what each likeness typically is."""
    asked: list[Question] = []
    every: list[Floats] = []
    for app in apps:
        pages = [(one.name, one.whole) for one in app.words[: app.screens]]
        for text, right in app.goals:
            if not right:
                continue
            goal = GoalRelevance(text, nearness, PLAIN)
            goal.within(pages)
            figures = np.array(goal.figures(app.words[: app.screens]) + goal.way_figures(app.words[app.screens :]))
            every.append(figures.mean(0))
            marks = np.array([float(at in right) for at in range(len(app.words))])
            before, after = marks.copy(), marks.copy()
            before[: app.screens] = 0
            after[app.screens :] = 0
            if before.any():
                keep = (marks == 0) | (before == 1)
                asked.append(_question(app, text, figures, before, keep, False))
            if after.any():
                keep = (marks == 0) | (after == 1)
                asked.append(_question(app, text, figures, after, keep, True))
    typical = np.mean(every, 0)
    return [replace(one, figures=_blocks(one, typical)) for one in asked], typical


def _question(app: App, text: str, figures: Floats, right: Floats, keep: NDArray[np.bool_], found: bool) -> Question:
    return Question(app.name, text, figures[keep], int(keep[: app.screens].sum()), right[keep], found)


def _blocks(one: Question, typical: Floats) -> Floats:
    """The figures with weights of their own for screens and ways on, and a mark for ways on."""
    rows = np.zeros((len(one.figures), 2 * SIZE + 1))
    rows[: one.screens, :SIZE] = one.figures[: one.screens] - typical
    rows[one.screens :, SIZE : 2 * SIZE] = one.figures[one.screens :] - typical
    rows[one.screens :, -1] = 1
    return rows


def fit(asked: list[Question]) -> Floats:
    """The weights of greatest likelihood, by Newton's method; which of several right choices it was is weighed anew."""
    weights = np.zeros(2 * SIZE + 1)
    penalty = np.full(2 * SIZE + 1, PENALTY)
    penalty[-1] = FREE
    for _ in range(ROUNDS):
        slope, curve = penalty * weights, np.diag(penalty)
        for one in asked:
            odds = shares(one, weights)
            right = odds * one.right
            mean = one.figures.T @ odds
            slope = slope + mean - one.figures.T @ (right / (right.sum() + 1e-12))
            curve = curve + (one.figures.T * odds) @ one.figures - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        weights = weights - step * min(1.0, LONGEST / (np.abs(step).max() + 1e-12))
    return weights


def absent(asked: list[Question], weights: Floats) -> float:
    """What one right screen in ten stays below."""
    right = [(one.figures @ weights)[one.right > 0].max() for one in asked if one.found]
    return float(np.percentile(right, 10))


def as_weights(weights: Floats, typical: Floats, asked: list[Question]) -> Weights:
    """Fitted weights as `sextant.utg.relevance` takes them."""
    screens, ways = weights[:SIZE].tolist(), weights[SIZE : 2 * SIZE].tolist()
    return Weights(screens, ways, typical.tolist(), float(weights[-1]), absent(asked, weights))


def tell_searches(asked: list[Question], typical: Floats, apps: list[App], nearness: Nearness) -> None:
    """What searches with weights that were fitted without the app come to."""
    ends: Counter[str] = Counter()
    for app in apps:
        others = [one for one in asked if one.app != app.name]
        weights = as_weights(fit(others), typical, others)
        ends.update(search(app, GoalRelevance(text, nearness, weights), right) for text, right in app.goals if right)
    print("  searches: " + ", ".join(f"{end} {count}" for end, count in sorted(ends.items())))


def search(app: App, goal: GoalRelevance, right: set[int]) -> str:
    """How a search on the recorded walk ends: a claim that is `right` or `wrong`, or `unsure`."""
    seen, tried = [0], set[int]()
    for turn in range(MOST_TRIED + 1):
        pages = defaultdict[str, list[str]](list)
        for at in seen:
            pages[app.documents[at][0]] += app.documents[at][1]
        goal.within(pages.values())
        shown = set[int]().union(*(app.exits[at] for at in seen))
        left = sorted(at for at in shown - tried if not _walked(app.behind.get(at, ()), seen))
        odds = goal.screens([app.words[at] for at in seen])
        known = [_known(app, at, value) for at, value in zip(seen, odds, strict=True)]
        found = _options(app, goal, left) if turn < MOST_TRIED else []
        best = seen[int(np.argmax(odds))]
        likely = likelihood(known, found, goal.absent, len(shown))
        if likely[(str(best),)] >= ENOUGH and goal.named(app.words[best]):
            return "right" if best in right else "wrong"
        if not found:
            break
        chosen = left[max(range(len(left)), key=lambda at: found[at].worth)]
        tried.add(chosen)
        new = sorted((at for at in app.behind.get(chosen, ()) if at not in seen), key=lambda at: at not in right)
        seen += new[:1]
    return "unsure"


def _known(app: App, at: int, odds: float) -> KnownScreen:
    return KnownScreen(Place(str(at)), (str(at),), str(at), app.words[at], odds)


def _walked(screens: Sequence[int], seen: list[int]) -> bool:
    return bool(screens) and set(screens) <= set(seen)


def _options(app: App, goal: GoalRelevance, left: list[int]) -> list[SearchOption]:
    words = [app.words[app.screens + at] for at in left]
    return [
        SearchOption(Place(str(at)), Exit(ElementRef("link", str(at))), said, value, value, PRIORS[app.kinds[at]], 0)
        for at, said, value in zip(left, words, goal.ways(words), strict=True)
    ]


def shares(one: Question, weights: Floats) -> Floats:
    """How likely each choice is."""
    odds = one.figures @ weights
    found = np.exp(odds - odds.max())
    return np.asarray(found / found.sum())


def tell(name: str, asked: list[Question], apps: list[str]) -> None:
    """How well weights do that were fitted without the app."""
    told: dict[bool, list[tuple[bool, float, bool]]] = {True: [], False: []}
    for app in apps:
        weights = fit([one for one in asked if one.app != app])
        for one in (one for one in asked if one.app == app):
            odds = shares(one, weights)
            best = int(np.argmax(odds[: one.screens]))
            among = odds[: one.screens] if one.found else odds[one.screens :]
            right = one.right[: one.screens] if one.found else one.right[one.screens :]
            told[one.found].append((bool(right[int(np.argmax(among))]), float(odds[best]), bool(one.right[best])))
    print(name)
    for found, kind in ((False, "ways"), (True, "screens")):
        print(f"  {kind}: right one first {sum(one[0] for one in told[found])} of {len(told[found])}")
    for level in LEVELS:
        early = sum(odds >= level for _, odds, _ in told[False])
        right = sum(odds >= level and ok for _, odds, ok in told[True])
        wrong = sum(odds >= level and not ok for _, odds, ok in told[True])
        print(f"  claimed from {level}: too early {early}; once found right {right}, wrong {wrong}")


if __name__ == "__main__":
    main()
