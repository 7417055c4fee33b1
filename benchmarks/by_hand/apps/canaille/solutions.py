"""What each task on the association's directory asks for, done in its database."""

from benchmarks.by_hand.database import Solution, steps_on

_DATABASE = "annuaire.sqlite"
_GROUP = "(SELECT id FROM \"group\" WHERE display_name = '{}')"
_USER = "(SELECT id FROM user WHERE user_name = '{}')"


def _joined(group: str, user: str) -> str:
    return (
        "INSERT INTO membership_association_table (group_id, user_id, created_at) "
        f"VALUES ({_GROUP.format(group)}, {_USER.format(user)}, '2026-11-24 08:00:00.000000')"
    )


def _left(group: str, user: str) -> str:
    return (
        f"DELETE FROM membership_association_table WHERE group_id = {_GROUP.format(group)} "
        f"AND user_id = {_USER.format(user)}"
    )


def _moved(user: str) -> str:
    return (
        "UPDATE user SET street = '27 chemin des Tanneurs', postal_code = '44400', locality = 'Rezé' "
        f"WHERE user_name = '{user}'"
    )


SOLUTIONS: dict[str, Solution] = {
    "canaille-compte": steps_on(
        _DATABASE,
        "INSERT INTO user (id, user_name, given_name, family_name, formatted_name, emails, phone_numbers, department) "
        "VALUES ('noe', 'noe.garnier', 'Noé', 'Garnier', 'Noé Garnier', '[\"noe.garnier@ateliers.example\"]', "
        "'[\"02 55 01 44 70\"]', 'Accueil')",
        _joined("Bénévoles", "noe.garnier"),
        _joined("Vélo", "noe.garnier"),
    ),
    "canaille-demenagement": steps_on(_DATABASE, _moved("leo.ferrand"), _moved("ines.ferrand")),
    "canaille-menuiserie": steps_on(
        _DATABASE,
        _left("Menuiserie", "hugo.petit"),
        _left("Menuiserie", "sana.benali"),
        "UPDATE \"group\" SET description = 'Responsable : Yann Le Goff, 02 55 01 83 27' "
        "WHERE display_name = 'Menuiserie'",
    ),
}
