"""Data of a surface: pointers into it, and the immutable model that holds it."""
