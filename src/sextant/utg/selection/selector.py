"""From a goal in words to the screens of a map: a model first, vectors below a threshold, words last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, assert_never

from sextant.contracts import Embedder, Model
from sextant.types.screens import Picture
from sextant.utg.graph import Graph, Place
from sextant.utg.selection.asking import Answered, Unanswered, ask
from sextant.utg.selection.described import described
from sextant.utg.selection.glossary import Glossary, shipped_glossary
from sextant.utg.selection.ranking import Ranked, confidence, rank
from sextant.utg.selection.vectors import Vectors

Method = Literal["model", "embedding", "lexical"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A screen that may fulfil the goal, with the reason in words."""

    place: Place
    confidence: float
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The screens of a map that may fulfil a goal, best first.

    Attributes:
        choices: Empty only where the map has no screen.
        method: Who decided.
        confidence: How likely the first choice is right, 0-1.
        reasoning: In words; of the model where it decided.
        graph_size: Screens that were looked at.
        notes: What was tried before and why it did not decide.
    """

    choices: tuple[Choice, ...]
    method: Method
    confidence: float
    reasoning: str
    graph_size: int
    notes: tuple[str, ...] = ()


class Selecting(Protocol):
    """Chooses the screens of a map for a goal: what `Selector` does, and what stands for it."""

    def select(
        self,
        goal: str,
        graph: Graph,
        ways: Mapping[Place, int] | None = None,
        most: int = 5,
        picture: Picture | None = None,
    ) -> Selection:
        """The screens that fulfil the goal, best first; with `ways` only those, and of equals the nearest first.

        `picture` is the present screen, for a model that sees.
        """
        ...


@dataclass(frozen=True, slots=True)
class SelectorSettings:
    """Limits of the selection.

    Attributes:
        least: A model's answer below this confidence gives way to vectors.
        prefilter: Above so many screens a model is shown only the best of the ranking.
        shown: So many of them.
        prompt_tokens: Of the prompt, estimated.
        glossary: Whether the glossary of interface terms is used.
    """

    least: float = 0.5
    prefilter: int = 60
    shown: int = 40
    prompt_tokens: int = 3000
    glossary: bool = True


class Selector:
    """Finds the screens of a map that fulfil a goal.

    Args:
        embedder: Vectors of words, see `shipped`; without one only words decide.
        model: Asked first; None for none.
        settings: Limits.
    """

    def __init__(
        self, embedder: Embedder | None = None, model: Model | None = None, settings: SelectorSettings | None = None
    ) -> None:
        self._vectors, self._model = Vectors(embedder) if embedder is not None else None, model
        self._settings = settings or SelectorSettings()
        self._glossary: Glossary | None = shipped_glossary() if self._settings.glossary else None

    def select(
        self,
        goal: str,
        graph: Graph,
        ways: Mapping[Place, int] | None = None,
        most: int = 5,
        picture: Picture | None = None,
    ) -> Selection:
        """The screens that fulfil the goal, at most `most`.

        `ways` limits the choice to what can be reached and says how far it is: of equals the nearest comes first.
        """
        screens = described(graph, ways)
        if ways is not None:
            screens = tuple(sorted(screens, key=lambda screen: ways[screen.place]))
        ranked = rank(goal, screens, self._vectors, self._glossary)
        without = self._without_model(ranked, len(graph.nodes), most)
        if self._model is None or not ranked:
            return without
        shown = [one for one in ranked if one.screen.seen] or list(ranked)
        if len(shown) > self._settings.prefilter:
            shown = shown[: self._settings.shown]
        answer = ask(self._model, goal, [one.screen for one in shown], self._settings.prompt_tokens, picture)
        match answer:
            case Unanswered(reason):
                return replace(without, notes=(f"The model gave no answer: {reason}",))
            case Answered():
                refused = self._refused(answer)
                return replace(without, notes=(refused,)) if refused else _by_model(answer, shown, without, most)
            case _:
                assert_never(answer)

    def _refused(self, answer: Answered) -> str:
        """Why an answer does not decide; empty where it does."""
        if not answer.chosen:
            return "The model named no screen of the map."
        if answer.confidence < self._settings.least:
            return f"The model was not sure enough ({answer.confidence:.0%}, {self._settings.least:.0%} is asked)."
        return ""

    def _without_model(self, ranked: Sequence[Ranked], size: int, most: int) -> Selection:
        method: Method = "lexical" if self._vectors is None else "embedding"
        sure = confidence(ranked)
        choices = tuple(_choice(one, min(1.0, sure * one.share / ranked[0].share)) for one in ranked[:most])
        reasoning = choices[0].why if choices else "The map has no screen that could be chosen."
        return Selection(choices, method, sure, reasoning, size)


def _by_model(answer: Answered, shown: Sequence[Ranked], without: Selection, most: int) -> Selection:
    """The model's screens in its order, then the rest of the ranking."""
    chosen = [shown[number].screen for number in answer.chosen[:most]]
    choices = [
        Choice(screen.place, answer.confidence / place, screen.name, answer.reasoning or "The model chose it.")
        for place, screen in enumerate(chosen, 1)
    ]
    named = {choice.place for choice in choices}
    choices += [choice for choice in without.choices if choice.place not in named][: most - len(choices)]
    notes = (f"The model also named {answer.unknown} that the map does not have.",) if answer.unknown else ()
    return Selection(tuple(choices), "model", answer.confidence, answer.reasoning, without.graph_size, notes)


def _choice(one: Ranked, sure: float) -> Choice:
    called = f"{one.name!r} answers the goal" if one.name else "nothing about it answers the goal"
    return Choice(one.screen.place, sure, one.screen.name, f"{called} ({sure:.0%})")
