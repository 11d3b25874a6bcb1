"""`python -m a2ui_kernel.cli`."""

from . import main

main()
