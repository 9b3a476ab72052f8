"""Measurements of CrewSAT through its public interface. Figures are printed, never asserted: machines differ."""
