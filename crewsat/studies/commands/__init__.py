"""The commands of the studies, which the command line finds by their names in its table."""
