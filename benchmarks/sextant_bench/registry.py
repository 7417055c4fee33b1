"""Names of the benches, and where each lives. Nothing is imported until a bench is loaded."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, cast

from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions, BenchResult

__all__ = ["BENCHES", "Bench", "BenchEntry", "find", "load"]


class Bench(Protocol):
    """Measures something and says what it found."""

    def __call__(self, options: BenchOptions) -> BenchResult: ...


@dataclass(frozen=True, slots=True)
class BenchEntry:
    """A bench by name. `place` is `module:function`; `extra` explains the keys of `BenchOptions.extra` it reads."""

    name: str
    summary: str
    place: str
    extra: Mapping[str, str]

    @property
    def takes_limit(self) -> bool:
        """Whether it has cases of which the first can be kept; others measure one thing, or draw `--n` samples."""
        return self.name not in _WITHOUT_CASES


_WITHOUT_CASES = frozenset(
    {
        *(
            "chromium-env",
            "context",
            "crash",
            "first-contact",
            "fuzz",
            "gate",
            "guides",
            "map",
            "overhead",
            "plan",
            "presets",
            "prompts",
            "startup",
            "tolerance",
            "touch",
            "twin",
        ),
        *("verify", "world-build"),
    }
)


def _entry(name: str, summary: str, **extra: str) -> BenchEntry:
    return BenchEntry(name, summary, f"sextant_bench.{name.replace('-', '_')}:run", MappingProxyType(extra))


BENCHES: Mapping[str, BenchEntry] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            _entry(
                "ablate",
                "presets, and presets without one of their guides, against the baseline on the same tasks",
                suite="memory-world:lite, or another split",
                preset="presets, with commas; all unless told",
                parts="0 leaves out the presets without one guide",
                instructions="1 gives every actor the way, line by line, with the goal; faulty gets it always",
                workers="processes, 2 unless told",
            ),
            _entry(
                "attacks",
                "a compromised actor in a real browser, in 12 languages; harm is counted by the app's server",
            ),
            _entry(
                "chromium-env",
                "steps a second of worlds in Chromium with a picture each, all workers together",
                workers="how many browsers at once, 3 unless told",
            ),
            _entry(
                "claims", "claims that a goal is reached, false and true, in 12 languages: what structure tells of them"
            ),
            _entry("context", "what a model reads at step 50 and at step 500, what it still finds, requests a step"),
            _entry(
                "crash",
                "kill -9 at named and random points; counted by the server",
                course="what the runs follow: goal or program, goal unless told; everywhere kills at random moments in "
                "run, goto, map, resume and while a browser starts, --n kills in all",
                workers="everywhere: how many cases at once, 2 unless told",
                checkpoint="everywhere: file that keeps every case; what it holds is not played again",
            ),
            _entry(
                "doors",
                "an outsider's attacks, by another user, pages, models, files and processes: which came through",
                only="comma-separated kinds, scenes or attacks; the rest counts as excluded",
                checkpoint="file that keeps every attack; what it holds is not tried again",
                root="folder that holds docs/security.md and the tests that it names, . unless told",
                workers="scenes at once, 2 unless told",
            ),
            _entry(
                "faults",
                "tasks of worlds on devices that fail on purpose, with and without what the executor does about it",
                only="comma-separated faults; the rest counts as skipped",
                ladder="0 leaves out the ablation of the executor's ladder",
                checkpoint="file that keeps every task; what it holds is not played again",
                workers="processes, 2 unless told",
            ),
            _entry(
                "first-contact",
                "apps that nobody had tried before, in words, without a model, beside a rival of thirty lines",
                folder="folder that holds apps/, benchmarks/first_contact unless told",
                only="comma-separated names of apps; the rest counts as excluded",
                workers="how many browsers at once, 1 unless told: seconds count",
                keep="0 writes no first contact into the record",
                model="a model that says what is meant; its visits are not written into the record",
                checkpoint="file that keeps every app; what it holds is not walked again",
            ),
            _entry(
                "fuzz",
                "changed forms of whatever others write, in every parser: tracebacks, hangs, memory; --n is seconds",
                only="one parser by name, all unless told",
                corpus="directory of corpora: what earlier runs kept there comes first, what is found is kept",
            ),
            _entry(
                "gate", "an app that writes in every way a page can: what leaves it, and whether the device says so"
            ),
            _entry(
                "guides",
                "what each guide is worth on the failure it is meant for, against the full history; simulated",
                only="comma-separated guides; the rest counts as skipped",
                updater_noise="share of decisions that carry a wrong update, 0 unless told",
                forms="unchecked takes out of forms what checks them, so that no button tells of a lost draft",
                walks="seeds of the walks on which something hidden changes, 60 unless told",
                family="words and contents of the test or the train family, test unless told",
                workers="processes, 2 unless told",
            ),
            _entry(
                "identity",
                "labelled pairs of screens of third-party apps: different ones with one key, one with two",
                apps="folder of the apps, benchmarks/apps unless told",
                truth="folder of the labels, benchmarks/identity unless told",
                only="comma-separated names of apps; the rest counts as excluded",
                save="folder to keep the captured screens in",
                captures="folder of kept screens to score instead; they count as excluded",
                pictures="folder for a picture of every screen",
            ),
            _entry(
                "injections",
                "a model that obeys every page, over all channels, in a real browser; servers and files count harm",
            ),
            _entry(
                "listing",
                "screens of real apps: what a person could touch there, and what the listing says of it",
                truth="folder of the frozen screens and their truth, benchmarks/listing unless told",
            ),
            _entry(
                "map",
                "maps that the explorer draws: how soon, how whole, and whether plans on them are the shortest",
                apps="folder of the apps, benchmarks/apps unless told",
                only="comma-separated names of apps, and worlds; the rest counts as excluded",
                steps="most steps of a drawing, 600 unless told",
            ),
            _entry(
                "memory-world",
                "tasks of worlds that have to be remembered; --actor names who plays, an agent of your own too",
                split="lite, standard, long, perturbed or train; lite unless told",
                workers="processes, 2 unless told",
                checkpoint="file that keeps every episode; what it holds is not played again",
                backend="twin or chromium, twin unless told",
                instructions="1 gives every actor the way, line by line, with the goal; faulty gets it always",
                baselines="0 leaves out those who do nothing and touch at random",
            ),
            _entry(
                "miniwob",
                "scripted solutions of MiniWoB++ tasks that cover every action kind; --actor names a model instead",
                tasks="comma-separated task names; the rest counts as excluded",
                headed="1 shows the browser",
                preset="with a model: a preset, such as baseline or all",
                steps="with a model: most steps of an episode, 20 unless told",
                lines="with a model: a file that each run is appended to, as one line of JSON",
            ),
            _entry(
                "navigate",
                "screens of third-party apps, in words: reached or not, in how many steps, without a model",
                apps="folder of the apps, benchmarks/apps unless told",
                only="comma-separated names of apps, or of single targets as APP/ID; the rest counts as excluded",
                workers="how many browsers at once, 2 unless told",
                mapped="0 leaves out the explorer's map and the visits with it; they count as excluded",
                checkpoint="file that keeps every repetition; what it holds is not walked again",
                crawl="1 proves the shortest ways anew (minutes) instead of reading what the last crawl found",
            ),
            _entry("onetap", "ten one-tap tasks with the local model; reported as they are"),
            _entry("overhead", "the agent's own milliseconds a step, and looks that came too early"),
            _entry(
                "plan",
                "how quick planning on maps is, and whether three planners agree on what it costs",
                graphs="folder of the real transition graphs (DOT), ../shared/data/utg unless told",
                workers="how many Fast Downwards at once on the random graphs, 2 unless told",
            ),
            _entry("presets", "what each preset sends to its models, against what its paper says, call for call"),
            _entry(
                "program",
                "how quick programs are walked, whether a stopped one goes on the same, and what loops cost",
                loops="0 leaves out the loops; they count as excluded",
            ),
            _entry(
                "prompts",
                "tokens of each preset's prompts with the schema, how they read, form errors of recorded answers",
                cassettes="folder of recorded runs, benchmarks/by_hand/cassettes unless told",
            ),
            _entry(
                "review",
                "right decisions that the review vetoes, and wrong ones that structure shows to be wrong",
                family="worlds of the test or the train family, test unless told",
                each="wrong decisions of a kind in a world, 8 unless told",
                wrong="so many examples of what it got wrong, 0 unless told",
                workers="processes, 2 unless told",
            ),
            _entry(
                "select",
                "how often the screens that a goal in words asks for are found on a map",
                truth="file of goals and their screens; the one of the package unless told",
                graphs="folder of the graphs that it names (NAME_CTGwithFragment.dot, NAME.json), ../shared/data/utg "
                "unless told",
                model="a model that is asked too, such as local:smollm2",
                wrong="1 lists the goals that were not found",
            ),
            _entry(
                "touch",
                "touches on pages that move between look and touch: what they met, by the server's log",
                workers="how many browsers at once, 2 unless told",
            ),
            _entry("startup", "seconds to import the package and to print the help"),
            _entry(
                "tolerance",
                "rising changes of the surface: a program that is read against a recorded script that is replayed",
                family="words and contents of the test or the train family, test unless told",
                workers="processes, 2 unless told",
            ),
            _entry(
                "windows",
                "success and memory accuracy at 4k, 8k and 16k tokens a step: all guides, without each, without any",
                suite="memory-world:lite, or another split",
                instructions="1 gives every actor the way, line by line, with the goal; faulty gets it always",
                workers="processes, 2 unless told",
            ),
            _entry(
                "world-build",
                "worlds written and proven a second, and what those earn who do nothing or guess",
                chromium="share of the tasks that the oracle also walks in Chromium, 0.1 unless told",
            ),
            _entry(
                "utg-ablation",
                "Agent+P's ablations over worlds: the map and each of its parts against going without",
                each="tasks a phone, 6 unless told",
                apps="folder of real apps to play the rows on as well, such as benchmarks/apps; --limit N targets each",
                rows="comma-separated rows; the rest counts as skipped",
                checkpoint="file that keeps every phone; what it holds is not played again",
                model="what selects targets in the row with a model: scripted unless told, or the name of a model",
                right="share of the tasks in which the scripted one is right, 0.9 unless told",
                missing="share of transitions that the static map lacks, 0.2 unless told",
                infeasible="share that it has and that do not exist, 0.1 unless told",
                workers="processes, 2 unless told",
            ),
            _entry("twin", "speed of the twin of a world, and whether Chromium shows the very same"),
            _entry(
                "verify",
                "are verdicts true while the device fails on purpose: against what really became of every step",
                rate="share of steps that each fault happens in, 0.1 unless told",
                faults="comma-separated faults, all unless told; the rest counts as excluded",
                workers="processes, 2 unless told",
            ),
        )
    }
)
"""Every bench, by name."""


def find(name: str) -> BenchEntry:
    """The bench of that name.

    Raises:
        UsageError: There is none.
    """
    entry = BENCHES.get(name)
    if entry is None:
        raise UsageError(f"There is no bench {name!r}.", f"Choose one of: {', '.join(sorted(BENCHES))}.")
    return entry


def load(name: str) -> Bench:
    """The function that runs the bench of that name.

    Raises:
        UsageError: There is no such bench, or it is not part of this installation.
    """
    entry = find(name)
    module, _, function = entry.place.partition(":")
    try:
        loaded = import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise UsageError(
            f"The bench {name!r} is not part of this installation.", "Install the full package."
        ) from error
    return cast("Bench", getattr(loaded, function))
