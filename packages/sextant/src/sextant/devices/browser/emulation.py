"""The commands for one session that make a desktop Chromium a phone."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from sextant.addresses.origins import origin_of
from sextant.devices.browser.settings import PermissionPolicy, Phone

WORLD = "sextant"
"""Name of the isolated world that holds the agent script."""

Command = tuple[str, dict[str, Any]]
BINDING: Command = ("Runtime.addBinding", {"name": "sextantSaw", "executionContextName": WORLD})
"""Lets the agent script report an input at the moment it arrives; pages cannot access it."""


@cache
def _script(name: str) -> str:
    return resources.files("sextant.devices.browser").joinpath(name).read_text(encoding="utf-8")


def android_user_agent(product: str) -> str:
    """Return the reduced user agent of an Android Chrome of the version in `product` (`HeadlessChrome/156.0.1.2`)."""
    major = major_of(product)
    return (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{major}.0.0.0 Mobile Safari/537.36"
    )


def major_of(product: str) -> str:
    """Return the major version in a product string."""
    return product.partition("/")[2].partition(".")[0] or "0"


def user_agent_command(phone: Phone, product: str) -> Command:
    """Return the command that sets the user agent and matching client hints."""
    major, full = major_of(product), product.partition("/")[2]
    brands = [("Chromium", major), ("Google Chrome", major), ("Not A(Brand", "99")]
    return (
        "Emulation.setUserAgentOverride",
        {
            "userAgent": phone.user_agent or android_user_agent(product),
            "acceptLanguage": languages(phone.locale),
            "platform": "Linux armv81",
            "userAgentMetadata": {
                "brands": [{"brand": brand, "version": version} for brand, version in brands],
                "fullVersionList": [
                    {"brand": brand, "version": full if version == major else "99.0.0.0"} for brand, version in brands
                ],
                "platform": "Android",
                "platformVersion": "14.0.0",
                "architecture": "",
                "model": "Pixel 8",
                "mobile": True,
            },
        },
    )


def languages(locale: str) -> str:
    """Return Accept-Language for a locale: `de-CH` gives `de-CH,de`."""
    base = locale.partition("-")[0]
    return locale if base == locale else f"{locale},{base}"


def device_metrics(phone: Phone, keyboard: float = 0.0) -> Command:
    """Return the command for the screen's size and scale; the keyboard takes `keyboard` pixels at the bottom."""
    width, height = round(phone.viewport.width), round(phone.viewport.height)
    return (
        "Emulation.setDeviceMetricsOverride",
        {
            "width": width,
            "height": height - round(keyboard),
            "deviceScaleFactor": phone.scale_factor,
            "mobile": True,
            "screenWidth": width,
            "screenHeight": height,
            "screenOrientation": {"type": "portraitPrimary", "angle": 0}
            if height >= width
            else {"type": "landscapePrimary", "angle": 90},
        },
    )


def phone_commands(phone: Phone, product: str, page: bool) -> list[Command]:
    """Return what makes a session a phone. `page`: the session of a tab, not of a frame in another process."""
    found: list[Command] = [
        user_agent_command(phone, product),
        ("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5}),
        ("Emulation.setLocaleOverride", {"locale": phone.locale.replace("-", "_")}),
    ]
    if phone.timezone:
        found.append(("Emulation.setTimezoneOverride", {"timezoneId": phone.timezone}))
    if page:
        found.append(device_metrics(phone))
        found.append(("Emulation.setFocusEmulationEnabled", {"enabled": True}))
        if phone.dark:
            features = [{"name": "prefers-color-scheme", "value": "dark"}]
            found.append(("Emulation.setEmulatedMedia", {"features": features}))
    if page and phone.geolocation is not None:  # if a frame's session set it, it would end with that frame
        place = phone.geolocation
        found.append(
            (
                "Emulation.setGeolocationOverride",
                {"latitude": place.latitude, "longitude": place.longitude, "accuracy": place.accuracy},
            )
        )
    return found


def agent_command(key: str) -> Command:
    """Return the command that runs the agent script in its own world, in present and future documents."""
    agent = _script("agent.js").replace("@KEY@", key)
    source = _script("barrier.js") + agent + "".join(map(_script, ("typed_unseen.js", "places.js", "toasts.js")))
    return (
        "Page.addScriptToEvaluateOnNewDocument",
        {"source": source, "worldName": WORLD, "runImmediately": True},
    )


def person_command() -> Command:
    """Return the command that tells the device what a person does, in present and future documents."""
    return (
        "Page.addScriptToEvaluateOnNewDocument",
        {"source": _script("person.js"), "worldName": WORLD, "runImmediately": True},
    )


def script_commands(clock_offset: float, key: str, asks: bool) -> list[Command]:
    """Return the scripts that run before a document's own: the agent in its world, clock and waits in the page's.

    `key` names the events by which they report timers, synchronous requests and permission prompts to the agent; no
    page may know it. `asks`: permission prompts become screens of the device.
    """
    found: list[Command] = [
        agent_command(key),
    ]
    for name in ("waits.js", *(("permissions.js",) if asks else ())):
        source = _script(name).replace("@KEY@", key)
        found.append(("Page.addScriptToEvaluateOnNewDocument", {"source": source}))
    if clock_offset:
        found.append(("Page.addScriptToEvaluateOnNewDocument", {"source": clock_source(clock_offset)}))
    return found


def clock_source(offset: float) -> str:
    """Return a script that moves the page's `Date` by `offset` seconds."""
    return _CLOCK.replace("SHIFT", str(round(offset * 1000)))


_CLOCK = """(() => {
  const shift = SHIFT, Real = Date, now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, self) => Reflect.construct(target, args.length ? args : [now()], self),
    apply: () => new Real(now()).toString(),
    get: (target, key) => key === "now" ? now : Reflect.get(target, key),
  });
  Object.defineProperty(Real.prototype, "constructor", { value: globalThis.Date, writable: true, configurable: true });
})();"""


def permission_commands(policy: PermissionPolicy, own: Sequence[str]) -> list[Command]:
    """Return the commands that grant or deny permissions; prompts stay where the policy is to ask.

    Listed names are granted to pages of the own origins. All others that this build knows are denied:
    `Browser.grantPermissions` denies what it is not given.
    """
    if policy in ("ask", "grant"):
        granted = _GRANTED if policy == "grant" else ()
        return [("Browser.resetPermissions", {}), *(_permission(name) for name in granted)]
    listed = () if policy == "deny" else policy
    found: list[Command] = [("Browser.grantPermissions", {"permissions": [_COPYING]})]
    origins = dict.fromkeys(origin_of(address) for address in own if address.startswith(("http://", "https://")))
    return [*found, *(_permission(name, origin) for name in listed for origin in origins)]


def _permission(name: str, origin: str = "") -> Command:
    params = {"permission": {"name": name}, "setting": "granted"}
    return ("Browser.setPermission", {**params, "origin": origin} if origin else params)


UNKNOWN_PERMISSION = "Invalid PermissionDescriptor name"
"""Chromium's error for a name that this build does not know."""
_GRANTED = (
    *("geolocation", "notifications", "camera", "microphone", "clipboard-read", "clipboard-write", "midi"),
    *("idle-detection", "local-fonts", "window-management", "storage-access"),
)
"""The permissions that `grant` grants; others keep the browser's default."""
_COPYING = "clipboardSanitizedWrite"
"""Needed by a copy button after a touch. It does not suffice without a touch, or for more than plain contents."""
