"""Computed checks that an element's proof may name: each compares figures and days of the papers.

A check never guesses: what a figure needs and no paper gives leaves the check
``silent``, and the cell is judged by its other routes.
"""
