# pyright: reportMissingImports=false
"""MobileUse with the map beside it: run it twice, and the second run is told the way. Needs Sextant, too."""

import os
import sys
from pathlib import Path

from mobile_use import Environment, MultiAgent, VLMWrapper
from mobile_use.scheme import AgentStatus

from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.options import AndroidOptions
from sextant.integrations.companion import Companion
from sextant.integrations.mobile_use import guide_agent

serial, goal = os.environ["ANDROID_SERIAL"], os.environ["GOAL"]
phone = Environment(serial, port=int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037")), wait_after_action_seconds=0.5)
model = VLMWrapper("scripted", api_key="none", base_url=os.environ["OPENAI_BASE_URL"])
device = AndroidDevice(AndroidOptions(serial))  # the same phone, as Sextant reads it
device.open()
with Companion.on_maps(goal, Path(os.environ.get("MAPS", "maps.sqlite"))) as companion:
    agent = guide_agent(MultiAgent(phone, model, max_steps=20), companion, device)
    episode = agent.run(goal)
device.close()
print(f"mobile-use: {episode.status}; in its last prompt the goal was:\n{agent.episode_data.goal}")
sys.exit(episode.status != AgentStatus.FINISHED)
