"""Where secrets may be typed on a device that does not check itself: by what its screen says of the field."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sextant.assembly.secret_places import secret_check
from sextant.devices.scripted import ScriptedDevice
from sextant.devices.wrapper import DeviceWrapper
from sextant.types.actions import ByIndex, InputText, TypeText
from sextant.types.screens import Element, Modal, Screen
from sextant.types.secrets import Binding
from tests.execution.stage import Log, Stage
from tests.support.runs import NOBODY, NOTES, Somebody
from tests.support.screens import element, screen

BANK, SHOP = "https://bank.example", "https://shop.example"
BOUND = {"pin": Binding(BANK, "password")}
PASSWORD = element(0, "textbox", "Code", states=["password"])
COMMENT = element(0, "textbox", "Comment")


class Foreign(DeviceWrapper):
    """A device of another package: it types whatever it is given."""

    @property
    def name(self) -> str:
        return "another:page"


def shown(field: Element, app: str = BANK, modal: Modal | None = None) -> Screen:
    seen = screen(field, app=app)
    return replace(seen, observation=replace(seen.observation, modal=modal))


def refused(
    seen: Screen,
    person: Somebody = NOBODY,
    bindings: dict[str, Binding] = BOUND,
    later: Sequence[Screen] = (),
    own: Sequence[str] = (SHOP,),
) -> str:
    device = ScriptedDevice(NOTES)
    check = secret_check(Foreign(device), own, bindings, (person, Log(device)), lambda: later[0] if later else seen)
    return check("pin", seen.elements[0] if seen.elements else None, seen)


@pytest.mark.parametrize(
    ("seen", "bindings", "why"),
    [
        (shown(PASSWORD), BOUND, ""),
        (shown(element(0, "textbox", "x", input_type="password")), BOUND, ""),
        (shown(element(0, "textbox", "x", test_id="com.bank:id/password")), BOUND, ""),
        (shown(COMMENT), BOUND, "belongs to the field 'password'"),
        (shown(PASSWORD, SHOP), BOUND, f"belongs to {BANK}"),
        (shown(COMMENT, "http://shop.example"), BOUND, f"belongs to {BANK}"),
        (shown(PASSWORD, ""), BOUND, f"belongs to {BANK}"),
        (screen(app=BANK), BOUND, "belongs to the field 'password'"),
        (shown(replace(PASSWORD, frame=f"{BANK} 1")), BOUND, ""),
        (shown(replace(PASSWORD, frame="https://evil.example 1")), BOUND, f"belongs to {BANK}"),
        (shown(replace(PASSWORD, frame=" 1")), BOUND, f"belongs to {BANK}"),
        (shown(replace(PASSWORD, frame=f"{BANK} 1"), "https://evil.example"), BOUND, "of 'https://evil.example'"),
        (shown(PASSWORD, modal=Modal("prompt", "PIN?", BANK)), BOUND, ""),
        (shown(PASSWORD, modal=Modal("prompt", "PIN?", SHOP)), BOUND, f"belongs to {BANK}"),
        (shown(PASSWORD, modal=Modal("prompt", "PIN?")), BOUND, f"belongs to {BANK}"),
        (shown(PASSWORD, SHOP), {}, ""),
        (shown(COMMENT, SHOP), {}, "shows what is typed into it"),
        (screen(app=SHOP), {}, "shows what is typed into it"),
        (shown(PASSWORD, BANK), {}, f"belongs to {SHOP}"),
        (shown(PASSWORD, "http://shop.example"), {}, f"belongs to {SHOP}"),
    ],
)
def test_the_screen_says_whether_a_secret_belongs_into_a_field(
    seen: Screen, bindings: dict[str, Binding], why: str
) -> None:
    told = refused(seen, NOBODY, bindings)
    assert (why in told) if why else (told == "")


def test_a_person_may_allow_it_for_the_screen_that_was_asked_about() -> None:
    kind, stern = Somebody(allows=True), Somebody()
    assert refused(shown(COMMENT), kind) == ""
    assert refused(shown(COMMENT), stern).startswith("nothing was typed")
    assert [len(one.asked) for one in (kind, stern)] == [1, 1]
    assert "try again" in refused(shown(COMMENT), kind, later=[shown(PASSWORD)])


def test_nobody_is_asked_to_send_it_so_that_others_can_read_it() -> None:
    kind, clear = Somebody(allows=True), "http://shop.example"
    assert "not encrypted" in refused(shown(PASSWORD, clear), kind, {}, own=[clear])
    assert kind.asked == []


def test_what_may_not_be_typed_is_never_given_to_the_device() -> None:
    device = ScriptedDevice(NOTES)
    for given, why in ((device, ""), (Foreign(device), "nothing was typed: the secret 'pin' belongs to")):
        stage = Stage(device)
        stage.do(InputText("", ByIndex(0)), step=0)
        device.gestures.clear()
        check = secret_check(given, (), BOUND, (NOBODY, stage.log), stage.observer.look)
        stage = Stage(device, secret_check=check)
        step = stage.do(InputText("", ByIndex(0), secret="pin"), step=1)
        typed = [one for one in device.gestures if isinstance(one, TypeText)]
        assert bool(typed) is not bool(why), "a scripted device has no sites"
        assert step.effectiveness == ("refused" if why else step.effectiveness)
        assert [one.rule for one in step.objections if one.message.startswith(why)] == (["secret"] if why else [])
        assert [data["reason"] for kind, data in stage.log.notes if kind == "untouched"] == [
            one.message for one in step.objections
        ]
