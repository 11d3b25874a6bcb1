"""Surfaces: components, data and settings of one user interface, as a value."""
