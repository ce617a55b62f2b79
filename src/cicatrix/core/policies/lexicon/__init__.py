"""The words of policies: what is done, to what, where; in English, and for a start in German, Spanish, French, Chinese.

``lexicon`` answers questions about words. The tables are data alone: ``verbs`` families of acts, ``covers`` which of
them a rule about one speaks of too, ``nouns`` classes of things, ``values`` closed lists and places, ``fields`` what
the fields of tools hold. ``inflection`` leads a form that somebody wrote back to the one in a table.
"""

from cicatrix.core.policies.lexicon.lexicon import Lexicon

__all__ = ["Lexicon"]
