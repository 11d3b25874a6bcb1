"""JSON Schema: the documents, the gear that accepts, the gear that explains."""
