"""Rules and instances, one game a package; nothing here knows a solver."""
