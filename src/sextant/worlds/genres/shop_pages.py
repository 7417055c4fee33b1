"""The pages of a shop."""

from sextant.worlds.content.products import CATEGORIES
from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
from sextant.worlds.spec.apps import Dialog, DialogButton, Page, Record
from sextant.worlds.spec.blocks import (
    Banner,
    Button,
    Choice,
    FactRow,
    Facts,
    Filter,
    Heading,
    InputField,
    List,
    Option,
    PictureBlock,
    Row,
    RowAction,
    Sort,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import Ask, Back, Commit, Drop, Empty, Patch, Put, Say


def pages(book: Book, stock: tuple[Record, ...]) -> tuple[Page, ...]:
    """All of them."""
    return (
        _home(book, stock),
        _product(book),
        _cart(book),
        _checkout(book),
        _orders_page(book),
        _order(book),
        _return(book),
        _account(book),
        _saved(book),
        _gift(book),
        _quick(book),
    )


def _home(book: Book, stock: tuple[Record, ...]) -> Page:
    say = book.say
    families = list(dict.fromkeys(str(item["category"]) for item in stock))[:4]
    return Page(
        id="home",
        title=say("Discover", "发现"),
        blocks=(
            Banner(
                id="promo",
                text=say("Free returns until Sunday", "本周日前免费退货"),
                style="promo",
            ),
            List(
                id="catalogue",
                source="products",
                shape="tiles",
                row=Row(title="{name}", detail="{family}", aside="{price|money}", lead="photo", seed="{motif}"),
                search=("name", "family"),
                search_hint=say("Search products", "搜索商品"),
                filters=tuple(
                    Filter(
                        id=family,
                        label=CATEGORIES[book.cast.locale][family],
                        where=eq("category", family),
                    )
                    for family in families
                ),
                sorts=(
                    Sort(id="cheap", label=say("Price, low first", "价格升序"), by="price"),
                    Sort(id="dear", label=say("Price, high first", "价格降序"), by="price", down=True),
                ),
                tap=to("product"),
                empty=say("Nothing matches. Try another word.", "没有符合的商品，换个词试试。"),
            ),
        ),
    )


def _product(book: Book) -> Page:
    say = book.say
    return Page(
        id="product",
        title="{name}",
        of="products",
        blocks=(
            PictureBlock(id="photo", draw="photo", seed="{motif}", alt="{name}", tall=200),
            Text(text="{price|money}", style="large"),
            Text(text=say("Rated {rating} by {reviews} buyers", "{reviews} 位买家评分 {rating}"), style="muted"),
            Facts(
                rows=(
                    FactRow(id="availability", label=say("Availability", "库存"), value="{left}"),
                    FactRow(id="article", label=say("Article no.", "货号"), value="{article}"),
                    FactRow(id="ships", label=say("Ships in", "发货"), value="{ships}"),
                    FactRow(id="family", label=say("Department", "分类"), value="{family}"),
                )
            ),
            Button(
                id="add-to-cart",
                label=say("Add to cart", "加入购物车"),
                icon="shopping-cart",
                do=(
                    Put(
                        into="cart",
                        fields={
                            "product": "{id}",
                            "name": "{name}",
                            "price": "{price}",
                            "motif": "{motif}",
                            "amount": 1,
                        },
                        key=("product",),
                        count="amount",
                    ),
                    Say(text=say("Added to your cart", "已加入购物车")),
                ),
                enabled=eq("stock", 1),
            ),
            Button(
                id="save-item",
                label=say("Save for later", "收藏"),
                icon="heart",
                style="plain",
                do=(
                    Put(
                        into="saved",
                        fields={"name": "{name}", "family": "{family}", "price": "{price}", "motif": "{motif}"},
                        key=("name",),
                    ),
                    Say(text=say("Saved", "已收藏")),
                ),
            ),
        ),
    )


def _cart(book: Book) -> Page:
    say = book.say
    return Page(
        id="cart",
        title=say("Cart", "购物车"),
        blocks=(
            List(
                id="basket",
                source="cart",
                row=Row(
                    title="{name}",
                    detail=say("Quantity {amount}", "数量 {amount}"),
                    aside="{price|money}",
                    lead="photo",
                    seed="{motif}",
                ),
                actions=(RowAction(id="remove", label=say("Remove", "移除"), icon="trash-2", do=(Drop(),)),),
                empty=say("Your cart is empty.", "购物车还是空的。"),
            ),
            Facts(
                rows=(
                    FactRow(id="items", label=say("Items", "件数"), value="{count:cart}"),
                    FactRow(id="sum", label=say("Sum", "合计"), value="{sum:cart.price*amount|money}"),
                )
            ),
            Button(
                id="checkout",
                label=say("Go to checkout", "去结算"),
                do=to("checkout"),
                enabled=ne("count:cart", 0),
            ),
        ),
    )


def _checkout(book: Book) -> Page:
    say = book.say
    fields = {"voucher": "{ui:voucher}", "recipient": "{ui:recipient}", "ship": "{var:ship}", "items": "{count:cart}"}
    return Page(
        id="checkout",
        title=say("Checkout", "结算"),
        blocks=(
            Choice(id="ship", label=say("Delivery", "配送方式"), options=_ships(book), style="radio", var="ship"),
            InputField(
                id="recipient",
                label=say("Recipient", "收件人"),
                hint=say("Name on the parcel", "包裹上的姓名"),
            ),
            InputField(id="voucher", label=say("Voucher code", "优惠码"), hint=say("If you have one", "如有请填写")),
            Text(
                text=say(
                    "{count:cart} items, {sum:cart.price*amount|money}",
                    "{count:cart} 件，{sum:cart.price*amount|money}",
                )
            ),
            Button(id="place-order", label=say("Place order", "提交订单"), do=(Ask(dialog="sure"),)),
        ),
        dialogs=(
            Dialog(
                id="sure",
                title=say("Order now?", "现在下单？"),
                text=say("Your card will be charged. This cannot be undone.", "将从您的卡扣款，无法撤销。"),
                buttons=(
                    DialogButton(id="cancel", label=say("Not yet", "再看看")),
                    DialogButton(
                        id="confirm",
                        label=say("Order", "下单"),
                        style="primary",
                        do=(
                            Commit(act="order", fields=dict(fields)),
                            Empty(collection="cart"),
                            Say(text=say("Thank you, your order is placed", "下单成功，谢谢惠顾")),
                            Back(),
                        ),
                    ),
                ),
            ),
        ),
    )


def _ships(book: Book) -> tuple[Option, ...]:
    return (
        Option(id="home", label=book.say("To my door", "送货上门")),
        Option(id="point", label=book.say("Pickup point", "自提点")),
        Option(id="locker", label=book.say("Parcel locker", "快递柜")),
    )


def _orders_page(book: Book) -> Page:
    say = book.say
    return Page(
        id="orders",
        title=say("Orders", "订单"),
        blocks=(
            List(
                id="orders",
                source="orders",
                where=(eq("archived", False),),
                row=Row(
                    title="{name}",
                    detail="{state} · {day|date}",
                    aside="{total|money}",
                    lead="photo",
                    seed="{motif}",
                ),
                search=("name", "state"),
                search_hint=say("Search orders", "搜索订单"),
                filters=(
                    Filter(id="ready", label=say("Ready", "待自提"), where=eq("status", "ready")),
                    Filter(id="way", label=say("On its way", "运输中"), where=eq("status", "way")),
                    Filter(id="done", label=say("Delivered", "已送达"), where=eq("status", "done")),
                ),
                tap=to("order"),
                actions=(
                    RowAction(
                        id="archive",
                        label=say("Archive", "归档"),
                        icon="archive",
                        do=(Patch(field="archived", value=True),),
                    ),
                ),
                empty=say("No orders here.", "这里没有订单。"),
            ),
        ),
    )


def _order(book: Book) -> Page:
    say = book.say
    return Page(
        id="order",
        title=say("Order", "订单详情"),
        of="orders",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text="{state}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="number", label=say("Order no.", "订单号"), value="{number}"),
                    FactRow(id="pickup", label=say("Pickup code", "取货码"), value="{pickup}"),
                    FactRow(id="back", label=say("Return until", "退货截止"), value="{back|date}"),
                    FactRow(id="wrap", label=say("Wrapping", "包装"), value="{wrap}"),
                    FactRow(
                        id="packer",
                        label=say("Packed by", "打包人"),
                        value="{packer}",
                        when=ne("packer", ""),
                    ),
                ),
            ),
            Heading(text=say("Pickup point", "自提点")),
            Facts(
                rows=(
                    FactRow(id="point", label=say("Street", "街道"), value="{point}"),
                    FactRow(id="closes", label=say("Open until", "营业至"), value="{closes}"),
                )
            ),
            PictureBlock(id="shelf", draw="sign", text="{shelf}", alt=say("Shelf label", "货架标签"), tall=120),
            Button(
                id="start-return",
                label=say("Return this order", "申请退货"),
                style="plain",
                do=to("return"),
                enabled=eq("status", "done"),
            ),
            Button(
                id="cancel-order",
                label=say("Cancel order", "取消订单"),
                style="danger",
                do=(
                    Commit(act="cancel", fields={"order": "{id}"}),
                    Patch(field="state", value=say("Cancelled", "已取消")),
                    Patch(field="status", value="cancelled"),
                ),
                enabled=eq("status", "way"),
            ),
        ),
    )


def _return(book: Book) -> Page:
    say = book.say
    return Page(
        id="return",
        title=say("Return", "退货"),
        of="orders",
        blocks=(
            Text(text="{name}", style="body"),
            Choice(
                id="reason",
                label=say("Reason", "原因"),
                options=(
                    Option(id="size", label=say("Wrong size", "尺寸不合适")),
                    Option(id="broken", label=say("Broken", "损坏")),
                    Option(id="mind", label=say("Changed my mind", "不想要了")),
                ),
                start="mind",
            ),
            InputField(id="slip", label=say("Return slip code", "退货单编码"), hint=say("On the slip", "见退货单")),
            InputField(
                id="courier", label=say("Courier's name", "快递员姓名"), hint=say("Who collects it", "谁来取件")
            ),
            Button(
                id="send-return",
                label=say("Send return", "提交退货"),
                do=(
                    Commit(
                        act="return",
                        fields={
                            "order": "{id}",
                            "slip": "{ui:slip}",
                            "courier": "{ui:courier}",
                            "reason": "{ui:reason}",
                        },
                    ),
                    Say(text=say("Return registered", "退货已登记")),
                    Back(),
                ),
                enabled=ne("ui:slip", ""),
            ),
        ),
    )


def _account(book: Book) -> Page:
    say = book.say
    return Page(
        id="account",
        title=say("Account", "我的"),
        blocks=(
            PictureBlock(
                id="portrait", draw="portrait", seed=book.cast.owner.name, alt=say("Portrait", "头像"), tall=112
            ),
            Text(text=book.cast.owner.name, style="large"),
            Facts(
                rows=(
                    FactRow(id="member", label=say("Member no.", "会员号"), value="{var:member}"),
                    FactRow(id="since", label=say("Member since", "入会日期"), value="{var:since|full}"),
                    FactRow(id="collector", label=say("May collect", "代取人"), value="{var:collector}"),
                )
            ),
            Button(id="open-saved", label=say("Saved items", "收藏夹"), icon="heart", style="plain", do=to("saved")),
            Button(id="open-gift", label=say("Gift card", "礼品卡"), icon="gift", style="plain", do=to("gift")),
            Button(
                id="open-quick", label=say("Order by number", "按货号下单"), icon="hash", style="plain", do=to("quick")
            ),
            Heading(text=say("Notifications", "通知")),
            Switch(id="updates", label=say("Order updates", "订单动态"), var="updates", icon="bell"),
            Switch(id="alerts", label=say("Price alerts", "降价提醒"), var="alerts", icon="tag"),
            Switch(id="newsletter", label=say("Newsletter", "订阅邮件"), var="newsletter", icon="mail"),
            Switch(id="paperless", label=say("Paperless receipts", "电子收据"), var="paperless", icon="receipt"),
            Heading(text=say("Who may collect", "代取设置")),
            InputField(id="collector-name", label=say("Name", "姓名"), hint=say("Full name", "全名")),
            Button(
                id="save-collector",
                label=say("Save name", "保存姓名"),
                do=(put_var("collector", "{ui:collector-name}"), Say(text=say("Saved", "已保存"))),
                enabled=ne("ui:collector-name", ""),
            ),
        ),
    )


def _saved(book: Book) -> Page:
    return Page(
        id="saved",
        title=book.say("Saved items", "收藏夹"),
        blocks=(
            List(
                id="saved",
                source="saved",
                row=Row(title="{name}", detail="{family}", aside="{price|money}", lead="photo", seed="{motif}"),
                tap=(Say(text="{name} · {family}"),),
                actions=(RowAction(id="drop", label=book.say("Remove", "移除"), icon="x", do=(Drop(),)),),
                empty=book.say("Nothing saved yet.", "还没有收藏。"),
            ),
        ),
    )


def _gift(book: Book) -> Page:
    say = book.say
    return Page(
        id="gift",
        title=say("Gift card", "礼品卡"),
        blocks=(
            PictureBlock(id="gift-card", draw="ticket", text="{var:gift}", alt=say("Gift card", "礼品卡")),
            Text(text=say("Show the card at the till, or type its code.", "在收银台出示，或输入卡号。"), style="muted"),
        ),
    )


def _quick(book: Book) -> Page:
    say = book.say
    return Page(
        id="quick",
        title=say("Order by number", "按货号下单"),
        blocks=(
            InputField(id="article", label=say("Article no.", "货号"), hint="AB-12-345"),
            InputField(id="deliver-on", label=say("Deliver on", "送达日期"), hint=say("A date", "日期")),
            Button(
                id="request",
                label=say("Request item", "提交需求"),
                do=(
                    Put(into="requests", fields={"article": "{ui:article}", "on": "{ui:deliver-on}"}),
                    Say(text=say("Request noted", "需求已登记")),
                    Back(),
                ),
                enabled=ne("ui:article", ""),
            ),
        ),
    )
