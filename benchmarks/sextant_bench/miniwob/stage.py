"""The device a suite plays on: one phone-like Chromium, healed when it fails."""

import itertools
import random
import time
from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType

from sextant.assembly import AbsentPerson
from sextant.devices.browser.device import BrowserDevice
from sextant.devices.browser.settings import BrowserOptions, Capture, Chrome, Phone
from sextant.errors import DeviceFault
from sextant.execution.executor import StepExecutor
from sextant.execution.observer import ScreenObserver
from sextant.perception import Perceiver
from sextant.protocols import Device
from sextant.types.geometry import Size
from sextant_bench.figures import BenchOptions
from sextant_bench.miniwob.episodes import APP, NOTES, EpisodeRunner
from sextant_bench.miniwob.server import MiniWobServer
from sextant_bench.stage import NoJournal

__all__ = ["MiniWobStage"]

_VIEWPORT = Size(360, 640)
"""A small phone. A task fills 160 x 210 pixels of it, unscaled: MiniWoB's own coordinates stay as they are."""


class MiniWobStage:
    """Opens the device, hands out a runner, closes it again; a context manager."""

    def __init__(self, server: MiniWobServer, options: BenchOptions) -> None:
        self.server = server
        self._headed = options.extra.get("headed") == "1"
        self._ids = itertools.count(1)
        self._device: Device | None = None

    def __enter__(self) -> "MiniWobStage":
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    @property
    def device(self) -> Device:
        """The device that is open."""
        assert self._device is not None
        return self._device

    def fresh_id(self) -> str:
        """A name for the next episode."""
        return f"e-{next(self._ids)}"

    @contextmanager
    def healed(self) -> Generator[None]:
        """Replaces a device by a fresh one where it fails within.

        Raises:
            DeviceFault: It failed.
            DeviceUnreachable: None can be opened.
        """
        try:
            yield
        except DeviceFault:
            self._close()
            self._open()
            raise

    def _open(self) -> None:
        device = BrowserDevice(
            BrowserOptions(
                url=f"{self.server.url}/",
                apps={APP: f"{self.server.url}/play", NOTES: f"{self.server.url}/notes"},
                phone=Phone(viewport=_VIEWPORT, scale_factor=1.0),
                chrome=Chrome(headed=self._headed),
                capture=Capture(scale=1.0, format="png"),
            )
        )
        device.open()
        self._device = device
        observer = ScreenObserver(device, Perceiver())
        rng = random.Random(0)  # noqa: S311 - jitter
        executor = StepExecutor(
            observer, NoJournal(), lambda name: dict[str, str]()[name], AbsentPerson(), rng, time.monotonic
        )
        self.runner = EpisodeRunner(self.server, observer, executor)

    def _close(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None
