"""``python -m crewsat`` is the command ``crewsat``."""

from crewsat.cli import main

main()
