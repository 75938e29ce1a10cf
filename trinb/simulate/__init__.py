"""Millions of rounds: the rules as a compiled program, and what it measures."""
