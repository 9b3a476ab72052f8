"""Audits: the claims of a paper, as published and as repaired, against computed truth."""
