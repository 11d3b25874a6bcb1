"""Catalogs: which components and functions there are, and which catalog runs what."""
