"""Why a deal of The Crew is lost."""
