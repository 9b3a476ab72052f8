"""The algorithms of the paper as printed, kept apart from those that are right: they are here to be audited."""
