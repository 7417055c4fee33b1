# pyright: reportMissingImports=false
"""mobilerun with the map beside it, without a change to mobilerun: run twice, the second run is told the way.

Needs mobilerun; `scripts/mobilerun` sets it up in an environment of its own and runs this file. Here a toy phone and a
scripted model stand in. On your own phone leave both out, and wrap the provider that mobilerun would make:

    driver = AndroidDriver(serial); await driver.connect()
    provider = AndroidStateProvider(driver, ConciseFilter(), IndexedFormatter())
"""

import asyncio
import tempfile
from pathlib import Path

from llama_index.core.llms import ChatMessage, ChatResponse, CompletionResponse, CustomLLM, LLMMetadata
from mobilerun import AgentConfig, DeviceDriver, MobileAgent, MobileConfig, TelemetryConfig
from mobilerun.tools.filters import ConciseFilter
from mobilerun.tools.formatters import IndexedFormatter
from mobilerun.tools.ui.provider import AndroidStateProvider

from sextant.integrations.companion import Companion
from sextant.integrations.mobilerun import GuidedStateProvider

GOAL = "open the privacy policy"
PAGES = {
    ".MainActivity": ["Inbox", "Settings"],
    ".InboxActivity": ["First mail"],
    ".SettingsActivity": ["Sound", "Privacy policy"],
    ".PrivacyActivity": ["We keep nothing"],
}
LEADS = {"Inbox": ".InboxActivity", "Settings": ".SettingsActivity", "Privacy policy": ".PrivacyActivity"}


class ToyPhone(DeviceDriver):
    platform = "Android"
    supported = {"tap", "press_button", "get_ui_tree", "get_date"}
    supported_buttons = {"back"}

    def __init__(self) -> None:
        self.stack = [".MainActivity"]

    async def connect(self) -> None: ...
    async def ensure_connected(self) -> None: ...

    async def tap(self, x: int, y: int) -> None:
        row = (y - 200) // 200
        label = PAGES[self.stack[-1]][row] if 0 <= row < len(PAGES[self.stack[-1]]) else ""
        self.stack += [LEADS[label]] if label in LEADS else []

    async def press_button(self, button: str) -> None:
        self.stack = self.stack[:-1] or self.stack

    async def get_date(self) -> str:
        return "2026-05-01"

    async def get_ui_tree(self, filter: bool = True) -> dict:  # noqa: A002
        def node(kind: str, top: int, bottom: int, text: str = "", children: list[dict] | None = None) -> dict:
            bounds = {"left": 0, "top": top, "right": 1080, "bottom": bottom}
            named = {"className": f"android.widget.{kind}", "text": text, "resourceId": ""}
            return {**named, "boundsInScreen": bounds, "children": children or []}

        rows = [node("TextView", 200 + 200 * n, 400 + 200 * n, text) for n, text in enumerate(PAGES[self.stack[-1]])]
        return {
            "a11y_tree": node("FrameLayout", 0, 2400, children=rows),
            "phone_state": {"packageName": "org.toy.mail", "currentApp": "Toy mail", "activityName": self.stack[-1]},
            "device_context": {"screen_bounds": {"width": 1080, "height": 2400}},
        }


class Scripted(CustomLLM):
    """Says what it was told to say, and keeps what it was asked."""

    replies: list[str]
    asked: list[str] = []

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted")

    def chat(self, messages: list[ChatMessage], **kwargs: object) -> ChatResponse:
        self.asked.append("\n".join(str(message.content) for message in messages))
        return ChatResponse(message=ChatMessage(role="assistant", content=self.replies.pop(0)))

    async def achat(self, messages: list[ChatMessage], **kwargs: object) -> ChatResponse:
        return self.chat(messages)

    def complete(self, prompt: str, **kwargs: object) -> CompletionResponse:
        raise NotImplementedError

    def stream_complete(self, prompt: str, **kwargs: object) -> object:
        raise NotImplementedError


def call(tool: str, **parameters: object) -> str:
    inside = "".join(f'<parameter name="{name}">{value}</parameter>' for name, value in parameters.items())
    return f'Next.\n<function_calls>\n<invoke name="{tool}">{inside}</invoke>\n</function_calls>'


async def run(maps: Path, replies: list[str]) -> tuple[bool, list[str]]:
    phone, model = ToyPhone(), Scripted(replies=replies, asked=[])
    with Companion.on_maps(GOAL, maps) as companion:
        provider = GuidedStateProvider(AndroidStateProvider(phone, ConciseFilter(), IndexedFormatter()), companion)
        config = MobileConfig(
            agent=AgentConfig(streaming=False, after_sleep_action=0, wait_for_stable_ui=0),
            telemetry=TelemetryConfig(enabled=False),
        )
        agent = MobileAgent(GOAL, config, llms=model, driver=provider.watch(phone), state_provider=provider)
        result = await agent.run()
    return result.success, model.asked


DONE = call("complete", success="true", message="The policy is open.")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        maps = Path(folder) / "maps.sqlite"
        wander = [call("click", index=2), call("system_button", button="back"), call("click", index=3)]
        await run(maps, [*wander, call("click", index=3), DONE])
        success, asked = await run(maps, [call("click", index=3), call("click", index=3), DONE])
        print(f"success: {success}; the second run's first prompt ends:\n")
        print(asked[0][asked[0].index("## Map") :])


if __name__ == "__main__":
    asyncio.run(main())
