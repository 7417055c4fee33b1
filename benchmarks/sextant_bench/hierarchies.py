"""`sextant bench hierarchies`: what a person could touch on screens of Android devices, and what is read of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median

from pydantic import TypeAdapter

from sextant.devices.android.listing import ViewFrame, describe
from sextant.devices.android.views import Hierarchy, read_hierarchy
from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant.prompts import ListingLine, listed
from sextant.types.geometry import Size
from sextant.types.pixels import size_of
from sextant.types.screens import Observation, Screen
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, environment
from sextant_bench.listing.scoring import ListingScore, ScreenTruth, Wanted, score

__all__ = ["run"]

TRUTH = "benchmarks/hierarchies"
DATA = "../shared/data/android"
FILES, SCREENS = 85, 11
_PLACE = 0.3
"""Overlap from which a view has the place of an element."""
NAMED = ("no_hierarchy", "empty", "damaged", "cut", "too_large")


def run(options: BenchOptions) -> BenchResult:
    """Reads every hierarchy, and compares those that have a picture with what two readers saw on it.

    Raises:
        UsageError: There are no hierarchies in the folder, or no truth.
    """
    data = Path(options.extra.get("data", DATA)).expanduser()
    files = sorted((data / "hierarchies").glob("*"))
    if not files:
        raise UsageError(f"There are no view hierarchies in {str(data)!r}.", "Give their folder with -o data=FOLDER.")
    truth = _readings(Path(options.extra.get("truth", TRUTH)) / "truth.jsonl")
    kept = files[: options.limit]
    read = {path: read_hierarchy(path.read_bytes()) for path in kept}
    troubles = {path.name: one.trouble for path, one in read.items() if one.trouble}
    scores: dict[str, ListingScore] = {}
    touchable: dict[str, list[str]] = {}
    described = 0
    for path, hierarchy in read.items():
        if path.stem in truth and (picture := data / "screens" / f"{path.stem}.png").is_file():
            size = size_of(picture.read_bytes())
            lines = listed(_screen(hierarchy, size))
            scores[path.stem] = score(truth[path.stem].elements, lines, Size(*size))
            touchable[path.stem] = _touchable(lines)
            found = scores[path.stem].found
            described += max(found, _described(truth[path.stem].elements, hierarchy, size))
            options.report(f"{path.stem}: {scores[path.stem].summary}")
    total = sum(scores.values(), ListingScore())
    wrong = {name: [line for line in one.noise if line in touchable[name]] for name, one in scores.items()}
    precision = 1 - sum(map(len, wrong.values())) / max(sum(map(len, touchable.values())), 1)
    return BenchResult(
        name="hierarchies",
        figures=(
            Figure("parsed", sum(_told(one) for one in read.values()) / len(read), 1.0),
            Figure("recall", total.share(total.found), 0.97),
            Figure("precision", precision, 0.93),
            Figure("box_iou", median(total.overlaps) if total.overlaps else 0.0, 0.9),
            Figure("named", total.named / max(total.found, 1)),
            Figure("recall_of_dump", total.found / max(described, 1)),
            Figure("files", len(read), FILES),
            Figure("screens", len(scores), SCREENS),
        ),
        n=len(read),
        excluded=len(files) - len(kept),
        environment=environment(),
        details={
            "elements": total.wanted,
            "described": described,
            "troubles": troubles,
            "wrong": wrong,
            "screens": {name: asdict(one) for name, one in sorted(scores.items())},
        },
    )


def _readings(path: Path) -> Mapping[str, ScreenTruth]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as e:
        raise UsageError(f"The truth cannot be read: {e}", "Give its folder with -o truth=FOLDER.") from e
    read = (TypeAdapter(ScreenTruth).validate_python(_plain(line)) for line in lines)
    return {one.screen: one for one in read}


def _plain(line: bytes) -> dict[str, Json]:
    """One screen as the listing's truth has it: `near` holds several texts there."""
    screen = json.loads(line)
    for one in screen["elements"]:
        if isinstance(one.get("near"), str):
            one["near"] = [one["near"]] if one["near"] else []
    return screen


def _told(hierarchy: Hierarchy) -> bool:
    """Whether there are views, or a condition that says why not."""
    return hierarchy.trouble in NAMED or any(view.bounds.area for view in hierarchy.views())


def _screen(hierarchy: Hierarchy, size: tuple[int, int]) -> Screen:
    described = describe(hierarchy, ViewFrame(*size))
    seen = Observation("", "", described.title, Size(*size), described.elements, described.landmarks)
    return Perceiver()(seen)


def _touchable(lines: Sequence[ListingLine]) -> list[str]:
    """The lines of what can be touched and is in view."""
    seen = [line for line in lines if line.element.visibility != "offscreen"]
    return [line.text for line in seen if line.element.affordances - {"scroll"}]


def _described(wanted: Sequence[Wanted], hierarchy: Hierarchy, size: tuple[int, int]) -> int:
    """How many elements of the truth have a view of about their place: other windows are not in a hierarchy."""
    boxes = [ViewFrame(*size).box(view.bounds) for view in hierarchy.views() if view.bounds.area]
    decided = [one.place for one in wanted if not one.undecided]
    return sum(any(box.iou(place) >= _PLACE for box in boxes) for place in decided)
