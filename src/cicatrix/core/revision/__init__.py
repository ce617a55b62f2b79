"""Revision: what a new claim means for an old one. Similarity never decides; named signals do.

Start in :mod:`.procedure`. A verdict says what code could see and why; when in doubt both stand and a person is asked.
"""
