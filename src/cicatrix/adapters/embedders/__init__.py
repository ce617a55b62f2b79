"""Embedders: a packaged model on this machine, or one that is served. Each is loaded when its first text comes."""
