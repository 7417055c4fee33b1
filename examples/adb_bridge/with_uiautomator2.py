"""Solves lite/2 with uiautomator2: the bridge answers its server's calls."""

import os

import uiautomator2

phone = uiautomator2.connect(os.environ["ANDROID_SERIAL"])


def tap(name: str) -> None:
    phone(resourceIdMatches=f".*:id/{name}").click(timeout=5)


tap("app-home")
tap("tab-house")
phone(resourceIdMatches=".*:id/content").swipe("up")
for view in ("all-sensors", "sensors-s09"):
    tap(view)
phone.press("home")
for view in ("app-tasks", "tab-todo", "tasks-k23", "urgent"):
    tap(view)
phone.press("home")
phone.app_start("sextant.app.travel", wait=True)
tap("tab-profile")
phone(resourceIdMatches=".*:id/passport-number").set_text("7Y54")  # as the picture of the label shows
tap("save-passport")
