"""The sums and terms of a civil case, exact: integer fen, dates, fractions; never a float, never a guess.

Each module owns one field of law and is pure: what it returns can be reckoned
again from its arguments and the tables beside it. None reads a case, knows a
party, or decides what the law leaves to the court; where the law leaves a
range or is silent, the result says so.
"""
