"""Models that are served by whoever speaks as OpenAI's endpoint does, and those that tests play."""
