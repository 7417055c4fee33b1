r"""Words by which a text denies that something is done, in English, German and Chinese, and where its clauses end.

They are parts of patterns: where they have to stand to deny, and what further words do, is for who reads. A program
looks for a deed in all that a screen says, so it counts only what stands near the word for the deed, in its own clause,
and knows failures in more languages. Task state is given one quotation that is said to show the deed: there any of them
denies, but many a word for a failure may be the very answer that was looked up (`Status: expired`).
"""

from collections.abc import Iterable

from sextant.types.refs import collapse, whole_words

__all__ = ["CLAUSE_END", "FAILURES", "HANGING", "NEGATIONS", "PARTLY", "PENDING", "WIDE_FAILURES", "without_names"]

NEGATIONS = (
    r"not|never|no|none|nothing|nobody|neither|nor|without|cannot|\w+n['’]t|nicht|kein\w*|nie(?:mals|mand)?|nichts|ohne"
)
FAILURES = r"errors?|fail(?:s|ed|ure)?|unable|declined|rejected|refused|fehler|fehlgeschlagen|abgelehnt"
WIDE_FAILURES = r"失败|失敗|错误|錯誤|拒绝|拒絕"
"""Of scripts without spaces between words."""
PENDING = r"pending|await\w*|waiting|ausstehend\w*|warte\w*"
PARTLY = r"partly|partially|half|almost|nearly|teilweise|teils"
HANGING = r"if|unless|until|once|before|wenn|falls|sobald|bevor"
"""What is done only when something else is."""
CLAUSE_END = r"(?<!\d)\.(?=\s|$)|[;!|·•。；！\n]|\b(?:but|aber|though)\b|但"


def without_names(text: str, names: Iterable[str], mark: str = "") -> str:
    """The text, collapsed, without names that stand in it as whole words: `No Country for Old Men` denies nothing.

    `mark` stands for each of their characters, so that places stay places; without one a space stands for each name.
    """
    low = collapse(text)
    for name in filter(None, map(collapse, names)):
        low = whole_words(name).sub(lambda found: mark * len(found[0]) or " ", low)
    return low
