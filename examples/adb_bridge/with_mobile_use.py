# pyright: reportMissingImports=false
"""MobileUse's own agent on the bridge: it sees screenshots alone, and touches points."""

import os
import sys

from mobile_use import Environment, MultiAgent, VLMWrapper
from mobile_use.scheme import AgentStatus

phone = Environment(
    serial_no=os.environ["ANDROID_SERIAL"],
    port=int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037")),
    wait_after_action_seconds=0.5,
)
model = VLMWrapper("scripted", api_key="none", base_url=os.environ["OPENAI_BASE_URL"])
agent = MultiAgent(phone, model, max_steps=20)
episode = agent.run(os.environ["GOAL"])
print(f"mobile-use: {episode.status} after {episode.num_steps} steps: {episode.message}")
sys.exit(episode.status != AgentStatus.FINISHED)
