"""Recipes of logins as files: what they may say, and what is said where they say something else."""

from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.login.recipes import Fill, NamedElement, Recipe, Touch, Until, load_recipe, read_recipe
from sextant.settings.values import SecretRef

WHOLE = """
[[steps]]
field = "Email"
value = "ada@example.org"

[[steps]]
field = "Password"
secret = "env:APP_PASSWORD"

[[steps]]
touch = "Sign in"
role = "button"
anchor = "main"

[[steps]]
until = "/inbox"
seconds = 5
"""
PASSWORD = SecretRef("env", "APP_PASSWORD")


def test_every_kind_of_step_is_read() -> None:
    recipe = read_recipe(WHOLE, "work.toml")
    assert recipe == Recipe(
        "work.toml",
        (
            Fill(NamedElement("Email"), "ada@example.org"),
            Fill(NamedElement("Password"), secret=PASSWORD),
            Touch(NamedElement("Sign in", "button", "main")),
            Until("/inbox", 5.0),
        ),
    )
    assert [str(step) for step in recipe.steps][1:] == [
        "type env:APP_PASSWORD into 'Password'",
        "touch 'Sign in'",
        "wait until '/inbox'",
    ]


@pytest.mark.parametrize(
    ("text", "said", "remedy"),
    [
        ("[[step]]", "r.toml has an unknown key 'step'.", "Did you mean 'steps'?"),
        ("", "r.toml has no steps.", "[[steps]]"),
        ("steps = 3", "r.toml has no steps.", "[[steps]]"),
        ("steps = [3]", "r.toml, step 1 is not a table.", "[[steps]]"),
        ("[[steps]", "r.toml is not valid TOML", "Correct this line."),
        ('[[steps]]\ntuch = "Go"', "step 1 has an unknown key 'tuch'.", "Did you mean 'touch'?"),
        (
            '[[steps]]\ntouch = "Go"\nvalue = "x"',
            "step 1 has an unknown key 'value'.",
            "Known: touch, role, anchor, test_id.",
        ),
        ('[[steps]]\nrole = "button"', "step 1 says none of field, touch, until.", "[[steps]]"),
        ('[[steps]]\ntouch = "Go"\nuntil = "x"', "step 1 says touch and until at once.", "[[steps]]"),
        ('[[steps]]\ntouch = " "', "step 1: touch expects a text.", 'touch = "…"'),
        ('[[steps]]\nfield = "PIN"', "step 1 needs either a value or a secret.", "env:APP_PASSWORD"),
        ('[[steps]]\nfield = "PIN"\nvalue = "1"\nsecret = "env:P"', "either a value or a secret.", "env:APP_PASSWORD"),
        ('[[steps]]\nuntil = "x"\nseconds = 0', "seconds expects a number from 0.1 to 600", "Correct it."),
    ],
)
def test_what_is_no_recipe_is_refused_with_what_to_do(text: str, said: str, remedy: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_recipe(text, "r.toml")
    assert said in refused.value.message
    assert remedy in refused.value.remedy


def test_a_value_in_place_of_a_reference_is_not_repeated() -> None:
    with pytest.raises(UsageError) as refused:
        read_recipe('[[steps]]\nfield = "Password"\nsecret = "hunter2"', "r.toml")
    assert "step 1: secret expects a reference, env:VARIABLE" in refused.value.message
    assert "hunter2" not in str(refused.value)
    assert refused.value.__suppress_context__


def test_secrets_are_looked_up_before_anything_is_opened(tmp_path: Path) -> None:
    recipe = read_recipe(WHOLE, "work.toml")
    assert recipe.secrets({"APP_PASSWORD": "hunter2"}) == {"env:APP_PASSWORD": "hunter2"}
    for environ in ({}, {"APP_PASSWORD": ""}):
        with pytest.raises(UsageError, match=r"work.toml, step 2: env:APP_PASSWORD .* 'APP_PASSWORD' is not set"):
            recipe.secrets(environ)
    pin = tmp_path / "pin.txt"
    filed = read_recipe(f'[[steps]]\nfield = "PIN"\nsecret = "file:{pin}"', "r.toml")
    with pytest.raises(UsageError, match="cannot be read"):
        filed.secrets({})
    pin.write_text("1234\n")
    assert filed.secrets({}) == {f"file:{pin}": "1234"}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"gone\.toml.*No such file"):
        load_recipe(tmp_path / "gone.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not UTF-8"):
        load_recipe(tmp_path / "odd.toml")
