"""Skull & Roses: the printed tables of paper 003, and what could be meant by them."""
