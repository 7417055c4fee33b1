"""Fits the weights of target selection on the development set, and says how well they do on graphs they have not seen.

    python scripts/fit_selection.py

prints what to put into `sextant.utg.selection.ranking`: `WEIGHTS`, `TRUST` and `ALIKE`. Needs NumPy. A half and three
quarters of the glossary are left out in two of three copies of the data, so that the weights do not rely on a glossary
that knows every word: on other people's goals it does not.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sextant.utg.files.importing import read_map
from sextant.utg.selection.described import Described, described
from sextant.utg.selection.embedding import shipped
from sextant.utg.selection.evidence import FIGURES, Evidence, rarity_of
from sextant.utg.selection.glossary import Glossary, glossary_text
from sextant.utg.selection.ranking import ALIKE_FIGURES, UNSEEN
from sextant.utg.selection.vectors import Vectors

Floats = NDArray[np.float64]

FOLDER = Path(__file__).parent.parent / "benchmarks" / "select-dev"
VECTORS = Vectors(shipped())
FOLDS = 5
DROPPED = (0.0, 0.5, 0.75)
LIST = 12
"""A text is one of so many that could be chosen: the prior of `ALIKE`."""


@dataclass(frozen=True)
class Asked:
    """A goal, the figures of every screen of its graph, and which of them fulfil it."""

    graph: str
    figures: Floats
    right: Floats
    unseen: Floats
    names: tuple[tuple[str, ...], ...]


def main() -> None:
    """Prints the weights and how they do."""
    lines = (FOLDER / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    graphs = {path.stem: described(read_map(path)) for path in sorted((FOLDER / "graphs").glob("*.json"))}
    copies = [gathered(lines, graphs, glossary_without(share)) for share in DROPPED]
    held: list[tuple[float, bool]] = []
    third = 0
    for fold in range(FOLDS):
        out = set(sorted(graphs)[fold::FOLDS])
        weights = fit([[one for one in copy if one.graph not in out] for copy in copies])
        for one in copies[0]:
            if one.graph in out:
                share, place = judged(one, weights)
                held.append((share, place == 0))
                third += place < 3
    right = np.array([ok for _, ok in held], float)
    print(f"top1 on unseen graphs {right.mean():.3f}, top3 {third / len(held):.3f}, n {len(held)}")
    trust = logistic_fit(np.array([[share] for share, _ in held]), right)
    reliability(np.array([share for share, _ in held]), trust, right)
    print("WEIGHTS =", tuple(round(float(value), 2) for value in fit(copies)))
    print("TRUST =", tuple(round(float(value), 2) for value in trust))
    print("ALIKE =", tuple(round(float(value), 2) for value in alike(lines, graphs)))


def glossary_without(share: float) -> Glossary:
    """The shipped glossary without a share of its lines."""
    rng = random.Random(0)
    return Glossary("\n".join(line for line in glossary_text().splitlines() if rng.random() >= share))


def gathered(lines: Sequence[str], graphs: dict[str, tuple[Described, ...]], glossary: Glossary) -> list[Asked]:
    """The development set in figures."""
    found: list[Asked] = []
    for row in map(json.loads, lines):
        screens = graphs[row["graph"]]
        rarity = rarity_of([[name.words for name in screen.names] for screen in screens])
        evidence = Evidence(row["goal"], rarity, VECTORS, glossary)
        found.append(asked(row, screens, evidence))
    return found


def asked(row: dict[str, str], screens: Sequence[Described], evidence: Evidence) -> Asked:
    """One goal in figures; screens of the development set have one name each."""
    evidence.learn([word for screen in screens for name in screen.names for word in name.words])
    empty = (0.0,) * len(FIGURES)
    return Asked(
        row["graph"],
        np.array([evidence.of(screen.names[0].words) if screen.names else empty for screen in screens]),
        np.array([screen.place.node in row["screens"] for screen in screens], float),
        np.array([not screen.seen for screen in screens], float),
        tuple(screen.names[0].words if screen.names else () for screen in screens),
    )


def odds(one: Asked, weights: Floats) -> Floats:
    """The share of each screen."""
    scores = one.figures @ weights - UNSEEN * one.unseen
    parts = np.exp(scores - scores.max())
    return parts / parts.sum()


def fit(copies: Sequence[Sequence[Asked]], ridge: float = 0.01, steps: int = 200) -> Floats:
    """Weights that make the right screens likely (softmax over the screens of a graph, Adam, weight decay)."""
    weights = np.zeros(len(FIGURES))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    every = [one for copy in copies for one in copy]
    for step in range(1, steps + 1):
        slope = ridge * weights
        for one in every:
            share = odds(one, weights)
            wanted = share * one.right
            slope += one.figures.T @ (share - wanted / wanted.sum()) / len(every)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.2 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def judged(one: Asked, weights: Floats) -> tuple[float, int]:
    """The share of the screens that are called as the first is, and the place of the best right one."""
    share = odds(one, weights)
    order = np.argsort(-share, kind="stable")
    named = sum(float(share[at]) for at in range(len(share)) if one.names[at] == one.names[order[0]])
    return named, int(np.argmax(one.right[order]))


def logistic_fit(figures: Floats, right: Floats) -> Floats:
    """A constant and weights of a logistic regression (Newton's method)."""
    table = np.column_stack([np.ones(len(figures)), figures])
    weights = np.zeros(table.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (chance - right) / len(right) + 1e-3 * weights
        bend = (table * (chance * (1 - chance))[:, None]).T @ table / len(right) + 1e-3 * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def reliability(shares: Floats, trust: Floats, right: Floats) -> None:
    """Prints how often answers of each confidence are right."""
    sure = 1 / (1 + np.exp(-(trust[0] + trust[1] * shares)))
    for low in np.arange(0, 1, 0.2):
        within = (sure >= low) & (sure < low + 0.2)
        if within.any():
            said, was = sure[within].mean(), right[within].mean()
            print(f"confidence {low:.1f}-{low + 0.2:.1f}: n {within.sum()}, said {said:.2f}, right {was:.2f}")


def alike(lines: Sequence[str], graphs: dict[str, tuple[Described, ...]]) -> Floats:
    """The constants of `similarity`: each name apart from all others, as one of a short list."""
    figures: list[Floats] = []
    right: list[Floats] = []
    for row in map(json.loads, lines):
        evidence = Evidence(row["goal"], rarity_of([]), VECTORS, glossary_without(0.5))
        one = asked(row, graphs[row["graph"]], evidence)
        figures.append(one.figures[:, [FIGURES.index(name) for name in ALIKE_FIGURES]])
        right.append(one.right)
    joined = np.concatenate(right)
    weights = logistic_fit(np.concatenate(figures), joined)
    weights[0] += np.log(1 / (LIST - 1)) - np.log(joined.mean() / (1 - joined.mean()))
    return weights


if __name__ == "__main__":
    main()
