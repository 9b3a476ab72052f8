"""The Crew: cards, instances, order constraints, the rules, and random deals."""
