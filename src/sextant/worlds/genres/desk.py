"""The desk: where an answer is handed in. Every world has it; it never says whether the answer is right."""

from sextant.worlds.genres.base import Cast
from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
from sextant.worlds.spec.apps import AppSpec, Page
from sextant.worlds.spec.blocks import Banner, Button, FactRow, Facts, InputField, Text
from sextant.worlds.spec.effects import ClearField, Submit, When

APP = "desk"


def desk(cast: Cast) -> AppSpec:
    """The desk in the language of the cast. Test ids: `go-submit-answer`, `answer-input`, `answer-submit`, `result`."""
    book = Book(cast, APP)
    say = book.say
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
        title=say("Hand-in", "交卷"),
        blocks=(
            Text(
                text=say("Hand in your answer here once you have found it.", "找到答案之后，在这里提交。"),
                style="body",
            ),
            Facts(
                rows=(
                    FactRow(
                        id="attempts",
                        label=say("Submissions", "提交次数"),
                        value=say("One counts", "只计一次"),
                    ),
                    FactRow(
                        id="form",
                        label=say("Form", "格式"),
                        value=say("As you found it", "照原样填写"),
                    ),
                )
            ),
            Button(
                id="go-submit-answer",
                label=say("Submit an answer", "提交答案"),
                icon="send",
                do=to("answer"),
            ),
        ),
    )
    answer = Page(
        id="answer",
        title=say("Submit an answer", "提交答案"),
        blocks=(
            Banner(
                id="once",
                text=say("Only the first submission counts.", "只有第一次提交有效。"),
                style="info",
                when=eq("var:handed", False),
            ),
            InputField(
                id="answer-input",
                label=say("Answer", "答案"),
                hint=say("Type it here", "在此输入"),
            ),
            Button(
                id="answer-submit",
                label=say("Hand in", "提交"),
                do=submit,
                enabled=ne("ui:answer-input", ""),
                when=eq("var:handed", False),
            ),
            Text(
                id="result",
                text=say("Handed in: {var:given}", "已提交：{var:given}"),
                style="body",
                when=eq("var:handed", True),
            ),
        ),
    )
    app = AppSpec(
        id=APP,
        name=say("Hand-in", "交卷"),
        genre=APP,
        icon="clipboard-check",
        accent="indigo",
        home="home",
        pages=(home, answer),
        vars={"handed": False, "given": ""},
    )
    return book.bilingual(app)
