"""Use cases: one function, one story, composed from the rooms below."""
