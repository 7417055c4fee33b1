# pyright: reportMissingImports=false
"""mobilerun's own agent on the bridge: it reads and touches the phone through its portal."""

import asyncio
import os
import sys

from llama_index.llms.openai_like import OpenAILike
from mobilerun import AgentConfig, DeviceConfig, FastAgentConfig, MobileAgent, MobileConfig, TelemetryConfig

CONFIG = MobileConfig(
    agent=AgentConfig(
        max_steps=20, streaming=False, after_sleep_action=0, fast_agent=FastAgentConfig(tool_calling="xml")
    ),
    device=DeviceConfig(serial=os.environ["ANDROID_SERIAL"], auto_setup=False),
    telemetry=TelemetryConfig(enabled=False),
)


async def main() -> bool:
    model = OpenAILike(
        model="scripted", api_base=os.environ["OPENAI_BASE_URL"], api_key="none", is_chat_model=True, timeout=60
    )
    result = await MobileAgent(os.environ["GOAL"], CONFIG, llms=model, timeout=120).run()
    print(f"mobilerun: {result.success} after {result.steps} steps: {result.reason}")
    return result.success


sys.exit(not asyncio.run(main()))
