"""The deliverables: what a litigator takes to court, and the drafts a court may see.

``write.compose`` builds the set as small documents (``model``), ``write.deliverables``
puts each on disk as DOCX and Markdown. All of it is a rebuildable derivation of
a ``Review`` and a ``Debrief``; nothing here decides anything about the case.
"""
