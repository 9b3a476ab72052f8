"""Studies above everything else, used by nothing below: audits of papers, Tiny Crew, Skull & Roses, OpenSpiel."""
