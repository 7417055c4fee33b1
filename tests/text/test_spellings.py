"""A known value is found in whatever way it is spelt, and what is no value is left as it is."""

import html
import json
import time
import unicodedata
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sextant.text.spellings import Spellings

SECRET = "Hunter2 & Söhne-ﬁx"
Spelling = Callable[[str], str]


def shown(name: str) -> str:
    return f"‹{name}›"


def spaced(part: str) -> Spelling:
    return lambda text: part.join(text)


def escaped(sign: Callable[[str], str]) -> Spelling:
    return lambda text: "".join(map(sign, text))


PLAIN: tuple[Spelling, ...] = (
    str,
    str.upper,
    str.lower,
    *(lambda text, form=form: unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")),
    *map(spaced, (" ", "-", "\u200b", "\u00ad", " - ", "\n", "\u2011", "\u2060\ufeff")),
    lambda text: text.replace(" ", ""),
    lambda text: "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text),
)
ESCAPED: tuple[Spelling, ...] = (
    quote,
    lambda text: quote(text, safe=""),
    quote_plus,
    html.escape,
    escaped(lambda sign: f"&#{ord(sign)};"),
    escaped(lambda sign: f"&#x{ord(sign):x};"),
    escaped(lambda sign: "".join(f"%{byte:02x}" for byte in sign.encode())),
    lambda text: json.dumps(text)[1:-1],
    escaped(lambda sign: f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else json.dumps(sign)[1:-1]),
)
LONG = "a text that is long enough to have been cut"
AROUND = ("", "x", "id=", "é ", "abc: ", "‹", "12345 ")

letters = st.characters(categories=("Lu", "Ll", "Nd", "Po"), max_codepoint=0x24F)
values = st.text(letters, min_size=6, max_size=24).filter(lambda text: sum(map(str.isalnum, text)) >= 6)


@example("\u00b7000000", spaced(" "), [], "")
@example('"123456', str, [ESCAPED[7], ESCAPED[7]], "id=")
@given(values, st.sampled_from(PLAIN), st.lists(st.sampled_from(ESCAPED), max_size=3), st.sampled_from(AROUND))
def test_no_spelling_passes(value: str, plain: Spelling, escapes: list[Spelling], around: str) -> None:
    spelt = plain(value)
    for escape in escapes:
        spelt = escape(spelt)
    text = f"{around} {spelt} {around}"
    spellings = Spellings({"pin": value})
    found = spellings.replaced(text, shown)
    if not value.startswith("\\"):  # a first backslash can look like a part of the escape that follows it, and stay
        assert found.startswith(f"{around} ‹pin›")
    assert "‹pin›" in found
    assert found.endswith(f" {around}")
    assert not spellings.holds(found)


@given(values, st.binary(max_size=12), st.binary(max_size=12), st.booleans(), st.sampled_from(("", "\n", "\r\n ")))
def test_no_base64_passes_at_any_offset(value: str, before: bytes, after: bytes, safe: bool, ends: str) -> None:
    coded = (urlsafe_b64encode if safe else b64encode)(before + value.encode() + after).decode()
    text = ends.join(coded[place : place + 8] for place in range(0, len(coded), 8)) if ends else coded
    found = Spellings({"pin": value}).replaced(text, shown)
    assert "‹pin›" in found
    left = found.partition("‹pin›")
    bits = 6 * len("".join((left[0] + left[2]).split()).replace("=", ""))
    assert bits <= 8 * (len(before) + len(after)) + 12


@given(values, st.sampled_from(("", " ", ":", "-", "\\x", "0x", ", 0x")), st.booleans())
def test_no_hexadecimal_digits_pass(value: str, between: str, large: bool) -> None:
    digits = between.join(f"{byte:02X}" if large else f"{byte:02x}" for byte in value.encode())
    found = Spellings({"pin": value}).replaced(f"dump {digits} end", shown)
    assert "‹pin›" in found
    assert found.startswith("dump ")
    assert found.endswith(" end")


@pytest.mark.parametrize(
    "escapes", [(), *((one,) for one in ESCAPED), (ESCAPED[4], ESCAPED[6]), (ESCAPED[8], ESCAPED[1])]
)
@pytest.mark.parametrize("value", [SECRET, 'correct"horse\u20ac staple'])
def test_no_beginning_of_a_value_passes_before_the_mark_of_a_cut(value: str, escapes: tuple[Spelling, ...]) -> None:
    spelt = value
    for escape in escapes:
        spelt = escape(spelt)
    known = Spellings({"pin": value})
    whole = len(spelt) / len(value)
    for length in range(1, len(spelt), 1 + len(spelt) // 60):
        found = known.replaced(f"{LONG} {spelt[:length]}\u2026 b", shown)
        if length >= 8 * whole:
            assert found == f"{LONG} \u2039pin\u203a\u2026 b"
        assert known.replaced(found, shown) == found
        assert not known.holds(found) or length < 8 * whole


@pytest.mark.parametrize("coded", [b64encode(b"xcorrect-horse-staple").decode(), b"correct-horse-staple".hex(":")])
def test_no_coded_beginning_passes_before_the_mark_of_a_cut(coded: str) -> None:
    known = Spellings({"pin": "correct-horse-staple"})
    assert known.replaced(f"{LONG} {coded[:17]}\u2026", shown).endswith("\u2039pin\u203a\u2026")


@pytest.mark.parametrize(
    "text", ["correct\u2026", "the sec\u2026", "a secr", "a secr, and\u2026", "sec ret-word\u2026"]
)
def test_a_word_before_the_mark_of_a_cut_stays(text: str) -> None:
    known = Spellings({"pin": "secret-words"})
    found = f"{LONG} \u2039pin\u203a\u2026" if "ret" in text else f"{LONG} {text}"
    assert known.replaced(f"{LONG} {text}", shown) == found


@pytest.mark.parametrize(
    "text",
    [
        "Loading\u2026",
        "Loading...",
        "Now loading\u2026",
        f"{LONG}: loading...",
        f'{LONG}: button "Loading\u2026"',
        f"{LONG}:\nLoading\u2026\n{LONG}",
        json.dumps({"text": LONG, "name": "Loading\u2026"}, ensure_ascii=False),
    ],
)
def test_a_label_that_an_app_ends_in_dots_stays(text: str) -> None:
    known = Spellings({"d": "loading-dock-77"})
    assert known.replaced(text, shown) == text
    assert not known.holds(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{'x' * 20} loading\u2026", f"{'x' * 20} \u2039d\u203a\u2026"),
        ("\U0001f600" * 10 + "loading\u2026", "\U0001f600" * 10 + "\u2039d\u203a\u2026"),
        (f'{LONG} "loading\u2026', f'{LONG} "\u2039d\u203a\u2026'),
        (f"{LONG}\nloading\u2026", f"{LONG}\n\u2039d\u203a\u2026"),
        (json.dumps(f'{LONG} "loading\u2026'), json.dumps(f'{LONG} "@\u2026').replace("@", "\u2039d\u203a")),
        (f"{LONG} loading\u2026\u2026", f"{LONG} \u2039d\u203a\u2026\u2026"),
        (f"{LONG} loadinglo\u2026 load\u2026", f"{LONG} loadinglo\u2026 \u2039d\u203a\u2026"),
        (f"{LONG} loadloading-dock-77load\u2026", f"{LONG} load\u2039d\u203a\u2039d\u203a\u2026"),
    ],
)
def test_the_longest_beginning_before_the_mark_of_a_cut_is_found(text: str, found: str) -> None:
    known = Spellings({"d": "loading-dock-77"})
    assert known.replaced(text, shown) == found
    assert not known.holds(found)


@given(st.lists(st.text("ab\u2026", max_size=40)), st.text("ab", min_size=5, max_size=12))
def test_a_beginning_that_repeats_itself_is_found_at_each_mark(parts: list[str], value: str) -> None:
    text = LONG + "".join(parts)
    found = Spellings({"pin": value}).replaced(text, lambda name: "\u2039\u203a")
    cut = any(text[:end].endswith(value[:most]) for most in range(4, len(value) + 1) for end in _marks(text))
    assert (found != text) == (cut or value in text)
    assert not any(found[:end].endswith(value[:4]) for end in _marks(found))


def _marks(text: str) -> list[int]:
    return [place for place, sign in enumerate(text) if sign == "\u2026"]


@given(st.text(max_size=80), values)
def test_a_text_without_the_value_is_left_as_it_is(text: str, value: str) -> None:
    spellings = Spellings({"pin": value})
    if not spellings.holds(text):
        assert spellings.replaced(text, shown) == text


@given(st.text(max_size=40), st.text(min_size=1, max_size=12), st.text(max_size=40))
def test_replacing_again_changes_nothing_and_what_was_verbatim_is_gone(before: str, value: str, after: str) -> None:
    spellings = Spellings({"n": value})
    once = spellings.replaced(before + value + after, shown)
    assert spellings.replaced(once, shown) == once


@pytest.mark.parametrize("text", ["1042 items", "the 4 2", "4-2 and more"])
def test_a_short_value_is_found_only_where_it_is_the_whole_text(text: str) -> None:
    spellings = Spellings({"pin": "42"})
    assert spellings.replaced(text, shown) == text
    assert spellings.replaced(" 4-2 ", shown) == "‹pin›"
    assert spellings.replaced("%34%32", shown) == "‹pin›"


def test_what_is_shown_for_a_value_is_not_replaced_again() -> None:
    spellings = Spellings({"password": "password"})
    once = spellings.replaced("the password is password", shown)
    assert once == "the ‹password› is ‹password›"
    assert spellings.replaced(once, shown) == once


@pytest.mark.parametrize(
    "text",
    [
        "%25252525252525252568unter2secret",
        "&#00000000000104;unter2secret",
        "&#x000000000068;unter2secret",
        "%u0068unter2secret",
        "\\U00000068unter2secret",
        "\\150unter2secret",
        "hunter2\ufffcsecret",
        "hunter2\ue000secret",
        b64encode("hunter2secret".encode("utf-16-le")).decode().rstrip("="),
        "hunter2secret".encode("utf-16-le").hex(),
        "\uff05\uff16\uff18unter2secret",
        "".join(chr(ord(sign) + 0xFEE0) for sign in b64encode(b"hunter2secret").decode().rstrip("=")),
    ],
)
def test_a_value_is_found_behind_rare_escapes(text: str) -> None:
    assert Spellings({"pin": "hunter2secret"}).replaced(f"a {text} b", shown) == "a ‹pin› b"


def test_a_value_is_found_in_the_coding_of_western_europe() -> None:
    known = Spellings({"pin": "Tr0ub4dor \u00e9"})
    data = "Tr0ub4dor \u00e9".encode("latin-1")
    assert known.replaced(f"a {data.hex()} b", shown) == "a ‹pin› b"
    assert b64encode(data).decode()[3:9] not in known.replaced(f"a {b64encode(data).decode()} b", shown)


def test_an_escape_of_any_length_is_no_error() -> None:
    text = f"&#{'0' * 5000}104;unter &#x{'0' * 5000}68;"
    assert Spellings({"pin": "hunter2secret"}).replaced(f"{text} hunter2secret", shown) == f"{text} ‹pin›"


def test_the_text_around_a_value_stays_as_it_was() -> None:
    text = "GET /a%20b?q=H%55NTER2%20%26%20S%C3%B6hne-fix&next=%2Fhome"
    assert Spellings({"pin": SECRET}).replaced(text, shown) == "GET /a%20b?q=‹pin›&next=%2Fhome"


@pytest.mark.parametrize(
    "part",
    [
        "\\",
        "%",
        "&",
        "&amp;",
        "%25",
        "\\u",
        "&#",
        "hunter",
        "&a",
        "%e2%82",
        "a-",
        "-",
        "\u200b",
        "0x",
        "YWJj",
        "abcd\u2026",
        "%2\u2026",
    ],
)
def test_time_grows_with_the_length_alone(part: str) -> None:
    spellings = Spellings({"pin": SECRET, "other": "abcd" * 8})

    def seconds(size: int) -> float:
        text = part * (size // len(part)) + SECRET
        begun = time.process_time()
        assert "‹pin›" in spellings.replaced(text, shown)
        return time.process_time() - begun

    seconds(1000)
    assert seconds(400_000) < 40 * (seconds(40_000) + 0.01)


@pytest.mark.parametrize(
    ("value", "text"), [(".", ".q"), ("a", "a\u2026"), ("ab", "ab\u2026"), (".", "\u2026"), ("a\u2026", "a\u2026")]
)
@pytest.mark.parametrize("each", [False, True])
def test_time_grows_with_the_length_of_a_value_that_repeats_itself(value: str, text: str, each: bool) -> None:
    def seconds(size: int) -> float:
        known = Spellings({"pin": value * size + "x"})
        long = text * 4 * size if each else text[:-1] * 4 * size + text[-1]
        begun = time.process_time()
        known.replaced(long, shown)
        return time.process_time() - begun

    seconds(20)
    assert seconds(2000) < 40 * (seconds(200) + 0.01)


def test_a_followed_source_is_asked_before_each_search() -> None:
    values = [("pin", "first-value")]
    known = Spellings()
    known.follow(lambda: values)
    text = "first-value second-value"
    assert known.replaced(text) == "‹pin› second-value"
    values.append(("pin", "second-value"))
    assert known.holds("second-value")
    assert known.replaced(text) == "‹pin› ‹pin›"
