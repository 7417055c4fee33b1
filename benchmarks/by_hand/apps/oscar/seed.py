"""Makes the shop: fourteen products in four categories, a customer with two addresses, an old order and a basket."""

import json
import sys
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import django
from django.core.management import call_command

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
PRODUCTS = CONTENT["products"]
REVIEWS = [
    ("Sekator ręczny Wierzba", 2, "Szybko się tępi", "Po miesiącu trzeba ostrzyć."),
    ("Sekator ręczny Topola", 5, "Bardzo dobry", "Lekki i ostry."),
]


def main(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0)
    products = catalogue()
    customer(products)
    pictures(data)
    call_command("rebuild_index", interactive=False, verbosity=0)


def pictures(data: Path) -> None:
    """The picture of products that have none."""
    from PIL import Image

    (data / "media").mkdir()
    Image.new("RGB", (200, 200), "#d8e8d0").save(data / "media" / "brak.png")


def catalogue() -> dict[str, object]:
    from oscar.apps.catalogue.categories import create_from_breadcrumbs
    from oscar.core.loading import get_model

    kind = get_model("catalogue", "ProductClass").objects.create(name="Towar", track_stock=True)
    partner = get_model("partner", "Partner").objects.create(name="Magazyn")
    made = {}
    for number, (category, title, price, stock, text) in enumerate(PRODUCTS, 1):
        product = get_model("catalogue", "Product").objects.create(
            product_class=kind, title=title, description=text, upc=f"ZB{number:03d}"
        )
        get_model("catalogue", "ProductCategory").objects.create(
            product=product, category=create_from_breadcrumbs(category)
        )
        get_model("partner", "StockRecord").objects.create(
            product=product,
            partner=partner,
            partner_sku=f"ZB{number:03d}",
            price=Decimal(price),
            price_currency="PLN",
            num_in_stock=stock,
        )
        made[title] = product
    return made


def customer(products: dict[str, object]) -> None:
    from django.contrib.auth import get_user_model
    from oscar.core.loading import get_model
    from oscar.test.factories import create_order

    people = get_user_model().objects
    zofia = people.create_user("zofia", "zofia@balkon.example", "bluszcz", first_name="Zofia", last_name="Lis")
    marek = people.create_user("marek", "marek@balkon.example", "bluszcz", first_name="Marek", last_name="Sowa")
    country = get_model("address", "Country").objects.create(
        iso_3166_1_a2="PL",
        iso_3166_1_a3="POL",
        iso_3166_1_numeric="616",
        printable_name="Polska",
        name="Polska",
        is_shipping_country=True,
    )
    address = get_model("address", "UserAddress").objects
    address.create(
        user=zofia,
        first_name="Zofia",
        last_name="Lis",
        line1="ul. Lipowa 4",
        line4="Kraków",
        postcode="30-001",
        country=country,
        is_default_for_shipping=True,
    )
    address.create(
        user=zofia,
        first_name="Zofia",
        last_name="Lis",
        line1="Rynek 12",
        line4="Tarnów",
        postcode="33-100",
        country=country,
    )
    for title, score, head, text in REVIEWS:
        get_model("reviews", "ProductReview").objects.create(
            product=products[title], score=score, title=head, body=text, user=marek, status=1
        )
    old = get_model("basket", "Basket").objects.create(owner=zofia)
    from oscar.apps.partner.strategy import Selector

    old.strategy = Selector().strategy(user=zofia)
    old.add_product(products["Ziemia do ziół 10 l"], 2)
    shipped = get_model("order", "ShippingAddress").objects.create(
        first_name="Zofia", last_name="Lis", line1="Rynek 12", line4="Tarnów", postcode="33-100", country=country
    )
    order = create_order(number="100001", user=zofia, basket=old, shipping_address=shipped)
    order.date_placed = datetime(2026, 10, 2, 9, 30, tzinfo=UTC)
    order.status = "W realizacji"
    order.save()
    old.submit()
    wish = get_model("wishlists", "WishList").objects.create(owner=zofia, name="Wiosna", key="wiosna1")
    wish.add(products["Skrzynka balkonowa 60 cm"])
    basket = get_model("basket", "Basket").objects.create(owner=zofia)
    basket.strategy = Selector().strategy(user=zofia)
    basket.add_product(products["Konewka 5 l"], 1)
    basket.add_product(products["Nasiona rzodkiewki"], 3)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
