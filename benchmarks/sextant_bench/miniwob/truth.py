"""The truth channel: what a page reports to the harness, and no actor ever reads."""

import threading
from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["EpisodeTruth", "Report", "TruthLog"]


@dataclass(frozen=True, slots=True)
class EpisodeTruth:
    """What is known of one episode. `reward` is MiniWoB's raw reward, -1 to 1, without its time penalty.

    `expected` is the answer a page asks for, `infeasible` says that its goal cannot be reached; both occur on the
    project's own pages only.
    """

    id: str
    goal: str = ""
    starts: int = 0
    done: bool = False
    reward: float = 0.0
    expected: str = ""
    infeasible: bool = False

    @property
    def solved(self) -> bool:
        """Full reward, as the suite itself counts success."""
        return self.done and self.reward >= 1.0


@dataclass(frozen=True, slots=True)
class Report:
    """What a page says when an episode starts, and when it is graded."""

    event: Literal["start", "done"]
    goal: str = ""
    reward: float = 0.0
    expected: str = ""
    infeasible: bool = False


class TruthLog:
    """Collects the reports of pages. Thread-safe: pages report from server threads, the harness waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._episodes: dict[str, EpisodeTruth] = {}

    def begin(self, episode: str) -> None:
        """Expects reports of this episode from now on; others are ignored."""
        with self._changed:
            self._episodes[episode] = EpisodeTruth(episode)

    def report(self, episode: str, report: Report) -> bool:
        """Takes one report; False where no such episode is expected. The first `done` stands."""
        with self._changed:
            known = self._episodes.get(episode)
            if known is None:
                return False
            if report.event == "start":
                asked = replace(known, goal=report.goal, expected=report.expected, infeasible=report.infeasible)
                known = replace(asked, starts=known.starts + 1)
            elif not known.done:
                known = replace(known, done=True, reward=report.reward)
            self._episodes[episode] = known
            self._changed.notify_all()
            return True

    def of(self, episode: str) -> EpisodeTruth:
        """What is known now."""
        with self._changed:
            return self._episodes[episode]

    def wait_started(self, episode: str, seconds: float) -> EpisodeTruth:
        """What is known once the page has started the episode, or when the deadline passes."""
        with self._changed:
            self._changed.wait_for(lambda: self._episodes[episode].starts > 0, timeout=seconds)
            return self._episodes[episode]

    def wait_done(self, episode: str, seconds: float) -> EpisodeTruth:
        """What is known once the page has graded the episode, or when the deadline passes."""
        with self._changed:
            self._changed.wait_for(lambda: self._episodes[episode].done, timeout=seconds)
            return self._episodes[episode]
