"""Figures from rows: how far a verified end can be trusted, and what the trust costs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from sextant.bench.false_done.cases import KINDS
from sextant.bench.false_done.rows import Row
from sextant.bench.figures import Figure, Json, Listing
from sextant.bench.statistics import wilson

__all__ = ["RECALL", "TARGET", "baselines", "details", "figures", "listing"]

TARGET = 0.97
"""Of runs that end as a success so many have to be one, whoever acts."""
RECALL = 0.95
"""Of tasks that can be done, or are, so many have to end as a verified success where the oracle acts: precision is not
to be had by refusing."""

_NAN = float("nan")
_Test = Callable[[Row], bool]


def figures(rows: Sequence[Row]) -> tuple[Figure, ...]:
    """The figures over all actors; precision is the lower of the oracle's and of those who claim the end too early."""
    precisions = [_precision(own) for own in _by(rows, lambda row: _sort(row.actor)).values()]
    verified = [row for row in rows if row.verified]
    low = wilson(sum(row.true for row in verified), len(verified)).low if verified else _NAN
    return (
        Figure("complete_precision", min(precisions) if precisions else _NAN, TARGET),
        Figure("complete_precision_pooled", _precision(rows)),
        Figure("complete_precision_pooled_low", low),
        *_recalls(rows),
        Figure("false_done_rate", _share(rows, lambda row: row.verified and not row.true), None, "", "low"),
        Figure("gave_up_wrongly", _share(_possible(rows), _gave_up), None, "", "low"),
        Figure("infeasible_precision", _share([row for row in rows if _gave_up(row)], lambda row: not row.possible)),
        Figure("infeasible_recall", _share([row for row in rows if not row.possible], _gave_up)),
        Figure("unverified_rate", _share(rows, lambda row: row.status == "unverified"), None, "", "low"),
    )


def _recalls(rows: Sequence[Row]) -> tuple[Figure, ...]:
    """Without the oracle among the actors there is no target: others may fail at what can be done."""
    able = [row for row in _possible(rows) if row.actor == "oracle"]
    return (
        Figure("complete_recall", _share(able, _succeeded), RECALL if able or not rows else None),
        Figure("believed_when_done", _share(_done(rows), lambda row: row.verified)),
    )


def baselines(rows: Sequence[Row]) -> tuple[Figure, ...]:
    """What believing each actor's first claim would have come to, on the same runs."""
    said = [row for row in rows if row.first == "complete"]
    gave_up = [row for row in rows if row.first == "infeasible"]
    by_actor = _by(said, lambda row: row.actor)
    shares = [_share(own, lambda row: row.first_true) for own in by_actor.values()]
    return (
        Figure("believed_complete_precision", min(shares) if shares else _NAN),
        Figure("believed_complete_precision_pooled", _share(said, lambda row: row.first_true)),
        Figure("believed_false_done_rate", len([row for row in said if not row.first_true]) / max(len(rows), 1)),
        Figure(
            "believed_gave_up_wrongly", len([row for row in gave_up if row.possible]) / max(len(_possible(rows)), 1)
        ),
    )


def details(rows: Sequence[Row]) -> dict[str, Json]:
    """Everything behind the figures: by actor and kind, how tasks were made, and every false end with its reason."""
    wrong: list[Json] = [
        _told(row) for row in rows if (row.verified and not row.true) or (_gave_up(row) and row.possible)
    ]
    missed: list[Json] = [_told(row) for row in _done(rows) if not row.verified and row.actor == "oracle"]
    return {
        "by_actor": {name: _group(own) for name, own in _by(rows, lambda row: row.actor).items()},
        "by_kind": {name: _group(own) for name, own in _by(rows, lambda row: row.kind).items()},
        "by_actor_and_kind": {
            name: _group(own) for name, own in _by(rows, lambda row: f"{row.actor} / {row.kind}").items()
        },
        "by_making": {name: _group(own) for name, own in _by(rows, lambda row: f"{row.kind} / {row.how}").items()},
        "by_language": {name: _group(own) for name, own in _by(rows, lambda row: row.locale).items()},
        "wrong_ends": wrong,
        "true_ends_of_the_oracle_not_verified": missed,
    }


def listing(rows: Sequence[Row]) -> Listing:
    """How the runs of each actor ended, by kind of task."""
    lines: list[tuple[str, ...]] = []
    for actor, own in _by(rows, lambda row: row.actor).items():
        for kind in KINDS:
            here = [row for row in own if row.kind == kind]
            ends = Counter(row.status for row in here)
            false = sum(row.verified and not row.true for row in here)
            other = len(here) - ends["success"] - ends["unverified"] - ends["infeasible"]
            told = (len(here), ends["success"], false, ends["unverified"], ends["infeasible"], other)
            lines.append((f"{actor}, {kind}", *map(str, told)))
    return Listing("Ends", ("", "runs", "success", "of it false", "unverified", "infeasible", "other"), tuple(lines))


def _group(rows: Sequence[Row]) -> dict[str, Json]:
    verified = [row for row in rows if row.verified]
    return {
        "n": len(rows),
        "ends": dict(Counter(row.status for row in rows).most_common()),
        "complete_precision": _share(verified, lambda row: row.true) if verified else None,
        "believed_when_done": _share(_done(rows), lambda row: row.verified) if _done(rows) else None,
        "false_done": sum(not row.true for row in verified),
        "gave_up_wrongly": sum(_gave_up(row) and row.possible for row in rows),
        "false_claims_made": sum(row.false_claims for row in rows),
    }


def _told(row: Row) -> Json:
    return {
        "case": row.case,
        "kind": row.kind,
        "how": row.how,
        "actor": row.actor,
        "status": row.status,
        "goal": row.goal,
        "reason": row.reason,
    }


def _sort(actor: str) -> str:
    """Actors that are counted together: all that claim the end too early, whatever their share of such decisions."""
    return "early" if "early=" in actor else actor


def _precision(rows: Sequence[Row]) -> float:
    return _share([row for row in rows if row.verified], lambda row: row.true)


def _done(rows: Sequence[Row]) -> list[Row]:
    """Runs that ended where the goal was reached, and were said to."""
    return [row for row in rows if row.possible and row.true and row.claimed == "complete"]


def _possible(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.possible]


def _succeeded(row: Row) -> bool:
    return row.verified and row.true


def _gave_up(row: Row) -> bool:
    return row.status == "infeasible"


def _share(rows: Sequence[Row], holds: _Test) -> float:
    return sum(holds(row) for row in rows) / len(rows) if rows else _NAN


def _by(rows: Sequence[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(groups)
