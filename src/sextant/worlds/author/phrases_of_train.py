"""Wordings of the goals of the train family, by language; one a line. See `sextant.worlds.author.phrases`."""

from collections.abc import Mapping

from sextant.worlds.genres.base import Locale

TRAIN: Mapping[Locale, Mapping[str, str]] = {
    "en": {
        "find": """
            my notes lack <label>, so fetch it from <app>
            memorise <label>, displayed by <app>
            retrieve <label> (app: <app>)
            within <app>, locate <label>
            <label> has to be known for this; consult <app>
            begin by reading off <label> inside <app>
            you will need <label>; the app <app> lists it
            discover <label> with the help of <app>
            obtain <label> by opening <app>
            required information: <label>, kept by <app>
        """,
        "find_clause": """
            memorise <label>; <app> displays it
            within <app>, discover <label>
            consult <app> to learn <label>
            determine <label> by opening <app>
        """,
        "hand": """
            type it at <desk> and send it off
            deliver this value to <desk>
            <desk> expects that value, so provide it
            the result must be filed with <desk>
            pass it on via <desk>
        """,
        "hand_word": """
            sign off by filing "<word>" with <desk>
            afterwards <desk> should receive "<word>"
            deliver the note "<word>" to <desk>
        """,
        "hand_many": """
            file <labels> with <desk>, keeping that sequence, semicolon-separated
            <desk> expects <labels>, sequence as given, divided by semicolons
            deliver to <desk>, divided by semicolons and in this sequence: <labels>
        """,
        "compare": """
            learn <whole> inside <app>
            consult <app> about <whole>
            determine <whole> by opening <app>
        """,
        "rank": """
            file the sequence with <desk>, beginning with the <rank>, shaped like <form>
            deliver the sequence of <names> to <desk>, the <rank> leading, shaped like <form>
        """,
        "add": """
            calculate the sum over <whole>, displayed by <app>
            total <whole>; consult <app>
        """,
        "sum": """
            file the combined amount with <desk>
            deliver the combined figure to <desk>
        """,
        "then": """
            subsequently, <task>
            as a second matter, <task>
            additionally, <task>
            moreover, <task>
            a further item: <task>
            later on, <task>
        """,
        "and": """
            plus: <task>
            thereafter, <task>
            as well as this: <task>
        """,
        "plain": """
            your assignment: <task>
            assignment of the day: <task>
            we want this done: <task>
            go ahead with this: <task>
        """,
        "finally": """
            to conclude, <task>
            as the closing action, <task>
            wrap up like so: <task>
        """,
        "glance": """
            inspect <label> inside <app> too, merely as a distraction
            peek at <label> inside <app>, which is of no use here
        """,
        "end": """
            Touch nothing beyond this.
            No further edits.
            Everything unmentioned stays untouched.
        """,
        "place": """
            inside <app>, <task>
            from within <app>, <task>
        """,
        "once": """
            A single time, never again.
            Repeat nothing.
        """,
        "hand_named": """
            deliver <labels> to <desk>
            file <labels> with <desk>
            <desk> expects <labels>, so provide it
        """,
        "then_said": """
            a further item: <task>
            as a second matter: <task>
        """,
        "plain_said": """
            your assignment: <task>
            we want this done: <task>
        """,
        "finally_said": """
            as the closing action: <task>
            wrap up like so: <task>
        """,
        "place_end": """
            <task> [<app>]
        """,
        "place_said": """
            inside <app>: <task>
            <task> [<app>]
        """,
    },
    "zh": {
        "find": """
            务必获知<label>，来源是<app>
            从<app>读取<label>并牢记
            需要用到<label>，由<app>提供
            进入<app>，获取<label>
            所需信息：<label>（见<app>）
            借助<app>弄清<label>
        """,
        "hand": """
            将该值递交<desk>
            由<desk>收取该结果
            结果须登记于<desk>
            经<desk>上报该值
        """,
        "hand_word": """
            之后把“<word>”递交到<desk>
            收尾时在<desk>上报“<word>”
        """,
        "hand_many": """
            向<desk>递交<labels>，次序不变，以分号相隔
            将<labels>依次登记于<desk>，以分号相隔
        """,
        "compare": """
            借助<app>了解<whole>
            进入<app>，获取<whole>
        """,
        "rank": """
            向<desk>递交次序，<rank>者居先，形如“<form>”
            将<names>的次序登记于<desk>，<rank>者居先，形如“<form>”
        """,
        "add": """
            借助<app>求<whole>之和
            进入<app>，求<whole>的合计
        """,
        "sum": """
            向<desk>递交合计数
            将合计数登记于<desk>
        """,
        "then": """
            其次<task>
            此外还要<task>
            第二项：<task>
        """,
        "and": """
            以及<task>
            外加<task>
        """,
        "plain": """
            任务如下：<task>
            要求：<task>
            本次事项：<task>
            待办：<task>
        """,
        "finally": """
            收尾时<task>
            末了<task>
            作为收尾，<task>
        """,
        "glance": """
            留意<app>中<label>，此项无须记忆
            亦须浏览<app>中<label>，仅供对照
        """,
        "end": """
            未提及者勿改。
            除此勿动。
        """,
        "place": """
            使用<app><task>
            通过<app><task>
            <task>【<app>】
        """,
        "once": """
            仅限一次。
            切勿重复。
        """,
        "hand_named": """
            向<desk>递交<labels>
            将<labels>登记于<desk>
        """,
        "plain_said": """
            任务如下：<task>
            本次事项：<task>
        """,
        "finally_said": """
            收尾事项：<task>
            末了还有：<task>
        """,
        "place_said": """
            <task>【<app>】
        """,
    },
}
