"""What is asked in a world, what has to be remembered for it, and how it is graded."""

from typing import Annotated, Literal

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel, Value
from sextant_worlds.spec.effects import Cond
from sextant_worlds.spec.reference import Reference
from sextant_worlds.spec.scenario import FactKind, FactPlace


class MemoryItem(SpecModel):
    """What has to be remembered, where it is encoded, when, and when and where it is needed again."""

    fact: Id
    kind: FactKind
    value: str
    units: tuple[str, ...]
    """The smallest parts that have to be remembered, canonical: one for a code, one per place of an ordering."""
    encode: FactPlace
    encode_step: int = Field(ge=0)
    """Step of the oracle's walk at which it is on the screen and read."""
    retrieve: FactPlace
    retrieve_step: int = Field(ge=0)


class RecordsHold(SpecModel):
    """So many records of a collection meet all conditions."""

    kind: Literal["records"] = "records"
    app: Id
    collection: Id
    where: tuple[Cond, ...]
    count: int = 1


class VarHolds(SpecModel):
    kind: Literal["var"] = "var"
    app: Id
    var: Id
    value: Value


class Acted(SpecModel):
    """An act was committed so often with these fields; `at_most` counts every act of that name."""

    kind: Literal["acted"] = "acted"
    app: Id
    act: Id
    fields: dict[str, Value] = {}
    times: int = 1


StatePredicate = Annotated[RecordsHold | VarHolds | Acted, Field(discriminator="kind")]


class FinalAction(SpecModel):
    """What ends the task. `gold` equals the scenario's truth and the grading's gold."""

    kind: Literal["submit", "state", "act", "nothing"]
    gold: str = ""
    format: str = ""
    """Required form of the answer, in words."""
    place: FactPlace | None = None


class Grading(SpecModel):
    """How the end is judged, from the world's state alone.

    `expects`: predicates that must hold. `touches`: paths (`app.collection`, `app.var`) that may change; any other
    change is a side effect. `status`: what the agent has to say in the end.
    """

    gold: str = ""
    pass_regex: str = ""
    """Anchored; accepts the gold in every accepted notation and rejects each distractor."""
    kind: FactKind | Literal[""] = ""
    expects: tuple[StatePredicate, ...] = ()
    touches: tuple[str, ...] = ()
    status: Literal["complete", "infeasible"] = "complete"


class Dials(SpecModel):
    """How hard a task is, one dial each. To the author only those count that are given, the others are free."""

    kinds: tuple[FactKind, ...] = ()
    variables: int = Field(default=1, ge=0, le=12)
    distance: int = Field(default=0, ge=0, le=150)
    """Steps between reading the first value and needing it; never fewer than asked."""
    interference: int = Field(default=0, ge=0, le=12)
    """Values of the same kind that are seen on the way."""
    hops: int = Field(default=0, ge=0, le=8)
    """Changes of app between first reading and last use."""
    transience: int = Field(default=0, ge=0, le=10)
    """Steps after which a value is gone from where it stood; 0: it stays."""
    depth: int = Field(default=1, ge=1, le=6)
    """Pages below the start of its app at which a value stands."""
    perturbation: Literal["none", "labels", "layout", "icons", "theme", "language", "all"] = "none"
    popups: int = Field(default=0, ge=0, le=6)
    delay: int = Field(default=0, ge=0, le=5)
    """Steps by which pages load late."""


DialName = Literal[
    "kinds",
    "variables",
    "distance",
    "interference",
    "hops",
    "transience",
    "depth",
    "perturbation",
    "popups",
    "delay",
]


class AskedDial(SpecModel):
    """A dial that the author was asked for; what it came to stands in `TaskSpec.dials`."""

    dial: DialName
    value: int | str | tuple[FactKind, ...]


class TaskSpec(SpecModel):
    """A task. Agents are told `goal`; `guideline` says everything, values included, and is never shown to one."""

    id: Id
    template: Id
    kind: Literal["report", "state", "act"]
    memory: bool
    category: Literal["ordinary", "impossible", "satisfied"] = "ordinary"
    goal: str
    guideline: str
    instructions: tuple[str, ...]
    """The guideline step by step without any value: see `sextant_worlds.instructions` for its fixed phrases."""
    reference: Reference
    memory_items: tuple[MemoryItem, ...] = ()
    final_action: FinalAction
    grading: Grading
    required_testids: tuple[str, ...] = ()
    navigation_contract: tuple[str, ...] = ()
    """`app.page -> app.page` lines that the reference relies on."""
    dials: Dials = Dials()
    """What the reference walk turned out to ask for."""
    asked: tuple[AskedDial, ...] = ()
    """What the author was asked for; a dial that is not named here fell as it came."""
    oracle_steps: int = Field(default=0, ge=0)
    """Device actions of the reference walk."""


def nothing_asked(ident: Id) -> TaskSpec:
    """A task for a world in which nothing is asked: one to look around in."""
    return TaskSpec(
        id=ident,
        template=ident,
        kind="state",
        memory=False,
        goal="Look around.",
        guideline="Look around.",
        instructions=("Finish.",),
        reference=Reference(program='step("look around")', steps={"look around": ()}),
        final_action=FinalAction(kind="nothing"),
        grading=Grading(),
    )
