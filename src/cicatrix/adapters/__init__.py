"""Adapters: what the ports look like in the real world. Nothing here is imported by the engine."""
