"""Evaluation of dynamic values: bindings, calls, and what stands around them."""
