"""The desk: where an answer is handed in. Every world has it; it never says whether the answer is right."""

from sextant.worlds.genres.base import Cast
from sextant.worlds.genres.kit import eq, ne, put_var, to
from sextant.worlds.spec.apps import AppSpec, Page
from sextant.worlds.spec.blocks import Banner, Button, FactRow, Facts, InputField, Text
from sextant.worlds.spec.effects import ClearField, Submit, When

APP = "desk"


def desk(cast: Cast) -> AppSpec:
    """The desk in the language of the cast. Test ids: `go-submit-answer`, `answer-input`, `answer-submit`, `result`."""
    zh = cast.locale == "zh"
    submit = (
        When(
            cond=eq("var:handed", False),
            then=(
                Submit(field="answer-input"),
                put_var("given", "{ui:answer-input}"),
                put_var("handed", True),
                ClearField(field="answer-input"),
            ),
        ),
    )
    home = Page(
        id="home",
        title="交卷" if zh else "Hand-in",
        blocks=(
            Text(
                text="找到答案之后，在这里提交。" if zh else "Hand in your answer here once you have found it.",
                style="body",
            ),
            Facts(
                rows=(
                    FactRow(
                        id="attempts",
                        label="提交次数" if zh else "Submissions",
                        value="只计一次" if zh else "One counts",
                    ),
                    FactRow(
                        id="form",
                        label="格式" if zh else "Form",
                        value="照原样填写" if zh else "As you found it",
                    ),
                )
            ),
            Button(
                id="go-submit-answer",
                label="提交答案" if zh else "Submit an answer",
                icon="send",
                do=to("answer"),
            ),
        ),
    )
    answer = Page(
        id="answer",
        title="提交答案" if zh else "Submit an answer",
        blocks=(
            Banner(
                id="once",
                text="只有第一次提交有效。" if zh else "Only the first submission counts.",
                style="info",
                when=eq("var:handed", False),
            ),
            InputField(
                id="answer-input",
                label="答案" if zh else "Answer",
                hint="在此输入" if zh else "Type it here",
            ),
            Button(
                id="answer-submit",
                label="提交" if zh else "Hand in",
                do=submit,
                enabled=ne("ui:answer-input", ""),
                when=eq("var:handed", False),
            ),
            Text(
                id="result",
                text="已提交：{var:given}" if zh else "Handed in: {var:given}",
                style="body",
                when=eq("var:handed", True),
            ),
        ),
    )
    return AppSpec(
        id=APP,
        name="交卷" if zh else "Hand-in",
        genre=APP,
        icon="clipboard-check",
        accent="indigo",
        home="home",
        pages=(home, answer),
        vars={"handed": False, "given": ""},
    )
