"""The catalogs that ship with the package."""
