"""Templates, expressions and conditions over the state of a world.

An expression is a field of the record at hand (`price`), `var:x`, `ui:x`, `clip`, `count:c` (records of a collection),
`count:c.f` (those whose field is truthy), `count:c.f=v`, `sum:c.f` or `sum:c.f*g` (a price times a quantity). In a
template it stands in braces, with a format behind a bar: money, date, full, day, time.
"""

from typing import Any

from sextant_worlds.engine.data import Json

LITERAL = 0
FIELD = 1
VAR = 2
UI = 3
CLIP = 4
COUNT = 5
SUM = 6

MONTHS_EN = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
MONTHS_FULL = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
MONTHS_LAST = ["November", "December"]
DAYS_EN = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
DAYS_FULL = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
DAYS_ZH = ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"]
NEAR_EN = ["Yesterday", "Today", "Tomorrow"]
NEAR_ZH = ["昨天", "今天", "明天"]
MONTH_SHIFT = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "CNY": "¥"}


def fresh_memo() -> Json:
    """An empty memo for one world: parsed templates, text widths, built rows and pages."""
    return {"templates": {}, "widths": {}, "wraps": {}, "rows": {}, "pages": {}}


def context(world: Json, state: Json, app: str, rec: Json, ui: Json, memo: Any = None) -> Json:
    """What a template may refer to: the app's variables and collections, a record, what a page's fields hold."""
    if memo is None:
        memo = fresh_memo()
    elif "templates" not in memo:
        memo.update(fresh_memo())
    phone = world["phone"]
    data: Json = state["data"].get(app, {"v": {}, "c": {}})
    return {
        "app": app,
        "vars": data["v"],
        "colls": data["c"],
        "rec": rec,
        "ui": ui,
        "clip": state["clip"],
        "locale": phone["locale"],
        "currency": phone["currency"],
        "today": phone["today"],
        "memo": memo,
        "templates": memo["templates"],
    }


def page_key(app: str, page: str, rec: str) -> str:
    """Under what `seen` notes the step at which a page was first shown."""
    return app + "/" + page + "/" + rec


def record_of(state: Json, app: str, collection: str, rec: str) -> Json:
    """The record of that id; empty where there is none."""
    for record in state["data"][app]["c"].get(collection, []):
        if record["id"] == rec:
            return record
    return {}


def as_text(value: Any) -> str:
    """A value as the text it is compared as: `true` and `false` for truth values."""
    if value is None:
        return ""
    if value is True:
        return "true"
    if value is False:
        return "false"
    return str(value)


def parse_expression(text: str, how: str) -> list[Any]:
    """An expression taken apart: [kind, name, field, factor, equals, format]."""
    at = text.find(":")
    if at < 0:
        if text == "clip":
            return [CLIP, "", "", "", None, how]
        return [FIELD, text, "", "", None, how]
    head = text[0:at]
    name = text[at + 1 :]
    if head == "var":
        return [VAR, name, "", "", None, how]
    if head == "ui":
        return [UI, name, "", "", None, how]
    field = ""
    factor = ""
    equals = None
    dot = name.find(".")
    if dot >= 0:
        field = name[dot + 1 :]
        name = name[0:dot]
    same = field.find("=")
    if same >= 0:
        equals = field[same + 1 :]
        field = field[0:same]
    star = field.find("*")
    if star >= 0:
        factor = field[star + 1 :]
        field = field[0:star]
    return [COUNT if head == "count" else SUM, name, field, factor, equals, how]


def parse_template(text: str) -> list[Any]:
    """A template as literals and expressions, in order."""
    parts: list[Any] = []
    at = 0
    while at < len(text):
        start = text.find("{", at)
        end = -1
        if start >= 0:
            end = text.find("}", start)
        if end < 0:
            parts.append([LITERAL, text[at:]])
            break
        if start > at:
            parts.append([LITERAL, text[at:start]])
        inner = text[start + 1 : end]
        how = ""
        bar = inner.find("|")
        if bar >= 0:
            how = inner[bar + 1 :]
            inner = inner[0:bar]
        parts.append(parse_expression(inner, how))
        at = end + 1
    return parts


def counted(ctx: Json, part: list[Any]) -> int:
    """The number behind `count:` or `sum:`."""
    total = 0
    field = part[2]
    for record in ctx["colls"].get(part[1], []):
        if part[0] == SUM:
            amount = record.get(field, 0)
            if part[3]:
                amount = amount * record.get(part[3], 0)
            total += amount
        elif not field:
            total += 1
        elif part[4] is None:
            if record.get(field, False):
                total += 1
        elif as_text(record.get(field, "")) == part[4]:
            total += 1
    return total


def resolve(ctx: Json, part: list[Any]) -> Any:
    """The value of a parsed expression; the empty text where there is none."""
    kind = part[0]
    if kind == FIELD:
        return ctx["rec"].get(part[1], "")
    if kind == VAR:
        return ctx["vars"].get(part[1], "")
    if kind == UI:
        return ctx["ui"].get(part[1], "")
    if kind == CLIP:
        return ctx["clip"]
    if kind == LITERAL:
        return part[1]
    return counted(ctx, part)


def evaluate(ctx: Json, expression: str) -> Any:
    """The value of an expression as inside the braces of a template, without a format."""
    key = "=" + expression
    part = ctx["templates"].get(key)
    if part is None:
        part = parse_expression(expression, "")
        ctx["templates"][key] = part
    return resolve(ctx, part)


def expand(ctx: Json, text: str) -> str:
    """The template with every expression replaced by its text."""
    if "{" not in text:
        return text
    parts = ctx["templates"].get(text)
    if parts is None:
        parts = parse_template(text)
        ctx["templates"][text] = parts
    out = ""
    for part in parts:
        if part[0] == LITERAL:
            out += part[1]
        else:
            value = resolve(ctx, part)
            if part[5]:
                value = formatted(ctx, value, part[5])
            out += as_text(value)
    return out


def valued(ctx: Json, value: Any) -> Any:
    """A value of the spec: a string that is one bare expression keeps the type of what it names."""
    if not isinstance(value, str):
        return value
    if "{" not in value:
        return value
    parts = ctx["templates"].get(value)
    if parts is None:
        parts = parse_template(value)
        ctx["templates"][value] = parts
    if len(parts) == 1 and parts[0][0] != LITERAL and not parts[0][5]:
        return resolve(ctx, parts[0])
    return expand(ctx, value)


def numeral(text: str) -> bool:
    """Whether the text is a whole number."""
    digits = text[1:] if text.startswith("-") else text
    return len(digits) > 0 and len(digits) < 15 and digits.isdigit()


def compared(left: Any, op: str, right: Any) -> bool:
    """Whether the comparison holds: as numbers where both are whole numbers, else as texts."""
    one = as_text(left)
    two = as_text(right)
    if op == "eq":
        return one == two
    if op == "ne":
        return one != two
    if op == "has":
        return two.lower() in one.lower()
    if numeral(one) and numeral(two):
        first = int(one)
        second = int(two)
        if op == "lt":
            return first < second
        if op == "le":
            return first <= second
        if op == "gt":
            return first > second
        return first >= second
    if op == "lt":
        return one < two
    if op == "le":
        return one <= two
    if op == "gt":
        return one > two
    return one >= two


def holds(ctx: Json, cond: Json) -> bool:
    """Whether the condition holds for the record at hand."""
    right = cond["right"]
    if isinstance(right, str) and "{" in right:
        right = valued(ctx, right)
    return compared(evaluate(ctx, cond["left"]), cond["op"], right)


def holds_for(ctx: Json, record: Json, cond: Json) -> bool:
    """Whether it holds with its left side read from another record: a list's `where` on a record's page."""
    right = cond["right"]
    if isinstance(right, str) and "{" in right:
        right = valued(ctx, right)
    kept = ctx["rec"]
    ctx["rec"] = record
    left = evaluate(ctx, cond["left"])
    ctx["rec"] = kept
    return compared(left, cond["op"], right)


def formatted(ctx: Json, value: Any, how: str) -> str:
    """A value in a format."""
    text = as_text(value)
    if how == "money":
        return money(value, ctx["currency"]) if numeral(text) else text
    if how == "time":
        at = text.find("T")
        return text[at + 1 : at + 6] if at >= 0 else text
    if len(text) < 10:
        return text
    if how == "date":
        return short_date(text, ctx["locale"])
    if how == "full":
        return full_date(text, ctx["locale"])
    if how == "day":
        return near_date(text, ctx["today"], ctx["locale"])
    return text


def money(value: Any, currency: str) -> str:
    """An amount in the smallest unit as it is shown: `€1,234.50`."""
    amount = int(value)
    sign = ""
    if amount < 0:
        sign = "-"
        amount = 0 - amount
    whole = str(amount // 100)
    cents = str(amount % 100)
    if len(cents) < 2:
        cents = "0" + cents
    grouped = ""
    while len(whole) > 3:
        cut = len(whole) - 3
        grouped = "," + whole[cut:] + grouped
        whole = whole[0:cut]
    return sign + SIGNS[currency] + whole + grouped + "." + cents


def weekday(iso: str) -> int:
    """Day of the week of an ISO date, Sunday 0 (Sakamoto's rule)."""
    year = int(iso[0:4])
    month = int(iso[5:7])
    day = int(iso[8:10])
    if month < 3:
        year -= 1
    return (year + year // 4 - year // 100 + year // 400 + MONTH_SHIFT[month - 1] + day) % 7


def day_number(iso: str) -> int:
    """Days since a fixed day, so that differences are days."""
    year = int(iso[0:4])
    month = int(iso[5:7])
    if month < 3:
        year -= 1
        month += 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + int(iso[8:10])


def month_name(month: int) -> str:
    """The English month, 1 to 12."""
    return MONTHS_FULL[month - 1] if month <= 10 else MONTHS_LAST[month - 11]


def short_date(iso: str, locale: str) -> str:
    """`Sat 14 Mar` or `3月14日`."""
    month = int(iso[5:7])
    day = int(iso[8:10])
    if locale == "zh":
        return f"{month}月{day}日"
    return f"{DAYS_EN[weekday(iso)]} {day} {MONTHS_EN[month - 1]}"


def full_date(iso: str, locale: str) -> str:
    """`14 March 2026` or `2026年3月14日`."""
    month = int(iso[5:7])
    day = int(iso[8:10])
    if locale == "zh":
        return f"{iso[0:4]}年{month}月{day}日"
    return f"{day} {month_name(month)} {iso[0:4]}"


def near_date(iso: str, today: str, locale: str) -> str:
    """Yesterday, today and tomorrow in words, any other day as a short date."""
    apart = day_number(iso) - day_number(today)
    if apart >= -1 and apart <= 1:
        return NEAR_ZH[apart + 1] if locale == "zh" else NEAR_EN[apart + 1]
    return short_date(iso, locale)
