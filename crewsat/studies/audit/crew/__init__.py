"""The claims of the paper on The Crew."""
