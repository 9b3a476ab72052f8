"""Encodings of the games, one game a package, one encoding a module. They know no solver."""
