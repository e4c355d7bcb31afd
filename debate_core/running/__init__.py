"""Conducting records: the moderator, the runner, the workers."""
