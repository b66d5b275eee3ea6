"""Search over the texts that were read: tokens, chunks, generations of an index, results with their places.

Everything here can be built again from the documents. It reads no files of the
case and decides on nobody's rights: who may see a document is said by whoever adds it.
"""
