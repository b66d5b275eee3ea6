"""The errors that the material must not carry into court, each a rule of its own."""
