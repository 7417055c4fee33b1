"""One gesture gives a value to whatever takes one on a phone, and says so where something else is read back."""

from dataclasses import dataclass, field, replace

import pytest

from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.slider import next_place
from sextant.errors import DeviceLost
from sextant.types.actions import TypeText
from sextant.types.screens import Element
from tests.devices.android.fake_widgets import NumberPicker, SeekBar, Spinner, Widget, WidgetPhone

PLAIN = AndroidOptions(driver="plain", quiet=0.0, settle=0.1, reconnect=1.0)
COUNTRIES = tuple(f"Country {number}" for number in range(60))
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HOURS = tuple(f"{hour:02}" for hour in range(24))
YEARS = tuple(str(year) for year in range(1900, 2101))


def shown_on(phone: WidgetPhone, options: AndroidOptions = PLAIN) -> AndroidDevice:
    device = AndroidDevice(options, None, connect=lambda serial: phone, clock=lambda: 1.0)
    device.open()
    return device


def the(device: AndroidDevice, role: str) -> Element:
    (found,) = [one for one in device.look(picture=False).elements if one.role == role]
    return found


def given(widget: Widget, role: str, text: str, *, all_windows: bool = False) -> tuple[str, ...]:
    """The notes of setting the one widget of a phone."""
    device = shown_on(WidgetPhone(widgets=[widget], all_windows=all_windows))
    done = device.perform(TypeText(text, the(device, role).box.centre), "an intent")
    assert device.injected("an intent") is True
    return done.notes


# ---------------------------------------------------------------------- spinners


def test_a_list_has_its_value_and_its_name_and_a_slider_that_takes_no_click_is_listed() -> None:
    device = shown_on(WidgetPhone(widgets=[Spinner(("Small", "Large")), SeekBar()]))
    size, volume = the(device, "combobox"), the(device, "slider")
    assert (size.label, size.value, size.affordances) == ("Size", "Small", {"tap", "scroll"})
    assert (volume.label, volume.value, volume.affordances) == ("Volume", "10", {"tap"})


@pytest.mark.parametrize("all_windows", [False, True])
@pytest.mark.parametrize("text", ["Large", "large "])
def test_an_entry_is_touched_and_read_back(text: str, all_windows: bool) -> None:
    spinner = Spinner(("Small", "Medium", "Large"))
    assert given(spinner, "combobox", text, all_windows=all_windows) == ()
    assert (spinner.chosen, spinner.opened) == (2, False)


@pytest.mark.parametrize(
    ("entries", "text", "shown"),
    [
        (("Small", "Medium", "Large"), "L", "Large"),
        (("Never", "10 minutes", "20 minutes"), "10 min", "10 minutes"),
        (("Off", "05 s", "15 s"), "5", "05 s"),
    ],
)
def test_an_entry_that_is_another_text_than_the_one_asked_for_is_told(
    entries: tuple[str, ...], text: str, shown: str
) -> None:
    spinner = Spinner(entries)
    assert given(spinner, "combobox", text) == (f"the list shows {shown!r}",)
    assert spinner.entries[spinner.chosen] == shown


@pytest.mark.parametrize(
    ("entries", "text"), [(("Never", "March", "May"), "Ma"), (("Never", "1 minute", "1 hour"), "1")]
)
def test_of_two_entries_that_the_text_may_mean_none_is_chosen(entries: tuple[str, ...], text: str) -> None:
    spinner = Spinner(entries)
    assert given(spinner, "combobox", text) == (f"there is no such option; there are: {', '.join(entries)}",)
    assert spinner.chosen == 0


@pytest.mark.parametrize("all_windows", [False, True])
@pytest.mark.parametrize(("chosen", "wanted"), [(0, 47), (50, 3), (30, 31)])
def test_an_entry_out_of_view_is_scrolled_for_in_both_directions(chosen: int, wanted: int, all_windows: bool) -> None:
    spinner = Spinner(COUNTRIES, chosen)
    assert given(spinner, "combobox", COUNTRIES[wanted], all_windows=all_windows) == ()
    assert spinner.chosen == wanted


def test_a_list_that_shows_the_value_is_not_touched() -> None:
    phone = WidgetPhone(widgets=[Spinner(("Small", "Large"))])
    device = shown_on(phone)
    assert device.perform(TypeText("small", the(device, "combobox").box.centre)).notes == ()
    assert phone.taps == 0


@pytest.mark.parametrize("all_windows", [False, True])
@pytest.mark.parametrize(
    ("spinner", "note"),
    [
        (Spinner(("Small", "Large")), "there is no such option; there are: Small, Large"),
        (Spinner(("Small", "Huge"), disabled=("Huge",)), "that option is disabled"),
        (Spinner(("Small", "Huge"), stays=True), "the option was touched and is not chosen"),
    ],
)
def test_a_refused_entry_is_told_and_the_list_is_closed(spinner: Spinner, note: str, all_windows: bool) -> None:
    assert given(spinner, "combobox", "Huge", all_windows=all_windows) == (note,)
    assert (spinner.chosen, spinner.opened) == (0, False)


def test_what_opens_nothing_is_told() -> None:
    dead = Spinner(("Small", "Large"))
    dead.tap = lambda x, y: None
    assert given(dead, "combobox", "Large") == ("nothing to choose from opened",)


# ---------------------------------------------------------------------- sliders


@pytest.mark.parametrize(
    ("slider", "wanted"),
    [
        (SeekBar(), 73),
        (SeekBar(high=15, value=7), 12),
        (SeekBar(low=-40, high=40, value=0), -15),
        (SeekBar(low=1000, high=5000, step=50, value=1000, shows="beside"), 3250),
        (SeekBar(mirrored=True), 30),
        (SeekBar(step=5, shows="beside"), 45),
        (SeekBar(), 100),
    ],
)
def test_a_slider_is_moved_until_it_shows_the_number(slider: SeekBar, wanted: float) -> None:
    bar = replace(slider, touches=[])
    assert given(bar, "slider", str(wanted)) == ()
    assert bar.value == wanted
    assert len(bar.touches) <= 8


METRES = SeekBar(high=5000, step=50, value=500, written=",.0f")
"""It writes 5,000 for five thousand."""


@pytest.mark.parametrize(
    ("bar", "text", "note"),
    [
        (METRES, "1,000", "the slider takes a number, in plain digits"),
        (METRES, "2000", "the slider shows '5,000', which may be two numbers; it was put back to '500'"),
        (
            replace(METRES, shows="beside"),
            "2000",
            "the slider shows '5,000 %', which may be two numbers; it was put back to '500 %'",
        ),
        (replace(METRES, value=3000), "2000", "the slider shows '3,000', which may be two numbers; it was not touched"),
        (
            replace(METRES, value=3000, shows="beside"),
            "20",
            "the slider shows '3,000 %', which may be two numbers; it was not touched",
        ),
    ],
)
def test_a_slider_whose_number_may_be_two_is_left_as_it_was(bar: SeekBar, text: str, note: str) -> None:
    slider = replace(bar, touches=[])
    assert given(slider, "slider", text) == (note,)
    assert slider.value == bar.value


def test_a_slider_that_cannot_be_put_back_is_told() -> None:
    bar = SeekBar(high=5000, step=1000, value=500, written=",.0f")
    (note,) = given(bar, "slider", "2000")
    assert note == f"the slider shows '5,000', which may be two numbers; it was '500', and now shows '{bar.value:,.0f}'"


@dataclass
class Falling(SeekBar):
    """A slider that falls back to zero when it is touched where it stood best."""

    def _follow(self, x: int) -> None:
        again = x in self.places
        self.places.append(x)
        super()._follow(x)
        self.value = 0 if again else self.value

    places: list[int] = field(default_factory=list[int])


def test_a_slider_that_falls_to_zero_at_the_last_touch_is_told_to_stand_there() -> None:
    bar = Falling(step=15, value=90)
    assert given(bar, "slider", "40") == ("the slider stands at 0",)
    assert len(bar.places) > len(set(bar.places)), "the nearest place was not touched again"


@pytest.mark.parametrize(
    ("bar", "text", "note", "stands"),
    [
        (SeekBar(step=5), "47", "the slider stands at 45", 45),
        (SeekBar(high=15, value=3), "70", "the slider stands at 15", 15),
        (SeekBar(), "loud", "the slider takes a number, in plain digits", 10),
        (SeekBar(answers="nothing"), "40", "the slider stands at 10; touches did not move it, a swipe may", 10),
        (SeekBar(answers="drags"), "64%", "the slider stands at 10; touches did not move it, a swipe may", 10),
        (
            SeekBar(shows="nothing"),
            "400",
            "the slider does not tell its value; it takes a share of its length, from 0 to 100",
            10,
        ),
        (
            SeekBar(shows="nothing"),
            "50",
            "the slider does not tell its value; it was touched at 50% of its length",
            50,
        ),
    ],
)
def test_a_number_that_a_slider_does_not_show_is_told(bar: SeekBar, text: str, note: str, stands: float) -> None:
    assert given(bar, "slider", text) == (note,)
    assert bar.value == stands


def test_the_next_place_lies_between_two_known_ones_or_further_on() -> None:
    assert next_place({0: 0.0, 100: 10.0}, 3, 200) == 30
    assert next_place({50: 5.0}, 10, 200) == 100
    assert next_place({0: 0.0}, 10, 200) == 100
    assert next_place({100: 50.0, 150: 75.0}, 200, 200) == 200
    assert next_place({30: 5.0, 31: 10.0}, 7, 200) in (30, 31), "there is nothing between two neighbours"


# ---------------------------------------------------------------------- wheels


@pytest.mark.parametrize("takes_text", [False, True])
@pytest.mark.parametrize(
    ("values", "at", "text", "stands"),
    [
        (HOURS, 9, "17", "17"),
        (HOURS, 9, "7", "07"),
        (HOURS, 2, "23", "23"),
        (YEARS, 127, "1984", "1984"),
        (MONTHS, 0, "sep", "Sep"),
        (MONTHS, 11, "Feb", "Feb"),
        (("00", "15", "30", "45"), 0, "45", "45"),
    ],
)
def test_a_wheel_is_turned(values: tuple[str, ...], at: int, text: str, stands: str, takes_text: bool) -> None:
    wheel = NumberPicker(values, at, takes_text=takes_text)
    assert given(wheel, "textbox", text) == ()
    assert (values[wheel.at], wheel.typing) == (stands, None)


def test_a_far_number_is_typed_where_the_wheel_takes_text() -> None:
    phone = WidgetPhone(widgets=[NumberPicker(YEARS, 127, takes_text=True)])
    device = shown_on(phone)
    device.perform(TypeText("1984", the(device, "textbox").box.centre))
    assert phone.taps == 1


@pytest.mark.parametrize("takes_text", [False, True])
@pytest.mark.parametrize(
    ("values", "text", "note"),
    [
        (("00", "15", "30", "45"), "20", "it stands at 15; touches do not bring it to what was asked"),
        (("Jan", "Feb", "Mar"), "Sep", "there is no such option; there are: Jan, Feb, Mar"),
    ],
)
def test_a_value_that_a_wheel_does_not_have_is_told(
    values: tuple[str, ...], text: str, note: str, takes_text: bool
) -> None:
    wheel = NumberPicker(values, wraps=False, takes_text=takes_text)
    assert given(wheel, "textbox", text) == (note,)
    assert wheel.typing is None


# ---------------------------------------------------------------------- all


def test_a_phone_that_goes_away_while_a_value_is_set_leaves_the_outcome_open() -> None:
    phone = WidgetPhone(widgets=[SeekBar()], returns=True)
    device = shown_on(phone)
    at = the(device, "slider").box.centre
    phone.lose = lambda command: command.startswith("input tap")
    with pytest.raises(DeviceLost):
        device.perform(TypeText("50", at), "an intent")
    phone.lose = lambda command: False
    assert device.injected("an intent") is None


def test_a_secret_sets_no_widget() -> None:
    bar = SeekBar()
    device = shown_on(WidgetPhone(widgets=[bar]))
    done = device.perform(TypeText("90", the(device, "slider").box.centre, secret="pin"))
    assert done.notes == ("there is no field to type into",)
    assert 90 not in bar.touches
