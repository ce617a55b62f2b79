"""Use cases, one file each. ``memory.py`` is the thin façade that people import."""
