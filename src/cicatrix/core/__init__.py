"""The deterministic heart: no I/O, no clock, no randomness. The same entries in, the same bytes out."""
