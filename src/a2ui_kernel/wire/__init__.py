"""What travels: dialects, envelopes, and the messages that we build."""
