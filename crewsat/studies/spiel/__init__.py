"""Games for OpenSpiel: Tiny Crew, The Crew and Skull & Roses; `crewsat.spiel` registers them."""
