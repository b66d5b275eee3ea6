"""The self-contained report: one HTML file in which every mark, finding and line opens its source.

A rebuildable derivation of a ``Review``, a ``Debrief`` and the documents'
texts. It opens without a network; script only adds to what works without it.
"""
