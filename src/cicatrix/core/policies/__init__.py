"""Rules as policies: what of a person's sentence a machine can hold an agent to.

``policy`` is the form, ``compiler`` reads sentences into it, ``activation`` says whether a reading may stop calls by
itself, ``matching`` judges a call against all of them, ``lexicon`` knows the words.
"""
