"""Problems that are reduced to games: data, reading, families, and the answer of exhaustive search."""
