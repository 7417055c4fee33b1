"""Serves a world as an Android device, runs a client on it, and prints the world's own verdict.

    python serve_world.py lite/2 sh with_adb.sh
    python serve_world.py --pictures --model mobile_use_replies.json lite/2 CLIENT_PYTHON with_mobile_use.py

The client finds the device by ANDROID_SERIAL, the goal in GOAL, and the scripted model by OPENAI_BASE_URL.
"""

import argparse
import os
import subprocess
from contextlib import closing, nullcontext
from pathlib import Path

from scripted_model import ScriptedModel

from sextant.integrations.adb_bridge import bridge_to
from sextant_worlds.names import find_world
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.truth import grade
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin

options = argparse.ArgumentParser()
options.add_argument("world")
options.add_argument("--pictures", action="store_true", help="Draw the world in Chromium.")
options.add_argument("--model", type=Path, help="JSON list of the replies of a model.")
options.add_argument("command", nargs=argparse.REMAINDER)
given = options.parse_args()
world = find_world(given.world)
device = ChromiumWorld(world) if given.pictures else TwinDevice(world)
with closing(device), ScriptedModel(given.model) if given.model else nullcontext() as model:
    device.open()
    subprocess.run(["adb", "start-server"], check=True)  # makes the key that may connect
    with bridge_to(device) as bridge:
        subprocess.run(["adb", "connect", bridge.address], check=True, stdout=subprocess.DEVNULL)
        url = model.url if model else ""
        told = {"ANDROID_SERIAL": bridge.address, "GOAL": world.task.goal, "OPENAI_BASE_URL": url}
        done = subprocess.run(given.command, env={**os.environ, **told}, check=False)
        state = device.state() if isinstance(device, ChromiumWorld) else device.twin.state
        earned = grade(world, state, "complete" if done.returncode == 0 else "", Twin(world).snapshot())
        subprocess.run(["adb", "disconnect", bridge.address], check=False, stdout=subprocess.DEVNULL)
print("solved" if earned.success else f"not solved: {earned.reason}")
