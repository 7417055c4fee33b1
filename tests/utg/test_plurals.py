"""One of many in English, and what is no plural stays whole."""

import pytest

from sextant.utg.plurals import singular

ONE_OF = """
movies movie, cookies cookie, categories category, entries entry, countries country, policies policy, queries query,
companies company, heroes hero, potatoes potato, shoes shoe, cases case, courses course, houses house, bases base,
databases database, purchases purchase, licenses license, expenses expense, responses response, exercises exercise,
classes class, addresses address, processes process, boxes box, indexes index, branches branch, caches cache,
dishes dish, statuses status, aliases alias, analyses analysis, sizes size, prizes prize, quizzes quiz, leases lease,
archives archive, shelves shelf, videos video, cameras camera, menus menu, wikis wiki, days day, keys key, issues issue,
employees employee, releases release, bookings booking, topics topic, types type, pages page, notes note, files file,
users user, tags tag, bugs bug, invoices invoice, messages message, languages language, services service, rules rule,
Projects Project, Categories Category
"""
KEPT = """
series news species canvas status analysis address class process access progress business atlas alias bias lens gas bus
campus basis axis chaos physics analytics statistics dns https css gps sms DNS iOS AWS headquarters clothes means
skies leaves people children data staff item bonus tennis express threejs Paris accès premises
"""


@pytest.mark.parametrize("pair", [pair.strip() for pair in ONE_OF.replace("\n", " ").split(",")])
def test_one_of_many(pair: str) -> None:
    many, one = pair.split()
    assert singular(many) == one
    assert singular(f"all {many}") == f"all {one}"


@pytest.mark.parametrize("word", KEPT.split())
def test_what_is_no_plural_or_not_surely_one_stays(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize("pair", [pair.strip() for pair in ONE_OF.replace("\n", " ").split(",")])
def test_one_of_one_is_itself(pair: str) -> None:
    one = pair.split()[1]
    assert singular(one) == one


def test_nothing_is_one_of_nothing() -> None:
    assert singular("") == ""
