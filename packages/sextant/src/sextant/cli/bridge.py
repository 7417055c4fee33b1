"""The command `bridge`: a world or a web page as an Android device."""

import signal
import threading
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from sextant.assembly import open_device
from sextant.cli.options import ConfigFile, JsonFlag, Set, apart, settings_of
from sextant.cli.output import Output, boundary
from sextant.errors import UsageError
from sextant.integrations.adb_bridge import Bridge, PhoneModel, bridge_to, density_for
from sextant.integrations.adb_bridge.idle_time import IdleTime
from sextant.integrations.adb_bridge.server import return_large_blocks
from sextant.protocols import Device

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(bridge)


def bridge(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET", help="web:URL, or world:NAME (world:NAME+chromium has pictures).", callback=apart
        ),
    ],
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port for adb; 0 chooses a free one.")] = 0,
    keys: Annotated[
        Path | None,
        typer.Option("--keys", metavar="FILE", help="Public adb keys that may connect. Default: your own adb key."),
    ] = None,
    everyone: Annotated[bool, typer.Option("--everyone", help="Let every user of this machine connect.")] = False,
    density: Annotated[
        int | None, typer.Option("--density", min=80, max=960, help="Dots per inch. Default: 1080 pixels wide.")
    ] = None,
    config: ConfigFile = None,
    assignments: Set = None,
    json: JsonFlag = False,
) -> None:
    """Serve a world or a web page as an Android device for adb, until Ctrl-C."""
    with boundary(json) as out:
        if target.partition(":")[0] == "android":
            raise UsageError(f"{target!r} is an Android device already.", "Give web:URL or world:NAME.")
        settings = settings_of(config, assignments)
        device = open_device(target, settings)
        if target.startswith("world:") and "+" not in target:
            device = IdleTime(device)
        return_large_blocks()
        ended = threading.Event()

        def end(number: int, frame: FrameType | None) -> None:
            del number, frame
            ended.set()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, end)
        device.open()
        try:
            with bridge_to(device, port, keys=keys, everyone=everyone, model=_model(device, density)) as open_bridge:
                _say(out, target, open_bridge)
                ended.wait()
        finally:
            device.close()


def _model(device: Device, density: int | None) -> PhoneModel:
    return PhoneModel(density=density or density_for(device.size))


def _say(out: Output, target: str, open_bridge: Bridge) -> None:
    width, height = open_bridge.phone.size
    address = open_bridge.address
    out.result({"target": target, "address": address, "width": width, "height": height})
    out.say(f"{target} is an Android device of {width}x{height} pixels at {address}")
    out.say(f"next: adb connect {address}")
