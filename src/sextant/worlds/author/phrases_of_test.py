"""Wordings of the goals of the test family, by language; one a line. See `sextant.worlds.author.phrases`."""

from collections.abc import Mapping

from sextant.worlds.genres.base import Locale

TEST: Mapping[Locale, Mapping[str, str]] = {
    "en": {
        "find": """
            find out <label>; it is in <app>
            look up <label> in <app>
            check <label> in <app> and keep it in mind
            I need to know <label>, which <app> shows
            open <app> and note <label>
            <app> knows <label>: find it
            get me <label> from <app>
            please see what <label> is; look in <app>
            somebody asked me for <label>; you will find it in <app>
            go to <app>, where <label> can be seen
            read <label> in <app> carefully
            tell me <label>; <app> is the place to look
            what is <label>? <app> has it
            I forgot <label>, but <app> will know
            take down <label> from <app>
            make sure you know <label>; it is given in <app>
            have a look in <app> for <label>
            I can never remember <label>, so look in <app>
            there is something I need from <app>: <label>
            could you find <label> for me? It should be in <app>
            search <app> for <label>
            start from <label>, as <app> gives it
        """,
        "find_clause": """
            find out <label>; look in <app>
            look up <label> in <app>
            see in <app> <label>
            I need to know <label>; <app> shows it
            open <app> and see <label>
            somebody asked me <label>; you will find it in <app>
            tell me <label>; <app> is the place to look
            I forgot <label>, but <app> will know
            I wonder <label>; <app> should tell you
            please check <label>, using <app>
        """,
        "hand": """
            submit it in <desk>, just as it is shown
            enter it under <desk>
            submit the value in <desk>
            give me the answer through <desk>, with nothing else in it
            that value goes into <desk>
            put what you found into <desk> and submit it
            finish by entering it in <desk>
            use <desk> to hand over what you found
            report it in <desk>, written as you saw it
            your answer belongs in <desk>
            then type it into <desk> and submit
            open <desk> and answer with that value
            <desk> is where the answer goes
        """,
        "hand_word": """
            then write "<word>" in <desk> and submit it
            report back in <desk> with "<word>"
            once that is so, enter "<word>" under <desk>
        """,
        "hand_many": """
            submit <labels> in <desk> in exactly this order, separated by semicolons
            enter <labels> under <desk>, one after the other with a semicolon in between
            in <desk>, give <labels>, in that order and with semicolons
            what <desk> should get: <labels>, semicolons between, in the order named here
            one answer goes into <desk>: <labels>, with semicolons between them and in this order
            open <desk> and report <labels>; keep that order and put semicolons between
        """,
        "compare": """
            compare <whole>; all of it is in <app>
            look up <whole> in <app>
            in <app>, check <whole>
            <app> shows <whole>: look at each
            find out <whole>, using <app>
            go through <app> and note <whole>
        """,
        "rank": """
            put <names> in order in <desk>, <rank> first, written as <form>
            submit all of them in <desk>, sorted with the <rank> first, in the form <form>
            sort them, <rank> first, and enter the names under <desk> as <form>
            your answer in <desk> is the ranking of <names>, <rank> first, in the form <form>
            what <desk> should get is their order with the <rank> in front, like <form>
        """,
        "add": """
            add up <whole>, as <app> shows them
            I want to know what these come to together: <whole> (see <app>)
            in <app>, look up <whole> and work out the sum
            work out the total of <whole>, using <app>
            take <whole> from <app> and add them up
        """,
        "sum": """
            submit the sum in <desk>
            the total goes into <desk>
            submit what they come to in <desk>
            enter the total under <desk>
            report the sum through <desk>
            answer with the total in <desk>
        """,
        "then": """
            then <task>
            after that, <task>
            next, <task>
            in the meantime, <task>
            also, <task>
            this, too: <task>
            now <task>
            afterwards, <task>
            before you go on, <task>
            one more thing: <task>
            while you are at it, <task>
            something else on the way: <task>
            and since you have the phone in hand, <task>
        """,
        "and": """
            then <task>
            and <task>
            once that is done, <task>
            and then <task>
            next comes this: <task>
            after that one, <task>
        """,
        "plain": """
            <task>
            please <task>
            I would like this done: <task>
            could you see to this: <task>
            today's errand: <task>
            first, <task>
            start with this: <task>
            here is what to do: <task>
            a small job: <task>
            to begin with, <task>
            before anything else, <task>
        """,
        "finally": """
            finally, <task>
            in the end, <task>
            when all that is done, <task>
            last of all, <task>
            once everything else is finished, <task>
            to finish, <task>
            with that in hand, <task>
            what it is for: <task>
        """,
        "glance": """
            have a look at <label> in <app> as well; it is not what I need
            look at <label> in <app>, too, only to compare
            glance at <label> in <app>, which you need not keep
            see what <app> says about <label>, but do not mix them up
        """,
        "end": """
            Nothing else should change.
            That is all.
            Leave everything else as it is.
            Do no more than that.
            Thank you.
            That would help me a lot.
        """,
        "place": """
            in <app>, <task>
            use <app> to <task>
            open <app> and <task>
            go to <app> and <task>
        """,
        "once": """
            Do that only once.
            It must happen exactly once.
            Be careful not to do it twice.
            Once is enough.
        """,
        "hand_named": """
            submit <labels> in <desk>, just as shown
            enter <labels> under <desk>
            the answer for <desk> is <labels>
            then use <desk> to report <labels>
            finally, give <labels> in <desk>
            what belongs in <desk> is <labels>
            end by submitting <labels> in <desk>
            go to <desk> and enter <labels>, nothing else
        """,
        "then_said": """
            this, too: <task>
            one more thing: <task>
            something else on the way: <task>
            another matter: <task>
            then there is this: <task>
            besides: <task>
        """,
        "and_said": """
            next comes this: <task>
            and another one: <task>
            then this: <task>
        """,
        "plain_said": """
            <task>
            there is something to do: <task>
            today's errand: <task>
            start with this: <task>
            a small job: <task>
            please see to this: <task>
        """,
        "finally_said": """
            the last thing: <task>
            what it is for: <task>
            and then, finally: <task>
            to finish, this: <task>
        """,
        "place_end": """
            <task> in <app>
            <task>, using <app>
        """,
        "place_said": """
            <task> (in <app>)
            in <app>: <task>
            <task> (use <app>)
            this is for <app>: <task>
        """,
        "glance_clause": """
            have a look in <app> <label>; it is not what I need
            see in <app>, too, <label>, but do not mix them up
        """,
    },
    "zh": {
        "find": """
            请在<app>里查一下<label>
            打开<app>，看看<label>是什么
            我想知道<label>，可以在<app>里找到
            先到<app>里记下<label>
            帮我从<app>找到<label>
            <app>里有<label>，把它找出来
            有人问我<label>，去<app>里查
            去<app>看清楚<label>
            <label>我忘了，<app>里应该有
            麻烦到<app>查查<label>，记在心里
            我需要<label>，它在<app>里
            <label>是什么？看一下<app>
        """,
        "hand": """
            把它原样填到<desk>里提交
            在<desk>里提交这个值
            最后在<desk>里作答
            答案写进<desk>，不要带别的内容
            请把查到的内容提交到<desk>
            然后打开<desk>，填上这个值
            <desk>里要填的就是它
        """,
        "hand_word": """
            然后在<desk>里填写“<word>”并提交
            最后到<desk>报告“<word>”
        """,
        "hand_many": """
            在<desk>里依次提交<labels>，用分号隔开
            按这个顺序把<labels>填进<desk>，中间用分号分开
            <desk>里的答案是：<labels>，照此顺序，以分号分隔
            打开<desk>，依次写上<labels>，每两项之间用分号
        """,
        "compare": """
            在<app>里看看<whole>
            到<app>比较一下<whole>
            打开<app>，查清<whole>
            <app>里有<whole>，逐个看一下
        """,
        "rank": """
            把<names>按<rank>的在前排好，以“<form>”的形式提交到<desk>
            把它们排序（<rank>的在前），写成“<form>”提交到<desk>
            在<desk>里按<rank>的在前的顺序写下它们，格式为“<form>”
        """,
        "add": """
            把<whole>加起来，都在<app>里
            在<app>里查<whole>，算出总和
            看看<app>里<whole>一共是多少
        """,
        "sum": """
            把总数提交到<desk>
            在<desk>里填上合计
            <desk>里要填的是总和
        """,
        "then": """
            然后<task>
            接着<task>
            之后请<task>
            另外，<task>
            顺便<task>
            再<task>
            还有一件事：<task>
            中间请<task>
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
            有件小事：<task>
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
        "hand_named": """
            把<labels>原样填到<desk>里提交
            在<desk>里提交<labels>
            <desk>里要填的是<labels>
            请到<desk>里填写<labels>，不要带别的内容
        """,
        "plain_said": """
            今天要做的是：<task>
            有件小事：<task>
            请处理一下：<task>
        """,
        "then_said": """
            还有一件事：<task>
            另外，<task>
        """,
        "finally_said": """
            最后，<task>
            等这些都完成了，<task>
            最后一件事：<task>
        """,
        "and_said": """
            还有：<task>
            接下来：<task>
        """,
        "place_said": """
            <task>（<app>）
            <task>，用<app>来办
        """,
    },
}
