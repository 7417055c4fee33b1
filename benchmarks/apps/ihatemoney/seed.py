"""Four people and what they spent together in spring 2025, into an empty database of I Hate Money."""

from datetime import date

from ihatemoney.models import Bill, Person, Project, db
from ihatemoney.run import create_app
from werkzeug.security import generate_password_hash

PEOPLE = {"Amina": 1.0, "Georg": 1.0, "Alice": 2.0, "Tomás": 1.0}
BILLS = (
    ("2025-03-02", "Georg", 64.20, "Groceries", "Amina Georg Alice Tomás"),
    ("2025-03-09", "Alice", 18.00, "Beer", "Amina Alice"),
    ("2025-03-17", "Amina", 50.00, "Vegetable box", "Amina Georg Alice"),
    ("2025-03-30", "Tomás", 112.40, "Electricity", "Amina Georg Alice Tomás"),
    ("2025-04-06", "Georg", 71.90, "Train tickets", "Georg Tomás"),
    ("2025-04-19", "Amina", 39.99, "Internet", "Amina Georg Alice Tomás"),
    ("2025-05-01", "Alice", 27.50, "Cinema", "Alice Georg"),
    ("2025-05-11", "Georg", 83.10, "Groceries in May", "Amina Georg Alice Tomás"),
    ("2025-05-23", "Tomás", 140.00, "Washing machine repair", "Amina Georg Alice Tomás"),
)


def main() -> None:
    """Writes the project `demo`."""
    app = create_app()
    with app.app_context():
        project = Project(
            id="demo",
            name="Household",
            password=generate_password_hash("demo"),
            contact_email="household@example.org",
            default_currency="XXX",
        )
        db.session.add(project)
        db.session.commit()
        members = {name: Person(name=name, project=project, weight=weight) for name, weight in PEOPLE.items()}
        db.session.add_all(members.values())
        db.session.commit()
        for day, payer, amount, what, owers in BILLS:
            db.session.add(
                Bill(
                    amount=amount,
                    date=date.fromisoformat(day),
                    bill_type="Expense",
                    original_currency="XXX",
                    owers=[members[name] for name in owers.split()],
                    payer_id=members[payer].id,
                    project_default_currency="XXX",
                    what=what,
                )
            )
            db.session.commit()


main()
