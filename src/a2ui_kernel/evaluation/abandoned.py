"""How a failure leaves an expression: at once, with nothing outside it run."""

from __future__ import annotations

from ..errors import A2uiError, FunctionError


class Abandoned(Exception):
    """A call failed: nothing around it runs."""

    def __init__(self, error: A2uiError) -> None:
        super().__init__()
        self.error = error


def refused(message: str, code: str = "INVALID_FUNCTION_CALL") -> Abandoned:
    """A call that is not run."""
    return Abandoned(FunctionError(code, message))
