"""Parsing of case material into text with places, and the plain facts in it."""
