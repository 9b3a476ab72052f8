"""Undirected graphs: the sources of reductions, their files, and families of them by name."""
