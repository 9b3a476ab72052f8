"""Extensions of Sphinx for the site: what its pages show of the program is read from the program."""
