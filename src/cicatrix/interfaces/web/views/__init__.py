"""View models: what a template prints, computed from the engine's nouns. No HTML, no requests."""
