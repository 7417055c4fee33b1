"""Notes in one notation: full-width forms, number words and Chinese numerals become plain digits."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

_HALVES = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8"}
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": " - ", "−": "-", "‑": "-", "‐": "-"})

_UNITS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS: Mapping[str, int] = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_SCALES: Mapping[str, int] = {"thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_PRONOUN = r"(?:this|that|the|which|other|no|each|every|any|only|some|last|right|wrong|correct|another|new|old)\s+(?:[a-z]+\s+)?$"

_ZH_DIGITS: Mapping[str, int] = {c: i for i, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "俩": 2,
    "幺": 1,
}
_ZH_SCALES: Mapping[str, int] = {"十": 10, "百": 100, "千": 1000}
_ZH_RUN = re.compile(r"[〇零幺一二两俩三四五六七八九十百千万亿廿卅]+")
_ZH_MIXED = re.compile(r"(\d+(?:\.\d+)?)\s*([百千万亿])(?!分)")
_ZH_WORDS = re.compile(
    r"[统唯万单专]一|一(?:起|样|直|定|些|下|旦|共|般|边|致|切|会儿?|向|律|点儿?(?=[都也没不]))|不一|第一时间|三心二意|百分"
)


_MIXED = re.compile(r"(?<=[A-Za-z])(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[A-Za-z])")
"""Where letters meet Chinese characters: no edge of a word to a pattern."""


def plain(text: str) -> str:
    """One width, straight quotes and dashes, single spaces, one between the two scripts; case and accents stay."""
    for sign, spelt in _HALVES.items():
        text = text.replace(sign, f" {spelt}" if re.search(rf"\d{sign}", text) else spelt)
    text = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    text = _MIXED.sub(" ", text)
    return re.sub(r"[^\S\n]+", " ", text).strip()


def folded(text: str) -> str:
    """`plain`, without case and accents."""
    apart = unicodedata.normalize("NFD", plain(text).casefold())
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


@lru_cache(maxsize=4096)
def numbered(text: str, clock: bool = False) -> str:
    """`folded`, with numbers in words, English or Chinese, as digits. With `clock`, 点 is the hour, not the point."""
    return _scaled(_english(_chinese(folded(text), clock)))


def spelt_out(text: str) -> str:
    """`folded`, with digits in words as digits, and nothing multiplied: for codes, where `3K` is two characters."""
    return _english(_chinese(folded(text), clock=False))


def is_chinese(text: str) -> bool:
    """Whether a Chinese character is in it."""
    return any("\u4e00" <= c <= "\u9fff" for c in text)


# Chinese


def _chinese(text: str, clock: bool) -> str:
    if not is_chinese(text) and "〇" not in text:
        return text
    kept = _ZH_WORDS.sub(lambda found: _guard(found.group()), text)
    if not clock:
        digit = "〇零一二两三四五六七八九"
        kept = re.sub(
            rf"([{digit}十百千\d]+)点([{digit}]+)(?![{digit}]*(?:分|刻))",
            lambda m: f"{_zh_number(m[1])}.{''.join(str(_ZH_DIGITS[c]) for c in m[2])}",
            kept,
        )
    kept = _ZH_RUN.sub(lambda found: _zh_number(found.group()), kept)
    kept = re.sub(r"(\d+)万(\d{4})(?!\d)", lambda m: str(int(m[1]) * 10_000 + int(m[2])), kept)
    kept = _ZH_MIXED.sub(_scaled_zh, kept)
    kept = re.sub(r"(?<![\d.])(\d)成(\d)?(?![功为本员交都果绩年人立])", lambda m: f"{m[1]}{m[2] or 0}%", kept)
    kept = re.sub(r"(\d+)打(?![开电扫算印车球\d])", lambda m: str(12 * int(m[1])), kept.replace("半打", "6"))
    kept = re.sub(r"百分之 ?(\d+(?:\.\d+)?)", r"\1%", _unguard(kept))
    return re.sub(r"(\d+)分之(\d+)", r"\2/\1", kept)


def _guard(word: str) -> str:
    return "".join(chr(0xE000 + ord(c) - 0x4E00) if 0x4E00 <= ord(c) < 0x6700 else c for c in word)


def _unguard(text: str) -> str:
    return "".join(chr(ord(c) - 0xE000 + 0x4E00) if 0xE000 <= ord(c) < 0xF900 else c for c in text)


def _scaled_zh(found: re.Match[str]) -> str:
    scale = {"百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}[found[2]]
    return _trim(float(found[1]) * scale)


def _trim(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))


def _zh_number(run: str) -> str:
    if run.isdigit():
        return run
    if all(c in _ZH_DIGITS for c in run):
        return "".join(str(_ZH_DIGITS[c]) for c in run)
    if set(run) <= set("百千万亿"):
        return run  # a scale after digits, or a part of a word
    return str(_zh_value(run.replace("廿", "二十").replace("卅", "三十")))


def _zh_value(run: str) -> int:
    for sign, scale in (("亿", 100_000_000), ("万", 10_000)):
        if sign in run:
            high, low = run.split(sign, 1)
            rest = _zh_value(low) if low else 0
            if len(low) == 1 and low in _ZH_DIGITS and low != "零":
                rest *= scale // 10  # 一万二 is 12000
            return (_zh_value(high) if high else 1) * scale + rest
    total, digit, last = 0, -1, 1
    for sign in run:
        if sign in _ZH_SCALES:
            last = _ZH_SCALES[sign]
            total += (1 if digit < 0 else digit) * last
            digit = -1
        elif sign in "零〇":
            digit, last = -1, 1
        else:
            digit = _ZH_DIGITS[sign] if digit < 0 else digit * 10 + _ZH_DIGITS[sign]
    if digit > 0:
        total += digit * (last // 10 if last >= 100 else 1)  # 一百五 is 150
    return total


# English

_WORD = r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)"
_RUN = re.compile(
    rf"(?<![\w])(?:an? (?=hundred|thousand|million|dozen))?{_WORD}(?:(?:[ -]+(?:and |oh |o )?|-)(?:{_WORD}))*(?![\w])"
)


def _english(text: str) -> str:
    text = re.sub(r"\b(double|triple) (\w+)\b", _doubled, text)
    text = re.sub(rf"\b({_WORD}) point ((?:{_WORD}[ -]?)+)", _pointed, text)
    return _RUN.sub(lambda found: _worded(found, text), text)


def _scaled(text: str) -> str:
    text = re.sub(r"\b(\d+) and (?:a|one|1) half\b", r"\1.5", text)
    text = re.sub(r"\b(\d+) and a quarter\b", r"\1.25", text)
    text = re.sub(r"\b(\d+) and (?:3|three) quarters\b", r"\1.75", text)
    text = re.sub(r"\b(\d+) (\d)/(\d)\b", lambda m: _trim(int(m[1]) + int(m[2]) / int(m[3])), text)
    text = re.sub(r"\b(?:a|1) dozen\b", "12", text)
    text = re.sub(r"\b(\d+(?:\.\d+)?) dozen\b", lambda m: _trim(12 * float(m[1])), text)
    text = re.sub(
        r"\b(?:a |1 )?(half|quarter)(?: of)? (?:an? (hundred|thousand|million|billion)|(100|1000|1000000))\b",
        _part_of,
        text,
    )
    text = re.sub(
        rf"\b(\d) ({'|'.join(_PARTS)})s?\b(?! (?:past|to|floor|place|row|hour))",
        lambda m: f"{m[1]}/{_PARTS[m[2]]}",
        text,
    )
    text = re.sub(r"\bhalf a dozen\b", "6", text)
    text = re.sub(r"\b(\d+(?:\.\d+)?)k\b", lambda m: _trim(float(m[1]) * 1000), text)
    return re.sub(
        r"\b(\d+(?:\.\d+)?) (hundred|thousand|grand|million|billion)\b",
        lambda m: _trim(float(m[1]) * ({"hundred": 100, "grand": 1000} | dict(_SCALES))[m[2]]),
        text,
    )


_PARTS: Mapping[str, int] = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}


def _part_of(found: re.Match[str]) -> str:
    part = 0.5 if found[1] == "half" else 0.25
    return f"{part} {found[2]}" if found[2] else _trim(part * int(found[3]))


def _doubled(found: re.Match[str]) -> str:
    times = 2 if found[1] == "double" else 3
    return " ".join([found[2]] * times) if found[2] in _UNITS or len(found[2]) == 1 else found.group()


def _pointed(found: re.Match[str]) -> str:
    digits = [_UNITS.get(word) for word in re.split(r"[ -]+", found[2].strip())]
    tail = "".join(str(digit) for digit in digits if digit is not None)
    whole = _UNITS.get(found[1], _TENS.get(found[1], 0))
    return f"{whole}.{tail} " if found[2].endswith(" ") else f"{whole}.{tail}"


def _worded(found: re.Match[str], text: str) -> str:
    run = found.group()
    if run == "one" and re.search(_PRONOUN, text[: found.start()]):
        return run
    if run.split()[0] in ("hundred", *_SCALES) and re.search(r"\d $", text[: found.start()]):
        return run
    return " ".join(str(number) for number in _numbers(re.split(r"[ -]+", run)))


def _numbers(words: list[str]) -> list[int]:
    """The numbers that a run of number words says: `twenty-four ninety` says two."""
    said: list[int] = []
    total, current, open_ = 0, 0, False
    for word in words:
        if word in ("and", "a", "an"):
            continue
        value = 0 if word in ("oh", "o") else _UNITS.get(word, _TENS.get(word, -1))
        if value >= 0:
            fits = not open_ or (current % 100 == 0 and current > 0) or (current == 0 and total > 0)
            fits = fits or (0 < value < 10 and current % 100 in _TENS.values())
            if not fits:
                said.append(total + current)
                total, current = 0, 0
            current += value
        elif word == "hundred":
            current = max(current, 1) * 100
        else:
            total, current = total + max(current, 1) * _SCALES[word], 0
        open_ = True
    said.append(total + current)
    return said
