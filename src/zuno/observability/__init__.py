"""Evaluations: data sets whose right answers are known, runs over them, and their results."""
