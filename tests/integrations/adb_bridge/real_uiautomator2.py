# pyright: basic, reportMissingImports=false, reportOptionalMemberAccess=false
"""The real uiautomator2 on a bridge to `lite/0`: run with the address, in an environment that has the package."""

import sys

import uiautomator2 as u2
from uiautomator2.exceptions import RPCStackOverflowError, RPCUnknownError, UiObjectNotFoundError

BUTTON, EDIT = "android.widget.Button", "android.widget.EditText"
TASKS, SHOP = "sextant.app.tasks", "sextant.app.shop"


def see(phone: u2.Device) -> None:
    assert phone.info["sdkInt"] == 34
    assert phone.screenshot().size == phone.window_size() == (phone.info["displayWidth"], phone.info["displayHeight"])
    assert 'text="清单派"' in phone.dump_hierarchy()
    assert phone.xpath('//*[@text="清单派"]').exists
    phone.screen_off()
    assert not phone.info["screenOn"]
    phone.screen_on()
    assert phone.orientation == "natural"


def check_selectors(phone: u2.Device) -> None:
    phone.press("home")
    buttons = phone(className=BUTTON)
    texts = [button.get_text() for button in buttons]
    assert len(texts) == buttons.count == 7
    assert buttons[-1].info["text"] == texts[-1]
    assert phone(resourceId="android:id/content").child(text="清单派").exists
    assert phone(text="清单派").sibling(className=BUTTON, instance=2).get_text() == texts[2]
    assert phone(text="清单派").right(className=BUTTON).get_text() == texts[1]
    child = phone(resourceId="android:id/content").child_by_text("清单派", className=BUTTON)
    assert child.info["bounds"] == phone(text="清单派").info["bounds"]
    for error, act in (
        (UiObjectNotFoundError, lambda: phone(text="nope").click(timeout=0.2)),
        (UiObjectNotFoundError, lambda: phone(text="nope").info),
        (RPCStackOverflowError, lambda: phone(textMatches="(a+)+b").info),
        (RPCUnknownError, lambda: phone(text="清单派").pinch_in()),
    ):
        try:
            act()
        except error:
            continue
        raise AssertionError(error)


def check_text(phone: u2.Device) -> None:
    phone.app_start(TASKS, stop=True, wait=True)
    assert phone.app_current()["package"] == TASKS
    field = phone(className=EDIT)
    hint = field.get_text()
    field.set_text("milk 牛奶 😀")
    assert phone(focused=True).get_text() == "milk 牛奶 😀"
    field.clear_text()
    assert field.get_text() == hint
    phone.send_keys("Ünïcode", clear=True)
    assert field.get_text() == "Ünïcode"
    phone.clear_text()
    assert field.get_text() == hint
    phone.clipboard = "clip"
    assert phone.clipboard == "clip"
    phone.hide_keyboard()


def check_gestures(phone: u2.Device) -> None:
    phone.app_start(TASKS, stop=True, wait=True)
    last = phone(resourceId=f"{TASKS}:id/tasks-k26")
    assert phone(scrollable=True).scroll.to(resourceId=f"{TASKS}:id/tasks-k26")
    assert last.exists
    assert phone(scrollable=True).fling.toBeginning(max_swipes=20)
    assert last.wait_gone(timeout=1)
    before = phone.dump_hierarchy()
    phone.swipe_ext("up")
    assert phone.dump_hierarchy() != before
    phone.swipe_ext("down")
    phone.drag(600, 2000, 600, 1500)
    phone.long_click(600, 1500)
    phone.touch.down(600, 2000).move(600, 1500).up(600, 1000)
    phone.press("home")
    assert phone.app_current()["package"] != TASKS


def check_apps(phone: u2.Device) -> None:
    assert {TASKS, SHOP} <= set(phone.app_list())
    phone.app_start(SHOP)
    assert phone.app_wait(SHOP, front=True)
    assert phone.app_info(SHOP)["versionName"]
    phone.app_stop(SHOP)
    assert phone.app_current()["package"] != SHOP
    session = phone.session(TASKS)
    assert session.running()
    session.close()
    assert phone.shell("echo hello").output.strip() == "hello"
    assert phone.shell("nope").exit_code == 127


if __name__ == "__main__":
    connected = u2.connect(sys.argv[1])
    for check in (see, check_selectors, check_text, check_gestures, check_apps):
        check(connected)
