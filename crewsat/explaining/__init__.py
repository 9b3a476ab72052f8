"""Why a game is lost: conflicts, reasons, the most that can be had, and repairs; one module a game."""
