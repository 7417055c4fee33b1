"""The end of a run: what is told to whom, and in which order."""

from pathlib import Path
from typing import Any, cast

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Journal
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.tasks import Episode
from tests.cli.toy import DONE, OPEN_PRIVACY, OPEN_SETTINGS, app_file, script_file


def test_a_device_is_released_before_the_end_is_recorded(tmp_path: Path) -> None:
    """A run that is killed in between can be resumed; killed later, it leaves no browser that waits for a resume."""
    told = list[str]()

    class Device(DeviceWrapper):
        def release(self) -> None:
            told.append("release")

        def close(self) -> None:
            told.append("close")
            super().close()

    class RecordedRun:
        def __init__(self, inner: Journal) -> None:
            self._inner = inner

        def __getattr__(self, name: str) -> object:
            return getattr(self._inner, name)

        def finish(self, episode: Episode) -> None:
            told.append(episode.status)
            self._inner.finish(episode)

    model = f"scripted:{script_file(tmp_path, [OPEN_SETTINGS, OPEN_PRIVACY, DONE])}"
    settings = Settings(models=ModelChoices(default=model, verifier="none"), journal=JournalSettings(tmp_path / "runs"))
    hooks = Hooks(probes=Probes(device=Device, journal=lambda journal: cast("Any", RecordedRun(journal))))
    request = RunRequest("open the privacy policy", f"scripted:{app_file(tmp_path)}")
    build_run(request, settings, AbsentPerson(), hooks).go()
    assert told == ["release", "success", "close"]
