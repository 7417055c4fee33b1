# pyright: reportMissingImports=false
"""MobileUse with the map beside it, which knows the way to a screen from the second run on. Needs Sextant, too.

Without an argument, the way is to the screen that the goal means: good for goals that mean one.
"""

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
screen = sys.argv[1] if len(sys.argv) > 1 else goal
with Companion.on_maps(screen, Path(os.environ.get("MAPS", "maps.sqlite"))) as companion:
    agent = guide_agent(MultiAgent(phone, model, max_steps=20), companion, device)
    goals = [agent.episode_data.goal for _ in agent.iter_run(goal)]
device.close()
print(max(goals, key=len))
print(f"mobile-use: {agent.status}; steps with a next action of the map: {sum('Next: ' in one for one in goals[1::2])}")
sys.exit(agent.status != AgentStatus.FINISHED)
