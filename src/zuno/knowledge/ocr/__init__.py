"""Characters recognised on pictures: page by page, in a process of its own, kept for the next run.

Owns the pictures of pages, the recogniser, reading order, seals, and the store of
page readings. Everything in the store can be made again from the files. Knows nothing
of documents, facts or cases; importing it loads no recogniser.
"""
