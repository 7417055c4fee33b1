"""Addresses: their parts, and whose a page is."""
