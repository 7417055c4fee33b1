"""What a customer of the shop may change, from its database. Views and sessions are left out."""

import sqlite3
from pathlib import Path

TABLES = {
    "orders": "SELECT o.number, o.status, o.total_incl_tax AS total, a.line1, a.line4, a.first_name, a.last_name "
    "FROM order_order o LEFT JOIN order_shippingaddress a ON a.id = o.shipping_address_id",
    "order_lines": "SELECT o.number || ' ' || l.title, l.title, l.quantity FROM order_line l JOIN order_order o "
    "ON o.id = l.order_id",
    "basket": "SELECT b.owner_id || ' ' || p.title, p.title, l.quantity FROM basket_line l JOIN basket_basket b "
    "ON b.id = l.basket_id JOIN catalogue_product p ON p.id = l.product_id WHERE b.status = 'Open'",
    "addresses": "SELECT id, user_id, first_name, last_name, line1, line2, line4, postcode, phone_number, "
    "is_default_for_shipping FROM address_useraddress",
    "reviews": "SELECT r.id, p.title AS product, r.score, r.title, r.body FROM reviews_productreview r "
    "JOIN catalogue_product p ON p.id = r.product_id",
    "votes": "SELECT id, review_id, user_id, delta FROM reviews_vote",
    "wishlists": "SELECT id, name, owner_id, visibility FROM wishlists_wishlist",
    "wishes": "SELECT l.id, w.name AS list, l.title, l.quantity FROM wishlists_line l JOIN wishlists_wishlist w "
    "ON w.id = l.wishlist_id",
    "users": "SELECT id, username, email, first_name, last_name, password FROM auth_user",
    "alerts": "SELECT a.id, p.title, a.status FROM customer_productalert a JOIN catalogue_product p "
    "ON p.id = a.product_id",
    "products": "SELECT id, title, upc FROM catalogue_product",
}


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by the first column of each query."""
    with sqlite3.connect(f"file:{data / 'shop.sqlite'}?mode=ro", uri=True) as shop:
        shop.row_factory = sqlite3.Row
        return {
            name: {str(row[0]): {key: row[key] for key in row.keys()[1:]} for row in shop.execute(query)}
            for name, query in TABLES.items()
        }
