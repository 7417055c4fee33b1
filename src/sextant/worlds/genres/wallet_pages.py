"""The pages of the wallet."""

from sextant.worlds.content.bills import SORTS
from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
from sextant.worlds.spec.apps import Dialog, DialogButton, Page
from sextant.worlds.spec.blocks import (
    Button,
    FactRow,
    Facts,
    Filter,
    Heading,
    InputField,
    List,
    PictureBlock,
    Row,
    RowAction,
    Sort,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import Ask, Back, Commit, Patch, Put, Say


def pages(book: Book) -> tuple[Page, ...]:
    """All of them."""
    return (
        _accounts(book),
        _account(book),
        _activity(book),
        _payment(book),
        _cards(book),
        _card(book),
        _more(book),
        _payees(book),
        _transfer(book),
        _statements(book),
        _statement(book),
    )


def _accounts(book: Book) -> Page:
    say = book.say
    return Page(
        id="accounts",
        title=say("Accounts", "账户"),
        blocks=(
            Text(text=say(f"Hello, {book.cast.owner.given}", f"你好，{book.cast.owner.given}"), style="large"),
            Text(text=say("{count:accounts} accounts", "共 {count:accounts} 个账户"), style="muted"),
            List(
                id="accounts",
                source="accounts",
                shape="cards",
                row=Row(title="{name}", aside="{balance|money}", lead="icon", seed="{icon}"),
                tap=to("account"),
            ),
            Button(id="send-money", label=say("Send money", "转账"), icon="send", do=to("payees")),
            Heading(text=say("Spent, week by week", "每周支出")),
            PictureBlock(
                id="weeks", draw="bars", seed=_weeks(book), alt=say("Spending by week", "每周支出图"), tall=120
            ),
        ),
    )


def _weeks(book: Book) -> str:
    return ",".join(str(book.cast.rng.randint(24, 96)) for _ in range(10))


def _account(book: Book) -> Page:
    say = book.say
    return Page(
        id="account",
        title="{name}",
        of="accounts",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="number", label=say("Account no.", "账号"), value="{number}"),
                    FactRow(id="opened", label=say("Opened on", "开户日期"), value="{opened|date}"),
                    FactRow(id="rate", label=say("Interest", "利率"), value="{rate}"),
                )
            ),
            Heading(text=say("Latest", "最近明细")),
            List(
                id="latest",
                source="payments",
                where=(eq("account", "{name}"),),
                row=Row(title="{name}", detail="{day|date}", lead="icon", seed="{icon}"),
                tap=to("payment"),
                empty=say("Nothing yet.", "暂无记录。"),
            ),
        ),
    )


def _activity(book: Book) -> Page:
    say = book.say
    sorts = SORTS[book.cast.locale]
    return Page(
        id="activity",
        title=say("Activity", "明细"),
        blocks=(
            List(
                id="payments",
                source="payments",
                row=Row(
                    title="{name}",
                    detail="{family} · {day|date}",
                    aside="{amount|money}",
                    badge="{tag}",
                    lead="icon",
                    seed="{icon}",
                    unread=eq("checked", False),
                ),
                search=("name", "family"),
                search_hint=say("Search payments", "搜索明细"),
                filters=tuple(Filter(id=sort, label=label, where=eq("sort", sort)) for sort, label in sorts.items()),
                sorts=(
                    Sort(id="newest", label=say("Newest", "最新"), by="day", down=True),
                    Sort(id="largest", label=say("Largest", "金额最大"), by="amount", down=True),
                ),
                tap=to("payment"),
                actions=(
                    RowAction(
                        id="check",
                        label=say("Mark as checked", "标为已核对"),
                        icon="check",
                        do=(Patch(field="checked", value=True),),
                        when=eq("checked", False),
                    ),
                ),
                empty=say("No payments match.", "没有符合的明细。"),
            ),
        ),
    )


def _payment(book: Book) -> Page:
    say = book.say
    return Page(
        id="payment",
        title=say("Payment", "交易详情"),
        of="payments",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text="{family}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="booked", label=say("Booked on", "入账日期"), value="{day|date}"),
                    FactRow(id="from", label=say("Account", "账户"), value="{account}"),
                    FactRow(id="reference", label=say("Reference", "流水号"), value="{reference}"),
                    FactRow(id="way", label=say("Paid", "支付方式"), value="{way}", when=ne("way", "")),
                )
            ),
            InputField(id="case", label=say("Case number", "工单号"), hint=say("From the merchant", "由商家提供")),
            Button(
                id="dispute",
                label=say("Dispute payment", "对交易提出异议"),
                style="plain",
                do=(
                    Commit(act="dispute", fields={"payment": "{id}", "case": "{ui:case}"}),
                    Patch(field="tag", value=say("Disputed", "有异议")),
                    Say(text=say("We look into it", "我们会核查")),
                    Back(),
                ),
                enabled=ne("ui:case", ""),
            ),
        ),
    )


def _cards(book: Book) -> Page:
    say = book.say
    return Page(
        id="cards",
        title=say("Cards", "银行卡"),
        blocks=(
            List(
                id="cards",
                source="cards",
                shape="cards",
                row=Row(title="{name}", detail="•••• {digits}", badge="{state}", lead="icon", seed="{icon}"),
                tap=to("card"),
            ),
            Heading(text=say("Use", "使用设置")),
            Switch(id="abroad", label=say("Payments abroad", "境外支付"), var="abroad", icon="globe"),
        ),
    )


def _card(book: Book) -> Page:
    say = book.say
    return Page(
        id="card",
        title="{name}",
        of="cards",
        blocks=(
            PictureBlock(id="pin", draw="badge", text="{pin}", alt=say("PIN of the card", "卡片密码"), tall=120),
            Facts(
                rows=(
                    FactRow(id="state", label=say("State", "状态"), value="{state}"),
                    FactRow(id="limit", label=say("Monthly limit", "每月限额"), value="{limit|money}"),
                    FactRow(id="until", label=say("Renewed on", "换卡日期"), value="{until|date}"),
                )
            ),
            Button(
                id="freeze",
                label=say("Freeze card", "冻结卡片"),
                icon="snowflake",
                style="plain",
                do=(Patch(field="frozen", value=True), Patch(field="state", value=say("Frozen", "已冻结"))),
                when=eq("frozen", False),
            ),
            Button(
                id="unfreeze",
                label=say("Unfreeze card", "解冻卡片"),
                icon="sun",
                style="plain",
                do=(Patch(field="frozen", value=False), Patch(field="state", value=say("Active", "使用中"))),
                when=eq("frozen", True),
            ),
            Button(
                id="replace",
                label=say("Order a replacement", "补办新卡"),
                style="danger",
                do=(Ask(dialog="replace"),),
                enabled=eq("frozen", True),
            ),
        ),
        dialogs=(
            Dialog(
                id="replace",
                title=say("Order a new card?", "补办新卡？"),
                text=say("The old one stops working at once.", "旧卡将立即停用。"),
                buttons=(
                    DialogButton(id="keep", label=say("Cancel", "取消")),
                    DialogButton(
                        id="replace",
                        label=say("Order", "补办"),
                        style="danger",
                        do=(
                            Commit(act="replace", fields={"card": "{id}"}),
                            Say(text=say("A new card is on its way", "新卡已寄出")),
                        ),
                    ),
                ),
            ),
        ),
    )


def _more(book: Book) -> Page:
    say = book.say
    return Page(
        id="more",
        title=say("More", "更多"),
        blocks=(
            Button(
                id="open-statements",
                label=say("Statements", "月度账单"),
                icon="file-text",
                style="plain",
                do=to("statements"),
            ),
            Facts(
                title=say("Your adviser", "您的顾问"),
                rows=(
                    FactRow(id="adviser", label=say("Name", "姓名"), value="{var:adviser}"),
                    FactRow(id="hours", label=say("Calls until", "接听至"), value="{var:hours}"),
                ),
            ),
            Heading(text=say("Notifications", "通知")),
            Switch(id="alerts", label=say("Payment alerts", "支付提醒"), var="alerts", icon="bell"),
            Switch(id="roundup", label=say("Round up and save", "零钱存储"), var="roundup", icon="piggy-bank"),
            Switch(id="paper", label=say("Paper statements", "纸质账单"), var="paper", icon="mail"),
            Heading(text=say("Emergency contact", "紧急联系人")),
            Text(text="{var:contact}", style="muted"),
            InputField(id="contact-name", label=say("Name", "姓名"), hint=say("Full name", "全名")),
            Button(
                id="save-contact",
                label=say("Save contact", "保存联系人"),
                do=(put_var("contact", "{ui:contact-name}"), Say(text=say("Saved", "已保存"))),
                enabled=ne("ui:contact-name", ""),
            ),
        ),
    )


def _payees(book: Book) -> Page:
    say = book.say
    return Page(
        id="payees",
        title=say("Send money", "转账"),
        blocks=(
            List(
                id="payees",
                source="payees",
                row=Row(title="{name}", detail="{number}", lead="avatar", seed="{name}"),
                search=("name",),
                search_hint=say("Search payees", "搜索收款人"),
                tap=to("transfer"),
                empty=say("Nobody by that name.", "没有这个人。"),
            ),
        ),
    )


def _transfer(book: Book) -> Page:
    say = book.say
    fields = {"to": "{id}", "amount": "{ui:amount}", "reference": "{ui:reference}"}
    return Page(
        id="transfer",
        title=say("Transfer", "转账"),
        of="payees",
        blocks=(
            Text(text=say("To {name}", "转给{name}"), style="large"),
            InputField(id="amount", label=say("Amount", "金额"), hint=book.money(book.cash(12) + 50)),
            InputField(id="reference", label=say("Reference", "附言"), hint=say("What it is for", "用途")),
            Button(
                id="continue",
                label=say("Continue", "下一步"),
                do=(Ask(dialog="confirm"),),
                enabled=ne("ui:amount", ""),
            ),
        ),
        dialogs=(
            Dialog(
                id="confirm",
                title=say("Send {ui:amount} to {name}?", "向{name}转账 {ui:amount}？"),
                text=say("Money that was sent cannot be called back.", "转出的钱无法撤回。"),
                buttons=(
                    DialogButton(id="cancel", label=say("Cancel", "取消")),
                    DialogButton(
                        id="send",
                        label=say("Send", "确认转账"),
                        style="primary",
                        do=(
                            Commit(act="transfer", fields=dict(fields)),
                            Put(into="transfers", fields=dict(fields)),
                            Say(text=say("Sent", "已转出")),
                            Back(),
                        ),
                    ),
                ),
            ),
        ),
    )


def _statements(book: Book) -> Page:
    say = book.say
    return Page(
        id="statements",
        title=say("Statements", "月度账单"),
        blocks=(
            List(
                id="statements",
                source="statements",
                row=Row(
                    title="{name}",
                    aside="{out|money}",
                    lead="icon",
                    seed="file-text",
                    unread=eq("read", False),
                ),
                tap=(Patch(field="read", value=True), *to("statement")),
            ),
        ),
    )


def _statement(book: Book) -> Page:
    say = book.say
    return Page(
        id="statement",
        title="{name}",
        of="statements",
        blocks=(
            PictureBlock(id="shares", draw="bars", text="{shares}", alt=say("Spending by kind", "支出构成"), tall=180),
            Facts(
                rows=(
                    FactRow(id="statement-number", label=say("Statement no.", "账单号"), value="{number}"),
                    FactRow(id="fees", label=say("Fees", "手续费"), value="{fees|money}"),
                )
            ),
        ),
    )
