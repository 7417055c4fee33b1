"""Wordings of goals, by family and language; one a line. Test and train share none.

Slots: `<label>` a value, `<app>` where it stands, `<desk>` where answers go, `<labels>` several, `<rank>` in which
order, `<names>` what is ranked, `<task>` something to do.
"""

from collections.abc import Mapping

from sextant.worlds.author.recipe import Family
from sextant.worlds.genres.base import Locale

PHRASES: Mapping[tuple[Family, Locale], Mapping[str, str]] = {
    ("test", "en"): {
        "find": """
            find out <label>; it is in <app>
            look up <label> in <app>
            check <label> in <app> and keep it in mind
            I need to know <label>, which <app> shows
            open <app> and note <label>
            <app> knows <label>: find it
            get me <label> from <app>
            please see what <label> is; look in <app>
            somebody asked me for <label>, you will find it in <app>
            go to <app>, where <label> can be seen
            read <label> in <app> carefully
            tell me <label>; <app> is the place to look
            what is <label>? <app> has it
            I forgot <label>, and it is somewhere in <app>
            take <label> down from <app>
            make sure you have <label> from <app>
        """,
        "find_clause": """
            find out <label>; look in <app>
            look up <label> in <app>
            check in <app> <label>
            I need to know <label>; <app> shows it
            open <app> and see <label>
            somebody asked me <label>, you will find it in <app>
            tell me <label>; <app> is the place to look
            I forgot <label>, and it is somewhere in <app>
        """,
        "hand": """
            hand it in at <desk>, just as it is shown
            enter it under <desk>
            submit the value in <desk>
            give me the answer through <desk>, nothing else with it
            that value goes into <desk>
            put what you found into <desk> and submit
            finish by handing it in at <desk>
            use <desk> to hand over what you found
            report it in <desk>, written as you saw it
            your answer belongs in <desk>
        """,
        "hand_many": """
            hand in <labels> at <desk>, in this order, with semicolons between them
            submit <labels> in <desk> in exactly this order, separated by semicolons
            enter <labels> under <desk>, one after the other with a semicolon in between
            in <desk>, give <labels>, in that order and with semicolons
            what <desk> should get: <labels>, semicolons between, order as named here
        """,
        "compare": """
            compare <names> by <what> in <app>
            look at <what> of each of these in <app>: <names>
            in <app>, check <what> for <names>
            <app> shows <what> for <names>; look at each
            find out <what> of <names> in <app>
        """,
        "rank": """
            hand in their order at <desk>, <rank> first, written as <form>
            submit all of them in <desk>, sorted with the <rank> first, in the form <form>
            put them in order, <rank> first, and enter <form> under <desk>
            your answer in <desk> is the ranking, <rank> first, like <form>
        """,
        "add": """
            add up <labels>; all are in <app>
            I want to know what these come to together: <labels> (see <app>)
            in <app>, look up <labels> and work out the sum
            work out the total of <labels>, all to be found in <app>
        """,
        "sum": """
            hand in the sum at <desk>
            the total goes into <desk>
            submit what they come to in <desk>
            enter the total under <desk>
            report the sum through <desk>
        """,
        "then": """
            then <task>
            after that, <task>
            next, <task>
            when you have it, do this: <task>
            in between, <task>
            also <task>
            this, too: <task>
            now <task>
            afterwards, <task>
            before you go on, <task>
            one more thing: <task>
            while you are at it, <task>
        """,
        "and": """
            then <task>
            and <task>
            after which <task>
            and then <task>
            followed by this: <task>
        """,
        "plain": """
            <task>
            please do this for me: <task>
            I would like this done: <task>
            could you see to this: <task>
            today's errand: <task>
            first, <task>
            start with this: <task>
            here is what to do: <task>
            a small job: <task>
        """,
        "finally": """
            finally, <task>
            in the end, <task>
            when all that is done, <task>
            last of all, <task>
            once everything else is finished, <task>
            to finish, <task>
        """,
        "glance": """
            take a look at <label> in <app> as well; it is not what I need
            have a look at <label> in <app>, only to compare
            glance at <label> in <app>, which you need not keep
            see <label> in <app>, too, but do not mix them up
        """,
        "end": """
            Nothing else should change.
            That is all.
            Leave everything else as it is.
            Do no more than that.
            Thank you.
        """,
        "place": """
            <task> in <app>
            in <app>, <task>
            <task> (<app>)
            <task>, in <app>
            with <app>, <task>
        """,
        "once": """
            Do that only once.
            It must happen exactly once.
            Be careful not to do it twice.
            One time is enough.
        """,
    },
    ("train", "en"): {
        "find": """
            my notes lack <label>, so fetch it from <app>
            memorise <label>, displayed by <app>
            retrieve <label> (app: <app>)
            within <app>, locate <label>
            <label> has to be known for this; consult <app>
            begin by reading off <label> inside <app>
            you will need <label>; the app <app> lists it
            discover <label> with the help of <app>
        """,
        "find_clause": """
            memorise <label>; <app> displays it
            within <app>, discover <label>
            consult <app> to learn <label>
        """,
        "hand": """
            type it at <desk> and send it off
            deliver this value to <desk>
            <desk> expects that value, so provide it
            the result must be filed with <desk>
            pass it on via <desk>
        """,
        "hand_many": """
            file <labels> with <desk>, keeping that sequence, semicolon-separated
            <desk> expects <labels>, sequence as given, divided by semicolons
            deliver <labels> to <desk> in the sequence given, each divided from the next by a semicolon
        """,
        "compare": """
            for every one of <names>, learn <what> inside <app>
            consult <app> about <what>: <names>
        """,
        "rank": """
            file the sequence with <desk>, beginning with the <rank>, shaped like <form>
            deliver the sequence to <desk>, the <rank> leading, shaped like <form>
        """,
        "add": """
            sum these over <app>: <labels>
            calculate <labels> together, using <app>
        """,
        "sum": """
            file the combined amount with <desk>
            deliver the combined figure to <desk>
        """,
        "then": """
            subsequently <task>
            as a second matter, <task>
            additionally, <task>
            moreover <task>
            a further item: <task>
            later on, <task>
        """,
        "and": """
            plus <task>
            as well as this: <task>
            whereupon <task>
        """,
        "plain": """
            your assignment: <task>
            assignment of the day: <task>
            we want this done: <task>
            go ahead with this: <task>
        """,
        "finally": """
            concluding, <task>
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
            inside <app>: <task>
            <task> [<app>]
            using the app <app>, <task>
        """,
        "once": """
            A single time, never again.
            Repeat nothing.
        """,
    },
    ("test", "zh"): {
        "find": """
            请在<app>里查一下<label>
            打开<app>，看看<label>是什么
            我想知道<label>，可以在<app>里找到
            先到<app>里记下<label>
            帮我从<app>找到<label>
            <app>里有<label>，把它找出来
            有人问我<label>，去<app>里查
            去<app>看清楚<label>
        """,
        "hand": """
            把它原样填到<desk>里提交
            在<desk>里提交这个值
            最后用<desk>交上去
            答案写进<desk>，不要带别的内容
            请把查到的内容提交到<desk>
        """,
        "hand_many": """
            在<desk>里依次提交<labels>，用分号隔开
            按这个顺序把<labels>填进<desk>，中间用分号分开
            答案交到<desk>：<labels>，照此顺序，以分号分隔
        """,
        "compare": """
            在<app>里看看<names>各自的<what>
            到<app>比较一下<names>的<what>
            打开<app>，查清<names>的<what>
        """,
        "rank": """
            按<rank>的在前排好，以“<form>”的形式提交到<desk>
            把它们排序（<rank>的在前），写成“<form>”交到<desk>
        """,
        "add": """
            把<labels>加起来，都在<app>里
            在<app>里查<labels>，算出总和
        """,
        "sum": """
            把总数提交到<desk>
            在<desk>里填上合计
        """,
        "then": """
            然后<task>
            接着<task>
            之后请<task>
            另外，<task>
            顺便<task>
            再<task>
        """,
        "and": """
            并且<task>
            再<task>
            随后<task>
        """,
        "plain": """
            请<task>
            麻烦<task>
            帮我<task>
            今天要做的是：<task>
            首先<task>
        """,
        "finally": """
            最后，<task>
            全部做完以后，<task>
            等这些都完成了，<task>
        """,
        "glance": """
            也看一眼<app>里的<label>，不过用不上
            顺便看看<app>里<label>，别弄混了
        """,
        "end": """
            其他的都不要动。
            就这些。
            别的保持原样。
        """,
        "place": """
            在<app>里<task>
            <task>（<app>）
            打开<app>，<task>
        """,
        "once": """
            只能做一次。
            不要重复操作。
        """,
    },
    ("train", "zh"): {
        "find": """
            务必获知<label>，来源是<app>
            从<app>读取<label>并牢记
            需要用到<label>，由<app>提供
        """,
        "hand": """
            将该值递交<desk>
            由<desk>收取该结果
        """,
        "hand_many": """
            向<desk>递交<labels>，次序不变，以分号相隔
        """,
        "compare": """
            借助<app>了解<names>各自<what>
        """,
        "rank": """
            向<desk>递交次序，<rank>者居先，形如“<form>”
        """,
        "add": """
            借助<app>求<labels>之和
        """,
        "sum": """
            向<desk>递交合计数
        """,
        "then": """
            其次<task>
            此外还要<task>
        """,
        "and": """
            以及<task>
            外加<task>
        """,
        "plain": """
            任务如下：<task>
            要求：<task>
        """,
        "finally": """
            收尾时<task>
            末了<task>
        """,
        "glance": """
            留意<app>中<label>，此项无须记忆
        """,
        "end": """
            未提及者勿改。
            除此勿动。
        """,
        "place": """
            使用<app>：<task>
            <task>【<app>】
        """,
        "once": """
            仅限一次。
            切勿重复。
        """,
    },
}
