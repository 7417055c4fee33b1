"""Other labels for the same widgets, by language."""

from collections.abc import Mapping

from sextant.worlds.genres.base import Locale


def _table(text: str) -> Mapping[str, tuple[str, ...]]:
    lines = [line.strip().split("|") for line in text.splitlines() if line.strip()]
    return {words[0]: tuple(words[1:]) for words in lines}


SYNONYMS: Mapping[Locale, Mapping[str, tuple[str, ...]]] = {
    "en": _table("""
        Orders|Purchases|My orders
        Account|Profile|You
        Cart|Basket|Bag
        Shop|Browse|Store
        Settings|Preferences|Options
        Search|Find|Look for
        Add to cart|Put in basket|Add to bag
        Save for later|Keep for later|Add to favourites
        Go to checkout|Continue to payment|Check out
        Place order|Order now|Buy now
        Archive|Put away|File away
        Remove|Take out|Delete
        Delete|Remove|Erase
        Send|Post|Submit
        Save|Keep|Store
        Cancel|Never mind|Leave it
        Confirm|Yes, do it|Go ahead
        Order|Confirm order|Yes, order
        Not yet|Go back|Wait
        Home|Start|Overview
        Profile|About me|Me
        Chats|Messages|Conversations
        Contacts|People|Address book
        Today|Agenda|Day
        Calendar|Schedule|Dates
        Tasks|To-dos|Things to do
        Trips|Journeys|My travel
        Explore|Discover|Look around
        Cards|My cards|Your cards
        Activity|History|Movements
        Transfer|Move money|Pay somebody
        Pay|Settle|Transfer
        Rooms|Spaces|Areas
        Devices|Appliances|Things
        Book|Reserve|Make a booking
        Appointments|Visits|Bookings
        Reply|Answer|Respond
        New message|Write|Compose
        Hand in|Submit|Turn in
        Submit an answer|Give an answer|Hand an answer in
        Edit|Change|Modify
        Done|Finished|Ready
        Share|Pass on|Send on
        Like|Heart|Applaud
        Follow|Subscribe|Keep up
        Mute|Silence|Quiet
        Pin|Keep on top|Stick
    """),
    "zh": _table("""
        订单|我的订单|购买记录
        我的|个人中心|账户
        购物车|购物袋|待购
        商店|逛逛|商城
        设置|选项|偏好
        搜索商品|查找商品|找东西
        加入购物车|放进购物袋|加购
        收藏|以后再买|存起来
        去结算|结算|去付款
        提交订单|立即下单|购买
        归档|收起|存档
        移除|删掉|拿走
        删除|移走|清除
        发送|发出|提交
        保存|存储|记下
        取消|算了|不了
        确认|好的|继续
        首页|开始|总览
        联系人|通讯录|人脉
        消息|聊天|会话
        日历|日程|安排
        任务|待办|清单
        转账|付款|汇款
        回复|答复|回应
        编辑|修改|更改
        完成|做完|好了
        分享|转发|传给别人
        提交答案|交答案|上交答案
        提交|上交|交出
    """),
}
"""A label, then what else it may be called."""
