"""What other programs load to use CrewSAT; each module needs the library of its program."""
