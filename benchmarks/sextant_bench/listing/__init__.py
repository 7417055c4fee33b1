"""`sextant bench listing`: what a person could touch on screens of real apps, and what the listing says of it."""

import gzip
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median

from pydantic import TypeAdapter

from sextant.errors import DeviceFault, UsageError
from sextant.perception import Perceiver
from sextant.prompts import listed
from sextant.types.actions import LaunchApp
from sextant.types.geometry import Size
from sextant.types.screens import Screen
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Listing, environment
from sextant_bench.listing.scoring import Agreement, ListingScore, Place, ScreenTruth, agreement, score
from sextant_bench.web_server import HttpRequest, LoopbackServer

__all__ = ["run"]

TRUTH = "benchmarks/listing"
SCREENS = 40


def run(options: BenchOptions) -> BenchResult:
    """Looks at every frozen screen as any run does, and compares its listing with what a person saw on its picture.

    Raises:
        UsageError: There is no truth in the folder.
    """
    folder = Path(options.extra.get("truth", TRUTH))
    truth, places = _read(folder)
    second = _readings(folder / "second.jsonl")
    kept = list(truth)[: options.limit]
    scores: dict[str, ListingScore] = {}
    errors: list[str] = []
    for size in sorted({places[name].size for name in kept}):
        same = [places[name] for name in kept if places[name].size == size]
        try:
            for name, screen in _screens(folder, same):
                scores[name] = score(truth[name].elements, listed(screen), Size(*size), second[name].elements)
                options.report(f"{name}: {scores[name].summary}")
        except DeviceFault as error:
            errors.append(str(error))
    total = sum(scores.values(), ListingScore())
    readers = sum((agreement(truth[name].elements, second[name].elements) for name in scores), Agreement())
    return BenchResult(
        name="listing",
        figures=(
            Figure("listed", total.share(total.found), 0.98),
            Figure("named", total.share(total.named), 0.95),
            Figure("box_iou", median(total.overlaps) if total.overlaps else 0.0, 0.9),
            Figure("noise", len(total.noise) / max(total.lines, 1), 0.1, better="low"),
            Figure("screens", len(scores), SCREENS),
            Figure("first_box_iou", median(total.first_overlaps) if total.first_overlaps else 0.0),
            Figure("readers_agree", readers.same / max(readers.things, 1)),
            Figure("readers_box_iou", median(readers.overlaps) if readers.overlaps else 0.0),
        ),
        n=len(scores),
        errors=len(kept) - len(scores),
        excluded=len(truth) - len(kept),
        environment=environment(),
        details={
            "elements": total.wanted,
            "lines": total.lines,
            "readers": {
                "things": readers.things,
                "same": readers.same,
                "both": len(readers.overlaps),
                "named": readers.named,
            },
            "errors": errors,
            "screens": {name: asdict(one) for name, one in sorted(scores.items())},
        },
        listings=(_by_app(scores, places),),
    )


def _read(folder: Path) -> tuple[Mapping[str, ScreenTruth], Mapping[str, Place]]:
    try:
        plain = tomllib.loads((folder / "screens.toml").read_text(encoding="utf-8"))
    except OSError as e:
        raise _unread(e) from e
    places = TypeAdapter(list[Place]).validate_python(plain["screen"])
    return _readings(folder / "truth.jsonl"), {one.id: one for one in places}


def _readings(path: Path) -> Mapping[str, ScreenTruth]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as e:
        raise _unread(e) from e
    return {one.screen: one for one in (TypeAdapter(ScreenTruth).validate_json(line) for line in lines)}


def _unread(error: OSError) -> UsageError:
    return UsageError(f"The truth cannot be read: {error}", "Give its folder with -o truth=FOLDER.")


def _screens(folder: Path, places: Sequence[Place]) -> Iterator[tuple[str, Screen]]:
    """The screens of one size, each as a device shows it.

    Raises:
        DeviceFault: The device was lost.
    """
    from sextant.devices.browser import BrowserDevice, BrowserOptions, Phone

    class Frozen(LoopbackServer):
        """Answers with the frozen page of that name."""

        def answer(self, request: HttpRequest) -> bytes:
            page = folder / "screens" / f"{request.path.strip('/')}.html.gz"
            return gzip.decompress(page.read_bytes()) if page.is_file() else b""

    perceive = Perceiver()
    with Frozen() as served:
        phone = Phone(viewport=Size(*places[0].size))
        device = BrowserDevice(BrowserOptions(url=f"{served.url}/start", phone=phone))
        try:
            device.open()
            for place in places:
                device.perform(LaunchApp(f"{served.url}/{place.id}{place.fragment}"))
                yield place.id, perceive(device.look(picture=False))
        finally:
            device.close()


def _by_app(scores: Mapping[str, ListingScore], places: Mapping[str, Place]) -> Listing:
    rows: list[tuple[str, ...]] = []
    for app in sorted({places[name].app for name in scores}):
        one = sum((score for name, score in scores.items() if places[name].app == app), ListingScore())
        shares = (one.share(one.found), one.share(one.named), len(one.noise) / max(one.lines, 1))
        rows.append((app, str(one.wanted), *(f"{share:.3f}" for share in shares)))
    return Listing("apps", ("app", "elements", "listed", "named", "noise"), tuple(rows))
