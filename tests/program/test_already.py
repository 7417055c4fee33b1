"""What a page says of the state of a thing: claims about what was so before anything was touched, in several languages.

The truth of each line is what a person would say who sees nothing but that page.
"""

from dataclasses import replace

import pytest

from sextant.evidence import Ledger, held
from sextant.program import goal_course
from sextant.types.actions import ByIndex, Click, Pause, Status
from sextant.types.decisions import Decision, Finished
from sextant.types.evidence import ElementState, Predicate, TextVisible
from sextant.types.geometry import Box
from sextant.types.refs import ref_of
from sextant.types.screens import Element, Screen, State
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

HOME = screen(element(0, "button", "Somewhere"), title="Start", key="home")


def page(title: str, *lines: str, switches: tuple[tuple[str, State], ...] = ()) -> Screen:
    """A page headed by a title. Texts in brackets are buttons; a bar stands between those of one line."""
    shown: list[Element] = [element(0, "heading", title)]
    for row, line in enumerate(lines, 1):
        for place, text in enumerate(line.split("|")):
            made = element(len(shown), "button" if text.startswith("[") else "text", text.strip("[]"))
            shown.append(replace(made, box=Box(100.0 * place, row * 60.0, 90, 40)))
    for row, (name, state) in enumerate(switches, len(lines) + 1):
        shown.append(replace(element(len(shown), "switch", name, states=(state,)), box=Box(0, row * 60.0, 400, 40)))
    return screen(*shown, title=title, key=title)


def believed(goal: str, here: Screen, named: Predicate) -> bool:
    """Whether a run that only went to the page and claims there is believed."""
    course = goal_course(Task(goal), Ledger())
    course.next(HOME)
    went = Decision(Click(ByIndex(0)), HOME.digest)
    course.observe(Transition(0, HOME, went, here, "effective", (Attempt("0.a", Pause(0.0)),)))
    for step in (1, 2):
        decision = Decision(Status("complete"), here.digest, expectations=(named,))
        course.observe(Transition(step, here, decision, here, "none", verdicts=(held(named, here),)))
        end = course.next(here)
    return isinstance(end, Finished) and end.verified


SAID = [
    # a control that takes back what is wanted says that it is so; one that does it says that it is not
    ('keep the routine "Blinds up" from running', "Blinds up", "[Resume routine]", True),
    ('keep the routine "Blinds up" from running', "Blinds up", "[Pause routine]", False),
    ('pause the routine "Blinds up"', "Blinds up", "[Resume routine]", True),
    ('resume the routine "Blinds up"', "Blinds up", "[Resume routine]", False),
    ("turn off the Shelf strip", "Shelf strip", "[Turn on]", True),
    ("turn off the Shelf strip", "Shelf strip", "[Turn off]", False),
    ("turn on the Shelf strip", "Shelf strip", "[Turn off]", True),
    ("turn on the Shelf strip", "Shelf strip", "[Turn on]", False),
    ("lift the freeze on the Online card", "Online card", "[Freeze card]", True),
    ("lift the freeze on the Online card", "Online card", "[Unfreeze card]", False),
    ("unfreeze the Online card", "Online card", "[Freeze card]", True),
    ("freeze the Online card", "Online card", "[Unfreeze card]", True),
    ("freeze the Online card", "Online card", "[Freeze card]", False),
    ("“预算讨论”必须有提醒。", "预算讨论", "[取消提醒]", True),
    ("“预算讨论”必须有提醒。", "预算讨论", "[添加提醒]", False),
    ("关闭“吊灯”", "吊灯", "[打开]", True),
    ("打开“吊灯”", "吊灯", "[打开]", False),
    ("打开“吊灯”", "吊灯", "[关闭]", True),
    ("解冻“网购卡”", "网购卡", "[冻结卡片]", True),
    ('Schalte die "Stehlampe" aus.', "Stehlampe", "[Einschalten]", True),
    ('Schalte die "Stehlampe" aus.', "Stehlampe", "[Ausschalten]", False),
    ('Schalte die "Stehlampe" ein.', "Stehlampe", "[Ausschalten]", True),
    # a control that may do either says nothing; nor does one of another deed
    ('pin the note "Spare keys"', "Spare keys", "[Pin or unpin]", False),
    ("置顶笔记“备用钥匙”。", "备用钥匙", "[置顶或取消]", False),
    ('delete the task "Price list"', "Price list", "[Complete task]", False),
    ('delete the comment on "Price list"', "Price list", "[Comment]", False),
    ('mark the chat "Ada Fine" as read', "Ada Fine", "[Unread]", False),
    # a word for the state, alone or in the row of the thing
    ('pin the note "Spare keys"', "Spare keys", "Pinned", True),
    ('keep the note "Spare keys" pinned', "Spare keys", "Pinned", True),
    ("让笔记“备用钥匙”保持置顶。", "备用钥匙", "已置顶", True),
    ("bookmark Lighthouse Rooms", "Lighthouse Rooms", "Saved", True),
    ("put Lighthouse Rooms among your saved hotels", "Lighthouse Rooms", "Saved", True),
    ('complete the task "Price list"', "Tasks", "[Price list School fair · Done]", True),
    ('complete the task "Price list"', "Tasks", "[Price list School fair]", False),
    ('delete the task "Price list"', "Tasks", "[Price list School fair · Done]", False),
    ('activate the scene "Good morning"', "Scenes", "[Good morning Active]", True),
    ('activate the scene "Good morning"', "Scenes", "[Good morning]", False),
    ('flag the task "Price list" as urgent', "Price list", "Urgent", True),
    ('flag the task "Price list" as urgent', "Price list", "In stock", False),
    ('make "Price list" an urgent task', "Price list", "Urgent", True),
    ("turn on the light", "House", "Light 0", False),
    ("在信息里对“彭立诚”说“我在路上了”。", "彭立诚", "我在路上了", True),
    ('mark "Old camera" as dropped off', "Old camera", "Dropped off", True),
    ("make sure the Trail shoes are in the cart", "Cart", "Trail shoes", True),
    ("buy the Trail shoes that are in the cart", "Trail shoes", "[Remove from cart]", False),
    ("see that the Bicycle pump did not get lost from the cart", "Cart", "Bicycle pump", True),
    ("return the Trail shoes of my orders", "Orders", "Trail shoes", False),
    ("set a reminder for the event Road safety day", "Road safety day", "[Remove the reminder]", True),
    ("move the reminder of the event Road safety day", "Road safety day", "[Remove the reminder]", False),
    ('tick off "Order tiles"', "Tasks", "[Order tiles Bathroom · Done]", True),
    ('shut "Reading lamp" down', "Reading lamp", "[Turn on]", True),
    ('see that "Ceiling spots" is running', "Devices", "[Ceiling spots Kitchen On]", True),
    ('see that "Ceiling spots" is running', "Devices", "[Ceiling spots Kitchen]", False),
    ("打开应用，把“天花射灯”关掉。", "天花射灯", "[打开]", True),
    ("打开应用，把“天花射灯”关掉。", "天花射灯", "[关闭]", False),
    ("取消口袋银行里“网购卡”的冻结。", "网购卡", "[冻结卡片]", True),
    ("每日目标改成七项。", "更多", "每日目标|[减少]|7|[增加]", True),
    ("每日目标改成七项。", "更多", "每日目标|[减少]|6|[增加]", False),
    ("在剧场座位图上选第 12 行第 2 列。", "剧场", "已选座位", False),
    ('write "Fine with me" to Callum Fraser in Messages', "Callum Fraser", "Message", False),
    ('send Callum Fraser the message "Fine with me"', "Callum Fraser", "Fine with me", True),
    ('send Callum Fraser the message "Fine with me"', "Ada Fine", "Fine with me", False),
    ("book an evening visit with Ada Fine", "Ada Fine", "Evening", False),
    ("save the address of Ada Fine", "Ada Fine", "Unsaved changes", False),
    ("turn on the light", "House", "Light", False),
    # a number that is set there
    ("use Onward to aim for 7 tasks a day", "Onward", "Daily goal|[Less]|7|[More]", True),
    ("use Onward to aim for 7 tasks a day", "Onward", "Daily goal|[Less]|6|[More]", False),
    ("use Onward to aim for seven tasks a day", "Onward", "Tasks a day|7", True),
    ("托运行李改成三件。", "设置", "托运行李|3", True),
    ("托运行李改成三件。", "设置", "托运行李|2", False),
    ('Stelle den "Wecker" auf sieben Minuten.', "Wecker", "Minuten|7", True),
]


@pytest.mark.parametrize(("goal", "title", "line", "so"), SAID)
def test_what_a_text_says_of_the_state(goal: str, title: str, line: str, so: bool) -> None:
    here = page(title, "Made in|Lisbon", line)
    number = next((text for text in line.split("|") if text.isdigit()), "")
    named = TextVisible(number or line.strip("[]"))
    assert believed(goal, here, named) is so


WHOLE = [
    ('pin the note "Spare keys"', page("Spare keys", "Fri 13 Feb", "Pinned"), True),
    ('pin the note "Spare keys"', page("Spare keys", "Fri 13 Feb", "[Pin or unpin]"), False),
    ("Turn off the Shelf strip. Everything else stays as it is.", page("Shelf strip", "[Turn on]"), True),
    ("Turn off the Shelf strip. Then call Ada Fine.", page("Shelf strip", "[Turn on]"), False),
    ("Turn off the Shelf strip and lock the door.", page("Shelf strip", "[Turn on]"), False),
    ("turn off every lamp of the Shelf strip", page("Shelf strip", "[Turn on]"), False),
    ("turn off the Shelf strip", page("Ceiling lamp", "[Turn on]"), False),
    ("turn off the Shelf strip", page("Lamps", "Ceiling lamp|[Turn on]", "Shelf strip|[Turn off]"), False),
    ("turn off the Shelf strip", page("Lamps", "Ceiling lamp|[Turn off]", "Shelf strip|[Turn on]"), True),
    ("bookmark Lighthouse Rooms", page("Hotels", "Lighthouse Rooms|€90", "Pension Edel|Saved"), False),
    ("stop ringing the bell", page("Settings", switches=(("Ring the bell", "unchecked"),)), True),
    ("have the bank send no statements on paper", page("More", switches=(("Paper statements", "unchecked"),)), True),
    ("have the bank send no statements on paper", page("More", switches=(("Paper statements", "checked"),)), False),
    ("stop ringing the bell", page("Settings", switches=(("Ring the bell", "checked"),)), False),
    (
        "把浴室温控器设为 24 °C。",
        page("温控器", "客厅|[减少]|20 °C|[增加]", switches=(("开窗时暂停", "checked"),)),
        False,
    ),
    ("open the seat map and pick the evening show", page("Shows", switches=(("Evening", "unchecked"),)), False),
    (
        "have the phone back up at night",
        page("Settings", switches=(("Quiet at night", "checked"), ("Back up at night", "unchecked"))),
        False,
    ),
]


@pytest.mark.parametrize(("goal", "here", "so"), WHOLE)
def test_the_page_of_the_claim_is_read_as_a_whole(goal: str, here: Screen, so: bool) -> None:
    """Any true text of the page is named: it is the page that shows the state, or shows that it is not so."""
    assert believed(goal, here, TextVisible(here.title)) is so


def test_who_names_nothing_is_not_believed_on_any_page() -> None:
    here = page("Shelf strip", "[Turn on]")
    assert not believed("turn off the Shelf strip", here, TextVisible("no such text"))


def test_another_switch_that_shares_a_word_is_not_the_one_that_was_asked_for() -> None:
    here = page("Settings", switches=(("Quiet at night", "checked"), ("Back up at night", "unchecked")))
    quiet = ElementState(ref_of(here, here.elements[1]), "checked")
    assert not believed("have the phone back up at night", here, quiet)
    assert believed("have the phone be quiet at night", here, quiet)


def test_words_that_also_ask_to_look_count_for_a_switch() -> None:
    here = page("You", switches=(("Read receipts", "checked"), ("Show previews", "checked")))
    named = ElementState(ref_of(here, here.elements[1]), "checked")
    assert believed("see to it that others can tell when I have read their messages", here, named)
