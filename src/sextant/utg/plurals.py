"""One of many, in English: `Category` of `categories`. What is not surely a plural stays as it is."""

import re

from sextant.utg.words import lexicon

__all__ = ["singular"]

_KEPT = lexicon(
    # No plural, or the same in both numbers.
    "news series species canvas atlas alias bias gas lens pancreas christmas texas always sometimes perhaps yes this "
    "was has does goes ours yours theirs hers its else whereas overseas chaos kudos ethos pathos cosmos thermos "
    "asbestos rhinoceros macos corps means headquarters barracks crossroads "
    # Never one of them.
    "clothes goods pants trousers jeans shorts scissors savings earnings belongings surroundings proceeds thanks "
    "congratulations odds whereabouts premises glasses contents "
    # Either of two: a leaf or a leave, an axis or an axe, a life or a live one.
    "leaves lives axes ellipses staves "
    # Software that is named so.
    "kubernetes postgres jenkins windows rails https saas paas sass"
)
_KNOWN: dict[str, str] = {
    many: one
    for many, _, one in (
        pair.partition(":")
        for pair in lexicon(
            "movies:movie cookies:cookie zombies:zombie brownies:brownie hoodies:hoodie selfies:selfie rookies:rookie "
            "newbies:newbie calories:calorie smoothies:smoothie prairies:prairie genies:genie foodies:foodie "
            "birdies:birdie veggies:veggie aunties:auntie goalies:goalie sorties:sortie "
            "heroes:hero superheroes:superhero potatoes:potato tomatoes:tomato echoes:echo vetoes:veto "
            "torpedoes:torpedo mosquitoes:mosquito tornadoes:tornado volcanoes:volcano cargoes:cargo dominoes:domino "
            "mangoes:mango shoes:shoe toes:toe canoes:canoe oboes:oboe "
            "statuses:status bonuses:bonus viruses:virus campuses:campus choruses:chorus censuses:census buses:bus "
            "minibuses:minibus surpluses:surplus geniuses:genius menus:menu gurus:guru "
            "aliases:alias canvases:canvas atlases:atlas gases:gas biases:bias oases:oasis lenses:lens "
            "analyses:analysis crises:crisis theses:thesis hypotheses:hypothesis parentheses:parenthesis "
            "syntheses:synthesis diagnoses:diagnosis prognoses:prognosis synopses:synopsis irises:iris "
            "trellises:trellis caches:cache headaches:headache niches:niche avalanches:avalanche quizzes:quiz "
            "shelves:shelf knives:knife wolves:wolf halves:half wives:wife loaves:loaf thieves:thief elves:elf "
            "scarves:scarf calves:calf "
            "topics:topic metrics:metric epics:epic comics:comic clinics:clinic critics:critic fabrics:fabric "
            "graphics:graphic apis:api wikis:wiki taxis:taxi emojis:emoji skis:ski ads:ad ids:id"
        )
    )
}
_PLURAL = re.compile(r"(?=.*[aeiouy].*s$)[a-z]{4,}(?<!ss)(?<!us)(?<!is)(?<!ics)(?<!js)(?<!oes)")
"""What may be a plural: lower-case letters, four or more, a vowel before the `s`, and no ending of the singular."""
_IES = re.compile(r"[a-z]{2,}[^aeiou]ies")
"""Of at least six letters, a consonant before it."""
_E_BEFORE = re.compile(r"[a-z]*(?:[ao]u|[aio]|ee|[lnprw])ses")
"""Words on `-se`: cases, courses, houses, expenses; of others (statuses) one cannot tell."""


def singular(words: str) -> str:
    """One of what words name in the plural, by the last of them; the words themselves where that is not sure."""
    head, gap, last = words.rpartition(" ")
    return f"{head}{gap}{_one(last)}"


def _one(word: str) -> str:
    low = word.lower()
    if low in _KNOWN:
        return word[: len(_KNOWN[low])] if low.startswith(_KNOWN[low]) else word[0] + _KNOWN[low][1:]
    if low in _KEPT or word[1:] != low[1:] or not _PLURAL.fullmatch(low):
        return word
    if low.endswith("ies"):
        return f"{word[:-3]}y" if _IES.fullmatch(low) else word
    if low.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if _E_BEFORE.fullmatch(low) or not low.endswith(("ses", "zzes", "tzes")) else word
