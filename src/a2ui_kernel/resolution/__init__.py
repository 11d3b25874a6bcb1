"""Resolution: from a surface to the nodes that a host draws, and the changes after that."""
