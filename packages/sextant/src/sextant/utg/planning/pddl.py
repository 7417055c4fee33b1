"""Writes planning problems as PDDL, after Listings 1 and 4 of Agent+P, and reads plans.

Differences from the listings: requirements are declared; no conditional effect is needed (a goal is achieved by an
action without cost); parallel edges are distinct; edges have costs; and goals may be ordered.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from sextant.dataclass import dataclass
from sextant.utg.planning.network import Order, PlanGoal, PlannedEdge
from sextant.utg.planning.search import AnyNetwork

_UNSAFE = re.compile(r"[^a-z0-9]+")
_ACTION = re.compile(r"\(\s*([^()\s]+)((?:\s+[^()\s]+)*)\s*\)")
_LONGEST_NAME = 32
MOST_PLAN_CHARACTERS = 10_000_000


class MalformedPlan(Exception):  # noqa: N818 - it never leaves this package
    """A plan file that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class PddlProblem:
    """Domain and problem as texts, and the names of the nodes, which are unique whatever the labels."""

    domain: str
    problem: str
    node_names: Mapping[int, str]


def safe_name(kind: str, number: int, label: object = "") -> str:
    """A PDDL name for the node, edge or goal of that number: unique by the number, readable by the label.

    Any label is valid: other scripts, spaces, dashes, keywords, duplicates, none.
    """
    plain = unicodedata.normalize("NFKD", str(label)[:200]).casefold()
    readable = _UNSAFE.sub("-", plain)[:_LONGEST_NAME].strip("-")
    return f"{kind}{number}-{readable}" if readable else f"{kind}{number}"


def number_of(kind: str, name: str) -> int:
    """The number in a name that `safe_name` made.

    Raises:
        MalformedPlan: It made no such name.
    """
    found = re.fullmatch(rf"{kind}(\d{{1,9}})(?:-[a-z0-9-]+)?", name)
    if found is None:
        raise MalformedPlan(f"{name[:80]!r} names nothing of the problem")
    return int(found[1])


def write(
    network: AnyNetwork, start: int, goals: Sequence[PlanGoal], order: Order, forgo: Sequence[int] | None = None
) -> PddlProblem:
    """The planning problem of a network: one ground action for every edge reachable from the start.

    Others cannot be part of a plan, and would cost time in the translator. The domain is the same for every network;
    only ordered goals add a precondition. With `forgo` every goal can be given up at a price, so that there is always a
    plan (Keyder and Geffner's soft goals).
    """
    names = {node: safe_name("n", node, _plain(network.nodes[node])) for node in _within_reach(network, start)}
    edges = [edge for node in names for edge in range(network.heads[node], network.heads[node + 1])]
    ordered = order == "ordered"
    lines = [
        "(define (problem reach-the-goals)",
        "  (:domain utg-automation)",
        "  (:objects",
        *_wrapped([*names.values()], "node"),
        *_wrapped([f"e{edge}" for edge in edges], "edge"),
        *_wrapped([*(["begun"] if ordered else []), *(f"g{place}" for place in range(len(goals)))], "goal"),
        "  )",
        "  (:init",
        "    (= (total-cost) 0)",
        f"    (at {names[start]})",
    ]
    for edge in edges:
        source, target = names[network.sources[edge]], names[network.targets[edge]]
        lines.append(f"    (connected e{edge} {source} {target}) (= (cost e{edge}) {network.costs[edge]})")
    for place, goal in enumerate(goals):
        lines += [f"    (goal-node g{place} {names[node]})" for node in sorted(goal.nodes & names.keys())]
    if ordered:
        lines.append("    (goal-achieved begun)")
        lines += [f"    (next {f'g{place - 1}' if place else 'begun'} g{place})" for place in range(len(goals))]
    if forgo is not None:
        lines += [f"    (= (price g{place}) {price})" for place, price in enumerate(forgo)]
    lines += ["  )", "  (:goal (and"]
    lines += [f"    (goal-achieved g{place})" for place in range(len(goals))]
    lines += ["  ))", "  (:metric minimize (total-cost))", ")", ""]
    return PddlProblem(domain_of(order, forgo is not None), "\n".join(lines), names)


def _within_reach(network: AnyNetwork, start: int) -> list[int]:
    """The start and every reachable node, by number."""
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        for target in network.targets[network.heads[node] : network.heads[node + 1]]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return sorted(seen)


def domain_of(order: Order, forgo: bool = False) -> str:
    """The domain for ordered or unordered goals; with `forgo` they can be given up."""
    ordered = order == "ordered"
    before = "?before - goal " if ordered else ""
    due = " (next ?before ?g) (goal-achieved ?before)" if ordered else ""
    lines = [
        "(define (domain utg-automation)",
        "  (:requirements :strips :typing :action-costs)",
        "  (:types node edge goal - object)",
        "  (:predicates",
        "    (at ?n - node)",
        "    (connected ?e - edge ?from - node ?to - node)",
        "    (goal-node ?g - goal ?n - node)",
        "    (goal-achieved ?g - goal)",
        *(["    (next ?before - goal ?g - goal)"] if ordered else []),
        "  )",
        "  (:functions",
        "    (total-cost) - number",
        "    (cost ?e - edge) - number",
        *(["    (price ?g - goal) - number"] if forgo else []),
        "  )",
        "  (:action navigate",
        "    :parameters (?e - edge ?from - node ?to - node)",
        "    :precondition (and (at ?from) (connected ?e ?from ?to))",
        "    :effect (and (not (at ?from)) (at ?to) (increase (total-cost) (cost ?e)))",
        "  )",
        "  (:action achieve",
        f"    :parameters ({before}?g - goal ?n - node)",
        f"    :precondition (and (at ?n) (goal-node ?g ?n){due})",
        "    :effect (and (goal-achieved ?g))",
        "  )",
    ]
    if forgo:
        lines += [
            "  (:action forgo",
            f"    :parameters ({before}?g - goal)",
            f"    :precondition (and{due})",
            "    :effect (and (goal-achieved ?g) (increase (total-cost) (price ?g)))",
            "  )",
        ]
    return "\n".join([*lines, ")", ""])


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """The steps of a plan, and the goals that it gives up."""

    steps: tuple[PlannedEdge, ...]
    forgone: tuple[int, ...] = ()


def read_plan(network: AnyNetwork, text: str) -> ReadPlan:
    """Parse a plan file: edges by number, ends by the plan.

    Comments, blank lines and any letter case are accepted; whether the steps connect is left to the validator.

    Raises:
        MalformedPlan: A line is no action of the problem; the message names it.
    """
    if len(text) > MOST_PLAN_CHARACTERS:
        raise MalformedPlan("it is longer than any plan could be")
    steps, forgone = list[PlannedEdge](), list[int]()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition(";")[0].strip().casefold()
        if not line:
            continue
        action = _ACTION.fullmatch(line)
        if action is None:
            raise MalformedPlan(f"line {number} is no action: {raw[:80]!r}")
        try:
            words = action[2].split()
            if action[1] == "forgo" and words:
                forgone.append(number_of("g", words[-1]))
            elif action[1] != "achieve":
                steps.append(_step(network, action[1], words))
        except MalformedPlan as error:
            raise MalformedPlan(f"line {number}: {error}") from error
    return ReadPlan(tuple(steps), tuple(sorted(forgone)))


def _step(network: AnyNetwork, action: str, words: Sequence[str]) -> PlannedEdge:
    if action != "navigate" or len(words) != 3:
        raise MalformedPlan(f"there is no action {action[:80]!r} of {len(words)} parameters")
    edge, source, target = number_of("e", words[0]), number_of("n", words[1]), number_of("n", words[2])
    if edge >= len(network.costs):
        raise MalformedPlan(f"there is no edge {edge}")
    return PlannedEdge(edge, source, target, network.costs[edge])


def _plain(label: object) -> object:
    """The readable part of a label: of a place its node."""
    return getattr(label, "node", label)


def _wrapped(names: Sequence[str], kind: str) -> list[str]:
    """Names, twelve a line, with their type; nothing where there are none."""
    rows = [f"    {' '.join(names[at : at + 12])}" for at in range(0, len(names), 12)]
    return [*rows[:-1], f"{rows[-1]} - {kind}"] if rows else []
