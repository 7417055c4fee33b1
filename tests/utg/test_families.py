"""Families of exits: of what is alike a few are tried, and what is known of an app decides how few."""

from sextant.utg.searching.families import Experience, Family

ALIKE = 24


def test_a_list_whose_rows_lead_to_one_screen_is_sampled_twice() -> None:
    assert Family(tried=1, fresh=1, targets={"item"}).open("list rows", ALIKE)
    assert not Family(tried=2, fresh=1, targets={"item"}).open("list rows", ALIKE)
    assert Family(tried=2, fresh=1, targets={"item", "other"}).open("list rows", ALIKE)
    assert not Family(tried=3, fresh=1, targets={"item", "other"}).open("list rows", ALIKE)


def test_a_list_of_different_screens_goes_on() -> None:
    names = {f"screen {n}" for n in range(8)}
    assert Family(tried=8, fresh=8, targets=names).open("list rows", ALIKE)
    assert not Family(tried=ALIKE, fresh=ALIKE, targets=names).open("list rows", ALIKE)


def test_rows_that_were_not_there_count_for_little() -> None:
    assert Family(missed=5).open("list rows", ALIKE)
    assert not Family(missed=6).open("list rows", ALIKE)


def test_where_controls_lead_nowhere_one_a_screen_is_enough() -> None:
    known = Experience()
    assert known.open("controls of home", ALIKE)
    known.families["controls of home"] = Family(tried=1)
    assert known.open("controls of home", ALIKE)
    known.families["all controls"] = Family(tried=12)
    assert not known.open("controls of home", ALIKE)
    assert known.open("controls of another", ALIKE)
    known.families["all controls"] = Family(tried=12, fresh=3)
    assert known.open("controls of home", ALIKE)
